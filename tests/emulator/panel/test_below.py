# SPDX-License-Identifier: MIT
"""What stands below the game is kept as one picture while it rests: the same, pixel for pixel."""

from __future__ import annotations

import pygame
import pytest

from emulator.cabinet import Cabinet
from emulator.panel.art import paint, tiles
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.picture import stage_of
from emulator.panel.machine.registry import look
from emulator.panel.machine.stage import Stage

SIZES = ((800, 480), (480, 800))


class _Film:
    """A stage that draws one picture after the other, and each a second time with nothing kept."""

    def __init__(self, model: str, size: tuple[int, int]) -> None:
        self.cabinet = Cabinet(model, seed="00")
        self.cabinet.run_us(6_000_000)
        self.stage: Stage = stage_of(self.cabinet, size, "es")
        self._one, self._two = paint.plain(size), paint.plain(size)
        self._clock_ms = 0
        self.kept = 0

    def run(self, hand: Hand, pictures: int = 14) -> None:
        """So many pictures at rest, with one idea of the attract loop."""
        below = self.stage.below
        for number in range(pictures):
            self._clock_ms += 50
            self.cabinet.run_us(50_000)
            hand.idea = Idea("name", 137 * number)
            seen = look(self.cabinet)
            self.stage.draw(self._one, seen, self._clock_ms, hand)
            if below.shows_kept:
                self.kept += 1
                with below.anew():
                    self.stage.draw(self._two, seen, self._clock_ms, hand)
                assert self._one.get_buffer().raw == self._two.get_buffer().raw, (number, hand.point)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("model", ["cierzo", "mudejar", "moncayo", "cometa"])
def test_a_picture_with_what_is_kept_is_the_same(model: str, size: tuple[int, int]) -> None:
    pygame.font.init()
    film = _Film(model, size)
    film.run(Hand())
    taken = film.cabinet.model.coins_cents
    film.cabinet.insert(max(cents for cents, count in film.cabinet.purse.items() if count and cents in taken))
    film.cabinet.run_us(3_000_000)
    film.run(Hand())
    pointing = Hand()
    pointing.point = film.stage.deck.caps[0].rect.center
    film.run(pointing)
    assert film.kept >= 3 * 2  # each of the three rests was long enough


def test_nothing_is_kept_of_what_moves() -> None:
    pygame.font.init()
    film = _Film("cierzo", (800, 480))
    film.run(Hand())
    assert film.stage.below.shows_kept
    film.cabinet.insert(200)
    film.run(Hand(), pictures=2)  # it falls
    assert not film.stage.below.shows_kept
    held = Hand()
    held.held.add(film.stage.deck.caps[0].name)
    film.cabinet.run_us(3_000_000)
    film.run(held)
    assert not film.stage.below.shows_kept


def test_money_that_goes_is_seen_to_go() -> None:
    pygame.font.init()
    film = _Film("cierzo", (800, 480))
    film.run(Hand())
    assert film.stage.below.shows_kept
    film.cabinet.new_visitor(coins={"200": 3})
    film.run(Hand(), pictures=1)
    assert not film.stage.below.shows_kept


@pytest.mark.parametrize("size", [(200, 130), (33, 7), (64, 64)])
def test_a_sheet_in_pieces_is_the_sheet(size: tuple[int, int]) -> None:
    sheet = paint.layer(size)
    paint.recess(sheet, sheet.get_rect(), 5, 2)
    one, two = paint.plain(size), paint.plain(size)
    for screen in (one, two):
        screen.fill((200, 120, 60))
    one.blit(sheet, (0, 0))
    pieces = tiles.of(sheet)
    tiles.put(two, pieces, (0, 0))
    assert one.get_buffer().raw == two.get_buffer().raw
    assert sum(piece.get_width() * piece.get_height() for piece, _ in pieces) <= size[0] * size[1]
