# SPDX-License-Identifier: MIT
"""
What must hold of the prize cycle's gamble and raises, as functions of the core under test; mutants fail them.

Chance is judged as in core_checks: by chi-square at a false-alarm rate of 1e-6, with fixed keys.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from core_checks import KEY, SMALL, check_even, check_steps, tables_of
from core_reference import Definition, tally_digest, window_number

# 3 rounds; a single play may come to 480, a double one to 800; gambles may take 300, and each stratum makes
# 40 of it good.
GAMBLE = (3, 480, 800, 300, 40)
GAMBLED = replace(SMALL, gamble=GAMBLE, raises=[(1, 3, 1, 3), (2, 4, 2, 5)])
# A short cycle of one line, so that every way of playing it can be tried.
SHORT = Definition(
    [[0, 1, 2, 3]], 1, [[0]], [([1], 20), ([2], 40), ([3], 80)], [0, 20, 40, 80],
    [[2, 1, 1, 0], [1, 2, 0, 0]], hold=False, gamble=(2, 80, 120, 50, 10),
)  # fmt: skip


def check_gamble_steps(core: Any) -> None:
    """Fixed walks equal the reference's: doubles, holds, raises, and dares won and lost."""
    for seed, definition in enumerate((GAMBLED, replace(GAMBLED, simultaneous_max=1), SHORT)):
        check_steps(core, definition, KEY, 5, random.Random(seed).choices(range(1000), k=250))


def check_gamble_even(core: Any) -> None:
    """A gamble is won as often as lost, and the rounds of one prize are independent of each other."""
    tables = tables_of(core, replace(GAMBLED, raises=[], gamble=(2, 1600, 1600, 100_000, 0)))
    state, seen = core.new_state(tables, KEY, 1), []
    while len(seen) < 2_000:
        state, outcome = core.step(tables, state, 2)
        won = ""
        while outcome.phase:
            state, outcome = core.answer_gamble(tables, state, True)
            won += "+" if outcome.won_cents else "-"
        if won[:1] == "-":
            won += "?"
        if len(won) == 2:
            seen.append(won)
    halves = Counter({"lost": seen.count("-?"), "won": len(seen) - seen.count("-?")})
    check_even(halves.elements(), ["lost", "won"], "first gambles")
    check_even([won for won in seen if won[0] == "+"], ["++", "+-"], "second gambles")


def check_raises_even(core: Any) -> None:
    """A raise happens as often as it says, and only to its class."""
    definition = Definition(
        [[0, 1, 2, 3]], 1, [[0]], [([1], 20), ([2], 40), ([3], 80)], [0, 20, 40, 80], [[5, 10, 6, 1]],
        raises=[(1, 3, 1, 4)],
    )  # fmt: skip
    tables = tables_of(core, definition)
    state, seen = core.new_state(tables, KEY, 2), []
    for _ in range(3_000):
        state, outcome = core.step(tables, state)
        entry, planned = outcome.entries[0], outcome.planned[0]
        assert planned in (0, 1)
        assert entry.prize_class == 3 or not planned
        if planned or entry.prize_class == 1:
            seen.append(bool(planned))
    quarters = [n if raised else 0 for n, raised in enumerate(seen)]
    # Three quarters stay: three even shares of them against the one that rises.
    stayed = itertools.cycle("abc")
    check_even(["raised" if n else next(stayed) for n in quarters], ["raised", "a", "b", "c"], "raises")


def walk(core: Any, tables: Any, machine: int, plays: int, answers: Iterator[bool]) -> int:
    """How much more `plays` single plays win than the plan gives them, by a player with these answers."""
    state, more_cents = core.new_state(tables, KEY, machine), 0
    for _ in range(plays):
        state, outcome = core.step(tables, state)
        more_cents -= tables.prizes_cents[outcome.planned[0] or outcome.entries[0].prize_class]
        while outcome.phase:
            state, outcome = core.answer_gamble(tables, state, next(answers))
        more_cents += outcome.won_cents
        assert outcome.won_cents <= tables.gamble.single_max_cents
    return more_cents


def check_lost_bounded(core: Any) -> None:
    """Whoever dares when: no cycle pays less than the plan by more than the allowance and its refills."""
    for strata, lowest in ((SHORT.strata, -60), ([[1, 3, 0, 1]], -40), ([[0, 2, 3, 0]], -40)):
        tables = tables_of(core, replace(SHORT, strata=strata))
        plays = sum(map(sum, strata))
        every = [
            walk(core, tables, machine, plays, itertools.cycle(answers))
            for machine in range(12)
            for answers in itertools.product((False, True), repeat=plays)
        ]
        assert min(every) == lowest


def check_any_part(core: Any) -> None:
    """Any stretch of plays keeps the bound, over two thousand strata of daring at random."""
    definition = replace(SMALL, gamble=(3, 400, 800, 130, 30), simultaneous_max=1, hold=False)
    tables, ways = tables_of(core, definition), random.Random(3)
    state, given = core.new_state(tables, KEY, 6), []
    worst = here = stratum = 0
    while len(given) < 1_000 * tables.cycle_plays:
        state, outcome = core.step(tables, state)
        planned = outcome.won_cents
        while outcome.phase:
            state, outcome = core.answer_gamble(tables, state, ways.random() < 0.8)
        given.append(outcome.won_cents - planned)
        # The lowest sum of a stretch that ends here (Kadane), the refills of its strata set against it.
        here = min(0, here + given[-1])
        if core.view_state(tables, state).stratum != stratum:
            here, stratum = min(0, here + 30), 1 - stratum
        worst = min(worst, here)
    assert -130 <= worst <= -100


def check_no_offer_over_a_join(core: Any) -> None:
    """A play that ends its cycle, or reaches into the next, is offered no gamble; others are."""
    # Entries are sure to win: 7 a cycle, so that doubles reach over the join.
    definition = replace(SHORT, strata=[[0, 3, 0, 0], [0, 4, 0, 0]], gamble=(1, 400, 400, 10_000, 0))
    tables = tables_of(core, definition)
    for double in (False, True):
        state = core.new_state(tables, KEY, 8)
        for _ in range(21):
            first = core.view_state(tables, state).cycle
            state, outcome = core.step(tables, state, 2 if double else 1)
            assert bool(outcome.phase) == (core.view_state(tables, state).cycle == first)
            if outcome.phase:
                state, _ = core.answer_gamble(tables, state, False)


def check_gamble_campaign(core: Any) -> None:
    """A campaign that dares is the same steps; one that does not is every kernel's."""
    for definition in (GAMBLED, replace(GAMBLED, raises=[])):
        tables = tables_of(core, definition)
        for double, rounds in itertools.product((False, True), (0, 1, 3)):
            state, digest, won, gambles = core.new_state(tables, KEY, 7), [], 0, []
            for plays in range(150):
                if plays in (0, 1, 37, 149):
                    after, tally = core.campaign(tables, KEY, 7, plays, double=double, rounds=rounds)
                    assert after == state
                    assert tally.won_cents == won
                    assert tally.digest == tally_digest(digest)
                    assert (tally.gambles, tally.gambles_won) == (len(gambles), sum(gambles))
                state, outcome = core.step(tables, state, 2 if double else 1)
                digest += [(cls, window_number(stops, SMALL.strips)) for cls, _, stops in outcome.entries]
                dared = 0
                while outcome.phase:
                    state, outcome = core.answer_gamble(tables, state, dared < rounds)
                    if dared < rounds:
                        gambles.append(outcome.won_cents > 0)
                        digest.append((0xFFFFFFFF, int(gambles[-1])))
                    dared += 1
                won += outcome.won_cents
            made = {
                (*core.campaign(tables, KEY, 7, 149, double=double, kernel=kernel)[1][:5],)
                for kernel in core.cycle_kernels()
            }
            assert len(made) == 1
            prizes = core.campaign(tables, KEY, 7, 149, double=double, display=False)[1]
            assert prizes.counts == next(iter(made))[1]


def check_gamble_damage(core: Any) -> None:
    """The bytes of a gamble say nothing that could not have happened."""
    tables = tables_of(core, GAMBLED)
    state = core.new_state(tables, KEY, 2)
    states = []
    while len(states) < 3:
        state, outcome = core.step(tables, state)
        if outcome.phase:
            states.append(state)
            state, outcome = core.answer_gamble(tables, state, True)
            if outcome.phase:
                states.append(state)
                state, _ = core.answer_gamble(tables, state, False)
    states.append(state)
    for state in states:
        allowance = int.from_bytes(state[168:172], "little")
        damaged = [
            (158, 3, 1),
            (159, state[159] + 1, 1),
            (160, 1, 4),
            (160, 500, 4),
            (164, 500, 4),
        ]
        damaged += [(168, GAMBLE[3] + 1, 4), (168, allowance ^ 1 << 30, 4), (172, 1, 1)]
        if state[158]:
            damaged += [(158, 0, 1), (164, 0, 4), (164, allowance + 1, 4)]
        for at, value, size in damaged:
            changed = state[:at] + value.to_bytes(size, "little") + state[at + size :]
            try:
                core.check_state(tables, changed)
            except core.CoreError:
                continue
            raise AssertionError(f"state with {value} at {at} was accepted")


CHECKS = (
    check_gamble_steps,
    check_gamble_even,
    check_raises_even,
    check_lost_bounded,
    check_any_part,
    check_no_offer_over_a_join,
    check_gamble_campaign,
    check_gamble_damage,
)
