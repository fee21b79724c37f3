# SPDX-License-Identifier: MIT
"""What goes through the air over the cloth: cards that are dealt one by one, chips that are paid."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import pygame

from emulator.panel.art import paint

CARD_MS = 26  # from card to card of a packet
FLY_MS = 320
PAY_MS = 460


@dataclass(frozen=True)
class Hop:
    """Where something in the air is: its spot on the cloth, how high over it, how far it has turned."""

    x: float
    y: float
    height: float
    turn_deg: float


def dealt(start: tuple[int, int], target: tuple[float, float], which: int, age_ms: int) -> Hop | None:
    """
    A card of a packet, ``age_ms`` after the first of them left the croupier's hand.

    Args:
        which: card of the packet, from 0.

    Returns:
        None while it has not left; at the end it lies on its target and has turned to rest.
    """
    age = age_ms - which * CARD_MS
    if age < 0:
        return None
    along = min(1.0, age / FLY_MS)
    ease = 1 - (1 - along) ** 2
    across, down = target[0] - start[0], target[1] - start[1]
    high = min(1.0, math.hypot(across, down) / 400)
    return Hop(
        start[0] + across * ease,
        start[1] + down * ease,
        math.sin(math.pi * along) * high,
        (1 - ease) * (180 if which % 2 else -180),
    )


def paid(start: tuple[int, int], target: tuple[int, int], age_ms: int) -> tuple[int, int]:
    """Where chips are that slide from the croupier's tray to a stake."""
    along = min(1.0, max(0, age_ms) / PAY_MS)
    ease = along * along * (3 - 2 * along)
    return round(start[0] + (target[0] - start[0]) * ease), round(start[1] + (target[1] - start[1]) * ease)


def draw_card(screen: pygame.Surface, picture: pygame.Surface, hop: Hop, reach_px: int) -> None:
    """A card in the air with its shadow on the cloth below; ``reach_px`` is how high a high one flies."""
    up = round(hop.height * reach_px)
    if up > 1:
        shadow = _shadow(picture.get_size())
        screen.blit(shadow, shadow.get_rect(center=(round(hop.x + up * 0.5), round(hop.y + up * 0.3))))
    shown = pygame.transform.rotate(picture, hop.turn_deg) if abs(hop.turn_deg) > 0.5 else picture
    screen.blit(shown, shown.get_rect(center=(round(hop.x), round(hop.y) - up)))


@lru_cache(maxsize=8)
def _shadow(size: tuple[int, int]) -> pygame.Surface:
    sheet = paint.layer(size)
    pygame.draw.ellipse(sheet, (0, 0, 0, 70), sheet.get_rect())
    return sheet
