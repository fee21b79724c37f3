# SPDX-License-Identifier: MIT
"""Nothing of the cycle is told on a machine of record with shut doors: a watcher could wait for prizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulator.cabinet import Cabinet
from emulator.inside.commits import TELLING
from emulator.inside.ear import Ear
from emulator.inside.inside import Inside

OF_CHANCE = ("cycle.", "urn.", "chance.", "pot.")


def told(inside: Inside) -> list[str]:
    return [name for name in inside.values() if name.startswith(OF_CHANCE)]


def play(cabinet: Cabinet) -> None:
    cabinet.run(ms=4_000)
    cabinet.insert(200)
    cabinet.run(ms=2_000)
    cabinet.press("start")
    cabinet.run(ms=400)


def changes(ear: Ear) -> Iterator[tuple[str, str, str]]:
    for commit in ear.commits:
        yield from commit.changes


@pytest.fixture
def of_record() -> Cabinet:
    return Cabinet("cierzo")


def test_a_machine_of_record_with_shut_doors_tells_nothing_of_its_cycle(of_record: Cabinet) -> None:
    inside, ear = Inside(of_record), Ear(of_record)
    ear.open()
    play(of_record)
    assert told(inside) == [] and not inside.tells_odds
    state = bytes(of_record.machine.record()["state"])  # type: ignore[index]
    shown = [(name, before, after) for name, before, after in changes(ear) if name in TELLING]
    assert shown and {(before, after) for _, before, after in shown} == {("…", "…")}
    heard = " ".join(frame.text for frame in ear.frames)
    assert "fram" in {frame.who for frame in ear.frames}
    pieces = [state[at : at + 6] for at in range(len(state) - 5)]
    told_apart = [piece.hex(" ") for piece in pieces if piece.count(0) < 2]
    assert len(told_apart) > 20 and not any(piece in heard for piece in told_apart)


@pytest.mark.parametrize("name", ["main", "box", "logic"])
def test_an_open_door_tells_and_a_shut_one_does_not(of_record: Cabinet, name: str) -> None:
    inside = Inside(of_record)
    of_record.open_door(name)
    assert told(inside)
    of_record.close_door(name)
    assert told(inside) == []


@pytest.mark.parametrize("name", ["operator", "service"])
def test_a_turned_key_tells(of_record: Cabinet, name: str) -> None:
    of_record.turn_key(name)
    assert told(Inside(of_record))


def test_a_test_machine_tells_with_shut_doors() -> None:
    cabinet = Cabinet("cierzo", seed="00")
    ear = Ear(cabinet)
    ear.open()
    play(cabinet)
    assert told(Inside(cabinet))
    said = {name: after for name, _, after in changes(ear)}
    assert "play 1, cycle 0, stratum 0" in said["state"] and said["outcome"] != "…"


def test_where_reels_will_stop_is_not_told_before_they_do(of_record: Cabinet) -> None:
    shut, test = Ear(of_record), Cabinet("cierzo", seed="00")
    opened = Ear(test)
    for ear, cabinet in ((shut, of_record), (opened, test)):
        ear.open()
        play(cabinet)
        cabinet.run(ms=3_000)
    told_shut, told_test = (
        [frame.text for frame in ear.frames if frame.who == "reels" and frame.out] for ear in (shut, opened)
    )
    assert told_shut and all(text.endswith(" bytes") for text in told_shut)
    assert any("target step " in text for text in told_test)
