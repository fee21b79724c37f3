# SPDX-License-Identifier: MIT
"""
What buttons are mounted in: a bezel round each, and what of a wide deck is left beside them.

A push button is no wider than its lamp lights it. Its place may be: there it stands in the middle, START on a
plate of metal held by four screws, with the loudspeaker behind slots at either side of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.cap import Cap
from emulator.panel.machine.parts.kit import Kit

# Widths of a height, at most: of START, of what stands as high as the deck, and of one of two rows.
_START, _TALL, _LOW = 1.9, 1.6, 3.5
_OF_TALL = 0.92  # of the deck's height, for what stands beside START alone
_BEZEL = 0.07  # of a button's height, as far as a finger leaves it room
_GRILLE_LEAST = 0.42  # of the button's height: a loudspeaker's slots are no narrower
# Of its height, what START leaves of its place's width at least: else the deck itself is seen there.
_PLATE_LEAST = 0.3
_FRAMED = 0.5  # of its height: how much wider the plate of another button is than that
_SLOT, _PITCH = 5, 13  # of a slot and from one to the next, at the reference width


def mounted(caps: Sequence[Cap], touch_px: int, air: int, deck: Rect) -> list[Cap]:
    """
    The buttons in the middle of their places, with their bezels; START as high as two rows beside it.

    Args:
        air: how far the bezel of START may stand out of its place.
        deck: no bezel stands out of it.
    """
    whole = caps[0].rect.unionall([cap.rect for cap in caps])
    found = {}
    for cap in caps:
        tall = cap.rect.height > 0.6 * whole.height
        if cap.name != "start":
            share, most = (_OF_TALL, _TALL) if tall else (1.0, _LOW)
            found[cap.name] = replace(_shaped(cap, share, most, touch_px, 0), tall=tall)
    rows = [cap.rect for cap in found.values()]
    for cap in caps:
        if cap.name == "start":
            start = _shaped(cap, 1.0, _START, touch_px, air)
            start = replace(start, tall=cap.rect.height > 0.6 * whole.height)
            high = rows[0].unionall(rows[1:]).height if len({rect.y for rect in rows}) > 1 else 0
            if high and start.tall:
                rect = Rect(0, 0, start.rect.width, high)
                rect.center = start.rect.center
                start = replace(start, rect=rect)
            free = min(start.rect.y - deck.y, deck.bottom - start.rect.bottom)
            found[cap.name] = replace(start, bezel=min(start.bezel, free))
    return [found[cap.name] for cap in caps]


def _shaped(cap: Cap, share: float, most: float, touch_px: int, out: int) -> Cap:
    """The button in its place, of ``share`` of its height and ``most`` widths; its bezel stands ``out``."""
    place = cap.rect
    tall = max(touch_px, round(place.height * share))
    bezel = max(0, min(round(tall * _BEZEL), (tall - touch_px) // 2 + out))
    height = tall - 2 * max(0, bezel - out)
    width = min(place.width - 2 * bezel, max(touch_px, round(height * most)))
    rect = Rect(0, 0, max(width, touch_px), height)
    rect.center = place.center
    return replace(cap, rect=rect, bezel=bezel)


def slotted(place: Rect, cap: Cap, gap: int) -> Iterator[Rect]:
    """What a button leaves of its place at its left and at its right, where slots have room."""
    outer = cap.rect.inflate(2 * (cap.bezel + gap), 0)
    for x, right in ((place.x + gap, outer.x), (outer.right, place.right - gap)):
        if right - x >= place.height * _GRILLE_LEAST:
            yield Rect(x, place.y, right - x, place.height)


def paint_mount(base: pygame.Surface, kit: Kit, place: Rect, cap: Cap) -> None:
    """The plate under a button whose place is wider: screws in its corners, slots beside the button."""
    radius, outer = max(3, kit.gap(2)), cap.rect.width + 2 * cap.bezel
    if place.width - outer < place.height * _PLATE_LEAST:
        return
    if cap.name != "start":  # a plate that frames it will do
        place = place.inflate(min(0, outer + round(_FRAMED * place.height) - place.width), 0)
    paint.cast(base, place, max(2, kit.gap(1)), 0.6, radius)
    base.blit(_metal(place.size, radius), place)
    screw = max(3, kit.px(9))
    inset = screw + max(2, kit.gap(0))
    for x in (place.x + inset, place.right - inset):
        for y in (place.y + inset, place.bottom - inset):
            paint_screw(base, (x, y), screw, (x * 7 + y * 3) % 180)
    for side in slotted(place, cap, kit.gap(1)) if cap.name == "start" else ():
        grille = side.inflate(-2 * kit.gap(1), -2 * (inset + screw // 2))
        if grille.height >= 3 * kit.px(_PITCH):
            _slots(base, kit, grille)


def paint_bezel(base: pygame.Surface, cap: Cap, radius: float) -> None:
    """A ring of metal that stands out of the deck, and the dark collar in which the dome travels."""
    if cap.bezel < 3:
        paint.frame(base, cap.rect, max(2, cap.bezel), radius)
        return
    collar = max(1, cap.bezel // 3)
    outer = cap.rect.inflate(2 * cap.bezel, 2 * cap.bezel)
    paint.cast(base, outer, max(2, cap.bezel // 2), 0.75, radius + cap.bezel)
    paint.frame(base, cap.rect.inflate(2 * collar, 2 * collar), cap.bezel - collar, radius + collar)
    ring = paint.rounded((cap.rect.width + 2 * collar, cap.rect.height + 2 * collar), radius + collar)
    base.blit(paint.flat(ring * 0.96, (10, 9, 12)), cap.rect.inflate(2 * collar, 2 * collar))


def paint_screw(base: pygame.Surface, at: tuple[int, int], radius: int, turn_deg: int) -> None:
    """The head of a screw, its slot as it came to rest."""
    of = paint.metal()
    size = 2 * radius + 1
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) - radius
    far = np.hypot(x, y)
    light = np.clip(0.55 - (x * 0.5 + y * 0.7) / (1.6 * radius), 0, 1)[..., None]
    low, high = (np.asarray(tone, dtype=np.float32) for tone in (of.dark, of.light))
    tone = low + (high - low) * light
    turn = np.deg2rad(turn_deg)
    slot = np.clip(radius * 0.24 - np.abs(x * np.sin(turn) - y * np.cos(turn)) + 0.5, 0, 1)[..., None]
    tone = tone * (1 - 0.8 * slot * (far[..., None] < radius * 0.85))
    rim = paint.flat(np.asarray(np.clip(radius + 1.2 - far, 0, 1) * 0.7, dtype=np.float32), (0, 0, 0))
    base.blit(rim, (at[0] - radius + 1, at[1] - radius + 1))
    base.blit(
        paint.to_surface(tone, np.asarray(np.clip(radius - far + 0.3, 0, 1), dtype=np.float32)),
        (at[0] - radius, at[1] - radius),
    )


def _metal(size: tuple[int, int], radius: float) -> pygame.Surface:
    """Brushed metal in the tone of the machine's trim, its edges bevelled."""
    of = paint.metal()
    sheet = paint.down(
        size,
        [
            (0, mix(of.mid, INK, 0.25)),
            (0.5, mix(of.mid, of.dark, 0.62)),
            (1, mix(of.dark, INK, 0.2)),
        ],
    )
    paint.tint(sheet, 17, 220, 12)
    whole = paint.clip_round(sheet, radius)
    edge = paint.rounded(size, radius, 0.5) - paint.rounded(size, radius, 2.0)
    fall = np.linspace(1, 0, size[1], dtype=np.float32)[:, None]
    whole.blit(paint.flat(np.asarray(edge * fall, dtype=np.float32), of.light), (0, 0))
    whole.blit(paint.flat(np.asarray(edge * (1 - fall) * 0.8, dtype=np.float32), INK), (0, 0))
    return whole


def _slots(base: pygame.Surface, kit: Kit, box: Rect) -> None:
    """Rows of slots with round ends, punched through the plate, as long as an ellipse leaves them."""
    tall, pitch = max(2, kit.px(_SLOT)), max(5, kit.px(_PITCH))
    count = max(2, box.height // pitch)
    top = box.centery - (count - 1) * pitch / 2
    for number in range(count):
        y = round(top + number * pitch)
        off = (number - (count - 1) / 2) / (count / 2)
        wide = max(4 * tall, round(box.width * (1 - 0.55 * off * off)))
        slot = Rect(0, 0, wide, tall)
        slot.center = (box.centerx, y)
        pygame.draw.rect(base, mix(paint.metal().light, INK, 0.35), slot.move(0, 1), 0, tall)
        pygame.draw.rect(base, (6, 5, 8), slot, 0, tall)
