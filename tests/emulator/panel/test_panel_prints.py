# SPDX-License-Identifier: MIT
"""What the panel draws and plays is what somebody looked at: which suit, which chip, which frame."""

from __future__ import annotations

import json
import time

import numpy as np
import panel_prints
import pytest
from soon import soon

KEPT = json.loads(panel_prints.FILE.read_text(encoding="utf-8"))
# Letters and edges of another SDL are a few levels in a mean; a suit, a lamp or a shifted frame are many.
LEVELS = 6
HINT = "hint: look at it, keep it by `python tests/support/panel_prints.py DIR`, if that is how it is meant"


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No display, and the time of wins on a wall as in UTC."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("time.localtime", time.gmtime)


@pytest.mark.parametrize("name", soon(panel_prints.PICTURES, *list(panel_prints.PICTURES)[::3]))
def test_a_picture_is_as_it_was_looked_at(name: str) -> None:
    cell, draw = panel_prints.PICTURES[name]
    picture = draw()
    kept, now = panel_prints.unpacked(KEPT["pictures"][name]), panel_prints.print_of(picture, cell)
    assert kept.shape == now.shape
    apart = np.abs(kept - now).max(axis=2)
    row, column = np.unravel_index(int(apart.argmax()), apart.shape)
    where = f"{name}: {apart.max()} levels apart round ({cell * column}, {cell * row})"
    assert apart.max() <= LEVELS, f"{where}, {(apart > LEVELS).sum()} cells in all; {HINT}"
    if KEPT["libraries"] == panel_prints.libraries():
        lines = panel_prints.unpacked(KEPT["lines"][name], "<i4") - panel_prints.lines_of(picture)
        others, across = np.flatnonzero(np.abs(lines) > panel_prints.LINE_SUMS), -(-picture.get_width() // 4)
        columns, rows = 4 * others[others < across], 4 * (others[others >= across] - across)
        assert not len(others), f"{name}: columns {columns}, rows {rows} are others; {HINT}"


def test_sounds_are_as_they_were_heard() -> None:
    kept, now = KEPT["sounds"], panel_prints.sounds_of()
    assert kept.keys() == now.keys()
    for name, print_ in now.items():
        apart = np.abs(panel_prints.unpacked(kept[name], "<i4") - print_).max()
        assert apart <= 2, f"{name}: {apart} levels apart; {HINT}"


def test_every_print_is_of_a_picture_that_is_still_drawn() -> None:
    assert KEPT["pictures"].keys() == panel_prints.PICTURES.keys()
