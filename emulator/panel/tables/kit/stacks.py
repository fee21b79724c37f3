# SPDX-License-Identifier: MIT
"""Chips on the cloth at a moment: stakes where they lie, and what is laid, raked and paid on its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.tables.kit.chips import STACK_MAX, Chips, cut_down, parts
from emulator.panel.tables.kit.colours import FELT_DARK, SEATS
from emulator.panel.tables.kit.face import Face, Stake, Told
from emulator.panel.tables.kit.lay import Lay, medal
from emulator.panel.tables.kit.lay import wide as wide_field
from emulator.panel.tables.kit.parted import Hands, Lies, ease
from emulator.panel.tables.kit.stalls import BESIDE, Stall, stall_of
from emulator.tables.told import (
    HOLD_MS,
    PAY_MS,
    PAY_STEP_MS,
    RAKE_MS,
    RAKE_STEP_MS,
    SEEN_MS,
    settled_ms,
)

LAY_MS = 320
_CLOSE = 0.62
"""How close chips stand in the box of one seat, of what they do elsewhere."""


BEFORE = 0.85
"""From a stake to what it is paid before it, in chips."""
_ROUND = ((0, 0), (0.62, -0.2), (-0.62, -0.2), (0.3, 0.5), (-0.3, 0.5), (0, -0.62), (0.9, 0.3))
"""Where seats stand on one spot, in chips."""
_UPON = ((0, 0), (0.76, -0.04), (-0.76, -0.04), (0.38, -0.34), (-0.38, -0.34), (0, -0.5), (0.76, -0.5))
"""The same upon the lower edge of a box, below its words."""


class Pile(NamedTuple):
    """Chips drawn somewhere: ``cut`` those of one colour beside each other."""

    seat: int
    cents: int
    x: float
    y: float
    cut: bool = False
    share: float = 1.0
    """How large its chips are, of those that lie elsewhere."""


def piles(lay: Lay, face: Face, now_ms: int) -> list[Pile]:
    """Every pile at a moment, the farthest first."""
    stakes, told = face.stakes(), face.told
    found: list[Pile] = []
    spread = _Spread(lay, Hands(lay, told, now_ms), _all(face))
    flying = {(one.seat, one.spot): one for one in told if one.kind == "stake" and now_ms - one.t_ms < LAY_MS}
    for stake in stakes:
        at = spread.foot(stake)
        if at is None:
            continue
        came, size = flying.get((stake.seat, stake.spot)), spread.size(stake)
        if came is not None:
            rest = stake.cents - came.cents
            place = _between(_plate(lay, stake.seat), at, ease((now_ms - came.t_ms) / LAY_MS))
            found.append(Pile(stake.seat, came.cents, *place, share=size))
            if rest > 0:
                found.append(Pile(stake.seat, rest, *at, share=size))
            continue
        found.append(Pile(stake.seat, stake.cents, *_moved(lay, told, stake, at, now_ms), share=size))
    found += _raked(lay, spread, told, now_ms)
    found += _paid(lay, spread, told, now_ms)
    return sorted(found, key=lambda pile: pile.y)


def lines(lay: Lay, face: Face, now_ms: int) -> list[tuple[int, Rect]]:
    """While stakes of several seats lie on one hand, a line of its seat's colour below each of them."""
    stakes, lying = _all(face), piles(lay, face, now_ms)
    spread = _Spread(lay, Hands(lay, face.told, now_ms), stakes)
    stalls = {(one.seat, one.spot): stall for one in stakes if (stall := spread.stall(one)) is not None}
    many = Counter(spot for _, spot in stalls)
    return [
        (seat, stall.line)
        for (seat, spot), stall in stalls.items()
        if many[spot] > 1 and any(pile.seat == seat and stall.holds(pile.x, pile.y) for pile in lying)
    ]


def _all(face: Face) -> list[Stake]:
    """Stakes that lie, and those of this round that have lain."""
    return [*face.stakes(), *(_stake_of(one) for one in face.told if one.kind in ("lost", "back"))]


def draw(screen: pygame.Surface, chips: Chips, lay: Lay, face: Face, now_ms: int) -> None:
    """Draw every pile."""
    unit = face.values[0] if face.values else 100
    for seat, line in lines(lay, face, now_ms):
        pygame.draw.rect(screen, FELT_DARK, line.inflate(2, 2))
        pygame.draw.rect(screen, SEATS[(seat - 1) % len(SEATS)][0], line)
    for pile in piles(lay, face, now_ms):
        width = round(lay.chip * pile.share)
        foot = (round(pile.x), round(pile.y + width * 0.42))
        if lay.plan.by_seat:
            _own_colour(screen, chips, pile, unit, foot, width)
        elif pile.cut:
            chips.cut(screen, pile.cents, foot, width)
        else:
            chips.stack(screen, pile.cents, foot, width)


def _own_colour(
    screen: pygame.Surface, chips: Chips, pile: Pile, unit: int, foot: tuple[int, int], width: int
) -> None:
    """Chips of the seat's colour; more than a stack are chips of value, one of the colour on top."""
    colours, count = SEATS[(pile.seat - 1) % len(SEATS)], max(1, pile.cents // unit)
    if count <= STACK_MAX:
        chips.coloured(screen, count, foot, width, colours)
        return
    chips.stack(screen, pile.cents, foot, width)
    high = min(STACK_MAX, len(parts(pile.cents)))
    chips.coloured(screen, 1, (foot[0], foot[1] - round(high * width * 0.172)), width, colours)


def _stake_of(one: Told) -> Stake:
    return Stake(one.seat, one.spot, one.cents)


class _Spread:
    """Chips of several seats on one spot stand beside each other."""

    def __init__(self, lay: Lay, hands: Hands, stakes: Sequence[Stake]) -> None:
        self._lay, self._hands = lay, hands
        self._seats: dict[Lies | None, list[int]] = {}
        self._of_hand: dict[str, list[int]] = {}
        for stake in stakes:
            lies = hands.stake(stake.spot, stake.seat)
            for seats in (self._seats.setdefault(lies, []), self._of_hand.setdefault(stake.spot, [])):
                if stake.seat not in seats:
                    seats.append(stake.seat)

    def stall(self, stake: Stake) -> Stall | None:
        """Where the stake of a hand stands that is one of several, or that several seats have laid on."""
        seats = sorted(self._of_hand.get(stake.spot, ()))
        several = len(seats) > 1 or (seats and self._hands.parted(stake.spot))
        area = self._hands.area(stake.spot) if several else None
        return stall_of(area, seats, stake.seat, self._lay.chip) if area is not None else None

    def size(self, stake: Stake) -> float:
        """How large the chips of a stake are, of those that lie elsewhere."""
        if (stall := self.stall(stake)) is not None:
            return stall.chip / self._lay.chip
        lies = self._hands.stake(stake.spot, stake.seat)
        return lies.wide / self._lay.chip if lies is not None else 1.0

    def foot(self, stake: Stake) -> tuple[float, float] | None:
        """Where a stake stands."""
        if (stall := self.stall(stake)) is not None:
            return stall.x, stall.y
        lies = self._hands.stake(stake.spot, stake.seat)
        held = self._lay.mark("prison", stake.spot, stake.seat) if stake.held else None
        at = held or (lies[:2] if lies is not None else None)
        if at is None:
            return None
        seats = sorted(self._seats.get(lies, [stake.seat]))
        place, step = seats.index(stake.seat), self._lay.chip * (_CLOSE if self._lay.plan.shared else 1)
        above = not stake.held and self._lay.above(stake.spot, stake.seat)
        x, y = (_UPON if above else _ROUND)[place % 7]
        there = at[0] + x * step, at[1] + y * step
        box = None if stake.held else self._lay.around(stake.spot, stake.seat)
        return there if box is None else (_within(there[0], box, self._lay.chip), there[1])

    def beside(self, paid: Told, foot: tuple[float, float], chip: float) -> tuple[float, float, bool]:
        """Where what was paid has its middle by its stake, and whether there is room to cut it down."""
        x, low = foot[0], foot[1] + chip * 0.1
        box = self._lay.spot(paid.spot, paid.seat)
        if self._lay.plan.decides == "cups" and box is not None and not self._lay.printed(paid.spot):
            # A number has none to spare on either side of its stake: what it is paid lies before it.
            wide = chip * (0.96 * len(cut_down(paid.cents)) + 0.04)
            cut, low = wide <= box.width, min(foot[1] + chip * BEFORE, box.bottom - chip * 0.44)
            return _within(x, box, wide if cut else chip), low, cut
        return self._aside(paid, x, chip, low)

    def _aside(self, paid: Told, x: float, chip: float, low: float) -> tuple[float, float, bool]:
        """The same where there is room beside it."""
        wide = chip * (0.96 * len(cut_down(paid.cents)) + 0.04)
        stall = self.stall(_stake_of(paid))
        area = stall.area if stall is not None else self._hands.area(paid.spot)
        if area is not None:  # a hand has its room on the left
            near = chip * BESIDE - chip / 2
            cut = x - near - wide >= area.x
            return (x - near - wide / 2, low, True) if cut else (x - chip * BESIDE, low, False)
        box, near = self._lay.around(paid.spot, paid.seat), chip * 0.55
        if self._lay.plan.decides == "cards":  # boxes of seats have their room on the left
            if box is None:
                return x - chip * 1.35, low, True
            cut = x - near - wide >= box.x
            beside = x - near - wide / 2 if cut else _within(x - chip * BESIDE, box, chip)
            return beside, low, cut
        if box is not None and self._lay.plan.decides == "fortune" and wide_field(box):
            number = medal(box).right  # nothing of the number is hidden
            box = Rect(number, box.y, box.right - number, box.height)
        if box is None or x + near + wide <= box.right:
            return x + near + chip / 2 if box is None else x + near + wide / 2, low, True
        if self._lay.beside(box) and x + near + chip <= box.right:  # its words are on the left
            return x + near + chip / 2, low, False
        if x - near - wide >= box.x:
            return x - near - wide / 2, low, True
        return _within(x - near - chip / 2, box, chip), low, False


def _within(x: float, box: pygame.Rect, wide: float) -> float:
    """Where something so wide has its middle to stay within a box."""
    return min(max(x, box.x + wide / 2), box.right - wide / 2)


def _plate(lay: Lay, seat: int) -> tuple[float, float]:
    plate = lay.plates.get(seat)
    return (plate.centerx, plate.y) if plate else (lay.rail.centerx, lay.rail.y)


def _between(one: tuple[float, float], two: tuple[float, float], share: float) -> tuple[float, float]:
    return one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share


def _moved(
    lay: Lay, told: Sequence[Told], stake: Stake, at: tuple[float, float], now_ms: int
) -> tuple[float, float]:
    """A stake that the croupier moved to another spot."""
    for one in told:
        if one.kind == "moved" and one.seat == stake.seat and one.to == stake.spot:
            start = lay.foot(one.spot, one.seat)
            if start is not None and now_ms - one.t_ms < HOLD_MS + RAKE_MS:
                return _between(start, at, ease((now_ms - one.t_ms - HOLD_MS) / RAKE_MS))
    return at


def _settlements(told: Sequence[Told]) -> list[list[Told]]:
    """Stakes that come to their end together: those of a hand that is lost at once, then all the others."""
    found: dict[int, list[Told]] = {}
    for one in told:
        if one.kind in ("lost", "paid", "back"):
            found.setdefault(one.t_ms, []).append(one)
    return [*found.values()]


def _raked(lay: Lay, spread: _Spread, told: Sequence[Told], now_ms: int) -> list[Pile]:
    """Lost stakes on their way to the croupier; then what is given back on its way to its seat."""
    found = []
    for ends in _settlements(told):
        lost, back = [one for one in ends if one.kind == "lost"], [one for one in ends if one.kind == "back"]
        starts = [HOLD_MS + i * RAKE_STEP_MS for i in range(len(lost))]
        starts += [_taken_up_ms(ends) + i * RAKE_STEP_MS for i in range(len(back))]
        for one, after_ms in zip([*lost, *back], starts, strict=True):
            start = spread.foot(_stake_of(one))
            gone = now_ms - one.t_ms - after_ms
            if start is None or gone >= RAKE_MS:
                continue
            end = lay.tray.center if one.kind == "lost" else _plate(lay, one.seat)
            place = _between(start, end, ease(gone / RAKE_MS))
            found.append(Pile(one.seat, one.cents, *place, share=spread.size(_stake_of(one))))
    return found


def _taken_up_ms(ends: Sequence[Told]) -> int:
    """When stakes that are given back are taken up: what was paid is looked at first."""
    counts = [sum(one.kind == kind for one in ends) for kind in ("lost", "paid")]
    return settled_ms(*counts) + SEEN_MS


def _paid(lay: Lay, spread: _Spread, told: Sequence[Told], now_ms: int) -> list[Pile]:
    """What was paid, cut down by colour beside its stake; taken up with a stake that is given back."""
    return [
        pile for ends in _settlements(told)
        for i, one in enumerate(one for one in ends if one.kind == "paid")
        if (pile := _payment(lay, spread, ends, i, one, now_ms)) is not None
    ]  # fmt: skip


def _payment(
    lay: Lay, spread: _Spread, ends: Sequence[Told], number: int, one: Told, now_ms: int
) -> Pile | None:
    """One payment of a settlement; None before it comes and once it is taken up."""
    after = settled_ms(sum(one.kind == "lost" for one in ends), 0)
    back = {(one.seat, one.spot): i for i, one in enumerate(one for one in ends if one.kind == "back")}
    at = spread.foot(_stake_of(one))
    gone = now_ms - one.t_ms - after - number * PAY_STEP_MS
    if at is None or gone < 0:
        return None
    size = spread.size(_stake_of(one))
    x, y, cut = spread.beside(one, at, lay.chip * size)
    place = _between(lay.tray.center, (x, y), ease(gone / PAY_MS))
    if (of := back.get((one.seat, one.spot))) is not None:
        up = now_ms - one.t_ms - _taken_up_ms(ends) - of * RAKE_STEP_MS
        if up >= RAKE_MS:
            return None
        place = _between(place, _plate(lay, one.seat), ease(up / RAKE_MS))
    return Pile(one.seat, one.cents, *place, cut=cut, share=size)
