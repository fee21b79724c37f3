# SPDX-License-Identifier: MIT
"""
The ring: goes from control to control by key or by itself, and one switch presses what it is round.

    ring = Ring(scan_ms=None)
    ring.handle(event, stage, seen, now_ms)      # the touches that an event stands for; None: not the ring's
    ring.draw(screen, stage, seen, now_ms)

A press by the ring is a touch of the middle of the control, and goes the way of every touch.
"""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.access.reach import Picture, reachable
from emulator.panel.machine.parts.seen import Seen

_STEPS = {pygame.K_TAB: 1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1, pygame.K_LEFT: -1, pygame.K_UP: -1}
_SWITCHES = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_SWITCH_EVENTS = (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP)
_AWAY_MS = 30_000
_DASH_MS = 400


class Ring:
    """
    Where the ring is.

    Args:
        scan_ms: it goes on by itself after so long; None: a key moves it, and it is gone 30 s after the last.
    """

    def __init__(self, scan_ms: int | None = None) -> None:
        self.scan_ms = scan_ms
        self.at: str | None = None
        """The control that it is round; None: nowhere."""
        self._moved_ms = 0
        self._pressed: Rect | None = None

    def handle(
        self, event: pygame.event.Event, stage: Picture, seen: Seen, now_ms: int
    ) -> list[pygame.event.Event] | None:
        """The touches that this event stands for, perhaps none; None if it is not for the ring."""
        kind = event.type
        if (
            kind == pygame.KEYDOWN
            and event.key in _STEPS
            and (event.key == pygame.K_TAB or self.at is not None)
        ):
            back = event.key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT
            self._go(-1 if back else _STEPS[event.key], stage, seen, now_ms)
            return []
        switch = kind in _SWITCH_EVENTS or (kind in (pygame.KEYDOWN, pygame.KEYUP) and event.key in _SWITCHES)
        if not switch:
            if kind in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN) and self.scan_ms is None:
                self.at = None
            return None
        if kind in (pygame.KEYDOWN, pygame.JOYBUTTONDOWN):
            return self._press(stage, seen, now_ms)
        return self._release()

    def update(self, stage: Picture, seen: Seen, now_ms: int) -> None:
        """Go on by itself, or away."""
        rested = now_ms - self._moved_ms
        if self.scan_ms is not None:
            if self._pressed is None and (self.at is None or rested >= self.scan_ms):
                self._go(1, stage, seen, now_ms)
        elif rested >= _AWAY_MS:
            self.at = None

    def draw(self, screen: pygame.Surface, stage: Picture, seen: Seen, now_ms: int) -> None:
        """Black and yellow dashes round the control, thick enough to be seen from a chair."""
        if self.at is None:  # most frames: nobody asks for the ring
            return
        rect = reachable(stage, seen).get(self.at)
        if rect is None:
            return
        wide = max(4, stage.kit.px(10))
        outer = rect.inflate(2 * wide, 2 * wide)
        pygame.draw.rect(screen, (0, 0, 0), outer.inflate(wide, wide), wide + wide // 2, wide * 2)
        pygame.draw.rect(screen, (255, 226, 40), outer, wide, wide * 2)

    def _go(self, step: int, stage: Picture, seen: Seen, now_ms: int) -> None:
        names = list(reachable(stage, seen))
        if not names:
            self.at = None
            return
        if self.at in names:
            self.at = names[(names.index(self.at) + step) % len(names)]
        else:
            self.at = names[0 if step > 0 else -1]
        self._moved_ms = now_ms

    def _press(self, stage: Picture, seen: Seen, now_ms: int) -> list[pygame.event.Event] | None:
        rect = reachable(stage, seen).get(self.at or "")
        if rect is None:
            return None
        self._pressed, self._moved_ms = rect, now_ms
        return [_mouse(pygame.MOUSEBUTTONDOWN, rect)]

    def _release(self) -> list[pygame.event.Event] | None:
        rect, self._pressed = self._pressed, None
        return None if rect is None else [_mouse(pygame.MOUSEBUTTONUP, rect)]


def _mouse(kind: int, rect: Rect) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=rect.center, button=1, touch=False)
