# SPDX-License-Identifier: MIT
"""The plate where a visitor asks for help and another language: touch the message line, or press A."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.access.reach import Picture
from emulator.panel.access.wishes import Wishes
from emulator.panel.art.theme import Colour, font
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
        pygame.draw.rect(screen, _PAPER, self.rect, 0, kit.gap(3))
        pygame.draw.rect(screen, _LINE, self.rect, max(2, kit.px(4)), kit.gap(3))
        for choice in self.choices:
            on = getattr(wishes, choice.name) if choice.kind == WISH else choice.name == language
            ground = _ON if on else _OFF
            pygame.draw.rect(screen, ground, choice.rect, 0, kit.gap(2))
            ink = (0, 0, 0) if on else (255, 255, 255)
            box = choice.rect.inflate(-2 * kit.gap(2), -2 * kit.gap(0))
            size = round(box.height * 0.5)
            if choice.kind == WISH:
                _sign(screen, choice.name, Rect(box.x, box.centery - size // 2, size, size), ink, ground)
                box.x, box.width = box.x + size + kit.gap(1), box.width - 2 * (size + kit.gap(1))
            ink_box = kit.text.put(screen, self._words(choice), box, "strong", size, ink, remember=False)
            if on:
                x = box.right + kit.gap(1) if choice.kind == WISH else box.x
                _tick(screen, Rect(x, ink_box.y, size, ink_box.height), max(3, kit.px(6)))

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


def _sign(screen: pygame.Surface, name: str, box: Rect, ink: Colour, ground: Colour) -> None:
    """What a wish does, drawn: letters of two sizes, a half disc, lines that come to rest, words in a box."""
    line = max(2, box.width // 9)
    if name == "large_text":
        for size, right in ((box.height, box.right - box.width // 4), (box.height * 5 // 9, box.right)):
            letter = font("strong", size).render("A", True, ink)
            used = letter.get_bounding_rect()
            place = (right - used.width, box.bottom - used.height)
            screen.blit(letter, place if right == box.right else (box.x, box.bottom - used.height), used)
    elif name == "high_contrast":
        pygame.draw.circle(screen, ink, box.center, box.width // 2, line)
        pygame.draw.circle(
            screen, ink, box.center, box.width // 2, 0, draw_top_left=True, draw_bottom_left=True
        )
    elif name == "reduced_motion":
        for number in range(3):
            y = box.y + box.height * (2 * number + 1) // 6
            length = box.width * (3 - number) // 3
            pygame.draw.line(screen, ink, (box.x, y), (box.x + length, y), line)
        pygame.draw.circle(screen, ink, (box.right - line, box.bottom - 2 * line), 2 * line)
    else:
        frame = box.inflate(0, -box.height // 5)
        pygame.draw.rect(screen, ink, frame, 0, line)
        for number, share in enumerate((0.7, 0.45)):
            y = frame.y + frame.height * (number + 1) // 3
            ends = (frame.x + 2 * line, y), (frame.x + round(frame.width * share), y)
            pygame.draw.line(screen, ground, *ends, max(1, line - 1))


def _tick(screen: pygame.Surface, box: Rect, wide: int) -> None:
    """A tick: what is chosen is told by its shape, too."""
    points = [(box.x, box.centery), (box.x + box.width // 3, box.bottom), (box.right, box.y)]
    pygame.draw.lines(screen, (0, 0, 0), False, points, wide)
