# SPDX-License-Identifier: MIT
"""The strength tester: a tube in which the points of a play climb from prize to prize."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen

_CLIMB_MS = 420  # from the points of one press to those of the next


class Striker:
    """
    Lies along ``box``, or stands in it where that is taller than wide.

    Args:
        rungs: points of each prize and where along the tube it hangs, in pixels from the tube's beginning.
        most: points of a play without a mistake.
    """

    def __init__(self, kit: Kit, box: Rect, rungs: Sequence[tuple[int, int]], most: int) -> None:
        self._kit = kit
        self.box = box
        self._upright = box.height > box.width
        self.length = max(box.size)
        self._points = [0, *(points for points, _ in rungs)]
        self._places = [0, *(place for _, place in rungs)]
        if most > self._points[-1]:
            self._points.append(most)
            self._places.append(self.length)
        self.rungs = list(rungs)
        self._full = self._fluid()
        self._bead = paint.glow((min(box.size) * 3,) * 2, kit.theme.bright, 0.8, 1.5)
        self._now = self._before = 0
        self._since_us = 0

    def reach(self, points: float) -> int:
        """How far along the tube so many points come, in pixels."""
        return round(float(np.interp(points, self._points, self._places)))

    def _part(self, length: int) -> Rect:
        """The tube from its beginning on, so long."""
        box = self.box
        if self._upright:
            return Rect(box.x, box.bottom - length, box.width, length)
        return Rect(box.x, box.y, length, box.height)

    def _fluid(self) -> pygame.Surface:
        kit, size = self._kit, self.box.size
        low, high = mix(kit.theme.accent, INK, 0.25), mix(kit.theme.bright, kit.theme.accent, 0.25)
        ways = [(0.0, low), (0.6, kit.theme.accent), (1.0, high)]
        body = (
            paint.down(size, [(1 - at, tone) for at, tone in reversed(ways)])
            if self._upright
            else paint.across(size, ways)
        )
        shine = [(0.0, (120, 120, 120)), (0.3, (255, 255, 255)), (1.0, (110, 100, 100))]
        paint.shade(body, paint.across(size, shine) if self._upright else paint.down(size, shine), (0, 0))
        return paint.clip_round(body, min(size) / 2)

    def paint(self, base: pygame.Surface) -> None:
        """The empty tube with its rungs."""
        kit, box = self._kit, self.box
        radius = min(box.size) / 2
        dark = mix(kit.theme.deep, INK, 0.8)
        tube = paint.down(box.size, [(0, INK), (0.5, dark), (1, mix(dark, CREAM, 0.12))])
        base.blit(paint.clip_round(tube, radius), box)
        paint.frame(base, box, max(1, kit.gap(0) // 2), radius)
        for points, _ in self.rungs:
            self._rung(base, points, mix(kit.theme.deep, CREAM, 0.55))

    def _rung(self, surface: pygame.Surface, points: int, colour: tuple[int, int, int]) -> None:
        end, broad = self._part(self.reach(points)), max(2, self._kit.px(5))
        mark = Rect(0, 0, self.box.width, broad) if self._upright else Rect(0, 0, broad, self.box.height)
        mark.center = (self.box.centerx, end.y) if self._upright else (end.right, self.box.centery)
        pygame.draw.rect(surface, colour, mark)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The points so far, and the rung that comes next."""
        shown = self._climbed(seen)
        length = self.reach(shown)
        if length:
            part = self._part(length)
            screen.blit(self._full, part, part.move(-self.box.x, -self.box.y))
            end = (self.box.centerx, part.y) if self._upright else (part.right, self.box.centery)
            paint.add(screen, self._bead, self._bead.get_rect(center=end).topleft)
        following = next((points for points, _ in self.rungs if points > shown), None)
        if following is not None and shown:
            pulse = abs((seen.now_us // 1000) % 800 - 400) / 400
            self._rung(screen, following, mix(self._kit.theme.bright, self._kit.theme.deep, 0.7 * pulse))

    def _climbed(self, seen: Seen) -> float:
        """The points as they climb: from what the counter showed before to what it shows."""
        now = points_of(seen)
        if now != self._now or seen.now_us < self._since_us:
            self._before = self._now if now > self._now and self._since_us else now
            self._now, self._since_us = now, seen.now_us
        share = min(1.0, (seen.now_us - self._since_us) / 1000 / _CLIMB_MS)
        return self._before + (self._now - self._before) * (1 - (1 - share) ** 2)


def points_of(seen: Seen) -> int:
    """What the counter of points shows; 0 where it shows none."""
    shown = seen.display.prizes.strip()
    return int(shown) if shown.isdigit() else 0
