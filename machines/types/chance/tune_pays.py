# SPDX-License-Identifier: MIT
"""
The pays of a machine of chance as something to tune: the prizes of its paytable and its scatters.

A move raises or lowers one prize by a unit, the largest amount that divides all of them, or by about a
tenth. A larger count of a symbol never pays less than a smaller one, and no prize passes the maximum of a
play (C-04).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from machines.support.plain import Json
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.layout import ChanceLayout, layout_of
from machines.types.chance.schema import ChancePay, ScatterPay
from machines.types.chance.tune_figures import Meter
from machines.types.chance.tune_search import Move, effect_of

TENTH = 10
Pays = tuple[int, ...]


class Place(NamedTuple):
    """Where a prize stands in a model file."""

    section: str
    """paytable or scatters."""
    row: int
    times: str | None
    """Of a row that pays for counts; None: of a combination."""

    @property
    def path(self) -> str:
        """Its key path."""
        key = {"paytable": "counts", "scatters": "pays"}[self.section]
        return f"{self.section}[{self.row}]" + (".cents" if self.times is None else f".{key}.{self.times}")


class PaySpace:
    """
    The prizes of a model.

    Args:
        draft: of the model.
        layout: its numbers.
        meter: measures layouts.
        kept: symbols whose prizes stay.
    """

    def __init__(self, draft: ChanceDraft, layout: ChanceLayout, meter: Meter, kept: frozenset[str]) -> None:
        self._draft, self._layout, self._meter = draft, layout, meter
        rows = list(_places(draft))
        self.places = [place for place, _, _ in rows]
        self.start: Pays = tuple(cents for _, cents, _ in rows)
        self._free = [number for number, (_, _, symbols) in enumerate(rows) if not kept & symbols]
        self.unit_cents = gcd(*self.start)

    def moves(self, state: Pays) -> Sequence[Move]:
        """(number of the prize, cents more)."""
        found = []
        for number in self._free:
            tenth = state[number] // TENTH // self.unit_cents * self.unit_cents
            for by in dict.fromkeys((self.unit_cents, tenth)):
                found += [(number, sign * by) for sign in (1, -1) if by]
        return found

    def amounts(self, move: Move) -> Mapping[Hashable, int]:
        number, by = move
        assert isinstance(by, int)
        return {number: by}

    def own(self, what: Hashable) -> int:
        return self.now(self.start, what)

    def scale(self, what: Hashable) -> int:
        return self.own(what) ** 2

    def now(self, state: Pays, what: Hashable) -> int:
        assert isinstance(what, int)
        return state[what]

    def effects(self, state: Pays, moves: Sequence[Move]) -> Sequence[tuple[float, ...] | None]:
        return [effect_of(self, state, [move]) for move in moves]

    def moved(self, state: Pays, moves: Sequence[Move]) -> Pays | None:
        made = list(state)
        for number, by in moves:
            assert isinstance(number, int)
            assert isinstance(by, int)
            made[number] += by
        if not all(0 < cents <= self._layout.cap_cents for cents in made):
            return None
        return tuple(made) if self._ascend(made) else None

    def _ascend(self, made: Sequence[int]) -> bool:
        """Whether in each row a larger count still pays as much, where it did."""
        pairs = zip(range(len(made)), range(1, len(made)), strict=False)
        return all(
            made[low] <= made[high]
            for low, high in pairs
            if self.places[low][:2] == self.places[high][:2] and self.start[low] <= self.start[high]
        )

    def layout(self, state: Pays) -> ChanceLayout:
        """The numbers of a model with these prizes."""
        sections = self.sections(state)
        draft = replace(
            self._draft,
            paytable=[ChancePay.model_validate(row) for row in sections["paytable"]],
            scatters=[ScatterPay.model_validate(row) for row in sections["scatters"]],
        )
        return layout_of(draft, self._layout.price_cents, self._layout.cap_cents)

    def sections(self, state: Pays) -> dict[str, list[Json]]:
        """Paytable and scatters as a model file has them."""
        found = {
            section: [row.model_dump(exclude_defaults=True) for row in getattr(self._draft, section) or ()]
            for section in ("paytable", "scatters")
        }
        for (section, row, count), cents in zip(self.places, state, strict=True):
            if count is None:
                found[section][row]["cents"] = cents
            else:
                found[section][row][{"paytable": "counts", "scatters": "pays"}[section]][count] = cents
        for pay in found["paytable"]:
            if "symbols" in pay:
                pay["symbols"] = [
                    list(place) if isinstance(place, tuple) else place for place in pay["symbols"]
                ]
        return found

    def quick(self, state: Pays) -> tuple[Fraction, ...] | None:
        return self._meter.quick(self.layout(state))

    def figures(self, state: Pays) -> tuple[Fraction, ...] | None:
        return self._meter.figures(self.layout(state))


def _places(draft: ChanceDraft) -> Iterator[tuple[Place, int, frozenset[str]]]:
    """Each prize with its place and the symbols that win it; counts ascend."""
    for row, pay in enumerate(draft.paytable or ()):
        if pay.counts is not None:
            for count in sorted(pay.counts, key=int):
                yield Place("paytable", row, count), pay.counts[count], frozenset([pay.symbol or ""])
        elif pay.cents:
            named = [[place] if isinstance(place, str) else place for place in pay.symbols or ()]
            yield Place("paytable", row, None), pay.cents, frozenset(one for place in named for one in place)
    for row, scatter in enumerate(draft.scatters or ()):
        for count in sorted(scatter.pays, key=int):
            yield Place("scatters", row, count), scatter.pays[count], frozenset([scatter.symbol])
