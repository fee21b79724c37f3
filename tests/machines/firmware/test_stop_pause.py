# SPDX-License-Identifier: MIT
"""Each machine stops its reels in a rhythm of its own, which its model says and its firmware keeps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest
from broken_models import sound

from emulator import Cabinet
from machines.model import ModelError, load_model, model_names, read_model

# With drums a reel needs that long on average from the order to its rest (docs/model.md).
DRUM_WAY_MS = 310
# The shortest play of RD 2110/1998: articles 6.5 and 10.c, the rows B-10 and C-09.
LAW_MS = {"B": 5_000, "C": 2_500}
# Those that take coins and play without the controller of a link.
BY_THEMSELVES = (
    "aneto", "cierzo", "galacho", "moncayo", "moncayo_fichas", "moncayo_nacional", "monegros", "mudejar",
)  # fmt: skip


def paces() -> dict[str, float]:
    """The mean time from one stop to the next that each model with reels states."""
    found = {}
    for name in model_names():
        settings = load_model(name).settings()
        if settings["REELS"]:
            pause = settings["STOP_PAUSE_MS"]
            assert isinstance(pause, int)
            found[name] = pause + (DRUM_WAY_MS if settings["MOTOR_STEPS"] else 0)
    return found


def stops_apart_ms(name: str, plays: int) -> list[float]:
    """The times from one stop to the next in the first plays of a machine."""
    cab = Cabinet(name, seed="00", purse={200: 90, 100: 90})
    cab.run(ms=5_500)
    apart: list[float] = []
    for _ in range(plays):
        while cab.model.price_cents > round(100 * float(cab.display.credits)):
            cab.insert(200)
            cab.run(ms=900)
        cab.run(ms=4_000)
        cab.press("start")
        cab.run(ms=4_500)
        stops = [reel.stopped_at_us for reel in cab.reels]
        apart += [(after - before) / 1_000 for before, after in pairwise(stops)]
    return apart


def test_every_machine_that_ships_has_its_own_rhythm() -> None:
    found = paces()
    assert len(found) >= 11
    assert all(350 <= pace <= 600 for pace in found.values()), found
    assert len(set(found.values())) >= 8, found


@pytest.mark.parametrize(("name", "plays"), [("cierzo", 6), ("mudejar", 1)])
def test_the_firmware_keeps_the_rhythm_of_the_model(name: str, plays: int) -> None:
    """Drums within what their way to the stop leaves open, a screen to the millisecond."""
    pace = paces()[name]
    apart = stops_apart_ms(name, plays)
    assert len(apart) >= 4
    assert abs(mean(apart) - pace) <= (80 if name == "cierzo" else 1), apart
    assert min(apart) > 0


@pytest.mark.parametrize("name", ["cierzo", "aneto"])
def test_a_pause_is_bounded_and_may_be_left_out(name: str) -> None:
    raw = sound(name)
    law = {key: value for key, value in raw["durations"].items() if key != "stop_pause_ms"}
    left_out = read_model({**raw, "durations": law}).settings()
    assert left_out["STOP_PAUSE_MS"] == (300 if name == "cierzo" else 250)
    for pause, well in ((19, False), (20, True), (1_000, True), (1_001, False)):
        changed = {**raw, "durations": {**law, "stop_pause_ms": pause}}
        if well:
            assert read_model(changed).settings()["STOP_PAUSE_MS"] == pause
        else:
            with pytest.raises(ModelError, match="stop_pause_ms"):
                read_model(changed)


def test_a_machine_without_reels_waits_for_none() -> None:
    assert load_model("cometa").settings()["STOP_PAUSE_MS"] == 0


def plays_apart_ms(name: str, plays: int) -> list[float]:
    """The times from one start to the next of a machine whose START is pressed every 120 ms."""
    cab = Cabinet(name, seed="00", purse={200: 90, 100: 90})
    begun: list[int] = []

    def heard(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "step":
            begun.append(t_us)

    cab.run(ms=5_500)
    for _ in range(12):
        cab.insert(200)
        cab.run(ms=800)
    cab.listen(heard)
    for _ in range(plays * 60):
        cab.press("start", 60)
        cab.run(ms=120)
    return [(after - before) / 1_000 for before, after in pairwise(begun)]


@pytest.mark.parametrize("name", BY_THEMSELVES)
def test_however_soon_the_reels_stand_no_play_begins_before_the_law_lets_it(name: str) -> None:
    """B-10 and C-09: START pressed without end, and the model's time has passed, the law's at least."""
    model = load_model(name)
    least = model.settings()["PLAY_MIN_MS"]
    assert isinstance(least, int)
    assert least >= LAW_MS[model.type]
    apart = plays_apart_ms(name, 3)
    assert len(apart) >= 2
    assert all(one >= least for one in apart), apart
