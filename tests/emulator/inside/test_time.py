# SPDX-License-Identifier: MIT
"""Time that stands, steps, hurries and runs back inside a TEST machine; the same bytes as before."""

from __future__ import annotations

import pytest
from inside_rig import played

from emulator.cabinet import Cabinet
from emulator.inside.course import COIN, COMMIT, FAULT, PLAY, Course
from emulator.inside.ear import Ear
from emulator.inside.operations import BUS, BYTE, PIN
from emulator.inside.pace import COMMIT as A_COMMIT
from emulator.inside.pace import OPERATION, TICK, Pace
from emulator.inside.pace import PLAY as A_PLAY
from emulator.inside.past import OF_RECORD, Past


@pytest.fixture
def cabinet() -> Cabinet:
    one = played()
    one.remember()
    one.run(ms=1_000)
    return one


def test_so_many_ticks_on_and_back_give_the_same_bytes(cabinet: Cabinet) -> None:
    pace, past = Pace(cabinet), Past(cabinet)
    before, at_us, ticks = cabinet.state(), cabinet.now_us, cabinet.board.ticks
    for _ in range(7):
        assert pace.step(TICK)
    assert cabinet.board.ticks >= ticks + 7
    past.show(at_us)
    past.stay()
    assert cabinet.now_us == at_us and cabinet.state() == before


def test_what_is_only_looked_at_has_happened_all_the_same(cabinet: Cabinet) -> None:
    past, heard = Past(cabinet), []
    cabinet.listen_inputs(lambda name, t_us, arguments: heard.append(name))
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    now, at_us = cabinet.state(), cabinet.now_us
    for ago_us in (400_000, 1_400_000, 900_000, 200_000):
        assert past.show(at_us - ago_us) == cabinet.now_us == at_us - ago_us
    assert cabinet.purse[200] != 0 and cabinet.state() != now
    past.show(at_us)
    assert cabinet.state() == now
    past.show(at_us - 1_000_000)
    past.leave()
    assert cabinet.state() == now and heard == ["insert"]


def test_who_goes_on_from_the_past_leaves_one_input(cabinet: Cabinet) -> None:
    past, heard = Past(cabinet), []
    cabinet.listen_inputs(lambda name, t_us, arguments: heard.append((name, dict(arguments))))
    to_us = cabinet.now_us - 500_000
    past.show(to_us)
    assert past.stay() and not past.active
    assert heard == [("rewind", {"to_us": to_us})] and cabinet.now_us == to_us
    past.show(cabinet.now_us)
    assert not past.stay()


def test_a_machine_of_record_says_why_it_does_not_run_back() -> None:
    cabinet = Cabinet("cierzo")
    past, pace = Past(cabinet), Pace(cabinet)
    cabinet.run(ms=500)
    pace.paused = True
    assert past.hindrance == OF_RECORD and past.show(0) == cabinet.now_us == 500_000
    assert pace.elapsed(16_667) == 16_667


def test_speed_is_exact_over_many_frames(cabinet: Cabinet) -> None:
    pace = Pace(cabinet)
    for speed, times in ((0, 0.1), (1, 1), (2, 10), (3, 100)):
        pace.speed = speed
        assert sum(pace.elapsed(16_667) for _ in range(1_000)) == pytest.approx(16_667_000 * times, abs=1)
    pace.faster(1)
    assert pace.speed == 3
    pace.paused = True
    assert pace.elapsed(16_667) == 0


def test_a_step_ends_with_a_commit_or_a_play(cabinet: Cabinet) -> None:
    pace = Pace(cabinet)
    cabinet.insert(200)
    writes = cabinet.board.fram.writes
    assert pace.step(A_COMMIT) and cabinet.board.fram.writes > writes
    starts = cabinet.machine.record()["starts"]  # type: ignore[index]
    cabinet.run(ms=1_000)
    cabinet.press("start")
    assert pace.step(A_PLAY)
    assert cabinet.machine.record()["starts"] == starts + 1  # type: ignore[index]
    assert pace.step(A_PLAY) and cabinet.machine.record()["phase"] == 0  # type: ignore[index]


def test_a_cut_between_two_operations_leaves_what_was_shown_as_done(cabinet: Cabinet) -> None:
    pace = Pace(cabinet)
    cabinet.press("start")
    cabinet.run(ms=100)
    # The tick that commits a play writes a whole record.
    while pace.done != 500:
        pace.step(OPERATION)
    operations, before_us = pace.operations, pace.before_us
    assert [one.number for one in operations] == list(range(1, cabinet.board.ops + 1))
    assert {one.kind for one in operations} <= {PIN, BUS, BYTE, ""}
    written = [one.text for one in operations[:500] if one.kind == BYTE]
    past = Past(cabinet)
    past.show(before_us)
    past.stay()
    cabinet.cut_power(ops=500)
    image = bytearray(cabinet.nvram)
    pace.step(TICK)
    assert not cabinet.powered
    for text in written:
        place, _, byte = text.partition(" ")[0], None, text.rpartition(" = ")[2]
        image[int(place, 16)] = int(byte, 16)
    assert bytes(image) == cabinet.nvram


def test_marks_of_a_run_are_forgotten_when_it_runs_back(cabinet: Cabinet) -> None:
    course, ear = Course(cabinet), Ear(cabinet)
    ear.open()
    begin_us = cabinet.now_us
    cabinet.run(ms=10)
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    cabinet.press("start")
    assert Pace(cabinet).step(A_PLAY)
    cabinet.damage("hopper_jam", cents=10)
    assert {COIN, PLAY, FAULT, COMMIT} <= {mark.kind for mark in course.marks}
    assert ear.commits and ear.frames and ear.edges["coin_200"][1] == 2
    ear.hushed = True
    cabinet.rewind(begin_us)
    ear.hushed = False
    ear.back_to(cabinet.now_us)
    assert not course.marks and not ear.commits and not ear.frames
    assert "coin_200" not in ear.edges


def test_a_closed_ear_hears_nothing_and_leaves_nothing_behind(cabinet: Cabinet) -> None:
    board = cabinet.board
    listeners = cabinet.listeners
    before = (len(listeners._outputs), len(listeners._inputs))
    ear = Ear(cabinet)
    ear.open()
    assert board.i2c.heard is not None and board.line("diverter").heard is not None
    ear.close()
    assert (len(listeners._outputs), len(listeners._inputs)) == before
    assert board.i2c.heard is None and all(line.heard is None for line in board.lines.values())
    assert all(port.heard is None for port in board.chip.uarts)
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    assert not (ear.frames or ear.commits or ear.told or ear.edges)


def test_frames_of_the_cctalk_bus_are_decoded() -> None:
    cabinet = played("cierzo", "cctalk")
    ear = Ear(cabinet)
    ear.open()
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    told = [frame for frame in ear.frames if frame.bus == "cctalk"]
    assert any(frame.out and frame.text.startswith("229 ") for frame in told)
    assert any("2.00" in frame.text or "EU200" in frame.text or "credit" in frame.text for frame in told)
    assert all(frame.sound for frame in told)


def test_transfers_of_the_bus_are_decoded(cabinet: Cabinet) -> None:
    ear = Ear(cabinet)
    ear.open()
    cabinet.press("start")
    assert Pace(cabinet).step(A_PLAY)
    cabinet.run(ms=3_000)
    told = {frame.who: frame.text for frame in ear.frames if frame.sound}
    texts = {who: [frame.text for frame in ear.frames if frame.who == who] for who in told}
    assert any(text.startswith("plays ") and "°C" in text for text in texts["sealed counter"])
    assert any(text.startswith("frame ") for text in texts["sealed counter"])
    assert any(text.startswith("lamps ") for text in texts["glass"])
    assert any(text.endswith(" bytes written") for text in texts["fram"])
    assert any(text.startswith("reel 1 ") for text in texts["reels"])
