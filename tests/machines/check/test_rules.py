# SPDX-License-Identifier: MIT
"""The law as data: every row is there once, says who enforces it, and a broken profile is explained."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

import emulator
import machines
from emulator.scenario.file import load
from emulator.scenario.names import shipped
from machines.rules import FOLDER, ProfileError, Rule, load_profile, profiles

BASE = "es-rd2110-2001"
ARAGON = "es-ar-2002"

# Rows of each part: A amusement, B programmed prize, S type B special, C chance, K common, T tables.
SECTIONS = {"A": 11, "B": 35, "S": 6, "C": 25, "K": 31, "T": 1}
ALL_IDS = [f"{letter}-{n:02}" for letter, count in SECTIONS.items() for n in range(1, count + 1)]

# Typed from Real Decreto 2110/1998 (BOE-A-1998-23945) and its euro amounts, not from the profile.
LIMITS = {
    "B-01": (20, "cents"),  # art. 6.2, 33 pesetas
    "B-03": (2, "plays"),  # art. 7.c
    "B-04": (80_00, "cents"),  # art. 6.3, 400 times
    "B-05": (120_00, "cents"),  # arts. 6.3 and 7.c, 600 times
    "B-07": (75, "percent"),  # art. 6.4
    "B-08": (40, "percent"),  # art. 6.4
    "B-10": (5_000, "ms"),  # art. 6.5
    "B-11": (5_000, "ms"),  # art. 6.9
    "B-12": (4_00, "cents"),  # art. 6.8, 20 plays
    "B-17": (8_00, "cents"),  # art. 7.d, 40 times
    "S-02": (200_00, "cents"),  # art. 8, 1,000 times
    "C-02": (6_00, "cents"),  # art. 10.a
    "C-04": (12_000_00, "cents"),  # art. 10.b, 2,000 times
    "C-06": (80, "percent"),  # art. 10.d
    "C-09": (2_500, "ms"),  # art. 10.c
    "K-06": (100, "ppm"),  # Orden ICT/155/2020 annex XVII, 0.01 %
    "K-07": (6, "years"),  # the same, app. I.5.4
    "K-18": (2, "reels"),  # art. 14.2.c
}
FIGURES = {
    "B-03": {"stake_cents": 40},
    "B-07": {"cycle_plays": 20_000},
    "B-08": {"window_plays": 5_000},
    "B-10": {"max_plays": 120, "window_ms": 600_000},
    "B-26": {"min_cents": 120_00, "max_cents": 400_00, "min_machines": 3},
    "K-06": {"periodic_ppm": 1_000},
    "K-09": {"min_celsius": -10, "max_celsius": 40},
    "K-11": {"period_years": 4, "test_plays": 20},
    "K-23": {"valid_years": 4, "renewal_years": 2},
}


@pytest.mark.parametrize("name", [BASE, ARAGON])
def test_profile_has_every_row_of_the_regulation(name: str) -> None:
    assert list(load_profile(name).rules) == ALL_IDS


def test_each_row_is_written_once() -> None:
    for path in FOLDER.glob("*.toml"):
        headers = re.findall(r"^\[rules\.([A-Z]-\d\d)\]", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(headers) == len(set(headers))


@pytest.mark.parametrize("rule_id", LIMITS)
def test_limits_equal_the_norm(rule_id: str) -> None:
    rule = load_profile(BASE).rules[rule_id]
    assert (rule.value, rule.unit) == LIMITS[rule_id]


@pytest.mark.parametrize("rule_id", FIGURES)
def test_further_figures_equal_the_norm(rule_id: str) -> None:
    values = load_profile(BASE).rules[rule_id].values
    assert {key: values[key] for key in FIGURES[rule_id]} == FIGURES[rule_id]


def test_coins_are_those_of_the_agreement() -> None:
    assert load_profile(ARAGON).rules["B-18"].value == (10, 20, 50, 100, 200)


def test_aragon_fixes_the_price_and_inherits_the_rest() -> None:
    base, aragon = load_profile(BASE), load_profile(ARAGON)
    assert (base.limit("B-02"), base.limit("C-03")) == (None, None)
    assert (aragon.limit("B-02"), aragon.limit("C-03")) == (20, 600)
    assert (aragon.rules["B-02"].type, aragon.rules["B-02"].profile) == ("exact", ARAGON)
    assert aragon.rules["A-03"].in_force and not base.rules["A-03"].in_force
    changed = {rule_id for rule_id in ALL_IDS if aragon.rules[rule_id] != base.rules[rule_id]}
    assert changed == {"A-01", "A-02", "A-03", "B-02", "C-03", "K-29", "T-01"}


def test_texts_of_the_front_are_in_spanish() -> None:
    texts = load_profile(ARAGON).rules["B-29"].texts
    assert "{years} años" in texts["minors_es"]
    assert "ludopatía" in texts["addiction_es"]
    assert "{percent}" in texts["minimum_payout_es"]


@pytest.mark.parametrize("name", [BASE, ARAGON])
def test_every_row_has_a_source_with_an_address(name: str) -> None:
    for rule in load_profile(name).rules.values():
        assert "https://" in rule.source
        assert rule.article


# --- who enforces a row ---------------------------------------------------------------------------


def resolves(target: str) -> bool:
    """Say whether a name of ``enforced_by`` is a module that can be found or a test that is written."""
    if target.startswith("tests/"):
        file, _, test = target.partition("::")
        path = ROOT / file
        if not path.is_file():
            return False
        tree = ast.parse(path.read_text(encoding="utf-8"))
        return any(isinstance(node, ast.FunctionDef) and node.name == test for node in ast.walk(tree))
    try:
        return importlib.util.find_spec(target) is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("name", profiles())
def test_every_row_is_enforced_or_says_what_will_or_why_nothing_can(name: str) -> None:
    rules = load_profile(name).rules.values()
    states = {rule.id: (bool(rule.not_applicable), bool(rule.enforced_by or rule.planned)) for rule in rules}
    assert [rule_id for rule_id, state in states.items() if sum(state) != 1] == []
    missing = {(rule.id, target) for rule in rules for target in rule.enforced_by if not resolves(target)}
    assert missing == set()


# Types A, C and the special B, and what type B may have beyond the plain machine: nothing of it stays open.
WHOLE = [rule_id for rule_id in ALL_IDS if rule_id[0] in "ASCT" or "B-22" <= rule_id <= "B-26"]


@pytest.mark.parametrize("name", profiles())
def test_no_row_of_types_a_and_c_of_the_special_b_and_of_options_is_open(name: str) -> None:
    rules = load_profile(name).rules
    assert [rule_id for rule_id in WHOLE if rules[rule_id].planned] == []


@pytest.mark.parametrize("name", profiles())
def test_what_firmware_enforces_a_scenario_or_a_black_box_visit_shows(name: str) -> None:
    """Of the same rows: what the machine does for them is seen from outside, where a mutant can fail it."""
    shown = {rule for scenario in shipped() for rule in load(scenario).rules}
    rules = load_profile(name).rules
    unseen = []
    for rule_id in WHOLE:
        named = rules[rule_id].enforced_by
        done = any(target.startswith("machines.firmware") for target in named)
        if done and rule_id not in shown and not any("test_blackbox" in target for target in named):
            unseen.append(rule_id)
    assert unseen == []


@pytest.mark.parametrize("name", profiles())
def test_a_row_that_does_not_apply_says_why_in_a_sentence(name: str) -> None:
    """Its reason names an article, another row or what is missing: more than a word."""
    for rule in load_profile(name).rules.values():
        if rule.not_applicable is not None:
            assert len(rule.not_applicable.split()) >= 6, rule.id


def test_a_name_that_does_not_exist_does_not_resolve() -> None:
    assert resolves("machines.rules")
    assert resolves("tests/machines/check/test_rules.py::test_each_row_is_written_once")
    assert not resolves("machines.no_such_module")
    assert not resolves("machines.rules.no_such_part")
    assert not resolves("no_such_package.module")
    assert not resolves("tests/machines/check/test_rules.py::test_that_nobody_wrote")
    assert not resolves("tests/test_no_such_file.py::test_each_row_is_written_once")


def test_a_row_out_of_force_is_never_called_enforced() -> None:
    for name in profiles():
        assert [r.id for r in load_profile(name).rules.values() if not r.in_force and r.enforced_by] == []


def test_every_rule_that_code_names_is_a_row() -> None:
    folders = [Path(machines.__file__).parent, Path(emulator.__file__).parent]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    assert files
    known = set(load_profile(BASE).rules)
    named = {
        (path.name, rule_id)
        for path in files
        for rule_id in re.findall(r"\b[ABSCKT]-\d\d\b", path.read_text(encoding="utf-8"))
    }
    assert {(file, rule_id) for file, rule_id in named if rule_id not in known} == set()


# --- broken profiles ------------------------------------------------------------------------------

HEAD = """
schema = 1
id = "bad"
title = "A broken profile"
jurisdiction = "nowhere"
inherits = "es-rd2110-2001"
"""
BROKEN = {
    "not toml": (HEAD + "[rules.B-12\n", ["bad.toml: profile must be valid TOML"]),
    "endless number": (HEAD + "x = " + "9" * 5_000, ["bad.toml: profile must be valid TOML"]),
    "endless nesting": (HEAD + "x = " + "[" * 5_000 + "]" * 5_000, ["bad.toml: profile must be valid TOML"]),
    "row twice": (HEAD + "[rules.B-12]\nvalue = 1\n[rules.B-12]\nvalue = 2\n", ["bad.toml: profile must be"]),
    "unknown key": (
        HEAD + "[rules.B-12]\nvalu = 400\n", ["rules.B-12.valu must be one of topic", "(got valu)"],
    ),
    "wrong type": (
        HEAD + '[rules.B-12]\nvalue = "four"\n',
        ["bad.toml: rules.B-12.value must be a whole number", '(got "four")'],
    ),
    "truth is no number": (HEAD + "[rules.B-12]\nvalue = true\n", ["rules.B-12.value", "(got true)"]),
    "money as a float": (HEAD + "[rules.B-12]\nvalue = 4.0\n", ["rules.B-12.value", "(got 4.0)"]),
    "wrong multiple": (
        HEAD + "[rules.B-12]\nvalue = 500\n",
        ["bad.toml: rules.B-12.value must be 400 cents, 20 times B-01 (20 cents) (got 500)"],
    ),
    "price that breaks every multiple": (
        HEAD + "[rules.B-01]\nvalue = 25\n",
        ["rules.B-04.value must be 10000 cents", "rules.B-26.values.max_cents must be 50000 cents"],
    ),
    "unknown unit": (
        HEAD + '[rules.B-12]\nunit = "pesetas"\n', ["rules.B-12.unit must be one of", "pesetas"],
    ),
    "unknown rule type": (
        HEAD + '[rules.B-12]\ntype = "about"\n', ["rules.B-12.type must be one of", "about"],
    ),
    "unknown status": (HEAD + '[rules.B-12]\nstatus = "X"\n', ["rules.B-12.status must be V, S, D or U"]),
    "unknown source": (HEAD + '[rules.B-12]\nsource = ["XX"]\n', ["rules.B-12.source must name RD", '"XX"']),
    "bad id": (HEAD + "[rules.limit]\nvalue = 3\n", ["rules.limit must be a letter, a dash and two digits"]),
    "new row with holes": (
        HEAD + '[rules.B-99]\ntopic = "x"\n',
        ["rules.B-99.type must be present", "rules.B-99.article must be present", "rules.B-99.text must be"],
    ),
    "nobody enforces it": (
        HEAD + '[rules.B-22]\nenforced_by = []\nplanned = ""\n', ["rules.B-22.planned must say what will"],
    ),
    "does not apply and is enforced": (
        HEAD + '[rules.B-12]\nnot_applicable = "an operator does it"\n',
        ["bad.toml: rules.B-12.not_applicable must stand alone, without enforced_by and planned (got both)"],
    ),
    "does not apply and is open": (
        HEAD + '[rules.C-24]\nplanned = "some day"\n', ["rules.C-24.not_applicable must stand alone"],
    ),
    "reason that is no text": (HEAD + "[rules.C-24]\nnot_applicable = true\n", ["must be a text (got true)"]),
    "enforced by a sentence": (
        HEAD + '[rules.B-22]\nenforced_by = ["the lab"]\n',
        ["rules.B-22.enforced_by must name a module", '"the lab"'],
    ),
    "value without a unit": (
        HEAD + "[rules.B-10.values]\nplays_in_ten_minutes = 120\n",
        ["rules.B-10.values.plays_in_ten_minutes must end in its unit"],
    ),
    "inherits a stranger": (
        HEAD.replace("es-rd2110-2001", "es-xx-1999"),
        [f"bad.toml: inherits: profile must be one of {', '.join(profiles())} (got es-xx-1999)"],
    ),
    "inherits itself": (HEAD.replace("es-rd2110-2001", "bad"), ["inherits must not lead back to itself"]),
    "wrong name": (HEAD.replace('"bad"', '"good"'), ["bad.toml: id must be bad", "(got good)"]),
    "title that is no text": (
        HEAD.replace('"A broken profile"', "5"), ["bad.toml: title must be a text (got 5)"],
    ),
    "newer schema": (HEAD.replace("schema = 1", "schema = 2"), ["bad.toml: schema must be 1 (got 2)"]),
    "no title": (HEAD.replace("title", "name"), ["bad.toml: title must be present", "(got name)"]),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_profile_is_explained(case: str, tmp_path: Path) -> None:
    text, expected = BROKEN[case]
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        load_profile(path)
    for part in expected:
        assert part in str(caught.value)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        HEAD + '[rules.B-12]\nvalue = "a"\n[rules.B-17]\nunit = "b"\n[rules.K-01]\nstatus = "c"\n'
    )
    with pytest.raises(ProfileError) as caught:
        load_profile(path)
    assert len(caught.value.problems) == 3


def test_a_wrong_amount_is_told_beside_a_wrong_word(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + '[rules.B-12]\nvalue = 500\n[rules.B-17]\nunit = "pesetas"\n')
    with pytest.raises(ProfileError) as caught:
        load_profile(path)
    amount, word = sorted(caught.value.problems)
    assert amount.startswith("bad.toml: rules.B-12.value must be 400 cents, 20 times B-01 (20 cents)")
    assert word.startswith("bad.toml: rules.B-17.unit must be one of")


def test_nothing_is_held_against_a_row_that_is_wrong_itself(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + '[rules.B-01]\nvalue = "a"\n')
    with pytest.raises(ProfileError) as caught:
        load_profile(path)
    assert [line.partition(" ")[2].partition(" ")[0] for line in caught.value.problems] == [
        "rules.B-01.value"
    ]


def test_unknown_profile_names_those_that_ship() -> None:
    with pytest.raises(ProfileError, match=rf"must be one of {', '.join(profiles())} \(got es-nowhere\)"):
        load_profile("es-nowhere")


def test_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"gone\.toml: profile must be a readable file"):
        load_profile(tmp_path / "gone.toml")
    with pytest.raises(ProfileError, match=r"a\\0b\.toml: a path must hold no NUL character"):
        load_profile("a\0b.toml")


def test_a_profile_of_ones_own_inherits_and_changes_one_row(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + "[rules.B-11]\nvalue = 3000\n", encoding="utf-8")
    profile = load_profile(path)
    assert profile.value("B-11") == 3_000
    assert profile.value("B-12") == 400


def test_asking_for_a_number_that_a_row_has_not_is_an_error() -> None:
    profile = load_profile(BASE)
    with pytest.raises(ProfileError, match="B-20 must hold a whole number"):
        profile.value("B-20")
    with pytest.raises(ProfileError, match=r"rule must be a row of the profile \(got Z-01\)"):
        profile.value("Z-01")


def test_rows_cannot_be_changed() -> None:
    rule = load_profile(BASE).rules["B-07"]
    assert isinstance(rule, Rule)
    with pytest.raises(AttributeError):
        rule.value = 70  # type: ignore[misc]
    with pytest.raises(TypeError):
        rule.values["cycle_plays"] = 1  # type: ignore[index]


def test_reader_needs_no_heavy_library() -> None:
    code = (
        "import sys, machines.rules; sys.exit(bool({'pydantic', 'rich', 'numpy', 'cffi'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-P", "-c", code], check=False).returncode == 0
