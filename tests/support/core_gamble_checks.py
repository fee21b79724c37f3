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
# advance 100; one loss in 2 at most gives back, and the last 3 of a cycle are spare.
GAMBLE = (3, 480, 800, 500, 100, 2, 3)
GAMBLED = replace(
    SMALL, strata=[[21, 3, 2, 0, 1], [25, 2, 1, 1, 0]], gamble=GAMBLE, raises=[(1, 3, 1, 3), (2, 4, 2, 5)]
)
# A short cycle of one line, so that every way of playing it can be tried.
SHORT = Definition(
    [[0, 1, 2, 3]], 1, [[0]], [([1], 20), ([2], 40), ([3], 80)], [0, 20, 40, 80],
    [[4, 1, 1, 0], [4, 2, 0, 0]], hold=False, gamble=(2, 80, 120, 60, 20, 1, 0),
)  # fmt: skip
# The same of two reels, of which the first may be held.
HELD = replace(SHORT, strips=[[0, 1], [0, 1, 2, 3]], paylines=[[0, 0]],
               pays=[([-1, 1], 20), ([-1, 2], 40), ([-1, 3], 80)], hold=True)  # fmt: skip


def check_gamble_steps(core: Any) -> None:
    """Fixed walks equal the reference's: doubles, holds, raises, and dares won and lost."""
    for seed, definition in enumerate((GAMBLED, replace(GAMBLED, simultaneous_max=1), SHORT)):
        check_steps(core, definition, KEY, 5, random.Random(seed).choices(range(1000), k=250))


def check_gamble_even(core: Any) -> None:
    """A gamble is won as often as lost, and the rounds of one prize are independent of each other."""
    tables = tables_of(core, replace(GAMBLED, raises=[], gamble=(2, 1600, 1600, 100_000, 10_000, 1, 0)))
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
    state, held = core.new_state(tables, KEY, machine), 0
    while core.view_state(tables, state).cycle < cycles:
        entries = 1 if held else next(choices) % tables.simultaneous_max + 1
        state, outcome = core.step(tables, state, entries, held)
        # Whoever may hold does so more often than not.
        held = outcome.hold_offer.bit_length() - 1 if outcome.hold_offer and next(choices) % 4 else 0
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
    """Whoever dares, doubles and holds: no cycle pays less than its plan, and some pay no more than it."""
    for simultaneous, most, hold in itertools.product((1, 2), (0, 20), (False, True)):
        gamble = (2, 80, 120, 60, most, 1, int(hold))
        base = HELD if hold else SHORT
        tables = tables_of(core, replace(base, simultaneous_max=simultaneous, gamble=gamble))
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
    definition = replace(GAMBLED, gamble=(3, 400, 800, 130, 60, 1, 0), raises=[])
    tables = tables_of(core, definition)
    worst = here = 0
    for given, _ in walk(core, tables, 6, 300, choices_of(3)):
        # The lowest sum of a stretch that ends here (Kadane).
        here = min(0, here + given)
        worst = min(worst, here)
    assert -190 <= worst <= -150


def owing(core: Any, tables: Any, machine: int, cents: int) -> bytes:
    """The state of a new machine whose account holds so much."""
    state = core.new_state(tables, KEY, machine)
    state = state[:164] + cents.to_bytes(4, "little") + state[168:]
    core.check_state(tables, state)
    return bytes(state)


def losses_that_return(core: Any, tables: Any, state: bytes, ways: random.Random) -> list[bool]:
    """Of each loss of the rest of a cycle, in order, whether it gave back, by plays single and double."""
    cycle, seen = core.view_state(tables, state).cycle, []
    while core.view_state(tables, state).cycle == cycle:
        left = core.view_state(tables, state).remaining
        entries = ways.randrange(tables.simultaneous_max) + 1 if left > 1 else 1
        state, outcome = core.step(tables, state, entries)
        piece = tables.prizes_cents[1]
        back = outcome.returned_cents // piece
        # Tables with a class that the plan never deals: what shows it gave back.
        for entry in outcome.entries:
            if entry.prize_class in (0, 1):
                seen.append(entry.prize_class == 1)
                back -= entry.prize_class
        assert back == 0
        if outcome.phase:
            state, _ = core.answer_gamble(tables, state, False)
    return seen


# Its smallest prize is only ever given back; 7 losses in one stratum and 5 in the other.
SPREAD = Definition(
    [[0, 1, 2, 3]], 1, [[0]], [([1], 20), ([2], 40), ([3], 80)], [0, 20, 40, 80],
    [[7, 0, 1, 1], [5, 0, 2, 1]], hold=False, gamble=(2, 80, 120, 400, 20, 1, 0),
)  # fmt: skip


def check_returns_even(core: Any) -> None:
    """A piece comes back with any of the losses left, each as likely; two of them with any two."""
    tables, ways, one, two = tables_of(core, SPREAD), random.Random(7), [], []
    for machine in range(2_400):
        seen = losses_that_return(core, tables, owing(core, tables, machine, 20), ways)
        assert (len(seen), sum(seen)) == (12, 1)
        one.append(seen.index(True))
        seen = losses_that_return(core, tables, owing(core, tables, machine, 40), ways)
        two.append(tuple(n for n, back in enumerate(seen) if back))
    check_even(one, range(12), "losses that give a piece back")
    check_even(two, list(itertools.combinations(range(12), 2)), "pairs of losses that give back")


def check_returns_bounded(core: Any) -> None:
    """One loss in so many at most gives back, until all that are left must; some losses are spare."""
    definition = replace(SPREAD, gamble=(2, 80, 120, 400, 20, 3, 4))
    tables, ways, first, last = tables_of(core, definition), random.Random(8), [], Counter[int]()
    for machine in range(1_800):
        seen = losses_that_return(core, tables, owing(core, tables, machine, 160), ways)
        assert (len(seen), sum(seen)) == (12, 8)
        first.append(seen[0])
        last[sum(seen[-3:])] += 1
    stayed = itertools.cycle("ab")
    check_even(["back" if back else next(stayed) for back in first], ["back", "a", "b"], "bounded returns")
    assert last[3] > 900
    # A piece that an even choice of 8 losses would have given back is put off to the spare ones.
    late = [
        sum(losses_that_return(core, tables, owing(core, tables, machine, 20), ways)[8:])
        for machine in range(1_800)
    ]
    # Six losses give back an even 1/8 each; the even choice would take 1/2 of the next, the bound 1/3.
    share = 2 / 8 * (2 / 3) ** 2
    assert abs(sum(late) / 1_800 - share) < 4.9 * (share * (1 - share) / 1_800) ** 0.5


def check_given_back(core: Any) -> None:
    """What a lost gamble puts into the account comes back, a smallest prize a loss, and is not gambled."""
    for definition in (
        GAMBLED,
        replace(GAMBLED, simultaneous_max=1),
        replace(GAMBLED, gamble=(1, 400, 400, 400, 0, 1, 0)),
    ):
        tables, ways = tables_of(core, definition), random.Random(5)
        piece, most, least = tables.prizes_cents[1], definition.gamble[3], 0
        state, account, advance, cycle = core.new_state(tables, KEY, 9), 0, 0, 0
        back = 0
        while back < 150:
            state, outcome = core.step(tables, state, ways.randrange(tables.simultaneous_max) + 1)
            least = sum(
                entry.prize_cents == piece and not planned
                for entry, planned in zip(outcome.entries, outcome.planned, strict=True)
            )
            assert outcome.returned_cents in [n * piece for n in range(least + 1)]
            assert outcome.returned_cents <= account
            assert not (outcome.returned_cents and (outcome.phase or outcome.hold_offer))
            account, back = account - outcome.returned_cents, back + outcome.returned_cents // piece
            view = core.view_state(tables, state)
            if view.cycle != cycle:
                cycle, advance = cycle + 1, 0
                assert account == 0
            assert (view.return_cents, view.advance_cents) == (account, advance)
            first_cents, asked = outcome.won_cents, outcome.phase
            while outcome.phase:
                state, outcome = core.answer_gamble(tables, state, ways.random() < 0.9)
            if asked and not outcome.won_cents:
                account += max(0, first_cents - advance)
                advance = max(0, advance - first_cents)
                assert account <= most
            elif asked:
                advance = min(definition.gamble[4], advance + outcome.won_cents - first_cents)


def check_offered_while_spread(core: Any) -> None:
    """A gamble is offered, and a reel may be held, up to two thirds of the bound and no further."""
    definition = replace(HELD, strata=[[40, 0, 8, 0]], gamble=(1, 400, 400, 10_000, 0, 2, 4))
    tables, seen, ways = tables_of(core, definition), Counter[tuple[str, bool]](), random.Random(2)
    for machine in range(300):
        state = owing(core, tables, machine, 20 * ways.randrange(14))
        for _ in range(30):
            account = core.view_state(tables, state).return_cents // 20
            state, outcome = core.step(tables, state)
            view = core.view_state(tables, state)
            after = account - outcome.returned_cents // 20
            # A third of the losses that are left but the spare ones: two thirds of 1 in 2.
            if outcome.returned_cents:
                assert not (outcome.phase or outcome.hold_offer)
            elif outcome.won_cents:
                room = 3 * (after + outcome.won_cents // 20) <= view.left[0] - 4
                assert bool(outcome.phase) == room
                seen["offered", room] += 1
            else:
                room = not after or 3 * after <= view.left[0] - 1 - 4
                assert bool(outcome.hold_offer) == (room and view.left[2] > 0)
                seen["held", room] += 1
            if outcome.phase:
                state, _ = core.answer_gamble(tables, state, False)
    assert len(seen) == 4
    assert min(seen.values()) > 100


def check_no_offer_over_a_join(core: Any) -> None:
    """A play that ends its cycle, or reaches into the next, is offered no gamble; others are."""
    # The last three entries are prizes; won gambles cover what may be lost.
    definition = replace(SHORT, strata=[[20, 0, 0, 0], [0, 3, 0, 0]], gamble=(1, 400, 400, 10_000, 100, 1, 0))
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
                    after, tally = core.campaign(
                        tables, KEY, 7, plays, player=core.Player(double=double, rounds=rounds)
                    )
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
                (
                    *core.campaign(tables, KEY, 7, 149, player=core.Player(double=double), kernel=kernel)[1][
                        :5
                    ],
                )
                for kernel in core.cycle_kernels()
            }
            assert len(made) == 1
            prizes = core.campaign(tables, KEY, 7, 149, player=core.Player(double=double), display=False)[1]
            assert prizes.counts == next(iter(made))[1]


def check_campaign_gives_back(core: Any) -> None:
    """A campaign that begins with a full return account empties it first, with every kernel and without."""
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
        for display in (False, True):
            assert _defined(core, tables, state, plays, display) == (after, list(tally.counts))


def _defined(core: Any, tables: Any, state: bytes, plays: int, display: bool) -> tuple[bytes, list[int]]:
    """State and counts of a campaign by the portable definition, which a board without our loops has."""
    lib, ffi = core._core.lib, core._core.ffi
    end, tally = bytearray(core.STATE_SIZE), ffi.new("core_tally *")
    made = lib.core_campaign if display else lib.core_campaign_prizes
    assert made(tables._tables, state, 1, plays, ffi.from_buffer("uint8_t[]", end), tally) == lib.CORE_OK
    return bytes(end), list(tally.counts)[: len(tables.prizes_cents)]


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
    check_returns_even,
    check_returns_bounded,
    check_given_back,
    check_offered_while_spread,
    check_no_offer_over_a_join,
    check_gamble_campaign,
    check_campaign_gives_back,
    check_gamble_damage,
)
