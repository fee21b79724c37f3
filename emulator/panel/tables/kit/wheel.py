# SPDX-License-Identifier: MIT
"""
A wheel seen from above: the wooden bowl that stands, the cylinder that turns in it, and the ball.

Bowl and cylinder are drawn once for a size. The cylinder is turned by whole steps of a turn, and as many
turned pictures are kept as CACHE_BYTES hold: it stands still most of the time.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import Colour, font, mix
from emulator.panel.tables.kit.ball import DEFLECTOR, DEFLECTORS, Ball, cup_radius
from emulator.panel.tables.kit.colours import GOLD

Field = npt.NDArray[np.float32]
CACHE_BYTES = 24 << 20
STEPS = 1480
"""Turned pictures of a whole turn: forty of each of 37 pockets, half a pixel at the rim of a large one."""
# Radii in shares of the wheel's.
RIM, TRACK, SLOPE, ROTOR, FRETS, CONE, HUB = 1.0, 0.905, 0.805, 0.675, 0.575, 0.455, 0.15
BALL = 0.036
_WOOD: Colour = (104, 46, 22)
_WOOD_DARK: Colour = (38, 14, 8)
_CONE: Colour = (122, 60, 26)
_STEEL: Colour = (212, 214, 220)
_NUMBER_RED: Colour = (186, 22, 30)
_NUMBER_BLACK: Colour = (20, 18, 22)
_NUMBER_GREEN: Colour = (10, 112, 62)
_YELLOW: Colour = (222, 176, 40)
COLOURS: dict[str, Colour] = {
    "red": _NUMBER_RED,
    "black": _NUMBER_BLACK,
    "green": _NUMBER_GREEN,
    "yellow": _YELLOW,
    "blue": (26, 62, 140),
    "purple": (104, 34, 112),
}


class Pocket(NamedTuple):
    """One pocket of a wheel: what stands before it, and its colour by name."""

    name: str
    colour: str


class Turning:
    """A picture that is turned about its middle, the turned ones kept as long as there is room."""

    def __init__(self, picture: pygame.Surface) -> None:
        self._picture = picture
        self._turned: OrderedDict[int, pygame.Surface] = OrderedDict()
        self.cached_bytes = 0

    def picture(self, turn: float) -> pygame.Surface:
        """Turned clockwise by so much of a turn, its middle in the middle."""
        step = round(turn * STEPS) % STEPS
        if step in self._turned:
            self._turned.move_to_end(step)
            return self._turned[step]
        picture = self._picture
        if step:  # what turning adds round the corners is empty
            picture = pygame.transform.rotozoom(self._picture, -step * 360 / STEPS, 1.0)
            inner = self._picture.get_rect(center=picture.get_rect().center)
            picture = picture.subsurface(inner.clip(picture.get_rect()))
        self._turned[step] = picture
        self.cached_bytes += picture.get_width() * picture.get_height() * 4
        while self.cached_bytes > CACHE_BYTES and len(self._turned) > 1:
            _, old = self._turned.popitem(last=False)
            self.cached_bytes -= old.get_width() * old.get_height() * 4
        return picture


class Wheel:
    """
    One wheel at one size.

    Args:
        pockets: clockwise from the top.
        size: its diameter in pixels.
        cups: whether it is the dish of boule, with cups in two rows, instead of a cylinder.
    """

    def __init__(self, pockets: Sequence[Pocket], size: int, *, cups: bool = False) -> None:
        self.size, self.pockets = size, pockets
        self._bowl = _bowl(size)
        rotor = _dish(pockets, size) if cups else _rotor(pockets, size)
        self._rotor = Turning(rotor)
        self._light = _light(rotor.get_width())
        self._balls = _ball(max(5, round(size * BALL)))

    def draw(
        self, screen: pygame.Surface, middle: tuple[int, int], turn: float, trail: Sequence[Ball] = ()
    ) -> None:
        """
        Draw it.

        Args:
            turn: of the cylinder, clockwise, in turns.
            trail: the ball as it is now, and as it was just before, the latest first; none: it lies nowhere.
        """
        screen.blit(self._bowl, self._bowl.get_rect(center=middle))
        rotor = self._rotor.picture(turn)
        screen.blit(rotor, rotor.get_rect(center=middle))
        screen.blit(self._light, self._light.get_rect(center=middle))
        for age, ball in reversed(list(enumerate(trail))):
            self._draw_ball(screen, middle, ball, age)

    def _draw_ball(self, screen: pygame.Surface, middle: tuple[int, int], ball: Ball, age: int) -> None:
        x, y = spot(middle, self.size, ball.turn, ball.radius)
        up = round(ball.height * self.size * 0.5)
        lit, shadow = self._balls
        if age == 0:
            screen.blit(shadow, shadow.get_rect(center=(x + up // 2 + 2, y + up // 3 + 2)))
            screen.blit(lit, lit.get_rect(center=(x, y - up)))
            return
        ghost = lit.copy()
        ghost.set_alpha(max(12, 110 - 34 * age))
        screen.blit(ghost, ghost.get_rect(center=(x, y - up)))


def spot(middle: tuple[int, int], size: int, turn: float, radius: float) -> tuple[int, int]:
    """Where something lies: turns clockwise from the top, distance in shares of the radius."""
    angle, reach = turn * math.tau, radius * size / 2
    return round(middle[0] + reach * math.sin(angle)), round(middle[1] - reach * math.cos(angle))


def polar(size: int) -> tuple[Field, Field]:
    """Distance from the middle in shares of the radius, and turns clockwise from the top."""
    at = (np.arange(size, dtype=np.float32) + 0.5 - size / 2) / (size / 2)
    x, y = at[None, :], at[:, None]
    turn = np.arctan2(x + 0 * y, -y + 0 * x) / np.float32(math.tau) % 1
    return np.sqrt(x * x + y * y).astype(np.float32), turn.astype(np.float32)


def edge(radius: Field, at: float, pixel: float) -> Field:
    """1 inside of a circle, 0 outside, smooth over a pixel."""
    return np.asarray(np.clip((at - radius) / pixel + 0.5, 0, 1), dtype=np.float32)


def _lit(turn: Field, sharp: float = 1.0) -> Field:
    """How a slope that looks outwards is lit from top left, -1 to 1; the key light stands at 0.875 turns."""
    return np.asarray(np.cos((turn - 0.875) * math.tau) * sharp, dtype=np.float32)


def rgb_of(colour: Colour) -> Field:
    return np.asarray(colour, dtype=np.float32)


def _bowl(size: int) -> pygame.Surface:
    """Rim, gallery and slope with deflectors; the cylinder lies over its middle."""
    radius, turn = polar(size)
    pixel = 2 / size
    light = _lit(turn)
    grain = paint.grain((size, size), 71, 40) * 0.5 + paint.grain((size, size), 72, 12) * 0.3
    rgb = rgb_of(_WOOD) * (0.9 + 0.1 * grain + 0.42 * light * (0.35 + radius * 0))[..., None]
    # The rim is a rounded roll: bright where it looks up to the lamp.
    roll = np.clip(1 - np.abs(radius - 0.953) / 0.05, 0, 1) ** 0.6
    rgb = (
        rgb * (0.45 + 0.75 * roll)[..., None]
        + rgb_of((255, 226, 190))
        * (np.clip(1 - np.abs(radius - 0.962) / 0.014, 0, 1) * np.clip(light, 0, 1) ** 2 * 0.55)[..., None]
    )
    track = edge(radius, TRACK, pixel)
    hollow = np.sin(np.clip((radius - SLOPE) / (TRACK - SLOPE), 0, 1) * math.pi)
    polished = (
        rgb_of(mix(_WOOD, (236, 172, 110), 0.5))
        * (0.42 + 0.36 * hollow - 0.34 * light * np.clip((radius - 0.855) / 0.05, -1, 1))[..., None]
    )
    rgb += (polished - rgb) * track[..., None]
    slope = edge(radius, SLOPE, pixel)
    share = np.clip((SLOPE - radius) / (SLOPE - ROTOR), 0, 1)
    wood = rgb_of(mix(_WOOD, _WOOD_DARK, 0.2)) * (1.12 - 0.55 * share - 0.38 * light + 0.1 * grain)[..., None]
    rgb += (wood - rgb) * slope[..., None]
    for at, strength in ((TRACK, 0.7), (SLOPE, 0.9), (ROTOR + 0.012, 0.9)):
        line = np.clip(1 - np.abs(radius - at) / (pixel * 1.6), 0, 1) * strength
        rgb += (rgb_of(mix(GOLD, (255, 244, 214), 0.3)) * (0.62 - 0.3 * light)[..., None] - rgb) * line[
            ..., None
        ]
    surface = paint.to_surface(np.clip(rgb, 0, 255), edge(radius, RIM - pixel, pixel))
    for i in range(DEFLECTORS):
        _deflector(surface, size, i)
    return surface


def _deflector(surface: pygame.Surface, size: int, which: int) -> None:
    """A diamond of steel, every other one across the ball's way."""
    fine = 4
    long, wide = size * 0.036, size * 0.013
    if which % 2:
        long, wide = wide * 1.1, long * 0.9
    sheet = paint.layer((round(size * 0.09) * fine, round(size * 0.09) * fine))
    middle = sheet.get_width() / 2
    outline = [
        (middle, middle - long * fine), (middle + wide * fine, middle),
        (middle, middle + long * fine), (middle - wide * fine, middle),
    ]  # fmt: skip
    pygame.draw.polygon(sheet, (0, 0, 0, 90), [(x + 5 * fine / 2, y + 3 * fine) for x, y in outline])
    for i, tone in enumerate((0.15, 0.75, 1.0, 0.4)):
        pygame.draw.polygon(
            sheet, mix((70, 72, 80), (250, 250, 252), tone), [outline[i - 1], outline[i], (middle, middle)]
        )
    small = pygame.transform.smoothscale(sheet, (sheet.get_width() // fine, sheet.get_height() // fine))
    turned = pygame.transform.rotozoom(small, -(which + 0.5) * 360 / DEFLECTORS, 1.0)
    at = spot((size // 2, size // 2), size, (which + 0.5) / DEFLECTORS, DEFLECTOR)
    surface.blit(turned, turned.get_rect(center=at))


def _rotor(pockets: Sequence[Pocket], size: int) -> pygame.Surface:
    """The cylinder at turn 0: numbers, pockets between their frets, cone and turret."""
    across = round(size * (ROTOR + 0.006)) // 2 * 2 + 2
    fine = 2
    radius, turn = polar(across * fine)
    radius = radius * np.float32(across / size)
    pixel = 2 / (size * fine)
    count = len(pockets)
    place = turn * count + 0.5
    which = np.floor(place).astype(np.int32) % count
    within = place % 1  # 0 to 1 across a pocket
    colours = np.stack([rgb_of(COLOURS[pocket.colour]) for pocket in pockets])
    ring = colours[which]
    # Numbers stand on a ring that falls inwards, pockets are hollows.
    rgb = ring * (0.98 + 0.25 * (radius - FRETS) / (ROTOR - FRETS))[..., None]
    pit = edge(radius, FRETS, pixel)
    deep = np.clip((FRETS - radius) / (FRETS - CONE), 0, 1)
    hollow = 0.62 - 0.3 * np.sin(deep * math.pi) * np.sin(within * math.pi)
    rgb += (ring * (hollow * (0.85 - 0.35 * (within - 0.5)))[..., None] - rgb) * pit[..., None]
    cone = edge(radius, CONE, pixel)
    spokes = 0.5 + 0.5 * np.cos(turn * math.tau * 8)
    body = rgb_of(_CONE) * (0.55 + 0.5 * (1 - radius / CONE) + 0.16 * spokes)[..., None]
    inlay = np.clip(1 - np.abs(radius - CONE * 0.62) / 0.012, 0, 1) * 0.55
    body += (rgb_of(GOLD) * 0.9 - body) * inlay[..., None]
    rgb += (body - rgb) * cone[..., None]
    # Frets of steel between the pockets, and the rings that hold them.
    gap = np.minimum(within, 1 - within) / count * math.tau * radius
    fret = np.clip(1.2 - gap / 0.0042, 0, 1) * pit * (1 - cone)
    rgb += (rgb_of(_STEEL) * 0.92 - rgb) * fret[..., None]
    thin = np.clip(1.1 - gap / 0.0022, 0, 1) * (1 - pit) * 0.85
    rgb += (rgb_of((232, 220, 180)) - rgb) * thin[..., None]
    for at, wide in ((ROTOR, 0.007), (FRETS, 0.005), (CONE, 0.006)):
        line = np.clip(1.25 - np.abs(radius - at) / wide, 0, 1)
        rgb += (rgb_of(mix(GOLD, (255, 248, 226), 0.35)) * 0.86 - rgb) * line[..., None]
    sheet = paint.to_surface(np.clip(rgb, 0, 255), edge(radius, ROTOR + 0.004, pixel))
    _turret(sheet, size * fine)
    for i, pocket in enumerate(pockets):
        _name(sheet, pocket.name, i / count, size * fine, count)
    return pygame.transform.smoothscale(sheet, (across, across))


def _dish(pockets: Sequence[Pocket], size: int) -> pygame.Surface:
    """The dish of boule: cups in two rows round a boss, each with its number beside it."""
    across = round(size * (ROTOR + 0.006)) // 2 * 2 + 2
    fine, count = 2, len(pockets)
    radius, turn = polar(across * fine)
    radius = radius * np.float32(across / size)
    pixel = 2 / (size * fine)
    grain = paint.grain((across * fine, across * fine), 91, 30) * 0.1
    boss = np.clip(1 - radius / 0.30, 0, 1)
    light = _lit(turn) * np.clip(1 - np.abs(radius - 0.2) / 0.12, 0, 1)
    rgb = rgb_of(_CONE) * (0.72 + 0.45 * radius + 0.5 * boss + 0.25 * light + grain)[..., None]
    for at, wide in ((ROTOR, 0.007), (0.30, 0.006)):
        line = np.clip(1.25 - np.abs(radius - at) / wide, 0, 1)
        rgb += (rgb_of(mix(GOLD, (255, 248, 226), 0.35)) * 0.86 - rgb) * line[..., None]
    sheet = paint.to_surface(np.clip(rgb, 0, 255), edge(radius, ROTOR + 0.004, pixel))
    middle, whole = (sheet.get_width() // 2, sheet.get_height() // 2), size * fine
    for i, pocket in enumerate(pockets):
        cup = spot(middle, whole, i / count, cup_radius(i))
        reach = whole * 0.5 * 0.062
        pygame.draw.circle(sheet, mix(GOLD, (255, 248, 226), 0.3), cup, reach * 1.12)
        pygame.draw.circle(sheet, COLOURS[pocket.colour], cup, reach)
        for ring in range(4):
            dark = mix(COLOURS[pocket.colour], (0, 0, 0), 0.35 + 0.14 * ring)
            pygame.draw.circle(
                sheet, dark, (cup[0] - ring * 2, cup[1] - ring * 2), reach * (0.86 - 0.14 * ring)
            )
        letters = font("label", round(whole * 0.042)).render(pocket.name, True, (252, 244, 226))
        away = cup_radius(i) + (-0.115 if i % 2 == 0 else 0.12)
        turned = pygame.transform.rotozoom(letters, -i / count * 360, 1.0)
        sheet.blit(turned, turned.get_rect(center=spot(middle, whole, i / count, away)))
    return pygame.transform.smoothscale(sheet, (across, across))


def _name(sheet: pygame.Surface, name: str, turn: float, size: int, count: int) -> None:
    """A number on the ring, its head outwards."""
    middle = (sheet.get_width() // 2, sheet.get_height() // 2)
    tall = min((ROTOR - FRETS) * size * 0.40, math.tau * FRETS / count * size * 0.40)
    letters = font("label", round(tall * 1.12)).render(name, True, (250, 244, 228))
    room = math.tau * (FRETS + ROTOR) / 2 / count * size / 2 * 0.86
    if letters.get_width() > room:
        letters = pygame.transform.smoothscale(letters, (round(room), letters.get_height()))
    turned = pygame.transform.rotozoom(letters, -turn * 360, 1.0)
    at = spot(middle, size, turn, (FRETS + ROTOR) / 2 + 0.003)
    sheet.blit(turned, turned.get_rect(center=at))


def _turret(sheet: pygame.Surface, size: int) -> None:
    """The brass cross by which the cylinder is turned."""
    middle = sheet.get_width() / 2
    reach = size / 2
    for i in range(4):
        angle = i * math.pi / 2
        tip = (middle + math.sin(angle) * reach * 0.27, middle - math.cos(angle) * reach * 0.27)
        side = (math.cos(angle) * reach * 0.022, math.sin(angle) * reach * 0.022)
        pygame.draw.polygon(
            sheet, mix(GOLD, (80, 50, 20), 0.35),
            [(middle - side[0] * 1.5, middle - side[1] * 1.5), (tip[0] - side[0], tip[1] - side[1]),
             (tip[0] + side[0], tip[1] + side[1]), (middle + side[0] * 1.5, middle + side[1] * 1.5)],
        )  # fmt: skip
        pygame.draw.circle(sheet, mix(GOLD, (80, 50, 20), 0.2), tip, reach * 0.038)
        pygame.draw.circle(sheet, mix(GOLD, (255, 250, 230), 0.5), tip, reach * 0.02)
    for share, colour in (
        (HUB, mix(GOLD, (60, 36, 14), 0.5)), (HUB * 0.84, mix(GOLD, (255, 248, 224), 0.12)),
        (HUB * 0.6, mix(GOLD, (70, 42, 16), 0.25)), (HUB * 0.42, mix(GOLD, (255, 248, 224), 0.45)),
        (HUB * 0.2, mix(GOLD, (255, 255, 250), 0.8)),
    ):  # fmt: skip
        pygame.draw.circle(sheet, colour, (middle, middle), reach * share)


def _light(across: int) -> pygame.Surface:
    """The lamp's light and shadow on the cylinder: they stand while it turns."""
    radius, turn = polar(across)
    light = _lit(turn)
    dark = (
        np.clip(-light, 0, 1) * radius * 0.30
        + np.clip((radius - 0.9) / 0.1, 0, 1) * np.clip(light, 0, 1) * 0.30
    )
    bright = np.clip(light, 0, 1) ** 3 * np.clip(1 - np.abs(radius - 0.45) / 0.42, 0, 1) * 0.20
    cover = np.clip(dark + bright, 0, 1) * edge(radius, 1.0, 2 / across)
    tone = np.where(bright > dark, 255.0, 0.0)
    rgb = np.repeat(tone[..., None], 3, axis=2).astype(np.float32)
    return paint.to_surface(rgb, cover.astype(np.float32))


def _ball(size: int) -> tuple[pygame.Surface, pygame.Surface]:
    """The ivory ball, and the shadow that it throws."""
    fine = 4
    sheet = paint.layer((size * fine, size * fine))
    reach = size * fine / 2
    for i in range(24):
        share = i / 24
        colour = mix((150, 140, 124), (255, 253, 246), min(1.0, share * 1.5))
        away = reach * 0.34 * share
        pygame.draw.circle(sheet, colour, (reach - away, reach - away), reach * (1 - share))
    dark = paint.layer((size * 2, size * 2))
    for i in range(5):
        pygame.draw.circle(dark, (0, 0, 0, 30 + 16 * i), (size, size), size * (0.78 - 0.1 * i))
    return pygame.transform.smoothscale(sheet, (size, size)), dark
