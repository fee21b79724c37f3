# SPDX-License-Identifier: MIT
"""Campaigns of prize cycles whose player gambles (B-22): what cycles pay then, and how sure that is."""

from __future__ import annotations

import struct
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, cast

import cext
from emulator.lab.campaign_cycle import CycleLedger, CyclePart, CycleWork
from emulator.lab.campaign_pieces import CampaignError, Part, Playable, Recipe
from machines.support.plain import Json
from machines.types.common.own import Own
from machines.types.cycle.model import CycleModel


class Gambles(NamedTuple):
    """What the gambles of some plays came to; money in cents."""

    offers: int = 0
    """Plays after which a gamble was offered."""
    gambles: int = 0
    gambles_won: int = 0
    lost_cents: int = 0
    """Prizes that gambles lost."""
    added_cents: int = 0
    """What won gambles gave on top of prizes."""
    returned_cents: int = 0
    """Prizes that gave lost ones back."""

    def plus(self, other: Gambles) -> Gambles:
        """Both together."""
        return Gambles(*(a + b for a, b in zip(self, other, strict=True)))


class Cycles(NamedTuple):
    """What whole cycles paid, in cents."""

    whole: int = 0
    sum_cents: int = 0
    squares_cents2: int = 0
    least_cents: int | None = None

    def plus(self, other: Cycles) -> Cycles:
        """Both together."""
        least = [cents for cents in (self.least_cents, other.least_cents) if cents is not None]
        return Cycles(
            self.whole + other.whole,
            self.sum_cents + other.sum_cents,
            self.squares_cents2 + other.squares_cents2,
            min(least, default=None),
        )


class GamblePart(NamedTuple):
    """What some neighbouring units counted."""

    first: int
    last: int
    plain: CyclePart
    """Its counts are of prizes before they were gambled."""
    gambles: Gambles
    cycles: Cycles


class GambleWork(CycleWork):
    """
    The plays of a campaign of prize cycles whose player gambles; a unit is a cycle of one machine.

    A cycle begins with an empty return account and no advance, so that cycles can be played apart, and what
    they pay is as independent as their draws.

    Raises:
        CampaignError: plays are out of range, or the machine offers fewer gambles of one prize.
    """

    def __init__(self, tables: cext.Tables, recipe: Recipe) -> None:
        self.rounds_max = tables.gamble.rounds if tables.gamble else 0
        super().__init__(tables, recipe, tables.cycle_plays)

    def ledger(self, saved: Json | None = None) -> GambleLedger:
        """A new ledger, or the one that was saved."""
        return GambleLedger(self.tables, saved)

    def exact(self, plays: int) -> None:
        """What one who gambles wins on average is not known exactly."""

    def play(self, first: int, last: int, stopped: Callable[[], bool], count: Callable[[int], None]) -> Part:
        """Play some units, as ``Work.play`` says."""
        gambles, cycles = Gambles(), Cycles()
        parts = [CyclePart(first, first, (0,) * len(self.tables.prizes_cents), b"")]
        for unit in range(first, last):
            if stopped():
                break
            tally = self.tally_of(unit)
            parts.append(CyclePart(unit, unit + 1, tally.counts, struct.pack("<Q", tally.digest)))
            gambles = gambles.plus(Gambles(*(getattr(tally, name) for name in Gambles._fields)))
            if tally.plays == self.tables.cycle_plays:
                cents = tally.won_cents
                cycles = cycles.plus(Cycles(1, cents, cents**2, cents))
            count(tally.plays)
        counts = tuple(map(sum, zip(*(part.counts for part in parts), strict=True)))
        plain = CyclePart(
            first, parts[-1].last, counts, b"".join(part.digests for part in parts), self.kernel
        )
        return GamblePart(first, plain.last, plain, gambles, cycles)

    def found(self, model: Playable, ledger: Own) -> Json:
        """What gambles came to; what they lose must come back within its cycle (B-07, B-22)."""
        least, planned = ledger.cycles.least_cents, cast(CycleModel, model).plan.paid_cents
        if least is not None and least < planned:
            what = (
                f"a cycle must pay at least its plan, {planned:,} cents, however one gambles (got {least:,})"
            )
            raise CampaignError(what, "report it with the seed")
        return {**super().found(model, ledger), "gambles": ledger.gambles, "cycles": ledger.cycles}


class GambleLedger(CycleLedger):
    """The totals of all units before ``done``; ``saved`` is what ``save`` returned."""

    def __init__(self, tables: cext.Tables, saved: Json | None = None) -> None:
        super().__init__(tables.prizes_cents, saved)
        self._cycle_plays = tables.cycle_plays
        self.gambles, self.cycles = Gambles(), Cycles()
        if saved is not None:
            self.gambles, self.cycles = Gambles(**saved["gambles"]), Cycles(**saved["cycles"])

    def add(self, part: Own) -> None:
        """Enter the next part."""
        super().add(part.plain)
        self.gambles, self.cycles = self.gambles.plus(part.gambles), self.cycles.plus(part.cycles)

    def save(self) -> Json:
        """The totals as JSON values."""
        return {**super().save(), "gambles": self.gambles._asdict(), "cycles": self.cycles._asdict()}

    @property
    def gambled_cents(self) -> int:
        """By how much gambles changed what the prizes came to."""
        return self.gambles.added_cents - self.gambles.lost_cents

    @property
    def won_cents(self) -> int:
        """What all these plays won."""
        return super().won_cents + self.gambled_cents

    def variance(self, plays: int) -> Fraction:
        """Of what so many plays win, by how much whole cycles differ; 0 if there are not two of them."""
        count, total, squares, _ = self.cycles
        if count < 2:
            return Fraction(0)
        of_cycle = (squares - Fraction(total**2, count)) / (count - 1)
        return of_cycle * plays / self._cycle_plays
