# SPDX-License-Identifier: MIT
"""A model's meters can count all that it does (K-01), and keep up with it at any pace (K-31)."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from own_law import own_law
from test_model_chance_limits import WHOLE, one_reel

from emulator.devices import meter
from machines.check import meters as checks_meters
from machines.firmware import pulses
from machines.model import MODELS_FOLDER, ModelError, read_model
from machines.rules import load_profile

Raw = dict[str, Any]
LAW = load_profile("es-ar-2002").rule("K-31")


def shipped(name: str, **counters: Any) -> Raw:
    """A model that ships, its counters changed."""
    raw = tomllib.loads((MODELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    raw["counters"] = {**raw.get("counters", {}), **counters}
    return raw


def chance(unit_cents: int, play_min_ms: int = 2500, cents: int = 48_000, **counters: int) -> Raw:
    """6 EUR a play, and every hundredth play wins."""
    parts = deepcopy(WHOLE) | {
        "counters": {"unit_cents": unit_cents, "digits": 10, **counters},
        "durations": {"play_min_ms": play_min_ms},
    }
    return one_reel(cents, **parts)


def rare(**counters: int) -> Raw:
    """One play of 2,251 wins 12,000 EUR, the largest prize of the law: 88.8 % of all stakes."""
    return one_reel(1_200_000, others=250, counters={"unit_cents": 100, "digits": 10, **counters})


# What, model, the key paths that break K-31. A pulse takes 103 ms.
LIMITS = [
    # 600 / 25 pulses of 103 ms in 4,944 ms are half of the time.
    ("half of the time", chance(25, 4944), set()),
    ("more than half", chance(25, 4943), {"counters.unit_cents"}),
    ("12 pulses a play", chance(50), set()),
    ("24 pulses a play", chance(25), {"counters.unit_cents", "counters.prize_unit_cents"}),
    ("prizes in a unit of their own", chance(25, 5000, prize_unit_cents=100), set()),
    ("prizes in a small one", chance(100, prize_unit_cents=20), {"counters.prize_unit_cents"}),
    # 1,200,000 / 75 pulses take 27.5 minutes, those of 50 cents 41.2.
    ("12,000 EUR in 28 minutes", rare(prize_unit_cents=75), set()),
    ("12,000 EUR in 42 minutes", rare(prize_unit_cents=50), {"counters.prize_unit_cents"}),
    # Two plays at once, 40 cents in 5 s.
    (
        "type B in cents",
        shipped("cierzo", unit_cents=1),
        {"counters.unit_cents", "counters.prize_unit_cents"},
    ),
    ("type B in twos", shipped("cierzo", unit_cents=2), set()),
    # An award of the link is a prize too: 30,000 EUR.
    ("a superjackpot in euros", shipped("veruela", prize_unit_cents=100), {"counters.prize_unit_cents"}),
    (
        "type A in cents",
        shipped("cometa", unit_cents=1),
        {"counters.unit_cents", "counters.prize_unit_cents"},
    ),
]


def broken(raw: Raw, rule: str = "K-31") -> set[str]:
    """Key paths of the mistakes of this rule; there are no others."""
    try:
        read_model(raw)
    except ModelError as error:
        assert {problem.rule for problem in error.problems} == {rule}, [str(p) for p in error.problems]
        return {problem.path for problem in error.problems}
    return set()


@pytest.mark.parametrize(("what", "raw", "paths"), LIMITS, ids=[row[0] for row in LIMITS])
def test_each_limit_is_allowed_and_one_step_beyond_is_not(what: str, raw: Raw, paths: set[str]) -> None:
    assert broken(raw) == paths


def test_what_a_unit_does_not_divide_is_refused() -> None:
    """K-01: every coin, stake and prize, each told with its key."""
    raw = shipped("moncayo", unit_cents=400)
    paths = broken(raw, "K-01")
    assert {"price_cents", "money.coins_cents[0]", "hoppers[0].cents", "paytable[0].cents"} - paths <= {
        # 12,000 EUR is a multiple of 4 EUR.
        "paytable[0].cents"
    }
    own = broken(shipped("moncayo", unit_cents=100, prize_unit_cents=700), "K-01")
    assert own and all(path.startswith("paytable") for path in own)


@pytest.mark.parametrize(
    ("what", "raw", "paths"), [row for row in LIMITS if row[2]], ids=[row[0] for row in LIMITS if row[2]]
)
def test_the_next_step_mends_it(what: str, raw: Raw, paths: set[str]) -> None:
    """Whoever writes the unit that the answer names, once for each key, is done."""
    raw = deepcopy(raw)
    for _ in range(2):
        try:
            read_model(raw)
            break
        except ModelError as error:
            for problem in error.problems:
                found = re.search(r"write (\w+) = (\d+)$", problem.hint or "")
                if found:
                    raw["counters"][found[1]] = int(found[2])
                else:
                    pytest.fail(f"{what}: {problem.hint}")
    read_model(raw)


def test_the_limits_are_those_of_the_profile(tmp_path: Path) -> None:
    """A region that wants the largest prize counted at once in 12,000 pulses, or a meter rarely busy."""
    for key, good, bad in (
        ("values = { prize_ms = %d }", 12_000 * 103, 12_000 * 103 - 1),
        ("value = %d", 25, 24),
    ):
        for figure, wanted in ((good, set()), (bad, {"K-31"})):
            path = own_law(tmp_path, "[rules.K-31]", key % figure, name=f"es-law-{figure}")
            # 600 / 100 pulses of 103 ms in 2,500 ms are 24.72 %.
            try:
                read_model(rare(), profile=load_profile(path))
                rules = set()
            except ModelError as error:
                rules = {problem.rule for problem in error.problems}
            assert rules == wanted


def test_a_pulse_is_as_long_as_the_meters_want_it() -> None:
    """The host computes with the firmware's pulse, and the meter counts it."""
    assert pulses.PERIOD_MS == pulses.CYCLE_MS + 3 and pulses.COUNTS_MS < pulses.ON_MS < pulses.CYCLE_MS
    assert (pulses.COUNTS_MS * 1000, pulses.CYCLE_MS * 1000) == (meter.PULSE_MIN_US, meter.PERIOD_MIN_US)
    assert checks_meters.PERIOD_MS is pulses.PERIOD_MS


@pytest.mark.parametrize("path", sorted(MODELS_FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_what_ships_keeps_up(path: Path) -> None:
    assert broken(tomllib.loads(path.read_text(encoding="utf-8"))) == set()
