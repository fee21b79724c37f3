# SPDX-License-Identifier: MIT
"""The draws of a machine made once more by a second implementation, and what they should have shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import accumulate, islice
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import cext
from emulator.lab import rng_reference
from emulator.lab.rng_plays import model_bounds
from emulator.lab.rng_source import Source
from emulator.types.chance.paid import paid_plays

if TYPE_CHECKING:
    from machines.model import ChanceModel, CycleModel, Model

MACHINE = 1
BLOCKS = 2_000
# Bounds at which a biased scaling shows most: nearly every other word is rejected.
WIDE = ((1 << 31) + 1, 3 << 30, (1 << 32) - 1)


class Again(NamedTuple):
    """How much was made once more, and how much of it differs."""

    blocks: int
    blocks_differ: int
    draws: int
    draws_differ: int
    plays: int
    plays_differ: int


def again(source: Source, model: Model, key: bytes, plays: int) -> Again:
    """
    Compare a source and a machine with the second implementation.

    Args:
        source: what the machine draws from, under ``key``.
        model: type B or C.
        key: of both.
        plays: of the machine, and as many draws.
    """
    raw = source.stream(64 * BLOCKS)
    ours = rng_reference.blocks(key, 0, 0, BLOCKS).astype("<u4").tobytes()
    blocks = sum(raw[at : at + 64] != ours[at : at + 64] for at in range(0, len(ours), 64))
    differ = draws = 0
    for number, bound in enumerate(_bounds(model)):
        each = max(16, plays // 50)
        drawn = source.draws(MACHINE, cext.PURPOSE_PLAY, number * each, each, [bound])[:, 0].tolist()
        wanted = rng_reference.below(key, MACHINE, cext.PURPOSE_PLAY, number * each, [bound] * each)
        differ += sum(one != other for one, other in zip(drawn, wanted, strict=True))
        draws += each
    return Again(BLOCKS, blocks, draws, differ, plays, _DECIDED[model.type](model, key, plays))


def _bounds(model: Model) -> list[int]:
    """Some of the bounds of a machine, and those at which most words are rejected."""
    every = bounds_of(model)
    return [*every[:: max(1, len(every) // 40)], *WIDE]


def bounds_of(model: Model) -> list[int]:
    """Every bound below which a machine draws, or of a machine of chance the tickets of each reel."""
    return sorted(_BOUNDS[model.type](model))


def outcomes_of(model: Model) -> int:
    """Into how many results one draw falls at most."""
    return _OUTCOMES[model.type](model)


def _cycle(model: CycleModel, key: bytes, plays: int) -> int:
    """Entries whose class or window is not what their two words decide."""
    tables, state = model.tables, cext.new_state(model.tables, key, MACHINE)
    shown = [tables.windows(number) for number in range(len(tables.prizes_cents))]
    entries = []
    for _ in range(plays):
        state, outcome = cext.step(tables, state)
        if outcome.phase:
            state, _ = cext.answer_gamble(tables, state, dare=False)
        entries.append(outcome)
    urns = [left for stratum in tables.strata for left in range(sum(stratum), 0, -1)]
    bounds = [urns[play % len(urns)] for play in range(plays)]
    tickets = rng_reference.below(key, MACHINE, cext.PURPOSE_PLAY, 0, bounds)
    sizes = [len(shown[outcome.entries[0].prize_class]) for outcome in entries]
    windows = rng_reference.below(key, MACHINE, cext.PURPOSE_DISPLAY, 0, sizes)
    left: list[int] = []
    differ = strata = 0
    for outcome, ticket, window in zip(entries, tickets, windows, strict=True):
        if not any(left):
            left, strata = list(tables.strata[strata % len(tables.strata)]), strata + 1
        drawn = bisect_right(list(accumulate(left)), ticket)
        left[drawn] -= 1
        entry = outcome.entries[0]
        dealt = (outcome.planned[0] if outcome.planned else 0) or entry.prize_class
        differ += dealt != drawn or entry.stops != shown[entry.prize_class][window]
    return differ


def _chance(model: ChanceModel, key: bytes, plays: int) -> int:
    """Paid plays whose reels do not stand where their draw puts them."""
    tables = model.tables
    sums = [list(accumulate(weights)) for weights in tables.weights]
    total = prod(one[-1] for one in sums)
    drawn = rng_reference.below(key, MACHINE, cext.PURPOSE_PLAY, 0, [total] * plays)
    differ = 0
    made = islice(paid_plays(tables, key, MACHINE, plays), plays)
    for (paid, _), number in zip(made, drawn, strict=True):
        stops = []
        for one in reversed(sums):
            number, ticket = divmod(number, one[-1])
            stops.append(bisect_right(one, ticket))
        differ += tuple(reversed(stops)) != tuple(paid.stops)
    return differ


def _tickets(model: ChanceModel) -> list[int]:
    """Of each reel."""
    return [sum(weights) for weights in model.tables.weights]


_FEW = {2, 6, 10, 24, 52, 100}
"""Bounds of picks, dice and decks, below which a machine of chance may draw as well."""
_BOUNDS: Mapping[str, Callable[[Any], set[int]]] = {
    "B": lambda model: model_bounds(model.tables),
    "C": lambda model: {one for one in _tickets(model) if one > 1} | _FEW,
}
_OUTCOMES: Mapping[str, Callable[[Any], int]] = {
    "B": lambda model: max(model_bounds(model.tables)),
    "C": lambda model: prod(_tickets(model)),
}
_DECIDED: Mapping[str, Callable[[Any, bytes, int], int]] = {"B": _cycle, "C": _chance}
