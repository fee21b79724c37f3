# SPDX-License-Identifier: MIT
"""The crown: the machine's name, back-lit, over its own scenery; the tower light beside it."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Cover, Placed
from emulator.panel.art.paint import Field, Stops
from emulator.panel.art.scenery.livery import hex_of, veil
from emulator.panel.art.symbols.own import fitting
from emulator.panel.art.theme import INK, Colour, Theme, font, mix
from emulator.panel.machine.parts.body import shell_of
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.pots import Pots
from emulator.panel.machine.parts.seen import Seen
from emulator.support.oklch import lch

_NAME = 0.76  # of the glass's height, what the letters of the name have
_TRIED_PX = 100  # the size in which they are measured
_VEIL = 0.42  # how much darker the scenery is behind the name


class Crown:
    """Draws its zone once, then only what shines on it."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._scenery = kit.scenery
        self.glass = kit.cabinet.crown_glass(shell_of(kit))
        self._ends = kit.cabinet.crown_ends(shell_of(kit))
        self._pots = Pots(kit, self.glass) if kit.front.pots else None
        self._emblem = round(self.glass.height * 0.72)
        if self._pots is not None:  # where the crown is tall the name needs the width
            self._emblem = min(self._emblem, round(self.glass.width * 0.085))
        self._drawn = self._drawn_name()
        self._letters = self._letter_mask()
        middle = self.glass.centerx
        if self._pots is not None:  # the name stands between the emblem and the pots
            middle = (self._name_left + self._pots.rect.x) // 2
        self._at = (
            middle - self._letters.shape[1] // 2,
            self.glass.centery - self._letters.shape[0] // 2,
        )
        radius = round(self.glass.height * 0.24)
        self._tower = Rect(0, 0, radius * 2, radius * 2)
        self._tower.center = (self.glass.right - round(radius * 2.1), self.glass.centery)
        self._shine = paint.to_surface(self._letters[..., None] * np.asarray((120, 96, 60), dtype=np.float32))
        self._bloom = paint.glow((radius * 9, radius * 9), (255, 92, 50), 0.9, 1.8)
        self._dome_lit = _dome(radius * 2, (255, 120, 72), (214, 30, 18), 1.0)
        self._beam = _beam(self.glass.height)

    @property
    def _name_left(self) -> int:
        """Where the name may begin, right of the emblem."""
        return self.glass.x + round(self._emblem * 1.46)

    def paint(self, base: pygame.Surface) -> None:
        """The zone as it looks with its back light on."""
        kit, glass = self._kit, self.glass
        picture = self._scenery.crown(glass.size, kit.theme)
        if kit.front.livery.crown is None:
            veil(picture, self._behind_name().move(-glass.x, -glass.y), kit.theme, _VEIL)
        base.blit(paint.clip_round(picture, kit.gap(2)), glass)
        self._paint_letters(base)
        emblem = self._emblem
        spot = Rect(0, 0, emblem, emblem)
        spot.center = (glass.x + round(emblem * 0.86), glass.centery)
        paint.add(
            base,
            paint.glow((emblem * 2, emblem * 2), kit.theme.beam(120), 0.8),
            spot.move(-emblem // 2, -emblem // 2).topleft,
        )
        base.blit(kit.symbol(self._scenery.emblem, emblem, keyline=True), spot)
        self._paint_tower(base)
        paint.recess(base, glass, kit.gap(1), kit.gap(2))
        base.blit(paint.clip_round(paint.reflection(glass.size, 0.13), kit.gap(2)), glass)
        paint.frame(base, glass, max(2, kit.gap(0)), kit.gap(2))
        if self._pots is not None:
            self._pots.paint(base)

    def _behind_name(self) -> Rect:
        """Where the scenery steps back, so that the name stands out from it."""
        height, width = self._letters.shape
        return Rect(*self._at, width, height).inflate(height // 3, -height // 8)

    def draw(self, screen: pygame.Surface, along: float | None) -> None:
        """A light that crosses the letters, at ``along`` 0 to 1 of its way; None for no light."""
        if along is not None:
            self._draw_sweep(screen, along)

    def draw_pots(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """What the pots stand at, where there are any."""
        if self._pots is not None:
            self._pots.draw(screen, seen, clock_ms)

    def draw_tower(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """The tower light, blinking while the machine is tilted or open."""
        if seen.alarm and clock_ms % 900 < 560:
            screen.blit(self._dome_lit, self._tower)
            size = self._bloom.get_width()
            paint.add(screen, self._bloom, (self._tower.centerx - size // 2, self._tower.centery - size // 2))

    def _draw_sweep(self, screen: pygame.Surface, along: float) -> None:
        beam = self._beam.get_width()
        x = round(along * (self._letters.shape[1] + beam)) - beam
        part = Rect(x, 0, *self._beam.get_size()).clip(self._shine.get_rect())
        if part.width:
            lit = self._shine.subsurface(part).copy()
            lit.blit(self._beam, (min(x, 0), 0), special_flags=pygame.BLEND_RGB_MULT)
            paint.add(screen, lit, (self._at[0] + part.x, self._at[1]))

    @property
    def _room(self) -> int:
        """How wide the name may be between the crown's two ends."""
        if self._pots is not None:
            return self._pots.rect.x - self._name_left - round(self.glass.height * 0.25)
        return self.glass.width - round(self.glass.height * 2.7) - 2 * self._ends

    def _drawn_name(self) -> pygame.Surface | None:
        """The name as the maker drew it, as large as the crown allows; None where it stands in letters."""
        data = self._kit.front.livery.title
        if data is None:
            return None
        size = (self._room, round(self.glass.height * 0.80))
        return fitting(data, size, hex_of(self._kit.theme.bright))

    def _letter_mask(self) -> Field:
        """Coverage of the name, spaced and slanted, as wide as the crown allows between its two emblems."""
        title, height = self._kit.front.title, self.glass.height
        if self._drawn is not None:
            return paint.cover_of(self._drawn)
        slant = self._scenery.slant
        room = self._room
        size = max(13, int(height * _NAME / _ink_share(title)))
        while size > 12:
            letters = font("title", size, title)
            space = round(size * 0.085)
            width = sum(letters.size(c)[0] for c in title) + space * (len(title) - 1)
            if width + round(size * (slant + 0.2)) <= room:
                break
            size -= 1
        upright = paint.spaced(title, letters, width, space)
        self._capitals_px = upright.shape[0]
        pad = max(3, size // 9)
        lean = round(upright.shape[0] * slant)
        out = np.zeros((upright.shape[0] + 2 * pad, width + lean + 2 * pad), dtype=np.float32)
        for y, line in enumerate(upright):
            start = pad + round(lean * (1 - y / upright.shape[0]))
            out[pad + y, start : start + width] = line
        return out

    def _paint_letters(self, base: pygame.Surface) -> None:
        kit, mask = self._kit, self._letters
        height, width = mask.shape
        x, y = self._at
        paint.add(
            base,
            paint.halo(np.pad(mask, height // 2), max(2, height // 6), kit.theme.bright, 0.75),
            (x - height // 2, y - height // 2),
        )
        if self._drawn is not None:
            base.blit(paint.flat(paint.blur(mask, max(1, height // 24)) * 0.7, (8, 6, 8)), (x + 2, y + 3))
            base.blit(self._drawn, (x, y))
            self._remember()
            return
        depth = max(2, round(height * 0.06))
        warm = 40 < lch(kit.theme.bright).hue_deg < 120
        shade: Colour = (60, 8, 10) if warm else mix(kit.theme.deep, INK, 0.7)
        side = mix(kit.theme.accent, shade, 0.35)
        for step in range(depth, 0, -1):
            tone = mix(side, (70, 10, 16) if warm else shade, step / depth)
            base.blit(paint.flat(mask, tone), (x + step, y + step))
        rim = np.clip(paint.blur(mask, max(1, height // 34)) * 3.2, 0, 1)
        base.blit(paint.flat(rim, (96, 16, 18) if warm else mix(kit.theme.accent, shade, 0.7)), (x, y))
        fill = paint.ramp(height, _enamel(kit.theme, warm))
        facing = paint.facing(paint.blur(mask, max(1, height // 30)), height / 18)
        colour = fill[:, None, :] + np.clip(facing, -0.6, 0.6)[..., None] * 170
        base.blit(paint.to_surface(np.broadcast_to(colour, (height, width, 3)), mask), (x, y))
        self._remember()

    def _remember(self) -> None:
        """Note where the name stands, as of any text: in the room that the crown has for it."""
        height, width = self._letters.shape
        if self._drawn is not None:
            ink = Rect(*self._at, width, height).inflate(-4, -4)
            self._kit.text.placed.append(Placed(self._kit.front.title, ink, self.glass, height))
            return
        pad = (height - self._capitals_px) // 2
        ink = Rect(*self._at, width, height).inflate(-2 * pad, -2 * pad)
        room = Rect(0, self.glass.y, self._room, self.glass.height)
        room.centerx = ink.centerx
        cover = Cover(self._at, paint.flat(self._letters, (255, 255, 255)))
        self._kit.text.placed.append(Placed(self._kit.front.title, ink, room, self._capitals_px, 1, (cover,)))

    def _paint_tower(self, base: pygame.Surface) -> None:
        spot = self._tower
        paint.cast(base, spot.inflate(6, 6), max(3, spot.width // 8), 0.7, spot.width)
        ring = spot.inflate(max(6, spot.width // 4), max(6, spot.width // 4))
        base.blit(paint.clip_round(paint.chrome(ring.size), ring.width), ring)
        base.blit(_dome(spot.width, (150, 40, 30), (66, 10, 12), 0.55), spot)


def _ink_share(title: str) -> float:
    """How high the ink of a name is, of the size that it is set in."""
    ink = font("title", _TRIED_PX, title).render(title, True, (255, 255, 255)).get_bounding_rect()
    return max(0.3, ink.height / _TRIED_PX)


def _enamel(theme: Theme, warm: bool) -> Stops:
    """Tones of the letters from top to bottom: gold of a warm colour, else its own light and shade."""
    if warm:
        fire = mix(theme.bright, (255, 120, 20), 0.35)
        return [(0.1, (255, 255, 236)), (0.45, theme.bright), (0.56, fire), (0.9, (255, 238, 150))]
    white: Colour = (255, 255, 255)
    low = mix(theme.bright, theme.accent, 0.35)
    return [
        (0.1, mix(theme.bright, white, 0.85)),
        (0.45, theme.bright),
        (0.56, low),
        (0.9, mix(theme.bright, white, 0.4)),
    ]


def _dome(side: int, light: Colour, dark: Colour, gloss: float) -> pygame.Surface:
    """A plastic dome seen from in front."""
    at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    x, y = at[None, :], at[:, None]
    far = np.sqrt(x * x + y * y)
    lit = np.clip(1 - np.sqrt((x + 0.32) ** 2 + (y + 0.38) ** 2) / 1.5, 0, 1)[..., None]
    low = np.asarray(dark, dtype=np.float32)
    colour = low + (np.asarray(light, dtype=np.float32) - low) * lit
    spot = np.clip(1 - np.sqrt(((x + 0.34) / 0.34) ** 2 + ((y + 0.46) / 0.22) ** 2), 0, 1)[..., None]
    colour = colour + (255 - colour) * np.clip(spot * 1.6, 0, 1) * gloss
    return paint.to_surface(colour, np.clip((1 - far) * side / 2, 0, 1))


def _beam(height: int) -> pygame.Surface:
    """The band of light that crosses the letters."""
    width = height * 2
    x = np.linspace(-1, 1, width, dtype=np.float32)
    light = np.clip(1 - np.abs(x), 0, 1) ** 1.5 * 255
    return paint.to_surface(np.broadcast_to(light[None, :, None], (height * 2, width, 3)))
