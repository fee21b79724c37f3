# SPDX-License-Identifier: MIT
"""The video cabinet: a sheet of black glass, a bezel round the screen, bars of light."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.cabinets.lights import Mood, Together
from emulator.panel.art.cabinets.shell import Shell
from emulator.panel.art.theme import Colour, Theme, mix

METAL: Colour = (92, 98, 110)
_BLACK: Colour = (7, 8, 11)
# How long the light takes from one end of a bar to the other, in each mood.
_WAY_MS = {Mood.REST: 3_600, Mood.PLAY: 6_400, Mood.WIN: 900}


def body(base: pygame.Surface, shell: Shell) -> None:
    """Black glass with one soft reflection, a bezel round the screen, channels at the sides."""
    cabinet = shell.cabinet
    ground = shell.theme.ground or _BLACK
    stops = [
        (0.0, mix(ground, (120, 128, 144), 0.30)),
        (0.16, mix(ground, (70, 76, 88), 0.18)),
        (1.0, ground),
    ]
    base.blit(paint.down(cabinet.size, stops), cabinet)
    base.blit(paint.reflection(cabinet.size, 0.10), cabinet)
    _bezel(base, shell)
    for post in shell.posts:
        _channel(base, shell, post)
    line = max(1, shell.px(2))
    for zone in ("glass", "reels", "display"):
        rect = shell.inner(zone)
        base.fill((44, 48, 56), Rect(rect.x, rect.y - line, rect.width, line))
        base.fill((0, 0, 0), Rect(rect.x, rect.y, rect.width, line))


def crown_glass(shell: Shell) -> Rect:
    """The whole crown but for a hair's breadth, and the bar of light below it."""
    zone = shell.inner("crown")
    return Rect(
        zone.x, zone.y + shell.gap(1), zone.width, zone.height - shell.gap(1) - shell.gap(2) - _bar_px(shell)
    )


def lights(shell: Shell) -> Together:
    """A bar down each side, one under the crown and one on the front edge of the deck."""
    bar = _bar_px(shell)
    crown, deck = shell.inner("crown"), shell.zones["deck"]
    colours = (shell.theme.accent, shell.theme.bright)
    bars = [Bar(Rect(crown.x, crown.bottom - bar - shell.gap(0), crown.width, bar), colours)]
    top, bottom = shell.zones["glass"].y, shell.zones["display"].bottom
    for post in shell.posts:
        rect = Rect(0, top + shell.gap(1), max(3, round(post.width * 0.30)), bottom - top - 2 * shell.gap(1))
        rect.centerx = post.centerx
        bars.append(Bar(rect, colours))
    bars.append(
        Bar(Rect(deck.x, deck.bottom - bar // 2 - shell.gap(0), deck.width, max(2, bar // 2)), colours)
    )
    return Together(*bars)


def deck(size: tuple[int, int], theme: Theme, _wood: tuple[Colour, Colour]) -> pygame.Surface:
    """Black glass laid back, with the light of the screen in it."""
    board = paint.down(
        size, [(0, (34, 37, 44)), (0.06, (12, 13, 17)), (0.7, (16, 17, 22)), (1, (40, 43, 51))]
    )
    screen = paint.glow(
        (round(size[0] * 0.9), round(size[1] * 1.3)), mix(theme.beam(70), (30, 34, 44), 0.4), 0.9, 1.3
    )
    paint.add(board, screen, (round(size[0] * 0.05), round(-size[1] * 0.75)))
    board.blit(paint.reflection(size, 0.07), (0, 0))
    return board


class Bar:
    """A strip of small lamps behind smoked glass; a wave of light runs along it."""

    def __init__(self, rect: Rect, colours: tuple[Colour, Colour]) -> None:
        self.rect = rect
        self._upright = rect.height > rect.width
        length, across = max(rect.size), min(rect.size)
        self._length = length
        self._bloom = across * 4
        size = (2 * length, across + 2 * self._bloom)
        share = np.arange(2 * length, dtype=np.float32) / length
        wave = 0.5 + 0.5 * np.cos(2 * math.pi * share)
        low, high = (np.asarray(colour, dtype=np.float32) for colour in colours)
        row = (low + (high - low) * wave[:, None]) * (0.30 + 0.70 * wave[:, None] ** 1.5)
        y = (np.arange(size[1], dtype=np.float32) + 0.5 - size[1] / 2) / (across / 2)
        soft = np.clip(1 - (np.abs(y) - 1) / (2 * self._bloom / across), 0, 1) ** 3 * 0.34
        level = np.where(np.abs(y) <= 1, 1.0, soft)
        lit = paint.to_surface(level[:, None, None] * row[None, :, :])
        self._lit = pygame.transform.rotate(lit, 90) if self._upright else lit

    def paint(self, base: pygame.Surface) -> None:
        """The smoked glass over the dark lamps."""
        base.fill((26, 28, 34), self.rect)
        paint.recess(base, self.rect, max(1, min(self.rect.size) // 3), min(self.rect.size) / 2)

    def draw(self, screen: pygame.Surface, clock_ms: int, mood: Mood) -> None:
        """The part of the wave that passes now."""
        if mood is Mood.OFF:
            return
        way = _WAY_MS[mood]
        at = clock_ms % way * self._length // way
        rect, bloom = self.rect, self._bloom
        if self._upright:
            part = Rect(0, at, self._lit.get_width(), self._length)
            spot = (rect.x - bloom, rect.y)
        else:
            part = Rect(self._length - at, 0, self._length, self._lit.get_height())
            spot = (rect.x, rect.y - bloom)
        screen.blit(self._lit, spot, part, special_flags=pygame.BLEND_RGB_ADD)

    @property
    def boxes(self) -> list[Rect]:
        """The bar with its bloom to both sides."""
        wide = 2 * self._bloom
        return [self.rect.inflate(wide, 0) if self._upright else self.rect.inflate(0, wide)]


def _bar_px(shell: Shell) -> int:
    return max(3, shell.px(9))


def _bezel(base: pygame.Surface, shell: Shell) -> None:
    """A frame of glossy black whose inner edge slopes to the screen."""
    zone = shell.inner("reels")
    outer = Rect(zone.x, zone.y + shell.gap(1), zone.width, zone.height - 2 * shell.gap(1))
    base.blit(
        paint.clip_round(
            paint.down(outer.size, [(0, (30, 32, 38)), (0.5, (15, 16, 20)), (1, (24, 26, 31))]), shell.gap(3)
        ),
        outer,
    )
    steps = max(4, shell.gap(1))
    for step in range(steps):
        rect = outer.inflate(-2 * step - 2, -2 * step - 2)
        share = step / steps
        pygame.draw.rect(base, mix((64, 69, 80), (10, 11, 14), share), rect, 1, shell.gap(3))
    base.blit(paint.clip_round(paint.reflection(outer.size, 0.09), shell.gap(3)), outer)


def _channel(base: pygame.Surface, shell: Shell, post: Rect) -> None:
    """Anodised metal with a groove for the bar of light."""
    stops: paint.Stops = [
        (0, (78, 83, 94)),
        (0.08, (30, 32, 38)),
        (0.5, (18, 19, 23)),
        (0.92, (30, 32, 38)),
        (1, (64, 68, 78)),
    ]
    picture = paint.across(post.size, stops)
    paint.shade(picture, paint.down(post.size, [(0, (255, 255, 255)), (1, (120, 122, 128))]), (0, 0))
    base.blit(picture, post)
