# SPDX-License-Identifier: MIT
"""What a report of a device shows: its case in every tilt, its throws within bounds, a throw in time."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from device_exams import DeviceExams

from emulator.lab.bench.device_watch import throw_in_time
from emulator.lab.exam.device_pictures import brought, moments, seen_of, take_device
from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.pictures import LISTED, take
from emulator.lab.report.charts import drawn, pictures
from emulator.lab.report.device_charts import bounds, throws
from emulator.lab.report.figures import Scribe
from emulator.tables.hands import hand_of
from machines.tables.cup import cup_names
from machines.tables.wheel import wheel_names

DEVICES = [*wheel_names(), *cup_names()]
# Of the firmware (docs/wheel.md, docs/dice_cup.md); a device whose program is another's has ``program``.
TILTS = {
    "wheel": {"lid", "body", "watchdog", "askew", "launch", "ball", "dark", "memory"},
    "cup": {"lid", "body", "watchdog", "memory"},
}


# --- the case -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DEVICES)
def test_every_tilt_has_a_picture_and_each_shows_what_it_says(name: str) -> None:
    sample = DeviceSample.of(name)
    made = moments(sample)
    assert {one.tilt for one in made} - {""} == TILTS[sample.type]
    told = set()
    for moment in made:
        hand = brought(sample, moment)
        seen = seen_of(hand)
        told.add(seen)
        if moment.tilt == "memory":
            assert "AVERÍA" in seen.message and not seen.ready
        else:
            assert hand.device.record["tilt"] == moment.tilt, moment.name
    assert len(told) == len(made)


def test_lamps_are_those_of_the_device() -> None:
    lit = {}
    for moment in moments(DeviceSample.of("boule"))[:4]:
        seen = seen_of(brought(DeviceSample.of("boule"), moment))
        lit[moment.name] = (seen.ready, seen.closed, len(seen.past))
    assert lit == {
        "rest": (True, False, 3), "begun": (False, False, 0), "closed": (False, True, 0),
        "shown": (True, False, 1),
    }  # fmt: skip
    cup = seen_of(brought(DeviceSample.of("cubilete"), moments(DeviceSample.of("cubilete"))[0]))
    assert cup.closed is None and len(cup.past) == 3  # it has no lamp for no more bets


def test_a_report_gets_the_pictures_with_their_captions(tmp_path: Path) -> None:
    import pygame

    sample = DeviceSample.of("boule")
    found = take(sample, tmp_path / "pictures")
    assert json.loads((tmp_path / "pictures" / LISTED).read_text(encoding="utf-8")) == found
    shown = pictures(tmp_path, tmp_path / "evidence", Scribe("es"), {})
    assert len(shown) == len(moments(sample))
    assert "«TEST BOLA PERDIDA: LLAVE»" in " ".join(caption for caption, _ in shown)
    sheets = {pygame.image.tobytes(pygame.image.load(path), "RGB") for _, path in shown}
    assert len(sheets) == len(shown)
    assert take_device(sample, tmp_path / "again") == found


# --- the charts --------------------------------------------------------------------------------------


@pytest.fixture
def evidence(device_exam: DeviceExams) -> dict[str, Path]:
    """The throws of a wheel and of a cup."""
    return {name: device_exam(name, "device_throws").folder for name in ("boule", "cubilete")}


@pytest.mark.parametrize(("cells", "many"), [(18, 360), (37, 740), (216, 1_440)])
def test_bounds_are_those_of_the_binomial_distribution(cells: int, many: int) -> None:
    """By whole numbers: each tail has at most 1 % of all columns, and one count nearer has more."""
    low, high = bounds(many, cells)
    ways = [comb(many, k) * (cells - 1) ** (many - k) for k in range(many + 1)]
    share, whole = Fraction(1, 200 * cells), cells**many
    assert Fraction(sum(ways[:low]), whole) <= share < Fraction(sum(ways[: low + 1]), whole)
    assert Fraction(sum(ways[high + 1 :]), whole) <= share < Fraction(sum(ways[high:]), whole)


@pytest.mark.parametrize("name", ["boule", "cubilete"])
def test_throws_and_a_throw_in_time_are_drawn(name: str, evidence: dict[str, Path]) -> None:
    for language in ("es", "en"):
        first, second = drawn(evidence[name], Scribe(language))
        cells = 18 if name == "boule" else 216
        assert first.svg.count('fill="#5b78b8"') == cells and f" {cells} " in first.note
        assert second.svg.count("<circle") == (6 if name == "boule" else 5)


def test_a_case_that_is_seen_too_often_is_red(evidence: dict[str, Path]) -> None:
    path = evidence["boule"] / "checks" / "device_throws" / "throws.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    data["counts"]["4"] = bounds(360, 18)[1] + 30
    (shown,) = throws(data, Scribe("es"))
    assert shown.svg.count('fill="#c02a1a"') == 1


@pytest.mark.parametrize("name", DEVICES)
def test_a_throw_is_drawn_committed_and_only_then_shown(name: str) -> None:
    sample = DeviceSample.of(name)
    times = dict(throw_in_time(hand_of(sample.device(seed="00"))))
    rest = "lifted" if sample.type == "cup" else "rest"
    order = ["begun", *(["closed"] if sample.type == "wheel" else []), "drawn", "committed", rest, "shown"]
    assert list(times) == order
    assert times["committed"] - times["drawn"] < 1_000 < times["shown"] - times["drawn"]
