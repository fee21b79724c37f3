# SPDX-License-Identifier: MIT
"""What points earn, as pictures: a bundle of tickets, the coins that come back, a play once more."""

from __future__ import annotations

import pygame

from emulator.panel.art import coins, paint
from emulator.panel.art.theme import INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit

PAPER: Colour = (255, 238, 196)
# More tickets than this lie on each other unseen.
_FANNED = 10
_SMOOTH = 3
_FAN_DEG = 8.5


def gift(kit: Kit, gives: str, count: int, side: int) -> pygame.Surface:
    """What an award gives, as tall as ``side`` and at most twice as wide."""
    if gives == "tickets":
        return _bundle(kit, min(count, _FANNED), side)
    if gives == "refund":
        return _coins(kit, side)
    return _again(kit, side)


def _coins(kit: Kit, side: int) -> pygame.Surface:
    """The coin of each price that the operator may set."""
    shown = [*filter(coins.known, kit.front.prices_cents)] or [max(kit.front.coins_cents)]
    across = round(side * 0.80)
    step = min(round(across * 0.62), (2 * side - across) // max(1, len(shown) - 1))
    picture = paint.layer((across + step * (len(shown) - 1), side))
    for number, cents in enumerate(shown):
        picture.blit(coins.face(cents, across), (number * step, (side - across) * (number % 2)))
    return picture


def _bundle(kit: Kit, count: int, side: int) -> pygame.Surface:
    """So many tickets spread like a hand of cards, the last one on top."""
    large = side * _SMOOTH
    wide, tall = round(large * 0.34), round(large * 0.74)
    ticket = paint.layer((wide, tall))
    pygame.draw.rect(ticket, PAPER, ticket.get_rect(), border_radius=wide // 9)
    inner = ticket.get_rect().inflate(-wide // 4, -tall // 4)
    pygame.draw.rect(ticket, kit.theme.accent, inner, border_radius=wide // 12)
    pygame.draw.circle(ticket, PAPER, inner.center, wide // 5)
    pygame.draw.rect(
        ticket, mix(PAPER, INK, 0.6), ticket.get_rect(), max(1, wide // 22), border_radius=wide // 9
    )
    sheet = paint.layer((round(large * 1.9), round(large * 1.25)))
    foot = (sheet.get_width() // 2, round(large * 1.15))
    for number in range(count):
        lean = (number - (count - 1) / 2) * -_FAN_DEG
        turned = pygame.transform.rotozoom(ticket, lean, 1.0)
        away = pygame.Vector2(0, -tall * 0.72).rotate(-lean)
        sheet.blit(turned, turned.get_rect(center=(foot[0] + away.x, foot[1] + away.y)))
    tight = sheet.subsurface(sheet.get_bounding_rect())
    share = min(side / tight.get_height(), 2 * side / tight.get_width())
    return pygame.transform.smoothscale(tight, [max(1, round(length * share)) for length in tight.get_size()])


def _again(kit: Kit, side: int) -> pygame.Surface:
    """An arrow that goes round."""
    large = paint.layer((side * _SMOOTH, side * _SMOOTH))
    box = large.get_rect().inflate(-side // 2, -side // 2)
    broad = max(3, round(side * 0.42))
    colour = mix(kit.theme.accent, INK, 0.12)
    pygame.draw.arc(large, colour, box, 0.9, 6.0, broad)
    x, y = box.right - broad // 2, box.centery
    reach = round(broad * 1.15)
    pygame.draw.polygon(
        large, colour, [(x - reach, y - reach // 3), (x + reach, y - reach // 3), (x, y + reach)]
    )
    return pygame.transform.smoothscale(large, (side, side))
