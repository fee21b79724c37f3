# SPDX-License-Identifier: MIT
"""The wall behind the pots: rays of light, the crown with its name, valance and bulbs, posts at the sides."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.lettering import Placed
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import CREAM, INK, Colour, font, mix
from emulator.panel.wall.kit import WallKit
from emulator.panel.wall.layout import WallLayout

_BULB_MS = 140  # a step of the chase
_BULB_OF = 3  # every third bulb is dark
_RAYS = 28


class Scene:
    """All that is no figure."""

    def __init__(self, kit: WallKit, layout: WallLayout) -> None:
        self._kit = kit
        self._layout = layout
        tall = layout.crown.height
        self._drop = round(tall * 0.27)  # of the valance below the band
        self._band = Rect(layout.crown.x, 0, layout.crown.width, tall - self._drop)
        self._bulb_px = max(6, kit.px(26))
        self._bulbs = self._crown_bulbs()
        self._lit, self._dark, self._bloom = _bulb(self._bulb_px)

    # --- painted once ------------------------------------------------------------------------------

    def paint(self, base: pygame.Surface) -> None:
        """Back wall, crown and posts."""
        self._back(base)
        self._posts(base)
        self._valance(base)
        self._crown(base)
        self._name(base)
        for x, y in self._bulbs:
            side = self._dark.get_width()
            base.blit(self._dark, (x - side // 2, y - side // 2))

    def _back(self, base: pygame.Surface) -> None:
        kit = self._kit
        width, height = kit.size
        theme = kit.theme
        base.blit(
            paint.down(
                kit.size,
                [(0, mix(theme.deep, INK, 0.45)), (0.45, theme.deep), (1, mix(theme.deep, INK, 0.62))],
            ),
            (0, 0),
        )
        centre = (
            self._layout.pots[self._layout.first].center if self._layout.pots else (width // 2, height // 2)
        )
        paint.add(base, _rays(kit.size, centre, mix((0, 0, 0), kit.light(150), 0.42), 0.0, 0.95), (0, 0))
        glow = paint.glow((round(width * 1.2), round(height * 1.2)), kit.light(150), 0.55, 1.5)
        paint.add(base, glow, (centre[0] - glow.get_width() // 2, centre[1] - glow.get_height() // 2))
        if kit.kind == "superjackpot":
            self._lattice(base)
        vignette = paint.glow((round(width * 1.35), round(height * 1.5)), (255, 255, 255), 1.5, 0.55)
        paint.shade(base, vignette, (-round(width * 0.175), -round(height * 0.22)))

    def _lattice(self, base: pygame.Surface) -> None:
        """Eight-pointed stars in relief, as on Mudejar ceilings, hardly lighter than the wall."""
        side = self._kit.px(150)
        star = shapes.cover([shapes.star(50, 50, 47, 36, 8)], side, [shapes.star(50, 50, 40, 30, 8)])
        inner = shapes.cover([shapes.star(50, 50, 22, 15, 8)], side)
        tile = paint.to_surface(
            np.clip(star + inner * 0.6, 0, 1)[..., None] * np.asarray(self._kit.theme.bright) * 0.09
        )
        width, height = base.get_size()
        for y in range(0, height, side):
            for x in range(0, width, side):
                paint.add(base, tile, (x, y))

    def _posts(self, base: pygame.Surface) -> None:
        """Twisted brass posts at both sides, from the crown to the foot."""
        kit = self._kit
        wide = kit.px(26)
        top, bottom = self._layout.crown.bottom - self._drop, self._layout.foot.y
        post = _post((wide, bottom - top), mix(kit.theme.bright, (255, 190, 90), 0.3))
        for x in (kit.px(10), base.get_width() - kit.px(10) - wide):
            paint.cast(base, Rect(x, top, wide, bottom - top), kit.gap(1), 0.5, wide / 2)
            base.blit(post, (x, top))

    def _valance(self, base: pygame.Surface) -> None:
        """The cloth that hangs below the band, in stripes: scalloped, or pointed in a casino."""
        kit = self._kit
        band, drop = self._band, self._drop
        count = max(6, round(band.width / (drop * 1.5)))
        step = band.width / count
        colours = (mix(kit.theme.accent, CREAM, 0.05), CREAM)
        if kit.kind != "carrusel":
            colours = (mix(kit.theme.accent, INK, 0.1), mix(kit.theme.bright, INK, 0.12))
        scale = 2
        sheet = paint.layer((band.width * scale, drop * scale))
        for i in range(count):
            outline = _scallop(kit.kind, i * step * scale, step * scale, drop * scale)
            pygame.draw.polygon(sheet, colours[i % 2], outline)
            trim = mix(kit.theme.bright, CREAM, 0.2)
            pygame.draw.lines(sheet, trim, False, outline[1:-1], max(2, kit.px(5) * scale))
        cloth = pygame.transform.smoothscale(sheet, (band.width, drop))
        shadow = cloth.copy()
        shadow.fill((0, 0, 0, 120), special_flags=pygame.BLEND_RGBA_MULT)
        base.blit(shadow, (kit.px(6), band.bottom + kit.px(10)))
        folds = 0.80 + 0.20 * np.sin(np.linspace(0, count * 2 * math.pi, band.width, dtype=np.float32)) ** 2
        down = np.linspace(0.52, 1.0, drop, dtype=np.float32) ** 0.6
        light = (down[:, None] * folds[None, :])[..., None] * np.full(3, 255, dtype=np.float32)
        cloth.blit(paint.to_surface(light), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        base.blit(cloth, band.bottomleft)

    def _crown(self, base: pygame.Surface) -> None:
        kit, band = self._kit, self._band
        theme = kit.theme
        sky = paint.down(
            band.size,
            [(0, mix(theme.deep, INK, 0.25)), (0.6, mix(theme.deep, kit.light(170), 0.45)), (1, theme.deep)],
        )
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):  # the tubes behind the glass
            tube = paint.glow((round(band.width * 0.34), band.height * 2), kit.light(110), 0.7, 1.5)
            paint.add(sky, tube, (round(band.width * share) - tube.get_width() // 2, -band.height // 2))
        base.blit(sky, band)
        for y, tall in ((0, kit.px(8)), (band.bottom - kit.px(22), kit.px(22))):
            rail = paint.down(
                (band.width, tall),
                [
                    (0, mix(theme.bright, INK, 0.35)),
                    (0.3, mix(theme.bright, CREAM, 0.55)),
                    (1, mix(theme.bright, INK, 0.6)),
                ],
            )
            base.blit(rail, (0, y))
        base.blit(paint.reflection(band.size, 0.10), band)

    def _name(self, base: pygame.Surface) -> None:
        """The link's name in lit letters."""
        kit, band = self._kit, self._band
        title = str(kit.face.get("title", "")).upper() or "·"
        room = Rect(band.x, kit.px(10), band.width, band.height - kit.px(34)).inflate(
            -round(band.width * 0.1), 0
        )
        mask = _letters(title, (room.width, round(room.height * 0.72)))
        tall, wide = mask.shape
        at = (room.centerx - wide // 2, room.centery - tall // 2)
        pad = max(4, tall // 3)
        halo = paint.halo(
            np.pad(mask, pad), max(2, tall // 5), mix(kit.theme.bright, (255, 120, 30), 0.3), 0.85
        )
        paint.add(base, halo, (at[0] - pad, at[1] - pad))
        depth = max(2, round(tall * 0.07))
        for step in range(depth, 0, -1):
            base.blit(
                paint.flat(mask, mix(kit.theme.accent, INK, 0.25 + 0.5 * step / depth)),
                (at[0] + step, at[1] + step),
            )
        fill = paint.ramp(
            tall,
            [(0, (255, 255, 240)), (0.48, mix(kit.theme.bright, CREAM, 0.25)), (0.52, kit.theme.bright),
             (1, mix(kit.theme.bright, CREAM, 0.5))],
        )  # fmt: skip
        facing = paint.facing(paint.blur(mask, max(1, tall // 24)), tall / 22)
        colour = fill[:, None, :] + np.clip(facing, -0.6, 0.6)[..., None] * 120
        base.blit(paint.to_surface(np.broadcast_to(colour, (tall, wide, 3)), mask), at)
        kit.text.placed.append(Placed(title, Rect(*at, wide, tall).inflate(-6, -6), room, tall))

    # --- each frame --------------------------------------------------------------------------------

    def _crown_bulbs(self) -> list[tuple[int, int]]:
        """One bulb at the middle of each scallop's head, on the lower rail."""
        band = self._band
        count = max(6, round(band.width / (self._drop * 1.5))) * 2
        y = band.bottom - self._kit.px(11)
        return [(round(band.width * (i + 0.5) / count), y) for i in range(count)]

    def draw(self, screen: pygame.Surface, now_ms: int, *, won: bool, lit: bool) -> None:
        """The bulbs: a slow chase, all together while something is won, dark without a link."""
        if not lit:
            return
        step = now_ms // _BULB_MS
        for i, spot in enumerate(self._bulbs):
            on = (now_ms // 180) % 2 == 0 if won else (i + step // 4) % _BULB_OF != 0
            if on:
                self.bulb(screen, spot)

    def bulb(self, screen: pygame.Surface, spot: tuple[int, int]) -> None:
        """A lit one, with its bloom."""
        for picture, added in ((self._lit, False), (self._bloom, True)):
            side = picture.get_width()
            at = (spot[0] - side // 2, spot[1] - side // 2)
            if added:
                paint.add(screen, picture, at)
            else:
                screen.blit(picture, at)

    def dark_bulb(self, base: pygame.Surface, spot: tuple[int, int]) -> None:
        """One that is off."""
        side = self._dark.get_width()
        base.blit(self._dark, (spot[0] - side // 2, spot[1] - side // 2))


def _scallop(kind: str, x: float, step: float, drop: float) -> list[tuple[float, float]]:
    """The outline of one piece of the valance: straight above, round or pointed below."""
    steps = 24
    points = [(x, 0.0)]
    for i in range(steps + 1):
        along = i / steps
        if kind == "carrusel":
            low = 0.45 + 0.5 * math.sin(math.pi * along)
        elif kind == "superjackpot":  # an ogee, as over a Mudejar window
            low = 0.35 + 0.6 * (1 - abs(2 * along - 1)) ** 1.7
        else:
            low = 0.8
        points.append((x + step * along, drop * low))
    return [*points, (x + step, 0.0)]


def _rays(
    size: tuple[int, int],
    centre: tuple[int, int],
    colour: Colour,
    turn: float,
    reach: float,
    fall: float = 0.8,
) -> pygame.Surface:
    """A sunburst that ends at ``reach`` of the size; drawn small, as light has no sharp edge."""
    width, height = max(2, size[0] // 3), max(2, size[1] // 3)
    x = (np.arange(width, dtype=np.float32) - centre[0] / 3)[None, :]
    y = (np.arange(height, dtype=np.float32) - centre[1] / 3)[:, None]
    angle = np.arctan2(y, x) + turn
    wave = np.clip(np.sin(angle * _RAYS / 2) * 3.5 + 0.5, 0, 1)
    far = np.clip(1 - np.sqrt((x / width) ** 2 + (y / height) ** 2) / reach, 0, 1) ** fall
    small = paint.to_surface((wave * far)[..., None] * np.asarray(colour, dtype=np.float32))
    return pygame.transform.smoothscale(small, size)


def rays(size: tuple[int, int], centre: tuple[int, int], colour: Colour, turn: float) -> pygame.Surface:
    """The same light turned by a part of a ray, 0 to 1; for a win."""
    return _rays(size, centre, colour, turn * 4 * math.pi / _RAYS, 0.5, 0.4)


def _post(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    width, height = size
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.arange(height, dtype=np.float32)[:, None] / width
    round_ = np.sqrt(np.clip(1 - x * x, 0, 1))
    twist = 0.5 + 0.5 * np.sin((y * 0.85 + x * 0.75) * math.pi)
    tone = (
        0.22 + 0.62 * round_ * (0.35 + 0.65 * twist) + 0.35 * np.clip(1 - np.abs(x + 0.35) * 4, 0, 1) * twist
    )
    return paint.to_surface(tone[..., None] * np.asarray(colour, dtype=np.float32))


def _letters(text: str, room: tuple[int, int]) -> Field:
    """Coverage of a line of letters, spaced, as large as the room allows."""
    size = max(8, round(room[1] * 1.25))
    while True:
        letters = font("label", size)
        space = round(size * 0.07)
        width = sum(letters.size(c)[0] for c in text) + space * (len(text) - 1)
        if (width <= room[0] and _ink_tall(text, size) <= room[1]) or size <= 8:
            break
        size -= 2
    return np.pad(paint.spaced(text, letters, width + 2, space), 3)


def _ink_tall(text: str, size: int) -> int:
    return int(font("label", size).render(text, True, (255, 255, 255)).get_bounding_rect().height)


def _bulb(side: int) -> tuple[pygame.Surface, pygame.Surface, pygame.Surface]:
    """Lit, dark, and the bloom of a lit one."""
    big = side * 4
    pictures = []
    for body, shine in (((255, 236, 170), (255, 255, 245)), ((120, 92, 56), (190, 164, 120))):
        sheet = paint.layer((big, big))
        pygame.draw.circle(sheet, (40, 26, 18), (big // 2, big // 2), big // 2)
        pygame.draw.circle(sheet, body, (big // 2, big // 2), round(big * 0.41))
        pygame.draw.circle(sheet, shine, (round(big * 0.42), round(big * 0.40)), round(big * 0.16))
        pictures.append(pygame.transform.smoothscale(sheet, (side, side)))
    bloom = paint.glow((side * 3, side * 3), (255, 190, 90), 0.75, 1.6)
    return pictures[0], pictures[1], bloom
