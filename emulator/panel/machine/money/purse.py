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
# Of the purse's width: its name over what is in it, and beside them the notes.
_NAMED, _NOTES = 0.22, 0.25
_COUNT = 0.22  # of its height, below each coin: how many there are
_NAMED_LEAST = 76  # pixels
_COUNT_PX = 11
TOTAL_SIZE = 0.84
"""Of the height that the total has, how high it is set."""
_STACKS_MOST = 5  # of one value side by side, where the purse is wide
_PITCH = 1.04  # of a coin, from one stack of a value to the next
_RISE = 0.18  # of a coin, how much higher the tallest stack is than one coin


class Purse:
    """Draws the stacks with their counts; says which coin lies under a point."""

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self._kit = kit
        self.rect = rect
        self._shadows: dict[int, pygame.Surface] = {}
        self._total_box = Rect(rect)
        usual = VALUES if kit.front.currency == EURO else kit.front.coins_cents
        self.values = [cents for cents in usual if cents in kit.front.coins_cents] or list(VALUES)
        inner = rect.inflate(-2 * kit.gap(2), -2 * kit.gap(0))
        notes = round(inner.width * _NOTES) if kit.front.note_cents else 0
        least = len(self.values) * (kit.layout.touch_px + 1) + 2 * kit.gap(1)
        named = max(_NAMED_LEAST, min(round(inner.width * _NAMED), inner.width - notes - least))
        edge = kit.gap(1) + 1
        self._seam, self._thread = rect.inflate(-2 * edge, -2 * edge), max(1.5, kit.px(3))
        self._named = Rect(inner.x, inner.y, named, inner.height)
        self.notes_room = Rect(self._named.right + kit.gap(1), inner.y, notes, inner.height)
        """Where the notes lie."""
        self._count = max(_COUNT_PX, round(inner.height * _COUNT))
        room, left = inner.height - self._count, self.notes_room.right + kit.gap(1)
        self._slot = (inner.right - left) / len(self.values)
        self._well = Rect(0, inner.y, round(self._slot * len(self.values)), inner.height)
        self._well.right = inner.right
        # Every coin, the smallest too, is as large as a finger tip where the purse allows it.
        self.coin_px = round(min(self._slot * 0.90, room / (1 + _RISE)))
        self._stacks = max(1, min(_STACKS_MOST, int(self._slot * 0.92 / (self.coin_px * _PITCH))))
        middle = self._well.y + room - self.coin_px // 2 - max(1, kit.gap(0) // 2)
        self.places = {
            cents: (round(self._well.x + self._slot * (i + 0.5)), middle)
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
        self._stitch(base, self._seam, radius * 0.85)
        lining = paint.down(self._well.size, [(0, (34, 12, 14)), (1, (74, 22, 24))])
        base.blit(paint.clip_round(lining, radius * 0.7), self._well)
        paint.recess(base, self._well, kit.gap(1), radius * 0.7)
        named, total = self._named_boxes()
        size = round(named.height * 0.72)
        kit.text.put(base, kit.say("YOUR PURSE"), named, "label", size, CREAM, align="left")
        self._total_box = total

    def _named_boxes(self) -> tuple[Rect, Rect]:
        """Its name, and below it what is in it."""
        box = self._named.clip(self.within_seam)
        above = Rect(box.x, box.y, box.width, round(box.height * 0.42))
        return above, Rect(box.x, above.bottom, box.width, box.bottom - above.bottom)

    @property
    def within_seam(self) -> Rect:
        """The leather that the seam runs round: what is printed on it stands there."""
        less = 2 * (math.ceil(self._thread) + self._kit.gap(0))
        return self._seam.inflate(-less - 2 * self._kit.gap(0), -less)

    @property
    def numbers(self) -> tuple[Rect, Rect]:
        """Where it says how much is in it, and how many of each coin."""
        well = self._well
        return self._total_box, Rect(well.x, well.bottom - self._count, well.width, self._count)

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
            align="left",
            remember=False,
        )
        for cents in self.values:
            count = counts.get(cents, 0) - away.get(cents, 0)
            x, y = self.places[cents]
            side = coins.diameter(cents, self.coin_px)
            rise = max(1, round(side * _RISE / (_STACK_DRAWN - 1)))
            for middle, shown in self._piles(x, count):
                self._draw_pile(screen, cents, (middle, y), shown, rise)
                if hover == cents:
                    top = (middle - round((shown - 1) * rise * 0.4), y - (shown - 1) * rise)
                    pygame.draw.circle(screen, CREAM, top, side // 2 + 2, max(2, kit.px(3)))
            box = Rect(0, 0, int(self._slot), self._count)
            box.midbottom = (x, self._well.bottom)
            colour = CREAM if count > 0 else mix(BONE, _LEATHER[1], 0.5)
            kit.text.put(
                screen, f"× {max(0, count)}", box, "label", round(box.height * 0.84), colour, remember=False
            )

    def _piles(self, x: int, count: int) -> list[tuple[int, int]]:
        """The middles of a value's stacks and how many coins of each are drawn: as level as they can be."""
        piles = min(self._stacks, max(0, count))
        step = round(self.coin_px * _PITCH)
        left = x - step * (piles - 1) / 2
        return [
            (round(left + step * number), min(_STACK_DRAWN, (count + number) // piles))
            for number in range(piles)
        ]

    def _draw_pile(
        self, screen: pygame.Surface, cents: int, foot: tuple[int, int], shown: int, rise: int
    ) -> None:
        """One stack of coins, from the lowest up."""
        side = coins.diameter(cents, self.coin_px)
        picture = coins.face(cents, side)
        shadow = self._contact_shadow(side)
        pile = []
        for i in range(shown):
            at = (foot[0] - side // 2 - round(i * rise * 0.4), foot[1] - side // 2 - i * rise)
            pile.append((shadow, (at[0] + max(1, side // 28), at[1] + max(2, side // 18))))
            pile.append((picture, at))
        screen.fblits(pile)

    def reach(self, cents: int) -> Rect:
        """What of the purse belongs to a value: all its stacks, as large as a finger tip at least."""
        side = max(self.coin_px, self._kit.layout.touch_px)
        wide = round(self.coin_px * _PITCH * (self._stacks - 1)) + side
        reach = Rect(0, 0, wide, side)
        reach.center = self.places[cents]
        return reach.clamp(self.rect)

    def coin_at(self, point: tuple[int, int]) -> int | None:
        """Value of the stack under a point, or None."""
        return next((cents for cents in self.values if self.reach(cents).collidepoint(point)), None)

    def _stitch(self, base: pygame.Surface, rect: Rect, radius: float) -> None:
        """A seam of waxed thread just inside the edge."""
        mask = paint.rounded(rect.size, radius) - paint.rounded(rect.size, radius, inset=self._thread)
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
