# SPDX-License-Identifier: MIT
"""
Campaigns of chance (Type C): their units, their totals, and the pots over them.

A unit is a play. What plays win adds up in any order; pots do not, because what a hit pays depends on all
plays since the last one. So a part keeps which plays hit a pot, and the ledger, which takes parts in order,
runs the pots over them and drops the list.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import cext
from cext.chance_campaign import ChanceTally, PotState
from cext.chance_play import MAX_PLAYS, PotView
from cext.kernel_choice import NAMES
from emulator.lab.campaign_cycle import FIRST_MACHINE
from emulator.lab.campaign_exact import ChanceExact
from emulator.lab.campaign_pieces import (
    AUTO,
    PLAIN,
    CampaignError,
    Playable,
    Recipe,
    need,
    need_next,
    variance_of_plays,
)
from emulator.lab.campaign_pots import PotTotals, pot_results
from machines.support.plain import Json

# One call of the core takes about so long, then an interruption gets its turn; how many plays that are is
# found out on the way.
CALL_NS = 40_000_000
CALL_LEAST, CALL_MOST = 1 << 10, 1 << 26
# Fewer plays are made sooner by the plain kernel, which needs no memory to get ready.
QUICK_PLAYS = 128
# Hits that one call may list; what is more takes another call.
CAPACITY = 1 << 16
# Hits that all parts may list together, of 16 bytes each.
EVENTS_MOST = 1 << 22
# Machines of which all parts together may list hits, some 300 bytes each.
COURSES_MOST = 1 << 17
# How rare hits are is found out by so many of them, or in so much time.
PROBE_HITS, PROBE_NS = 256, 100_000_000
COUNT_MAX = 1 << 62  # bins of the histogram have 64 bits


class PotPlays(NamedTuple):
    """Some neighbouring plays of a machine, and which of them hit a pot by combination or mystery."""

    machine: int
    first: int
    plays: int
    events: NDArray[np.uint64]
    """Number of the play and bits of the pots, shape (n, 2)."""


class Features(NamedTuple):
    """What the plays of a machine of chance gave beside prizes."""

    featured: int
    """Plays whose paid turn gave picks or free plays."""
    free_plays: int
    picks: int
    gambles: int
    capped: int
    """Plays whose total reached the cap."""


class ChancePart(NamedTuple):
    """What some neighbouring units counted."""

    first: int
    last: int
    tally: ChanceTally
    bins: NDArray[np.int64]
    """Which totals were won, in units of the tables."""
    counts: NDArray[np.uint64]
    """How often each of them."""
    pots: tuple[PotPlays, ...]
    """Empty without pots."""
    kernels: Counter[str]
    """Plays that each kernel made."""


class ChanceWork:
    """
    The plays of a campaign of chance.

    Raises:
        CampaignError: plays or gambles are out of range.
    """

    unit_plays = 1
    exact_is_quick = False

    def __init__(self, tables: cext.ChanceTables, recipe: Recipe) -> None:
        need("plays", recipe.plays, 1, MAX_PLAYS)
        need("machines x plays", recipe.machines * recipe.plays, 1, COUNT_MAX)
        need("gamble_rounds", recipe.gamble_rounds, 0, tables.gamble.rounds if tables.gamble else 0)
        self.tables, self.recipe, self.price_cents = tables, recipe, tables.price_cents
        self.units = recipe.machines * recipe.plays
        self.exact_figures = ChanceExact(tables, recipe.gamble_rounds)
        self._call_plays = CALL_LEAST

    @property
    def kernels(self) -> tuple[str, ...]:
        """Names of the kernels that can make these plays here."""
        return cext.chance_kernels(self.tables)

    def ledger(self, saved: Json | None = None) -> ChanceLedger:
        """A new ledger, or the one that was saved."""
        return ChanceLedger(self.tables, self.recipe, saved)

    def part_plays(self, parts: int) -> int:
        """Plays of the longest part of which so many can be kept in memory."""
        if not self.tables.pots:
            return MAX_PLAYS
        plays, hits = self._probe
        by_hits = EVENTS_MOST // parts * plays // (hits + 1)
        return max(1, min(by_hits, COURSES_MOST // parts * self.recipe.plays))

    @cached_property
    def _probe(self) -> tuple[int, int]:
        """How many of the first plays were tried for a moment, and how many of them hit a pot."""
        plays = hits = 0
        histogram, end_ns = self._histogram(), time.monotonic_ns() + PROBE_NS
        while plays < self.recipe.plays and hits < PROBE_HITS and time.monotonic_ns() < end_ns:
            wanted = min(self._call_plays, self.recipe.plays - plays)
            _, tally, events = self._call(FIRST_MACHINE, plays, wanted, histogram)
            plays, hits = plays + tally.plays, hits + len(events)
        return plays, hits

    def exact(self, plays: int) -> tuple[Fraction, Fraction] | None:
        """Mean and variance of what ``plays`` plays of a machine win, pots apart; None if unknown."""
        of_one = self.exact_figures.moments
        return None if of_one is None else (plays * of_one[0], plays * of_one[1])

    def plays_before(self, unit: int) -> int:
        """Plays of all units before this one."""
        return unit

    def play(
        self, first: int, last: int, stopped: Callable[[], bool], count: Callable[[int], None]
    ) -> ChancePart:
        """Play some units, as ``Work.play`` says."""
        histogram, tallies = self._histogram(), ChanceTally(*[0] * len(ChanceTally._fields))
        pots: list[PotPlays] = []
        kernels: Counter[str] = Counter()
        at = first
        while at < last and not stopped():
            number, begin = divmod(at, self.recipe.plays)
            machine = FIRST_MACHINE + number
            plays = min(self._call_plays, last - at, self.recipe.plays - begin)
            kernel, tally, events = self._call(machine, begin, plays, histogram)
            kernels[kernel] += tally.plays
            tallies = ChanceTally(*(total + n for total, n in zip(tallies, tally, strict=True)))
            if self.tables.pots:
                pots.append(PotPlays(machine, begin, tally.plays, events))
            at += tally.plays
            count(tally.plays)
        bins = np.flatnonzero(histogram)
        return ChancePart(first, at, tallies, bins, histogram[bins], tuple(pots), kernels)

    def found(self, model: Playable, ledger: ChanceLedger) -> Json:
        """Features and pots; every total that was won must be one that can be won."""
        exact, tally = self.exact_figures, ledger.tally
        for cents, count in ledger.prizes:
            if exact.never_won(cents):
                what = (
                    f"a play must win what the exact distribution has (got {cents} cents in {count:,} plays)"
                )
                raise CampaignError(what, "report it with the seed: core or mathematics are wrong")
        features = Features(tally.featured, tally.free_plays, tally.picks, tally.gambles, tally.capped)
        pots = pot_results(self.tables, self.recipe, ledger.pots, model.pots, exact.pot_odds)
        return {"features": features, "pots": pots}

    def _call(
        self, machine: int, first: int, plays: int, histogram: NDArray[np.uint64]
    ) -> tuple[str, ChanceTally, NDArray[np.uint64]]:
        kernel = self.recipe.kernel
        if kernel == AUTO:
            quick = plays < QUICK_PLAYS
            kernel = PLAIN if quick else cext.chosen_kernel(self.tables, max(plays, self.units))
        began = time.monotonic_ns()
        made = cext.chance_campaign(
            self.tables,
            cext.Course(self.recipe.key, machine, first, plays),
            gamble_rounds=self.recipe.gamble_rounds,
            kernel=kernel,
            histogram=histogram,
            capacity=min(plays, CAPACITY),
        )
        fitting = made[0].plays * CALL_NS // max(1, time.monotonic_ns() - began)
        self._call_plays = min(max(fitting, plays // 2, CALL_LEAST), 2 * plays, CALL_MOST)
        return kernel, *made

    def _histogram(self) -> NDArray[np.uint64]:
        return np.zeros(self.tables.cap_cents // self.tables.unit_cents + 1, np.uint64)


class ChanceLedger:
    """The totals of all units before ``done``; ``saved`` is what ``save`` returned."""

    def __init__(self, tables: cext.ChanceTables, recipe: Recipe, saved: Json | None = None) -> None:
        self._tables, self._recipe = tables, recipe
        self._histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
        self.done: int = 0
        self.tally = ChanceTally(*[0] * len(ChanceTally._fields))
        # Of machines that have made all their plays, and of the one under way.
        self._ended = [PotTotals(0, 0, 0, 0)] * len(tables.pots)
        self._pots: PotState = ()
        self.kernels: Counter[str] = Counter()
        if saved is not None:
            self.done = saved["done"]
            self.kernels.update(saved["kernels"])
            self.tally = ChanceTally(**saved["tally"])
            self._histogram[saved["bins"]] = np.array(saved["counts"], np.uint64)
            self._ended = [PotTotals(*totals) for totals in saved["ended"]]
            self._pots = tuple(PotView(*pot) for pot in saved["pots"])
            if self._pots and len(self._pots) != len(tables.pots):
                raise ValueError(f"pots must be {len(tables.pots)} (got {len(self._pots)})")

    def add(self, part: ChancePart) -> None:
        """Enter the next part; all of it or, if the core refuses its pots, nothing."""
        need_next(part, self.done)
        ended, pots = self._run_pots(part.pots)
        self._ended, self._pots = ended, pots
        self._histogram[part.bins] += part.counts
        tally = ChanceTally(*(total + n for total, n in zip(self.tally, part.tally, strict=True)))
        self.tally = tally._replace(digest=tally.digest & (1 << 64) - 1)
        self.kernels.update(part.kernels)
        self.done = part.last

    def _run_pots(self, courses: tuple[PotPlays, ...]) -> tuple[list[PotTotals], PotState]:
        ended, pots = self._ended, self._pots
        key = self._recipe.key
        for machine, first, plays, events in courses:
            if first == 0:
                pots = cext.pots_new(self._tables, key, machine)
            pots, awards = cext.pots_course(
                self._tables, cext.Course(key, machine, first, plays), events, pots
            )
            of_end = first + plays == self._recipe.plays
            ended = [
                PotTotals(
                    total.hits + hits,
                    total.awarded_cents + cents,
                    total.value_mc + (pot.value_mc if of_end else 0),
                    total.reserve_mc + (pot.reserve_mc if of_end else 0),
                )
                for total, hits, cents, pot in zip(ended, awards.hits, awards.cents, pots, strict=True)
            ]
        return ended, pots

    def save(self) -> Json:
        """The totals as JSON values."""
        bins = np.flatnonzero(self._histogram)
        return {
            "done": self.done,
            "tally": self.tally._asdict(),
            "bins": bins.tolist(),
            "counts": self._histogram[bins].tolist(),
            "ended": [list(totals) for totals in self._ended],
            "pots": [list(pot) for pot in self._pots],
            "kernels": {name: self.kernels[name] for name in NAMES},
        }

    @property
    def pots(self) -> tuple[PotTotals, ...]:
        """What each pot did, by level; final values once every unit is entered."""
        return tuple(self._ended)

    @property
    def prizes(self) -> tuple[tuple[int, int], ...]:
        """(total of a play in cents, plays that won it), nothing won first, only what was won."""
        unit_cents = self._tables.unit_cents
        return tuple(
            (int(units) * unit_cents, int(self._histogram[units]))
            for units in np.flatnonzero(self._histogram)
        )

    @property
    def won_cents(self) -> int:
        """What all these plays won, pots apart."""
        return self.tally.won_cents

    @property
    def gambled_cents(self) -> int:
        """0: the prizes are what plays won."""
        return 0

    def variance(self, plays: int) -> Fraction:
        """Of what so many plays win, by how much these differ."""
        return variance_of_plays(self, plays)

    @property
    def digest(self) -> str:
        """The core's 64 bits over number, draw and total of every play."""
        return f"{self.tally.digest:016x}"
