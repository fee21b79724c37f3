# SPDX-License-Identifier: MIT
"""Readers of files, and of messages of a link, say of changes what they said when somebody looked."""

from __future__ import annotations

from file_prints import every
from prints import kept, prints_of

KEPT = kept("file_prints")


def test_a_changed_line_is_answered_as_it_was() -> None:
    """A change that is meant is written by ``file_prints.py``; the kinds that differ say where to look."""
    assert {name: prints_of(lines) for name, lines in every().items()} == KEPT
