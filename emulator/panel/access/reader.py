# SPDX-License-Identifier: MIT
"""A strip over the crown for whom the message line is too small, and captions of what is heard."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.access.captions import words
from emulator.panel.access.reach import Picture
from emulator.panel.machine.parts.seen import Seen

_PAPER = (0, 0, 0)
_INK = (255, 255, 255)
_HEARD = (255, 226, 40)
_CAPTIONS_MOST = 3


class Reader:
    """Draws what is read on a stage."""

    def __init__(self, stage: Picture) -> None:
        self._stage = stage
        crown = stage.layout.zones["crown"]
        self.rect = Rect(crown)
        display = stage.display.rect
        self.captions_rect = Rect(
            display.x, 0, display.width, max(stage.kit.px(44), round(display.height * 0.42))
        )
        self.captions_rect.bottom = display.y

    def draw_message(self, screen: pygame.Surface, seen: Seen) -> None:
        """The message line, and below it credits and prizes, over the crown."""
        kit = self._stage.kit
        screen.fill(_PAPER, self.rect)
        pad = kit.gap(1)
        upper = Rect(
            self.rect.x + pad, self.rect.y + pad, self.rect.width - 2 * pad, round(self.rect.height * 0.56)
        )
        lower = Rect(upper.x, upper.bottom, upper.width, self.rect.bottom - pad - upper.bottom)
        message = self._stage.display.words(seen) if seen.powered else ""
        if message:
            kit.text.put(screen, message, upper, "label", upper.height, _INK, remember=False)
        counters = [(kit.say("CREDITS"), seen.display.credits)]
        if kit.front.reserve:
            counters.append((kit.say("RESERVE"), seen.display.reserve))
        counters.append((kit.say("POINTS") if seen.points else kit.say("PRIZES"), seen.display.prizes))
        shown = "   ".join(f"{name} {value.strip()}" for name, value in counters if value.strip())
        if shown:
            kit.text.put(screen, shown, lower, "label", lower.height, _HEARD, remember=False)

    def draw_captions(self, screen: pygame.Surface, heard: Sequence[str]) -> None:
        """What is heard now, the newest first, on a strip over the display."""
        kit = self._stage.kit
        shown = [words(name, kit.say) for name in heard[:_CAPTIONS_MOST]]
        if not shown:
            return
        screen.fill(_PAPER, self.captions_rect)
        box = self.captions_rect.inflate(-2 * kit.gap(1), -2)
        line = " · ".join(f"[{word}]" for word in shown)
        kit.text.put(screen, line, box, "label", box.height, _HEARD, remember=False)
