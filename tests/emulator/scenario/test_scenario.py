# SPDX-License-Identifier: MIT
"""Scenarios: files with mistakes, the machine they ask for, and that all that ship hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from places import ROOT
from scenario_kept import played_by_faults
from soon import soon

from emulator.cli import run as run_azar
from emulator.scenario.file import load, load_each, parse
from emulator.scenario.names import file_of, shipped
from emulator.scenario.run import cabinet_of, play
from emulator.scenario.script import ScriptError
from machines.support.languages import languages

DOCS = ROOT / "docs" / "scenarios.md"


def _one_of_each(names: Iterable[str]) -> list[str]:
    """The first of each area, which is the word that a name begins with."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(name.split("_")[0], name)
    return list(first.values())


AREAS = _one_of_each(shipped())
SLOW = {"cctalk_acceptor_unplugged", "link_award"}


@pytest.mark.parametrize("name", sorted(set(shipped()) - played_by_faults()))
def test_a_scenario_that_ships_holds(name: str) -> None:
    """Here and in test_faults.py, which plays those of the faults that the log keeps."""
    result = play(load(name))
    assert result.held, str(result)


@pytest.mark.parametrize("name", soon(AREAS, *(name for name in AREAS if name not in SLOW)))
def test_a_scenario_of_each_area_holds_on_micropython(name: str) -> None:
    result = play(load(name), runtime="micropython")
    assert result.held, str(result)


@pytest.mark.long
@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("name", shipped())
def test_a_scenario_that_ships_holds_on_both_runtimes(name: str, runtime: str) -> None:
    result = play(load(name), runtime=runtime)
    assert result.held, str(result)


def test_a_scenario_says_what_was_there_instead() -> None:
    text = '[[step]]\nafter_ms = 4000\nexpect = { credits = "9.99", tilt = "" }\n'
    result = play(parse(text))
    assert not result.held and result.exit_status == 1
    assert result.steps[0].unmet == ('credits must be "9.99" (got "0.00")',)


def test_a_machine_that_breaks_a_scenario_is_told() -> None:
    """The firmware forgets that the meters' loop must be closed."""
    scenario = load("meters_unplugged")
    cabinet = cabinet_of(scenario.machine)
    sources = dict(cabinet.rom.sources)
    assert 'report(state, "meter")' in sources["tilt"]
    sources["tilt"] = sources["tilt"].replace('report(state, "meter")', "pass")
    from emulator.cabinet import Cabinet
    from emulator.scenario.script import run

    assert not run(scenario.script, Cabinet("cierzo", seed="00", firmware=sources, trust_firmware=True)).held


def test_its_machine_is_as_the_file_says() -> None:
    text = (
        '[machine]\nmechanisms = "cctalk"\nserial = 7\nlanguage = "en"\npurse = { 200 = 3 }\n'
        "hoppers = { 10 = 5 }\n[[step]]\nafter_ms = 10\n"
    )
    cabinet = cabinet_of(parse(text).machine)
    assert (cabinet.model.mechanisms, cabinet.serial, cabinet.language) == ("cctalk", 7, "en")
    assert cabinet.purse == {200: 3}
    assert cabinet.hopper_levels == {10: 5, 100: 300}


BOTH = """
title = "A slug"
[machine]
mechanisms = ["parallel", "cctalk"]
[[step]]
after_ms = 4000
do = "damage"
id = "slug"
[[step]]
do = "insert"
cents = 100
until = { tray_cents = 100 }
[[step]]
mechanisms = "parallel"
expect = { log = ["power_up 1"] }
[[step]]
mechanisms = "cctalk"
expect = { log = ["power_up 1", "credits 99"] }
"""


def test_a_file_for_both_mechanisms_is_played_on_each_with_the_steps_of_each(tmp_path: Path) -> None:
    """A step of the one is not done on the other, and one that does not hold there is told."""
    path = tmp_path / "slug.toml"
    path.write_text(BOTH, encoding="utf-8")
    both = load_each(path)
    assert [one.name for one in both] == ["slug", "cctalk_slug"]
    assert [one.script.title for one in both] == ["A slug", "A slug (ccTalk)"]
    assert [cabinet_of(one.machine).model.mechanisms for one in both] == ["parallel", "cctalk"]
    parallel, bus = map(play, both)
    assert [step.number for step in parallel.steps] == [1, 2, 3] and parallel.held
    assert [step.number for step in bus.steps] == [1, 2, 4]
    assert [step.held for step in bus.steps] == [True, True, False]


@pytest.mark.parametrize("name", [name for name in shipped() if file_of(name)[1]])
def test_each_name_of_a_file_for_both_is_one_machine(name: str) -> None:
    parallel, bus = load(name.removeprefix("cctalk_")), load(name)
    assert (parallel.mechanisms, bus.mechanisms) == (("parallel", "cctalk"),) * 2
    assert (parallel.machine.mechanisms, bus.machine.mechanisms) == ("parallel", "cctalk")
    assert len(load_each(name)) == 1 and bus.name == name


@pytest.mark.parametrize("written", ["[]", '["rope"]', "7"])
def test_mechanisms_that_no_machine_has_are_told(written: str) -> None:
    with pytest.raises(ScriptError, match=r"machine\.mechanisms must be parallel or cctalk"):
        parse(f"[machine]\nmechanisms = {written}\n[[step]]\nafter_ms = 1\n")
    with pytest.raises(ScriptError, match="step 1: mechanisms must be parallel or cctalk"):
        parse('[[step]]\nmechanisms = "rope"\nafter_ms = 1\n')


def test_every_mistake_is_listed_at_once() -> None:
    text = (
        'colour = 1\nabout = 2\nrules = "K-02"\n'
        '[machine]\nmodel = 3\nmechanisms = "rope"\nseed = "0"\nlanguage = "fr"\n'
        "purse = { x = 1, 200 = -1 }\nwho = 1\n"
        '[[step]]\ndo = "kick"\n'
    )
    with pytest.raises(ScriptError) as found:
        parse(text, "mine.toml")
    for expected in (
        "colour must be one of title, about, rules, machine, step",
        "about must be text (got 2)",
        "rules must be a list of rule ids such as K-02 (got 'K-02')",
        "machine.model must be text (got 3)",
        "machine.mechanisms must be parallel or cctalk, or a list of them (got 'rope')",
        "machine.seed must be an even number of hex digits, 2 to 64 (got '0')",
        f"machine.language must be {' or '.join(languages())} (got 'fr')",
        "machine.purse.x must be cents = coins, 0 or more (got 1)",
        "machine.purse.200 must be cents = coins, 0 or more (got -1)",
        "machine.who must be one of",
        "step 1: do must be one of",
    ):
        assert f"mine.toml: {expected}" in str(found.value)


def test_the_manuals_examples_are_scenarios_that_hold() -> None:
    texts = [part.split("```")[0] for part in DOCS.read_text(encoding="utf-8").split("```toml\n")[1:]]
    assert len(texts) == 2
    for text in texts:
        assert play(parse(text)).held


def test_the_manual_has_an_area_for_each_scenario() -> None:
    rows = re.findall(r"^\| .*? \| (`.*?`) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    areas = {prefix.removesuffix("_") for row in rows for prefix in re.findall(r"`(.*?)`", row)}
    assert {name.removeprefix("cctalk_").partition("_")[0] for name in shipped()} == areas


def test_a_failed_step_tells_what_the_machine_shows() -> None:
    """A coin that came too early lies in the tray, and the result says so."""
    text = '[[step]]\ndo = "insert"\ncents = 200\nuntil = { credits = "2.00" }\n'
    shown = str(play(parse(text)))
    assert 'the machine shows "TEST INSERTE MONEDA", 200 cents in the tray' in shown
    off = str(play(parse('[[step]]\ndo = "power_off"\nexpect = { powered = true }\n')))
    assert "the machine is without power" in off


def test_one_that_ships_is_printed_to_begin_with(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_azar(["scenario", "hopper_jam", "--show"]) == 0
    mine = tmp_path / "mine.toml"
    mine.write_text(capsys.readouterr().out, encoding="utf-8")
    assert load(mine).script.steps == load("hopper_jam").script.steps
    assert run_azar(["scenario", "hopper_jam", str(mine), "--show", "--json"]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert files["mine"] == files["hopper_jam"] and set(files) == {"mine", "hopper_jam"}


def test_a_mistake_points_to_the_help_of_this_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[[step]]\ndo = "kick"\n', encoding="utf-8")
    assert run_azar(["scenario", str(mine)]) == 2
    assert "hint: azar scenario --help" in capsys.readouterr().err


@pytest.mark.parametrize("machine", ['model = "a\\u0000.toml"', 'purse = {"²" = 1}'])
def test_what_no_file_system_and_no_till_has_is_a_mistake_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], machine: str
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(f'[machine]\n{machine}\n[[step]]\ndo = "press"\nname = "start"\n', encoding="utf-8")
    assert run_azar(["scenario", str(mine)]) != 0
    told = capsys.readouterr().err
    assert "internal error" not in told
    assert "NUL character" in told or "must be cents = coins" in told
