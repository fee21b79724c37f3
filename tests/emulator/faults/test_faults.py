# SPDX-License-Identifier: MIT
"""Faults: their rows against firmware, manual and scenarios; coins moved to the cent; saved and replayed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from firmware_texts import said
from mutants import spoilt
from scenario_kept import kept, what_is_kept
from soon import soon

from emulator import Cabinet
from emulator.cabinet.fault_acts import PARTS
from emulator.cabinet.faults import (
    BUTTONS,
    DAMAGE,
    LAMPS,
    MECHANISMS,
    METERS,
    TYPES,
    Fault,
    FaultError,
    checked,
    damages,
    faults,
    parse,
)
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from emulator.scenario.file import Machine, load
from emulator.scenario.names import shipped
from emulator.scenario.run import cabinet_of, play
from emulator.scenario.script import VERBS
from emulator.scenario.script import run as run_script
from machines.firmware import events
from machines.model import load_model

ROWS = tuple(faults().values())
MODEL = load_model("cierzo")


def test_every_row_is_done_by_something_and_nothing_else_is() -> None:
    assert {id_: row.act.split()[0] in PARTS for id_, row in damages().items()} == dict.fromkeys(
        damages(), True
    )
    assert {row.act for row in ROWS if row.input != DAMAGE} == {""}
    assert {row.input for row in ROWS} <= {*VERBS, ""} and {row.ends for row in ROWS} <= {*VERBS, "run"}


def test_what_a_fault_may_name_is_what_a_cabinet_has() -> None:
    parts = Cabinet("cierzo", seed="00").machine
    assert sorted(parts.buttons) == sorted(BUTTONS)
    assert sorted(parts.lamps) == sorted(LAMPS)
    assert list(parts.meters) == list(METERS)


def test_what_only_one_type_has_is_named_for_it_alone() -> None:
    """Lights for coins and a buzzer on type C; drums where there are any; tickets on type A."""
    moncayo, cometa, aneto = (load_model(name) for name in ("moncayo", "cometa", "aneto"))
    assert sorted(Cabinet("moncayo", seed="00").machine.lamps) == sorted((*LAMPS, "accept"))
    assert checked("lamp_broken", {"name": "accept"}, moncayo) == {"name": "accept"}
    with pytest.raises(FaultError, match=r"name must be one of start, .* \(got accept\)"):
        checked("lamp_broken", {"name": "accept"}, cometa)
    with pytest.raises(FaultError, match=r"must be a fault of type A machines \(got reel_jam: B, C\)"):
        checked("reel_jam", {"number": 1}, cometa)
    with pytest.raises(FaultError, match=r"must be a fault of a machine without drums \(got reel_jam\)"):
        checked("reel_jam", {"number": 1}, aneto)
    with pytest.raises(FaultError, match=r"number must be 1 to 3 \(got 4\)"):
        checked("reel_jam", {"number": 4}, moncayo)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_row_that_not_every_type_can_have_says_why(row: Fault) -> None:
    assert bool(row.types_only) == (sorted(row.types) != sorted(TYPES))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_tilt_has_the_text_that_the_firmware_shows(row: Fault) -> None:
    known = dict(said("en", "line_texts.py"))
    if row.tilt:
        assert row.text == known[row.tilt.split("{")[0]]
        assert row.lamp == "tower" and row.consequence == "lockup"
    elif row.text:
        assert row.text in known.values() and row.log
        assert row.consequence == "none"
    else:
        assert row.lamp == ""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_every_fault_is_shown_by_scenarios_that_ship(row: Fault) -> None:
    """They do the fault, see its tilt where there is one, and its difference where one opens."""
    assert row.scenarios
    used, seen, opened = not row.input, not row.tilt, row.difference == "none"
    for name in row.scenarios:
        assert name in shipped()
        for step in load(name).script.steps:
            id_ = step.arguments.get("id", f"door_{step.arguments.get('name', 'main')}")
            here = step.do == row.input and (id_ == row.id or row.input not in (DAMAGE, "open_door"))
            used = used or here or (step.do == "jam_reel" and row.id == "reel_jam")
            for conditions in (step.until, step.expect):
                tilt = conditions.get("tilt", "")
                tilt = tilt["contains"] if isinstance(tilt, dict) else tilt
                seen = seen or tilt.startswith(row.tilt.split("{")[0])
                opened = opened or f"fault:{row.id}" in conditions.get("differences", {})
    assert (used, seen, opened) == (True, True, True)


@pytest.mark.parametrize("row", soon(ROWS, *ROWS[::3]), ids=lambda row: row.id)
def test_every_fault_is_shown_with_both_mechanisms_or_says_why_not(row: Fault) -> None:
    """A scenario of each kind; where only one ships, what it shows holds with the other kind, too."""
    assert bool(row.only) == (sorted(row.mechanisms) != sorted(MECHANISMS))
    scenarios = [load(name) for name in row.scenarios]
    shown = {scenario.machine.mechanisms or "parallel" for scenario in scenarios}
    assert shown <= set(row.mechanisms)
    for kind in sorted(set(row.mechanisms) - shown):
        other = replace(scenarios[0], machine=replace(scenarios[0].machine, mechanisms=kind))
        result = play(other)
        assert result.held, str(result)


def _logged(wanted: str, log: list[str]) -> bool:
    """Whether an event is in a log, with any argument and any {parameter}."""
    like = re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(wanted)) + "( .*)?")
    return any(like.fullmatch(text) for text in log)


def _counted(row: Fault, first: dict[str, Any], last: dict[str, Any]) -> bool:
    if row.meter != "troubles":
        return bool(last[row.meter] > first[row.meter])
    place = _place(row.log[0].split()[1])
    return bool(last["troubles"][place] > first["troubles"][place])


def _place(trouble: str) -> int:
    code, _ = events.tilt_row(events.TILT, re.sub(r"\{\w+\}", "1", trouble))
    assert code != events.TILT, trouble
    return int(code - events.TILT)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_the_log_has_every_fault_and_its_meter_counts_it(row: Fault) -> None:
    """Where the machine can know; what it cannot know says so, and stops nothing."""
    if not row.log:
        assert (row.tilt, row.meter, row.consequence) == ("", "none", "none")
        return
    assert not row.tilt or row.input == "open_door" or f"tilt {row.tilt}" == row.log[0]
    found = [kept(name) for name in row.scenarios]
    for wanted in row.log:
        assert any(_logged(wanted, log) for _, _, log in found), (wanted, [log for _, _, log in found])
    assert any(_counted(row, first, last) for first, last, _ in found)


@pytest.mark.parametrize(
    ("old", "new", "logged", "counted"),
    [
        ("    log(state, code, argument)\n", "    pass\n", False, True),
        ("state.troubles[place] += 1", "pass", True, False),
    ],
)
def test_a_firmware_that_does_not_log_or_count_is_caught(
    old: str, new: str, logged: bool, counted: bool
) -> None:
    scenario, row = load("hopper_jam"), faults()["hopper_jam"]
    sound = cabinet_of(scenario.machine)
    sources = spoilt(sound.rom.sources, "store", old, new)
    cab = Cabinet(
        sound.model,
        seed="00",
        firmware=sources,
        trust_firmware=True,
        purse=scenario.machine.purse,
        language="es",
    )
    run_script(scenario.script, cab)
    first, last, log = what_is_kept(cab)
    assert _logged(row.log[0], log) == logged
    assert _counted(row, first, last) == counted


def test_a_script_can_give_what_a_fault_takes() -> None:
    assert {name for row in ROWS for name in row.parameters} == VERBS["damage"].keys() - {"id"}


def test_limits_and_names_are_kept() -> None:
    assert checked("coin_lost", {"cents": 100}, MODEL) == {"cents": 100, "coins": 1}
    with pytest.raises(FaultError, match=r"coins must be 1 to 50 \(got 51\)"):
        checked("coin_lost", {"cents": 100, "coins": 51}, MODEL)
    with pytest.raises(FaultError, match=r"cents must be one of .*10.* \(got 20\)"):
        checked("hopper_jam", {"cents": 20}, MODEL)
    with pytest.raises(FaultError, match=r"cents must be one of .* \(got None\)"):
        checked("hopper_jam", {}, MODEL)
    with pytest.raises(FaultError, match="slug takes no parameters"):
        checked("slug", {"cents": 10}, MODEL)
    with pytest.raises(FaultError, match="id must be one of meter_unplugged"):
        checked("rust", {}, MODEL)
    cab = Cabinet("cierzo", seed="00")
    with pytest.raises(FaultError, match="over by itself"):
        cab.mend("slug")
    cctalk = cabinet_of(Machine(mechanisms="cctalk"))
    with pytest.raises(FaultError, match="must be a fault of cctalk mechanisms"):
        cctalk.damage("coin_line_stuck", cents=10)
    with pytest.raises(FaultError, match="must be a fault of cctalk mechanisms"):
        cctalk.mend("coin_line_stuck")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "must be TOML"),
        ("[[fault]]\nid = 'a'", "missing"),
        ("[[fault]]\n[fault.parameters.n]\nkind = 'rope'", "n.kind must be one of"),
        ("[[fault]]\n[fault.parameters.n]\nlong = 1", "parameters.n"),
    ],
)
def test_rows_with_mistakes_are_refused(text: str, message: str) -> None:
    with pytest.raises(FaultError, match=message):
        parse(text, "mine.toml")


def _storm(cab: Cabinet) -> None:
    """Faults of every kind that lasts, none mended, with money coming and going."""
    for cents in (200, 100):
        cab.run(ms=3_000)
        cab.insert(cents)
    cab.run(ms=2_000)
    cab.damage("lamp_broken", name="start")
    cab.damage("coin_double", cents=100, coins=2)
    cab.damage("diverter_stuck", name="hopper")
    cab.press("collect")
    cab.run(ms=700)
    cab.damage("hopper_runaway", cents=10)
    cab.damage("button_stuck", name="start")
    cab.run(ms=1_500)
    cab.damage("supply_dip", for_ms=300)


def test_a_cabinet_saved_in_its_faults_goes_on_as_it_would_have() -> None:
    cab = Cabinet("cierzo", seed="00")
    _storm(cab)
    cab.damage("coin_line_stuck", cents=50)
    cab.damage("reel_optic_dirty", number=2)
    saved = cab.save()
    other = Cabinet.restore(saved)
    for one in (cab, other):
        one.run(ms=5_000)
        one.mend("hopper_runaway")
        one.mend("coin_line_stuck")
        one.run(ms=5_000)
    assert other.save() == cab.save()
    assert cab.books.differences["fault:hopper_runaway"] > 0


def test_a_journal_with_faults_replays(tmp_path: Path) -> None:
    path = tmp_path / "faults.jsonl"
    cab = Cabinet("cierzo", seed="00")
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        _storm(cab)
        cab.run(ms=3_000)
        cab.mend("hopper_runaway")
        cab.mend("button_stuck")
        cab.run(ms=3_000)
        recorder.close()
    report = replay(path)
    assert report.same, str(report)


@pytest.mark.parametrize("mended_ms", range(320, 346, 2))
def test_a_coin_right_behind_a_line_that_was_mended_is_credited_or_has_a_name(mended_ms: int) -> None:
    """The line is credited as a coin, and without a pause of 15 ms the coin's pulse is one with it."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=4_000)
    cab.damage("coin_line_stuck", cents=100)
    cab.insert(100)
    cab.run(ms=mended_ms)
    cab.mend("coin_line_stuck")
    cab.run(ms=3_000)
    named = {"1.00": {}, "2.00": {"fault:coin_line_stuck": 100}}
    assert cab.books.differences == named[cab.display.credits]


def test_a_coin_that_was_jammed_on_a_stuck_line_has_a_name_when_it_lands() -> None:
    """The line had told of no coin, and this one had no pulse of its own."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=4_000)
    cab.damage("coin_jam")
    cab.insert(100)
    cab.run(ms=250)
    cab.damage("coin_line_stuck", cents=100)
    cab.run(ms=3_000)
    assert (cab.display.credits, cab.books.differences) == ("1.00", {"fault:coin_line_stuck": 100})
    cab.mend("coin_jam")
    cab.run(ms=3_000)
    assert (cab.display.credits, cab.books.differences) == ("1.00", {})


@pytest.mark.parametrize("name", ["cierzo", "cometa", "aneto"])
def test_a_jammed_coin_that_is_freed_at_once_is_credited(name: str) -> None:
    """Its pulse is as long as any, even where it was under the sensor for a millisecond."""
    for freed_ms in range(336, 362, 2):
        cab = Cabinet(name, seed="00")
        cab.run(ms=4_000)
        cab.damage("coin_jam")
        cab.insert(100)
        cab.run(ms=freed_ms)
        cab.mend("coin_jam")
        cab.run(ms=3_000)
        assert (cab.books.differences, cab.tray) == ({}, {}), f"freed {freed_ms} ms behind the slot"
        assert cab.display.credits == "1.00", f"freed {freed_ms} ms behind the slot"
