# SPDX-License-Identifier: MIT
"""What a newcomer gains by lost gambles: the bounds against every behaviour, and the core."""

from __future__ import annotations

import copy
import json
import tomllib
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from core_checks import chi_square_tail

import cext
from machines.model import MODELS_FOLDER, ModelError, load_model, read_model
from machines.types.cycle.newcomer import newcomer
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import Gamble, account_payout, raised_payout

GALACHO = tomllib.loads((MODELS_FOLDER / "galacho.toml").read_text(encoding="utf-8"))

# Losses of the cycle; most pieces of the account, one in how many, spare losses. The last two begin where
# only its maximum bounds the account.
CASES = [
    (14, Gamble(1, 8, 8, 6, 0, 1, 0)),
    (15, Gamble(1, 8, 8, 5, 0, 2, 3)),
    (24, Gamble(1, 8, 8, 4, 0, 3, 0)),
    (26, Gamble(1, 8, 8, 3, 0, 2, 4)),
]


def plan_of(losses: int) -> Plan:
    """A plan of so many losses, and two prizes; a piece is 1."""
    return Plan((0, 1, 4), ((losses - 5, 1, 0), (5, 1, 1)), 1)


@cache
def exactly(n: int, k: int, gamble: Gamble) -> tuple[Fraction, Fraction]:
    """
    The most by which k pieces become certain, and are given back, with n losses left; by any behaviour.

    Every choice of the public is tried: by how much it fills the account, and whether it holds.
    """
    if not n:
        return Fraction(0), Fraction(0)
    one_in, spare = gamble.return_one_in, gamble.return_spare

    def offered(pieces: int, losses: int) -> bool:
        return pieces <= gamble.return_max_cents and 3 * one_in * pieces <= 2 * (losses - spare)

    found = []
    for filled in (j for j in range(k, n + 1) if j == k or offered(j, n)):
        if filled == n:
            certain, given = exactly(n - 1, n - 1, gamble)
            found.append((Fraction(1), 1 + given))
            continue
        even = n > spare and one_in * filled <= n - spare
        chance = Fraction(filled, n - spare) if even else Fraction(min(1, filled), one_in)
        ways = [(1 - chance, exactly(n - 1, filled, gamble))]
        if chance:
            ways.append((chance, exactly(n - 1, filled - 1, gamble)))
        certain = sum((share * of[0] for share, of in ways), Fraction(0))
        found.append((certain, chance + sum((share * of[1] for share, of in ways), Fraction(0))))
        if offered(filled, n - 1):
            found.append(exactly(n - 1, filled, gamble))
    return max(certain for certain, _ in found), max(given for _, given in found)


def test_the_bounds_are_those_of_the_worst_behaviour() -> None:
    """What is told is what all behaviours come to, or hardly above it."""
    for losses, gamble in CASES:
        plan = plan_of(losses)
        certain, given = exactly(losses, 0, gamble)
        seen = newcomer(plan, gamble)
        assert seen.piece_cents == 1
        assert seen.most_cents == Fraction(1, gamble.return_one_in)
        assert seen.offered_cents == Fraction(2, 3 * gamble.return_one_in)
        close = 1 + Fraction(1, 10**8)
        assert given / plan.plays <= seen.mean_cents <= given / plan.plays * close
        assert certain <= seen.sure_chance <= certain * close + Fraction(1, 10**29)


@pytest.mark.long
def test_the_core_gives_back_what_the_worst_public_makes_it() -> None:
    """
    Its account filled after every play as far as an offer may, 4,000 cycles of the core come to the bound.

    A cycle gives back at most one piece a loss, so the mean is within 4.9 of its standard errors with a false
    alarm of 1e-6; the key is fixed.
    """
    losses, gamble = CASES[1]
    strip = [0, 1, 2]
    blob = cext.pack_tables(cext.CycleGame(
        strips=[strip], rows=1, paylines=[[0]], pays=[([1], 1), ([2], 4)], prizes_cents=[0, 1, 4],
        strata=plan_of(losses).strata, price_cents=1, simultaneous_max=1, hold=False,
        gamble=cext.CycleGamble(1, 8, 8, 5, 0, 2, 3),
    ))  # fmt: skip
    tables, sums = cext.Tables(blob), []
    for machine in range(4_000):
        state, given, left = cext.new_state(tables, bytes(32), machine), 0, losses
        while cext.view_state(tables, state).cycle == 0:
            view = cext.view_state(tables, state)
            fill = min(gamble.return_max_cents, 2 * max(0, left - gamble.return_spare) // 6)
            if view.return_cents < fill:
                state = state[:164] + fill.to_bytes(4, "little") + state[168:]
            state, outcome = cext.step(tables, state)
            given += outcome.returned_cents
            left -= outcome.returned_cents or not outcome.won_cents
            if outcome.phase:
                state, _ = cext.answer_gamble(tables, state, False)
        assert left == 0
        sums.append(given)
    mean = sum(sums) / len(sums)
    spread = (sum((given - mean) ** 2 for given in sums) / len(sums) ** 2) ** 0.5
    assert abs(mean - float(exactly(losses, 0, gamble)[1])) < 4.9 * spread


def test_what_a_newcomer_gains_from_galacho() -> None:
    """Four cents where the plan keeps 3.2: but only three of four plays lose."""
    model = load_model("galacho")
    assert model.gamble is not None
    seen = newcomer(model.plan, model.gamble)
    assert (seen.piece_cents, seen.most_cents, seen.offered_cents) == (20, 4, Fraction(8, 3))
    assert 1.06 < seen.mean_cents < 1.07
    assert 5.6e-11 < seen.sure_chance < 5.7e-11
    payout = raised_payout(model.plan, model.raises)
    assert 0.99 < payout + account_payout(model.plan, model.gamble) < 1
    assert model.warnings() == []


@pytest.mark.long
def test_a_lost_prize_of_galacho_comes_back_over_the_whole_cycle() -> None:
    """
    One euro lost at the beginning of each of 250 cycles, and when its five pieces come back, by eighths.

    A piece is as likely with each loss of the plan but the last 250; chi-square at a false alarm of 1e-6.
    """
    model = load_model("galacho")
    tables, spare, counts = model.tables, 250, [0] * 8
    for machine in range(250):
        state = cext.new_state(tables, bytes(32), machine)
        state = state[:164] + (100).to_bytes(4, "little") + state[168:]
        for eighth in range(8):
            state, tally = cext.campaign(tables, bytes(32), machine, 2_500, state=state, display=False)
            counts[eighth] += tally.returned_cents // 20
    assert sum(counts) == 1_250
    losses = [sum(row[0] for row in tables.strata[2 * eighth :][:2]) for eighth in range(8)]
    losses[-1] -= spare
    expected = [1_250 * n / sum(losses) for n in losses]
    statistic = sum((seen - mean) ** 2 / mean for seen, mean in zip(counts, expected, strict=True))
    assert chi_square_tail(statistic, 7) > 1e-6


def test_the_play_after_a_lost_gamble_seldom_gives_back() -> None:
    """Of 89 losses 27 once came back with the very next play; now one next play in twenty gives 0.20 back."""
    tables = load_model("galacho").tables
    state, losses, next_gave, lost = cext.new_state(tables, bytes(32), 3), 0, 0, False
    for _ in range(40_000):
        state, outcome = cext.step(tables, state)
        next_gave += lost and outcome.returned_cents > 0
        lost = bool(outcome.phase)
        while outcome.phase:
            state, outcome = cext.answer_gamble(tables, state, True)
        lost = lost and not outcome.won_cents
        losses += lost
    assert losses > 5_000
    assert next_gave < losses / 20


def changed(**values: int) -> dict[str, Any]:
    """Galacho with another gamble."""
    raw = copy.deepcopy(GALACHO)
    raw["gamble"] |= values
    return raw


def test_a_gamble_from_which_newcomers_gain_is_refused() -> None:
    with pytest.raises(ModelError) as caught:
        read_model(changed(return_one_in=4))
    (problem,) = caught.value.problems
    assert str(problem) == (
        "gamble.return_one_in: lets plays return 103 % on average while the return account holds "
        "something, at most 100 % allowed: who sits down after a lost gamble would gain (got 4) (B-22, "
        "RD 2110/1998 art. 7.a)"
    )
    assert problem.limit == 5
    assert problem.hint.startswith("raise it to 5,")


def test_a_gamble_whose_smallest_loss_cannot_be_spread_is_refused() -> None:
    """The 15,216 losses of a cycle, less the spare ones, must hold a piece in every 7.5."""
    assert read_model(changed(return_spare_plays=15_208)).gamble is not None
    with pytest.raises(ModelError) as caught:
        read_model(changed(return_spare_plays=15_209))
    (problem,) = caught.value.problems
    assert str(problem) == (
        "gamble.return_spare_plays: must be at most 15,208 plays of the 15,216 that lose in a cycle (got "
        "15,209) (B-22, RD 2110/1998 art. 7.a)"
    )


def test_too_few_spare_losses_are_warned_of() -> None:
    (warning,) = read_model(changed(return_spare_plays=200)).warnings()
    assert str(warning) == (
        "gamble.return_spare_plays: should leave a chance of at most 1e-09 in a cycle that every loss left "
        "must give back (got 200, which leaves 6.1e-09) (B-22, RD 2110/1998 art. 7.a)"
    )
    assert read_model(changed(return_spare_plays=250)).warnings() == []


def test_check_tells_what_a_newcomer_gains(azar: Any) -> None:
    _, out, _ = azar("check galacho")
    assert out.startswith("galacho: no mistakes (profile es-ar-2002)\n")
    assert out.endswith(
        "newcomer: gains at most 0.04 EUR a play on average by gambles that others lost, 0.0267 EUR just "
        "after one, 0.0106 EUR over a cycle; such plays return at most 99.20 %\n"
    )
    told = json.loads(azar("check galacho --json")[1])
    assert told["newcomer"]["most_cents"] == "4/1"
    assert told["warnings"] == []
    assert json.loads(azar("check cierzo --json")[1])["newcomer"] is None


def test_the_sheet_tells_what_a_newcomer_gains(azar: Any) -> None:
    told = json.loads(azar("par galacho --json")[1])["gamble"]
    assert (told["return_one_in"], told["return_spare_plays"]) == (5, 250)
    newcomer = told["newcomer"]
    assert set(newcomer) == {
        "piece_cents", "most_cents", "offered_cents", "mean_cents", "payout_max", "sure_chance",
    }  # fmt: skip
    assert Fraction(newcomer["payout_max"]) < 1
    assert "galacho,gamble.newcomer,,most_cents,4/1" in azar("par galacho --csv -")[1].splitlines()
