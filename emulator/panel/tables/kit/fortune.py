# SPDX-License-Identifier: MIT
"""The wheel of fortune: an upright disc of cells with pegs, and a tongue on top that says where it stands."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import Colour, font, mix
from emulator.panel.tables.kit.colours import GOLD
from emulator.panel.tables.kit.curve import Curve, Knot
from emulator.panel.tables.kit.wheel import COLOURS, Pocket, Turning, edge, polar, rgb_of, spot

TURNS, PUSH_S = 0.95, 0.5
LEAST_TURNS = 2.0
"""So far it turns after the last bet, or up to one turn further."""
SLOWING_S = 9.0
REST_S = 2 * (LEAST_TURNS + 1) / (TURNS * 0.55) + 0.2
_RIM, _CELLS, _INNER, _HUB = 0.985, 0.93, 0.60, 0.17
_WOOD: Colour = (112, 58, 26)


class Whirl:
    """
    One turn of the wheel, clockwise, ending with the drawn cell under the tongue.

    Args:
        number: of the turn; within its cell the wheel stands a little otherwise each time.
        cells: how many there are.
        start: the turn at which it stands, and ``began_s`` when the hand takes it.
    """

    def __init__(self, number: int, cells: int, start: float, began_s: float, effort: float = 1.0) -> None:
        self.number, self.cells = number, cells
        push = TURNS * min(1.4, max(0.8, effort))
        self._free = Curve(
            start,
            [
                Knot(began_s, 0.0),
                Knot(began_s + PUSH_S, push),
                Knot(began_s + PUSH_S + SLOWING_S, TURNS * 0.6),
            ],
        )
        self.wheel = self._free
        self.began_s = began_s
        self.rests_s = math.inf

    def falls(self, index: int, drawn_s: float) -> None:
        """The cell ``index`` clockwise from the first is to stand under the tongue, drawn at this second."""
        from_s = max(drawn_s, self.began_s + PUSH_S)
        now, speed = self._free.at(from_s), self._free.velocity(from_s)
        within = 0.34 * math.sin(self.number * 2.399963) / self.cells
        left = LEAST_TURNS + (-index / self.cells + within - now - LEAST_TURNS) % 1
        self.rests_s = from_s + 2 * left / speed
        before = [Knot(knot.s, knot.velocity) for knot in self._free.knots if knot.s < from_s]
        self.wheel = Curve(
            self._free.at(self._free.begin_s), [*before, Knot(from_s, speed), Knot(self.rests_s, 0.0)]
        )


class FortuneWheel:
    """The disc at one size."""

    def __init__(self, pockets: Sequence[Pocket], size: int) -> None:
        self.size, self.count = size, len(pockets)
        self._disc = Turning(_disc(pockets, size))
        self._stand = _stand(size)

    def draw(self, screen: pygame.Surface, middle: tuple[int, int], turn: float, speed: float) -> None:
        """Draw it; ``speed`` in turns a second lifts the tongue from peg to peg."""
        screen.blit(self._stand, self._stand.get_rect(center=middle))
        disc = self._disc.picture(turn)
        screen.blit(disc, disc.get_rect(center=middle))
        self._tongue(screen, middle, turn, speed)

    def _tongue(self, screen: pygame.Surface, middle: tuple[int, int], turn: float, speed: float) -> None:
        peg = (turn * self.count + 0.5) % 1
        bent = min(1.0, abs(speed) * 6) * 0.5 + (1 - min(1.0, abs(speed) * 3)) * max(0.0, peg - 0.72) * 2.2
        reach = self.size / 2
        top = (middle[0], middle[1] - reach * 1.035)
        angle = bent * 0.62
        tip = (top[0] + math.sin(angle) * reach * 0.15, top[1] + math.cos(angle) * reach * 0.15)
        wide = reach * 0.032
        pygame.draw.polygon(
            screen,
            (70, 16, 14),
            [(top[0] - wide + 3, top[1] + 3), (top[0] + wide + 3, top[1] + 3), (tip[0] + 3, tip[1] + 3)],
        )
        pygame.draw.polygon(screen, (206, 40, 34), [(top[0] - wide, top[1]), (top[0] + wide, top[1]), tip])
        pygame.draw.circle(screen, mix(GOLD, (60, 30, 10), 0.3), top, wide * 1.25)
        pygame.draw.circle(screen, mix(GOLD, (255, 255, 240), 0.5), top, wide * 0.7)


def _stand(size: int) -> pygame.Surface:
    """The shadow that the upright disc throws."""
    sheet = paint.layer((round(size * 1.12), round(size * 1.12)))
    middle = sheet.get_width() // 2
    for i in range(7):
        reach = size * (0.53 - 0.012 * i)
        pygame.draw.circle(sheet, (0, 0, 0, 26), (middle + size * 0.014, middle + size * 0.02), reach)
    return sheet


def _disc(pockets: Sequence[Pocket], size: int) -> pygame.Surface:
    fine, count = 2, len(pockets)
    across = size // 2 * 2
    radius, turn = polar(across * fine)
    pixel = 2 / (across * fine)
    place = turn * count + 0.5
    which, within = np.floor(place).astype(np.int32) % count, place % 1
    colours = np.stack([rgb_of(COLOURS[pocket.colour]) for pocket in pockets])
    grain = paint.grain((across * fine, across * fine), 81, 30) * 0.12
    rgb = rgb_of(_WOOD) * (0.85 + grain + 0.25 * np.sin(radius * 9))[..., None]
    cells = edge(radius, _CELLS, pixel) * (1 - edge(radius, _INNER, pixel))
    body = colours[which] * (0.8 + 0.35 * radius + grain)[..., None]
    rgb += (body - rgb) * cells[..., None]
    gap = np.minimum(within, 1 - within) / count * math.tau * radius
    line = np.clip(1.3 - gap / 0.0035, 0, 1) * cells
    rgb += (rgb_of(mix(GOLD, (255, 244, 214), 0.3)) - rgb) * line[..., None]
    star = 0.5 + 0.5 * np.cos(turn * math.tau * 8)
    core = edge(radius, _INNER - 0.03, pixel)
    rgb += (rgb_of(mix(_WOOD, (226, 160, 92), 0.25)) * (0.5 + 0.45 * star + grain)[..., None] - rgb) * core[
        ..., None
    ]
    for at, wide in (
        (_RIM - 0.008, 0.012),
        (_CELLS, 0.006),
        (_INNER, 0.006),
        (_INNER - 0.035, 0.005),
        (_HUB, 0.012),
    ):
        ring = np.clip(1.25 - np.abs(radius - at) / wide, 0, 1)
        rgb += (rgb_of(mix(GOLD, (255, 248, 226), 0.3)) * 0.9 - rgb) * ring[..., None]
    hub = edge(radius, _HUB, pixel)
    shine = np.clip(1 - radius / _HUB, 0, 1)
    rgb += (rgb_of(GOLD) * (0.55 + 0.6 * shine)[..., None] - rgb) * hub[..., None]
    sheet = paint.to_surface(np.clip(rgb, 0, 255), edge(radius, _RIM, pixel))
    _marks(sheet, pockets, across * fine)
    return pygame.transform.smoothscale(sheet, (across, across))


def _marks(sheet: pygame.Surface, pockets: Sequence[Pocket], size: int) -> None:
    """Numbers in their cells, heads outwards, and a peg on every line between two cells."""
    middle, count = (size // 2, size // 2), len(pockets)
    tall = min(math.tau * 0.80 / count * size * 0.5 * 0.82, size * 0.05)
    for i, pocket in enumerate(pockets):
        large = tall * (1.15 if len(pocket.name) == 1 else 0.92)
        letters = font("label", round(large)).render(pocket.name, True, (252, 246, 230))
        turned = pygame.transform.rotozoom(letters, -i / count * 360, 1.0)
        sheet.blit(turned, turned.get_rect(center=spot(middle, size, i / count, 0.845)))
        peg = spot(middle, size, (i + 0.5) / count, 0.958)
        pygame.draw.circle(sheet, (40, 26, 12), (peg[0] + 2, peg[1] + 3), size * 0.0062)
        pygame.draw.circle(sheet, (238, 226, 190), peg, size * 0.0062)
