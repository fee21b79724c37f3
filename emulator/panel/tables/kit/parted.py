# SPDX-License-Identifier: MIT
"""
Hands that a separated pair becomes: where their cards and stakes lie, all of them in the place of the first.

    hands = Hands(lay, told, now_ms)
    hands.card(7)                           # where the eighth card of the round lies
    hands.foot("mano 3b", seat=4)           # where the stake of a hand stands

The first hand stays on the player's right, and a separated card is laid to the left of its hand. Hands lie in
columns, and in rows above one another once columns would be too narrow; the more there are, the smaller are
their cards and chips. Nothing limits how many there are. When a pair is separated, everything goes from where
it lay to where it lies in SLIDE_MS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from emulator.panel.tables.kit.cards import RATIO
from emulator.panel.tables.kit.face import Told
from emulator.panel.tables.kit.lay import Lay
from emulator.panel.tables.kit.plan import EVERY
from emulator.panel.tables.kit.stalls import Area, stall_of

SLIDE_MS = 420
NEXT = 0.42
"""How much of a card is seen below the next one, in widths."""
CARDS = 3
"""So many cards of a hand lie in its column without being pushed closer together."""
WIDER = 1.2
"""Cards must become so much wider before a column less and a row more are worth it."""
AIR = 0.1
"""Of a column or a row, what is left free."""
STAKES_FROM, STAKES_TO = 0.3, 0.96
"""The part of a box below its name where chips stand, in its height."""


class Lies(NamedTuple):
    """Where the middle of something lies, and how wide it is, in pixels."""

    x: float
    y: float
    wide: float

    def towards(self, other: Lies, share: float) -> Lies:
        """A part of the way to another place."""
        return Lies(*(one + (two - one) * share for one, two in zip(self, other, strict=True)))


class Hands:
    """
    Separated hands of a table at a moment.

    Args:
        lay: of the table.
        told: what happened in the round.
        now_ms: the moment.
    """

    def __init__(self, lay: Lay, told: Sequence[Told], now_ms: int) -> None:
        self._lay = lay
        self._family: dict[str, str] = {}
        last_ms: dict[str, int] = {}
        partings: dict[str, int] = {}
        for one in told:
            if one.kind == "parted" and one.t_ms <= now_ms:
                first = self._family[one.to] = self._family.get(one.spot, one.spot)
                last_ms[first], partings[first] = one.t_ms, partings.get(first, 0) + 1
        self._after = {first: _Split(lay, first, told, now_ms) for first in partings}
        self._before = {first: _Split(lay, first, told, now_ms, many - 1) for first, many in partings.items()}
        self._share = {first: ease((now_ms - t_ms) / SLIDE_MS) for first, t_ms in last_ms.items()}

    def first(self, hand: str) -> str:
        """The first of the hands that a pair became; the hand itself where none was separated."""
        return self._family.get(hand, hand)

    def parted(self, hand: str) -> bool:
        """Whether a hand is one of several."""
        return self.first(hand) in self._after

    def card(self, number: int) -> Lies | None:
        """Where a card of a separated hand lies, by its number in the round; None: of another, or to come."""
        for first, after in self._after.items():
            lies = after.card(number)
            if lies is not None:
                before = self._before[first].card(number)
                return before.towards(lies, self._share[first]) if before is not None else lies
        return None

    def stake(self, hand: str, seat: int) -> Lies | None:
        """Where the stake of a seat on any hand stands; None: the cloth has no such place."""
        first = self.first(hand)
        if first not in self._after:
            at = self._lay.foot(hand, seat)
            return Lies(*at, self._lay.chip) if at is not None else None
        lies, before = self._after[first].stake(hand, seat), self._before[first].stake(hand, seat)
        return before.towards(lies, self._share[first]) if before is not None and lies is not None else lies

    def area(self, hand: str) -> Area | None:
        """Where stakes of a hand stand, in its box below the number; None: the hand has no box."""
        first = self.first(hand)
        if first in self._after:
            here, before = self._after[first].area(hand), self._before[first].area(hand)
            return (
                before.towards(here, self._share[first]) if before is not None and here is not None else here
            )
        box = self._lay.spot(hand, EVERY) if self._lay.boxed(hand) else None
        return _below(box) if box is not None else None

    def rooms(self) -> list[Rect]:
        """Where the hands of each pair that was separated lie."""
        return [split.room for split in self._after.values()]

    def names(self) -> list[tuple[str, Lies]]:
        """Separated hands and where each of their first cards lies."""
        return [
            (hand, lies)
            for split in self._after.values() for hand, cards in split.cards.items()
            if cards and (lies := self.card(cards[0])) is not None
        ]  # fmt: skip


class _Split:
    """
    Hands of one pair, and their cards by their numbers in the round.

    Args:
        first: the hand that there was.
        told: what happens in the round.
        now_ms: what is later has not come yet.
        partings: those that count, and cards until the next one; None: all.

    Attributes:
        cards: of each hand.
        room: where all of them lie.
    """

    def __init__(
        self, lay: Lay, first: str, told: Sequence[Told], now_ms: int, partings: int | None = None
    ) -> None:
        self._lay, self._first = lay, first
        self.cards: dict[str, list[int]] = {first: []}
        self._order = [first]
        number = done = 0
        for one in told:
            if one.kind == "parted" and one.spot in self.cards and one.t_ms <= now_ms:
                if done == partings:
                    break
                done += 1
                self.cards[one.to] = [self.cards[one.spot].pop()]
                self._order.insert(self._order.index(one.spot) + 1, one.to)
            elif one.kind == "card":
                if one.spot in self.cards and one.t_ms <= now_ms:
                    self.cards[one.spot].append(number)
                number += 1
        self._columns, self._rows = self._grid(len(self._order))
        self.room = self._room(self._rows)

    def _room(self, rows: int) -> Rect:
        """The place of the first hand, and of several rows what is free above it."""
        frame, rise = self._lay.hand(self._first), self._lay.rise if rows > 1 else 0
        return Rect(frame.x, frame.y - rise, frame.width, frame.height + rise)

    def _grid(self, many: int) -> tuple[int, int]:
        """Columns and rows with which cards are widest; a row more only where that makes them much wider."""
        grids = [(columns, -(-many // columns)) for columns in range(many, 0, -1)]
        best = grids[0]
        for one in grids[1:]:
            if self._card(*one) > self._card(*best) * WIDER:
                best = one
        return best

    def _card(self, columns: int, rows: int) -> float:
        """The width of a card."""
        room = self._room(rows)
        across = room.width / columns * (1 - AIR) / (1 + NEXT * (CARDS - 1))
        down = room.height / rows * (1 - AIR) / RATIO
        return min(self._lay.card, across, down)

    def _place(self, hand: str) -> tuple[int, int]:
        """Column from the left and row from the top: the first hand has the last of both."""
        at = self._order.index(hand)
        return self._columns - 1 - at % self._columns, self._rows - 1 - at // self._columns

    def card(self, number: int) -> Lies | None:
        """Where a card lies."""
        hand = next((name for name, cards in self.cards.items() if number in cards), None)
        if hand is None:
            return None
        many, at = len(self.cards[hand]), self.cards[hand].index(number)
        if len(self._order) == 1:
            return self._in_row(many, at)
        wide, (column, row) = self._card(self._columns, self._rows), self._place(hand)
        room = self.room.width / self._columns
        step = min(wide * 1.04, (room * (1 - AIR) - wide) / max(1, many - 1))
        left = self.room.x + room * column + (room - wide - step * (many - 1)) / 2
        return Lies(
            left + wide / 2 + step * at,
            self.room.y + self.room.height * (row + 0.5) / self._rows,
            wide,
        )

    def _in_row(self, many: int, at: int) -> Lies | None:
        """Where it lay before anything was separated."""
        first = self._lay.mark("cards", self._first)
        if first is None:
            return None
        return Lies(first[0] + round(at * self._lay.step(many)), first[1], self._lay.card)

    def stake(self, hand: str, seat: int) -> Lies | None:
        """Where a stake stands."""
        if hand not in self._order:
            return None
        own = self.area(hand)
        if own is None or len(self._order) == 1:
            at = self._lay.foot(self._first, seat)
            return Lies(*at, self._lay.chip) if at is not None else None
        stall = stall_of(own, (seat,), seat, self._lay.chip)
        return Lies(stall.x, stall.y, stall.chip)

    def area(self, hand: str) -> Area | None:
        """The part of the box that a hand has."""
        box = self._lay.spot(self._first, EVERY)
        if hand not in self._order or box is None:
            return None
        column, row = self._place(hand)
        return _below(box).part(column, self._columns, row, self._rows)


def _below(box: Rect) -> Area:
    """Where chips stand in a box, below its number."""
    top, tall = box.height * STAKES_FROM, box.height * (STAKES_TO - STAKES_FROM)
    return Area(box.x, box.y + top, box.width, tall)


def ease(share: float) -> float:
    """How far something has come that starts and ends at rest, after a share of its time."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)
