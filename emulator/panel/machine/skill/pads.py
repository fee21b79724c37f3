# SPDX-License-Identifier: MIT
"""The four pads of a memory game: arched windows of coloured glass, an instrument and a lamp in each."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import CREAM, INK, PAD_COLOURS, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.game import LISTEN, MISSED, REPEAT, TUNE_FIRST

INSTRUMENTS = ("guitar", "castanets", "tambourine", "dulzaina")
_HEAD, _FOOT = 0.15, 0.13  # of the window's height: legends above the arches, the tune below them


class Pads:
    """Draws what the firmware lights: a pad, a legend, the notes of the tune so far."""

    def __init__(self, kit: Kit, notes: int) -> None:
        self._kit = kit
        self.rect = kit.layout.window
        head, foot = round(self.rect.height * _HEAD), round(self.rect.height * _FOOT)
        self.pads = [
            Rect(reel.x + kit.gap(0), reel.y + head, reel.width - 2 * kit.gap(0), reel.height - head - foot)
            for reel in kit.layout.reels
        ]
        self._dark = [_pad(kit, rect, number, lit=False) for number, rect in enumerate(self.pads)]
        self._lit = [_pad(kit, rect, number, lit=True) for number, rect in enumerate(self.pads)]
        self._blooms = [
            paint.glow((round(rect.width * 2.1), round(rect.height * 1.7)), mix(colour, INK, 0.35), 0.6, 1.5)
            for rect, colour in zip(self.pads, PAD_COLOURS, strict=True)
        ]
        self._legends = self._lay_legends(head)
        self._beads = self._lay_beads(foot, notes)
        self._front = paint.reflection(self.rect.size, 0.08)

    def _lay_legends(self, head: int) -> list[tuple[int, str, Rect]]:
        say = self._kit.say
        legends = ((LISTEN, say("WATCH")), (REPEAT, say("REPEAT")), (MISSED, say("MISSED")))
        third = self.rect.width // len(legends)
        return [
            (lamp, words, Rect(self.rect.x + number * third, self.rect.y, third, head))
            for number, (lamp, words) in enumerate(legends)
        ]

    def _lay_beads(self, foot: int, count: int) -> list[tuple[int, int]]:
        """Where the lamps of the longest tune stand, on one string below the arches."""
        self._bead = max(3, round(foot * 0.26))
        step = min(round(self._bead * 4.4), self.rect.width // count)
        left = self.rect.centerx - step * (count - 1) // 2
        return [(left + step * number, self.rect.bottom - foot // 2) for number in range(count)]

    def paint(self, base: pygame.Surface) -> None:
        """The window with its lamps out."""
        kit, rect = self._kit, self.rect
        wall = paint.down(
            rect.size, [(0, mix(kit.theme.deep, INK, 0.5)), (1, mix(kit.theme.deep, INK, 0.15))]
        )
        base.blit(wall, rect)
        for picture, pad in zip(self._dark, self.pads, strict=True):
            base.blit(picture, pad)
        ends = self._beads[0], self._beads[-1]
        pygame.draw.line(base, mix(kit.theme.deep, CREAM, 0.22), *ends, max(1, kit.px(3)))
        for place in self._beads:
            pygame.draw.aacircle(base, mix(kit.theme.deep, CREAM, 0.20), place, self._bead)
            pygame.draw.aacircle(base, mix(kit.theme.deep, INK, 0.35), place, self._bead - max(1, kit.px(3)))
        for _, words, box in self._legends:
            self._write(base, words, box, mix(kit.theme.deep, CREAM, 0.22), remember=True)
        paint.recess(base, rect, kit.gap(2), kit.gap(1))
        paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(2))

    def _write(
        self, surface: pygame.Surface, words: str, box: Rect, colour: Colour, remember: bool = False
    ) -> None:
        size = round(box.height * 0.66)
        self._kit.text.put(surface, words, box, "label", size, colour, remember=remember, idle=remember)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """What is lit, with its bloom."""
        for number, pad in enumerate(self.pads):
            if number in seen.glass:
                screen.blit(self._lit[number], pad)
                bloom = self._blooms[number]
                paint.add(screen, bloom, bloom.get_rect(center=pad.center).topleft)
        for number, (x, y) in enumerate(self._beads):
            if TUNE_FIRST + number in seen.glass:
                light = paint.glow((self._bead * 6, self._bead * 6), self._kit.theme.bright, 0.8, 1.6)
                paint.add(screen, light, (x - self._bead * 3, y - self._bead * 3))
                pygame.draw.aacircle(screen, self._kit.theme.bright, (x, y), self._bead)
        for lamp, words, box in self._legends:
            if lamp in seen.glass:
                colour = self._kit.theme.accent if lamp == MISSED else self._kit.theme.bright
                light = paint.glow((box.width, box.height * 2), mix(colour, INK, 0.55), 0.7, 1.6)
                paint.add(screen, light, (box.x, box.y - box.height // 2))
                self._write(screen, words, box, mix(colour, (255, 255, 255), 0.25))

    def draw_idea(self, screen: pygame.Surface, since_ms: int) -> None:
        """While nobody plays, a soft light goes from pad to pad, as if they hummed."""
        for number, pad in enumerate(self.pads):
            level = max(0.0, math.sin(since_ms / 520 - number * 1.1)) ** 2
            if level > 0.03:
                picture = self._lit[number].copy()
                picture.set_alpha(round(120 * level))
                screen.blit(picture, pad)

    def draw_front(self, screen: pygame.Surface) -> None:
        """The glass in front of it."""
        screen.blit(self._front, self.rect)

    def prepare(self) -> None:
        """Nothing is made ahead: there are no reels to smear."""

    def draw_lamps(self, screen: pygame.Surface, seen: Seen) -> None:
        """Nothing lies over the glass."""


def _arch(size: tuple[int, int], inset: float) -> Field:
    """Coverage of a window with a round head, so far inside its edge."""
    width, height = size
    x = np.arange(width, dtype=np.float32)[None, :] + 0.5 - width / 2
    y = np.arange(height, dtype=np.float32)[:, None] + 0.5
    radius = width / 2
    above = np.hypot(x, y - radius) - radius
    beside = np.maximum(np.abs(x) - radius, y - height)
    return np.asarray(np.clip(0.5 - inset - np.where(y < radius, above, beside), 0, 1), dtype=np.float32)


def _pad(kit: Kit, rect: Rect, number: int, lit: bool) -> pygame.Surface:
    """One window: lead round coloured glass, its instrument, its number; dark or with its lamp on."""
    size, colour = rect.size, PAD_COLOURS[number]
    width, height = size
    lead = max(2.0, width / 22)
    mask, glass = _arch(size, 0), _arch(size, lead)
    if lit:
        stops = [
            (0.0, mix(colour, (255, 255, 255), 0.50)),
            (0.55, mix(colour, (255, 255, 255), 0.10)),
            (1.0, colour),
        ]
    else:
        stops = [(0.0, mix(colour, INK, 0.60)), (0.5, mix(colour, INK, 0.70)), (1.0, mix(colour, INK, 0.80))]
    rows = paint.ramp(height, stops)[:, None, :]
    metal = paint.ramp(height, [(0, (214, 208, 200)), (0.5, (120, 114, 116)), (1, (66, 60, 64))])[:, None, :]
    rgb = np.broadcast_to(metal, (height, width, 3)) * (1 - glass[..., None]) + rows * glass[..., None]
    facing = paint.facing(paint.blur(glass, max(2, round(width / 14))), width / 9)
    rgb = np.clip(rgb + (facing * glass)[..., None] * (70 if lit else 46), 0, 255)
    picture = paint.to_surface(rgb, mask)
    side = round(min(width * 0.80, height * 0.56))
    drawn = kit.symbol(INSTRUMENTS[number], side, keyline=True).copy()
    if not lit:
        drawn.fill((150, 146, 156), special_flags=pygame.BLEND_RGB_MULT)
    picture.blit(drawn, drawn.get_rect(center=(width // 2, round(height * 0.43))))
    box = Rect(0, round(height * 0.75), width, round(height * 0.21))
    ink = mix(colour, INK, 0.82) if lit else mix(colour, CREAM, 0.35)
    with kit.text.moved(rect.topleft):
        kit.text.put(picture, str(number + 1), box, "label", round(box.height * 0.92), ink, remember=not lit)
    return picture
