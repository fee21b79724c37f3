# SPDX-License-Identifier: MIT
"""
A play that begins right after a fault took the books from the memory: decided and counted once, or neither.

The machine still runs with them, and the commit of the play writes them anew. Only one that starts without
books must do nothing.
"""

from __future__ import annotations

from typing import Any

import pytest
import storm
from mutants import spoilt

from emulator.cabinet import Cabinet
from emulator.types.common.always import Always
from emulator.types.registry import always_of
from machines.firmware import nvram
from machines.memory.record import decode
from machines.rom.program import firmware_sources

# The bytes of a play: its row, and the main record that makes it count.
WHOLE = nvram.PLAY_SIZE + nvram.MAIN_SIZE


def paid(cab: Cabinet) -> Always:
    """Money is in, and START is lit."""
    always = always_of(cab)
    if not cab.lamps["start"]:
        cab.insert(cents=100)
    cab.run(ms=4_000)
    assert always.broken() == [] and cab.lamps["start"]
    return always


def lost(cab: Cabinet) -> Always:
    """A bit has flipped in both copies of the books of a machine that may be played."""
    always = paid(cab)
    cab.damage("memory_lost", name="main")
    assert decode(cab.nvram) is None
    return always


def starts(cab: Cabinet) -> int:
    """Plays that the books know."""
    record = decode(cab.nvram)
    assert record is not None
    return int(record["starts"])


@pytest.fixture(name="ready")
def ready_() -> Cabinet:
    """A new machine of type B at rest."""
    cab = storm.cabinet("parallel")
    cab.run(ms=storm.READY_MS)
    return cab


def test_a_play_that_writes_lost_books_anew_is_decided_and_counted_once(ready: Cabinet) -> None:
    always = lost(ready)
    ready.press("start", ms=80)
    ready.run(ms=6_000)
    assert always.broken() == [] and starts(ready) == 1 and not ready.tilt
    ready.run(ms=60_000)  # and a self test has looked at both copies
    assert always.broken() == [] and not ready.tilt


def test_a_step_of_type_c_that_writes_lost_books_anew_is_counted_once() -> None:
    cab = storm.chance_storms("moncayo")().cab
    always = lost(cab)
    cab.press("start", ms=80)
    cab.run(ms=6_000)
    assert always.broken() == [] and starts(cab) >= 1


def test_a_play_whose_commit_is_torn_with_no_whole_copy_left_never_was(ready: Cabinet) -> None:
    """It says so and stops; the backup of the attendant has the books before it, and the counter agrees."""
    always = paid(ready)
    state = ready.state()
    for count in (0, 60, 90, 500, WHOLE - 1, WHOLE, WHOLE + 27):
        ready.load_state(state)
        always.begin()
        ready.damage("memory_lost", name="main")
        ready.board.fram.cut_after(count)
        ready.press("start", ms=80)
        ready.run(ms=500)
        assert not ready.powered, count
        ready.power_on()
        ready.run(ms=2_000)
        assert always.broken() == []
        stopped = ready.tilt
        if stopped:
            ready.mend("memory_lost")
            ready.power_on()
            ready.run(ms=2_000)
            assert always.broken() == []
        found = (stopped, starts(ready), ready.tilt)
        assert found == (("memory", 0, "") if count < WHOLE else ("", 1, "")), count


def test_a_machine_that_counts_twice_is_told_although_its_memory_was_lost() -> None:
    sources = spoilt(
        firmware_sources(), "play", "    state.plays += number\n", "    state.plays += number + 1\n"
    )
    cab = storm.cabinet("parallel", sources)
    cab.run(ms=storm.READY_MS)
    always = lost(cab)
    cab.press("start", ms=80)
    cab.run(ms=300)
    assert any("plays must be 1" in line for line in always.broken())


def test_a_play_of_a_machine_that_started_without_books_is_told(ready: Cabinet) -> None:
    plays: list[dict[str, Any]] = []
    ready.listen(lambda kind, t_us, fields: plays.append(dict(fields)) if kind == "step" else None)
    always = lost(ready)
    ready.press("start", ms=80)
    ready.run(ms=6_000)
    assert always.broken() == [] and len(plays) == 1
    ready.damage("memory_lost", name="main")
    ready.power_off()
    ready.run(ms=500)
    ready.power_on()
    ready.run(ms=3_000)
    assert always.broken() == [] and ready.tilt == "memory" and len(plays) == 1
    ready.listeners.emit("step", **plays[0])  # our firmware never does
    assert always.broken() == ["no play without books"]
