# SPDX-License-Identifier: MIT
"""Visits to every shipped machine happen as they did when somebody had looked at them."""

from __future__ import annotations

import json

import pytest
import visit_prints
from visit_prints import FILE, names, visited

KEPT: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "wiring"), names())
def test_a_visit_happens_as_it_did(name: str, wiring: str) -> None:
    """A change that is meant is written by ``visit_prints.main``; the kinds that differ say where to look."""
    assert visited(name, wiring).print() == KEPT[f"{name} {wiring}"]


def test_visits_play_win_damage_and_service() -> None:
    """What the prints are of: coins, plays, doors, menus and restarts of more than half of them."""
    for kind in (
        "coin_stored",
        "commit",
        "counter",
        "display",
        "door",
        "key",
        "message",
        "power",
        "reel_stop",
    ):
        assert sum(kind in row for row in KEPT.values()) > len(KEPT) / 2, kind
    assert set(KEPT) == {f"{name} {wiring}" for name, wiring in visit_prints.names()}
