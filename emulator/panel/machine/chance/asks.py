# SPDX-License-Identifier: MIT
"""What a machine of chance asks on its screen: to pick one of three, or to bet a win on a colour."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen

_RED: Colour = (206, 38, 34)
_BLACK: Colour = (30, 28, 34)
_PICKS = ("hold_1", "hold_2", "hold_3")


class Asks:
    """Two sheets over the reels, of which the one shows that the lit buttons ask for."""

    def __init__(self, kit: Kit, picks: str, gamble: bool) -> None:
        self.rect = kit.layout.window
        self._pick = self._gamble = None
        self._bright = kit.theme.bright
        self._spots: list[Rect] = []
        if picks:
            self._pick = self._paint_pick(kit, picks)
        if gamble:
            self._gamble = self._paint_gamble(kit)
        side = round(self.rect.height * 0.8)
        self._glow = paint.glow((side, side), kit.theme.bright, 0.5, 1.6)

    def asked(self, seen: Seen) -> str:
        """What is asked now, "pick", "gamble" or nothing, as the lamps of the buttons say."""
        if seen.door_open:
            return ""
        if self._pick is not None and all(seen.lamps.get(name, False) for name in _PICKS):
            return "pick"
        return "gamble" if self._gamble is not None and seen.lamps.get("double", False) else ""

    def draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """The sheet that is asked for, its things breathing one after the other."""
        asked = self.asked(seen)
        if not asked:
            return
        sheet = self._pick if asked == "pick" else self._gamble
        assert sheet is not None
        screen.blit(sheet, self.rect)
        spots = _spots(self.rect, 3 if asked == "pick" else 2)
        for number, spot in enumerate(spots):
            level = max(0.0, math.sin(clock_ms / 420 - number * 1.6)) * 150
            light = self._glow.copy()
            light.fill((round(level),) * 3, special_flags=pygame.BLEND_RGB_MULT)
            paint.add(screen, light, light.get_rect(center=spot.center).topleft)

    def touched(self, point: tuple[int, int], asked: str) -> str | None:
        """The button of the thing or the colour that lies under a point."""
        spots = _spots(self.rect, 3 if asked == "pick" else 2)
        return next(
            (name for name, spot in zip(_PICKS, spots, strict=False) if spot.collidepoint(point)), None
        )

    def draw_chosen(self, screen: pygame.Surface, asked: str, choice: int) -> None:
        """The sheet of a question that was answered: what was chosen in a frame, the rest stepped back."""
        sheet = self._pick if asked == "pick" else self._gamble
        if sheet is None:
            return
        screen.blit(sheet, self.rect)
        spot = _spots(self.rect, 3 if asked == "pick" else 2)[choice]
        chosen = screen.subsurface(spot).copy()
        veil = paint.plain(self.rect.size)
        veil.fill((116, 112, 120))
        paint.shade(screen, veil, self.rect.topleft)
        screen.blit(chosen, spot)
        box = spot.inflate(spot.width // 12, spot.height // 24)
        pygame.draw.rect(screen, self._bright, box, max(2, spot.height // 28), spot.height // 12)

    def _paint_pick(self, kit: Kit, drawing: str) -> pygame.Surface:
        sheet = self._cover(kit, kit.say("PICK ONE"))
        for number, spot in enumerate(_spots(self.rect, 3), start=1):
            at = spot.move(-self.rect.x, -self.rect.y)
            side = min(at.width, round(at.height * 0.74))
            picture = kit.symbol(drawing, side, keyline=True)
            sheet.blit(picture, picture.get_rect(midtop=at.midtop))
            below = Rect(at.x, at.y + side, at.width, at.height - side)
            self._write(kit, sheet, str(number), below, CREAM)
        return sheet

    def _paint_gamble(self, kit: Kit) -> pygame.Surface:
        sheet = self._cover(kit, kit.say("DOUBLE OR NOTHING?"))
        cards = ((_RED, kit.say("RED")), (_BLACK, kit.say("BLACK")))
        for spot, (colour, name) in zip(_spots(self.rect, 2), cards, strict=True):
            at = spot.move(-self.rect.x, -self.rect.y)
            card = Rect(0, 0, round(at.height * 0.54), round(at.height * 0.76))
            card.midtop = at.midtop
            sheet.blit(_card(card.size, colour, kit), card)
            below = Rect(at.x, card.bottom, at.width, at.bottom - card.bottom)
            self._write(kit, sheet, name, below, CREAM)
        return sheet

    def _cover(self, kit: Kit, title: str) -> pygame.Surface:
        """The window darkened, with a question over it."""
        sheet = paint.layer(self.rect.size)
        sheet.fill((*mix(kit.theme.deep, INK, 0.5), 228))
        box = Rect(0, kit.gap(1), self.rect.width, round(self.rect.height * 0.2))
        self._write(kit, sheet, title, box, kit.theme.bright)
        return sheet

    def _write(self, kit: Kit, sheet: pygame.Surface, words: str, box: Rect, colour: Colour) -> None:
        size = round(box.height * 0.8)
        kit.text.put(sheet, words, box, "label", size, colour, shadow=INK, remember=False)


def _spots(window: Rect, count: int) -> list[Rect]:
    """Where so many things stand side by side under the question."""
    height = round(window.height * 0.66)
    top = window.y + round(window.height * 0.27)
    width = window.width // (count + 1)
    gap = (window.width - width * count) // (count + 1)
    return [Rect(window.x + gap + i * (width + gap), top, width, height) for i in range(count)]


def _card(size: tuple[int, int], colour: Colour, kit: Kit) -> pygame.Surface:
    """A playing card of one suit: a heart for red, a spade for black."""
    face = paint.down(size, [(0, (255, 252, 244)), (1, (226, 218, 202))])
    side = round(size[0] * 0.7)
    lobes = [shapes.ellipse(34, 38, 19, 19), shapes.ellipse(66, 38, 19, 19)]
    body = [(16.5, 46.0), (50.0, 90.0), (83.5, 46.0), (50.0, 34.0)]
    if colour == _BLACK:
        lobes = [[(x, 92 - y) for x, y in lobe] for lobe in lobes]
        body = [(x, 92 - y) for x, y in body]
        lobes.append([(50.0, 52.0), (60.0, 94.0), (40.0, 94.0)])
    pips = paint.layer((side, side))
    mask = shapes.cover([*lobes, body], side)
    flat = paint.plain((side, side))
    flat.fill(colour)
    rgb = pygame.surfarray.array3d(flat).transpose(1, 0, 2).astype("float32")
    pips.blit(paint.to_surface(rgb, mask), (0, 0))
    face.blit(pips, pips.get_rect(center=(size[0] // 2, size[1] // 2)))
    return paint.clip_round(face, kit.gap(2))
