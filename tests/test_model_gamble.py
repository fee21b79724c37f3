# SPDX-License-Identifier: MIT
"""The proof for gambles and raises (B-22, B-24) against every course of small plans, and what it refuses."""

import copy
import tomllib
from fractions import Fraction
from functools import cache

import pytest

import cext
from emulator.lab.campaign import run_campaign
from emulator.lab.campaign_cycle import moments
from machines.checks_special import MODELS_FOLDER
from machines.model import ModelError, load_model, read_model
from machines.par_gamble import options
from machines.plan import Plan
from machines.plan_gamble import (
    Gamble,
    Raise,
    lost_in_window,
    raised_pairs,
    raised_payout,
    richest_play_cents,
)

GALACHO = tomllib.loads((MODELS_FOLDER / "galacho.toml").read_text(encoding="utf-8"))

# Three strata of unequal length; amounts count in prices.
SMALL = Plan((0, 1, 2), ((1, 1, 1), (0, 2, 1), (0, 1, 1)), 1)


def poorest(plan: Plan, gamble: Gamble, entries: int, forgetful: bool = False) -> int:
    """
    The least that any window of single plays pays, whatever their order, draws and answers.

    An adversary chooses all of it: the order of each stratum, when to dare, and how the draw falls.
    ``forgetful``: a core whose allowance no loss lowers.
    """
    size = plan.plays

    @cache
    def least(at: int, left: tuple[int, ...], allowance: int, entries_left: int) -> int:
        if not entries_left:
            return 0
        found = []
        for cls, count in enumerate(left):
            if not count:
                continue
            rest = tuple(n - (k == cls) for k, n in enumerate(left))
            stratum, brim = stratum_of(at), allowance
            if not any(rest):
                rest = plan.strata[(stratum + 1) % len(plan.strata)]
                brim = min(gamble.lost_max_cents, allowance + gamble.refill_cents)
            prize = plan.prizes_cents[cls]
            following = (at + 1, rest)
            ways = [(prize, brim)]
            if prize and 2 * prize <= gamble.single_max_cents and prize <= brim and (at + 1) % size:
                ways.append((0, brim if forgetful else brim - prize))
                ways.append((2 * prize, min(gamble.lost_max_cents, brim + prize)))
            found += [paid + least(*following, brim, entries_left - 1) for paid, brim in ways]
        return min(found)

    def stratum_of(at: int) -> int:
        place = at % size
        for number, row in enumerate(plan.strata):
            if place < sum(row):
                return number
            place -= sum(row)
        raise AssertionError

    found = []
    for first in range(size):
        # Any part of the stratum may be gone when the window begins, with any allowance.
        stratum = stratum_of(first)
        gone = first - sum(map(sum, plan.strata[:stratum]))
        row = plan.strata[stratum]
        for left in parts(row, sum(row) - gone):
            found += [least(first, left, allowance, entries) for allowance in (0, gamble.lost_max_cents)]
    least.cache_clear()
    return min(found)


def parts(row: tuple[int, ...], entries: int) -> list[tuple[int, ...]]:
    """Every choice of ``entries`` entries out of a row's."""
    if not row:
        return [()] if entries == 0 else []
    return [(n, *rest) for n in range(min(row[0], entries) + 1) for rest in parts(row[1:], entries - n)]


@pytest.mark.parametrize("gamble", [Gamble(1, 4, 4, 1, 1), Gamble(1, 4, 4, 2, 1), Gamble(1, 2, 2, 1, 1)])
def test_no_course_of_a_small_plan_pays_less_than_the_proof_says(gamble: Gamble) -> None:
    tight = 0
    for entries in range(1, 10):
        proved = SMALL.worst_window(entries, entries, lost_in_window(SMALL, gamble, entries)).paid_cents
        found = poorest(SMALL, gamble, entries)
        assert max(0, proved) <= found
        tight += 0 < proved == found
    assert tight >= 1


def test_a_core_that_forgets_losses_breaks_the_proof() -> None:
    gamble = Gamble(1, 4, 4, 2, 1)
    entries = SMALL.plays
    proved = SMALL.worst_window(entries, entries, lost_in_window(SMALL, gamble, entries)).paid_cents
    assert poorest(SMALL, gamble, entries, forgetful=True) < proved


def test_strata_that_end_in_a_window_are_counted() -> None:
    ends = [2, 5, 7, 10, 13, 15, 18, 21]  # last entries of three cycles
    for entries in range(1, 14):
        brute = max(sum(first <= end < first + entries for end in ends) for first in range(8))
        assert SMALL.stratum_ends(entries) == brute


def test_raised_payout_is_what_the_core_pays_on_average() -> None:
    """Exact by the plan: 400,000 plays of the core are within 4.5 standard errors (false alarm 7e-6)."""
    model = load_model("galacho")
    _, tally = cext.campaign(model.tables, bytes(range(32)), 1, 400_000, display=False)
    expected = raised_payout(model.plan, model.raises)
    variance = 0.0
    for row in model.raises:
        count = model.plan.counts[model.plan.prizes_cents.index(row.cents)]
        odds = float(row.odds)
        variance += 20 * count * odds * (1 - odds) * (row.to_cents - row.cents) ** 2
    spread = variance**0.5 / tally.staked_cents
    assert expected > model.plan.payout
    assert abs(tally.won_cents / tally.staked_cents - float(expected)) < 4.5 * spread


def test_daring_leaves_the_expected_payout_alone() -> None:
    """Added and lost money of 12 cycles differ by less than 4.5 standard errors (false alarm 7e-6)."""
    model = load_model("galacho")
    _, tally = cext.campaign(model.tables, bytes(range(32)), 2, 240_000, rounds=1)
    assert tally.gambles == tally.offers > 40_000
    # One round: every gamble adds or loses its stake, 8 EUR at most.
    staked = tally.added_cents + tally.lost_cents
    assert abs(tally.added_cents - tally.lost_cents) < 4.5 * (800 * staked) ** 0.5
    assert abs(2 * tally.gambles_won - tally.gambles) < 4.5 * tally.gambles**0.5


def test_what_a_gamble_may_reach_stays_within_its_maximum() -> None:
    gamble = Gamble(3, 100, 150, 1, 1)
    assert gamble.reached(20, 1) == [40, 80]
    assert gamble.reached(20, 2) == [40, 80]
    assert gamble.reached(10, 1) == [20, 40, 80]
    assert gamble.reached(70, 2) == [140]
    assert gamble.reached(70, 1) == []
    assert gamble.reached(0, 1) == []


def test_raises_count_in_the_richest_pair_and_play() -> None:
    plan = Plan((0, 20, 100), ((1, 2, 0), (2, 0, 1)), 20)
    raises = [Raise(20, 100, Fraction(1, 9))]
    assert max(pair.cents for pair in plan.pairs()) == 120
    assert max(pair.cents for pair in raised_pairs(plan, raises)) == 200
    assert richest_play_cents(plan, 2, None, raises) == 200
    assert richest_play_cents(plan, 1, Gamble(2, 400, 600, 1, 1), raises) == 400
    assert richest_play_cents(plan, 2, Gamble(2, 400, 600, 1, 1), []) == 600


def refused(**changes: object) -> list[str]:
    """What is said of galacho with some sections changed."""
    raw = copy.deepcopy(GALACHO)
    for name, value in changes.items():
        raw[name] = {**raw[name], **value} if isinstance(value, dict) else value
    try:
        read_model(raw)
    except ModelError as error:
        return [str(problem) for problem in error.problems]
    return []


def raising(**changes: object) -> list[dict[str, object]]:
    return [{"name": {"es": "CRECIDA"}, "cents": 100, "to_cents": 200, "odds": "1/6", **changes}]


def test_the_shipped_model_is_sound() -> None:
    assert refused() == []


def test_a_gamble_that_a_cycle_cannot_spare_is_refused() -> None:
    (problem,) = refused(gamble={"lost_max_cents": 6000, "refill_cents": 900})
    assert problem == (
        "gamble: can leave 74.55 % of 20,000 plays, at least 75 % required: it may take 240.00 EUR of a "
        "cycle that has 222.00 EUR to spare (B-07, RD 2110/1998 art. 6.4)"
    )


def test_a_gamble_that_a_window_cannot_spare_is_refused() -> None:
    (problem,) = refused(gamble={"lost_max_cents": 21_000, "refill_cents": 1})
    assert problem.startswith("gamble: can leave 3")
    assert problem.endswith(
        "consecutive entries, at least 40 % required in any 5,000 plays (B-08, RD 2110/1998 art. 6.4)"
    )


def test_a_gamble_that_is_never_offered_is_refused() -> None:
    assert refused(gamble={"lost_max_cents": 19}) == [
        "gamble.lost_max_cents: must be at least 0.20 EUR (got 0.19 EUR) (B-22, RD 2110/1998 art. 7.a)"
    ]
    (problem,) = refused(gamble={"max_cents": 10})
    assert problem.startswith("gamble: must leave some prize that can be doubled within 0.20 EUR (got none)")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"cents": 150}, "raises[0].cents: must be a prize that the cycle gives (got 1.50 EUR"),
        ({"to_cents": 250}, "raises[0].to_cents: must be a prize that the cycle gives (got 2.50 EUR"),
        ({"to_cents": 60}, "raises[0].to_cents: must be above the prize that it raises, 1.00 EUR"),
        ({"odds": "0/6"}, "raises[0].odds: must be above 0, at most 1"),
        ({"odds": "7/6"}, "raises[0].odds: must be above 0, at most 1"),
        ({"odds": "1/4294967296"}, "raises[0].odds: must be above 0, at most 1"),
    ],
)
def test_a_raise_that_is_none_is_refused(changes: dict[str, object], told: str) -> None:
    (problem,) = refused(raises=raising(**changes))
    assert problem.startswith(told)


def test_a_prize_is_raised_by_one_row() -> None:
    (problem,) = refused(raises=raising() + raising(to_cents=400))
    assert problem.startswith("raises[1].cents: must be raised by one row only")


def test_raised_doubles_stay_within_the_double_maximum() -> None:
    raw = copy.deepcopy(GALACHO)
    strata = raw["cycle"]["strata"]
    # 80 EUR beside 20, which a raise makes 80 as well.
    for stratum in strata:
        if "4000" in stratum["prizes"]:
            stratum["prizes"]["8000"] = stratum["prizes"].pop("4000")
    raw["paytable"][0]["cents"] = 8000
    changes = {"cycle": raw["cycle"], "paytable": raw["paytable"]}
    assert refused(**changes) == []
    (problem,) = refused(**changes, raises=raising(cents=2000, to_cents=8000))
    assert problem == (
        "raises: one double play can win 160.00 EUR once raised, at most 120.00 EUR allowed "
        "(B-05, RD 2110/1998 arts. 6.3 and 7.c)"
    )


def test_the_sheet_states_the_least_and_the_raised_payout() -> None:
    """Of 4,000.00 staked a cycle pays 3,222.00; gambles can take 60 and 20 times 6, raises add 137.20."""
    model = load_model("galacho")
    sheet = options(model)
    gamble, raises = sheet["gamble"], sheet["raises"]
    assert model.plan.payout == Fraction(3222, 4000) == Fraction(gamble["expected_payout"])
    assert gamble["cycle_lost_max_cents"] == 18_000
    assert Fraction(gamble["least"][0]["payout"]) == Fraction(3042, 4000)
    assert all(row["holds"] for row in gamble["least"])
    assert [row["rule"] for row in gamble["least"]] == ["B-07", "B-08", "B-08"]
    added = 474 * Fraction(1, 6) + 97 * 6 * Fraction(1, 10)
    assert Fraction(raises["payout"]) == (3222 + added) / 4000
    assert options(load_model("cierzo")) == {}


@pytest.mark.parametrize("plays", [700, 20_000])
def test_a_campaign_is_held_against_the_raised_payout(plays: int) -> None:
    """Within 4.5 standard deviations (false alarm 7e-6), and the way of playing is named."""
    told = run_campaign(load_model("galacho"), plays, machines=40, seed="05", jobs=1)
    assert told.sigma_from_exact is not None and abs(told.sigma_from_exact) < 4.5
    assert told.as_dict()["way"] == "every gamble declined"


def test_the_variance_of_a_campaign_is_that_of_its_plays() -> None:
    """Over 600 keys, sums of 700 plays; the bound is 6 standard errors of a normal sum."""
    tables = load_model("galacho").tables
    mean, variance = moments(tables, 700)
    sums = [
        cext.campaign(tables, key.to_bytes(32, "little"), 1, 700, display=False)[1].won_cents
        for key in range(600)
    ]
    seen = sum((float(mean) - won) ** 2 for won in sums) / len(sums)
    assert abs(seen / float(variance) - 1) < 0.35
