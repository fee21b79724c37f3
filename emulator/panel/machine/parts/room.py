# SPDX-License-Identifier: MIT
"""What stands beside the cabinet on a wide screen: a tiled wall, a sign, the counter with the purse."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.lettering import fit
from emulator.panel.art.scenery.livery import hex_of
from emulator.panel.art.symbols.own import covering
from emulator.panel.art.theme import BONE, CREAM, INK, Colour, dark_enough, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import TOUCH_PX

_COUNTER_SHARE = 0.60  # where the wall meets the counter
_TILES_SHARE = 0.385  # where the tiles begin
_STONE: tuple[Colour, Colour] = ((120, 70, 42), (52, 28, 20))


def purse_and_desk(kit: Kit) -> tuple[Rect, Rect]:
    """
    Where the purse lies, and above it the plates of the desk.

    On the counter beside the cabinet, or next to the tray in portrait. A plate is as tall as a finger tip, as
    long as that leaves the purse two thirds.
    """
    side = kit.layout.side
    if side is None:
        inner = kit.layout.inner("tray")
        width = round(inner.width * 0.46) - kit.gap(2)
        both = Rect(inner.right - width, inner.y + kit.gap(2), width, inner.height - 2 * kit.gap(2))
        tall = min(max(TOUCH_PX, kit.px(56)), both.height // 3)
    else:
        width = min(round(side.width * 0.90), round(side.height * 0.74))
        height = min(round(width * 0.46), round(side.height * 0.30))
        tall = min(max(TOUCH_PX, kit.px(72)), height // 2)
        counter = Rect(side.x, side.y + round(side.height * _COUNTER_SHARE) + kit.gap(2), side.width, 0)
        counter.height = side.bottom - kit.gap(1) - counter.y
        both = Rect(0, 0, width, min(height + kit.gap(2) + tall, counter.height))
        both.midtop = (side.centerx, counter.y + (counter.height - both.height) // 3)
    top = both.y + tall + kit.gap(2)
    return Rect(both.x, top, width, both.bottom - top), Rect(both.x, both.y, width, tall)


def paint_room(base: pygame.Surface, kit: Kit) -> None:
    """The wall, the sign and the counter; nothing in portrait, where the cabinet fills the screen."""
    side = kit.layout.side
    if side is None:
        return
    if kit.front.livery.room is not None:
        base.blit(_own_room(kit.front.livery.room, side.size, kit), side)
        _edge(base, kit, side)
        _sign(base, kit, side)
        return
    room = paint.down(
        side.size, [(0, (30, 21, 18)), (0.25, (62, 43, 33)), (_TILES_SHARE, (50, 34, 28)), (1, INK)]
    )
    paint.tint(room, 71, 9, 4)
    _tiles(room, kit)
    _counter(room)
    _lamp(room)
    glow = paint.glow((side.width, round(side.height * 1.1)), (26, 40, 92), 0.9, 1.2)
    paint.add(room, glow, (-side.width // 2, -side.height // 10))
    base.blit(room, side)
    _edge(base, kit, side)
    _sign(base, kit, side)


def _own_room(data: bytes, size: tuple[int, int], kit: Kit) -> pygame.Surface:
    """The maker's picture in the low light of a room, darker at its edges and where the purse lies."""
    sheet = paint.plain(size)
    sheet.fill(mix(kit.theme.deep, INK, 0.6))
    sheet.blit(covering(data, size, hex_of(kit.theme.bright)), (0, 0))
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(0, 1, size[1], dtype=np.float32)[:, None]
    level = 0.88 - 0.20 * x * x - 0.22 * np.clip((y - 0.5) / 0.5, 0, 1)
    light = np.asarray((255, 250, 242), dtype=np.float32) * level[..., None]
    paint.shade(sheet, paint.to_surface(light), (0, 0))
    return sheet


def _edge(base: pygame.Surface, kit: Kit, side: Rect) -> None:
    """The shadow that the cabinet throws on what stands beside it."""
    edge = paint.across((kit.px(70), side.height), [(0, (60, 56, 60)), (1, (255, 255, 255))])
    paint.shade(base, edge, side.topleft)


def _tiles(room: pygame.Surface, kit: Kit) -> None:
    """Glazed tiles with the eight-pointed star of Mudéjar walls, in the room's low light."""
    width, height = room.get_size()
    top, bottom = round(height * _TILES_SHARE), round(height * _COUNTER_SHARE)
    rim = max(4, round(height * 0.022))
    side = max(16, -(-(bottom - top - rim) // 2))
    tile = _tile(side, kit)
    for y in (top + rim, top + rim + side):
        for x in range(-side // 2, width, side):
            room.blit(tile, (x, y))
    band = paint.down(
        (width, rim),
        [
            (0, mix(kit.theme.bright, INK, 0.45)),
            (0.5, mix(kit.theme.bright, INK, 0.66)),
            (1, mix(kit.theme.bright, INK, 0.84)),
        ],
    )
    room.blit(band, (0, top))
    paint.shade(room, paint.down((width, bottom - top), [(0, (158, 146, 136)), (1, (84, 78, 82))]), (0, top))


def _tile(side: int, kit: Kit) -> pygame.Surface:
    white = np.asarray((206, 198, 184), dtype=np.float32)
    colour = np.broadcast_to(white, (side, side, 3)).copy()
    deep = mix(kit.theme.deep, kit.theme.beam(210), 0.30)
    layers = (
        ([shapes.star(50, 50, 46, 32, 8)], deep),
        ([shapes.star(50, 50, 34, 24, 8)], (214, 206, 192)),
        ([shapes.star(50, 50, 24, 10, 8)], mix(kit.theme.bright, (120, 70, 20), 0.35)),
        (
            [
                [(0, 0), (17, 0), (0, 17)],
                [(100, 0), (83, 0), (100, 17)],
                [(0, 100), (17, 100), (0, 83)],
                [(100, 100), (83, 100), (100, 83)],
            ],
            mix(kit.theme.accent, INK, 0.30),
        ),
    )
    for outlines, tone in layers:
        mask = shapes.cover(outlines, side)[..., None]
        colour = colour * (1 - mask) + np.asarray(tone, dtype=np.float32) * mask
    joint = 1 - 0.55 * (1 - paint.rounded((side, side), 2, 0.6))
    slope = np.linspace(1.10, 0.86, side, dtype=np.float32)[:, None]
    return paint.to_surface(colour * (joint * slope)[..., None])


def _counter(room: pygame.Surface) -> None:
    """The bar counter: polished wood, its far edge catching the lamp."""
    width, height = room.get_size()
    top = round(height * _COUNTER_SHARE)
    light, dark = _STONE
    size = (width, height - top)
    wood = paint.down(
        size,
        [(0, mix(dark, INK, 0.3)), (0.25, mix(light, dark, 0.5)), (0.75, light), (1, mix(light, dark, 0.4))],
    )
    paint.tint(wood, 72, 140, 13)
    paint.tint(wood, 73, 420, 12)
    paint.add(
        wood,
        paint.glow((round(width * 1.2), round(size[1] * 1.3)), (84, 62, 38), 0.8, 1.4),
        (-width // 10, -size[1] // 4),
    )
    room.blit(wood, (0, top))
    edge = max(3, height // 130)
    room.blit(paint.down((width, edge), [(0, (232, 188, 128)), (1, (120, 76, 44))]), (0, top - edge // 2))
    paint.shade(
        room,
        paint.down((width, height // 26), [(0, (90, 80, 80)), (1, (255, 255, 255))]),
        (0, top + edge // 2 + 1),
    )


def _lamp(room: pygame.Surface) -> None:
    """A pendant lamp's pool of light on the wall."""
    width, height = room.get_size()
    paint.add(
        room,
        paint.glow((round(width * 1.3), round(height * 0.95)), (110, 74, 36), 0.75, 1.5),
        (round(-width * 0.1), round(-height * 0.36)),
    )


def _how(kit: Kit) -> list[tuple[str, str]]:
    """How one plays this type of machine: a mark and a sentence for each line."""
    front, say = kit.front, kit.say
    coin = say("Drag a coin to the slot, or tap it.")
    if front.card:
        coin = say("Tap the card slot, then button 1.")
    steps = enumerate((coin, *front.fittings.how(kit)), 1)
    return [*((str(number), words) for number, words in steps), ("H", say("Shows the keys."))]


def _sign(base: pygame.Surface, kit: Kit, side: Rect) -> None:
    """An enamel sign on the wall: how one plays, in four lines."""
    width = round(side.width * 0.62)
    sign = Rect(0, 0, width, round(side.height * 0.25))
    sign.center = (side.centerx + kit.gap(1), side.y + round(side.height * 0.195))
    paint.cast(base, sign, kit.gap(2), 0.7, kit.gap(2))
    # A lamp of the bar shines on its upper corner.
    deep = dark_enough(mix(kit.theme.deep, kit.theme.beam(150), 0.25), kit.theme.bright, 7.5)
    plate = paint.down(
        sign.size, [(0, mix(deep, CREAM, 0.16)), (0.12, mix(deep, CREAM, 0.05)), (1, mix(deep, INK, 0.35))]
    )
    paint.add(
        plate,
        paint.glow((sign.width, sign.height), (52, 46, 40), 0.8, 1.4),
        (-sign.width // 5, -sign.height // 3),
    )
    base.blit(paint.clip_round(plate, kit.gap(2)), sign)
    rim = sign.inflate(-2 * kit.gap(0) - 2, -2 * kit.gap(0) - 2)
    pygame.draw.rect(base, mix(BONE, deep, 0.25), rim, max(1, kit.px(3)), kit.gap(2))
    inner = sign.inflate(-2 * kit.gap(3), -2 * kit.gap(2))
    title = Rect(inner.x, inner.y, inner.width, round(inner.height * 0.24))
    kit.text.put(base, kit.say("HOW TO PLAY"), title, "label", round(title.height * 0.74), kit.theme.bright)
    lines = _how(kit)
    step = (inner.bottom - title.bottom) / len(lines)
    room = (inner.width - round(step) - kit.gap(1), round(step))
    size = min(fit(words, "text", room, round(step * 0.56)).size_px for _, words in lines)
    for i, (mark, words) in enumerate(lines):
        y = round(title.bottom + i * step)
        tag = Rect(inner.x, y, round(step), round(step))
        kit.text.put(base, mark, tag, "label", size, kit.theme.bright)
        box = Rect(tag.right + kit.gap(1), y, inner.right - tag.right - kit.gap(1), round(step))
        kit.text.put(base, words, box, "text", size, mix(CREAM, deep, 0.12), align="left")
