# SPDX-License-Identifier: MIT
"""What a visitor's hand does at a table: chips onto spots, stakes carried on, the wheel flicked."""

from __future__ import annotations

import pygame
import pytest
from table_stand_in import Played

from emulator.panel.art import paint
from emulator.panel.tables.kit import rack
from emulator.panel.tables.kit.caps import Button
from emulator.panel.tables.kit.face import Stake, Told
from emulator.panel.tables.kit.seen import Seen
from emulator.panel.tables.kit.window import AWAY_MS, TableWindow, draw_table
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame

pytestmark = pytest.mark.usefixtures("quiet")
SIZE = (800, 480)
READY = Button("ready", "NO VA MÁS", True)


class Hand:
    """A window of a table, and somebody in front of it."""

    def __init__(self, in_public: bool = False, **fields: object) -> None:
        self.game = Played(offered=[READY, Button("odds", "?")], **fields)  # type: ignore[arg-type]
        self.window = TableWindow(self.game, 4, "es", in_public)
        self.screen = paint.plain(SIZE)
        self.now_ms = 0
        self.frame()

    def frame(self, *events: pygame.event.Event, ms: int = 16) -> None:
        self.now_ms += ms
        self.window.frame(self.screen, [(0, event) for event in events], ms * 1000, self.now_ms)

    def spot(self, name: str) -> tuple[int, int]:
        assert self.window.stage is not None
        foot = self.window.stage.lay.foot(name, 4)
        assert foot is not None
        return foot

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        self.frame(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))

    def key(self, key: int) -> None:
        self.frame(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))

    def chip(self, value: int) -> tuple[int, int]:
        assert self.window.stage is not None
        places = rack.places(self.window.stage.lay, self.game.values)
        return places[list(self.game.values).index(value)].center


def test_a_chip_is_dragged_from_the_rail_onto_a_line() -> None:
    hand = Hand()
    hand.drag(hand.chip(2_500), hand.spot("caballo 17-20"))
    assert hand.game.done == [("lay", 4, "caballo 17-20", 2_500)]


def test_a_tap_lays_the_chip_that_was_picked() -> None:
    hand = Hand()
    hand.drag(hand.chip(500), hand.chip(500))
    hand.drag(hand.spot("rojo"), hand.spot("rojo"))
    assert hand.game.done == [("lay", 4, "rojo", 500)]


def test_a_stake_is_carried_to_another_spot_or_off_the_cloth() -> None:
    hand = Hand(laid=[Stake(4, "17", 700), Stake(2, "17", 100)])
    hand.drag(hand.spot("17"), hand.spot("20"))
    assert hand.game.done == [("take", 4, "17"), ("lay", 4, "20", 700)]
    hand.drag(hand.spot("20"), (640, 20))
    assert hand.game.laid == [Stake(2, "17", 100)]


def test_what_others_laid_is_not_taken() -> None:
    hand = Hand(laid=[Stake(2, "17", 100)])
    hand.drag(hand.spot("17"), hand.spot("20"))
    assert hand.game.laid == [Stake(2, "17", 100)]
    assert hand.game.done == []


def test_nothing_is_laid_once_bets_are_closed() -> None:
    hand = Hand(betting=False)
    hand.drag(hand.spot("17"), hand.spot("17"))
    hand.drag(hand.chip(500), hand.spot("17"))
    assert hand.game.done == []


def test_a_refused_chip_is_heard() -> None:
    hand = Hand(most_cents=100)
    hand.drag(hand.chip(500), hand.spot("17"))
    assert hand.game.laid == []
    hand.window.speaker.refuse()
    assert "no" in hand.window.speaker.update(hand.game)


def test_a_flick_across_the_wheel_is_the_effort_of_the_spin() -> None:
    hand = Hand()
    assert hand.window.stage is not None
    wheel = hand.window.stage.lay.wheel
    hand.drag((wheel.x + 40, wheel.centery), (wheel.right - 40, wheel.centery))
    ((kind, seat, act, effort),) = hand.game.done
    assert (kind, seat, act) == ("press", 4, "ready")
    assert isinstance(effort, int) and effort > 100


def test_keys_pick_chips_walk_over_the_cloth_and_press_what_is_lit() -> None:
    hand = Hand()
    hand.window.visitor.at = hand.spot("17")
    hand.key(pygame.K_2)
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_PLUS)
    hand.key(pygame.K_MINUS)
    hand.key(pygame.K_RETURN)
    assert hand.game.done == [
        ("lay", 4, "caballo 17-20", 500), ("take", 4, "caballo 17-20"), ("press", 4, "ready", 100),
    ]  # fmt: skip


def test_odds_are_told_on_request_and_change_nothing() -> None:
    hand = Hand()
    before = pygame.image.tobytes(hand.screen, "RGB")
    hand.frame(pygame.event.Event(pygame.MOUSEMOTION, pos=hand.spot("17"), rel=(0, 0), buttons=(0, 0, 0)))
    pointed = pygame.image.tobytes(hand.screen, "RGB")
    hand.key(pygame.K_o)
    asked = pygame.image.tobytes(hand.screen, "RGB")
    assert len({before, pointed, asked}) == 3
    assert hand.game.done == []


def test_in_public_the_house_takes_over_and_a_touch_only_comes_back() -> None:
    hand = Hand(in_public=True)
    hand.frame(ms=AWAY_MS + 20)
    assert hand.game.people == frozenset()
    hand.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=hand.spot("17"), button=1))
    assert hand.game.people == frozenset({4})
    assert hand.game.done == []


def test_a_chip_that_is_dragged_lies_on_the_engines_table() -> None:
    dealer = EngineDealer("french-roulette", bytes(32), dict.fromkeys(range(1, 7), 100_000))
    hand = Hand()
    hand.game = Seen(TableGame(dealer, [4]), "es")  # type: ignore[assignment]
    hand.window = TableWindow(hand.game, 4, "es")
    hand.frame()
    hand.drag(hand.chip(2_500), hand.spot("rojo"))
    assert [(one.spot, one.cents) for one in dealer.stakes() if one.seat == 4] == [("rojo", 2_500)]
    assert dealer.chips()[4] == 97_500
    hand.drag(hand.spot("rojo"), hand.spot("negro"))
    assert [(one.spot, one.cents) for one in dealer.stakes() if one.seat == 4] == [("negro", 2_500)]


@pytest.mark.parametrize("game", ["french_roulette", "craps", "punto_y_banca"])
def test_a_picture_of_one_moment_is_the_same_whenever_it_is_drawn(game: str) -> None:
    told = {
        "french_roulette": [Told(0, "spin"), Told(2_000, "drawn", faces=(8,))],
        "craps": [Told(0, "drawn", faces=(2, 6))],
        "punto_y_banca": [Told(0, "card", spot="punto", faces=(5,))],
    }[game]
    pictures = {
        pygame.image.tobytes(draw_table(Played(game=game, told=told, now_ms=900), (800, 480), seat=4), "RGB")
        for _ in range(2)
    }
    assert len(pictures) == 1
