# SPDX-License-Identifier: MIT
"""The proof for gambles and raises (B-22, B-24) against every course of small plans, and what it refuses."""

import copy
import itertools
import tomllib
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import cext
from emulator.lab.campaign import run_campaign
from emulator.lab.campaign_cycle import moments
from machines.check.problems import Findings
from machines.model import ModelError, load_model, read_model
from machines.types.cycle import checks_gamble
from machines.types.cycle.checks_special import MODELS_FOLDER
from machines.types.cycle.par_gamble import options
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import (
    Gamble,
    Raise,
    lost_in_window,
    raised_pairs,
    raised_payout,
    richest_play_cents,
)

GALACHO = tomllib.loads((MODELS_FOLDER / "galacho.toml").read_text(encoding="utf-8"))

# Three strata of unequal length; amounts count in prices, so a piece of the account is 1. Enough plays lose.
SMALL = Plan((0, 1, 2), ((2, 0, 1), (0, 2, 0), (3, 0, 1)), 1)


def spreads(gamble: Gamble, losses: int, pieces: int) -> bool:
    """Whether a gamble is offered that leaves the account with so many pieces, and so many losses left."""
    bound = Fraction(2 * max(0, losses - gamble.return_spare), 3 * gamble.return_one_in)
    return pieces <= min(gamble.return_max_cents, bound)


def losses_left(plan: Plan, at: int, left: tuple[int, ...]) -> int:
    """Losses of the cycle at entry ``at``, of whose stratum this is left."""
    return left[0] + sum(row[0] for row in plan.strata[stratum_of(plan, at) + 1 :])


def given_back(gamble: Gamble, losses: int, pieces: int) -> tuple[int, ...]:
    """What a loss, one of so many, can give back."""
    if pieces in (0, losses):
        return (min(1, pieces),)
    spread = losses - gamble.return_spare
    return (1,) if 0 < spread == pieces and gamble.return_one_in == 1 else (0, 1)


class Adversary:
    """
    Finds the least that a window of plays pays, whatever their order, draws and answers.

    It chooses all of it: the order of each stratum, which plays are double and which hold reels, when to
    dare, how every draw falls. ``spoiled`` names a fault of the core: "forgetful", no loss fills the
    account; "unsure", a loss need never give back; "held", reels may be held whatever the account is.
    """

    def __init__(self, plan: Plan, gamble: Gamble, *, double: bool = False, spoiled: str = "") -> None:
        self.plan, self.gamble, self.double, self.spoiled = plan, gamble, double, spoiled
        self.least = cache(self._least)

    def _least(self, at: int, left: tuple[int, ...], account: int, advance: int, entries: int) -> int:
        """Of ``entries`` entries from ``at`` on."""
        found = []
        for count in (1, 2)[: min(entries, 1 + self.double)]:
            for plays in self.played(at, left, account, count):
                found += [
                    paid + self.least(*state, entries - count)
                    for paid, *state in self.answered(plays, at, advance)
                ]
        return min(found, default=0)

    def played(self, at: int, left: tuple[int, ...], account: int, count: int) -> list[tuple[Any, ...]]:
        """Every (won, returned, at, left, account) of a play, and whether it stayed in its cycle."""
        plan, size = self.plan, self.plan.plays
        found = []
        for cls in (k for k, n in enumerate(left) if n):
            losses = losses_left(plan, at, left)
            rest = tuple(n - (k == cls) for k, n in enumerate(left))
            if not any(rest):
                rest = plan.strata[(stratum_of(plan, at) + 1) % len(plan.strata)]
            after, stays = (at + 1) % size, at + 1 < size
            if cls:
                ways = [(plan.prizes_cents[cls], 0)]
            else:
                assert self.spoiled or account <= losses
                ways = [(0, back) for back in given_back(self.gamble, losses, min(account, losses))]
                if self.spoiled == "unsure":
                    ways.append((0, 0))
                if count == 1 and (self.spoiled == "held" or spreads(self.gamble, losses - 1, account)):
                    ways.append((0, 0))
            for won, back in ways:
                here = (won, back, after, rest, account - back, stays)
                if count == 1:
                    found.append(here)
                    continue
                for won_2, back_2, *state, stays_2 in self.played(after, rest, account - back, count - 1):
                    found.append((won + won_2, back + back_2, *state, stays and stays_2))
        return found

    def answered(self, play: tuple[Any, ...], at: int, advance: int) -> list[tuple[Any, ...]]:
        """Every (paid, at, left, account, advance) to which a play can come by its gambles."""
        won, back, after, left, account, stays = play
        gamble, advance = self.gamble, advance if stays else 0
        ways = [(won + back, after, left, account, advance)]
        lost = max(0, won - advance)
        offered = stays and won and not back and 2 * won <= gamble.single_max_cents
        losses = losses_left(self.plan, after, left)
        if offered and (not lost or spreads(gamble, losses, account + lost)):
            filled = account if self.spoiled == "forgetful" else account + lost
            ways.append((0, after, left, filled, max(0, advance - won)))
            ways.append((2 * won, after, left, account, min(gamble.advance_max_cents, advance + won)))
        return ways

    def poorest(self, entries: int, *, aligned: bool = False) -> int:
        """The least of any window of so many entries; ``aligned``: of those that begin with a cycle."""
        plan, gamble = self.plan, self.gamble
        found = []
        for first in (0,) if aligned else range(plan.plays):
            # Any part of the stratum may be gone when the window begins, with any account and advance.
            stratum = stratum_of(plan, first)
            gone = first - sum(map(sum, plan.strata[:stratum]))
            row = plan.strata[stratum]
            for left in parts(row, sum(row) - gone):
                for advance in {0, gamble.advance_max_cents} if first else {0}:
                    most = min(gamble.return_max_cents, losses_left(plan, first, left)) if first else 0
                    for account in range(most + 1):
                        found.append(self.least(first, left, account, advance, entries))
        return min(found)


def stratum_of(plan: Plan, at: int) -> int:
    """The stratum of entry ``at`` of a cycle."""
    for number, row in enumerate(plan.strata):
        if at < sum(row):
            return number
        at -= sum(row)
    raise AssertionError


def parts(row: tuple[int, ...], entries: int) -> list[tuple[int, ...]]:
    """Every choice of ``entries`` entries out of a row's."""
    if not row:
        return [()] if entries == 0 else []
    return [(n, *rest) for n in range(min(row[0], entries) + 1) for rest in parts(row[1:], entries - n)]


# Of the even choice alone; bounded; with a spare loss; and with an advance.
GAMBLES = [
    Gamble(1, 4, 4, 2, 0),
    Gamble(1, 4, 4, 2, 2, 2),
    Gamble(1, 4, 4, 2, 1, 1, 1),
    Gamble(1, 2, 2, 1, 1),
]


@pytest.mark.parametrize("gamble", GAMBLES)
@pytest.mark.parametrize("double", [False, True])
def test_no_course_of_a_small_plan_pays_less_than_the_proof_says(gamble: Gamble, double: bool) -> None:
    spare, adversary = [], Adversary(SMALL, gamble, double=double)
    for entries in range(1, 13):
        proved = SMALL.worst_window(entries, entries, lost_in_window(gamble)).paid_cents
        found = adversary.poorest(entries)
        assert max(0, proved) <= found
        if proved > 0:
            spare.append(found - proved)
    # Nearly reached; of SMALL's five losses 1 in 2 keeps the account one piece below its maximum.
    assert min(spare) <= gamble.return_one_in


@pytest.mark.parametrize("gamble", GAMBLES)
@pytest.mark.parametrize("double", [False, True])
def test_no_course_of_a_whole_cycle_pays_less_than_its_plan(gamble: Gamble, double: bool) -> None:
    def whole(spoiled: str = "") -> int:
        return Adversary(SMALL, gamble, double=double, spoiled=spoiled).poorest(SMALL.plays, aligned=True)

    assert whole() == SMALL.paid_cents
    assert whole("forgetful") < SMALL.paid_cents


@pytest.mark.parametrize("spoiled", ["unsure", "held"])
def test_a_loss_that_need_not_give_back_breaks_the_proof(spoiled: str) -> None:
    adversary = Adversary(SMALL, Gamble(1, 4, 4, 2, 0, 1, 1), spoiled=spoiled)
    assert adversary.poorest(SMALL.plays, aligned=True) < SMALL.paid_cents


def test_a_core_that_forgets_losses_breaks_the_proof() -> None:
    gamble = Gamble(1, 4, 4, 1, 0)
    entries = 2 * SMALL.plays
    proved = SMALL.worst_window(entries, entries, lost_in_window(gamble)).paid_cents
    assert Adversary(SMALL, gamble, spoiled="forgetful").poorest(entries) < proved


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


def test_daring_is_even_and_what_it_loses_comes_back() -> None:
    """Added and lost money of 12 cycles differ by less than 4.5 standard errors (false alarm 7e-6)."""
    model = load_model("galacho")
    tables = cext.Tables(_without_raises())
    state, tally = cext.campaign(tables, bytes(range(32)), 2, 240_000, player=cext.Player(rounds=1))
    assert tally.gambles == tally.offers > 40_000
    # One round: every gamble adds or loses its stake, 8 EUR at most.
    staked = tally.added_cents + tally.lost_cents
    assert abs(tally.added_cents - tally.lost_cents) < 4.5 * (800 * staked) ** 0.5
    assert abs(2 * tally.gambles_won - tally.gambles) < 4.5 * tally.gambles**0.5
    planned = 12 * model.plan.paid_cents
    assert tally.won_cents == planned + tally.added_cents - tally.lost_cents + tally.returned_cents >= planned
    assert tally.returned_cents > 0
    view = cext.view_state(tables, state)
    assert (view.cycle, view.return_cents, view.advance_cents) == (12, 0, 0)


def _without_raises() -> bytes:
    raw = copy.deepcopy(GALACHO)
    raw.pop("raises")
    return read_model(raw).tables.blob


def test_no_cycle_of_one_who_always_dares_pays_less_than_its_plan() -> None:
    tables, paid = cext.Tables(_without_raises()), load_model("galacho").plan.paid_cents
    for rounds, double, cycle in itertools.product((1, 3), (False, True), (0, 1, 7)):
        state = cext.new_state(tables, bytes(32), 4, cycle=cycle)
        plays = 10_000 if double else 20_000
        _, tally = cext.campaign(
            tables, bytes(32), 4, plays, state=state, player=cext.Player(double=double, rounds=rounds)
        )
        assert tally.won_cents >= paid
        assert tally.lost_cents > 50_000


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


def test_what_a_loss_gives_back_counts_in_the_richest_pair() -> None:
    """A loss beside the largest prize, of a plan that deals no two prizes side by side."""
    plan = Plan((0, 40, 80), ((3, 0, 1), (4, 0, 0), (3, 1, 0), (4, 0, 0)), 20)
    gamble = Gamble(1, 80, 120, 40, 0)
    assert max(pair.cents for pair in raised_pairs(plan, [])) == 80
    assert max(pair.cents for pair in raised_pairs(plan, [], gamble)) == 120
    assert richest_play_cents(plan, 2, None, []) == 80
    assert richest_play_cents(plan, 2, gamble, []) == 120


def test_a_double_play_that_gives_back_stays_within_the_double_maximum() -> None:
    model = load_model("galacho")
    findings, draft = Findings(model.profile), replace(model.draft, raises=None)
    plan = Plan((0, 8000), ((4, 1), (5, 0)), 4000)
    checks_gamble.check_options(draft, plan, 2, model.limits, findings)
    (problem,) = [problem for problem in findings.problems if problem.rule == "B-05"]
    assert str(problem) == (
        "gamble: one double play can win 160.00 EUR where a loss gives 80.00 EUR back, at most 120.00 EUR "
        "allowed (B-05, RD 2110/1998 arts. 6.3 and 7.c)"
    )


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


def test_a_gamble_that_a_window_cannot_spare_is_refused() -> None:
    assert refused(gamble={"advance_max_cents": 7_040}) == []
    (problem,) = refused(gamble={"advance_max_cents": 7_060})
    assert problem == (
        "gamble: can leave 39.98 % of the stakes of 5,654 consecutive entries, at least 40 % required in any "
        "5,000 plays: it may keep 150.60 EUR of theirs (B-08, RD 2110/1998 art. 6.4)"
    )


def test_an_account_above_the_maximum_prize_is_refused() -> None:
    assert refused(gamble={"return_max_cents": 8001}) == [
        "gamble.return_max_cents: must be at most 80.00 EUR (got 80.01 EUR) (B-06, RD 2110/1998 art. 6.3)"
    ]


def test_a_loss_that_no_prizes_give_back_to_the_cent_is_refused() -> None:
    (problem,) = refused(gamble={"advance_max_cents": 6010})
    assert problem.startswith(
        "gamble: must deal in multiples of the smallest prize, 0.20 EUR, which gives back the rest of a loss "
        "(got 60.10 EUR) (B-22"
    )


def test_a_gamble_that_is_never_offered_is_refused() -> None:
    assert refused(gamble={"return_max_cents": 19}) == [
        "gamble.return_max_cents: must be at least 0.20 EUR (got 0.19 EUR) (B-22, RD 2110/1998 art. 7.a)"
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
    changes = {"cycle": raw["cycle"], "paytable": raw["paytable"], "gamble": {"return_one_in": 8}}
    assert refused(**changes) == []
    (problem,) = refused(**changes, raises=raising(cents=2000, to_cents=8000))
    assert problem == (
        "raises: one double play can win 160.00 EUR once raised, at most 120.00 EUR allowed "
        "(B-05, RD 2110/1998 arts. 6.3 and 7.c)"
    )


def test_the_sheet_states_the_least_and_the_raised_payout() -> None:
    """Of 4,000.00 staked a cycle pays 3,222.00 whoever gambles; raises add 137.20."""
    model = load_model("galacho")
    sheet = options(model)
    gamble, raises = sheet["gamble"], sheet["raises"]
    assert model.plan.payout == Fraction(3222, 4000) == Fraction(gamble["expected_payout_min"])
    assert gamble["plays_lost_max_cents"] == 14_000
    # Whoever dares when, the account gives back 1.07 cents a play on average at most.
    most = Fraction(gamble["expected_payout_max"]) - raised_payout(model.plan, model.raises)
    assert 0.0531 < most < 0.0532
    assert Fraction(gamble["least"][0]["payout"]) == Fraction(3222, 4000)
    plain = model.plan.worst_window(5_000, 5_000)
    assert Fraction(gamble["least"][1]["payout"]) == plain.payout - Fraction(14_000, 100_000)
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
