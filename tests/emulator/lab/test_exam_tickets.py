# SPDX-License-Identifier: MIT
"""A dispenser without tickets, jammed or unplugged: right machines hold, altered ones do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import examined, must_hold, refused, spoil
from mutants import Mutant

CHECK = "ticket_faults"
NONE_LEFT = 'tilt.report(state, "ticket_none")'
FORGIVEN = (
    'state.state = rows.put(state.state, "tickets_out", rows.get(state.state, "tickets_out") + owed(state))'
)


@pytest.mark.parametrize(
    "machine", ["cometa", *[pytest.param(one, marks=pytest.mark.long) for one in ("ronda", "verbena")]]
)
def test_a_machine_that_ships_gives_every_ticket(machine: str, tmp_path: Path) -> None:
    """G-57."""
    must_hold(examined(CHECK, machine, tmp_path), "G-57")


def test_a_machine_that_turns_for_ever_without_paper_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-57: nobody is called."""
    spoil(monkeypatch, "skill", "no paper is taken for a notch")
    assert refused(examined(CHECK, "cometa", tmp_path)) == {"G-57"}


def test_a_machine_that_forgets_what_it_owes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-57: it calls, and counts as given what never came."""
    Mutant("machines/firmware/skill/tickets.py", NONE_LEFT, f"{FORGIVEN}; {NONE_LEFT}", "").spoil(monkeypatch)
    assert refused(examined(CHECK, "cometa", tmp_path)) == {"G-57"}
