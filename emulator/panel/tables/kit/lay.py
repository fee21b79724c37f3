# SPDX-License-Identifier: MIT
"""Where everything of a table lies, at any size: words, results, wheel, cloth, seats, the visitor's rail."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from emulator.panel.tables.kit.plan import EVERY, Plan, Shape, Shapes

SMALLEST = (640, 400)
STRETCH, STRETCH_TALL = 1.35, 2.1
"""A cell is at most so much longer one way than the other, on a wide and on a tall screen."""
WHEEL_TALL = {"wheel": (0.44, 0.30), "fortune": (0.56, 0.37)}
"""Of a tall screen's width and height, the wheel: a roulette's cloth with its 37 numbers needs the room."""
UPON = (0.56, 0.7, 0.85, 1.0)
"""Below words, chips stand so many of them above the edge of their box, off what is laid on that edge."""
WORDS_LOW = 0.61
"""The words of a low box end after so much of its width."""
REACH, REACH_SHARE = 0.30, 0.40
"""A point is hit from so many cells off, and from no more than this share of the boxes that it parts."""


def wide(box: Rect) -> bool:
    """Whether a field of the wheel of fortune has its number on its left."""
    return box.width > 1.5 * box.height


def medal(box: Rect) -> Rect:
    """The place of a number of the wheel of fortune: at the left of a wide field, above in another."""
    side = round(box.height * 0.74 if wide(box) else min(box.width * 0.66, box.height * 0.50))
    found = Rect(0, 0, side, side)
    if wide(box):
        found.midleft = (box.x + round(box.width * 0.07), box.centery)
    else:
        found.midtop = (box.centerx, box.y + round(box.height * 0.07))
    return found


class Lay:
    """
    One table at one size.

    Attributes:
        unit: pixels of a length given for 1280 x 800.
        words: the croupier's line; ``board`` past results beside or below it.
        felt: the cloth; ``table`` the printed part of it.
        wheel: the square of the wheel, empty where there is none.
        device: the housing of the device that draws for the table, empty where there is none.
        tray: the croupier's chips, where payments come from and lost stakes go.
        plates: the seats, in a row between cloth and rail.
        rail: the visitor's side; ``rack`` their chips, ``buttons`` what can be done.
    """

    def __init__(self, size: tuple[int, int], plan: Plan, seats: int, *, device: bool = False) -> None:
        self.size, self.plan = size, plan
        width, height = size
        self.portrait = height > width
        self.unit = min(width / (760 if self.portrait else 1280), height / (1280 if self.portrait else 800))
        rail = self.px(150 if self.portrait else 132)
        if self.portrait:
            rail += self.px(84)
        self.rail = Rect(0, height - rail, width, rail)
        self.words = Rect(0, 0, width if self.portrait else round(width * 0.54), self.px(56))
        self.felt = Rect(0, self.words.bottom, width, self.rail.y - self.words.bottom)
        pad = self.px(14)
        strip = self.px(54 if self.portrait else 40)
        # The round cushion at the foot of the cloth belongs to nobody.
        self.strip = Rect(pad, self.rail.y - strip - self.px(8), width - 2 * pad, strip)
        self.plates = self._plates(seats)
        self._reaches = dict(self._points())
        inner = Rect(pad, self.felt.y + pad, width - 2 * pad, self.strip.y - self.felt.y - pad - self.px(10))
        self.wheel = Rect(0, 0, 0, 0)
        self.board = Rect(self.words.right, 0, width - self.words.right - pad, self.words.height)
        self.tray = Rect(0, 0, self.px(230), self.px(46))
        self.device = Rect(0, 0, self.px(360), self.px(74)) if device else Rect(0, 0, 0, 0)
        self._parts(inner, pad)
        self._rail_parts(pad)

    def px(self, length: float) -> int:
        """A length given for 1280 x 800; 1 or more."""
        return max(1, round(length * self.unit))

    def _plates(self, seats: int) -> dict[int, Rect]:
        gap = self.px(8)
        wide = min(self.px(230), (self.strip.width - gap * (seats - 1)) // max(1, seats))
        left = self.strip.centerx - (wide * seats + gap * (seats - 1)) // 2
        return {
            seat: Rect(left + (seat - 1) * (wide + gap), self.strip.y, wide, self.strip.height)
            for seat in range(1, seats + 1)
        }

    def _parts(self, inner: Rect, pad: int) -> None:
        """Wheel, board, tray and printed cloth."""
        spun = bool(self.plan.pockets)
        if self.portrait:
            wide, tall = WHEEL_TALL["fortune" if self.plan.decides == "fortune" else "wheel"]
            top = round(min(inner.width * wide, inner.height * tall)) if spun else self.px(112)
            self.wheel = Rect(inner.x, inner.y, top, top) if spun else self.wheel
            x = self.wheel.right + self.px(18) if spun else inner.x
            beside = Rect(x, inner.y, inner.right - x, top)
            self.tray.size = (min(beside.width, self.px(250)), self.px(48))
            self.tray.midtop = (beside.centerx, beside.y + self.px(4))
            if self.device.width:
                self.device.width = min(beside.width, self.device.width)
                self.device.midtop = (beside.centerx, self.tray.bottom + self.px(12))
            below = max(self.tray.bottom, self.device.bottom) + self.px(14)
            tall = min(beside.bottom - below, self.px(210) if spun else self.px(44))
            self.board = Rect(beside.x, below, beside.width, tall)
            room = Rect(inner.x, inner.y + top + pad, inner.width, inner.bottom - inner.y - top - pad)
            self.table = self._fitted(room)
            return
        if spun:
            side = round(min(inner.height * 0.94, inner.width * 0.335))
            self.wheel = Rect(inner.x, 0, side, side)
            self.wheel.centery = inner.centery
            left = self.wheel.right + self.px(20)
        else:
            left = inner.x
        cards = self.plan.decides == "cards"
        above = 0 if cards else max(self.tray.height, self.device.height) + self.px(12)
        room = Rect(left, inner.y + above, inner.right - left, inner.height - above)
        self.table = self._fitted(room)
        self.tray.midtop = (self.table.centerx, inner.y + (self.px(2) if cards else 0))
        if self.device.width:
            # Beside the tray, both over the middle of the printed cloth.
            both = self.device.width + self.px(24) + self.tray.width
            self.device.topleft = (self.table.centerx - both // 2, inner.y)
            self.tray.midright = (self.device.x + both, self.device.centery)
        if not cards:
            self.table.y = min(
                room.bottom - self.table.height,
                max(max(self.tray.bottom, self.device.bottom) + self.px(12), self.table.y),
            )

    def _fitted(self, room: Rect) -> Rect:
        """The printed cloth in the room that there is, hardly stretched."""
        across, along = self.plan.size
        x, y = room.width / across, room.height / along
        most = STRETCH_TALL if self.portrait else STRETCH
        x, y = (min(x, y * most), y) if x > y else (x, min(y, x * most))
        self.cell = (x, y)
        table = Rect(0, 0, round(x * across), round(y * along))
        table.center = room.center
        return table

    def _rail_parts(self, pad: int) -> None:
        rail = self.rail
        if self.portrait:
            row = self.px(92)
            self.buttons = Rect(pad, rail.bottom - row - self.px(6), rail.width - 2 * pad, row)
            self.rack = Rect(
                pad, rail.y + self.px(12), rail.width - 2 * pad, self.buttons.y - rail.y - self.px(18)
            )
            return
        wide = round(rail.width * 0.47)
        self.buttons = Rect(rail.right - pad - wide, rail.y + self.px(18), wide, rail.height - self.px(30))
        self.rack = Rect(pad, rail.y + self.px(12), rail.width - wide - 3 * pad, rail.height - self.px(20))

    @property
    def chip(self) -> int:
        """Width of a chip on the cloth."""
        least = min(self.cell)
        share = {"cards": 0.95, "dice": 0.62, "fortune": 0.5}.get(self.plan.decides, 0.47)
        return max(14, round(least * share))

    @property
    def card(self) -> int:
        """Width of a card."""
        return round(self.plan.card * self.cell[0])

    @property
    def rise(self) -> int:
        """How far above its row separated hands may lie."""
        return round(self.plan.rise * self.cell[1])

    def step(self, many: int) -> float:
        """From a card of a row to the next: a row that is long lies closer."""
        if not self.plan.reach:
            return round(self.card * 1.16)
        return min(self.card * 1.06, (self.plan.reach * self.cell[0] - self.card) / max(1, many - 1))

    def hand(self, name: str) -> Rect:
        """What a hand or a row of cards is laid into."""
        wide = self.card
        first = self.mark("cards", name) or (0, 0)
        long = round(self.plan.reach * self.cell[0] + wide * 0.36) if self.plan.reach else round(wide * 4.1)
        frame = Rect(0, 0, long, round(wide * (1.6 if self.plan.reach else 1.75)))
        frame.midleft = (first[0] - round(wide * 0.68), first[1])
        return frame

    def boxed(self, name: str) -> bool:
        """Whether a spot is the box of a hand, whose cards lie in a row above it."""
        return bool(self.plan.reach) and name in self.plan.spots and name in self.plan.hands

    def spot(self, name: str, seat: int) -> Rect | None:
        """The box of a spot; None where the cloth has no such spot for a seat, or only a point."""
        shape = self._shape(self.plan.spots, name, seat)
        return self.box(shape) if shape is not None and shape.wide else None

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A place of the plan, on the screen."""
        return round(self.table.x + x * self.cell[0]), round(self.table.y + y * self.cell[1])

    def box(self, shape: Shape) -> Rect:
        """A shape of the plan, on the screen; a point has the size of a chip."""
        if not shape.wide:
            side = self.chip
            found = Rect(0, 0, side, side)
            found.center = self.point(shape.x, shape.y)
            return found
        x, y = self.point(shape.x, shape.y)
        right, bottom = self.point(shape.x + shape.wide, shape.y + shape.tall)
        return Rect(x, y, right - x, bottom - y)

    def foot(self, spot: str, seat: int) -> tuple[int, int] | None:
        """Where chips of a seat stand on a spot; None where the cloth has no such spot for it."""
        shape = self._shape(self.plan.spots, spot, seat)
        if shape is None or not shape.wide:
            return self.point(shape.x, shape.y) if shape is not None else None
        box = self.box(shape)
        if not self.printed(spot):
            return self._off_number(box) if self.plan.decides == "cups" and spot.isdigit() else box.center
        if self.line(box):  # everybody lays before their own place, left or right of the words
            half, among = divmod(seat - 1, (len(self.plates) + 1) // 2)
            share = (0.05, 0.68)[half % 2] + 0.27 * among / max(1, (len(self.plates) - 1) // 2)
            return round(box.x + box.width * share), round(box.y + box.height * 0.56)
        if self.beside(box):
            return self.right_of_words(box), round(box.y + box.height * 0.54)
        if self.boxed(spot):
            return round(box.x + box.width * 0.68), round(box.y + box.height * 0.62)
        if self.plan.decides == "fortune":
            x = (medal(box).right + box.right) // 2 if wide(box) else box.centerx
            return x, round(box.y + box.height * 0.68)
        feet = [(box.centerx, round(box.bottom - self.chip * above)) for above in UPON]
        return next((foot for foot in feet if self.spot_at(foot, seat) == spot), feet[-1])

    @staticmethod
    def number(box: Rect) -> Rect:
        """Where a number of boule is printed, off its chips: at the left of a wide box, above in another."""
        if box.width > box.height:
            return Rect(box.x, box.y, round(box.width * 0.36), round(box.height * 0.72))
        return Rect(box.x, box.y, box.width, round(box.height * 0.40))

    @staticmethod
    def _off_number(box: Rect) -> tuple[int, int]:
        across, down = (0.67, 0.50) if box.width > box.height else (0.50, 0.64)
        return round(box.x + box.width * across), round(box.y + box.height * down)

    def right_of_words(self, box: Rect) -> int:
        """Where chips stand beside the words of a low box: with room for what is paid if there is any."""
        if self.plan.decides == "cards":
            return round(box.x + box.width * 0.74)
        free, chip = WORDS_LOW * box.width + 0.5 * self.chip, self.chip
        near = max(free, min(box.width * 0.74, box.width - 1.6 * chip))
        return box.x + round(min(near, box.width - 0.52 * chip))

    def above(self, spot: str, seat: int) -> bool:
        """Whether the words of a spot stand above its chips."""
        box = self.around(spot, seat)
        return (
            box is not None
            and not (self.plan.decides == "fortune" or self.line(box) or self.beside(box))
            and not self.boxed(spot)
        )

    def printed(self, spot: str) -> bool:
        """Whether words stand on a spot, beside or under which chips are laid."""
        fortune, spot = self.plan.decides == "fortune", self.plan.shared.get(spot, spot)
        return fortune or (spot in self.plan.printed and spot not in ("rojo", "negro"))

    def around(self, spot: str, seat: int) -> Rect | None:
        """The box of a spot with words, within which its chips stay; None where a spot has none."""
        shape = self._shape(self.plan.spots, spot, seat)
        return self.box(shape) if shape is not None and shape.wide and self.printed(spot) else None

    def line(self, box: Rect) -> bool:
        """Whether a box is a long line, all along which chips are laid."""
        return box.width > max(9 * self.chip, 3 * box.height)

    def beside(self, box: Rect) -> bool:
        """Whether a box is too low for words above chips: chips are laid beside them."""
        return box.height < 2.1 * self.chip

    def mark(self, kind: str, name: str, seat: int = EVERY) -> tuple[int, int] | None:
        """Where something lies that is no spot."""
        shape = self._shape(self.plan.marks.get(kind, {}), name, seat)
        return self.point(*shape.middle) if shape is not None else None

    def frame(self, kind: str, name: str) -> Rect | None:
        """The box of something that is no spot."""
        shape = self._shape(self.plan.marks.get(kind, {}), name, EVERY)
        return self.box(shape) if shape is not None else None

    def _shape(self, of: Shapes, name: str, seat: int) -> Shape | None:
        own = [one for one in of.get(name, ()) if one.seat in (EVERY, seat)]
        if not own:
            return None
        # Of two places of one spot, every other seat stands nearer to the one side.
        return own[seat % len(own)] if own[0].seat == EVERY else own[0]

    def spot_at(self, at: tuple[int, int], seat: int) -> str | None:
        """The spot under a finger or a chip: the nearest point on a line, or the box."""
        x = (at[0] - self.table.x) / self.cell[0]
        y = (at[1] - self.table.y) / self.cell[1]
        best, nearest = None, 1.0
        for (name, one), reach in self._reaches.items():
            away = max(abs(one.x - x), abs(one.y - y)) / reach
            if away < nearest:
                best, nearest = name, away
        if best is not None:
            return best
        for name, shapes in self.plan.spots.items():
            for one in shapes:
                if one.seat in (EVERY, seat) and 0 <= x - one.x < one.wide and 0 <= y - one.y < one.tall:
                    return name
        return None

    def _points(self) -> Iterator[tuple[tuple[str, Shape], float]]:
        """Every point, and from how far it is hit."""
        boxes = [one for shapes in self.plan.spots.values() for one in shapes if one.wide]
        for name, shapes in self.plan.spots.items():
            for one in shapes:
                if one.wide:
                    continue
                parted = [box for box in boxes if box.touches(one.x, one.y)]
                least = min((min(box.wide, box.tall) for box in parted), default=1.0)
                yield (name, one), min(REACH, least * REACH_SHARE)
