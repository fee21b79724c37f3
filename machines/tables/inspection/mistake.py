# SPDX-License-Identifier: MIT
"""The error of a file that cannot be read as a record: where, what is allowed, what came, the next step."""

from __future__ import annotations

from textwrap import shorten

from machines import MachinesError

MOST = 400
"""Characters of a message: what came may be a whole file."""


class InspectionError(MachinesError):
    """
    A record that cannot be read or settled.

    Attributes:
        hint: the next step.
    """

    def __init__(self, where: str, message: str, hint: str) -> None:
        super().__init__(f"{where}: {shorten(message, MOST, placeholder=' ...')}")
        self.hint = hint
