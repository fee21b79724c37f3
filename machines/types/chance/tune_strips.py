# SPDX-License-Identifier: MIT
"""
The strips of a machine of chance as something to tune: which symbol stands on each stop.

A move puts one symbol of a reel in the place of another; strips keep their length, stops their weights.
What a reel shows it goes on showing: no symbol is taken from a reel altogether, and none comes onto a reel
that had it not, so no combination becomes possible or impossible. The new symbol goes where the next one of
its kind is furthest away, never nearer than two of a kind stood on that reel before, so that no neighbours
become alike where none were; and no window shows more or fewer of a scatter at most than before.

A turn's mean is linear in how often a reel shows each symbol. So what an exchange does is the difference of
two figures, one for each symbol, which are asked by putting each in the place of the reel's commonest.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from operator import sub

from machines.types.chance.layout import ChanceLayout, Reels
from machines.types.chance.tune_figures import Meter, with_reels
from machines.types.chance.tune_search import Move, effect_of

Strip = tuple[int, ...]
Strips = tuple[Strip, ...]


class StripSpace:
    """
    The strips of the reels of paid plays.

    Args:
        layout: of the model.
        meter: measures layouts.
        kept: numbers of symbols that stay where they are.
    """

    def __init__(self, layout: ChanceLayout, meter: Meter, kept: frozenset[int]) -> None:
        self._layout, self._meter, self._kept = layout, meter, kept
        self.start: Strips = layout.paid.strips
        self._scatters = [
            1 << s for s in range(len(layout.symbols)) if any(r.mask >> s & 1 for r in layout.scatters)
        ]
        self._apart = [nearest_alike(strip) for strip in self.start]
        self._most = [
            [_most_shown(strip, mask, layout.rows) for mask in self._scatters] for strip in self.start
        ]

    def layout(self, state: Strips) -> ChanceLayout:
        """The numbers of a model with these strips."""
        return with_reels(self._layout, Reels(state, self._layout.paid.weights))

    def moves(self, state: Strips) -> Sequence[Move]:
        """(reel, symbol that goes, symbol that comes)."""
        return [
            (reel, gone, come)
            for reel, strip in enumerate(self.start)
            for gone in dict.fromkeys(strip)
            for come in dict.fromkeys(strip)
            if gone != come and not self._kept & {gone, come} and state[reel].count(gone) > 1
        ]

    def amounts(self, move: Move) -> Mapping[Hashable, int]:
        """The stops of two symbols on one reel."""
        reel, gone, come = move
        return {(reel, gone): -1, (reel, come): 1}

    def own(self, what: Hashable) -> int:
        return self.now(self.start, what)

    def scale(self, what: Hashable) -> int:
        return self.own(what)

    def now(self, state: Strips, what: Hashable) -> int:
        assert isinstance(what, tuple)
        reel, symbol = what
        return state[reel].count(symbol)

    def effects(self, state: Strips, moves: Sequence[Move]) -> Sequence[tuple[float, ...] | None]:
        if any(len(set(weights)) > 1 for weights in self._layout.paid.weights):
            return [effect_of(self, state, [move]) for move in moves]  # it matters where a symbol stands
        parts: dict[tuple[Hashable, Hashable], tuple[float, ...] | None] = {}
        for reel, strip in enumerate(state):
            common = max(dict.fromkeys(strip), key=strip.count)
            for shown in dict.fromkeys(strip):
                parts[reel, shown] = self._part(state, reel, common, shown)
        found: list[tuple[float, ...] | None] = []
        for at, gone, come in moves:
            less, more = parts[at, gone], parts[at, come]
            found.append(None if less is None or more is None else tuple(map(sub, more, less)))
        return found

    def _part(self, state: Strips, reel: int, gone: int, come: int) -> tuple[float, ...] | None:
        """What one symbol in the place of another adds, for its figures: wherever it may stand."""
        strip = state[reel]
        stops = [stop for stop, symbol in enumerate(strip) if symbol == gone]
        best = max(stops, key=lambda stop: _gap(strip, stop, come))
        placed = (*strip[:best], come, *strip[best + 1 :])
        here, there = self.quick(state), self.quick((*state[:reel], placed, *state[reel + 1 :]))
        if here is None or there is None:
            return None
        return tuple(float(after - before) for after, before in zip(there, here, strict=True))

    def moved(self, state: Strips, moves: Sequence[Move]) -> Strips | None:
        made = list(state)
        for reel, gone, come in moves:
            assert isinstance(reel, int)
            assert isinstance(gone, int)
            assert isinstance(come, int)
            strip = self._exchanged(reel, made[reel], gone, come)
            if strip is None:
                return None
            made[reel] = strip
        return tuple(made)

    def _exchanged(self, reel: int, strip: Strip, gone: int, come: int) -> Strip | None:
        """The strip with one symbol in the place of another, where that is allowed; None: nowhere."""
        if strip.count(gone) < 2:
            return None
        stops = [stop for stop, symbol in enumerate(strip) if symbol == gone]
        for stop in sorted(stops, key=lambda stop: -_gap(strip, stop, come)):
            made = (*strip[:stop], come, *strip[stop + 1 :])
            shown = [_most_shown(made, mask, self._layout.rows) for mask in self._scatters]
            if nearest_alike(made) >= self._apart[reel] and shown == self._most[reel]:
                return made
        return None

    def quick(self, state: Strips) -> tuple[Fraction, ...] | None:
        return self._meter.quick(self.layout(state))

    def figures(self, state: Strips) -> tuple[Fraction, ...] | None:
        return self._meter.figures(self.layout(state))


def _gap(strip: Strip, stop: int, symbol: int) -> int:
    """How many stops away the next of a symbol is, either way round."""
    stops = len(strip)
    others = [at for at, shown in enumerate(strip) if shown == symbol and at != stop]
    return min((min((at - stop) % stops, (stop - at) % stops) for at in others), default=stops)


def nearest_alike(strip: Strip) -> int:
    """How many stops lie between the nearest two of one symbol, 1 for neighbours, but 2 at most."""
    return min(2, *(_gap(strip, stop, symbol) for stop, symbol in enumerate(strip)))


def _most_shown(strip: Strip, mask: int, rows: int) -> int:
    """The most cells of a window in which a strip shows a symbol of a mask."""
    fits = [mask >> symbol & 1 for symbol in strip]
    return max(sum((fits + fits)[stop : stop + rows]) for stop in range(len(strip)))
