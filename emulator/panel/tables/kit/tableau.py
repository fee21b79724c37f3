# SPDX-License-Identifier: MIT
"""What is printed on a cloth, every spot in its kind, and the light of a spot that is pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, Colour, mix
from emulator.panel.tables.kit.colours import FELT, FELT_DARK, GOLD
from emulator.panel.tables.kit.lay import Lay, medal
from emulator.panel.tables.kit.plan import EVERY, Shape
from emulator.panel.tables.kit.wheel import COLOURS

Say = Callable[[str], str]
PRINT: Colour = mix(GOLD, (255, 244, 214), 0.25)
_RAYS = 16
_LIT: Colour = (255, 236, 170)
_DIAMONDS = {"rojo": COLOURS["red"], "negro": COLOURS["black"]}
_POINTED = ("inverso",)
"""Boxes that are printed as triangles, their point below."""
# Boxes of craps and of punto y banca that are filled, so that one finds them from across the table.
_FILLED: dict[str, Colour] = {
    "win": (22, 96, 74), "dont-win": (72, 26, 30), "come": (22, 96, 74), "dont-come": (72, 26, 30),
    "field": (16, 70, 92), "seven": (120, 24, 28), "punto": (20, 62, 116), "banca": (124, 26, 30),
    "tie": (18, 96, 66), "horn": (86, 62, 18), "any-craps": (86, 62, 18),
    "color": (20, 62, 116), "inverso": (96, 66, 20),
}  # fmt: skip


def draw(base: pygame.Surface, lay: Lay, say: Say, text: Letterer) -> None:
    """Print a cloth."""
    line = max(1, lay.px(2))
    colours = {pocket.name: pocket.colour for pocket in lay.plan.pockets}
    ground = paint.layer(lay.size)
    printed = [row for row in lay.plan.spots.items() if row[0] not in lay.plan.shared]
    for name, shapes in printed:
        for one in shapes:
            if one.wide:
                _ground(ground, lay, name, one, colours)
    base.blit(ground, (0, 0))
    for name, shapes in printed:
        for one in shapes:
            if one.wide:
                _fill(base, lay.box(one).inflate(line, line), name in _POINTED, PRINT, line)
    for name, shapes in printed:
        for one in shapes:
            if one.wide:
                _name(base, lay, name, one, say, text)
    _seat_numbers(base, lay, text)


def _ground(sheet: pygame.Surface, lay: Lay, name: str, shape: Shape, colours: dict[str, str]) -> None:
    """What lies under the letters: the colour of a number, a diamond, a tinted field."""
    box = lay.box(shape)
    if lay.plan.decides == "fortune":
        _field(sheet, box, COLOURS[colours[name]], min(lay.cell))
    elif name in colours:
        colour = COLOURS[colours[name]]
        pygame.draw.rect(sheet, (*mix(colour, FELT_DARK, 0.12), 226), box)
    elif name in _DIAMONDS:
        _diamond(sheet, box, _DIAMONDS[name])
    elif name in _POINTED:
        pygame.draw.polygon(sheet, (*_FILLED[name], 178), _triangle(box))
    elif name in _FILLED:
        pygame.draw.rect(sheet, (*_FILLED[name], 178), box)
    else:
        pygame.draw.rect(sheet, (*FELT_DARK, 84), box)


def _fill(sheet: pygame.Surface, box: Rect, pointed: bool, colour: Colour, line: int = 0) -> None:
    """A box or a triangle; with a line its edge alone."""
    if pointed:
        pygame.draw.polygon(sheet, colour, _triangle(box), line)
    else:
        pygame.draw.rect(sheet, colour, box, line)


def _triangle(box: Rect) -> list[tuple[int, int]]:
    return [box.topleft, (box.right - 1, box.y), (box.centerx, box.bottom - 1)]


def _field(sheet: pygame.Surface, box: Rect, colour: Colour, cell: float) -> None:
    """A field of the wheel of fortune: rays of its colour, a fine line within, a medal behind its number."""
    picture = paint.down(box.size, [(0, mix(colour, CREAM, 0.10)), (1, mix(colour, FELT_DARK, 0.42))])
    middle, reach = medal(box).move(-box.x, -box.y).center, max(box.size) * 2
    rays = paint.layer(box.size)
    for number in range(_RAYS):
        turn = [2 * math.pi * (number + side) / _RAYS for side in (0.0, 0.5)]
        ends = [(middle[0] + reach * math.cos(at), middle[1] + reach * math.sin(at)) for at in turn]
        pygame.draw.polygon(rays, (*mix(colour, CREAM, 0.30), 92), [middle, *ends])
    picture.blit(rays, (0, 0))
    radius, line = medal(box).width // 2, max(1, round(cell * 0.03))
    pygame.draw.aacircle(picture, mix(GOLD, FELT_DARK, 0.35), (middle[0], middle[1] + 2 * line), radius)
    pygame.draw.aacircle(picture, mix(colour, FELT_DARK, 0.74), middle, radius)
    pygame.draw.aacircle(picture, GOLD, middle, radius, 2 * line)
    pygame.draw.aacircle(picture, mix(GOLD, FELT_DARK, 0.3), middle, radius - 4 * line, line)
    pygame.draw.rect(picture, mix(GOLD, colour, 0.35), picture.get_rect().inflate(-8 * line, -8 * line), line)
    picture.set_alpha(238)
    sheet.blit(picture, box)


def _diamond(sheet: pygame.Surface, box: Rect, colour: Colour) -> None:
    pygame.draw.rect(sheet, (*FELT_DARK, 84), box)
    wide = min(box.width * 0.40, box.height * 0.62)
    tall = min(box.height * 0.36, box.width * 0.62)
    x, y = box.center
    points = [(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)]
    pygame.draw.polygon(sheet, (*colour, 255), points)
    pygame.draw.polygon(sheet, (*PRINT, 255), points, max(1, round(min(wide, tall) * 0.05)))


def _name(base: pygame.Surface, lay: Lay, name: str, shape: Shape, say: Say, text: Letterer) -> None:
    box, plan = lay.box(shape), lay.plan
    if name in _DIAMONDS:
        return
    said = say(plan.printed[name]) if name in plan.printed else name if name.isdigit() else ""
    if not said:
        return
    alike = [lay.box(one) for one in plan.spots[name] if one.wide]
    # Boxes of seats differ by a pixel: their words are set alike.
    box.size = min(one.width for one in alike), min(one.height for one in alike)
    size, inner = _set(lay, box, name, said)
    strong = name.isdigit() or name in _FILLED
    colour = CREAM if strong else PRINT
    align = "left" if lay.boxed(name) else "center"
    text.put(base, said, inner, "label", size, colour, align=align, lines_max=3, remember=False)


def _set(lay: Lay, box: Rect, name: str, said: str) -> tuple[int, Rect]:
    """How large a name is printed, and in which part of its box: the other part is for chips."""
    least = min(lay.cell)
    inner = box.inflate(-round(box.width * 0.10), -round(box.height * 0.12))
    if lay.plan.decides == "fortune":
        place = medal(box)
        return round(place.height * 0.62), place
    if name.isdigit():
        inner = lay.number(box).inflate(0, -round(box.height * 0.06)) if lay.plan.decides == "cups" else inner
        return round(least * (0.56 if len(name) > 1 or box.width < 3 * least else 0.62)), inner
    if not lay.printed(name) or lay.line(box):
        return round(least * 0.42), inner
    if lay.beside(box):
        inner.width = min(round(box.width * 0.56), lay.right_of_words(box) - lay.chip // 2 - 2 - inner.x)
        if lay.plan.decides == "cards":  # two lines stay off the edges
            inner = inner.inflate(0, -round(box.height * 0.12))
        share = 0.52 if lay.plan.decides == "cards" else 0.42
        return round(min(least * share, box.height * 0.56)), inner
    inner.y, inner.height = box.y + round(box.height * 0.03), round(box.height * 0.41)
    if name in _POINTED:  # high up, where a triangle is wide
        inner.height = round(box.height * 0.28)
    if lay.boxed(name):  # in its corner, where no pile hides it
        inner.y, inner.height = box.y + round(box.height * 0.06), round(box.height * 0.24)
        return round(least * 0.5), inner
    large = 0.5 if box.height > 3 * least or box.width > 3 * least else 0.42
    return round(least * (0.62 if name.startswith("come ") else large)), inner


def _seat_numbers(base: pygame.Surface, lay: Lay, text: Letterer) -> None:
    """The numbers of places, below their boxes, and the circles for their commission."""
    for shapes in lay.plan.marks.get("commission", {}).values():
        for one in shapes:
            centre = lay.point(one.x, one.y)
            reach = round(min(lay.cell) * 0.42)
            pygame.draw.circle(base, PRINT, centre, reach, max(1, lay.px(2)))
            box = Rect(0, 0, reach * 2, reach * 2)
            box.center = centre
            text.put(
                base, str(one.seat), box, "label", round(reach * 1.05), mix(PRINT, FELT, 0.35), remember=False
            )


class Light:
    """Lights spots: drawn for each frame over the print."""

    def __init__(self, lay: Lay) -> None:
        self._lay = lay
        self._made: dict[tuple[int, int, int, bool], pygame.Surface] = {}

    def draw(self, screen: pygame.Surface, spot: str, seat: int, strength: float = 1.0) -> None:
        """Light a spot, and the numbers that it covers less."""
        for name in covered(spot):
            for one in self._lay.plan.spots.get(name, ()):
                if one.wide and one.seat in (EVERY, seat):
                    self._box(screen, self._lay.box(one), 46 * strength, name)
        for one in self._lay.plan.spots.get(spot, ()):
            if one.seat not in (EVERY, seat):
                continue
            if one.wide:
                self._box(screen, self._lay.box(one), 66 * strength, spot, rim=True)
            else:
                reach = round(self._lay.chip * 0.95)
                glow = paint.glow((reach * 2, reach * 2), _LIT, 0.8 * strength)
                paint.add(screen, glow, glow.get_rect(center=self._lay.point(one.x, one.y)).topleft)

    def _box(self, screen: pygame.Surface, box: Rect, level: float, name: str, rim: bool = False) -> None:
        pointed = name in _POINTED
        key = (box.width, box.height, round(level), pointed)
        if key not in self._made:  # light adds: what is printed stays as bright as it is
            sheet = paint.plain(box.size)
            _fill(sheet, sheet.get_rect(), pointed, mix((0, 0, 0), _LIT, level / 255))
            self._made[key] = sheet
        paint.add(screen, self._made[key], box.topleft)
        if rim:
            _fill(screen, box, pointed, _LIT, max(2, self._lay.px(3)))


def covered(spot: str) -> list[str]:
    """The numbers that a spot of a roulette is on, as its name says; none of other spots."""
    kind, _, numbers = spot.partition(" ")
    if kind in ("caballo", "transversal", "cuadro"):
        return numbers.split("-")
    if kind == "seisena":
        first, last = map(int, numbers.split("-"))
        return [str(n) for n in range(first, last + 1)]
    if kind in ("columna", "docena", "doble-columna", "doble-docena"):
        parts = [int(n) - 1 for n in numbers.split("-")]
        if kind.endswith("columna"):
            return [str(n) for n in range(1, 37) if (n - 1) % 3 in parts]
        return [str(n) for n in range(1, 37) if (n - 1) // 12 in parts]
    return []
