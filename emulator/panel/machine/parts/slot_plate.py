# SPDX-License-Identifier: MIT
"""Plates round what takes money: a slit for notes or cards, and a token's mouth."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, hex_colour, mix
from emulator.panel.machine.parts.kit import Kit


def paint_plate(base: pygame.Surface, kit: Kit, rect: Rect, slit: Rect) -> Rect:
    """Paint a plate over ``rect`` with its ``slit``; return the part within the rim."""
    paint.cast(base, rect, max(2, kit.gap(1)), 0.7, kit.gap(1))
    base.blit(paint.clip_round(paint.chrome(rect.size), kit.gap(1)), rect)
    inner = rect.inflate(-2 * kit.gap(0) - 2, -2 * kit.gap(0) - 2)
    plate = paint.down(inner.size, [(0, (70, 68, 76)), (0.5, (38, 36, 42)), (1, (22, 20, 24))])
    base.blit(paint.clip_round(plate, kit.gap(1)), inner)
    base.fill((2, 2, 3), slit)
    paint.frame(base, slit, max(1, kit.px(3)), 2)
    return inner


def engrave_token(base: pygame.Surface, kit: Kit, slot: Rect, plate: Rect) -> Rect:
    """
    A token let into the plate behind its slot: its rim with eight marks in the colour of the house.

    Returns:
        Where it lies.
    """
    tone = hex_colour(kit.front.token_colour) or kit.theme.accent
    middle, edge = slot.center, 2 * kit.gap(0)
    inside = min(middle[0] - plate.x, plate.right - middle[0], middle[1] - plate.y, plate.bottom - middle[1])
    radius = min(round(slot.height * 0.72), inside - edge)
    pygame.draw.aacircle(base, (250, 248, 244), (middle[0] + 1, middle[1] + 1), radius)
    pygame.draw.aacircle(base, mix(tone, INK, 0.25), middle, radius)
    for number in range(8):
        turn = 2 * math.pi * (number + 0.5) / 8
        wide = 2 * math.pi / 8 * 0.30
        mark = [
            (
                middle[0] + reach * math.cos(turn + side * wide),
                middle[1] + reach * math.sin(turn + side * wide),
            )
            for reach, side in ((radius, -1), (radius, 1), (radius * 0.76, 1), (radius * 0.76, -1))
        ]
        pygame.draw.polygon(base, CREAM, mark)
    inner: Colour = (150, 146, 148)
    pygame.draw.aacircle(base, mix(tone, INK, 0.55), middle, round(radius * 0.74))
    pygame.draw.aacircle(base, inner, middle, round(radius * 0.68))
    gleam = Rect(0, 0, 2 * radius - 2, 2 * radius - 2)
    gleam.center = middle
    pygame.draw.arc(base, (255, 255, 255), gleam, math.radians(100), math.radians(170), max(1, radius // 12))
    return gleam


def engrave_card(base: pygame.Surface, box: Rect, tone: Colour) -> None:
    """A card with its chip, and the arrow that says which way it goes in."""
    tall = min(box.height, round(box.width * 0.63))
    card = Rect(0, 0, round(tall / 0.63), tall)
    card.center = box.center
    line = max(1, tall // 14)
    pygame.draw.rect(base, tone, card, line, max(2, tall // 7))
    chip = Rect(card.x + card.width // 6, card.y + round(tall * 0.28), card.width // 5, round(tall * 0.28))
    pygame.draw.rect(base, (214, 178, 92), chip, 0, max(1, chip.height // 4))
    x, y, head = card.x + round(card.width * 0.68), card.centery, max(2, tall // 5)
    pygame.draw.line(base, tone, (x, y - head), (x, y + head), line)
    pygame.draw.polygon(
        base, tone, [(x, y + round(head * 1.5)), (x - head, y + head // 3), (x + head, y + head // 3)]
    )
