# SPDX-License-Identifier: MIT
"""What can go wrong with a runtime, as opposed to the firmware in it."""

from __future__ import annotations

from emulator import EmulatorError


class VMError(EmulatorError):
    """A program that cannot be saved or loaded as the board needs it."""
