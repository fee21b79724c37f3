# SPDX-License-Identifier: MIT
"""The reels behind their window: strips bent over a cylinder, blurred at speed, settling on their stop."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pygame
from pygame import Rect

from emulator.cabinet.front import ReelView
from emulator.panel.art import paint, tiles
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.theme import CREAM, INK, STEEL_DARK, Colour, contrast, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import (
    DOUBLE_MARK,
    FREE_MARK,
    PAYLINE_LEFT,
    PAYLINE_RIGHT,
    WINDOW_FIRST,
    Seen,
)
from emulator.panel.machine.parts.tubes import Backlights

_COVERING = {PAYLINE_RIGHT: frozenset({DOUBLE_MARK})}
"""For each lamp of the payline those that light the glass over it."""
TURN_U16 = 65_536
SETTLE_US = 140_000
OVERSHOOT = 0.1  # of a symbol
_WEIGHTS = (0.82, 1.0, 1.16, 0.9, 1.08)  # of the overshoot, by reel: no two drums weigh the same
_BEND = 0.76  # cylinder's radius over the window's height
REEL_PAPER: Colour = (253, 244, 222)
# Blurred strips: how many symbols pass in a frame before each is used, and how long its smear is.
_BLURS = ((0.10, 0.22), (0.34, 0.55), (0.72, 0.85))
_STILL = 0.8  # symbols a frame, where a single picture is taken of a reel that moves
_NUMBER, _NUMBER_MOST = 0.52, 0.66  # of a payline's lamp: the height of the line's number on it
_UNLIT, _UNLIT_SHARE = (50, 8, 8), 0.52  # what the cap of a lamp that is out is mixed with
_COARSE = 4  # a large smear needs only every fourth row

Rows = npt.NDArray[np.uint32]
_Filled = tuple[int, float, int]
"""What the face of a reel follows from: set of strips, angle in stops, blur."""
_Shown = tuple[_Filled, bool, int, bool]
"""And its light: lit, level of its tube of 255, whether plays are free."""


def settle(since_us: int, reel: int = 1) -> float:
    """How far past its stop a reel of its own weight is drawn, in symbols, ``since_us`` after it stopped."""
    if not 0 <= since_us < SETTLE_US:
        return 0.0
    share = since_us / SETTLE_US
    swing = OVERSHOOT * _WEIGHTS[reel % len(_WEIGHTS)]
    return 1.68 * swing * math.exp(-2.3 * share) * math.sin(2 * math.pi * share)


class Reels:
    """Draws the reel window; the angles come from the devices, only the settling is drawn on top."""

    def __init__(self, kit: Kit, covering: Mapping[int, frozenset[int]] = _COVERING) -> None:
        self._kit = kit
        self._covering = covering
        self._rects = kit.layout.reels
        self._fine = 2 if kit.layout.pitch < 150 else 1
        size = self._rects[0].size
        self._cells = _cells(kit, size[0], kit.layout.pitch * self._fine)
        self._cell_px = kit.layout.pitch * self._fine
        self._coarse_px = max(6, kit.layout.pitch // (_COARSE if self._fine == 1 else 2))
        self._smears: dict[tuple[int, int, int], Rows] = {}
        front = kit.front
        self._flat = front.screen
        self._strips = (front.strips, front.free_strips)
        self._arc = (_flat if self._flat else _arc)(size[1], kit.layout.pitch)
        self._faces = [paint.plain(size) for _ in self._rects]
        shape = _sheet if self._flat else _cylinder
        self._shades = {lit: shape(size, lit) for lit in (False, True)}
        self._free_tint = paint.plain(size)
        self._free_tint.fill(mix((255, 255, 255), kit.theme.bright, 0.45))
        self._lamps = {} if self._flat else _payline_lamps(kit)
        self._line = _line_light(kit)
        window = kit.layout.window
        shadow = paint.layer(window.size)
        paint.recess(shadow, shadow.get_rect(), kit.gap(2), 2)
        self._front = [*tiles.of(shadow), *tiles.of(paint.reflection(window.size, 0.12))]
        self._tubes = Backlights(len(self._rects))
        self._blank: dict[tuple[bool, bool], pygame.Surface] = {}
        self._before: list[int | None] = [None] * len(self._rects)
        self._lit = [paint.plain(size) for _ in self._rects]
        self._filled: list[_Filled | None] = [None] * len(self._rects)
        self._shown: list[_Shown | None] = [None] * len(self._rects)

    def paint(self, base: pygame.Surface) -> None:
        """The mounting round the window, the flanks of glass and the unlit payline lamps."""
        kit, window = self._kit, self._kit.layout.window
        hole = window.inflate(kit.gap(2) * 2, kit.gap(1) * 2)
        paint.cast(base, hole.inflate(kit.gap(2), kit.gap(2)), kit.gap(2), 0.7, kit.gap(2))
        base.fill((9, 7, 8), hole)
        paint.frame(base, hole, max(3, kit.gap(1)), kit.gap(1))
        for side, (_, unlit, spot) in self._lamps.items():
            base.blit(unlit, spot)
            _number(base, kit, self.lamp_rects[side])

    @property
    def lamp_rects(self) -> dict[int, Rect]:
        """The caps of the payline's lamps, by lamp."""
        found = {}
        for lamp, (_, unlit, (x, y)) in self._lamps.items():
            tall = unlit.get_height() // 3  # a third of the picture: the rest is room for its bloom
            found[lamp] = Rect(x + tall, y + tall, unlit.get_width() - 2 * tall, tall)
        return found

    def draw_front(self, screen: pygame.Surface) -> None:
        """What lies in front of the reels: the frame's shadow, then the glass."""
        tiles.put(screen, self._front, self._kit.layout.window.topleft)

    def draw_idea(self, screen: pygame.Surface, since_ms: int) -> None:
        """Reels stand still while the machine attracts."""

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """Every reel at its angle, then the payline's lamps."""
        for number, (reel, rect) in enumerate(zip(seen.reels, self._rects, strict=False)):
            filled = self._draw_reel(number, reel, seen.now_us)
            lit = WINDOW_FIRST + number in seen.glass
            level = self._tubes.level(number, lit and seen.powered, seen.now_us)
            shown = (filled, lit, round(255 * level), FREE_MARK in seen.glass)
            if shown != self._shown[number]:
                self._light(number, shown)
            screen.blit(self._lit[number], rect)

    def forget(self) -> None:
        """Compose every reel anew with the next frame."""
        self._filled = [None] * len(self._rects)
        self._shown = [None] * len(self._rects)

    def _light(self, number: int, shown: _Shown) -> None:
        """The face of a reel in the light that falls on it."""
        _, lit, tone, free = shown
        picture = self._lit[number]
        picture.blit(self._faces[number], (0, 0))
        paint.shade(picture, self._shades[lit], (0, 0))
        if tone < 255:
            picture.fill((tone, tone, tone), special_flags=pygame.BLEND_RGB_MULT)
        if free:
            paint.shade(picture, self._free_tint, (0, 0))
        self._shown[number] = shown

    def wipe(self, screen: pygame.Surface, cell: Rect, reel: int, glass: frozenset[int]) -> None:
        """Clear a cell of a screen of its symbol: its paper in the light that falls on it now."""
        key = (WINDOW_FIRST + reel in glass, FREE_MARK in glass)
        if key not in self._blank:
            sheet = paint.plain(self._rects[0].size)
            sheet.fill(self._kit.theme.paper or REEL_PAPER)
            paint.shade(sheet, self._shades[key[0]], (0, 0))
            if key[1]:
                paint.shade(sheet, self._free_tint, (0, 0))
            self._blank[key] = sheet
        rect = self._rects[reel]
        screen.blit(self._blank[key], cell, cell.move(-rect.x, -rect.y))

    def prepare(self) -> None:
        """Make every smeared strip, in a thread of its own, so that the first spin waits for none."""
        for number in range(len(self._rects)):
            for level in range(len(_BLURS)):
                self._smear(number, level, 0)

    def draw_lamps(self, screen: pygame.Surface, seen: Seen) -> None:
        """The two lights that mark the payline's ends."""
        for side, marks in self._covering.items():  # glass that is lit lies over the unlit lamp
            if self._lamps and marks & seen.glass:
                _, unlit, spot = self._lamps[side]
                screen.blit(unlit, spot)
        lit = [lamp for lamp in self._lamps if lamp in seen.glass]
        for lamp in lit:
            light, _, spot = self._lamps[lamp]
            paint.add(screen, light, spot)
        if lit and len(lit) == len(self._lamps):
            window = self._kit.layout.window
            paint.add(screen, self._line, (window.x, window.centery - self._line.get_height() // 2))

    def _draw_reel(self, number: int, reel: ReelView, now_us: int) -> _Filled:
        """Have its face as it stands; one that stands as before is left alone."""
        strip = self._strips[reel.set][number]
        stops = len(strip)
        at = reel.position_u16 * stops / TURN_U16
        before, self._before[number] = self._before[number], reel.position_u16
        moved = _STILL if before is None else _way(before, reel.position_u16) * stops / TURN_U16
        if not reel.moving:
            moved = 0.0
            at += settle(now_us - reel.stopped_at_us, number) if reel.stopped_at_us > 0 else 0.0
        level = sum(moved >= least for least, _ in _BLURS)
        filled = (reel.set, at, level)
        if filled == self._filled[number]:
            return filled
        self._filled[number] = filled
        place = (at + 0.5 + self._arc) % stops  # a stop's own half symbol below and above its middle
        if level:
            smear = self._smear(number, level - 1, reel.set)
            rows = (place * self._coarse_px).astype(np.intp) % smear.shape[0]
            _fill(self._faces[number], smear, rows)
            return filled
        stop = place.astype(np.intp)
        within = ((1 - (place - stop)) * self._cell_px).astype(np.intp).clip(0, self._cell_px - 1)
        symbols = np.asarray(strip, dtype=np.intp)[stop % stops]
        _fill(self._faces[number], self._cells, symbols * self._cell_px + within)
        return filled

    def _smear(self, number: int, level: int, strips: int) -> Rows:
        """A whole strip, coarse, running upwards with the stops, smeared along its motion."""
        key = (number, level, strips)
        if key not in self._smears:
            strip = self._strips[strips][number]
            cell = self._cell_px
            turned = np.concatenate([self._cells[s * cell : (s + 1) * cell][::-1] for s in strip])
            count = len(strip) * self._coarse_px
            picked = turned[(np.arange(count) * cell // self._coarse_px)]
            channels = picked.view(np.uint8).reshape(count, -1).astype(np.float32)
            length = max(2, round(_BLURS[level][1] * self._coarse_px))
            wrapped = np.concatenate([channels[-length:], channels])
            total = np.cumsum(wrapped, axis=0)
            smeared = (total[length:] - total[:-length]) / length
            self._smears[key] = (
                np.ascontiguousarray(smeared.astype(np.uint8)).view(np.uint32).reshape(count, -1)
            )
        return self._smears[key]


def _way(before: int, after: int) -> int:
    """How far a reel has turned between two angles, either way: it turns backwards when time does."""
    ahead = (after - before) % TURN_U16
    return min(ahead, TURN_U16 - ahead)


def _fill(face: pygame.Surface, source: Rows, rows: npt.NDArray[np.intp]) -> None:
    pixels = pygame.surfarray.pixels2d(face)
    pixels.T[...] = source[rows]
    del pixels


def _arc(height: int, pitch: int) -> npt.NDArray[np.float64]:
    """For each row of the window from the top, how many symbols above the payline it looks."""
    radius = height * _BEND
    off = height / 2 - (np.arange(height) + 0.5)
    return np.asarray(radius * np.arcsin(off / radius) / pitch)


def _flat(height: int, pitch: int) -> npt.NDArray[np.float64]:
    """As ``_arc``, of a picture that is not bent."""
    return np.asarray((height / 2 - (np.arange(height) + 0.5)) / pitch)


def _cells(kit: Kit, width: int, height: int) -> Rows:
    """Every drawing on paper as wide as the reel, one below the other, as packed pixels."""
    picture_px = round(kit.layout.pitch * 0.96)
    sheets = []
    for drawing in kit.front.drawings:
        cell = paint.plain((width, kit.layout.pitch))
        cell.fill(kit.theme.paper or REEL_PAPER)
        shadow = kit.symbol(drawing, picture_px).copy()
        shadow.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        shadow.set_alpha(46)
        spot = ((width - picture_px) // 2, (kit.layout.pitch - picture_px) // 2)
        cell.blit(shadow, (spot[0] + kit.px(5), spot[1] + kit.px(6)))
        cell.blit(kit.symbol(drawing, picture_px), spot)
        if cell.get_height() != height:
            cell = pygame.transform.smoothscale(cell, (width, height))
        sheets.append(pygame.surfarray.pixels2d(cell).T.astype(np.uint32))
    return np.ascontiguousarray(np.concatenate(sheets))


def _cylinder(size: tuple[int, int], lit: bool) -> pygame.Surface:
    """How light falls on a reel: full a little above the middle, dark where it turns away, a gleam across."""
    width, height = size
    y = np.linspace(-1, 1, height, dtype=np.float32)
    turn = np.clip(np.cos((y + 0.10) * 1.22), 0, 1) ** 1.15
    x = np.linspace(-1, 1, width, dtype=np.float32)
    edge = 1 - 0.30 * np.clip((np.abs(x) - 0.86) / 0.14, 0, 1) ** 1.5
    gleam = 1 + 0.05 * np.clip(1 - np.abs(y + 0.30) / 0.16, 0, 1) ** 2
    tone = (turn * gleam)[:, None] * edge[None, :] * (1.0 if lit else 0.86)
    warm = paint.plane((1.0, 0.985, 0.94) if lit else (0.985, 0.97, 0.945))
    return paint.to_surface(paint.of_planes(18 + tone * warm * 240))


def _sheet(size: tuple[int, int], lit: bool) -> pygame.Surface:
    """A screen's even light, a little less towards its edges."""
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    tone = (1 - 0.10 * y**4 - 0.06 * x**4) * (1.0 if lit else 0.8)
    return paint.to_surface(paint.of_planes(tone * paint.plane((255, 252, 244))))


def _line_light(kit: Kit) -> pygame.Surface:
    """What both payline lamps together throw across the window: warm, strongest at its ends."""
    width, height = kit.layout.window.width, round(kit.layout.pitch * 1.1)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    level = np.clip(1 - y * y, 0, 1) ** 2 * (0.35 + 0.65 * x * x)
    return paint.to_surface(level[..., None] * np.asarray((66, 40, 8), dtype=np.float32))


def _payline_lamps(kit: Kit) -> dict[int, tuple[pygame.Surface, pygame.Surface, tuple[int, int]]]:
    """For both ends of the payline: the bloom to add, the unlit lamp, and where they go."""
    window = kit.layout.window
    tall = max(12, kit.px(56))
    wide = round(tall * 0.62)
    lamps = {}
    for lamp, left in ((PAYLINE_LEFT, True), (PAYLINE_RIGHT, False)):
        points = [(0, 0), (wide, tall / 2), (0, tall)] if left else [(wide, 0), (0, tall / 2), (wide, tall)]
        pad = tall
        size = (wide + 2 * pad, tall + 2 * pad)
        sheet = paint.plain((size[0] * 3, size[1] * 3))
        pygame.draw.polygon(sheet, (255, 255, 255), [((x + pad) * 3, (y + pad) * 3) for x, y in points])
        small = pygame.transform.smoothscale(sheet, size)
        mask = paint.white_of(small)
        accent = np.asarray(kit.theme.accent, dtype=np.float32)
        light = mask[..., None] * np.asarray((255, 190, 120), dtype=np.float32)
        light += np.clip(paint.blur(mask, max(2, tall // 4)) * 1.5, 0, 1)[..., None] * accent
        unlit = paint.layer(size)
        rim = np.clip(paint.blur(mask, max(1, tall // 20)) * 4, 0, 1)
        unlit.blit(paint.flat(rim, STEEL_DARK), (0, 0))
        turned = paint.facing(paint.blur(mask, max(1, tall // 12)), tall / 4)
        body = np.asarray(mix(kit.theme.accent, _UNLIT, _UNLIT_SHARE), dtype=np.float32)
        body = body + np.clip(turned, -0.4, 0.5)[..., None] * 130
        unlit.blit(paint.to_surface(body, mask), (0, 0))
        reach = kit.gap(2) + kit.gap(1) + kit.gap(0)
        x = window.x - reach - wide if left else window.right + reach
        lamps[lamp] = (paint.to_surface(light), unlit, (x - pad, window.centery - tall // 2 - pad))
    return lamps


def _number(base: pygame.Surface, kit: Kit, cap: Rect) -> None:
    """The number of the line on the cap of its lamp, as far as it can be read there."""
    size = max(readable_px(kit.layout.size), round(cap.height * _NUMBER))
    box = Rect(0, 0, round(cap.width * 0.72), cap.height)
    box.centery = cap.centery
    if cap.centerx < kit.layout.window.centerx:
        box.x = cap.x
    else:
        box.right = cap.right
    if size <= cap.height * _NUMBER_MOST:
        tone = mix(kit.theme.accent, _UNLIT, _UNLIT_SHARE)
        ink = max((CREAM, INK), key=lambda colour: contrast(tone, colour))
        kit.text.put(base, "1", box, "label", size, ink)
