# SPDX-License-Identifier: MIT
"""
What flies when something was won: sparks out of the symbols, and for a large prize a spill of golden discs.

The discs are light and no money: they bear no value, and fall past the tray and out of sight. Coins that
were paid come through the chute and lie in the tray (``machine/money``). Where each thing is follows from the
time alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.wins.stages import SPARKS_MS, SPILL_MS, Won

_SPARKS = {"small": 0, "middle": 36, "large": 70}
_SPARK_MS = 1_100
_BURST_MS = 1_300  # from one burst to the next
_LEVELS = 4
_DISCS = 96
_DISC_EVERY_MS = 46
_DISC_PX = 84  # at the reference width
_PHASES = 12
_GRAVITY = 3.2  # of the picture's height, a second and second
_BOUNCE = 0.42


class _Thrown(NamedTuple):
    """How one thing starts: shares of what it starts from, speeds in picture heights a second."""

    across: float
    right: float
    up: float
    late: float
    turn: float


class Sparks:
    """Sprites that are made once, and where they are at a moment."""

    def __init__(self, kit: Kit, floor: Rect) -> None:
        """``floor`` is the lip that discs jump off once, the front edge of the deck."""
        self._height = kit.layout.size[1]
        self._floor = floor
        self._source = kit.layout.zones["display"]
        draw = np.random.default_rng(1)
        self._thrown = [_Thrown(*(float(part) for part in draw.random(5))) for _ in range(128)]
        star = _star(max(6, kit.px(38)), mix(kit.theme.bright, (255, 244, 214), 0.5))
        self._stars = [_dimmed(star, level / _LEVELS) for level in range(1, _LEVELS + 1)]
        self._side = max(10, kit.px(_DISC_PX))
        self._kit = kit
        self._discs: list[pygame.Surface] = []

    def prepare(self) -> None:
        """Make the discs in every phase of their turn."""
        if not self._discs:
            self._discs = _disc_phases(self._side, self._kit)

    def draw(self, screen: pygame.Surface, won: Won, cells: list[Rect]) -> None:
        """Sparks from the cells that win, and over them the spill of a large prize."""
        if cells and won.since_ms >= SPARKS_MS:
            self._draw_sparks(screen, won, cells)
        if won.size == "large" and won.since_ms >= SPILL_MS:
            self._draw_spill(screen, won.since_ms - SPILL_MS)

    def _draw_sparks(self, screen: pygame.Surface, won: Won, cells: list[Rect]) -> None:
        count = _SPARKS[won.size]
        for number in range(count):
            thrown = self._thrown[number % len(self._thrown)]
            gone_ms = won.since_ms - SPARKS_MS - round(thrown.late * 500)
            if gone_ms < 0:
                continue
            burst, gone_ms = divmod(gone_ms, _BURST_MS)
            if gone_ms >= _SPARK_MS or (won.size != "large" and burst):
                continue
            cell = cells[(number + burst) % len(cells)]
            along = gone_ms / 1_000
            x = cell.centerx + (thrown.right - 0.5) * 0.55 * self._height * along
            y = cell.centery - (0.25 + 0.35 * thrown.up) * self._height * along
            y += 0.5 * self._height * 0.9 * along * along
            level = round(_LEVELS * (1 - gone_ms / _SPARK_MS))
            if level:
                star = self._stars[level - 1]
                paint.add(screen, star, star.get_rect(center=(round(x), round(y))).topleft)

    def _draw_spill(self, screen: pygame.Surface, since_ms: int) -> None:
        """Discs that pour out under the display, which stays seen, jump off the deck's edge and are gone."""
        self.prepare()
        before, top = screen.get_clip(), self._source.bottom
        screen.set_clip(Rect(0, top, screen.get_width(), self._height - top).clip(before))
        for number in range(_DISCS):
            thrown = self._thrown[number]
            gone_ms = since_ms - number * _DISC_EVERY_MS
            if gone_ms < 0:
                continue
            spot = self.disc_at(thrown, gone_ms / 1_000)
            if spot[1] < self._height + self._side:
                phase = round(thrown.turn * _PHASES + gone_ms / 34) % _PHASES
                disc = self._discs[phase]
                screen.blit(disc, disc.get_rect(center=spot))
        screen.set_clip(before)

    def disc_at(self, thrown: _Thrown, gone_s: float) -> tuple[int, int]:
        """Where a disc is so long after it came out: it falls, bounces once, and falls on."""
        gravity = _GRAVITY * self._height
        start = self._source.bottom
        drop = max(1, self._floor.y - self._side // 2 - start)
        rise = thrown.up * 0.35 * self._height  # speed upwards, a second
        x = self._source.x + self._source.width * (0.04 + 0.92 * thrown.across)
        x += (thrown.right - 0.5) * 0.34 * self._height * gone_s
        hit_s = (rise + math.sqrt(rise * rise + 2 * gravity * drop)) / gravity
        if gone_s < hit_s:
            return round(x), round(start - rise * gone_s + gravity * gone_s * gone_s / 2)
        speed = (gravity * hit_s - rise) * _BOUNCE
        after = gone_s - hit_s
        return round(x), round(start + drop - speed * after + gravity * after * after / 2)


def _dimmed(light: pygame.Surface, share: float) -> pygame.Surface:
    out = light.copy()
    part = round(255 * share)
    out.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
    return out


def _star(radius: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """Light with four rays."""
    at = np.arange(2 * radius + 1, dtype=np.float32) - radius
    x, y = np.abs(at[None, :]) / radius, np.abs(at[:, None]) / radius
    rays = np.clip(1 - x - y * 9, 0, 1) + np.clip(1 - y - x * 9, 0, 1)
    core = np.clip(1 - np.sqrt(x * x + y * y) * 2.4, 0, 1) ** 1.4
    level = np.clip(rays + core * 1.4, 0, 1)[..., None]
    return paint.to_surface(level * np.asarray(colour, dtype=np.float32))


def _disc_phases(side: int, kit: Kit) -> list[pygame.Surface]:
    """A golden disc with the machine's emblem and no value, in each phase of a turn."""
    at = np.linspace(-1, 1, side, dtype=np.float32)
    x, y = at[None, :], at[:, None]
    far = np.sqrt(x * x + y * y)
    sheen = 0.9 + 0.28 * np.cos(2 * (np.arctan2(y, x) + 2.2)) * far - 0.14 * (x + y)
    rim = np.clip((far - 0.80) / 0.06, 0, 1)
    gold = np.asarray((246, 196, 84), dtype=np.float32) * (sheen - 0.22 * rim)[..., None]
    face = paint.to_surface(np.clip(gold, 0, 255), np.clip((1 - far) * side / 2, 0, 1))
    emblem = kit.symbol(kit.scenery.emblem, round(side * 0.62)).copy()
    emblem.fill((118, 78, 20, 255), special_flags=pygame.BLEND_RGBA_MULT)
    face.blit(emblem, emblem.get_rect(center=(side // 2, side // 2)))
    return [
        pygame.transform.smoothscale(
            face, (side, max(round(side * 0.12), round(side * abs(math.cos(math.pi * phase / _PHASES)))))
        )
        for phase in range(_PHASES)
    ]
