# SPDX-License-Identifier: MIT
"""A model declares the most that a watcher of every play may gain a cycle; more is a warning, no mistake."""

from __future__ import annotations

import copy
import json
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from machines.check.problems import Problem
from machines.model import MODELS_FOLDER, load_cycle, read_model
from machines.types.cycle import model as model_cycle
from machines.types.cycle import watcher
from machines.types.cycle.watcher import Interval, watch

Raw = dict[str, Any]

FILES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(MODELS_FOLDER.glob("*.toml"))}
TYPE_B = [name for name, raw in FILES.items() if raw["type"] == "B"]
GAIN_CENTS = 14_440
"""What Cierzo's watcher gains, rounded up to whole cents."""


def declared(cents: int | None) -> Raw:
    raw = copy.deepcopy(FILES["cierzo"])
    raw["cycle"].pop("watcher_max_cents")
    if cents is not None:
        raw["cycle"]["watcher_max_cents"] = cents
    return raw


def warnings(cents: int | None) -> list[Problem]:
    return read_model(declared(cents)).warnings()


@pytest.mark.parametrize("name", TYPE_B)
def test_every_machine_that_ships_declares_its_bound_to_the_euro_and_keeps_it(name: str) -> None:
    model = load_cycle(name)
    assert model.draft.cycle
    most = model.draft.cycle.watcher_max_cents
    assert most is not None
    assert 0 <= most - watch(model.plan).gain_cents.high < 100
    assert model.warnings() == []


@pytest.mark.parametrize(
    ("name", "before_euro"), [("cierzo", 211), ("bochorno", 211), ("monegros", 319), ("galacho", 126)]
)
def test_the_watcher_gains_less_than_the_first_plans_left_him(name: str, before_euro: int) -> None:
    assert watch(load_cycle(name).plan).gain_cents.high < before_euro * 100 * Fraction(9, 10)


@pytest.mark.parametrize("name", TYPE_B)
def test_no_stratum_of_a_machine_that_ships_pays_above_its_stakes(name: str) -> None:
    plan = load_cycle(name).plan
    for row in plan.strata:
        assert sum(c * n for c, n in zip(plan.prizes_cents, row, strict=True)) <= sum(row) * plan.price_cents


# (declared, whether it is a warning). A bound that he reaches to the cent is kept.
VERDICTS = [(GAIN_CENTS - 1, True), (GAIN_CENTS, False), (0, True), (10**9, False), (None, True)]


def wrong_verdicts() -> list[int | None]:
    return [cents for cents, warned in VERDICTS if bool(warnings(cents)) != warned]


def test_a_gain_above_what_is_declared_is_a_warning_and_at_it_none() -> None:
    assert wrong_verdicts() == []
    (warning,) = warnings(12_000)
    assert str(warning) == (
        "cycle.watcher_max_cents: who remembers every play can gain 144.40 EUR a cycle, "
        "at most 120.00 EUR declared"
    )
    assert (warning.value, warning.limit, warning.unit, warning.rule) == (GAIN_CENTS, 12_000, "cents", None)


def test_a_model_without_a_bound_is_told_what_to_write() -> None:
    (warning,) = warnings(None)
    assert "declares no bound" in warning.message and "144.40 EUR" in warning.message
    assert warning.hint == "write 14440, or more"
    assert warnings(int(warning.value)) == []


def test_strata_that_cannot_be_examined_are_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "MOST_POINTS", 10)
    (warning,) = warnings(20_000)
    assert "cannot be examined" in warning.message


def test_a_bound_below_zero_is_a_mistake() -> None:
    with pytest.raises(Exception, match=r"cycle\.watcher_max_cents"):
        read_model(declared(-1))


def low_end(plan: Any) -> Any:
    """A watcher whose proved interval is taken at half of it."""
    seen = watch(plan)
    return watcher.Watch(seen.strata, Interval(seen.gain_cents.low, seen.gain_cents.high / 2), *_rest(seen))


def first_stratum(plan: Any) -> Any:
    """Only one stratum is watched."""
    seen = watch(plan)
    return watcher.Watch(seen.strata[:1], seen.strata[0].gain_cents, *_rest(seen))


def foresight(plan: Any) -> Any:
    """What one would gain who foresaw every play, in place of who remembers."""
    seen = watch(plan)
    return watcher.Watch(seen.strata, Interval(*2 * [Fraction(seen.foresight_cents)]), *_rest(seen))


def _rest(seen: watcher.Watch) -> tuple[Interval, int]:
    return seen.plays_made, seen.foresight_cents


@pytest.mark.parametrize("fault", [low_end, first_stratum, foresight])
def test_a_check_that_misjudges_the_watcher_is_caught(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "watch", fault)
    assert wrong_verdicts() != []


def test_a_reader_without_the_check_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_cycle, "check_watcher", lambda *_: None)
    assert wrong_verdicts() == [GAIN_CENTS - 1, 0, None]


@pytest.mark.long
def test_the_command_counts_the_warning_and_does_not_fail(azar: Any, tmp_path: Path) -> None:
    path = tmp_path / "low.toml"
    text = (MODELS_FOLDER / "cierzo.toml").read_text("utf-8")
    path.write_text(text.replace("watcher_max_cents = 14500", "watcher_max_cents = 12000"), "utf-8")
    code, out, _ = azar(f"check {path} --json")
    told = json.loads(out)
    assert (code, told["ok"], told["problems"], len(told["warnings"])) == (0, True, [], 1)
    assert told["warnings"][0]["path"] == "cycle.watcher_max_cents"
    code, out, _ = azar(f"check {path}")
    assert code == 0 and "cierzo: 1 warning" in out
    assert json.loads(azar("check cierzo --json")[1])["warnings"] == []
