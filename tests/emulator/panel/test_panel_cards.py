# SPDX-License-Identifier: MIT
"""The card slot and the bets on the panel: what is touched, and what is seen of them."""

from __future__ import annotations

import pygame
import pytest
from test_panel_chance import fake, picture, stage
from test_panel_input import Visitor

from emulator.cabinet.front import CardView
from emulator.panel.machine.keys import CARD_KEY


@pytest.fixture
def visitor() -> Visitor:
    return Visitor(stage("moncayo_tarjeta"), fake("moncayo_tarjeta"))


def test_a_touch_buys_a_card_takes_it_out_and_puts_the_same_in_again(visitor: Visitor) -> None:
    for _ in range(3):
        visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.card_slot.rect.center)
        visitor.mouse(pygame.MOUSEBUTTONUP, visitor.stage.card_slot.rect.center)
    visitor.event(pygame.KEYDOWN, key=CARD_KEY, mod=0)
    asked = [("insert_card", 6_000), ("remove_card",), ("insert_card", None), ("remove_card",)]
    assert visitor.fake.inputs == asked


def test_a_machine_without_a_reader_has_no_slot_for_cards() -> None:
    plain = Visitor(stage("moncayo"), fake("moncayo"))
    plain.mouse(pygame.MOUSEBUTTONDOWN, plain.stage.card_slot.rect.center)
    plain.event(pygame.KEYDOWN, key=CARD_KEY, mod=0)
    assert plain.fake.inputs == [] and not plain.stage.card_slot.fitted


def test_the_slot_lies_free_of_what_one_presses_and_shows_its_card() -> None:
    built = stage("moncayo_tarjeta")
    slot = built.card_slot.rect
    assert slot.width > 20 and built.deck.rect.contains(slot)
    assert slot.collidelist([*(cap.rect for cap in built.deck.caps), built.tray.chute]) < 0
    seen = {
        picture("moncayo_tarjeta", fake("moncayo_tarjeta", card=card))
        for card in (None, CardView(1001, 600, True))
    }
    assert len(seen) == 2


def test_the_glass_shows_the_bet_that_is_chosen() -> None:
    shown = [
        picture("moncayo_nacional", fake("moncayo_nacional", glass=frozenset({42 + i}))) for i in range(3)
    ]
    assert len(set(shown)) == 3


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("moncayo_tarjeta", "SE COBRA EN SU TARJETA"),
        ("moncayo_fichas", "RECOJA SUS FICHAS"),
        ("moncayo", "RECOJA SUS MONEDAS"),
    ],
)
def test_the_tray_says_what_comes_into_it(name: str, said: str) -> None:
    built = stage(name)
    lips = [one.text for one in built.kit.text.placed if built.tray.rect.contains(one.box)]
    assert said in lips and sum(words.startswith(("RECOJA", "SE COBRA")) for words in lips) == 1
