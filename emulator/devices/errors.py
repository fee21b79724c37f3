# SPDX-License-Identifier: MIT
"""The one exception of the devices: a wrong call; jams and empty hoppers are states, not errors."""

from __future__ import annotations

from emulator.support.errors import EmulatorError


class DeviceError(EmulatorError):
    """The host asked a device for something that no cabinet can do."""
