# SPDX-License-Identifier: MIT
"""
Where the distribution of a play is out of reach: moments exact without a cap, all else between proved ends.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from chance_walk import Pick, Turn, Walk
from hypothesis import given, settings
from hypothesis import strategies as st

from cext import Gamble
from emulator.lab.campaign import run_campaign
from machines.model import MODELS_FOLDER, read_model
from machines.par import par_sheet
from machines.support.plain import read_toml
from machines.types.chance import enclosed as enclosed_module
from machines.types.chance import par as par_module
from machines.types.chance import proved as proved_module
from machines.types.chance.enclosed import BITS, enclosed
from machines.types.chance.free import TooLongError
from machines.types.chance.gamble import gambled
from machines.types.chance.game import game_of
from machines.types.chance.moments import moments
from machines.types.chance.proved import Proved, rounded
from machines.types.chance.total import Game
from machines.types.common.par_terms import fraction, ratio

PICKS = (Pick(30, 3), Pick(50, 2), Pick(10, 1, ends=True), Pick(0, 1, ends=True))
PAID = {Turn(0): 50, Turn(20): 9, Turn(0, 2): 3, Turn(10, 3, 1): 1, Turn(0, 0, 3): 1}
FREE = {Turn(0): 20, Turn(40): 6, Turn(0, 1): 2, Turn(20, 3, 2): 1, Turn(40, 0, 1): 1}


def game(paid=None, free=None, picks=PICKS, most=20, cap=20_000, unit=10):
    return Game(paid or PAID, free or FREE, picks, most, 20, cap, unit)


def inside(ends, figure):
    return ends.low <= figure <= ends.high


def same_moments(subject):
    found, total = moments(subject), subject.total
    assert found.mean_cents == total.mean_cents
    assert found.variance_cents2 == total.variance_cents2
    assert found.hit_frequency == total.hit_frequency


def need_inside(subject):
    """Every figure of a game lies between its ends."""
    found, total = Proved(subject), subject.total
    assert inside(found.mean_cents, total.mean_cents)
    assert inside(found.variance_cents2, total.variance_cents2)
    assert found.hit_frequency == total.hit_frequency
    assert inside(found.at_cap, Fraction(total.ways[-1], total.whole))
    cap = subject.cap_cents
    for over, to in [(-1, 0), (0, 10), (0, 40), (40, 120), (120, cap - 1), (-1, cap - 1), (cap - 1, cap)]:
        if over < to:
            true = sum(total.probability(cents) for cents in range(over + 1, to + 1))
            assert inside(found.chance(over, to), true), (over, to)
    mean = total.mean_cents
    third = sum(abs(cents - mean) ** 3 * ways for cents, ways in total.items()) / total.whole
    assert third <= found.third_cents3


@pytest.mark.parametrize("most", [1, 2, 5, 20, 50, 100])
def test_moments_without_a_cap_are_those_of_the_distribution(most):
    paid, free = (
        {turn._replace(picks=0): ways for turn, ways in turns.items() if not turn.picks}
        for turns in (PAID, FREE)
    )
    subject = game(paid, free, (), most, 6_000) if most > 20 else game(most=most, cap=6_000)
    same_moments(subject)


@pytest.mark.parametrize(("most", "cap"), [(3, 100), (3, 2_000), (20, 400), (50, 100), (100, 1_000)])
def test_the_figures_lie_between_their_ends(most, cap):
    need_inside(game(most=most, cap=cap))


def test_what_max_ends_is_not_counted_as_if_it_went_on():
    """Two free plays of 10 cents at most: what would be won with more of them is won by nobody."""
    found = Proved(game({Turn(0, 1): 1}, {Turn(10): 3, Turn(10, 1): 2}, (), 2, 500))
    assert found.chance(20, 499).low == 0 < found.chance(20, 499).high
    need_inside(found.game)


def test_what_max_seldom_ends_is_told_to_twenty_digits():
    found = Proved(game(most=200, cap=2_000))
    for ends in (found.mean_cents, found.variance_cents2, found.at_cap, found.chance(100, 900)):
        assert 0 < ends.high - ends.low < Fraction(1, 10**20)


def test_a_game_that_no_cap_can_cut_is_exact():
    found = Proved(game(most=50, cap=4_000_000))
    assert found.mean_cents.exact and found.variance_cents2.exact
    assert found.mean_cents.low == game(most=50, cap=12_000).uncapped_mean_cents


turns = st.builds(
    Turn, st.sampled_from([0, 10, 20, 70]), st.sampled_from([0, 0, 1, 2, 4]), st.sampled_from([0, 0, 1, 2])
)
counted = st.dictionaries(turns, st.integers(1, 9), min_size=1, max_size=6)
rows = st.lists(
    st.builds(Pick, st.sampled_from([0, 10, 40]), st.integers(1, 5), st.booleans()), min_size=1, max_size=4
)


@settings(max_examples=30, deadline=None)
@given(paid=counted, free=counted, picks=rows, most=st.integers(1, 12))
def test_the_moments_of_any_game_are_those_of_its_paths(paid, free, picks, most):
    subject = game(paid, free, tuple(picks), most, 5_000)
    if subject.uncapped_most_cents <= subject.cap_cents:
        same_moments(subject)
    assert moments(subject).mean_cents == subject.uncapped_mean_cents


@settings(max_examples=25, deadline=None)
@given(paid=counted, free=counted, picks=rows, most=st.integers(1, 15), cap=st.sampled_from([40, 200, 900]))
def test_any_game_lies_between_its_ends(paid, free, picks, most, cap):
    need_inside(game(paid, free, tuple(picks), most, cap))


@settings(max_examples=12, deadline=None)
@given(paid=counted, free=counted, picks=rows, most=st.integers(1, 12), units=st.sampled_from([5, 20, 60]))
def test_where_the_cap_has_more_units_than_are_told_apart_the_ends_hold(paid, free, picks, most, units):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proved_module, "MOST_UNITS", units)
        patch.setattr(proved_module, "COARSE_UNITS", units)
        need_inside(game(paid, free, tuple(picks), most, 900))


@pytest.mark.parametrize("units", [10, 60])
def test_prizes_rounded_to_a_coarse_unit_enclose_the_true_ones(units, monkeypatch):
    monkeypatch.setattr(proved_module, "MOST_UNITS", units)
    monkeypatch.setattr(proved_module, "COARSE_UNITS", units)
    need_inside(game(most=6, cap=900))


@pytest.mark.parametrize("odds", [(1, 2), (2, 5), (3, 5)])
@pytest.mark.parametrize("units", [20_000, 30])
def test_gambles_lie_between_their_ends(odds, units, monkeypatch):
    monkeypatch.setattr(proved_module, "MOST_UNITS", units)
    subject, gamble = game(most=30, cap=900), Gamble(*odds, 3, 100)
    offers, mean, variance, hits = Proved(subject).gambled(gamble)
    exact = gambled(subject.total, gamble, 900)
    assert inside(mean, exact.mean_cents) and inside(variance, exact.variance_cents2)
    assert inside(hits, exact.hit_frequency)
    offered = sum(ways for cents, ways in subject.total.items() if 0 < cents <= 100)
    assert inside(offers, Fraction(offered, subject.total.whole))


def test_a_game_that_goes_on_for_ever_is_still_enclosed():
    free = {Turn(0): 1, Turn(10, 2): 2, Turn(20, 1): 1}
    need_inside(game(free=free, most=40, cap=300))
    tight = Proved(game(free=free, most=900, cap=300))
    assert tight.mean_cents.high - tight.mean_cents.low < Fraction(1, 10**12)  # by Chernoff


def test_the_distribution_below_a_horizon_is_from_below():
    subject = game(most=400, cap=2_000)
    found = enclosed(subject, 200)
    chain = Walk(subject.paid, subject.free, subject.picks, 12, 2_000).total
    assert all(Fraction(found.ways[k], 1 << BITS) <= chain[10 * k] + Fraction(1, 10**4) for k in range(50))
    assert sum(found.ways) < 1 << BITS


def test_plain_iteration_stands_in_where_newton_is_not_proved(monkeypatch):
    monkeypatch.setattr(enclosed_module, "_GRAINS", ())
    need_inside(game(most=20, cap=400))


def test_rounding_keeps_every_prize_on_its_side():
    subject = game(unit=10)
    down, up = (Proved(rounded(subject, 70, side)).uncapped.mean_cents for side in (floor_of, ceil_of))
    assert down < moments(subject).mean_cents < up


def floor_of(value):
    return value.numerator // value.denominator


def ceil_of(value):
    return -(-value.numerator // value.denominator)


def test_fractions_of_any_length_are_written_and_read():
    long = Fraction(7**9_000 + 1, 10**8_000)
    assert fraction(ratio(long)) == long and len(ratio(long)) > 15_000
    assert fraction("3/4") == Fraction(3, 4)


@pytest.fixture
def short_reach(monkeypatch):
    """Free plays whose whole distribution is refused."""

    def refused(total):
        raise TooLongError("too long")

    monkeypatch.setattr(par_module, "_written", refused)


def mudejar(most, **values):
    raw = read_toml((MODELS_FOLDER / "mudejar.toml").read_text(encoding="utf-8"))
    return read_model({**raw, "free_plays": {**raw["free_plays"], "max": most}, **values})


@pytest.mark.parametrize("most", [20, 50])
def test_a_sheet_that_is_enclosed_holds_the_exact_one(most, request):
    exact = par_sheet(mudejar(most))
    request.getfixturevalue("short_reach")
    found = par_sheet(mudejar(most))
    assert "enclosed" in found and "enclosed" not in exact and not found["prizes"]
    for key in ("rtp", "variance_stake2", "hold"):
        assert Fraction(found[key]) <= Fraction(exact[key]) <= Fraction(found[f"{key}_high"])
    for key in ("hit_frequency", "rtp_without_cap", "free_plays", "losing_runs"):
        assert found[key] == exact[key]
    for row in found["classes"]:
        inner = [one for one in exact["prizes"] if row["over_cents"] < one["prize_cents"] <= row["to_cents"]]
        true = sum((Fraction(one["probability"]) for one in inner), Fraction(0))
        if row["to_cents"] == 0:
            true = 1 - Fraction(exact["hit_frequency"])
        assert (
            Fraction(row["probability"]) <= true <= Fraction(row.get("probability_high", row["probability"]))
        )
    rows = zip(found["bands"], exact["bands"], strict=True)
    for mine, theirs in rows:
        assert mine["error_percent"] >= theirs["error_percent"] / 2
        if mine["error_percent"] < 1 and mine["method"] == theirs["method"]:
            assert mine["low_percent"] == pytest.approx(theirs["low_percent"], abs=0.01)
    last, cut = found["contributions"][-1], Fraction(exact["contributions"][-1]["rtp"])
    assert last["feature"] == "cap" and Fraction(last["rtp"]) <= cut <= Fraction(last["rtp_high"]) <= 0


@pytest.mark.long
def test_a_thousand_free_plays_have_a_sheet_and_a_check():
    model = mudejar(1_000)
    sheet = par_sheet(model)
    assert 0 < sheet["enclosed"]["rtp_width"] < 1e-20
    assert Fraction(sheet["rtp"]) < Fraction(sheet["rtp_high"]) < Fraction(fraction(sheet["rtp_without_cap"]))
    assert model.payout * 600 == pytest.approx(533.416295, abs=1e-6)
    chances = [Fraction(row["probability"]) for row in sheet["classes"]]
    assert 1 - Fraction(1, 10**20) < sum(chances) <= 1


@pytest.mark.long
def test_without_a_law_that_caps_the_moments_are_exact_fractions():
    raw = read_toml((MODELS_FOLDER / "mudejar.toml").read_text(encoding="utf-8"))
    for pay in raw["paytable"]:
        pay["counts"] = dict.fromkeys(pay["counts"], 100)
    for row in raw["scatters"]:
        row["pays"] = dict.fromkeys(row.get("pays", {}), 100)
    sheet = par_sheet(
        mudejar(1_000, profile="libre", price_cents=600, paytable=raw["paytable"], scatters=raw["scatters"])
    )
    assert "enclosed" in sheet and "rtp_high" not in sheet and "variance_stake2_high" not in sheet
    assert len(sheet["rtp"]) > 9_000 and sheet["rtp"] == sheet["rtp_without_cap"]
    assert sheet["largest_prize_is_bound"]


@pytest.mark.long
def test_a_campaign_lies_inside():
    model = mudejar(1_000)
    campaign = run_campaign(model, 400_000, seed="00" * 32)
    sheet = par_sheet(model)
    sigma = (Fraction(sheet["variance_stake2_high"]) / 400_000) ** Fraction(1, 2)
    # Four standard deviations: a false alarm in 15,000, and the seed is fixed.
    assert abs(campaign.won_cents / (400_000 * 600) - sheet["rtp_percent"] / 100) < 4 * sigma
    assert replace(game_of(model.tables)).max_free_plays == 1_000
