# SPDX-License-Identifier: MIT
"""Scripts: what they do, what they expect, and every mistake in them named by step and key."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from fake_cabinet import FakeCabinet
from places import ROOT

from emulator.records.replay import INPUTS
from emulator.scenario import script
from emulator.scenario.expect import KEYS
from emulator.scenario.result import ScriptResult, StepResult
from emulator.scenario.script import ScriptError

VISIT = """
title = "Two plays"

[[step]]
do = "insert"
cents = 100
expect = { credits = "1.00", lamps = ["start"], lamps_off = ["collect"], moving = false }

[[step]]
at_ms = 500
do = "press"
name = "start"
until = { moving = false }
expect = { credits = "0.80", meters = { plays = 1 }, hoppers = { 10 = { min = 1, max = 500 } } }

[[step]]
after_ms = 250
expect = { message = { contains = "MONEDA" }, purse = { 100 = 3, 20 = 0 }, purse_cents = 300, tray_cents = 0 }
"""


def play(text: str) -> ScriptResult:
    return script.run(script.parse(text), FakeCabinet())


def test_what_is_expected_and_so_holds() -> None:
    result = play(VISIT)
    assert result.held, str(result)
    assert result.exit_status == 0
    assert [step.t_ms for step in result.steps] == [0, 2500, 2750]
    assert str(result).endswith("Two plays: 3 steps, all held")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('credits = "1.00"', 'credits = "1.10"', 'credits must be "1.10" (got "1.00")'),
        ('credits = "0.80"', 'credits = { contains = "9" }', 'credits must contain "9" (got "0.80")'),
        ('lamps = ["start"]', 'lamps = ["collect"]', "lamp collect must be lit (got dark)"),
        ('lamps_off = ["collect"]', 'lamps_off = ["start"]', "lamp start must be dark (got lit)"),
        ('lamps = ["start"]', 'lamps = ["stort"]', "lamps must be among start, collect (got stort)"),
        (
            "until = { moving = false }",
            "until = { tilt = 'reel_1' }",
            'after 10000 ms still: tilt must be "reel_1" (got "")',
        ),
        ("plays = 1", "plays = 2", "meters.plays must be 2 (got 1)"),
        ("plays = 1", "doors = 0", "meters.doors must be 0 (got None)"),
        ("max = 500", "max = 5", "hoppers.10 must be min 1 and max 5 (got 200)"),
        ("100 = 3", "100 = 4", "purse.100 must be 4 (got 3)"),
        ("tray_cents = 0", "tray_cents = { min = 20 }", "tray_cents must be min 20 (got 0)"),
        ("purse_cents = 300", "flags = ['x']", "flags must be ['x'] (got [])"),
        ("cents = 100", "cents = 50", "insert: cents must be a coin in the purse (got 50)"),
    ],
)
def test_what_is_expected_and_not_so_is_told_with_what_is_there(old: str, new: str, told: str) -> None:
    assert old in VISIT
    result = play(VISIT.replace(old, new))
    assert not result.held and result.exit_status == 1
    assert told in [line for step in result.steps for line in step.unmet]
    assert "FAILED" in str(result)


def test_a_failed_step_does_not_end_the_script() -> None:
    assert len(play(VISIT.replace("cents = 100", "cents = 50")).steps) == 3


def test_a_step_that_comes_too_late_is_told() -> None:
    text = VISIT.replace("at_ms = 500", "after_ms = 500").replace("after_ms = 250", "at_ms = 2000")
    assert play(text).steps[2].unmet == ("was due at 2000 ms, 500 ms ago",)


def test_until_stops_waiting_as_soon_as_it_holds_and_at_the_timeout() -> None:
    start = "[[step]]\ndo = 'insert'\ncents = 100\n[[step]]\ndo = 'press'\nname = 'start'\n"
    assert play(start + "until = { meters = { plays = 1 } }").steps[1].t_ms == 2000
    late = play(start + "until = { meters = { plays = 1 } }\ntimeout_ms = 1999").steps[1]
    assert late.t_ms == 1999 and not late.held
    assert play(start + "until = { meters = { plays = 1 } }\ntimeout_ms = 2000").held


def test_repeat_does_a_step_again() -> None:
    result = play("[[step]]\ndo = 'insert'\ncents = 100\nafter_ms = 100\nrepeat = 3")
    assert [(step.number, step.t_ms) for step in result.steps] == [(1, 100), (1, 200), (1, 300)]


def test_each_result_is_told_as_it_is_known() -> None:
    told: list[StepResult] = []
    result = script.run(script.parse(VISIT), FakeCabinet(), told.append)
    assert tuple(told) == result.steps


def test_times_count_from_where_the_script_begins() -> None:
    cabinet = FakeCabinet()
    cabinet.run_us(9_000_000)
    assert script.run(script.parse(VISIT), cabinet).held


def test_the_result_is_plain_values_too() -> None:
    step = play(VISIT).as_dict()["steps"][1]
    assert step == {"step": 2, "t_ms": 2500, "do": "press start", "held": True, "unmet": []}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "step must be there once or more, each as [[step]]"),
        ("step = 3", "step must be there once or more, each as [[step]]"),
        ("a = ", "must be TOML: "),
        ("tittle = 1\n[[step]]\ndo = 'power_off'", "tittle must be title or step"),
        ("title = 1\n[[step]]\ndo = 'power_off'", "title must be text (got 1)"),
        ("[[step]]", "step 1: must have one of do, until, expect, at_ms, after_ms"),
        ("[[step]]\ndo = 'kick'", "step 1: do must be one of insert, press, "),
        ("[[step]]\ndo = 'insert'", "step 1: cents must be there for insert, a whole number"),
        ("[[step]]\ndo = 'insert'\ncents = '1'", "step 1: cents must be a whole number (got '1')"),
        ("[[step]]\ndo = 'insert'\ncents = true", "step 1: cents must be a whole number (got True)"),
        (
            "[[step]]\ndo = 'press'\nname = 'start'\ncents = 5",
            "step 1: cents must be one of name, ms, at_ms, ",
        ),
        ("[[step]]\ncents = 5\nafter_ms = 1", "step 1: cents must be one of at_ms, "),
        ("[[step]]\nafter_ms = -1", "step 1: after_ms must be 0 or more (got -1)"),
        ("[[step]]\nafter_ms = 1.5", "step 1: after_ms must be a whole number (got 1.5)"),
        ("[[step]]\nafter_ms = 1\nrepeat = 0", "step 1: repeat must be 1 or more (got 0)"),
        (
            "[[step]]\nafter_ms = 1\nrepeat = 10001",
            "step 1: repeat must be 10000 or less (got 10001)",
        ),
        ("[[step]]\nat_ms = 1\nafter_ms = 1", "step 1: at_ms and after_ms must not both be there"),
        (
            "[[step]]\nat_ms = 1\nrepeat = 2",
            "step 1: repeat must not be there with at_ms, only with after_ms",
        ),
        ("[[step]]\nat_ms = 1\ntimeout_ms = 2", "step 1: timeout_ms must come with until"),
        (
            "[[step]]\nat_ms = 9\n[[step]]\nat_ms = 8",
            "step 2: at_ms must be 9 or more, after the steps before it (got 8)",
        ),
        ("[[step]]\nexpect = 3", "step 1: expect must be a table (got 3)"),
        ("[[step]]\nexpect = { credit = '1' }", "step 1: expect.credit must be one of credits, "),
        ("[[step]]\nexpect = { credits = 100 }", "step 1: expect.credits must be text or "),
        ("[[step]]\nuntil = { tray_cents = '1' }", "step 1: until.tray_cents must be a whole number or "),
        (
            "[[step]]\nuntil = { tray_cents = { mn = 1 } }",
            "step 1: until.tray_cents must be a whole number or ",
        ),
        ("[[step]]\nuntil = { tray_cents = {} }", "step 1: until.tray_cents must be a whole number or "),
        ("[[step]]\nexpect = { moving = 1 }", "step 1: expect.moving must be true or false (got 1)"),
        (
            "[[step]]\nexpect = { lamps = 'start' }",
            "step 1: expect.lamps must be a list of lamp names (got 'start')",
        ),
        (
            "[[step]]\nexpect = { meters = 1 }",
            "step 1: expect.meters must be a table of whole numbers (got 1)",
        ),
        ("[[step]]\nexpect = { tray = { 10 = 'a' } }", "step 1: expect.tray.10 must be a whole number or "),
        ("[[step]]\nexpect = { stops = 1 }", "step 1: expect.stops must be a list (got 1)"),
    ],
)
def test_a_mistake_is_named_by_file_step_and_key(text: str, problem: str) -> None:
    with pytest.raises(ScriptError) as caught:
        script.parse(text, "my.toml")
    assert any(line.startswith(problem) for line in caught.value.problems), caught.value.problems
    assert str(caught.value).startswith("my.toml: ")


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ScriptError) as caught:
        script.parse(
            "x = 1\n[[step]]\ndo = 'kick'\n[[step]]\nafter_ms = -1\nexpect = { credit = 1, tray = 1 }"
        )
    assert [line.split(" must")[0] for line in caught.value.problems] == [
        "x",
        "step 1: do",
        "step 2: after_ms",
        "step 2: expect.credit",
        "step 2: expect.tray",
    ]


def test_a_file_that_cannot_be_read_ends_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="No such file") as caught:
        script.load(tmp_path / "none.toml")
    assert "\n" not in str(caught.value)
    (tmp_path / "latin.toml").write_bytes(b"title = '\xe9'")
    with pytest.raises(ScriptError, match="must be UTF-8 text"):
        script.load(tmp_path / "latin.toml")


def test_a_file_is_read_from_its_path(tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text(VISIT)
    assert script.load(tmp_path / "two.toml").title == "Two plays"


def test_every_input_of_a_journal_can_be_scripted() -> None:
    assert tuple(script.VERBS) == INPUTS


def test_verbs_and_their_arguments_are_the_cabinets_own() -> None:
    cabinet = pytest.importorskip("emulator.cabinet")
    for verb, takes in script.VERBS.items():
        parameters = list(inspect.signature(getattr(cabinet.Cabinet, verb)).parameters)[1:]
        assert parameters == list(takes), verb


def test_the_documentation_names_every_verb_and_expectation() -> None:
    text = (ROOT / "docs" / "script.md").read_text(encoding="utf-8")
    for word in (*script.VERBS, *KEYS):
        assert f"`{word}`" in text, word
    example = re.search(r"```toml\n(.*?)```", text, re.S)
    assert example is not None
    assert script.parse(example[1]).title == "One play and the money back"
    with pytest.raises(ScriptError, match="must hold no NUL character"):
        script.load("a\0b.toml")
