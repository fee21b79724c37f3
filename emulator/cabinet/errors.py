# SPDX-License-Identifier: MIT
"""What a cabinet refuses."""

from __future__ import annotations

from emulator import EmulatorError


class CabinetError(EmulatorError):
    """A visitor or an attendant was asked to do something impossible."""
