# SPDX-License-Identifier: MIT
"""The glass beside a game of skill: what a press is worth or the clock, and the rounds of a play."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, dark_enough, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.game import CLOCK_FIRST, CLOCK_LIGHTS, ROUND_FIRST, Skill
from machines.support.languages import written

_BAR_CONTRAST = 6.0  # of a zone's points, before the glass shines over them
_SHADOW: Colour = (8, 10, 26)
# The last twelfths of a clock are red, those before them amber.
_LOW, _MIDDLE = 3, 6
_RED: Colour = (255, 84, 62)
_AMBER: Colour = (255, 184, 56)
_TITLE = 0.16  # of a sheet's height


class Sides:
    """Draws both sheets once, then the lamps on them."""

    def __init__(self, kit: Kit, skill: Skill) -> None:
        self._kit = kit
        self._skill = skill
        self._rects = kit.layout.flanks
        left, right = (rect.inflate(-2 * kit.gap(1), -2 * kit.gap(1)) for rect in self._rects)
        self._left, self._right = left, right
        self._rounds = _rows(right, len(skill.rounds), kit.gap(0))
        self._lamp = max(3, round(min(self._rounds[0].height * 0.30, right.width * 0.06)))
        self._clock = self._clock_lamps() if skill.pads else []

    def _clock_lamps(self) -> list[tuple[int, int]]:
        """Twelve lamps round a dial; the first to go out stands left of the top, the last at the top."""
        box = _below_title(self._left)
        radius = min(box.width, box.height) * 0.40
        found = []
        for number in range(CLOCK_LIGHTS):
            turn = 2 * math.pi * (number + 0.5) / CLOCK_LIGHTS
            found.append(
                (box.centerx + round(radius * math.sin(turn)), box.centery - round(radius * math.cos(turn)))
            )
        return found

    def paint(self, base: pygame.Surface) -> None:
        """Both sheets with their lamps out."""
        kit = self._kit
        flank = kit.scenery.flank
        for rect, right in zip(self._rects, (False, True), strict=True):
            base.blit(paint.clip_round(flank(rect.size, kit.theme, right, 0.62), kit.gap(1)), rect)
        self._title(base, self._left, kit.say("TIME") if self._skill.pads else kit.say("AIM"))
        self._title(base, self._right, kit.say("ROUNDS"))
        if self._skill.pads:
            self._paint_clock(base)
        else:
            self._paint_zones(base)
        self._paint_rounds(base)
        for rect in self._rects:
            paint.recess(base, rect, kit.gap(1), kit.gap(1))
            paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The rounds that are over, and what the clock still holds."""
        for number, row in enumerate(self._rounds):
            if ROUND_FIRST + number in seen.glass:
                self._light(screen, (row.x + self._lamp * 2, row.centery), self._kit.theme.bright)
        for number, place in enumerate(self._clock):
            if CLOCK_FIRST + number in seen.glass:
                self._light(screen, place, _clock_colour(self._kit, number))

    def _light(self, screen: pygame.Surface, place: tuple[int, int], colour: Colour) -> None:
        size = self._lamp * 5
        paint.add(
            screen, paint.glow((size, size), colour, 0.75, 1.6), (place[0] - size // 2, place[1] - size // 2)
        )
        pygame.draw.aacircle(screen, mix(colour, (255, 255, 255), 0.25), place, self._lamp)

    def _dark(self, base: pygame.Surface, place: tuple[int, int], colour: Colour) -> None:
        pygame.draw.aacircle(
            base, mix(self._kit.theme.deep, INK, 0.55), place, self._lamp + max(1, self._kit.px(3))
        )
        pygame.draw.aacircle(base, mix(colour, INK, 0.66), place, self._lamp)

    def _title(self, base: pygame.Surface, sheet: Rect, words: str) -> None:
        box = Rect(sheet.x, sheet.y, sheet.width, round(sheet.height * _TITLE))
        size = round(box.height * 0.72)
        self._kit.veil(base, box)
        self._kit.text.put(base, words, box, "label", size, CREAM, shadow=_SHADOW)

    def _paint_clock(self, base: pygame.Surface) -> None:
        """A dial with its twelve lamps, the last of them red, and its hand."""
        kit, box = self._kit, _below_title(self._left)
        radius = round(min(box.width, box.height) * 0.48)
        pygame.draw.aacircle(base, mix(kit.theme.deep, INK, 0.45), box.center, radius)
        pygame.draw.aacircle(base, mix(kit.theme.deep, CREAM, 0.45), box.center, radius, max(1, kit.px(4)))
        for number, place in enumerate(self._clock):
            self._dark(base, place, _clock_colour(kit, number))
        hand = round(radius * 0.46)
        tip = (box.centerx, box.centery - hand)
        pygame.draw.line(base, kit.theme.bright, box.center, tip, max(2, kit.px(7)))
        side = (box.centerx + round(hand * 0.62), box.centery)
        pygame.draw.line(base, kit.theme.bright, box.center, side, max(2, kit.px(7)))
        pygame.draw.aacircle(base, kit.theme.accent, box.center, max(3, kit.px(9)))

    def _paint_zones(self, base: pygame.Surface) -> None:
        """A bar for each zone, the nearest the narrowest and brightest: how near, and what that is worth."""
        kit, zones = self._kit, self._skill.zones
        widest = math.log1p(zones[-1][0])
        for number, (row, (within_ms, points)) in enumerate(
            zip(_rows(self._left, len(zones), kit.gap(0)), zones, strict=True)
        ):
            share = 0.54 + 0.46 * math.log1p(within_ms) / max(1e-9, widest)
            bar = Rect(0, 0, round(row.width * share), row.height)
            bar.center = row.center
            colour = mix(kit.theme.accent, INK, 0.08 + 0.52 * number / max(1, len(zones) - 1))
            colour = dark_enough(colour, CREAM, _BAR_CONTRAST)
            plate = paint.down(
                bar.size, [(0, mix(colour, CREAM, 0.12)), (0.5, colour), (1, mix(colour, INK, 0.3))]
            )
            base.blit(paint.clip_round(plate, bar.height * 0.3), bar)
            half = Rect(row.x, row.y, row.width, round(row.height * 0.60))
            low = Rect(row.x, half.bottom - kit.px(4), row.width, row.bottom - half.bottom)
            kit.text.put(base, str(points), half, "label", round(half.height * 0.92), CREAM, shadow=_SHADOW)
            size = round(low.height * 0.86)
            kit.text.put(
                base, f"± {within_ms} ms", low, "label", size, mix(CREAM, colour, 0.1), shadow=_SHADOW
            )

    def _paint_rounds(self, base: pygame.Surface) -> None:
        """A lamp for each round, with the time of its lap or the notes of its tune."""
        kit = self._kit
        for row, worth in zip(self._rounds, self._skill.rounds, strict=True):
            self._dark(base, (row.x + self._lamp * 2, row.centery), kit.theme.bright)
            words = kit.say("{} NOTES").format(worth) if self._skill.pads else _seconds(kit, worth)
            left = row.x + self._lamp * 4
            box = Rect(left, row.y, row.right - left, row.height)
            size = min(round(row.height * 0.62), round(self._right.height * 0.12))
            kit.text.put(base, words, box, "label", size, CREAM, align="left", shadow=_SHADOW)


def _seconds(kit: Kit, ms: int) -> str:
    """A time as this language writes it."""
    return written(f"{ms / 1000:.2f} S", kit.language)


def _below_title(sheet: Rect) -> Rect:
    top = sheet.y + round(sheet.height * _TITLE)
    return Rect(sheet.x, top, sheet.width, sheet.bottom - top)


def _rows(sheet: Rect, count: int, gap: int) -> list[Rect]:
    """So many lines under the title of a sheet."""
    box = _below_title(sheet)
    height = min((box.height - gap * (count - 1)) // max(1, count), round(box.height * 0.24))
    top = box.centery - (height * count + gap * (count - 1)) // 2
    return [Rect(box.x, top + number * (height + gap), box.width, height) for number in range(count)]


def _clock_colour(kit: Kit, number: int) -> Colour:
    return _RED if number < _LOW else _AMBER if number < _MIDDLE else kit.theme.bright
