# SPDX-License-Identifier: MIT
"""Machines of chance against answers worked out by hand from the published keystream of RFC 8439."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import cext
from cext import ANY_MASK, Combo, Gamble, Pick, Pot, Scatter

# RFC 8439 appendix A.1, test vectors 1 and 2: blocks 0 and 1 under the zero key, stream 0.
FIRST = bytes.fromhex("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")
ZERO_KEY = bytes(32)

# A strip on which symbol and stop are the same number; the scatter is symbol 9.
TEN = list(range(10))
PLAIN: dict[str, Any] = {
    "strips": [TEN] * 3, "rows": 1, "paylines": [[0, 0, 0]], "symbols": 10,
    "combos": (Combo(500, (1 << 6, 1 << 7, 1 << 9), 3),), "price_cents": 600, "cap_cents": 1_200_000,
}  # fmt: skip


def test_the_first_play_takes_the_first_word() -> None:
    """0xade0b876 * 1000 / 2^32 = 679.21: stops 6, 7, 9; the second word, 0x903df1a0, gives 563.44."""
    assert cext.keystream(ZERO_KEY, 0, 0, 32) == FIRST
    tables = cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**PLAIN)))
    state, outcome = cext.chance_step(tables, cext.new_chance_state(tables, ZERO_KEY))
    assert (outcome.stops, outcome.won_cents, outcome.settled) == ((6, 7, 9), 500, True)
    _, outcome = cext.chance_step(tables, state)
    assert (outcome.stops, outcome.won_cents, outcome.settled) == ((5, 6, 3), 0, True)


def test_the_first_wide_play_takes_the_first_pair() -> None:
    """0x903df1a0ade0b876 * 10^10 / 2^64 = 5634451882.6: stops 56, 34, 45, 18, 82."""
    hundred = [n % 10 for n in range(100)]
    assert 0x903DF1A0ADE0B876 * 10**10 >> 64 == 5634451882
    wide = {**PLAIN, "strips": [hundred] * 5, "paylines": [[0] * 5]}
    wide["combos"] = (Combo(500, (1 << 6, 1 << 4, 1 << 5, 1 << 8, 1 << 2), 5),)
    tables = cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**wide)))
    assert tables.combinations() == 10**10
    _, outcome = cext.chance_step(tables, cext.new_chance_state(tables, ZERO_KEY))
    assert (outcome.stops, outcome.won_cents) == ((56, 34, 45, 18, 82), 500)


def test_weights_stretch_stops() -> None:
    """Value 679 of 1000 with weights: reel 0 gives stop 0 six tickets, so ticket 6 is stop 1."""
    weights = [[6, 4], [1, 9], [9, 1]]
    stated = {**PLAIN, "strips": [[0, 1]] * 3, "weights": weights, "combos": (Combo(20, (2, 2, 2), 3),)}
    tables = cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**stated)))
    _, outcome = cext.chance_step(tables, cext.new_chance_state(tables, ZERO_KEY))
    assert (outcome.stops, outcome.won_cents) == ((1, 1, 1), 20)


def turn(stops: tuple[int, ...], free: bool = False, **change: Any) -> cext.Turn:
    """What a 3 x 3 machine pays: symbol 0 is wild and doubles, 4 is the scatter."""
    stated: dict[str, Any] = {
        "strips": [[0, 1, 2, 3, 4]] * 3, "rows": 3, "paylines": [[1, 1, 1], [0, 1, 2]], "symbols": 5,
        "multipliers": [2, 1, 1, 1, 1],
        "combos": (
            Combo(100, (3, 3, 3), 3, 0, True), Combo(30, (3, 3, ANY_MASK), 2, 0, True),
            Combo(40, (5, 5, 5), 3, 1, True),
        ),
        "scatters": (Scatter(10, 16, 2, 0, 5, 2), Scatter(50, 16, 3, 0, 10, 3)),
        "free_multiplier": 3, "max_free_plays": 20, "price_cents": 600, "cap_cents": 1_000,
    }  # fmt: skip
    return cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**stated | change))).evaluate(stops, free)


def test_lines_by_hand() -> None:
    """A reel at stop s shows s + 1, s, s - 1 from the top."""
    # 1 1 1 in the middle pays 100; on the slope 2 1 0, nothing fits.
    assert turn((1, 1, 1)) == (100, 0, 0, 0)
    # 1 0 0 in the middle: two wilds, 100 * 4 = 400, worthier than 30 * 2; the slope 2 0 4 pays nothing.
    # Scatter 4 is on the bottom row of reels 1 and 2: two of them, 10 and five free plays.
    assert turn((1, 0, 0)) == (410, 5, 0, 0)
    # Wilds alone: 100 * 8, and three scatters; the slope 1 0 4 pays 30 * 2.
    assert turn((0, 0, 0)) == (910, 10, 0, 0)
    # In a free play three times 910 meets the cap; a retrigger of three.
    assert turn((0, 0, 0), free=True) == (1_000, 3, 0, 0)


def test_ways_by_hand() -> None:
    """The multiplier of a wild counts it twice."""
    # Columns 2 1 0, 2 1 0, 2 1 0: 3 a reel for each group, 100 * 27 and 40 * 27, capped.
    assert turn((1, 1, 1), paylines=None) == (1_000, 0, 0, 0)
    # Columns 2 1 0, 2 1 0, 4 3 2: no third 1 or wild, so 30 * 3 * 3; 40 * 3 * 3 * 1; one scatter.
    assert turn((1, 1, 3), paylines=None) == (630, 0, 0, 0)
    # Columns 4 3 2, ...: the group of symbol 1 has no ways, the other one.
    assert turn((3, 3, 3), paylines=None) == (40 + 50, 10, 0, 0)


def test_a_pot_by_hand() -> None:
    """600 cents at 1/7: 85,714 millicents and 2/7; the seventh play brings 85,716."""
    never = (Combo(20, (1, 1, 1), 3, pot=1),)  # 0 0 0 comes with play 2,033 first
    pot = Pot(1_000_000, 1_428_573, Fraction(1, 7), Fraction(1, 600_000), "combination")
    tables = cext.ChanceTables(
        cext.pack_chance(cext.ChanceGame(**{**PLAIN, "combos": never, "pots": (pot,)}))
    )
    state, seen = cext.new_chance_state(tables, ZERO_KEY), []
    for _ in range(6):
        state, _ = cext.chance_step(tables, state)
        view = cext.view_chance_state(tables, state).pots[0]
        seen.append((view.value_mc, view.reserve_mc, view.carry))
    assert seen == [
        (1_085_714, 1, 2), (1_171_428, 2, 4), (1_257_142, 3, 6), (1_342_857, 4, 1), (1_428_571, 5, 3),
        (1_428_573, 6 + 85_712, 5),
    ]  # fmt: skip


def test_a_pot_that_is_hit_pays_whole_cents() -> None:
    """Seed 1,000.5 and one play's 600 cents: 1,600 cents paid, 500 millicents and the reserve stay."""
    hit = (Combo(500, (1 << 6, 1 << 7, 1 << 9), 3, pot=1),)
    pot = Pot(1_000_500, 9_000_000, Fraction(1), Fraction(1, 2), "combination")
    tables = cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**{**PLAIN, "combos": hit, "pots": (pot,)})))
    state, outcome = cext.chance_step(tables, cext.new_chance_state(tables, ZERO_KEY))
    assert (outcome.pots_hit, outcome.pot_cents, outcome.won_cents) == ((0,), (1_600,), 500)
    assert cext.view_chance_state(tables, state).pots[0][:2] == (500 + 300_000 + 1_000_500, 0)


def test_features_come_in_their_order() -> None:
    """Picks, then free plays, then the gamble; the win is the player's only when the play is settled."""
    stated = {
        **PLAIN, "combos": (Combo(20, (1, 1, 1), 3),), "picks": (Pick(60, 1),), "max_free_plays": 2,
        "scatters": (Scatter(100, 1 << 9, 1, 0, 2, 0, 2),), "gamble": Gamble(1, 2, 1, 1_000),
    }  # fmt: skip
    tables = cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**stated)))
    state, won, course = cext.new_chance_state(tables, ZERO_KEY), 0, []
    while not course or course[-1] != "gamble":
        phase = cext.view_chance_state(tables, state).phase
        course.append("play" if phase == "idle" else phase)
        state, outcome = cext.chance_step(tables, state, "collect" if phase == "gamble" else course[-1])
        won += outcome.step_cents
        assert outcome.won_cents == won
        assert outcome.settled == (course[-1] == "gamble")
    # Free plays may show the scatter again: its two picks come before the next free play.
    seen = " ".join(course).replace("free pick pick", "free")
    assert seen == "play pick pick free free gamble"
    assert cext.view_chance_state(tables, state).won_cents == 0


@pytest.mark.parametrize("won", [True, False])
def test_a_gamble_doubles_or_loses(won: bool) -> None:
    stated = {**PLAIN, "gamble": Gamble((1 << 32) - 2 if won else 1, (1 << 32) - 1, 1, 1_000)}
    tables = cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**stated)))
    state, outcome = cext.chance_step(tables, cext.new_chance_state(tables, ZERO_KEY))
    assert (outcome.phase, outcome.settled) == ("gamble", False)
    state, outcome = cext.chance_step(tables, state, "gamble")
    assert (outcome.won_cents, outcome.pick_row, outcome.settled) == (1_000 * won, won, True)
    assert cext.view_chance_state(tables, state).play == 1
