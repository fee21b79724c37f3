# SPDX-License-Identifier: MIT
"""The slot of a machine that takes house cards, above the tray, with the card in it and the slot's light."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.slot_plate import engrave_card, paint_plate

_EMPTY: Colour = (96, 255, 140)
_INSIDE: Colour = (255, 176, 60)
# What a visitor has put on his first card at the cash desk.
FIRST_CENTS = 6_000


class CardSlot:
    """
    Draws the slot and the card that stands out of it; says whether a point touches it.

    Args:
        mouth: where a note acceptor would have its mouth; a machine of type C has none.
    """

    def __init__(self, kit: Kit, mouth: Rect) -> None:
        self._kit = kit
        self.fitted = kit.front.card is not None
        self.rect = mouth
        self._slit = Rect(0, 0, round(mouth.width * 0.70), max(4, round(mouth.height * 0.13)))
        self._slit.midbottom = (mouth.centerx, mouth.bottom - round(mouth.height * 0.17))
        self._halo = (self._slit.width + 2 * self._slit.height, self._slit.height * 6)

    def paint(self, base: pygame.Surface) -> None:
        """The plate with the card's name and picture, and the funnel of its slit."""
        if not self.fitted:
            return
        kit = self._kit
        inner = paint_plate(base, kit, self.rect, self._slit)
        funnel = self._slit.inflate(self._slit.height * 2, self._slit.height)
        lips = paint.down(funnel.size, [(0, (96, 96, 104)), (0.5, (20, 20, 24)), (1, (70, 70, 78))])
        base.blit(paint.clip_round(lips, funnel.height / 2), funnel)
        base.fill((2, 2, 3), self._slit)
        box = Rect(inner.x + 2, inner.y, inner.width - 4, funnel.y - inner.y)
        if box.width > 2.6 * box.height:
            mark = Rect(box.x + kit.gap(0), box.y, round(box.width * 0.34), box.height).inflate(
                0, -box.height // 5
            )
            engrave_card(base, mark, CREAM)
            box.width -= mark.right - box.x
            box.x = mark.right
        kit.text.put(base, kit.say("CARD"), box, "label", round(box.height * 0.5), CREAM)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The slot's light, and the half of a card that stands out of it."""
        if not self.fitted:
            return
        inside = seen.card is not None and seen.card.inside
        if seen.powered:
            tone = _INSIDE if inside else _EMPTY
            light = paint.glow(self._halo, tone, 0.7, 1.3)
            paint.add(screen, light, light.get_rect(center=self._slit.center).topleft)
            pygame.draw.rect(screen, tone, self._slit.inflate(0, -self._slit.height // 2), border_radius=2)
        if inside:
            theme = self._kit.theme
            size = (round(self._slit.width * 0.84), round(self.rect.height * 0.42))
            face = paint.down(size, [(0, mix(theme.accent, INK, 0.45)), (1, theme.accent)])
            screen.blit(paint.clip_round(face, 3), face.get_rect(midtop=self._slit.center))

    def at(self, point: tuple[int, int]) -> bool:
        """Whether a point touches the slot, or the card in it."""
        return self.fitted and self.rect.inflate(self._kit.gap(2), self._kit.gap(4)).collidepoint(point)


def face(kit: Kit, width: int) -> pygame.Surface:
    """The whole card in the machine's colours, as the glass shows it: chip, gleam, the machine's name."""
    theme = kit.theme
    sheet = _face(width, theme.bright, theme.accent, theme.deep)
    height = sheet.get_height()
    box = Rect(round(width * 0.34), round(height * 0.30), round(width * 0.60), round(height * 0.36))
    size = fit(kit.front.title, "label", box.size, round(height * 0.3)).size_px
    if size >= readable_px(kit.layout.size):
        kit.text.put(sheet, kit.front.title, box, "label", size, CREAM, remember=False)
    return paint.clip_round(sheet, max(2, height // 10))


def blank(width: int, bright: Colour, accent: Colour, deep: Colour) -> pygame.Surface:
    """A card of these colours without a name."""
    sheet = _face(width, bright, accent, deep)
    return paint.clip_round(sheet, max(2, sheet.get_height() // 10))


def _face(width: int, bright: Colour, accent: Colour, deep: Colour) -> pygame.Surface:
    height = round(width * 5_398 / 8_560)  # ISO/IEC 7810, ID-1: 85.60 mm by 53.98 mm
    ends = [(0.0, mix(accent, deep, 0.2)), (1.0, mix(deep, INK, 0.25))]
    sheet = paint.across((width, height), ends)
    gleam = mix(bright, deep, 0.4)
    pygame.draw.line(sheet, gleam, (0, height), (width, round(height * 0.74)), max(1, height // 30))
    chip = Rect(round(width * 0.1), round(height * 0.34), round(width * 0.17), round(height * 0.24))
    pygame.draw.rect(sheet, (214, 178, 92), chip, border_radius=max(1, chip.height // 4))
    for ends_of_line in ((chip.midtop, chip.midbottom), (chip.midleft, chip.midright)):
        pygame.draw.line(sheet, (120, 92, 40), *ends_of_line)
    return sheet
