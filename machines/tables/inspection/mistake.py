# SPDX-License-Identifier: MIT
"""The error of a file that cannot be read as a record: where, what is allowed, what came, the next step."""

from __future__ import annotations

from machines import MachinesError


class InspectionError(MachinesError):
    """
    A record that cannot be read or settled.

    Attributes:
        hint: the next step.
    """

    def __init__(self, where: str, message: str, hint: str) -> None:
        super().__init__(f"{where}: {message}")
        self.hint = hint
