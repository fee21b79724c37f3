# SPDX-License-Identifier: MIT
"""Visits to every shipped machine happen as they did when somebody had looked at them."""

from __future__ import annotations

import pytest
from prints import kept, prints_of
from soon import soon
from visit_prints import named, names, visited

KEPT = kept("visit_prints")


# Each type on parallel lines, with notes, cards, links, menus and prizes in kind; one of them on ccTalk.
SOON = (
    *((name, "parallel", "") for name in ("cierzo", "cometa", "moncayo_tarjeta", "ronda")),
    *(("aneto", "parallel", "service"), ("veruela", "parallel", "kind")),
)


@pytest.mark.parametrize(("name", "wiring", "bent"), soon(names(), *SOON))
def test_a_visit_happens_as_it_did(name: str, wiring: str, bent: str) -> None:
    """A change that is meant is written by ``visit_prints.py``; the kinds that differ say where to look."""
    assert prints_of(visited(name, wiring, bent)) == KEPT[named(name, wiring, bent)]


def test_the_visits_meet_what_machines_do() -> None:
    """Each of these in more than half of those that have no bent."""
    rows = [KEPT[named(*row)] for row in names() if not row[-1]]
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
        assert sum(kind in row for row in rows) > len(rows) / 2, kind
