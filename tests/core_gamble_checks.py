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

# 3 rounds; a single play may come to 480, a double one to 800; the return account holds 500 at most, an
# advance 100.
GAMBLE = (3, 480, 800, 500, 100)
GAMBLED = replace(
    SMALL, strata=[[21, 3, 2, 0, 1], [25, 2, 1, 1, 0]], gamble=GAMBLE, raises=[(1, 3, 1, 3), (2, 4, 2, 5)]
)
# A short cycle of one line, so that every way of playing it can be tried.
SHORT = Definition(
    [[0, 1, 2, 3]], 1, [[0]], [([1], 20), ([2], 40), ([3], 80)], [0, 20, 40, 80],
    [[4, 1, 1, 0], [4, 2, 0, 0]], hold=False, gamble=(2, 80, 120, 60, 20),
)  # fmt: skip


def check_gamble_steps(core: Any) -> None:
    """Fixed walks equal the reference's: doubles, holds, raises, and dares won and lost."""
    for seed, definition in enumerate((GAMBLED, replace(GAMBLED, simultaneous_max=1), SHORT)):
        check_steps(core, definition, KEY, 5, random.Random(seed).choices(range(1000), k=250))


def check_gamble_even(core: Any) -> None:
    """A gamble is won as often as lost, and the rounds of one prize are independent of each other."""
    tables = tables_of(core, replace(GAMBLED, raises=[], gamble=(2, 1600, 1600, 100_000, 10_000)))
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


def choices_of(seed: int) -> Iterator[int]:
    """A player's choices without end."""
    ways = random.Random(seed)
    while True:
        yield ways.randrange(1000)


def walk(
    core: Any, tables: Any, machine: int, cycles: int, choices: Iterator[int]
) -> Iterator[tuple[int, Any]]:
    """How much more each play wins than the plan gives it, and the state after it, by a player's choices."""
    state = core.new_state(tables, KEY, machine)
    while core.view_state(tables, state).cycle < cycles:
        entries = next(choices) % tables.simultaneous_max + 1
        state, outcome = core.step(tables, state, entries)
        planned = sum(
            tables.prizes_cents[plan or entry.prize_class]
            for plan, entry in zip(outcome.planned, outcome.entries, strict=True)
        )
        planned -= outcome.returned_cents
        while outcome.phase:
            state, outcome = core.answer_gamble(tables, state, next(choices) % 5 > 0)
        gamble = tables.gamble
        assert outcome.won_cents <= (gamble.single_max_cents, gamble.double_max_cents)[entries - 1]
        yield outcome.won_cents - planned, core.view_state(tables, state)


def check_cycle_keeps_its_plan(core: Any) -> None:
    """Whoever dares and doubles when: no cycle pays less than its plan, and some pay no more than it."""
    for simultaneous, most in itertools.product((1, 2), (0, 20)):
        gamble = (2, 80, 120, 60, most)
        tables = tables_of(core, replace(SHORT, simultaneous_max=simultaneous, gamble=gamble))
        ways, lowest, offers = choices_of(simultaneous), [], 0
        for machine in range(120):
            more = cycle = below = 0
            for given, after in walk(core, tables, machine, 3, ways):
                more, offers = more + given, offers + (given != 0)
                below = min(below, more)
                if after.cycle != cycle:
                    assert after.return_cents == after.advance_cents == 0
                    lowest.append(more)
                    more, cycle = 0, after.cycle
            assert below >= -60 - most
        assert min(lowest) == 0
        assert max(lowest) > 0
        assert offers > 120


def check_any_part(core: Any) -> None:
    """Any stretch of plays keeps the bound, over 300 cycles of daring at random, and comes near it."""
    definition = replace(GAMBLED, gamble=(3, 400, 800, 130, 60), raises=[])
    tables = tables_of(core, definition)
    worst = here = 0
    for given, _ in walk(core, tables, 6, 300, choices_of(3)):
        # The lowest sum of a stretch that ends here (Kadane).
        here = min(0, here + given)
        worst = min(worst, here)
    assert -190 <= worst <= -150


def check_given_back(core: Any) -> None:
    """What a lost gamble puts into the account comes back with the plays that lose next, largest first."""
    for definition in (
        GAMBLED,
        replace(GAMBLED, simultaneous_max=1),
        replace(GAMBLED, gamble=(1, 400, 400, 400, 0)),
    ):
        tables, ways = tables_of(core, definition), random.Random(5)
        prizes = [cents for k, cents in enumerate(tables.prizes_cents) if k]
        state, account, advance, cycle = core.new_state(tables, KEY, 9), 0, 0, 0
        back = 0
        while back < 150:
            state, outcome = core.step(tables, state, ways.randrange(tables.simultaneous_max) + 1)
            lost = outcome.won_cents == outcome.returned_cents
            due = max((cents for cents in prizes if cents <= account), default=0) if lost else 0
            assert outcome.returned_cents == due
            assert not (due and (outcome.phase or any(outcome.planned) or outcome.hold_offer))
            account, back = account - due, back + (due > 0)
            if core.view_state(tables, state).cycle != cycle:
                cycle, advance = cycle + 1, 0
                assert account == 0
            first_cents, asked = outcome.won_cents, outcome.phase
            while outcome.phase:
                state, outcome = core.answer_gamble(tables, state, ways.random() < 0.9)
            if asked and not outcome.won_cents:
                account += max(0, first_cents - advance)
                advance = max(0, advance - first_cents)
                assert account <= definition.gamble[3]
            elif asked:
                advance = min(definition.gamble[4], advance + outcome.won_cents - first_cents)


def check_no_offer_over_a_join(core: Any) -> None:
    """A play that ends its cycle, or reaches into the next, is offered no gamble; others are."""
    # The last three entries are prizes; won gambles cover what may be lost.
    definition = replace(SHORT, strata=[[20, 0, 0, 0], [0, 3, 0, 0]], gamble=(1, 400, 400, 10_000, 100))
    tables = tables_of(core, definition)
    covered, offers = (100).to_bytes(4, "little"), 0
    for entries in (1, 2):
        state = core.new_state(tables, KEY, 8)
        for _ in range(69):
            state = state[:168] + covered + state[172:]
            first = core.view_state(tables, state).cycle
            state, outcome = core.step(tables, state, entries)
            stays = core.view_state(tables, state).cycle == first
            assert bool(outcome.phase) == (stays and outcome.won_cents > 0)
            if outcome.phase:
                state, _ = core.answer_gamble(tables, state, False)
                offers += 1
    assert offers > 6


def check_gamble_campaign(core: Any) -> None:
    """A campaign that dares is the same steps; one that does not is every kernel's."""
    for definition in (GAMBLED, replace(GAMBLED, raises=[])):
        tables = tables_of(core, definition)
        for double, rounds in itertools.product((False, True), (0, 1, 3)):
            state, digest, won, gambles = core.new_state(tables, KEY, 7), [], 0, []
            returned = 0
            for plays in range(150):
                if plays in (0, 1, 37, 149):
                    after, tally = core.campaign(tables, KEY, 7, plays, double=double, rounds=rounds)
                    assert after == state
                    assert tally.won_cents == won
                    assert tally.digest == tally_digest(digest)
                    assert (tally.gambles, tally.gambles_won) == (len(gambles), sum(gambles))
                    assert tally.returned_cents == returned
                state, outcome = core.step(tables, state, 2 if double else 1)
                digest += [(cls, window_number(stops, SMALL.strips)) for cls, _, stops in outcome.entries]
                dared, returned = 0, returned + outcome.returned_cents
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


def check_campaign_gives_back(core: Any) -> None:
    """A campaign that begins with a full return account empties it first, with every kernel."""
    tables = tables_of(core, replace(GAMBLED, raises=[]))
    state = core.new_state(tables, KEY, 3)
    while core.view_state(tables, state).return_cents < 100:
        state, outcome = core.step(tables, state)
        while outcome.phase:
            state, outcome = core.answer_gamble(tables, state, True)
    for plays in (1, 2, 9, 60):
        after, won, counts = state, 0, Counter[int]()
        for _ in range(plays):
            after, outcome = core.step(tables, after)
            won += outcome.won_cents
            counts.update(entry.prize_class for entry in outcome.entries)
            if outcome.phase:
                after, _ = core.answer_gamble(tables, after, False)
        for kernel, display in itertools.product(core.cycle_kernels(), (False, True)):
            end, tally = core.campaign(tables, KEY, 3, plays, state=state, kernel=kernel, display=display)
            assert end == after
            assert tally.won_cents == won
            assert [counts[k] for k in range(len(tally.counts))] == list(tally.counts)


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
    while not core.view_state(tables, state).return_cents:
        state, outcome = core.step(tables, state)
        while outcome.phase:
            state, outcome = core.answer_gamble(tables, state, True)
    states.append(state)
    for state in states:
        damaged = [(158, 3, 1), (159, 9, 1), (159, 255, 1), (160, 1, 4), (160, 140, 4), (160, 500, 4)]
        damaged += [(164, GAMBLE[3] + 20, 4), (164, 10, 4), (168, GAMBLE[4] + 1, 4), (172, 1, 1)]
        if state[158]:
            damaged.append((158, 0, 1))
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
    check_cycle_keeps_its_plan,
    check_any_part,
    check_given_back,
    check_no_offer_over_a_join,
    check_gamble_campaign,
    check_campaign_gives_back,
    check_gamble_damage,
)
