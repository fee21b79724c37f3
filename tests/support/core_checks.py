# SPDX-License-Identifier: MIT
"""
What must hold of the core, as functions of the core under test.

The same functions judge the shipped core and its mutants: a check that no mutant fails proves nothing.
Chance is judged by chi-square at a false-alarm rate of 1e-6 a statistic: a correct core with a fresh key
would fail about once in a million runs. Keys are fixed, so that a result is either always right or wrong.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from core_reference import Definition, Machine, draw, tally_digest, window_number

FALSE_ALARM = 1e-6
KEY = bytes(range(32))

SMALL = Definition(
    strips=[[0, 1, 2, 0, 1], [0, 2, 1, 0], [0, 1, 2, 3]],
    rows=3,
    paylines=[[1, 1, 1], [0, 1, 2]],
    pays=[([0, 0, 0], 400), ([1, 1, 1], 100), ([0, 0, -1], 60), ([2, -1, -1], 20)],
    prizes_cents=[0, 20, 60, 80, 400],
    strata=[[7, 3, 2, 0, 1], [9, 2, 1, 1, 0]],
)
# Bounds whose share of rejected words is nearly a half, so that a wrong rejection shows at once.
WIDE_BOUNDS = ((1 << 31) + 1, (1 << 31) + 12345, 3 << 30)


def tables_of(core: Any, definition: Definition) -> Any:
    """Pack and open a definition."""
    stated = asdict(definition)
    if definition.gamble:
        stated["gamble"] = core.CycleGamble(*definition.gamble)
    return core.Tables(core.pack_tables(core.CycleGame(**stated)))


def resign(blob: bytes) -> bytes:
    """A changed blob with a digest that fits, so that only the checks of its contents can refuse it."""
    return blob[:-32] + hashlib.sha256(blob[:-32]).digest()


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Chance that a chi-square of ``freedom`` degrees is larger (series of the incomplete gamma function)."""
    a, x = freedom / 2, statistic / 2
    if x == 0:
        return 1.0
    term = total = 1 / a
    n = 0
    while term > total * 1e-17:
        n += 1
        term *= x / (a + n)
        total += term
    return 1 - total * math.exp(a * math.log(x) - x - math.lgamma(a))


def check_even(seen: Iterable[Any], outcomes: Sequence[Any], what: str) -> None:
    """Every outcome of ``outcomes`` equally likely, and none other."""
    counts = Counter(seen)
    assert set(counts) <= set(outcomes), f"{what}: shows what it must not"
    expected = sum(counts.values()) / len(outcomes)
    assert expected >= 20, f"{what}: too few draws for the test"
    statistic = sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)
    tail = chi_square_tail(statistic, len(outcomes) - 1)
    assert tail > FALSE_ALARM, f"{what}: chi-square {statistic:.1f}, chance {tail:.2g}"


def check_draws(core: Any) -> None:
    """Draws equal the reference's, rejections included."""
    for bound in (1, 2, 6, 216, 65175, *WIDE_BOUNDS, (1 << 32) - 1):
        for index in (0, 1, 15, 16, 1 << 20, (1 << 36) - 1, 1 << 36):
            for machine, purpose in ((0, 0), ((1 << 40) - 1, 3)):
                got = core.draw_below(KEY, machine, purpose, index, bound)
                assert got == draw(KEY, machine, purpose, index, bound)


def check_draws_even(core: Any) -> None:
    """Draws fall evenly, also below a bound where the top words would favour the low third."""
    values = [core.draw_below(KEY, 0, 3, i, 216) for i in range(30_000)]
    check_even(values, range(216), "draws below 216")
    bound = 3 << 30
    thirds = [core.draw_below(KEY, 0, 3, i, bound) // (1 << 30) for i in range(6_000)]
    check_even(thirds, range(3), "thirds of a wide bound")


def outcome_dict(outcome: Any) -> dict[str, Any]:
    """An Outcome as the reference gives it."""
    return {
        "entries": [tuple(entry) for entry in outcome.entries],
        "hold_offer": outcome.hold_offer,
        "wobble": outcome.wobble,
        "phase": outcome.phase,
        "won_cents": outcome.won_cents,
        "planned": outcome.planned,
        "returned_cents": outcome.returned_cents,
    }


def check_steps(core: Any, definition: Definition, key: bytes, machine: int, choices: Sequence[int]) -> None:
    """Steps equal the reference's, byte by byte; a choice picks double, hold, dare or absorption."""
    tables = tables_of(core, definition)
    reference = Machine(definition, tables.digest, key, machine)
    state = core.new_state(tables, key, machine)
    for choice in choices:
        if reference.asks:
            check_asked(core, tables, state)
            dare = choice % 3 > 0
            state, outcome = core.answer_gamble(tables, state, dare)
            told = {"phase": outcome.phase, "answer": outcome.answer, "won_cents": outcome.won_cents}
            assert told == reference.answer(dare)
            assert not outcome.entries
            assert state == reference.state_bytes()
            continue
        offered = [mask for mask in range(32) if reference.offer >> mask & 1]
        simultaneous, held = 1, 0
        if choice % 5 == 0:
            simultaneous = definition.simultaneous_max
        elif offered and choice % 5 < 4:
            held = offered[choice // 5 % len(offered)]
        state, outcome = core.step(tables, state, simultaneous, held)
        assert outcome_dict(outcome) == reference.step(simultaneous, held)
        if choice % 7 == 0 and not reference.asks:
            entropy = bytes([choice & 255] * 32)
            state = core.absorb(state, entropy)
            reference.absorb(entropy)
        assert state == reference.state_bytes()


def check_asked(core: Any, tables: Any, state: bytes) -> None:
    """A state that offers a gamble takes an answer only."""
    for refused in (
        lambda: core.step(tables, state),
        lambda: core.absorb(state, KEY),
        lambda: core.campaign(tables, KEY, 0, 1, state=state),
    ):
        try:
            refused()
        except core.CoreError:
            continue
        raise AssertionError("a state that offers a gamble took something else")


def check_small_steps(core: Any) -> None:
    """A fixed walk of 120 steps of the small machine."""
    choices = random.Random(1).choices(range(1000), k=120)
    check_steps(core, SMALL, KEY, 5, choices)


def check_order_even(core: Any) -> None:
    """Every order of a stratum's entries is equally likely: 30 orders of 2 + 2 + 1."""
    definition = Definition([[0, 1, 2]], 1, [[0]], [([1], 20), ([2], 40)], [0, 20, 40], [[2, 2, 1]])
    tables = tables_of(core, definition)
    orders = []
    for machine in range(1500):
        state, order = core.new_state(tables, KEY, machine), ""
        for _ in range(5):
            state, outcome = core.step(tables, state)
            order += str(outcome.entries[0].prize_class)
        orders.append(order)
    every = {"".join(order) for order in itertools.permutations("00112")}
    check_even(orders, sorted(every), "orders of a stratum")


def check_windows_even(core: Any) -> None:
    """Every window of a class is equally likely: no staged near misses."""
    tables = tables_of(core, SMALL)
    state, shown = core.new_state(tables, KEY, 9), []
    for _ in range(6_000):
        state, outcome = core.step(tables, state)
        shown += [entry.stops for entry in outcome.entries if entry.prize_class == 0]
    check_even(shown, tables.windows(0), "windows of the loss")


def check_held_even(core: Any) -> None:
    """With a reel held, the class is an urn draw and the windows of a loss keeping it are equally likely."""
    tables = tables_of(core, SMALL)
    state = core.new_state(tables, KEY, 3)
    while not core.view_state(tables, state).hold_offer >> 1 & 1:
        state, _ = core.step(tables, state)
    view, shown, classes = core.view_state(tables, state), [], []
    for n in range(6_000):
        # Fresh keys from the same urn and stops.
        _, outcome = core.step(tables, core.absorb(state, n.to_bytes(32, "little")), 1, 1)
        entry = outcome.entries[0]
        assert entry.stops[0] == view.stops[0]
        classes.append(entry.prize_class)
        if entry.prize_class == 0:
            shown.append(entry.stops)
    keeping = [stops for stops in tables.windows(0) if stops[0] == view.stops[0]]
    check_even(shown, keeping, "windows that keep reel 1")
    can = [
        cls
        for cls, n in enumerate(view.left)
        if n and any(stops[0] == view.stops[0] for stops in tables.windows(cls))
    ]
    total = sum(view.left[cls] for cls in can)
    counts = Counter(classes)
    assert set(counts) <= set(can)
    expected = {cls: 6_000 * view.left[cls] / total for cls in can}
    statistic = sum((counts[cls] - expected[cls]) ** 2 / expected[cls] for cls in can)
    assert chi_square_tail(statistic, len(can) - 1) > FALSE_ALARM


def check_campaign(core: Any) -> None:
    """A campaign is the same steps: same state, counts and digest, single and double, also in pieces."""
    tables = tables_of(core, SMALL)
    for double in (False, True):
        state, entries = core.new_state(tables, KEY, 7), []
        for plays in range(400):
            if plays in (0, 1, 13, 14, 257, 399):
                after, tally = core.campaign(tables, KEY, 7, plays, player=core.Player(double=double))
                assert after == state
                assert tally.digest == tally_digest(
                    [(cls, window_number(stops, SMALL.strips)) for cls, _, stops in entries]
                )
                assert tally.counts == tuple(
                    sum(entry[0] == cls for entry in entries) for cls in range(len(SMALL.prizes_cents))
                )
                assert tally.won_cents == sum(entry[1] for entry in entries)
                assert tally.staked_cents == len(entries) * SMALL.price_cents
            state, outcome = core.step(tables, state, 2 if double else 1)
            entries += outcome.entries


def check_cycle(core: Any) -> None:
    """Every stratum and every cycle deal exactly the plan."""
    tables = tables_of(core, SMALL)
    state = core.new_state(tables, KEY, 1)
    for plan in SMALL.strata * 3:
        dealt = [0] * len(plan)
        for _ in range(sum(plan)):
            state, outcome = core.step(tables, state)
            dealt[outcome.entries[0].prize_class] += 1
        assert dealt == plan


def check_damage(core: Any) -> None:
    """A changed byte of a blob or of a state's fixed part is refused."""
    blob = core.pack_tables(core.CycleGame(**asdict(SMALL)))
    for at in range(len(blob)):
        try:
            core.Tables(blob[:at] + bytes([blob[at] ^ 1]) + blob[at + 1 :])
        except core.CoreError:
            continue
        raise AssertionError(f"blob with byte {at} changed was opened")
    tables = core.Tables(blob)
    state = core.new_state(tables, KEY, 2)
    for _ in range(5):
        state, _ = core.step(tables, state)
    free = {*range(4, 13), *range(32, 64)}  # generation, machine and key may have any value
    for at in set(range(256)) - free:
        try:
            core.check_state(tables, state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :])
        except core.CoreError:
            continue
        # A reel that moved to another losing window with the same offer cannot be told from a true one.
        assert 152 <= at < 155, f"state with byte {at} changed was accepted"


CHECKS = (
    check_draws,
    check_draws_even,
    check_small_steps,
    check_order_even,
    check_windows_even,
    check_held_even,
    check_campaign,
    check_cycle,
    check_damage,
)
