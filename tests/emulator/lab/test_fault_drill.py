# SPDX-License-Identifier: MIT
"""Every fault on machines of types A and C: found out, logged, counted and over as on type B, or why not."""

from __future__ import annotations

import re

import pytest
from fault_drill import Drilled, drill

from emulator.cabinet.faults import faults
from machines.firmware import events

# Tickets have scenarios of their own on the machine of type A; no shipped machine of these types takes notes.
ROWS = [row for row in faults().values() if row.device not in ("ticket dispenser", "note acceptor")]
MACHINES = {"C": "moncayo", "A": "cometa"}
# One of each kind of machine part is enough for a quick look at type A.
QUICK = {"meter_unplugged", "coin_jam", "hopper_jam", "memory_plays", "button_stuck", "door_logic"}
SHOWN = [
    pytest.param(
        type_,
        row.id,
        id=f"{type_} {row.id}",
        marks=[] if type_ == "C" or row.id in QUICK else [pytest.mark.long],
    )
    for type_ in MACHINES
    for row in ROWS
    if type_ in row.types
]


@pytest.mark.parametrize(("type_", "name"), SHOWN)
def test_a_fault_is_found_out_told_and_over(type_: str, name: str) -> None:
    """What the row says was seen; the books balance at every event, the cabinet sees to that."""
    row = faults()[name]
    seen = drill(MACHINES[type_], row)
    for text in row.log:
        wanted = named(text, seen)
        assert any(re.fullmatch(wanted, logged) for logged in seen.log), (wanted, seen.log)
    if row.tilt and row.device != "main door":
        assert {tilt for tilt in seen.tilts if re.fullmatch(named(row.tilt, seen), tilt)}
        assert "tower" in seen.lit
        assert seen.sounded == (type_ == "C"), "doors and tilts sound where there is a buzzer"
    if row.meter == "troubles":
        trouble = re.sub(r"\{\w+\}", "1", row.log[0].split()[1])
        place = events.tilt_row(events.TILT, trouble)[0] - events.TILT
        assert seen.last["troubles"][place] > seen.first["troubles"][place]
    elif row.meter != "none":
        assert seen.last[row.meter] > seen.first[row.meter]
    assert seen.cab.tilt == "" and seen.last["plays"] > seen.healed["plays"], "a machine that is whole plays"


def named(text: str, seen: Drilled) -> str:
    """What the row says, as a pattern: its parameters may be any number, and arguments may follow."""
    return re.sub(r"\\{\w+\\}", r"\\d+", re.escape(text)) + "( .*)?"


def test_a_row_says_why_some_types_cannot_have_it() -> None:
    for row in faults().values():
        assert bool(row.types_only) == (sorted(row.types) != ["A", "B", "C"]), row.id
