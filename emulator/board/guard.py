# SPDX-License-Identifier: MIT
"""Keeps a failure of the host from looking like one of the firmware that happens to be running."""

from __future__ import annotations

from typing import NoReturn

from emulator.board.errors import HostFailure


class HostGuard:
    """
    Devices and listeners run inside a firmware's call when it moves a pin; what they raise is not its fault.

    A journal on a full disk raises OSError, which firmware catches for a bus without acknowledge: so
    the error is kept, the firmware unwound, and the error raised again where the host called.

    Attributes:
        inside: whether firmware is on the stack.
        error: what the host raised there first.
    """

    __slots__ = ("error", "inside")

    def __init__(self) -> None:
        self.inside = False
        self.error: Exception | None = None

    def failed(self, error: Exception) -> NoReturn:
        """The host raised ``error``; to be called where firmware may be on the stack."""
        if not self.inside:
            raise error
        self.error = self.error or error
        raise HostFailure from error

    def leave(self) -> None:
        """The firmware returned; raise what the host raised meanwhile."""
        self.inside = False
        error, self.error = self.error, None
        if error is not None:
            raise error
