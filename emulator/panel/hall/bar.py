# SPDX-License-Identifier: MIT
"""The bar below the room, and over a machine: purse, toy money, and plates that a finger finds."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.hall.money import Money
from emulator.panel.art import coins, paint
from emulator.panel.art.theme import AMBER, CREAM, INK, mix
from emulator.panel.hall.kit import HallKit

LEFT, RIGHT, DESK, HELP, HOME = "left", "right", "desk", "help", "home"
_BRASS = ((214, 186, 124), (236, 214, 160), (150, 122, 70))
_ENGRAVED = (58, 36, 18)


class Bar:
    """
    One bar; says which of its plates lies under a point.

    Args:
        plates: their names from left to right, apart from the two that turn over the room's pages.
    """

    def __init__(self, kit: HallKit, rect: Rect, plates: tuple[str, ...], words: dict[str, str]) -> None:
        self._kit, self.rect, self._words = kit, rect, words
        self.plates = _places(kit, rect, plates)
        left = max((box.right for name, box in self.plates.items() if name in (HOME, LEFT)), default=rect.x)
        right = min(
            (box.x for name, box in self.plates.items() if name not in (HOME, LEFT)), default=rect.right
        )
        self._middle = Rect(left + kit.gap(2), rect.y, right - left - 2 * kit.gap(2), rect.height)
        self._base = self._painted()
        self._shown: tuple[object, ...] = ()

    def _painted(self) -> pygame.Surface:
        kit, rect = self._kit, self.rect
        base = paint.down(rect.size, [(0, (52, 36, 30)), (0.06, (34, 24, 22)), (1, (14, 10, 10))])
        paint.tint(base, 12, 60, 6)
        base.fill(mix(AMBER, INK, 0.5), Rect(0, 0, rect.width, max(1, kit.px(2))))
        for name, place in self.plates.items():
            box = place.move(-rect.x, -rect.y)
            paint.cast(base, box, max(2, kit.px(6)), 0.6, kit.px(8))
            brass = paint.down(box.size, [(0, _BRASS[0]), (0.5, _BRASS[1]), (1, _BRASS[2])])
            paint.tint(brass, 17, 40, 10)
            base.blit(paint.clip_round(brass, kit.px(8)), box)
            pygame.draw.rect(base, (86, 64, 36), box, max(1, kit.px(2)), kit.px(8))
            self._engrave(base, name, box)
        return base

    def _engrave(self, base: pygame.Surface, name: str, box: Rect) -> None:
        kit = self._kit
        if name in (LEFT, RIGHT, HOME):
            side = round(box.height * 0.34)
            at = Rect(0, 0, side, side)
            at.center = box.center if name != HOME else (box.x + round(box.height * 0.45), box.centery)
            ahead = name == RIGHT
            tip = (at.right if ahead else at.x, at.centery)
            back = at.x if ahead else at.right
            pygame.draw.polygon(base, _ENGRAVED, [tip, (back, at.y), (back, at.bottom)])
            if name != HOME:
                return
            box = Rect(at.right + kit.gap(1), box.y, box.right - at.right - 2 * kit.gap(1), box.height)
        inner = box.inflate(-2 * kit.gap(1), -2 * kit.gap(0))
        size = round(box.height * 0.46)
        kit.text.put(base, self._words[name], inner, "label", size, _ENGRAVED, lines_max=2)

    def at(self, point: tuple[int, int]) -> str | None:
        """The plate under a point."""
        return next((name for name, box in self.plates.items() if box.collidepoint(point)), None)

    def draw(self, screen: pygame.Surface, money: Money, words: str, off: frozenset[str]) -> None:
        """
        Draw it with what the visitor has.

        Args:
            words: of the money that is no money.
            off: plates that can do nothing now.
        """
        shown = (money, words, off)
        if shown != self._shown:
            self._shown = shown
            self._filled = self._base.copy()
            self._fill(self._filled, money, words, off)
        screen.blit(self._filled, self.rect)

    def _fill(self, target: pygame.Surface, money: Money, words: str, off: frozenset[str]) -> None:
        kit = self._kit
        middle = self._middle.move(-self.rect.x, -self.rect.y).inflate(0, -2 * kit.gap(1))
        purse = Rect(middle.x, middle.y, round(middle.width * 0.42), middle.height)
        side = min(purse.height, round(kit.px(58)))
        for step, cents in enumerate((50, 100, 200)):
            face = coins.face(cents, side)
            target.blit(face, (purse.x + step * side // 3, purse.centery - side // 2))
        total = Rect(
            purse.x + round(side * 1.75), purse.y, purse.right - purse.x - round(side * 1.75), purse.height
        )
        kit.text.put(
            target, kit.money(money.cents), total, "label", round(purse.height * 0.62), CREAM, align="left"
        )
        toy = Rect(purse.right + kit.gap(1), middle.y, middle.right - purse.right - kit.gap(1), middle.height)
        kit.text.put(target, words, toy, "strong", round(toy.height * 0.36), AMBER, align="left", lines_max=2)
        for name in off:
            if name in self.plates:
                veil = paint.layer(self.plates[name].size)
                veil.fill((20, 14, 14, 150))
                target.blit(
                    paint.clip_round(veil, kit.px(8)), self.plates[name].move(-self.rect.x, -self.rect.y)
                )


def _places(kit: HallKit, rect: Rect, names: tuple[str, ...]) -> dict[str, Rect]:
    """Arrows at both ends, home on the left, the others from the right."""
    tall = max(kit.touch_px, round(rect.height * 0.72))
    y = rect.centery - tall // 2
    places, left, right = {}, rect.x + kit.gap(2), rect.right - kit.gap(2)
    wide = {LEFT: tall, RIGHT: tall, HELP: tall, HOME: round(tall * 6.0), DESK: round(tall * 2.6)}
    if kit.portrait or rect.width < 900:
        wide |= {HOME: round(tall * 3.6), DESK: round(tall * 2.2)}
    for name in names:
        if name in (LEFT, HOME):
            places[name] = Rect(left, y, wide[name], tall)
            left += wide[name] + kit.gap(1)
    for name in (RIGHT, HELP, DESK):
        if name in names:
            places[name] = Rect(right - wide[name], y, wide[name], tall)
            right -= wide[name] + kit.gap(1)
    return places
