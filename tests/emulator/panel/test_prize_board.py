# SPDX-License-Identifier: MIT
"""The whole prize table for who asks: by a touch or a key, page by page, and never over a play or the law."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
import pygame
import pytest
from long_tables import table_of
from panel_fake import FakeCabinet, reel
from panel_fit import cut_or_overlapping
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.machine import keys
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.prize_board import SHOWN_MS
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.window import Window
from machines.model import load_model

SIZES = ((800, 480), (1280, 800), (1080, 1920))
USUAL = SIZES[1]


@lru_cache(maxsize=4)
def stage(rows: int = 175, size: tuple[int, int] = USUAL) -> Stage:
    return Stage(read_front(table_of(rows), 1, False), size, "es")


def cabinet(**fields: object) -> FakeCabinet:
    return FakeCabinet(**{"model": table_of(175), "reels": [reel(at) for at in range(5)], **fields})  # type: ignore[arg-type]


class Visitor:
    """Somebody with a finger and keys before a machine with a long table."""

    def __init__(self, built: Stage) -> None:
        self.stage, self.cabinet = built, cabinet()
        self.controls = Controls(self.cabinet, built)

    def touch(self, point: tuple[int, int], now_ms: int = 0) -> int | None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.controls.handle(pygame.event.Event(kind, pos=point, button=1), {}, now_ms)
        return self.controls.hand.prizes

    def key(self, now_ms: int = 0) -> int | None:
        self.controls.handle(pygame.event.Event(pygame.KEYDOWN, key=keys.PRIZES_KEY), {}, now_ms)
        return self.controls.hand.prizes

    def after(self, now_ms: int, **fields: object) -> int | None:
        self.controls.put_board_away(look(cabinet(**fields)), now_ms)
        return self.controls.hand.prizes


@pytest.mark.parametrize("size", SIZES)
def test_every_row_is_on_it_and_can_be_read(size: tuple[int, int]) -> None:
    built = stage(175, size)
    board = built.board
    assert Counter(row for page in board.pages for row, _ in page.cells) == Counter(built.kit.front.rows)
    before = len(built.kit.text.placed)
    for page in range(len(board.pages)):
        assert cut_or_overlapping(board.placed(page), board.rect) == []
        amounts = [text.size_px for text in board.placed(page) if text.text.endswith("€")]
        assert len(amounts) == len(board.pages[page].cells) and min(amounts) >= max(9, built.kit.px(15))
    assert len(built.kit.text.placed) == before
    assert len(board.pages) < len(built.glass.pages)


def test_it_covers_neither_the_glass_nor_a_button() -> None:
    for size in SIZES:
        built = stage(175, size)
        kept = [
            built.glass.rect,
            *(cap.rect for cap in built.deck.caps),
            built.deck.slot_rect,
            built.tray.rect,
        ]
        assert not any(built.board.rect.colliderect(rect) for rect in kept)
        assert Rect(0, 0, *size).contains(built.board.rect)


def test_a_touch_on_the_glass_shows_it_and_touches_on_it_turn_it() -> None:
    visitor = Visitor(stage())
    glass, board = visitor.stage.glass.rect.center, visitor.stage.board.rect.center
    assert visitor.touch(visitor.stage.display.rect.center) is None  # there is none yet: this is the display
    pages = range(len(visitor.stage.board.pages))
    assert [visitor.touch(glass)] + [visitor.touch(board) for _ in pages] == [*pages, None]
    assert visitor.cabinet.inputs == []  # the machine knows of none of it


def test_the_key_turns_it_as_a_touch_does() -> None:
    visitor = Visitor(stage())
    pages = range(len(visitor.stage.board.pages))
    assert [visitor.key() for _ in range(len(pages) + 2)] == [*pages, None, 0]


def test_it_goes_away_before_a_play_with_the_power_and_after_a_while() -> None:
    for fields in ({"reels": [reel(2.5, moving=True)]}, {"powered": False}):
        visitor = Visitor(stage())
        visitor.key()
        assert visitor.after(100) == 0
        assert visitor.after(200, **fields) is None
    visitor = Visitor(stage())
    visitor.key(1_000)
    assert visitor.after(1_000 + SHOWN_MS - 1) == 0
    visitor.key(10_000)
    assert visitor.after(1_000 + SHOWN_MS) == 1  # each page has its own time
    assert visitor.after(10_000 + SHOWN_MS) is None


def test_a_machine_with_one_page_has_none() -> None:
    built = Stage(read_front(load_model("cierzo"), 1, False), USUAL, "es")
    visitor = Visitor(built)
    assert not built.board.fitted
    assert (visitor.touch(built.glass.rect.center), visitor.key()) == (None, None)


def picture(built: Stage, hand: Hand) -> np.ndarray:
    screen = paint.plain(built.layout.size)
    built.draw(screen, look(cabinet()), 0, hand, animate=False)
    return pygame.surfarray.array3d(screen).astype(int)


def test_the_picture_shows_the_page_that_is_looked_at_and_the_rest_of_the_machine() -> None:
    built = stage()
    none, first, last = (picture(built, Hand(prizes=page)) for page in (None, 0, 1))
    rect = built.board.rect
    inside = (slice(rect.x, rect.right), slice(rect.y, rect.bottom))
    for one, other in ((none, first), (first, last)):
        apart = np.abs(one - other)
        assert apart[inside].mean() > 5
        apart[inside] = 0
        assert not apart.any()


def test_the_keys_shown_tell_of_it() -> None:
    spots = [words for words, _ in stage().keys._spots]
    assert "P" in spots
    assert "P" not in [words for words, _ in stage(12).keys._spots]


def test_a_window_puts_it_away_when_a_play_begins(quiet: None) -> None:
    fake = cabinet()
    window = Window(fake, True, "es")
    window.frame(20_000, [(0, pygame.event.Event(pygame.KEYDOWN, key=keys.PRIZES_KEY, mod=0))])
    assert window._controls.hand.prizes == 0
    fake.reels = [reel(0.5, moving=True), *fake.reels[1:]]
    window.frame(20_000, [])
    assert window._controls.hand.prizes is None
    window.close()
