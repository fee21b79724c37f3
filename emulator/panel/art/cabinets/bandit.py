# SPDX-License-Identifier: MIT
"""The one-armed bandit: fluted chrome, oxblood enamel, brass, and drums with depth beside an arm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.cabinets.lights import Bulbs, Together
from emulator.panel.art.cabinets.shell import Shell, key_light, screw
from emulator.panel.art.theme import INK, Colour, Theme, mix

BRASS = paint.alloy((176, 132, 62))
_JEWEL: Colour = (255, 74, 52)
_FLUTES = 5


def body(base: pygame.Surface, shell: Shell) -> None:
    """Enamel with brass lines, a plate of chrome round the drums, a fluted column at either side."""
    cabinet = shell.cabinet
    enamel = shell.theme.ground or mix(shell.theme.deep, (8, 2, 4), 0.2)
    stops = [
        (0.0, mix(enamel, (255, 220, 210), 0.22)),
        (0.12, enamel),
        (0.6, mix(enamel, INK, 0.4)),
        (1.0, mix(enamel, INK, 0.72)),
    ]
    base.blit(paint.down(cabinet.size, stops), cabinet)
    key_light(base, shell, (54, 34, 28))
    _drum_plate(base, shell)
    for post in shell.posts:
        _column(base, shell, post)
    _pediment(base, shell)
    for zone in ("glass", "reels", "display"):
        _brass_rail(base, shell, shell.inner(zone))


def trim(base: pygame.Surface, shell: Shell) -> None:
    """Over the window: the brass rims of the drums between which one looks into the works."""
    window, reels = shell.window, shell.reels
    for one, two in pairwise(reels):
        gap = Rect(one.right, window.y, two.x - one.right, window.height)
        rim = max(2, gap.width // 3)
        for x in (gap.x, gap.right - rim):
            metal = _rim((rim, window.height))
            base.blit(metal, (x, window.y))


def figures(surface: pygame.Surface, box: Rect, edges: Sequence[int], lit: bool) -> Colour:
    """
    Narrow drums behind a brass window, one a figure, for what the largest prize is.

    Args:
        edges: where one figure ends and the next begins, from the left edge of the first to the right one of
            the last.
    """
    pad = max(2, box.height // 16)
    window = Rect(edges[0] - 2 * pad, box.y + pad, edges[-1] - edges[0] + 4 * pad, box.height - 2 * pad)
    window = window.clip(box)
    paper: Colour = (255, 250, 226) if lit else (244, 234, 213)
    stops = [
        (0, mix(paper, INK, 0.78)),
        (0.28, mix(paper, INK, 0.12)),
        (0.5, paper),
        (0.74, mix(paper, INK, 0.14)),
    ]
    drum = paint.down(window.size, [*stops, (1, mix(paper, INK, 0.82))])
    surface.blit(paint.clip_round(drum, pad), window)
    for x in edges[1:-1]:
        surface.fill(mix(paper, INK, 0.55), (x, window.y, max(1, pad // 4), window.height))
    with paint.of_metal(BRASS.mid):
        paint.frame(surface, window, pad, pad)
    return (54, 12, 14)


def _rim(size: tuple[int, int]) -> pygame.Surface:
    """The edge of a drum: brass that is brightest where it comes nearest."""
    high, mid, low = BRASS
    return paint.down(
        size, [(0, INK), (0.2, low), (0.40, mid), (0.47, high), (0.55, mid), (0.8, low), (1, INK)]
    )


def crown_glass(shell: Shell) -> Rect:
    """The glass of the pediment, between its two stepped ends."""
    zone = shell.inner("crown")
    ends = _ends(shell)
    return Rect(
        zone.x + ends, zone.y + shell.gap(1), zone.width - 2 * ends, zone.height - shell.gap(1) - shell.gap(2)
    )


def lights(shell: Shell) -> Together:
    """Three jewels on each of the pediment's ends."""
    zone, glass = shell.inner("crown"), crown_glass(shell)
    ends = _ends(shell)
    radius = max(2, min(round(ends * 0.16), glass.height // 12))
    rows = [glass.y + glass.height * (2 * number + 1) // 6 for number in range(3)]
    left = Bulbs([(zone.x + ends // 2 - shell.gap(0), y) for y in rows[::-1]], radius, _JEWEL)
    right = Bulbs([(zone.right - ends // 2 + shell.gap(0), y) for y in rows[::-1]], radius, _JEWEL)
    return Together(left, right)


def deck(size: tuple[int, int], theme: Theme, _wood: tuple[Colour, Colour]) -> pygame.Surface:
    """Brushed steel laid back, an enamel panel let into it behind a line of brass."""
    board = paint.down(
        size, [(0, (70, 68, 74)), (0.3, (120, 118, 124)), (0.62, (196, 194, 196)), (1, (126, 124, 130))]
    )
    paint.tint(board, 24, 180, 16)
    inset = max(4, round(size[1] * 0.045))
    panel = Rect(0, 0, *size).inflate(-2 * inset, -2 * inset)
    enamel = paint.down(
        panel.size,
        [(0, mix(theme.deep, INK, 0.5)), (0.7, theme.deep), (1, mix(theme.deep, (255, 210, 190), 0.2))],
    )
    paint.tint(enamel, 25, 8, 3)
    board.blit(paint.clip_round(enamel, inset), panel)
    pygame.draw.rect(board, BRASS.mid, panel, max(1, inset // 3), inset)
    pygame.draw.rect(board, BRASS.light, panel.move(0, -1), 1, inset)
    shine = paint.glow((round(size[0] * 0.8), size[1]), (56, 50, 46), 0.8, 1.5)
    paint.add(board, shine, (0, round(-size[1] * 0.35)))
    return board


def _ends(shell: Shell) -> int:
    """Width of each stepped end of the pediment."""
    return max(14, min(shell.px(62), round(shell.zones["crown"].height * 0.34)))


def _column(base: pygame.Surface, shell: Shell, post: Rect) -> None:
    """Fluted chrome, with a brass capital wherever a zone ends."""
    x = np.linspace(0, 1, post.width, dtype=np.float32)
    wave = 0.5 + 0.5 * np.cos((x * _FLUTES + 0.15) * 2 * math.pi)
    round_light = np.clip(1.15 - np.abs(x - 0.34) * 1.5, 0.25, 1)
    steel = paint.metal()
    low, high = np.asarray(steel.dark, dtype=np.float32), np.asarray(steel.light, dtype=np.float32)
    row = low + (high - low) * (wave * round_light)[:, None]
    picture = pygame.transform.scale(paint.to_surface(row[None, :, :]), post.size)
    fall = [(0.0, (255, 250, 240)), (0.5, (206, 202, 204)), (1.0, (110, 106, 112))]
    paint.shade(picture, paint.down(post.size, fall), (0, 0))
    base.blit(picture, post)
    tall = max(6, round(post.width * 0.62))
    for zone in ("glass", "reels", "display"):
        capital = Rect(post.x, shell.zones[zone].y - tall // 2, post.width, tall)
        base.blit(_brass(capital.size), capital)
        base.fill(INK, (capital.x, capital.bottom, capital.width, max(1, shell.px(3))))


def _brass(size: tuple[int, int]) -> pygame.Surface:
    with paint.of_metal(BRASS.mid):
        metal = paint.chrome(size)
    fall = [(0.0, (190, 184, 176)), (0.3, (255, 255, 255)), (1.0, (120, 112, 104))]
    paint.shade(metal, paint.across(size, fall), (0, 0))
    return metal


def _brass_rail(base: pygame.Surface, shell: Shell, rect: Rect) -> None:
    tall = max(3, shell.px(9))
    rail = Rect(rect.x, rect.y - tall // 2, rect.width, tall)
    base.blit(_brass(rail.size), rail)


def _drum_plate(base: pygame.Surface, shell: Shell) -> None:
    """Polished chrome round the drums, with rays engraved that run out from their middle."""
    zone = shell.inner("reels")
    width, height = zone.size
    x = (np.arange(width, dtype=np.float32) - width / 2)[None, :]
    y = (np.arange(height, dtype=np.float32) - height / 2)[:, None]
    turn = np.arctan2(y * 1.6, x)
    sheen = 0.5 + 0.5 * np.cos(turn * 2 + 0.9)  # a spun plate shines in two opposite sectors
    rays = np.abs(np.sin(turn * 24))
    line = np.clip(1 - rays / 0.10, 0, 1)
    tone = 70 + 120 * sheen**1.4 - 60 * line + 26 * np.clip(1 - np.abs(rays - 0.16) / 0.06, 0, 1)
    tint = np.asarray((1.0, 0.985, 0.975), dtype=np.float32)
    plate = paint.to_surface(tone[..., None] * tint)
    base.blit(plate, zone)
    for corner in (zone.topleft, zone.topright, zone.bottomleft, zone.bottomright):
        inset = shell.gap(3)
        at = (
            corner[0] + (inset if corner[0] == zone.x else -inset),
            corner[1] + (inset if corner[1] == zone.y else -inset),
        )
        screw(base, at, max(2, shell.px(7)))


def _pediment(base: pygame.Surface, shell: Shell) -> None:
    """Steps of chrome and brass that climb to the glass with the name from either side."""
    zone, glass = shell.inner("crown"), crown_glass(shell)
    ends, count = _ends(shell), 4
    for left in (True, False):
        for step in range(count):
            width = round(ends * (count - step) / count)
            rise = round(glass.height * (0.52 + 0.48 * (step + 1) / count))
            x = glass.x - width if left else glass.right
            slab = Rect(x, glass.bottom - rise, width, rise)
            slab.bottom = zone.bottom - shell.gap(1)
            metal = tube_like(slab.size) if step % 2 else _brass(slab.size)
            paint.cast(base, slab, max(2, shell.gap(0)), 0.5, 2)
            base.blit(paint.clip_round(metal, shell.gap(1)), slab)
    halo = glass.inflate(2 * shell.gap(0), 2 * shell.gap(0))
    base.blit(paint.clip_round(_brass(halo.size), shell.gap(3)), halo)


def tube_like(size: tuple[int, int]) -> pygame.Surface:
    """Chrome that falls off to the right."""
    metal = paint.chrome(size)
    paint.shade(metal, paint.across(size, [(0, (255, 255, 255)), (1, (140, 136, 140))]), (0, 0))
    return metal
