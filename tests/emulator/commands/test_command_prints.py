# SPDX-License-Identifier: MIT
"""Commands say what they said when somebody had looked at it, mistakes and files that they write included."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_prints import CHAPTERS, chapter
from prints import kept, prints_of
from soon import soon

KEPT = kept("command_prints")


@pytest.mark.parametrize("name", soon(CHAPTERS, *(name for name in CHAPTERS if name != "lists")))
def test_what_a_command_says_is_as_it_was(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that is meant is written by ``command_prints.py``; the lines that differ say where to look."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert prints_of(chapter(name)) == KEPT[name]
