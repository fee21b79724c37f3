# SPDX-License-Identifier: MIT
"""What a prompt says: rows of text for people, with the same in plain values for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from machines.support.plain import JsonView


@dataclass(frozen=True)
class Row:
    """
    One thing said.

    Attributes:
        kind: "answer", "event", "line", "step", "run", "error" and the names of commands.
        text: as people read it, of one or several lines.
        fields: the same as plain values.
    """

    kind: str
    text: str
    fields: JsonView = field(default_factory=dict)


Say = Callable[[Row], None]
