# SPDX-License-Identifier: MIT
"""Storms of coins, buttons, doors, keys, faults and power cuts: what always holds, holds after every step."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import storm
import storm_skill
from hypothesis import seed, settings
from mutants import spoilt
from soon import soon

from emulator import EmulatorError
from emulator.cabinet import Cabinet
from emulator.cabinet.faults import damages
from emulator.devices.hopper import Hopper
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from emulator.scenario.file import load, parse
from emulator.scenario.run import play
from emulator.scenario.script import run
from emulator.types.common.laws import RISING
from emulator.types.registry import always_of
from machines.firmware import nvram as record_format
from machines.memory.record import decode
from machines.rom.program import firmware_sources

# A storm of 80 rules is some 130 steps: one thing done, some time, a look at everything.
RULES = 80
STEPS = {"parallel": 2_450, "cctalk": 100}
LONG_STEPS = {"parallel": 50_000, "cctalk": 12_500}


def _storms(mechanisms: str, number: int, steps: int) -> Counter[str]:
    """At least so many steps, in storms of their own; what was seen in them."""
    make = storm.in_place(mechanisms)
    looked = make()
    looked.looks = 0
    round_ = 0
    while looked.looks < steps:
        storms = max(2, (steps - looked.looks) // 130)
        storm.weather(make, number * 1_000 + round_, storms, rules=RULES)
        round_ += 1
    return looked.seen


@pytest.mark.long
@pytest.mark.parametrize(
    ("mechanisms", "number"),
    [*(("parallel", number) for number in range(4)), *(("cctalk", number) for number in range(2))],
)
def test_ten_thousand_steps_break_nothing(mechanisms: str, number: int) -> None:
    """
    Both balances, limits, counters, displays, the way back to a machine that pays what it owes.

    4 x 2,450 with parallel lines, 2 x 100 on a ccTalk bus, where a step takes five times as long.
    """
    seen = _storms(mechanisms, number, STEPS[mechanisms])
    if mechanisms == "parallel":  # too few steps on a bus to see each of them every time
        for what in ("step", "coin_accepted", "hopper_coin", "power", "tilt door"):
            assert seen[what], what


def _met(seen: Counter[str]) -> set[str]:
    """The faults that a storm met."""
    return {key for key in seen if key.startswith("damage ")}


@pytest.mark.long
@pytest.mark.parametrize(
    ("mechanisms", "number"), [("parallel", n) for n in range(18)] + [("cctalk", n) for n in range(8)]
)
def test_a_million_steps_break_nothing(mechanisms: str, number: int) -> None:
    """18 x 50,000 with parallel lines, 8 x 12,500 on a ccTalk bus, where a step takes five times as long."""
    seen = _storms(mechanisms, 100 + number, LONG_STEPS[mechanisms])
    # Which faults a storm meets is drawn; one that met few of them would show little, and goes on.
    for more in (1, 2):
        if len(_met(seen)) * 2 < len(damages(mechanisms)):
            seen += _storms(mechanisms, 100 * more + 500 + number, LONG_STEPS[mechanisms] // 2)
    assert len(_met(seen)) * 2 >= len(damages(mechanisms)), sorted(_met(seen))
    assert seen["step"] and seen["coin_accepted"] and seen["hopper_coin"] and seen["power"]


@pytest.mark.parametrize("mechanisms", soon(STEPS, "parallel"))
def test_a_storm_replays_from_its_journal(mechanisms: str, tmp_path: Path) -> None:
    """Each from its first start, so that a journal can be kept of it."""
    path = tmp_path / "storm.jsonl"

    class Recorded(storm.Storm):
        def __init__(self, mechanisms: str) -> None:
            self.text = io.StringIO()
            cab = storm.cabinet(mechanisms)
            self.recorder = Recorder(cab, self.text)
            super().__init__(cab, storm.machine_of(mechanisms))

        def over(self) -> None:
            self.recorder.close()
            path.write_text(self.text.getvalue(), encoding="ascii", newline="\n")
            report = replay(path, build=rebuilt)
            assert report.same and report.complete, str(report)
            replayed.append(report.lines)

    def rebuilt(origin: Mapping[str, Any], **options: Any) -> Cabinet:
        """The model's file has other mechanisms."""
        model = storm.cabinet(mechanisms).model
        return Cabinet.from_origin({**origin, "model": model}, **options)

    replayed: list[int] = []
    machine = storm.storm_machine(lambda kind=mechanisms: Recorded(kind))
    machine.again = None  # time that runs back by another way than ``rewind`` is in no journal
    storm.run_state_machine_as_test(
        seed(7)(machine),
        settings=settings(max_examples=3, stateful_step_count=40, deadline=None, database=None),
    )
    assert len(replayed) >= 3


@pytest.mark.parametrize("mechanisms", STEPS)
def test_a_storm_is_the_same_on_the_genuine_program(mechanisms: str) -> None:
    """As a scenario it holds on CPython and on MicroPython, and leaves the same memory and differences."""
    make = storm.in_place(mechanisms)
    texts: list[str] = []
    looked = make()
    looked.over = lambda: texts.append(looked.scenario("a storm"))  # type: ignore[method-assign]
    storm.weather(make, 11, 2, rules=20)
    found = []
    for runtime in ("cpython", "micropython"):
        kept: list[Cabinet] = []
        result = play(parse(texts[-1]), runtime=runtime, made=kept.append)
        assert result.held, str(result)
        found.append((kept[0].nvram, kept[0].books.differences, kept[0].tray))
    assert found[0] == found[1]


def test_what_only_rises_is_named_as_the_memory_names_it() -> None:
    names = {row[0] for row in record_format.LAYOUT}
    assert set(RISING) <= names and {"coin_in_cents", "hand_paid_cents", "plays"} <= set(RISING)


def stands_the_weather(machine: str) -> None:
    """For as long as a wrong one may take to break."""
    make = storm.in_place(machine) if machine in STEPS else _making(machine)
    for number in range(8):
        storm.weather(make, number * 1_000, 10, rules=RULES, shrink=False)


def test_a_machine_with_a_full_prize_meter_stands_the_weather() -> None:
    """B-14, B-16: what does not fit is paid at once, meter and prize apart."""
    storm.weather(storm.in_place("parallel", cab=storm.full_meter()), 3, 3, rules=40)


def test_a_prize_meter_above_its_limit_does_not_stand_the_weather() -> None:
    old, new = "    if state.prize_meter_cents + cents < limit_cents:", "    if cents < limit_cents:"
    sources = spoilt(firmware_sources(), "credit", old, new)
    _must_break(storm.in_place("parallel", cab=storm.full_meter(sources)), "prize_meter_cents must be")


def _chance_storms(name: str, number: int, steps: int) -> Counter[str]:
    """At least so many steps over a machine of type C."""
    make = storm.chance_storms(name)
    looked = make()
    looked.looks = 0
    round_ = 0
    while looked.looks < steps:
        storm.weather(make, number * 1_000 + round_, 3, rules=RULES)
        round_ += 1
    return looked.seen


@pytest.mark.parametrize("name", ["mudejar", "aneto"])
def test_three_hundred_steps_break_no_machine_of_type_c(name: str) -> None:
    assert _chance_storms(name, 1, 300)["hopper_coin"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["mudejar", "aneto"])
def test_ten_thousand_steps_break_no_machine_of_type_c(name: str) -> None:
    seen = _chance_storms(name, 2, 10_000)
    assert seen["step"] and seen["coin_accepted"] and seen["hopper_coin"] and seen["power"]


DRAWN = ("moncayo", "galacho")  # of chance: no tickets


def _making(name: str) -> storm.Making:
    """Storms over a machine of type A or C, or over the one of type B that offers gambles."""
    if name == "galacho":
        return storm.typed_storms(storm.Storm, name)
    return (storm.chance_storms if name in ("moncayo", "mudejar") else storm_skill.skill_storms)(name)


def _typed_storms(name: str, number: int, steps: int, storms: int) -> Counter[str]:
    """At least so many steps over a machine of type A or C."""
    make = _making(name)
    looked = make()
    looked.looks = 0
    round_ = 0
    while looked.looks < steps:
        storm.weather(make, number * 1_000 + round_, storms, rules=RULES)
        round_ += 1
    return looked.seen


SMALL = [("cometa", 7), ("ronda", 7), ("moncayo", 8), ("galacho", 9)]


@pytest.mark.parametrize(("name", "number"), soon(SMALL, ("cometa", 7), ("galacho", 9)))
def test_a_hundred_steps_break_no_other_machine(name: str, number: int) -> None:
    make = _making(name)
    looked = make()
    looked.looks = 0
    storm.weather(make, number, 4, rules=30)
    assert looked.looks >= 100 and looked.seen["power"]
    assert looked.seen["step"] if name in DRAWN else looked.seen["ticket"]


def test_a_play_may_begin_in_the_tick_that_finds_the_door_shut() -> None:
    """Two commits of one tick, read at once: the first shuts the door in the books."""
    make, begun = storm_skill.skill_storms("ronda"), 0
    for wait_ms in range(20, 45):
        weather = make()
        weather.do("open_door", name="main")
        weather.run(276)
        weather.do("close_door", name="main")
        weather.run(wait_ms)
        weather.do("press", name="start", ms=80)
        weather.run(100)
        weather.look()
        record = decode(weather.cab.nvram)
        begun += record is not None and bool(record["phase"])
    assert begun > 5


@pytest.mark.long
@pytest.mark.parametrize("name", ["cometa", "ronda", "verbena", "moncayo", "galacho"])
@pytest.mark.parametrize("number", range(5))
def test_fifty_thousand_steps_break_no_other_machine(name: str, number: int) -> None:
    """5 x 10,000 each."""
    seen = _typed_storms(name, 20 + number, 10_000, 40)
    assert seen["coin_accepted"] and seen["hopper_coin"] and seen["power"]
    assert seen["step"] if name in DRAWN else seen["ticket"]


def _must_break(make: storm.Making, what: str = "") -> None:
    """Ten thousand steps at most."""
    broke = False
    try:
        for number in range(8):
            storm.weather(make, number * 1_000, 10, rules=RULES, shrink=False)
    except (AssertionError, EmulatorError) as error:
        broke = what in str(error)
    assert broke


@pytest.mark.long
def test_a_hopper_that_hides_a_coin_does_not_stand_the_weather(monkeypatch: pytest.MonkeyPatch) -> None:
    """Physics that open no difference for what they let out."""
    monkeypatch.setattr(Hopper, "_moved", lambda self, fault, cents: None)
    _must_break(storm.in_place("parallel"))


@pytest.mark.long
def test_what_breaks_is_left_as_a_scenario_that_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shrunk by Hypothesis to a few steps, it fails on the broken machine and holds on ours."""
    monkeypatch.setenv("AZAR_STORMS", str(tmp_path))
    sources = spoilt(
        firmware_sources(), "display", "    if segments != state.segments:", "    if not state.segments:"
    )
    with pytest.raises(storm.BrokenError, match="credits must show"):
        storm.weather(storm.in_place("parallel", sources), 1, 10, rules=10)
    scenario = load(tmp_path / "storm_parallel.toml")
    assert len(scenario.script.steps) <= 12 and play(scenario).held
    cab = storm.cabinet("parallel", sources)
    assert not run(scenario.script, cab, always=always_of(cab).broken).held


@pytest.mark.parametrize("name", ["cometa", "moncayo"])
def test_a_scenario_of_a_storm_over_type_a_or_c_begins_with_its_credits(name: str) -> None:
    """To the byte: what the storm did before its first rule is in the file, too."""
    storms = _making(name)()
    storms.do("press", name="start", ms=80)
    storms.run(900)
    storms.do("power_off")
    storms.run(200)
    storms.do("power_on")
    storms.run(5_000)
    made: list[Cabinet] = []
    assert play(parse(storms.scenario("a storm")), made=made.append).held
    assert made[0].nvram == storms.cab.nvram and made[0].now_us == storms.cab.now_us
    record = decode(made[0].nvram)
    assert record is not None and record["starts"] == 1


@pytest.mark.parametrize("mechanisms", STEPS)
def test_a_storm_puts_the_coins_of_a_hopper_test_back(mechanisms: str) -> None:
    """Without them the machine stays stopped, as it should, and no storm could go on."""
    storms = storm.in_place(mechanisms)()
    storms.do("open_door", name="main")
    storms.run(600)
    storms.do("turn_key", name="service", on=True)
    storms.run(300)
    storms._press_until("PAGADORES")
    for name in ("hold_3", "start"):
        storms.do("press", name=name, ms=50)
        storms.run(3_000)
    assert storms._test_coins()
    storms.calm()
    assert not storms._test_coins() and not storms.cab.tilt
