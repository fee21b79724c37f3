# SPDX-License-Identifier: MIT
"""The plate where a visitor asks for help and another language: touch the message line, or press A."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.access.reach import Picture
from emulator.panel.access.wishes import Wishes
from machines.support.languages import own_name, reviewed

_WISHES = ("large_text", "high_contrast", "reduced_motion", "captions")
_PAPER, _LINE = (10, 10, 12), (255, 255, 255)
_ON, _OFF = (255, 226, 40), (58, 58, 64)
LANGUAGE, WISH, SHUT = "language", "wish", "shut"


class Choice(NamedTuple):
    """What a touch of a row chooses."""

    kind: str
    name: str
    rect: Rect


class AccessPlate:
    """
    Rows to touch: four wishes on the left, the languages on the right, and one that shuts it.

    Args:
        known: the languages to choose from.
    """

    def __init__(self, stage: Picture, known: Sequence[str]) -> None:
        self._stage = stage
        kit, layout = stage.kit, stage.layout
        width, height = layout.size
        rows = max(len(_WISHES), len(known)) + 1
        gap = kit.gap(1)
        tall = max(layout.touch_px, min(kit.px(84), (height * 9 // 10) // rows - gap))
        wide = min(round(width * 0.94), kit.px(980))
        self.rect = Rect(0, 0, wide, rows * (tall + gap) + gap)
        self.rect.center = (width // 2, height // 2)
        half = (wide - 3 * gap) // 2

        def row(column: int, number: int) -> Rect:
            x = self.rect.x + gap + column * (half + gap)
            return Rect(x, self.rect.y + gap + number * (tall + gap), half, tall)

        self.choices = [Choice(WISH, name, row(0, number)) for number, name in enumerate(_WISHES)]
        self.choices += [Choice(LANGUAGE, name, row(1, number)) for number, name in enumerate(known)]
        last = row(0, rows - 1)
        self.choices.append(Choice(SHUT, SHUT, Rect(last.x, last.y, wide - 2 * gap, tall)))

    def at(self, point: tuple[int, int]) -> Choice | None:
        """The row under a point."""
        return next((choice for choice in self.choices if choice.rect.collidepoint(point)), None)

    def draw(self, screen: pygame.Surface, wishes: Wishes, language: str) -> None:
        """Every row with a mark that says yes or no without its colour."""
        kit = self._stage.kit
        screen.fill(_PAPER, self.rect)
        pygame.draw.rect(screen, _LINE, self.rect, max(2, kit.px(4)))
        for choice in self.choices:
            on = getattr(wishes, choice.name) if choice.kind == WISH else choice.name == language
            pygame.draw.rect(screen, _ON if on else _OFF, choice.rect, 0, kit.gap(1))
            ink = (0, 0, 0) if on else (255, 255, 255)
            box = choice.rect.inflate(-2 * kit.gap(2), -2 * kit.gap(0))
            size = round(box.height * 0.5)
            ink_box = kit.text.put(screen, self._words(choice), box, "strong", size, ink, remember=False)
            if on:
                _tick(screen, Rect(box.x, ink_box.y, size, ink_box.height), max(3, kit.px(6)))

    def _words(self, choice: Choice) -> str:
        say = self._stage.kit.say
        if choice.kind == WISH:
            return {
                "large_text": say("Larger letters"),
                "high_contrast": say("High contrast"),
                "reduced_motion": say("Less motion"),
                "captions": say("Captions"),
            }[choice.name]
        if choice.kind == SHUT:
            return say("Back to the machine")
        name = own_name(choice.name)
        return name if reviewed(choice.name) else say("{} (unreviewed)").format(name)


def _tick(screen: pygame.Surface, box: Rect, wide: int) -> None:
    """A tick: what is chosen is told by its shape, too."""
    points = [(box.x, box.centery), (box.x + box.width // 3, box.bottom), (box.right, box.y)]
    pygame.draw.lines(screen, (0, 0, 0), False, points, wide)
