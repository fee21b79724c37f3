# SPDX-License-Identifier: MIT
"""
The errors of a link.

    EmulatorError
        LinkError             a definition, a request or an argument that is refused
            LinkStoreError    the database failed: nothing since its last commit is acknowledged
                LinkRowError  it refuses this row, and would write another
            LinkWireError     bytes that are no message
                LinkSealError sealed with another key or with none
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulator.support.errors import EmulatorError


class LinkProblem(NamedTuple):
    """
    One mistake of a link's definition.

    Attributes:
        path: key path, such as pots[0].limit_cents.
        message: what is allowed and what came.
        rule: id of the legal rule that it breaks, or None.
        hint: a next step.
    """

    path: str
    message: str
    rule: str | None = None
    hint: str = ""


class LinkError(EmulatorError):
    """A refusal; ``problems`` lists all mistakes of a definition."""

    def __init__(self, message: str, problems: Sequence[LinkProblem] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)


class LinkStoreError(LinkError):
    """The database failed, or another controller has it."""


class LinkRowError(LinkStoreError):
    """The database is there, and refuses a row: a constraint, or a number that it cannot keep."""


class LinkWireError(LinkError):
    """Bytes that no honest partner sends."""


class LinkSealError(LinkWireError):
    """Bytes that the session's key has not sealed."""
