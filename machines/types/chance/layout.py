# SPDX-License-Identifier: MIT
"""
A type C model as numbers: every row of its file expanded to what the core compares, with the row's name.

Symbols are numbers in the order of the file; a mask has bit s set for symbol s. Wilds, alternatives, "*",
counts from the left and "from so many on" are all gone here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from machines.check.schema_parts import ANY_SYMBOL
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.schema import ChancePay, ChanceReel, ChanceSymbol, ScatterPay

ANY_MASK = 0xFFFF_FFFF
"""Mask of a place that every symbol matches (chance.h, CORE_CHANCE_ANY)."""


Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class ComboRow:
    """A combination; ``path`` is its row in the file, ``label`` what it shows."""

    prize_cents: int
    masks: tuple[int, ...]
    span: int
    group: int
    multiplies: bool
    pot: int
    """0 none, 1 + level."""
    path: str
    label: str


@dataclass(frozen=True, slots=True)
class ScatterRow:
    """The award for a number of a symbol anywhere in the window."""

    prize_cents: int
    mask: int
    count: int
    group: int
    free_plays: int
    retrigger: int
    picks: int
    pot: int
    path: str
    label: str


@dataclass(frozen=True)
class Reels:
    """One set of reels: symbol numbers and weights of each stop, reel by reel."""

    strips: tuple[tuple[int, ...], ...]
    weights: tuple[tuple[int, ...], ...]

    @property
    def sums(self) -> tuple[int, ...]:
        """The sum of the weights of each reel."""
        return tuple(map(sum, self.weights))


@dataclass(frozen=True)
class ChanceLayout:
    """A type C model as numbers; money in cents."""

    price_cents: int
    cap_cents: int
    rows: int
    paylines: tuple[tuple[int, ...], ...] | None
    """Row on each reel, 0 the uppermost; None where all ways pay."""
    symbols: tuple[str, ...]
    multipliers: tuple[int, ...]
    paid: Reels
    free: Reels
    combos: tuple[ComboRow, ...]
    scatters: tuple[ScatterRow, ...]
    free_multiplier: int
    max_free_plays: int
    picks: tuple[tuple[int, int, bool], ...]
    """(prize in cents, weight, whether it ends the bonus) of each thing that a pick finds."""
    gamble_odds: Fraction | None

    @property
    def free_differs(self) -> bool:
        """Whether free plays turn reels of their own."""
        return self.free != self.paid


def layout_of(draft: ChanceDraft, price_cents: int, cap_cents: int) -> ChanceLayout:
    """The numbers of a draft whose rows have been checked."""
    assert draft.symbols and draft.reels and draft.rows and draft.paytable
    names = tuple(draft.symbols)
    free = draft.free_plays
    return ChanceLayout(
        price_cents=price_cents,
        cap_cents=cap_cents,
        rows=draft.rows,
        paylines=tuple(map(tuple, draft.paylines or ())) if draft.evaluation == "lines" else None,
        symbols=names,
        multipliers=tuple(s.wild.multiplier if s.wild else 1 for s in draft.symbols.values()),
        paid=_reels(draft.reels, names),
        free=_reels(draft.free_reels or draft.reels, names),
        combos=tuple(_combos(draft)),
        scatters=tuple(_scatters(draft)),
        free_multiplier=free.multiplier if free else 1,
        max_free_plays=free.max if free else 0,
        picks=tuple((row.cents, row.weight, row.ends) for row in draft.picks or ()),
        gamble_odds=draft.gamble.odds if draft.gamble else None,
    )


def _reels(reels: Sequence[ChanceReel], names: Sequence[str]) -> Reels:
    number = {name: index for index, name in enumerate(names)}
    return Reels(
        tuple(tuple(number[symbol] for symbol in reel.strip) for reel in reels),
        tuple(tuple(reel.weights or [1] * len(reel.strip)) for reel in reels),
    )


def substitutes(symbols: Mapping[str, ChanceSymbol], name: str) -> list[str]:
    """The wilds that stand for a symbol, in the order of the file."""
    wanted = symbols[name]
    return [
        wild
        for wild, symbol in symbols.items()
        if symbol.wild is not None
        and wild != name
        and (
            name in symbol.wild.instead_of
            if symbol.wild.instead_of is not None
            else not wanted.scatter and wanted.wild is None
        )
    ]


def _combos(draft: ChanceDraft) -> Iterator[ComboRow]:
    """Every row of the paytable; a symbol's counts share a group."""
    assert draft.symbols and draft.paytable and draft.reels
    reels = len(draft.reels)
    places = _Places(draft.symbols)
    level = {pot.name: 1 + number for number, pot in enumerate(draft.pots or ())}
    for group, pay in enumerate(draft.paytable):
        for path, label, wanted, cents, pot in _rows_of(pay, group):
            padded = [*wanted, *[ANY_SYMBOL] * (reels - len(wanted))]
            named = [reel for reel, place in enumerate(padded) if place != ANY_SYMBOL]
            yield ComboRow(
                prize_cents=cents,
                masks=tuple(places.mask(place) for place in padded),
                span=named[-1] + 1,
                group=group,
                multiplies=any(places.multiplies(padded[reel]) for reel in named),
                pot=level[pot] if pot else 0,
                path=path,
                label=label,
            )


_Row = tuple[str, str, Sequence[str | tuple[str, ...]], int, str | None]


def _rows_of(pay: ChancePay, number: int) -> Iterator[_Row]:
    """(key path, label, places, prize, pot) of each combination that a row of the paytable stands for."""
    path = f"paytable[{number}]"
    if pay.symbols is not None:
        label = " ".join(place if isinstance(place, str) else "/".join(place) for place in pay.symbols)
        yield path, label, pay.symbols, pay.cents or 0, pay.pot if isinstance(pay.pot, str) else None
        return
    assert pay.symbol and pay.counts
    pots = pay.pot if isinstance(pay.pot, dict) else {}
    for count, cents in pay.counts.items():
        label = f"{count} {pay.symbol}"
        yield f"{path}.counts.{count}", label, [pay.symbol] * int(count), cents, pots.get(count)


class _Places:
    """The symbols that fit a place of a combination."""

    def __init__(self, symbols: Mapping[str, ChanceSymbol]) -> None:
        self._symbols = symbols
        self._number = {name: index for index, name in enumerate(symbols)}

    def mask(self, place: str | tuple[str, ...]) -> int:
        """The symbols that it takes: those named and the wilds that stand for them."""
        if place == ANY_SYMBOL:
            return ANY_MASK
        found = 0
        for name in (place,) if isinstance(place, str) else place:
            for taken in (name, *substitutes(self._symbols, name)):
                found |= 1 << self._number[taken]
        return found

    def multiplies(self, place: str | tuple[str, ...]) -> bool:
        """Whether a wild of a multiplier may stand there for something else."""
        named = (place,) if isinstance(place, str) else place
        for name in named:
            for wild in substitutes(self._symbols, name):
                looks = self._symbols[wild].wild
                if wild not in named and looks is not None and looks.multiplier > 1:
                    return True
        return False


def _scatters(draft: ChanceDraft) -> Iterator[ScatterRow]:
    """For every scatter a row for each count at which its award changes; larger counts keep it."""
    assert draft.symbols
    number = {name: index for index, name in enumerate(draft.symbols)}
    level = {pot.name: 1 + index for index, pot in enumerate(draft.pots or ())}
    for group, row in enumerate(draft.scatters or ()):
        for count in counts_of(row):
            pot = _reached(row.pot, count)
            yield ScatterRow(
                prize_cents=_reached(row.pays, count) or 0,
                mask=1 << number[row.symbol],
                count=count,
                group=group,
                free_plays=_reached(row.free_plays, count) or 0,
                retrigger=_reached(row.retrigger, count) or 0,
                picks=_reached(row.picks, count) or 0,
                pot=level[pot] if pot else 0,
                path=f"scatters[{group}]",
                label=f"{count} {row.symbol}",
            )


def counts_of(row: ScatterPay) -> list[int]:
    """The counts at which a scatter gives something new, ascending."""
    named = {*row.pays, *row.free_plays, *row.retrigger, *row.picks, *row.pot}
    return sorted(map(int, named))


def _reached(given: Mapping[str, Given], count: int) -> Given | None:
    """The award of the largest count reached."""
    reached = [int(key) for key in given if int(key) <= count]
    return given[str(max(reached))] if reached else None
