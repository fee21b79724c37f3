# SPDX-License-Identifier: MIT
"""The visitor's purse: leather, with the coins of each value in a stack to drag or to tap."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.theme import BONE, CREAM, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from machines.support.currency import EURO

_LEATHER: tuple[Colour, Colour] = ((142, 74, 40), (66, 30, 20))
_STACK_DRAWN = 7
VALUES = (10, 20, 50, 100, 200)
# Of the purse's width, on its upper edge: its name on the left, what is in it on the right.
TITLE_SHARE = 0.34
TOTAL_SHARE = 0.24
# Of the edge's height, how high their letters are set.
TITLE_SIZE = 0.66
TOTAL_SIZE = 0.76


class Purse:
    """Draws the stacks with their counts; says which coin lies under a point."""

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self._kit = kit
        self.rect = rect
        self._shadows: dict[int, pygame.Surface] = {}
        self._total_box = Rect(rect)
        usual = VALUES if kit.front.currency == EURO else kit.front.coins_cents
        self.values = [cents for cents in usual if cents in kit.front.coins_cents] or list(VALUES)
        slot = (rect.width - 2 * kit.gap(3) - kit.gap(2)) / len(self.values)
        # Every coin, the smallest too, is as large as a finger tip where the purse allows it.
        self.coin_px = round(min(slot * 0.90, rect.height * 0.42))
        self.places = {
            cents: (round(rect.x + kit.gap(3) + slot * (i + 0.5)), round(rect.y + rect.height * 0.51))
            for i, cents in enumerate(self.values)
        }

    def paint(self, base: pygame.Surface) -> None:
        """The leather, its stitches, and a hollow under every stack."""
        kit, rect = self._kit, self.rect
        paint.cast(base, rect, max(4, kit.gap(2)), 0.7, rect.height * 0.2)
        light, dark = _LEATHER
        hide = paint.down(rect.size, [(0, mix(light, (255, 200, 150), 0.16)), (0.2, light), (1, dark)])
        paint.tint(hide, 51, 5, 14)
        paint.tint(hide, 52, 7, 12, vertical=True)
        paint.add(
            hide,
            paint.glow((rect.width, rect.height), (60, 36, 22), 0.8, 1.5),
            (-rect.width // 5, -rect.height // 4),
        )
        radius = rect.height * 0.2
        base.blit(paint.clip_round(hide, radius), rect)
        self._stitch(base, rect.inflate(-2 * kit.gap(1) - 2, -2 * kit.gap(1) - 2), radius * 0.85)
        well = Rect(
            rect.x + kit.gap(2),
            rect.y + round(rect.height * 0.22),
            rect.width - 2 * kit.gap(2),
            round(rect.height * 0.56),
        )
        lining = paint.down(well.size, [(0, (34, 12, 14)), (1, (74, 22, 24))])
        base.blit(paint.clip_round(lining, radius * 0.7), well)
        paint.recess(base, well, kit.gap(2), radius * 0.7)
        title = Rect(
            rect.x + kit.gap(4),
            rect.y + kit.gap(1),
            rect.width - 2 * kit.gap(4),
            round(rect.height * 0.22) - kit.gap(1),
        )
        named = Rect(title)
        named.width = round(rect.width * TITLE_SHARE)
        kit.text.put(
            base,
            kit.say("YOUR PURSE"),
            named,
            "label",
            round(title.height * TITLE_SIZE),
            BONE,
            align="left",
        )
        # The notes of the wallet lie between the title and the total; see ``notes.py``.
        self._total_box = Rect(0, title.y, round(rect.width * TOTAL_SHARE), title.height)
        self._total_box.right = title.right

    def draw(self, screen: pygame.Surface, seen: Seen, away: Mapping[int, int], hover: int | None) -> None:
        """Stacks as high as their counts, less the coins in hand and air."""
        kit = self._kit
        counts = dict(seen.purse)
        # All that the visitor has: what the machine does not take can be changed for what it takes.
        total = sum(cents * n for money in (counts, seen.wallet) for cents, n in money.items())
        kit.text.put(
            screen,
            kit.money(total),
            self._total_box,
            "label",
            round(self._total_box.height * TOTAL_SIZE),
            kit.theme.bright,
            align="right",
            remember=False,
        )
        for cents in self.values:
            count = counts.get(cents, 0) - away.get(cents, 0)
            x, y = self.places[cents]
            side = coins.diameter(cents, self.coin_px)
            shown = min(count, _STACK_DRAWN)
            rise = max(2, round(side * 0.048))
            picture = coins.face(cents, side)
            for i in range(shown):
                at = (x - side // 2 - round(i * rise * 0.4), y - side // 2 - i * rise + shown * rise // 2)
                shadow_at = (at[0] + max(1, side // 28), at[1] + max(2, side // 18))
                screen.blit(self._contact_shadow(side), shadow_at)
                screen.blit(picture, at)
            if hover == cents and shown:
                top = (x - round((shown - 1) * rise * 0.4), y - (shown - 1) * rise + shown * rise // 2)
                pygame.draw.circle(screen, CREAM, top, side // 2 + 2, max(2, kit.px(3)))
            box = Rect(
                0,
                0,
                round((self.rect.width - 2 * kit.gap(3)) / len(self.values)),
                round(self.rect.height * 0.165),
            )
            box.midtop = (x, self.rect.y + round(self.rect.height * 0.78))
            colour = CREAM if count > 0 else mix(BONE, _LEATHER[1], 0.5)
            kit.text.put(
                screen, f"× {max(0, count)}", box, "label", round(box.height * 0.72), colour, remember=False
            )

    def coin_at(self, point: tuple[int, int]) -> int | None:
        """Value of the stack under a point, or None."""
        reach = max(self.coin_px / 2, 18)
        for cents, (x, y) in self.places.items():
            if math.hypot(point[0] - x, point[1] - y) <= reach:
                return cents
        return None

    def _stitch(self, base: pygame.Surface, rect: Rect, radius: float) -> None:
        """A seam of waxed thread just inside the edge."""
        mask = paint.rounded(rect.size, radius) - paint.rounded(
            rect.size, radius, inset=max(1.5, self._kit.px(3))
        )
        y, x = np.mgrid[0 : rect.height, 0 : rect.width]
        dash = ((x + y) // max(4, self._kit.px(9))) % 2 == 0
        thread = np.full((rect.height, rect.width, 3), mix(BONE, _LEATHER[0], 0.3), dtype=np.float32)
        base.blit(paint.to_surface(thread, np.clip(mask, 0, 1) * dash * 0.8), rect)

    def _contact_shadow(self, side: int) -> pygame.Surface:
        """The shadow of a coin on the one below it."""
        if side not in self._shadows:
            dark = np.zeros((side, side, 3), dtype=np.float32)
            self._shadows[side] = paint.to_surface(dark, paint.rounded((side, side), side / 2) * 0.42)
        return self._shadows[side]
