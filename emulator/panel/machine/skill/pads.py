# SPDX-License-Identifier: MIT
"""The four pads of a memory game: they fill the field, with the hub between them."""

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
from emulator.panel.machine.skill.game import PADS, Skill
from emulator.panel.machine.skill.hub import Hub
from emulator.panel.machine.skill.sides import head_of
from emulator.panel.machine.skill.tune import Tune
from emulator.panel.machine.skill.wall import paint_frame, paint_wall

INSTRUMENTS = ("guitar", "castanets", "tambourine", "dulzaina")
BUTTONS = ("hold_1", "hold_2", "hold_3", "double")
"""The cabinet's name for the button under each pad."""
_FOOT = 0.125  # of the field's height: the tune below the pads
_HUB = 0.335  # the hub's radius, of the pads' height
_RIPPLE_MS = 420

Point = tuple[int, int]


class Pads:
    """Draws what the firmware lights: a pad, a legend, the notes of the tune so far."""

    def __init__(self, kit: Kit, skill: Skill) -> None:
        self._kit = kit
        self._skill = skill
        self.rect = kit.layout.window
        gap = kit.gap(2)
        head = head_of(kit)
        foot = round(self.rect.height * _FOOT)
        stage = Rect(
            self.rect.x + gap, self.rect.y + head, self.rect.width - 2 * gap, self.rect.height - head - foot
        )
        self.hub = Hub(kit, stage.center, round(min(stage.height * _HUB, stage.width * 0.22)))
        self.pads = _quarters(stage, gap)
        self._lead = max(3, round(min(self.pads[0].size) / 26))
        self._masks = [self._mask(rect) for rect in self.pads]
        self.tune = Tune(kit, Rect(stage.x, stage.bottom, stage.width, foot), max(skill.rounds))
        self._dark = [self._picture(number, lit=False) for number in range(PADS)]
        self._lit = [self._picture(number, lit=True) for number in range(PADS)]
        self._rims = [self._rim(number) for number in range(PADS)]
        self._blooms = [
            paint.glow((round(rect.width * 2.1), round(rect.height * 2.3)), mix(colour, INK, 0.42), 0.62, 1.5)
            for rect, colour in zip(self.pads, PAD_COLOURS, strict=True)
        ]
        self._since_us: list[int | None] = [None] * PADS
        self._front = paint.reflection(self.rect.size, 0.06)

    def button_at(self, point: Point) -> str | None:
        """A pad is its button: where its glass is, it is pressed."""
        for name, rect, mask in zip(BUTTONS, self.pads, self._masks, strict=True):
            if rect.collidepoint(point) and mask[point[1] - rect.y, point[0] - rect.x] > 0.5:
                return name
        return None

    @property
    def buttons(self) -> dict[str, Rect]:
        """The button of each pad, which no other place has."""
        return dict(zip(BUTTONS, self.pads, strict=True))

    def _mask(self, rect: Rect, inset: int = 0) -> Field:
        """Coverage of a quarter, so far inside its edge: round corners, and cut out where the hub stands."""
        x = np.arange(rect.width, dtype=np.float32)[None, :] + 0.5 + rect.x - self.hub.centre[0]
        y = np.arange(rect.height, dtype=np.float32)[:, None] + 0.5 + rect.y - self.hub.centre[1]
        free = np.clip(0.5 + np.hypot(x, y) - self.hub.radius - self._kit.gap(1) - inset, 0, 1)
        return np.asarray(
            paint.rounded(rect.size, min(rect.size) * 0.16 - inset, inset) * free, dtype=np.float32
        )

    def _outward(self, number: int) -> tuple[float, float]:
        """From the hub to the pad, as signs."""
        return (-1 if number % 2 == 0 else 1), (-1 if number < PADS // 2 else 1)

    def _picture(self, number: int, lit: bool) -> pygame.Surface:
        """One pad: a rim of metal round coloured glass, its instrument and number; dark or lit."""
        kit, rect, colour, mask = self._kit, self.pads[number], PAD_COLOURS[number], self._masks[number]
        width, height = rect.size
        inner = self._mask(rect, self._lead)
        x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
        y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        side_x, side_y = self._outward(number)
        far = np.clip(np.hypot((x - 0.12 * side_x) * 0.95, y - 0.12 * side_y), 0, 1.4)[..., None]
        tone = np.asarray(colour, dtype=np.float32)
        if lit:
            glass = tone + (np.asarray((255, 252, 236), np.float32) - tone) * np.clip(0.86 - far * 0.78, 0, 1)
        else:
            glass = tone * np.clip(0.46 - 0.17 * far, 0.20, 1) + np.asarray(kit.theme.deep, np.float32) * 0.16
        metal = paint.ramp(height, [(0, (226, 214, 190)), (0.5, (132, 110, 92)), (1, (70, 54, 52))])[
            :, None, :
        ]
        rgb = metal * (1 - inner[..., None]) + glass * inner[..., None]
        facing = paint.facing(paint.blur(inner, max(2, self._lead)), self._lead * 1.6)
        rgb = np.clip(rgb + (facing * inner)[..., None] * (60 if lit else 52), 0, 255)
        picture = paint.to_surface(rgb, mask)
        self._decorate(picture, number, lit)
        return picture

    def _decorate(self, picture: pygame.Surface, number: int, lit: bool) -> None:
        kit, rect, colour = self._kit, self.pads[number], PAD_COLOURS[number]
        side_x, side_y = self._outward(number)
        side = round(min(rect.height * 0.66, rect.width * 0.46))
        drawn = kit.symbol(INSTRUMENTS[number], side, keyline=True).copy()
        if not lit:
            drawn.fill((186, 180, 190), special_flags=pygame.BLEND_RGB_MULT)
        at = (
            rect.width // 2 + round(side_x * rect.width * 0.04),
            rect.height // 2 + round(side_y * rect.height * 0.07),
        )
        picture.blit(drawn, drawn.get_rect(center=at))
        size = round(min(rect.height * 0.30, rect.width * 0.20))
        box = Rect(0, 0, size, size)
        inset = round(size * 0.75)
        box.center = (
            inset if side_x < 0 else rect.width - inset,
            inset if side_y < 0 else rect.height - inset,
        )
        ink: Colour = mix(colour, INK, 0.82) if lit else mix(colour, CREAM, 0.45)
        with kit.text.moved(rect.topleft):
            kit.text.put(picture, str(number + 1), box, "label", round(size * 0.92), ink, remember=not lit)

    def _rim(self, number: int) -> pygame.Surface:
        """The light in a pad's rim, on while it may be pressed; additive."""
        mask = self._masks[number]
        edge = np.clip(mask - self._mask(self.pads[number], self._lead), 0, 1)
        light = np.clip(edge * 0.75 + paint.blur(edge, self._lead) * mask, 0, 1)
        return paint.to_surface(
            light[..., None] * np.asarray(mix(PAD_COLOURS[number], CREAM, 0.35), np.float32)
        )

    def paint(self, base: pygame.Surface) -> None:
        """The pads with their lamps out, and all that stands about them."""
        paint_wall(base, self._kit, self._skill)
        for picture, pad in zip(self._dark, self.pads, strict=True):
            base.blit(picture, pad)
        for part in (self.hub, self.tune):
            part.paint(base)
        paint_frame(base, self._kit)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """What is lit, with the light that it throws on everything about it."""
        for number, pad in enumerate(self.pads):
            lit = number in seen.glass
            if not lit:
                self._since_us[number] = None
                if seen.lamps.get(BUTTONS[number], False):
                    paint.add(screen, self._rims[number], pad.topleft)
                continue
            since = self._since_us[number]
            if since is None or seen.now_us < since:
                since = self._since_us[number] = seen.now_us
            screen.blit(self._lit[number], pad)
            self._ripple(screen, number, (seen.now_us - since) // 1000)
        for number, pad in enumerate(self.pads):
            if number in seen.glass:
                bloom = self._blooms[number]
                before = screen.get_clip()
                screen.set_clip(self.rect)
                paint.add(screen, bloom, bloom.get_rect(center=pad.center).topleft)
                screen.set_clip(before)
        for part in (self.hub, self.tune):
            part.draw(screen, seen)

    def _ripple(self, screen: pygame.Surface, number: int, age_ms: int) -> None:
        """Waves that leave the hub across a pad that has just begun to sound."""
        pad = self.pads[number]
        before = screen.get_clip()
        screen.set_clip(pad.inflate(-4 * self._lead, -4 * self._lead))
        for late in (0.0, 0.3):
            share = age_ms / _RIPPLE_MS - late
            if 0 < share < 1:
                radius = round(self.hub.radius + self._lead * 2 + pad.width * 0.8 * share)
                colour = mix((255, 255, 255), PAD_COLOURS[number], 0.25 + 0.75 * share)
                broad = max(1, round(pad.height * 0.03 * (1 - share)))
                pygame.draw.aacircle(screen, colour, self.hub.centre, radius, broad)
        screen.set_clip(before)

    def draw_idea(self, screen: pygame.Surface, since_ms: int) -> None:
        """While nobody plays, light wanders from pad to pad."""
        pulse = abs(math.sin(since_ms / 700))
        for number, pad in enumerate(self.pads):
            if since_ms // 2_200 % PADS == number:
                picture = self._lit[number].copy()
                picture.set_alpha(round(150 * pulse))
                screen.blit(picture, pad)
                self.hub.draw_ring(screen, PAD_COLOURS[number])

    def draw_front(self, screen: pygame.Surface) -> None:
        """The glass in front of it."""
        screen.blit(self._front, self.rect)

    def prepare(self) -> None:
        """Nothing is made ahead: there are no reels to smear."""

    def draw_lamps(self, screen: pygame.Surface, seen: Seen) -> None:
        """Nothing lies over the glass."""


def _quarters(stage: Rect, gap: int) -> list[Rect]:
    """Four pads about the middle of the stage, in reading order."""
    width, height = (stage.width - gap) // 2, (stage.height - gap) // 2
    xs = (stage.x, stage.right - width)
    ys = (stage.y, stage.bottom - height)
    return [Rect(x, y, width, height) for y in ys for x in xs]
