# SPDX-License-Identifier: MIT
"""What can go wrong with a runtime, as opposed to the firmware in it."""

from __future__ import annotations

from emulator.support.errors import EmulatorError

# What one call may take before the firmware counts as hung; a real tick takes a thousandth of it.
HANG_MS = 2_000
# What a journal says of it: where in its loop a program was found is another on each runtime.
HANG = f"main did not come back within {HANG_MS:,} ms"


class VMError(EmulatorError):
    """
    A program that cannot be run, saved or loaded as the board needs it.

    VMError
      VMUnavailableError   genuine MicroPython cannot run on this computer
    """


class VMUnavailableError(VMError):
    """Genuine MicroPython cannot run here; the text is one line that says why."""


class FirmwareError(Exception):
    """
    The firmware in a virtual machine failed: raised to the board, which shows the machine as dead.

    Not an ``EmulatorError``: a machine lives through it. Its text is ``file:line in function: what``.
    """


class OutOfFuelError(Exception):
    """The instructions that a call into the virtual machine was given are used up."""


class FirmwareHangError(FirmwareError):
    """
    The firmware took longer than any that is alive: the board leaves it to the watchdog.

    Args:
        place: ``file:line in function`` where it was found; empty if nobody can tell.
    """

    def __init__(self, place: str = "") -> None:
        super().__init__(f"{place}: {HANG}" if place else HANG)
