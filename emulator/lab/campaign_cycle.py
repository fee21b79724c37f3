# SPDX-License-Identifier: MIT
"""Campaigns of prize cycles (Type B): their units, their totals, and what they win on average."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import cext
from cext.play import CYCLE_KERNELS
from emulator.lab.campaign_pieces import (
    AUTO,
    PLAIN,
    Part,
    Playable,
    Recipe,
    need,
    need_next,
    variance_of_plays,
)
from machines.support.plain import Json
from machines.types.common.own import Own

# A unit is whole cycles of one machine, about as many plays as take a few hundredths of a second, after
# which an interruption gets its turn. The digest is made of the units, so this number is part of its
# definition.
UNIT_PLAYS = 1_000_000
FIRST_MACHINE = 1
PLAYS_MAX = 1 << 48
CYCLES_MAX = 1 << 32  # the core counts the cycles of a machine in 32 bits


class CyclePart(NamedTuple):
    """What some neighbouring units counted."""

    first: int
    last: int
    counts: tuple[int, ...]
    """Plays of each prize class."""
    digests: bytes
    """u64 of the core for each unit."""
    kernel: str = PLAIN


class CycleWork:
    """
    The plays of a campaign of prize cycles; every unit begins at the start of a cycle.

    Raises:
        CampaignError: plays are out of range, or gambles are asked for.
    """

    exact_is_quick = True

    rounds_max = 0

    def __init__(self, tables: cext.Tables, recipe: Recipe, unit_plays: int | None = None) -> None:
        need("plays", recipe.plays, 1, min(PLAYS_MAX, CYCLES_MAX * tables.cycle_plays))
        need("gamble_rounds of a prize cycle", recipe.gamble_rounds, 0, self.rounds_max)
        self.tables, self.recipe, self.price_cents = tables, recipe, tables.price_cents
        self._cycles = max(1, (unit_plays or UNIT_PLAYS) // tables.cycle_plays)
        self._plays = self._cycles * tables.cycle_plays
        self._units = -(-recipe.plays // self._plays)  # of one machine
        self.units = recipe.machines * self._units
        self.unit_plays = min(self._plays, recipe.plays)

    @property
    def kernels(self) -> tuple[str, ...]:
        """Names of the kernels that can make these plays here; gambles have one."""
        return CYCLE_KERNELS[:1] if self.recipe.gamble_rounds else cext.cycle_kernels()

    @property
    def kernel(self) -> str:
        """The kernel that makes them."""
        return self.kernels[-1] if self.recipe.kernel == AUTO else self.recipe.kernel

    def ledger(self, saved: Json | None = None) -> CycleLedger:
        """A new ledger, or the one that was saved."""
        return CycleLedger(self.tables.prizes_cents, saved)

    def exact(self, plays: int) -> tuple[Fraction, Fraction] | None:
        """Mean and variance of what ``plays`` plays of a machine win."""
        return moments(self.tables, plays)

    def part_plays(self, parts: int) -> int:
        """Plays of the longest part: any, it keeps no more than eight bytes a unit."""
        return PLAYS_MAX

    def plays_before(self, unit: int) -> int:
        """Plays of all units before this one."""
        machines, units = divmod(unit, self._units)
        return machines * self.recipe.plays + units * self._plays

    def play(self, first: int, last: int, stopped: Callable[[], bool], count: Callable[[int], None]) -> Part:
        """Play some units, as ``Work.play`` says."""
        counts = [0] * len(self.tables.prizes_cents)
        digests = bytearray()
        for unit in range(first, last):
            if stopped():
                last = unit
                break
            tally = self.tally_of(unit)
            counts = [total + n for total, n in zip(counts, tally.counts, strict=True)]
            digests += struct.pack("<Q", tally.digest)
            count(tally.plays)
        return CyclePart(first, last, tuple(counts), bytes(digests), self.kernel)

    def found(self, model: Playable, ledger: Own) -> Json:
        """How they were made, and what was done where the machine offers a gamble."""
        rounds = self.recipe.gamble_rounds
        way = f"every gamble dared, up to {rounds} of a prize" if rounds else "every gamble declined"
        return {"kind": "plays" if self.recipe.display else "prizes", "way": way if model.gamble else None}

    def tally_of(self, unit: int) -> cext.Tally:
        """Play one unit."""
        tables, recipe = self.tables, self.recipe
        number, of_machine = divmod(unit, self._units)
        machine = FIRST_MACHINE + number
        plays = min(self._plays, recipe.plays - of_machine * self._plays)
        state = cext.new_state(tables, recipe.key, machine, cycle=of_machine * self._cycles)
        player, kernel = cext.Player(rounds=recipe.gamble_rounds), self.kernel
        return cext.campaign(
            tables,
            recipe.key,
            machine,
            plays,
            state=state,
            player=player,
            display=recipe.display,
            kernel=kernel,
        )[1]


class CycleLedger:
    """The totals of all units before ``done``; ``saved`` is what ``save`` returned."""

    def __init__(self, prizes_cents: tuple[int, ...], saved: Json | None = None) -> None:
        self._prizes_cents = prizes_cents
        self.done: int = 0
        self._counts = [0] * len(self._prizes_cents)
        self._digest = cext.Sha256()
        self.kernels: Counter[str] = Counter()
        if saved is not None:
            self.done = saved["done"]
            self._counts = list(saved["counts"])
            self.kernels.update(saved["kernels"])
            self._digest = cext.Sha256.from_state(bytes.fromhex(saved["digest_state"]))

    def add(self, part: CyclePart) -> None:
        """Enter the next part."""
        need_next(part, self.done)
        self.done = part.last
        self._counts = [total + n for total, n in zip(self._counts, part.counts, strict=True)]
        self._digest.update(part.digests)
        self.kernels[part.kernel] += sum(part.counts)

    def save(self) -> Json:
        """The totals as JSON values."""
        kernels = {name: self.kernels[name] for name in CYCLE_KERNELS}
        state = self._digest.state.hex()
        return {"done": self.done, "counts": self._counts, "digest_state": state, "kernels": kernels}

    @property
    def prizes(self) -> tuple[tuple[int, int], ...]:
        """(prize in cents, plays that won it) for every class."""
        return tuple(zip(self._prizes_cents, self._counts, strict=True))

    @property
    def won_cents(self) -> int:
        """What all these plays won."""
        return sum(cents * count for cents, count in self.prizes)

    @property
    def gambled_cents(self) -> int:
        """0: the prizes are what plays won."""
        return 0

    def variance(self, plays: int) -> Fraction:
        """Of what so many plays win, by how much these differ."""
        return variance_of_plays(self, plays)

    @property
    def digest(self) -> str:
        """SHA-256 over the digests of the units, in order."""
        return self._digest.hexdigest()


@lru_cache(maxsize=8)  # a campaign is asked again and again, of the same two numbers
def moments(tables: cext.Tables, plays: int) -> tuple[Fraction, Fraction]:
    """
    Return mean and variance, over all keys, of the cents that the first ``plays`` plays of a machine win.

    Whole strata win what they hold, whatever the order. In the last, unfinished stratum the plays are a
    sample without replacement: n of N entries have n/N of its sum on average, and the variance
    n (N - n) / (N - 1) of its mean square deviation (Cochran, Sampling Techniques, theorem 2.2). A prize
    that may be raised counts with its mean, and every one of them adds the variance of its own draw.
    """
    cycles, rest = divmod(plays, tables.cycle_plays)
    means, spreads = _raised(tables)
    mean = Fraction(cycles * sum(_sum(stratum, means) for stratum in tables.strata))
    variance = Fraction(cycles * sum(_sum(stratum, spreads) for stratum in tables.strata))
    for stratum in tables.strata:
        size = sum(stratum)
        taken = min(rest, size)
        rest -= taken
        total = _sum(stratum, means)
        mean += Fraction(taken * total, size)
        variance += Fraction(taken * _sum(stratum, spreads), size)
        if 0 < taken < size:
            squares = _sum(stratum, [cents * cents for cents in means])
            deviation = Fraction(squares, size) - Fraction(total, size) ** 2
            variance += deviation * taken * (size - taken) / (size - 1)
            break
    return mean, variance


def _raised(tables: cext.Tables) -> tuple[list[Fraction], list[Fraction]]:
    """Mean and variance of what an entry of each class wins, once its raise is drawn."""
    means = [Fraction(cents) for cents in tables.prizes_cents]
    spreads = [Fraction(0)] * len(means)
    for row in tables.raises:
        odds = Fraction(row.wins, row.of)
        more = tables.prizes_cents[row.to] - tables.prizes_cents[row.prize_class]
        means[row.prize_class] += odds * more
        spreads[row.prize_class] = odds * (1 - odds) * more**2
    return means, spreads


def _sum(stratum: Sequence[int], values: Sequence[Fraction]) -> Fraction:
    return sum((count * value for count, value in zip(stratum, values, strict=True)), Fraction(0))
