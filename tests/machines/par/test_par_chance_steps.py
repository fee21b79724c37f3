# SPDX-License-Identifier: MIT
"""The walk that the exact figures are held against takes the steps that the core takes."""

from collections import Counter

import pytest
from chance_games import rich
from chance_walk import At, Rules
from soon import soon

import cext
from cext import Scatter

KEY = bytes(range(32))
PLAYS = 4_000


def game(cap_cents):
    """Free plays and picks in most plays, on small reels of their own."""
    return rich(
        scatters=[
            Scatter(20, 8, 1, 0, 1, 1, 0),
            Scatter(60, 8, 2, 0, 3, 2, 2),
            Scatter(90, 8, 3, 0, 3, 4, 3),
        ],
        max_free_plays=5,
        cap_cents=cap_cents,
        gamble=None,
    )


def steps(tables):
    """(where the play stood, action, what it showed, outcome) of every step of many plays."""
    state = cext.new_chance_state(tables, KEY, 3)
    for _ in range(PLAYS):
        at, kind = At(0, 0, 0, 0), "play"
        while kind != "idle":
            state, outcome = cext.chance_step(tables, state, kind)
            yield at, kind, outcome
            at = At(outcome.won_cents, outcome.picks_left, outcome.free_left, outcome.free_given)
            kind = outcome.phase


@pytest.mark.parametrize("cap_cents", soon([600, 100_000], 600))
def test_every_step_of_the_core_is_a_step_of_the_walk(cap_cents):
    tables = game(cap_cents)
    rules = Rules(tables.picks, tables.max_free_plays, cap_cents)
    seen: Counter[str] = Counter()
    for at, kind, outcome in steps(tables):
        if kind == "pick":
            [(then, _)] = [list(rules.pick(at))[outcome.pick_row]]
        else:
            free = kind == "free"
            turn = tables.evaluate(outcome.stops, free)
            [(then, _)] = rules.turn(at._replace(left=at.left - free), {turn: 1})
        assert outcome.settled == rules.done(then)
        assert outcome.won_cents == then.won_cents
        if not outcome.settled:
            assert (outcome.picks_left, outcome.free_left, outcome.free_given) == then[1:]
        seen[kind] += 1
    assert min(seen[kind] for kind in ("play", "pick", "free")) > PLAYS // 10


def test_plays_show_every_turn_there_is():
    """So no turn is missing from the count: each comes in 4,000 plays, the rarest 40 times on average."""
    tables = game(100_000)
    shown = {False: set(), True: set()}
    for _, kind, outcome in steps(tables):
        if kind != "pick":
            shown[kind == "free"].add(tables.evaluate(outcome.stops, kind == "free"))
    for free, turns in shown.items():
        whole = tables.combinations(free)
        often = {turn for turn, ways in cext.turn_distribution(tables, free).items() if 100 * ways >= whole}
        assert often <= turns <= set(cext.turn_distribution(tables, free))
