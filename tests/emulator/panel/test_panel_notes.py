# SPDX-License-Identifier: MIT
"""Notes on the panel: what a hand does with them is the cabinet's input, and the mouth shows itself."""

from __future__ import annotations

import pygame
import pytest
from panel_fake import SIZES, fresh_stage, stage, state
from test_panel_input import Visitor

from emulator.cabinet.front import CoinView
from emulator.panel.art import paint
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.keys import NOTE_KEY
from emulator.panel.machine.money.notes import face
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage


@pytest.fixture(scope="module")
def built() -> Stage:
    return fresh_stage()


@pytest.fixture
def visitor(built: Stage) -> Visitor:
    return Visitor(built, state("idle"))


def test_a_note_is_offered_by_a_tap_a_drag_to_the_mouth_or_a_key(visitor: Visitor) -> None:
    notes = visitor.stage.notes
    for drop in (notes.places[500].center, notes.mouth.center):
        visitor.mouse(pygame.MOUSEBUTTONDOWN, notes.places[500].center)
        visitor.mouse(pygame.MOUSEMOTION, drop)
        visitor.mouse(pygame.MOUSEBUTTONUP, drop)
    visitor.event(pygame.KEYDOWN, key=NOTE_KEY, mod=0)
    assert visitor.fake.inputs == [("insert_note", 500)] * 3
    assert visitor.controls.hand.lifted_note is None


def test_a_note_let_go_elsewhere_stays_in_the_purse(visitor: Visitor) -> None:
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.notes.places[1000].center)
    assert visitor.controls.hand.lifted_note == 1000
    visitor.mouse(pygame.MOUSEMOTION, (600, 100))
    visitor.mouse(pygame.MOUSEBUTTONUP, (600, 100))
    assert visitor.fake.inputs == []


def test_nobody_offers_a_note_that_is_not_there(visitor: Visitor) -> None:
    visitor.fake.wallet[500] = 0
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.notes.places[500].center)
    visitor.mouse(pygame.MOUSEBUTTONUP, visitor.stage.notes.places[500].center)
    visitor.event(pygame.KEYDOWN, key=NOTE_KEY, mod=0)
    assert visitor.fake.inputs == []


@pytest.mark.parametrize("size", SIZES)
def test_mouth_and_notes_lie_free_of_what_one_presses(size: tuple[int, int]) -> None:
    built = stage(size, "es")
    others = [*(cap.rect for cap in built.deck.caps), built.deck.slot_rect, built.tray.chute]
    for rect in (built.notes.mouth, *built.notes.places.values()):
        assert rect.collidelist(others) == -1
        assert all(built.purse.coin_at(rect.center) is None for rect in built.notes.places.values())
    assert built.tray.rect.contains(built.notes.mouth)


def test_the_light_of_the_mouth_and_the_note_in_it_are_seen(built: Stage) -> None:
    """As the light under it tells, a note is drawn in; one that is half in hangs out half."""

    def pixels(**more: object) -> bytes:
        screen = paint.plain(built.layout.size)
        built.draw(screen, look(state("idle", **more)), 0, Hand(), animate=False)
        below = built.notes.mouth.inflate(0, built.notes.mouth.height * 2)
        return pygame.image.tobytes(screen.subsurface(below.clip(screen.get_rect())), "RGB")

    pictures = {
        pixels(),
        pixels(note_open=False),
        pixels(note=CoinView(1, 500, "in", 400)),
        pixels(note=CoinView(1, 500, "back", 900)),
    }
    assert len(pictures) == 4
    assert face(500, 60).get_at((5, 10)) != face(1000, 60).get_at((5, 10))


def test_a_model_without_a_note_acceptor_shows_none() -> None:
    from note_rig import model

    built = Stage(read_front(model(note=False), 1, False), SIZES[0], "es")
    assert built.notes.note_at(built.notes.places[500].center) is None
    assert not built.notes.mouth_at(built.notes.mouth.center)
