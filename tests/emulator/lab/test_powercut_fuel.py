# SPDX-License-Identifier: MIT
"""Cuts on genuine MicroPython: at the same places as on CPython, and between any two instructions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from test_powercut import KEY, chapter_of, model

from emulator.chapters.player import Player
from emulator.lab.powercut import run_powercut
from emulator.lab.powercut_bench import Bench, Verdict
from emulator.lab.powercut_fuel import FuelRecorder
from emulator.lab.powercut_recorder import FUEL, Recorder
from emulator.vm.choose import CPYTHON, MICROPYTHON
from machines.rom.program import firmware_sources


def lengths() -> dict[int, int]:
    """Ticks of the chapter and how many instructions each takes."""
    recorder = FuelRecorder(chapter_of("stratum"), model(), KEY, chosen={})
    recorder.run()
    return recorder.fuel


def tick_of_the_play() -> int:
    """The tick in which the chapter's play is decided."""
    cab = chapter_of("stratum").cabinet(model(), KEY)
    cab.power_off()
    found: list[int] = []

    def listen(kind: str, _t_us: int, _fields: Mapping[str, Any]) -> None:
        if kind == "step":
            found.append(cab.board.ticks)

    cab.listen(listen)
    cab.power_on()
    chapter_of("stratum").play(Player(cab))
    return found[0]


def spread(fuel: Mapping[int, int], ticks: int, each: int) -> dict[int, list[int]]:
    """Instructions spread evenly over some ticks, the first and the last one included."""
    step = max(1, len(fuel) // ticks)
    return {
        tick: [length * number // (each - 1) for number in range(each)]
        for tick, length in list(fuel.items())[::step]
    }


def test_both_runtimes_have_the_same_places() -> None:
    """DESIGN section 5: a cut is (tick, operations done in it), so it replays on either runtime."""
    found = []
    for runtime in (CPYTHON, MICROPYTHON):
        recorder = Recorder(chapter_of("stratum"), model(), KEY, runtime=runtime, count_only=True)
        found.append((recorder.run().fram_bytes, recorder.places))
    assert found[0] == found[1]


def test_cuts_on_micropython_find_nothing_wrong() -> None:
    sweep = run_powercut(model(), cuts=60, seed="00", only=("stratum",), runtime=MICROPYTHON)
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.runtime == MICROPYTHON and sweep.total.cuts == 60


def test_cuts_between_instructions_find_nothing_wrong() -> None:
    chosen = spread(lengths(), 12, 9)
    tally = FuelRecorder(chapter_of("stratum"), model(), KEY, chosen=chosen).run()
    assert [f"{place}: {what}" for place, what in tally.told] == []
    assert tally.cuts == tally.fuel_cuts == sum(map(len, chosen.values())) >= 100
    assert 1 < tally.counts.states < tally.cuts == tally.counts.states + tally.counts.merged


def test_cuts_that_are_spared_end_as_if_they_had_been_made() -> None:
    """Between two cuts of a tick that found the same done only the program can differ, and it is gone."""
    chapter = chapter_of("refund")
    counter = FuelRecorder(chapter, model(), KEY, chosen={})
    counter.run()
    chosen = spread(counter.fuel, 8, 25)

    class Thorough(FuelRecorder):
        def _verdicts(self, bench: Bench, before: dict[str, Any], fuels: Sequence[int]) -> list[Verdict]:
            return [super(Thorough, self)._verdicts(bench, before, [fuel])[0] for fuel in fuels]

    spared = FuelRecorder(chapter, model(), KEY, chosen=chosen).run()
    made = Thorough(chapter, model(), KEY, chosen=chosen).run()
    assert spared.kills < made.kills == made.cuts
    spared.kills = made.kills
    # Nor is a state missed: only a state between two equal ones could be.
    assert spared == made


def test_a_play_that_is_seen_before_it_is_committed_is_found_between_instructions() -> None:
    sources = firmware_sources()
    honest = "    store.commit(state)\n    mark_start(state)\n"
    assert sources["play"].count(honest) == 1
    sources["play"] = sources["play"].replace(honest, f"    _roll(state, 0)\n{honest}")
    tick = tick_of_the_play()
    length = lengths()[tick]
    chosen = {tick: [length * number // 60 for number in range(60)]}
    tally = FuelRecorder(chapter_of("stratum"), model(), KEY, firmware=sources, chosen=chosen).run()
    assert tally.violations
    place, what = tally.told[0]
    assert place.how == FUEL and "instruction" in str(place)
    assert "but never committed" in what


@pytest.mark.long
def test_a_hundred_thousand_cuts_between_instructions_find_nothing_wrong() -> None:
    sweep = run_powercut("cierzo", cuts=1, fuel_cuts=100_000, seed="00")
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.total.fuel_cuts == 100_000


@pytest.mark.long
def test_every_place_of_the_script_finds_nothing_wrong_on_micropython() -> None:
    sweep = run_powercut("cierzo", seed="00", runtime=MICROPYTHON)
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.complete
