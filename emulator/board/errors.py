# SPDX-License-Identifier: MIT
"""What can go wrong with a board, and the two signals that end its program at once."""

from __future__ import annotations

from emulator.support.errors import EmulatorError


class BoardError(EmulatorError):
    """The host used the board or a device wrongly; never raised by what a machine may live through."""


class PowerCut(BaseException):
    """
    The supply is gone: unwinds whatever the firmware was doing.

    Not an ``Exception``, so that a firmware's ``except Exception`` cannot outlive its own supply. A
    bare ``except`` can catch it, but by then every call into the board raises it again.
    """


class ChipReset(BaseException):
    """The firmware asked for a reset of the chip; unwinds it like a power cut."""


class HostFailure(BaseException):
    """A device or listener failed inside a firmware's call; unwinds it, the host hears of it afterwards."""
