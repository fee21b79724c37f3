# SPDX-License-Identifier: MIT
"""The visitor's hand: presses, drags, touches and keys become exactly the cabinet's inputs."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from panel_fake import FakeCabinet, fresh_stage, state

from emulator.panel.machine import keys
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.money.flights import TOSS_MS
from emulator.panel.machine.stage import Stage


class Visitor:
    """Feeds events to controls and lets panel time pass."""

    def __init__(self, stage: Stage, fake: FakeCabinet) -> None:
        self.stage, self.fake = stage, fake
        self.controls = Controls(fake, stage)
        self.now_ms = 0

    def event(self, kind: int, **fields: Any) -> None:
        self.controls.handle(pygame.event.Event(kind, **fields), dict(self.fake.purse), self.now_ms)

    def mouse(self, kind: int, point: tuple[int, int]) -> None:
        self.event(kind, pos=point, button=1, touch=False)

    def finger(self, kind: int, point: tuple[int, int], finger_id: int = 7) -> None:
        width, height = self.stage.layout.size
        self.event(kind, x=point[0] / width, y=point[1] / height, finger_id=finger_id)

    def wait(self, ms: int) -> None:
        self.now_ms += ms
        self.controls.update(self.now_ms)

    def middle(self, button: str) -> tuple[int, int]:
        return next(cap.rect.center for cap in self.stage.deck.caps if cap.name == button)


@pytest.fixture(scope="module")
def built() -> Stage:
    return fresh_stage()


@pytest.fixture
def visitor(built: Stage) -> Visitor:
    built.flights.tosses.clear()
    return Visitor(built, state("idle"))


@pytest.mark.parametrize("name", ["start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve"])
def test_a_click_is_one_press_and_one_release(visitor: Visitor, name: str) -> None:
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.middle(name))
    visitor.mouse(pygame.MOUSEBUTTONUP, visitor.middle(name))
    assert visitor.fake.inputs == [("down", name), ("up", name)]


def test_a_button_is_released_wherever_the_mouse_is(visitor: Visitor) -> None:
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.middle("start"))
    visitor.mouse(pygame.MOUSEMOTION, (5, 5))
    visitor.mouse(pygame.MOUSEBUTTONUP, (5, 5))
    assert visitor.fake.inputs == [("down", "start"), ("up", "start")]


def test_a_dragged_coin_is_inserted_where_it_is_let_go(visitor: Visitor) -> None:
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.purse.places[50])
    visitor.mouse(pygame.MOUSEMOTION, visitor.stage.deck.slot.center)
    assert visitor.fake.inputs == []
    visitor.mouse(pygame.MOUSEBUTTONUP, visitor.stage.deck.slot.center)
    assert visitor.fake.inputs == [("insert", 50)]


def test_a_coin_let_go_elsewhere_goes_back(visitor: Visitor) -> None:
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.purse.places[50])
    visitor.mouse(pygame.MOUSEMOTION, (40, 40))
    visitor.mouse(pygame.MOUSEBUTTONUP, (40, 40))
    visitor.wait(TOSS_MS * 2)
    assert visitor.fake.inputs == []


def test_a_tapped_coin_flies_to_the_slot(visitor: Visitor) -> None:
    place = visitor.stage.purse.places[200]
    visitor.mouse(pygame.MOUSEBUTTONDOWN, place)
    visitor.mouse(pygame.MOUSEBUTTONUP, place)
    visitor.wait(TOSS_MS - 1)
    assert visitor.fake.inputs == []
    visitor.wait(1)
    assert visitor.fake.inputs == [("insert", 200)]


def test_no_more_coins_fly_than_the_purse_holds(visitor: Visitor) -> None:
    visitor.fake.purse[200] = 2
    for _ in range(5):
        visitor.event(pygame.KEYDOWN, key=pygame.K_F9, mod=0)
    visitor.wait(TOSS_MS)
    assert visitor.fake.inputs == [("insert", 200)] * 2


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("dragged", [False, True])
def test_a_coin_whose_purse_has_changed_meanwhile_goes_home(
    visitor: Visitor, dragged: bool, left: int
) -> None:
    """In the air or in the hand, as somebody else came: it is put in only if the purse holds one."""
    place, slot = visitor.stage.purse.places[200], visitor.stage.deck.slot.center
    visitor.mouse(pygame.MOUSEBUTTONDOWN, place)
    if not dragged:
        visitor.mouse(pygame.MOUSEBUTTONUP, place)
    visitor.fake.purse[200] = left
    if dragged:
        visitor.mouse(pygame.MOUSEMOTION, slot)
        visitor.mouse(pygame.MOUSEBUTTONUP, slot)
    visitor.wait(TOSS_MS)
    assert visitor.fake.inputs == [("insert", 200)] * left
    assert [toss.inserts for toss in visitor.stage.flights.tosses] == ([] if left or dragged else [False])
    visitor.wait(TOSS_MS)
    assert visitor.fake.inputs == [("insert", 200)] * left and not visitor.stage.flights.tosses


def test_an_empty_purse_and_wallet_throw_nothing(visitor: Visitor) -> None:
    visitor.fake.purse.clear()
    visitor.fake.wallet.clear()
    for key in (*keys.COIN_KEYS, keys.NOTE_KEY):
        visitor.event(pygame.KEYDOWN, key=key, mod=0)
    visitor.wait(TOSS_MS)
    assert visitor.fake.inputs == [] and not visitor.stage.flights.tosses


def test_touching_the_tray_takes_what_lies_in_it(visitor: Visitor) -> None:
    visitor.fake.tray = {100: 3}
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.tray.rect.center)
    assert visitor.fake.inputs == []  # nothing is drawn there yet
    from emulator.panel.machine.registry import look

    visitor.stage.tray.update(look(visitor.fake), 0, animate=False)
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.tray.rect.center)
    assert visitor.fake.inputs == [("take_tray",)]
    visitor.stage.tray.update(look(visitor.fake), 0, animate=False)


def test_two_fingers_hold_two_buttons(visitor: Visitor) -> None:
    visitor.finger(pygame.FINGERDOWN, visitor.middle("hold_1"), 1)
    visitor.finger(pygame.FINGERDOWN, visitor.middle("hold_3"), 2)
    visitor.finger(pygame.FINGERUP, visitor.middle("hold_1"), 1)
    visitor.finger(pygame.FINGERUP, visitor.middle("hold_3"), 2)
    assert visitor.fake.inputs == [("down", "hold_1"), ("down", "hold_3"), ("up", "hold_1"), ("up", "hold_3")]


def test_two_fingers_on_one_button_are_one_press(visitor: Visitor) -> None:
    for finger in (1, 2):
        visitor.finger(pygame.FINGERDOWN, visitor.middle("start"), finger)
    for finger in (1, 2):
        visitor.finger(pygame.FINGERUP, visitor.middle("start"), finger)
    assert visitor.fake.inputs == [("down", "start"), ("up", "start")]


def test_a_finger_that_the_system_repeats_as_a_mouse_counts_once(visitor: Visitor) -> None:
    point = visitor.middle("start")
    visitor.finger(pygame.FINGERDOWN, point)
    visitor.event(pygame.MOUSEBUTTONDOWN, pos=point, button=1, touch=True)
    visitor.finger(pygame.FINGERUP, point)
    visitor.event(pygame.MOUSEBUTTONUP, pos=point, button=1, touch=True)
    assert visitor.fake.inputs == [("down", "start"), ("up", "start")]


def test_a_finger_drags_a_coin(visitor: Visitor) -> None:
    visitor.finger(pygame.FINGERDOWN, visitor.stage.purse.places[10])
    visitor.finger(pygame.FINGERMOTION, visitor.stage.deck.slot.center)
    visitor.finger(pygame.FINGERUP, visitor.stage.deck.slot.center)
    assert visitor.fake.inputs == [("insert", 10)]


@pytest.mark.parametrize(("key", "name"), sorted(keys.BUTTON_KEYS.items()))
def test_a_key_presses_and_releases_its_button(visitor: Visitor, key: int, name: str) -> None:
    visitor.event(pygame.KEYDOWN, key=key, mod=0)
    visitor.event(pygame.KEYDOWN, key=key, mod=0)  # as a held key repeats
    visitor.event(pygame.KEYUP, key=key, mod=0)
    assert visitor.fake.inputs == [("down", name), ("up", name)]


@pytest.mark.parametrize(("key", "cents"), sorted(keys.COIN_KEYS.items()))
def test_a_key_inserts_a_coin(visitor: Visitor, key: int, cents: int) -> None:
    visitor.event(pygame.KEYDOWN, key=key, mod=0)
    visitor.wait(TOSS_MS)
    assert visitor.fake.inputs == [("insert", cents)]


def test_losing_the_window_releases_every_button(visitor: Visitor) -> None:
    visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.middle("start"))
    visitor.event(pygame.KEYDOWN, key=pygame.K_d, mod=0)
    visitor.event(pygame.WINDOWFOCUSLOST)
    visitor.event(pygame.KEYUP, key=pygame.K_d, mod=0)
    assert sorted(visitor.fake.inputs) == [
        ("down", "double"),
        ("down", "start"),
        ("up", "double"),
        ("up", "start"),
    ]


def test_touching_the_glass_does_nothing(visitor: Visitor) -> None:
    for zone in ("crown", "glass", "reels", "display"):
        visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.stage.layout.zones[zone].center)
        visitor.mouse(pygame.MOUSEBUTTONUP, visitor.stage.layout.zones[zone].center)
    assert visitor.fake.inputs == []


def test_keys_are_shown_on_request(visitor: Visitor) -> None:
    assert not visitor.controls.hand.show_keys
    visitor.event(pygame.KEYDOWN, key=pygame.K_h, mod=0)
    assert visitor.controls.hand.show_keys
    visitor.event(pygame.KEYDOWN, key=pygame.K_F1, mod=0)
    assert not visitor.controls.hand.show_keys


def test_the_maintenance_view_opens_doors_and_turns_keys_by_key_and_by_hand(visitor: Visitor) -> None:
    visitor.event(pygame.KEYDOWN, key=pygame.K_6)
    assert visitor.fake.inputs == [], "not before it is shown"
    visitor.event(pygame.KEYDOWN, key=keys.SERVICE_KEY)
    for key in keys.SWITCH_KEYS:
        visitor.event(pygame.KEYDOWN, key=key)
    for switch in visitor.stage.service.switches:
        visitor.mouse(pygame.MOUSEBUTTONDOWN, switch.rect.center)
        visitor.mouse(pygame.MOUSEBUTTONUP, switch.rect.center)
    doors, locks = ("main", "box", "logic"), ("operator", "service")
    assert visitor.fake.inputs == [
        *(("open_door", name) for name in doors),
        *(("turn_key", name, True) for name in locks),
        *(("close_door", name) for name in doors),
        *(("turn_key", name, False) for name in locks),
    ]


def test_the_maintenance_view_leaves_the_deck_free_for_the_menu(visitor: Visitor) -> None:
    visitor.event(pygame.KEYDOWN, key=keys.SERVICE_KEY)
    for name in ("hold_1", "hold_2", "hold_3", "start", "collect"):
        assert not visitor.stage.service.rect.collidepoint(visitor.middle(name))
        visitor.mouse(pygame.MOUSEBUTTONDOWN, visitor.middle(name))
        visitor.mouse(pygame.MOUSEBUTTONUP, visitor.middle(name))
        assert visitor.fake.inputs[-2:] == [("down", name), ("up", name)]


def test_in_public_there_is_no_maintenance_view(built: Stage) -> None:
    fake = state("idle")
    controls = Controls(fake, built, service=False)
    for key in (keys.SERVICE_KEY, pygame.K_6, pygame.K_0):
        assert not controls.handle(pygame.event.Event(pygame.KEYDOWN, key=key), {}, 0)
    assert not controls.hand.show_service
    assert fake.inputs == []
