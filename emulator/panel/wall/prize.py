# SPDX-License-Identifier: MIT
"""A prize in kind (C-20): a ribboned card with its name and, as it must be announced, its cash option."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.link.permit import PRIZES
from emulator.panel.art import paint, shapes
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.wall.drums import metal_frame
from emulator.panel.wall.kit import WallKit
from machines.support.plain import Json

_ASPECT = 5.4  # widest


class PrizeCard:
    """The card in its window."""

    def __init__(self, kit: WallKit, room: Rect, in_kind: Json) -> None:
        self._kit, self._in_kind = kit, in_kind
        edge = max(4, kit.gap(2))
        self.rect = Rect(0, 0, min(room.width, round(room.height * _ASPECT)) - edge, room.height - edge)
        self.rect.center = room.center
        self._shine = paint.glow((self.rect.width, self.rect.height), (120, 92, 40), 1.0, 0.8)

    def paint(self, base: pygame.Surface) -> None:
        """Card, ribbon and bow, name and option."""
        kit, rect = self._kit, self.rect
        radius = kit.gap(2)
        paint.cast(base, rect, kit.gap(2), 0.7, radius)
        card = paint.down(rect.size, [(0, (255, 250, 234)), (0.7, (248, 236, 208)), (1, (226, 204, 164))])
        tall = rect.height
        band = max(4, round(tall * 0.16))
        x = round(tall * 0.36)
        ribbon = paint.across(
            (band, tall),
            [(0, mix(kit.theme.accent, INK, 0.2)), (0.4, mix(kit.theme.accent, CREAM, 0.22)),
             (1, mix(kit.theme.accent, INK, 0.35))],
        )  # fmt: skip
        card.blit(ribbon, (x, 0))
        side = round(tall * 0.74)
        bow = shapes.cover(_BOW, side)
        colour = mix(kit.theme.accent, CREAM, 0.12)
        shaded = (0.72 + paint.facing(paint.blur(bow, max(2, side // 14)), side / 26))[..., None]
        picture = paint.to_surface(shaded * [colour[0] * 1.3, colour[1] * 1.3, colour[2] * 1.3], bow)
        card.blit(picture, (x + band // 2 - side // 2, tall // 2 - side // 2))
        base.blit(paint.clip_round(card, radius), rect)
        metal_frame(base, rect, max(3, kit.gap(1)), radius, kit)
        left = rect.x + x + band // 2 + side // 2 + kit.gap(1)
        text = Rect(left, rect.y + kit.gap(1), rect.right - kit.gap(2) - left, tall - 2 * kit.gap(1))
        name = Rect(text.x, text.y, text.width, round(text.height * 0.56))
        words = str(self._in_kind.get(f"prize_{kit.language}", self._in_kind[PRIZES[0]]))
        kit.text.put(base, words, name, "label", round(name.height * 0.56), INK, lines_max=2)
        option = Rect(text.x, name.bottom, text.width, text.bottom - name.bottom)
        cash = kit.say("or {} in cash").format(kit.money(self._in_kind["cash_cents"]))
        kit.text.put(
            base, cash, option, "strong", round(option.height * 0.66), mix(kit.theme.accent, INK, 0.25)
        )

    def shine(self, screen: pygame.Surface, beat: float) -> None:
        """The card lit up, ``beat`` 0 to 1."""
        if beat > 0.5:
            paint.add(screen, self._shine, self.rect.topleft)


# Two loops, two tails and a knot on a square of 100.
_LEFT = shapes.smooth([(48, 46), (30, 26), (12, 22), (6, 36), (14, 48), (30, 50)])
_TAIL: shapes.Outline = [(46, 52), (52, 56), (40, 86), (33, 78), (22, 82)]
_BOW: list[shapes.Outline] = [
    _LEFT, shapes.mirror(_LEFT), _TAIL, shapes.mirror(_TAIL), shapes.ellipse(50, 48, 8, 9),
]  # fmt: skip
