# SPDX-License-Identifier: MIT
"""Recalled plays as a picture: rolls, steps and games of skill as the panel showed them, what each won."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, UMBER, Colour, font, mix
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.recalled import Card
from emulator.panel.machine.registry import read_front, type_of
from emulator.panel.machine.stage import Stage
from machines.support.languages import DEFAULT_LANGUAGE, translator

if TYPE_CHECKING:
    from emulator.records.recall import Recalled

_STAGE = (540, 960)
# So many large cards side by side; what is more than MANY is drawn at half the size, twice as many a row.
_COLUMNS = 2
_MANY = 24
_CAPTION_PX = 54
_GAP_PX = 12
_LETTER_PX = 17


def save_recall(recalled: Recalled, path: str | Path, language: str = DEFAULT_LANGUAGE) -> None:
    """
    Draw plays into one picture, newest first: the rolls of a double play, every step of a play of chance.

    A play of skill is drawn with its awards, lights and points as they stood in the end.

    Args:
        recalled: one play or more.
        path: the file; its ending says the format (.png).
        language: of the captions, one of languages().

    Raises:
        OSError: the file cannot be written.
    """
    say = translator(language)
    cards = type_of(recalled.model).cards
    plays = [list(cards(recalled.model, play, say, language)) for play in recalled.plays]
    sheet = _Sheet(recalled, plays, language)
    for shown, first in zip(plays, sheet.places, strict=True):
        for place, card in enumerate(shown, start=first):
            sheet.put(place, card)
    target = Path(path)
    with target.open("wb") as file:
        pygame.image.save(sheet.picture, file, target.name)


class _Sheet:
    """
    A grid of cards on dark ground; a card is a window of the machine over its caption.

    Attributes:
        places: where the first card of each play lies, from 0, row after row.
    """

    def __init__(self, recalled: Recalled, plays: list[list[Card]], language: str) -> None:
        count = sum(len(cards) for cards in plays)
        # One for each game that was played.
        self._stages = {
            game: Stage(
                read_front(recalled.model, recalled.serial or 0, recalled.test, game), _STAGE, language
            )
            for game in sorted({card.game for cards in plays for card in cards})
        }
        zones = next(iter(self._stages.values())).layout.zones
        first, *more = (zones[name] for name in type_of(recalled.model).recalled_zones)
        self._zone = first.unionall(more)
        self._screen = paint.plain(_STAGE)
        small = count > _MANY
        shrunk = 2 if small else 1
        self._window = (self._zone.width // shrunk, self._zone.height // shrunk)
        self._letter_px = _LETTER_PX - 4 if small else _LETTER_PX
        self._caption_px = _CAPTION_PX - 10 if small else _CAPTION_PX
        self._columns = min(_COLUMNS * shrunk, count)
        self._card = (self._window[0], self._window[1] + self._caption_px)
        self.places, end = _places([len(cards) for cards in plays], self._columns)
        rows = -(-end // self._columns)
        width, height = self._card[0] + _GAP_PX, self._card[1] + _GAP_PX
        self.picture = paint.plain((self._columns * width + _GAP_PX, rows * height + _GAP_PX))
        self.picture.fill(INK)

    def put(self, place: int, card: Card) -> None:
        """Draw the card at its place, row after row."""
        stage = self._stages[card.game]
        stage.draw(self._screen, card.seen, 0, Hand(), animate=False)
        if card.asked and stage.asks is not None:
            stage.asks.draw_chosen(self._screen, card.asked, card.choice)
        x = _GAP_PX + place % self._columns * (self._card[0] + _GAP_PX)
        y = _GAP_PX + place // self._columns * (self._card[1] + _GAP_PX)
        window = self._screen.subsurface(self._zone)
        self.picture.blit(pygame.transform.smoothscale(window, self._window), (x, y))
        # A play begins where the ground of the caption is light.
        ground = UMBER if card.first else mix(UMBER, INK, 0.6)
        self._write(Rect(x, y + self._window[1], self._card[0], self._caption_px), card.caption, ground)

    def _write(self, box: Rect, text: str, ground: Colour) -> None:
        self.picture.fill(ground, box)
        inner = box.inflate(-2 * _GAP_PX, -8)
        fitted = fit(text, "strong", inner.size, self._letter_px, lines_max=2)
        top = inner.centery - fitted.line_px * len(fitted.lines) // 2
        for number, line in enumerate(fitted.lines):
            ink = font("strong", fitted.size_px).render(line, True, CREAM)
            self.picture.blit(ink, (inner.x, top + number * fitted.line_px))


def _places(counts: list[int], columns: int) -> tuple[list[int], int]:
    """Where each play begins, and the end: plays of more than one card have rows of their own."""
    places, at, before = [], 0, 1
    for count in counts:
        if max(count, before) > 1:
            at = -(-at // columns) * columns
        places.append(at)
        at, before = at + count, count
    return places, at
