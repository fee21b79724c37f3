# SPDX-License-Identifier: MIT
"""What points earn, printed on the glass: a line an award, the highest first, each lit."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.theme import CREAM, INK, Colour, dark_enough, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import AWARD_FIRST

_POINTS_SHARE, _ICON_SHARE = 0.26, 0.22
_ICON_BESIDE = 0.30
_LONG = 9  # heights: a line on which all of it stands side by side
# More tickets than this lie on each other unseen.
_FANNED = 10
_PAPER: Colour = (255, 238, 196)
_LIT_INK: Colour = (255, 252, 226)
_LIT_CONTRAST = 7.5  # of an award on its lit plate, before the lamp's own light is added to both


class Awards:
    """Keeps every line twice, dark and lit, and shows the lit one where its lamp is on."""

    def __init__(self, kit: Kit, area: Rect) -> None:
        self._kit = kit
        awards = kit.front.awards
        gap = kit.gap(1)
        count = max(1, len(awards))
        height = min((area.height - gap * (count - 1)) // count, kit.px(120 if kit.layout.portrait else 170))
        top = area.centery - (height * count + gap * (count - 1)) // 2
        self._lines = [
            (AWARD_FIRST + number, award, Rect(area.x, top + line * (height + gap), area.width, height))
            for line, (number, award) in enumerate(reversed(list(enumerate(awards))))
        ]
        self._lit: dict[int, pygame.Surface] = {}

    def paint(self, base: pygame.Surface) -> None:
        """Print every award with its lamp out, and keep it with its lamp on."""
        for lamp, award, line in self._lines:
            dark = paint.layer(line.size)
            colour = (
                *mix(self._kit.theme.deep, INK, 0.35),
                170 if self._kit.front.livery.glass is None else 222,
            )
            pygame.draw.rect(dark, colour, dark.get_rect(), border_radius=line.height // 4)
            self._print(dark, award, line, lit=False)
            base.blit(dark, line)
            accent = dark_enough(self._kit.theme.accent, _LIT_INK, _LIT_CONTRAST)
            glowing = paint.down(
                line.size,
                [(0, mix(accent, (255, 230, 190), 0.25)), (0.5, accent), (1, mix(accent, INK, 0.35))],
            )
            lit = paint.clip_round(glowing, line.height / 4)
            self._print(lit, award, line, lit=True)
            self._lit[lamp] = lit

    def _print(self, plate: pygame.Surface, award: tuple[int, str, int], line: Rect, lit: bool) -> None:
        kit = self._kit
        points, gives, count = award
        words = {
            "play": kit.say("ONE MORE PLAY"),
            "refund": kit.say("THE PRICE IS GIVEN BACK"),
            "tickets": kit.say("{} TICKETS").format(count),
        }[gives]
        left, icon_box, right = _places(line.size, kit)
        icon = _icon(kit, gives, count, icon_box.height)
        if icon.get_width() > icon_box.width:
            tall = icon.get_height() * icon_box.width // icon.get_width()
            icon = pygame.transform.smoothscale(icon, (icon_box.width, tall))
        if not lit:
            icon.fill((205, 205, 205), special_flags=pygame.BLEND_RGB_MULT)
        plate.blit(icon, icon.get_rect(center=icon_box.center))
        size = min(round(left.height * 0.62), kit.px(56))
        with kit.text.moved(line.topleft):
            ink = _LIT_INK if lit else kit.theme.bright
            shadow = mix(kit.theme.accent, INK, 0.75) if lit else mix(kit.theme.deep, INK, 0.7)
            kit.text.put(
                plate,
                kit.say("{} points").format(points),
                left,
                "label",
                size,
                ink,
                align="left",
                shadow=shadow,
                remember=not lit,
            )
            kit.text.put(
                plate, words, right, "label", size, ink if lit else CREAM,
                align="right" if right.y == left.y else "left", shadow=shadow, remember=not lit,
            )  # fmt: skip

    def draw(self, screen: pygame.Surface, glass: frozenset[int], spotlight: int | None) -> None:
        """The award that the points of the play reach, with its bloom; ``spotlight`` is one to look at."""
        for lamp, _, line in self._lines:
            if lamp == spotlight and lamp not in glass:
                light = paint.glow((line.width, line.height * 2), mix(self._kit.theme.bright, INK, 0.72), 0.6)
                paint.add(screen, light, (line.x, line.y - line.height // 2))
            if lamp in glass:
                screen.blit(self._lit[lamp], line)
                light = paint.glow(
                    (line.width, line.height * 3), mix(self._kit.theme.accent, INK, 0.5), 0.7, 1.6
                )
                paint.add(screen, light, (line.x, line.y - line.height))


def _places(size: tuple[int, int], kit: Kit) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Where on a line points, picture and award stand: side by side, or on a short one award below points."""
    width, height = size
    pad = kit.gap(2)
    if width > _LONG * height:
        points = round(width * _POINTS_SHARE)
        picture = Rect(pad + points, round(height * 0.1), round(width * _ICON_SHARE), round(height * 0.8))
        award = Rect(picture.right + pad, 0, width - picture.right - 2 * pad, height)
        return Rect(pad, 0, points - pad, height), picture, award
    picture = Rect(width - pad - round(width * _ICON_BESIDE), round(height * 0.12), 0, round(height * 0.76))
    picture.width = round(width * _ICON_BESIDE)
    across, half = picture.x - 2 * pad, round(height * 0.46)
    points = round(height * 0.04)
    return Rect(pad, points, across, half), picture, Rect(pad, points + half, across, half)


def _icon(kit: Kit, gives: str, count: int, side: int) -> pygame.Surface:
    """What an award is, as a picture of this height: tickets, the coin that comes back, a play once more."""
    if gives == "tickets":
        return _tickets(kit, min(count, _FANNED), side)
    if gives == "refund":
        return _coins(kit, side)
    return _again(kit, side)


def _coins(kit: Kit, side: int) -> pygame.Surface:
    """The coin of each price that the operator may set."""
    shown = [*filter(coins.known, kit.front.prices_cents)] or [max(kit.front.coins_cents)]
    step = round(side * 0.72)
    picture = paint.layer((side + step * (len(shown) - 1), side))
    for number, cents in enumerate(shown):
        picture.blit(coins.face(cents, side), (number * step, 0))
    return picture


def _tickets(kit: Kit, count: int, side: int) -> pygame.Surface:
    """Some tickets fanned out, the last one on top."""
    width, step = round(side * 0.66), max(2, round(side * 0.36))
    picture = paint.layer((width + step * (count - 1), side))
    ticket = pygame.Surface((width, side))
    ticket.fill(_PAPER)
    band = pygame.Rect(0, round(side * 0.22), width, round(side * 0.56))
    pygame.draw.rect(ticket, mix(kit.theme.deep, kit.theme.beam(200), 0.35), band)
    pygame.draw.rect(ticket, mix(_PAPER, INK, 0.55), ticket.get_rect(), 1)
    for number in range(count):
        picture.blit(ticket, (number * step, 0))
    return picture


def _again(kit: Kit, side: int) -> pygame.Surface:
    """An arrow that goes round."""
    large = paint.layer((side * 3, side * 3))
    box = large.get_rect().inflate(-side // 2, -side // 2)
    broad = max(3, round(side * 0.42))
    pygame.draw.arc(large, kit.theme.bright, box, 0.9, 6.0, broad)
    x, y = box.right - broad // 2, box.centery
    reach = round(broad * 1.15)
    pygame.draw.polygon(
        large, kit.theme.bright, [(x - reach, y - reach // 3), (x + reach, y - reach // 3), (x, y + reach)]
    )
    return pygame.transform.smoothscale(large, (side, side))
