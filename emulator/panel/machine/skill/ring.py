# SPDX-License-Identifier: MIT
"""The ring of lights of a game of skill: a comet runs round it, past the zones of the mark."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import PAYLINE_LEFT, Seen
from emulator.panel.machine.skill import backdrops
from emulator.panel.machine.skill.burst import BRASS, Burst, flight
from emulator.panel.machine.skill.game import Skill
from emulator.panel.machine.skill.photo import Photo
from emulator.panel.machine.skill.run import START_LIGHT, Run
from emulator.panel.machine.skill.wall import paint_frame, paint_wall
from emulator.panel.machine.skill.zones import Band, band, zone_at
from machines.types.skill.schema import LIGHTS

_SMOOTH = 3  # drawn so many times larger, then brought down
_TAIL_LEVELS = 16
# Shares of the wheel's radius.
_LAMPS, _BULB, _DIAL, _CARD = 0.79, 0.054, 0.70, 0.60
ZONES_NEAR, ZONES_FAR = 0.865, 0.955
_WIDEST = 0.372  # the wheel's radius, of the field's width: what stands at its sides needs the rest
_TALLEST = 0.478
# Of the brass rim, where light falls and where none does.
_SHINE: Colour = (255, 238, 184)
_RUST: Colour = (92, 58, 26)

Point = tuple[int, int]


class Ring:
    """Draws the lamps behind the glass that the firmware lights; 0 is the one at the mark."""

    def __init__(self, kit: Kit, skill: Skill) -> None:
        self._kit = kit
        self._skill = skill
        self.rect = kit.layout.window
        widest = _WIDEST if kit.layout.portrait else _TALLEST
        self.radius = round(min(self.rect.height * _TALLEST, self.rect.width * widest))
        self.centre = (self.rect.centerx, self.rect.centery + round(self.rect.height * 0.008))
        self._bulb = max(3, round(self.radius * _BULB))
        self._places = [self._place(number / LIGHTS) for number in range(LIGHTS)]
        self.run = Run(skill.rounds)
        self._photo = Photo(kit, skill.zones, round(self.radius * _CARD))
        self._make_lights()
        self.bands = {lap_ms: self._band(lap_ms) for lap_ms in skill.rounds}
        self._burst = Burst(round(self.radius * 0.9), kit.theme.accent)
        self._hit_us: int | None = None
        self._front = paint.reflection(self.rect.size, 0.06)

    def _make_lights(self) -> None:
        kit, bulb = self._kit, self._bulb
        dark = mix(kit.theme.bright, kit.theme.deep, 0.74)
        self._dark = _disc(bulb, dark, mix(dark, (255, 255, 255), 0.25))
        self._lit = _disc(bulb, mix(kit.theme.bright, (255, 255, 255), 0.6), (255, 255, 255))
        self._on_mark = _disc(bulb, mix(kit.theme.accent, (255, 255, 255), 0.35), (255, 255, 255))
        self._glow = paint.glow((bulb * 10, bulb * 10), kit.theme.bright, 0.9, 1.5)
        ember = mix(kit.theme.accent, (255, 176, 84), 0.5)
        self._tail, self._embers = [], []
        for level in range(_TAIL_LEVELS):
            share = 1 - level / _TAIL_LEVELS
            side = max(4, round(bulb * (2.4 + 3.4 * share)))
            self._tail.append(paint.glow((side, side), kit.theme.accent, 0.14 + 0.36 * share, 1.3))
            tone = mix(dark, ember, share)
            self._embers.append(_disc(bulb, tone, mix(tone, (255, 255, 255), 0.25)))

    def _band(self, lap_ms: int) -> Band:
        return band(self._skill.zones, lap_ms, self.radius * ZONES_NEAR, self.radius * ZONES_FAR)

    def _place(self, turn: float, share: float = _LAMPS) -> Point:
        """A point so many turns clockwise from the top, at this share of the wheel's radius."""
        angle, far = 2 * math.pi * turn, self.radius * share
        return self.centre[0] + round(far * math.sin(angle)), self.centre[1] - round(far * math.cos(angle))

    def button_at(self, point: Point) -> str | None:
        """The whole wheel is the button: who hits it has pressed START."""
        return "start" if math.dist(point, self.centre) <= self.radius else None

    @property
    def buttons(self) -> dict[str, Rect]:
        """Buttons that only the field has: none, START is on the deck, too."""
        return {}

    def paint(self, base: pygame.Surface) -> None:
        """The wall, the wheel on it with its lights dark."""
        paint_wall(base, self._kit, self._skill)
        self._paint_wheel(base)
        for place in self._places:
            base.blit(self._dark, self._dark.get_rect(center=place))
        self._paint_mark(base, mix(self._kit.theme.accent, INK, 0.25))
        paint_frame(base, self._kit)

    def _paint_wheel(self, base: pygame.Surface) -> None:
        """A rim of brass, the dark track of the lights, the dial within."""
        kit, radius = self._kit, self.radius
        box = Rect(0, 0, 2 * radius, 2 * radius)
        box.center = self.centre
        paint.cast(base, box, max(3, kit.gap(3)), 0.7, radius)
        brass = paint.down(
            box.size,
            [(0, _SHINE), (0.35, BRASS), (0.52, (120, 80, 34)), (0.75, (196, 146, 70)), (1, _RUST)],
        )
        base.blit(paint.clip_round(brass, radius), box)
        track = round(radius * 0.965)
        well = paint.down(
            (2 * track, 2 * track),
            [(0, mix(kit.theme.deep, (4, 4, 8), 0.86)), (1, mix(kit.theme.deep, (4, 4, 8), 0.55))],
        )
        base.blit(paint.clip_round(well, track), well.get_rect(center=self.centre))
        disc = backdrops.dial(self._skill.look, round(radius * _DIAL), kit.theme)
        base.blit(disc, disc.get_rect(center=self.centre))
        if kit.front.livery.emblem is not None:
            emblem = kit.symbol(kit.scenery.emblem, round(radius * _DIAL), keyline=True)
            base.blit(emblem, emblem.get_rect(center=self.centre))
        edge = mix(kit.theme.deep, CREAM, 0.35)
        pygame.draw.aacircle(base, edge, self.centre, round(radius * _DIAL) + 1, max(1, kit.px(4)))
        for number in range(LIGHTS * 2):
            inner, outer = (self._place(number / LIGHTS / 2, share) for share in (0.865, 0.90))
            pygame.draw.aaline(base, mix(kit.theme.deep, CREAM, 0.30), inner, outer)

    def _paint_mark(self, base: pygame.Surface, colour: Colour) -> None:
        """An arrow on the rim that points at the first light."""
        x, half = self.centre[0], round(self.radius * 0.055)
        tip = self.centre[1] - round(self.radius * ZONES_FAR)
        corners = [(x, tip + half // 3), (x - half, tip - half), (x + half, tip - half)]
        pygame.draw.polygon(base, colour, corners)
        pygame.draw.aalines(base, CREAM, True, corners)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The zones of the round, the light with its tail, and what came of the last press."""
        run = self.run
        run.update(seen)
        zones, corner = self.bands[run.lap_ms]
        screen.blit(zones, (self.centre[0] + corner[0], self.centre[1] + corner[1]))
        if run.light is None:
            self._hit_us = None
            return
        self._draw_tail(screen, run.light, run.tail)
        place = self._places[run.light]
        paint.add(screen, self._glow, self._glow.get_rect(center=place).topleft)
        bulb = self._lit if run.light else self._on_mark
        screen.blit(bulb, bulb.get_rect(center=place))
        self._draw_press(screen, seen.now_us)

    def _draw_tail(self, screen: pygame.Surface, light: int, tail: list[int], strength: int = 0) -> None:
        """Lamps that glow on, and the track between them."""
        if not tail:
            return
        last = light
        for back, lamp in enumerate(tail, 1):
            level = min(_TAIL_LEVELS - 1, strength + round((_TAIL_LEVELS - 1) * back / (len(tail) + 1)))
            blob = self._tail[level]
            middle = (lamp + (last - lamp) % LIGHTS / 2) / LIGHTS
            ember = self._embers[level]
            screen.blit(ember, ember.get_rect(center=self._places[lamp]))
            for place in (self._places[lamp], self._place(middle)):
                paint.add(screen, blob, blob.get_rect(center=place).topleft)
            last = lamp

    def _draw_press(self, screen: pygame.Surface, now_us: int) -> None:
        """Where the light was at the press: its true angle, the photo finish, a burst for a hit."""
        off_ms = self.run.off_ms
        if off_ms is None:
            self._hit_us = None
            return
        if self._hit_us is None or now_us < self._hit_us:
            self._hit_us = now_us
        age_ms = (now_us - self._hit_us) // 1000
        colour = self._photo.colour(off_ms)
        zone = zone_at(off_ms, self._skill.zones)
        if zone is not None and age_ms:
            before = screen.get_clip()
            screen.set_clip(self.rect)
            strength = 1 - 0.75 * zone / max(1, len(self._skill.zones))
            self._burst.draw(screen, self._place(self.run.turn), age_ms, strength)
            if not zone:
                self._burst.draw_rim(screen, self.centre, self.radius, age_ms)
            screen.set_clip(before)
        self._draw_needle(screen, colour)
        self._photo.draw(screen, self.centre, off_ms)
        if zone is not None and age_ms:
            self._fly(screen, off_ms, age_ms)

    def _fly(self, screen: pygame.Surface, off_ms: int, age_ms: int) -> None:
        """The points go from the dial to their counter, which stands at the right of the display."""
        end = (self.rect.right - self._kit.gap(5), self.rect.bottom - self._kit.gap(2))
        flown = flight(self._photo.points(off_ms), self.centre, end, age_ms)
        if flown is not None:
            picture, middle = flown
            screen.blit(picture, picture.get_rect(center=middle))

    def _draw_needle(self, screen: pygame.Surface, colour: Colour) -> None:
        turn = self.run.turn
        inner, outer = self._place(turn, _CARD), self._place(turn, 0.985)
        broad = max(2, self.radius // 90)
        pygame.draw.line(screen, INK, inner, outer, broad * 3)
        pygame.draw.line(screen, mix(colour, (255, 255, 255), 0.55), inner, outer, broad)
        place = self._place(turn, (ZONES_NEAR + ZONES_FAR) / 2)
        pygame.draw.aacircle(screen, INK, place, broad * 3)
        pygame.draw.aacircle(screen, (255, 255, 255), place, broad * 2)

    def draw_idea(self, screen: pygame.Surface, since_ms: int) -> None:
        """While nobody plays, two comets chase each other; none is stopped, no zone is hit."""
        at = since_ms * LIGHTS // 2_400
        for start in (START_LIGHT, 0):
            light = (start + at) % LIGHTS
            self._draw_tail(screen, light, [(light - back) % LIGHTS for back in range(1, 12)], 2)
            paint.add(screen, self._tail[0], self._tail[0].get_rect(center=self._places[light]).topleft)

    def draw_front(self, screen: pygame.Surface) -> None:
        """The glass in front of it."""
        screen.blit(self._front, self.rect)

    def prepare(self) -> None:
        """Nothing is made ahead: there are no reels to smear."""

    def draw_lamps(self, screen: pygame.Surface, seen: Seen) -> None:
        """The mark is lit while the machine has current."""
        if PAYLINE_LEFT in seen.glass:
            self._paint_mark(screen, self._kit.theme.bright)


def _disc(radius: int, colour: Colour, shine: Colour) -> pygame.Surface:
    """A bulb with a highlight at its upper left."""
    size = 2 * radius * _SMOOTH
    large = pygame.Surface((size, size), pygame.SRCALPHA)
    middle = size // 2
    pygame.draw.circle(large, colour, (middle, middle), middle - 1)
    spot = Rect(0, 0, size // 4, size // 5)
    spot.center = (middle - size // 6, middle - size // 5)
    pygame.draw.ellipse(large, shine, spot)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))
