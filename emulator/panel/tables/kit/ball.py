# SPDX-License-Identifier: MIT
"""
Wheel and ball: turned against each other, the ball's fall worked out backwards from where it rests.

    spin = Spin(number=3, pockets=37, start=0.2, began_s=10.0)
    spin.falls(index=8, drawn_s=14.5)    # in the drawn pocket, counted along the wheel
    spin.ball(17.2), spin.wheel.at(17.2)

What is drawn is known when bets are closed; until then the ball runs in its gallery, as long as it takes.
From there the ball's velocity against the wheel is a line of knots that ends at nought in the pocket. How
long it stays in the gallery is the one thing that is chosen, so that the way comes out: up to one turn more.
Nothing of a spin moves money, and its variety comes from its number alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from emulator.panel.tables.kit.curve import Curve, Knot, way

# Radii, in shares of the wheel's: the gallery, a deflector, the pockets.
GALLERY, DEFLECTOR, POCKET = 0.858, 0.745, 0.515
DEFLECTORS = 8
CUPS = (0.585, 0.42)
PUSH_S = 0.55
"""In which the croupier's hand brings the cylinder to its speed."""
FLICK_S = 0.30
"""In which the fingers bring the ball to its speed."""
WHEEL_TURNS, BALL_TURNS, GALLERY_TURNS = 0.34, 1.75, 1.2
"""Turns a second: the cylinder pushed, the ball flicked, the ball as long as the gallery holds it."""
SLOWING_S = 10.0
"""From the flick until friction has brought the ball to GALLERY_TURNS."""
LEAST_S = 2.4
"""The ball runs in the gallery for so long after the last bet, or up to one turn longer."""
COAST_S = 26.0
"""The cylinder stands so long after it was pushed."""
FALL_S = 0.95
"""From the gallery to the pockets."""
# The ball against the wheel once it leaves the gallery: how long, to which turns a second, and how high it
# hops meanwhile, in shares of the radius. Frets take its speed, the last one turns it back within a pocket.
_STRIKES = (
    (FALL_S, -0.86, 0.0), (0.09, -0.50, 0.0), (0.34, -0.44, 0.085), (0.07, -0.20, 0.0), (0.28, -0.17, 0.05),
    (0.06, 0.055, 0.0), (0.17, 0.04, 0.022), (0.05, -0.045, 0.0), (0.16, -0.02, 0.008), (0.16, 0.0, 0.0),
)  # fmt: skip
_DROP_TURNS = -1.02
REST_S = LEAST_S + 1.0 + sum(stage[0] for stage in _STRIKES) * 1.12
"""The ball rests so long after the last bet, at the latest."""


class Ball(NamedTuple):
    """Where the ball is: turns clockwise from the top, distance from the middle and height in radii."""

    turn: float
    radius: float
    height: float


class Spin:
    """
    One throw of the ball.

    Args:
        number: of the spin: each turns the other way than the one before, and no two fall alike.
        pockets: how many the wheel has.
        start: the turn at which the wheel stands, and ``speed`` with which it still turns.
        began_s: when the croupier's hand takes it.
        effort: how hard it is pushed, 1 as the croupier does.
        still: the dish of boule stands; the effort is that of the ball.
    """

    def __init__(
        self,
        number: int,
        pockets: int,
        start: float,
        began_s: float,
        *,
        speed: float = 0.0,
        effort: float = 1.0,
        still: bool = False,
    ) -> None:
        self.number, self.pockets, self.began_s = number, pockets, began_s
        self.way = 1 if number % 2 == 0 else -1
        push = 0.0 if still else WHEEL_TURNS * min(1.6, max(0.7, effort)) * self.way
        self._still, self._pocket = still, POCKET
        self.wheel = Curve(
            start,
            [
                Knot(began_s, speed),
                Knot(began_s + PUSH_S, push),
                Knot(began_s + COAST_S * 0.5, push * 0.42),
                Knot(began_s + COAST_S, 0.0),
            ],
        )
        flick = BALL_TURNS * -self.way
        launch = began_s + PUSH_S * 0.6
        self._gallery = Curve(
            self.number * 0.381966 % 1,  # where the croupier's fingers let it go
            [
                Knot(launch, 0.0),
                Knot(launch + FLICK_S, flick),
                Knot(launch + FLICK_S + SLOWING_S, GALLERY_TURNS * -self.way),
            ],
        )
        self.launched_s = launch
        self._against: Curve | None = None
        self._falls_s = self._rests_s = math.inf
        self._hits_s = math.inf

    def falls(self, index: int, drawn_s: float) -> None:
        """The ball is to rest in a pocket, ``index`` along the wheel from the first, drawn at this second."""
        self._pocket = cup_radius(index) if self._still else POCKET
        from_s = max(drawn_s, self.launched_s + FLICK_S)
        begin = self._gallery.velocity(from_s) - self.wheel.velocity(from_s)
        drop = _DROP_TURNS * self.way
        after = self._strikes()
        ahead = way(after)
        # So many turns against the wheel are left for the gallery, all of them one way.
        now = self._gallery.at(from_s) - self.wheel.at(from_s)
        middle = (begin + drop) / 2
        least = middle * LEAST_S
        short = (index / self.pockets - (now + least + ahead)) * -self.way % 1
        stays = LEAST_S + short / abs(middle)
        self._falls_s = from_s + stays
        knots = [
            Knot(from_s, begin),
            *(Knot(self._falls_s + knot.s, knot.velocity) for knot in after),
        ]
        self._against = Curve(now, knots)
        self._rests_s = self._against.end_s
        self._hits_s = self._deflected_s()

    def _strikes(self) -> list[Knot]:
        """The ball against the wheel from when it leaves the gallery, the first knot at nought."""
        knots, s = [Knot(0.0, _DROP_TURNS * self.way)], 0.0
        for i, (lasts, turns, _) in enumerate(_STRIKES):
            s += lasts * self._vary(i)
            knots.append(
                Knot(s, turns * self.way * (1.0 if i in (0, len(_STRIKES) - 1) else self._vary(i + 20)))
            )
        return knots

    def _vary(self, what: int) -> float:
        """0.9 to 1.1, of the spin's number alone."""
        return 1.0 + 0.1 * math.sin(self.number * 2.399963 + what * 1.7)

    def _deflected_s(self) -> float:
        """When the falling ball meets the first deflector that is in its way."""
        s = self._falls_s + FALL_S * 0.45
        way = math.copysign(1, self.velocity(s))
        # They stand between the eighths of the bowl.
        meets = (math.floor(self.turn(s) * DEFLECTORS * way - 0.5) + 1.5) / DEFLECTORS * way
        for _ in range(4):
            s += (meets - self.turn(s)) / self.velocity(s)
        return s

    @property
    def rests_s(self) -> float:
        """When the ball has come to rest in its pocket; infinite before anything is drawn."""
        return self._rests_s

    @property
    def falls_s(self) -> float:
        """When the ball leaves the gallery; infinite before anything is drawn."""
        return self._falls_s

    def turn(self, s: float) -> float:
        """Where the ball is, clockwise from the top, in turns."""
        if self._against is not None and s >= self._against.begin_s:
            return self._against.at(s) + self.wheel.at(s)
        return self._gallery.at(max(s, self.launched_s))

    def velocity(self, s: float) -> float:
        """Turns a second of the ball."""
        if self._against is not None and s >= self._against.begin_s:
            return self._against.velocity(s) + self.wheel.velocity(s)
        return self._gallery.velocity(s) if s >= self.launched_s else 0.0

    def ball(self, s: float) -> Ball:
        """Where the ball is."""
        return Ball(self.turn(s) % 1, self._radius(s), self._height(s))

    def _radius(self, s: float) -> float:
        """From the gallery past a deflector to the pockets, without a kink."""
        fallen = self._falls_s + FALL_S * self._vary(0)
        if s <= self._falls_s:
            return GALLERY
        if s <= self._hits_s:
            share = (s - self._falls_s) / (self._hits_s - self._falls_s)
            return GALLERY + (DEFLECTOR - GALLERY) * share * share
        lands = max(fallen, self._hits_s + 0.25)
        speed = 2 * (DEFLECTOR - GALLERY) / (self._hits_s - self._falls_s)
        return _hermite(s, (self._hits_s, DEFLECTOR, speed), (lands + 0.2, self._pocket, 0.0))

    def _height(self, s: float) -> float:
        """Over what it rolls on: knocked up by the deflector, then by frets."""
        up = 0.0
        if self._hits_s <= s < self._hits_s + 0.24:
            up = _arc((s - self._hits_s) / 0.24) * 0.05
        at = self._falls_s
        for i, (lasts, _, height) in enumerate(_STRIKES):
            until = at + lasts * self._vary(i)
            if at <= s < until:
                return max(up, _arc((s - at) / (until - at)) * height * self._vary(i + 40))
            at = until
        return up


def cup_radius(index: int) -> float:
    """How far from the middle a cup of boule is: they lie in two rows, by turns (epígrafe 3, II.1)."""
    return CUPS[index % 2]


def _arc(share: float) -> float:
    """A throw: up and down again."""
    return 4 * share * (1 - share)


def _hermite(s: float, one: tuple[float, float, float], two: tuple[float, float, float]) -> float:
    """Between two moments with their places and speeds (Hermite 1878); outside as at the nearer."""
    (begin, x0, v0), (end, x1, v1) = one, two
    if s >= end:
        return x1
    length = end - begin
    u = (s - begin) / length
    return (
        x0 * (1 + 2 * u) * (1 - u) ** 2
        + v0 * length * u * (1 - u) ** 2
        + x1 * u * u * (3 - 2 * u)
        + v1 * length * u * u * (u - 1)
    )
