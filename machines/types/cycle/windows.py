# SPDX-License-Identifier: MIT
"""
What the reels can show: every window of the strips and what it pays.

Written apart from the core's own tables, so that each can be tested against the other; a window
here is a tuple of stops, one a reel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import itemgetter

ANY = -1


@dataclass(frozen=True)
class Strips:
    """
    Strips, lines and pays as numbers.

    Args:
        strips: symbol id of each stop; shape (reels, stops).
        rows: stops visible on each reel; the middle one (rows // 2) is the reel's stop, and the next
            stop stands above it: row j at stop s shows strip[s + rows // 2 - j].
        paylines: row that a line reads on each reel, 0 the uppermost; shape (lines, reels).
        pays: (symbol id or ANY for each reel, prize in cents).
    """

    strips: tuple[tuple[int, ...], ...]
    rows: int
    paylines: tuple[tuple[int, ...], ...]
    pays: tuple[tuple[tuple[int, ...], int], ...]

    def column(self, reel: int, row: int) -> tuple[int, ...]:
        """The symbol that one row of a reel shows, for each stop."""
        strip = self.strips[reel]
        above = (self.rows // 2 - row) % len(strip)
        return strip[above:] + strip[:above]

    @cached_property
    def prizes(self) -> dict[tuple[int, ...], int]:
        """The prize in cents of every window; lines add up."""
        alphabet = sorted({symbol for strip in self.strips for symbol in strip})
        # Of the pays that a line matches the largest counts, so it is entered last.
        prize_of = dict.fromkeys(product(alphabet, repeat=len(self.strips)), 0)
        for wanted, cents in sorted(self.pays, key=itemgetter(1)):
            matching = product(*(alphabet if want == ANY else (want,) for want in wanted))
            prize_of.update(dict.fromkeys(matching, cents))
        columns = range(len(self.strips))
        turned = [[self.column(reel, line[reel]) for reel in columns] for line in self.paylines]
        stops = product(*(range(len(strip)) for strip in self.strips))
        # Without a loop of ours: a machine of three reels has some 10,000 windows.
        paid = [map(prize_of.__getitem__, product(*line)) for line in turned]
        return dict(zip(stops, map(sum, zip(*paid, strict=True)), strict=True))

    @cached_property
    def counts(self) -> Counter[int]:
        """How many windows pay each amount in cents."""
        return Counter(self.prizes.values())

    def masks(self) -> range:
        """Every way of holding some reels and not all; bit r set holds reel r."""
        return range(1, (1 << len(self.strips)) - 1)

    def hold_offers(self, prizes_cents: Sequence[int]) -> Iterator[int]:
        """For each way of holding, how many losing windows leave a prize of the plan within reach."""
        wanted = {cents for cents in prizes_cents if cents}
        winning = [window for window, cents in self.prizes.items() if cents in wanted]
        losing = [window for window, cents in self.prizes.items() if not cents]
        for mask in self.masks():
            held = itemgetter(*(reel for reel in range(len(self.strips)) if mask >> reel & 1))
            rich = set(map(held, winning))
            yield sum(map(rich.__contains__, map(held, losing)))
