# SPDX-License-Identifier: MIT
"""What points earn, printed on the glass of a game of skill: a line an award, the highest first."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.kit import Kit
from emulator.panel.theme import CREAM, mix

# The print on the glass is part of the machine and Spanish whatever the panel speaks (K-21).
_WORDS = {"play": "otra partida", "refund": "se devuelve el precio", "tickets": "tiques"}
_POINTS_SHARE = 0.42


def paint_awards(surface: pygame.Surface, area: Rect, kit: Kit) -> None:
    """Print every award into ``area`` of the sheet."""
    awards = tuple(reversed(kit.front.awards))
    if not awards:
        return
    gap = kit.gap(1)
    height = min((area.height - gap * (len(awards) - 1)) // len(awards), kit.px(120))
    top = area.centery - (height * len(awards) + gap * (len(awards) - 1)) // 2
    for number, (points, gives, count) in enumerate(awards):
        line = Rect(area.x, top + number * (height + gap), area.width, height)
        plate = pygame.Surface(line.size, pygame.SRCALPHA)
        colour = (*mix(kit.theme.deep, (0, 0, 0), 0.35), 170)
        pygame.draw.rect(plate, colour, plate.get_rect(), border_radius=height // 4)
        surface.blit(plate, line)
        left = Rect(line.x + kit.gap(2), line.y, round(line.width * _POINTS_SHARE), height)
        right = Rect(left.right, line.y, line.right - left.right - kit.gap(2), height)
        words = f"{count} {_WORDS[gives]}" if gives == "tickets" else _WORDS[gives]
        size = round(height * 0.6)
        kit.text.put(surface, f"{points} puntos", left, "label", size, kit.theme.bright, align="left")
        kit.text.put(surface, words.upper(), right, "label", size, CREAM, align="right")
