# SPDX-License-Identifier: MIT
"""The ten lines of docs/tables.md play any game."""

from __future__ import annotations

import re

import pytest
from places import ROOT

from machines.tables.registry import GAMES
from machines.tables.table import Table

(LINES,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "tables.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_ten_lines_play_every_game(game: str) -> None:
    found: dict[str, Table] = {}
    exec(LINES.replace("french-roulette", game), found)
    assert found["table"].state["round"] >= 3
    assert found["table"].total_cents() == 200_00
    assert any(move.kind == "bet" for move in found["table"].moves)
