# SPDX-License-Identifier: MIT
"""Turns mouse, touch and keys into coins and button edges; decides nothing about the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import pygame

from emulator.cabinet.front import CardView
from emulator.panel.frame.around import present
from emulator.panel.machine import keys
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.money.desk import CHANGE
from emulator.panel.machine.parts.cards import FIRST_CENTS
from emulator.panel.machine.parts.lever import STARTS
from emulator.panel.machine.parts.prize_board import SHOWN_MS
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.pull import TAP_HELD_MS
from emulator.panel.machine.stage import Stage

MOUSE = -1
_TAP_PX = 12  # a finger that moved less has tapped

Point = tuple[int, int]


class Playable(Protocol):
    """What a visitor can do to a cabinet."""

    def insert(self, cents: int) -> None: ...
    def insert_note(self, cents: int) -> bool: ...
    @property
    def purse(self) -> Mapping[int, int]: ...
    @property
    def wallet(self) -> Mapping[int, int]: ...
    def down(self, name: str) -> None: ...
    def up(self, name: str) -> None: ...
    def insert_card(self, balance_cents: int | None = None) -> None: ...
    def remove_card(self) -> None: ...
    @property
    def card(self) -> CardView | None: ...
    def take_tray(self) -> int: ...
    def change(self) -> None: ...
    def new_visitor(
        self, coins: Mapping[str, int] | None = None, notes: Mapping[str, int] | None = None
    ) -> None: ...
    def open_door(self, name: str = "main") -> None: ...
    def close_door(self, name: str = "main") -> None: ...
    def turn_key(self, name: str, on: bool = True) -> None: ...
    @property
    def doors(self) -> Mapping[str, bool]: ...
    @property
    def keys(self) -> Mapping[str, bool]: ...


@dataclass
class _Finger:
    """One finger or the mouse: where it began, and the button or coin it holds."""

    start: Point
    button: str | None = None
    cents: int | None = None
    note: int | None = None
    arm: bool = False
    """It has the arm."""


class Controls:
    """
    Keeps what every finger and key holds, so that each press has exactly one release.

    Args:
        service: whether somebody here may ask for the maintenance view; never in public.
        tell: shows the visitor a sentence for a while.
    """

    def __init__(
        self,
        cabinet: Playable,
        stage: Stage,
        service: bool = True,
        tell: Callable[[str], None] = lambda words: None,
    ) -> None:
        self._cabinet = cabinet
        self._tell = tell
        self._service = service
        self._stage = stage
        self._fingers: dict[int, _Finger] = {}
        self._keys: dict[int, str] = {}
        self._board_until_ms = 0
        self._tap_until_ms: int | None = None
        self.hand = Hand()

    def use(self, stage: Stage) -> None:
        """Go on with another stage, as after a change of size; everything held is let go."""
        self.let_go()
        self.hand.prizes = None
        self._stage = stage

    def handle(self, event: pygame.event.Event, purse: dict[int, int], now_ms: int) -> bool:
        """
        Act on one event.

        Args:
            purse: the visitor's coins, cents -> count, as they are now.

        Returns:
            Whether it was a visitor's doing.
        """
        kind = event.type
        if kind in (pygame.KEYDOWN, pygame.KEYUP):
            return self._key(event, purse, now_ms)
        if kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            return self._mouse(event, purse, now_ms)
        if kind in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            return self._touch(event, purse, now_ms)
        if kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE):
            self.hand.point = (-1, -1)
            if kind == pygame.WINDOWFOCUSLOST:
                self.let_go()
        return False

    def update(self, now_ms: int) -> None:
        """Drop the coins that have reached the slot; let the arm come back that a tap has pulled."""
        if self._tap_until_ms is not None and now_ms >= self._tap_until_ms:
            self._tap_until_ms = None
            self._release(STARTS)
        for toss in self._stage.flights.arrived(now_ms):
            if toss.inserts:
                self._drop_in(toss.cents, self._stage.deck.slot.center, now_ms)

    def let_go(self) -> None:
        """Release every button and put every coin in the hand back."""
        self._fingers.clear()
        self._keys.clear()
        self._tap_until_ms = None
        self.hand.pull.rest()
        for name in sorted(self.hand.held):
            self._release(name)
        self.hand.lifted_cents = self.hand.lifted_note = None

    def _mouse(self, event: pygame.event.Event, purse: dict[int, int], now_ms: int) -> bool:
        if getattr(event, "touch", False):  # SDL repeats a finger as a mouse
            return False
        if event.type == pygame.MOUSEMOTION:
            self._move(MOUSE, event.pos)
            return bool(self._fingers)
        if event.button != 1:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(MOUSE, event.pos, purse, now_ms)
        else:
            self._lift(MOUSE, event.pos, now_ms)
        return True

    def _touch(self, event: pygame.event.Event, purse: dict[int, int], now_ms: int) -> bool:
        width, height = self._stage.layout.size
        point = (round(event.x * width), round(event.y * height))
        finger = int(event.finger_id)
        if event.type == pygame.FINGERDOWN:
            self._press(finger, point, purse, now_ms)
        elif event.type == pygame.FINGERUP:
            self._lift(finger, point, now_ms)
            self.hand.point = (-1, -1)  # a finger that is gone points at nothing
        else:
            self._move(finger, point)
        return True

    def _key(self, event: pygame.event.Event, purse: dict[int, int], now_ms: int) -> bool:
        key = event.key
        if event.type == pygame.KEYUP:
            if key in self._keys:
                self._release(self._keys.pop(key))
            return False
        if key in keys.BUTTON_KEYS and key not in self._keys:
            name = keys.BUTTON_KEYS[key]
            self._keys[key] = name
            self._hold(name)
        elif key in keys.COIN_KEYS:
            coin = keys.coin_keys(self._stage.purse.values).get(key)
            if coin is not None:
                self._throw(coin, purse, now_ms)
        elif key == keys.NOTE_KEY and self._stage.notes.fitted:
            self._offer(self._stage.kit.front.note_cents)
        elif key == keys.CARD_KEY and self._stage.card_slot.fitted:
            self._card()
        elif key == keys.TAKE_KEY:
            self._take_out()
        elif keys.DESK_KEYS.get(key) in self._stage.desk.plates:
            self.go_to_desk(keys.DESK_KEYS[key])
        elif key == keys.PRIZES_KEY and self._stage.board.fitted:
            self._turn_board(now_ms)
        elif key in keys.HELP_KEYS:
            self.hand.show_keys = not self.hand.show_keys
        elif key == keys.SERVICE_KEY and self._service:
            self.hand.show_service = not self.hand.show_service
        elif key in keys.SWITCH_KEYS and self.hand.show_service:
            self._switch(*keys.SWITCH_KEYS[key])
        else:
            return False
        return True

    def _press(self, finger: int, point: Point, purse: dict[int, int], now_ms: int) -> None:
        self.hand.point = point
        stage = self._stage
        button = stage.button_at(point, covered=self._covered(point)) or self._on_screen(point)
        held = self._fingers[finger] = _Finger(point, button)
        if button is not None:
            self._hold(button)
        elif self._takes_arm(point):
            held.arm = True
            assert stage.lever is not None
            self.hand.pull.begin(point[1], stage.lever.travel_px)
        elif self.hand.show_service and stage.service.rect.collidepoint(point):
            switch = stage.service.switch_at(point)
            if switch is not None:
                self._switch(switch.kind, switch.name)
        elif stage.board.fitted and self._board_at(point):
            self._turn_board(now_ms)
        elif (plate := stage.desk.at(point)) is not None:
            self.go_to_desk(plate)
        elif stage.card_slot.at(point):
            self._card()
        elif (note := stage.notes.note_at(point)) is not None:
            if self._cabinet.wallet.get(note, 0) and self.hand.lifted_note is None:
                held.note = self.hand.lifted_note = note
        elif stage.tray.rect.collidepoint(point) and self._take_out():
            return
        else:
            cents = stage.purse.coin_at(point)
            if cents is not None and self._free(cents, purse) > 0 and self.hand.lifted_cents is None:
                held.cents = self.hand.lifted_cents = cents

    def _on_screen(self, point: Point) -> str | None:
        """The button that a touch of a video cabinet's screen stands for, unless a board lies over it."""
        return None if self.hand.prizes is not None else self._stage.touched(point)

    def _takes_arm(self, point: Point) -> bool:
        lever = self._stage.lever
        if lever is None or self.hand.pull.held or self.hand.prizes is not None:
            return False
        return lever.at(point) and not self._covered(point)

    def _pull(self, held: _Finger, point: Point) -> None:
        """The arm goes on with the hand; its contact is START's."""
        closes = self.hand.pull.move(point[1])
        if closes:
            held.button = STARTS
            self._hold(STARTS)
        elif closes is False:
            held.button = None
            self._release(STARTS)

    def _let_arm_go(self, held: _Finger, point: Point, now_ms: int) -> None:
        """The spring takes it; a hand that did not move has tapped it, which is a pull, too."""
        pull = self.hand.pull
        pull.end(now_ms)
        if held.button is None and math.dist(point, held.start) < _TAP_PX:
            pull.tap(now_ms)
            self._tap_until_ms = now_ms + TAP_HELD_MS
            self._hold(STARTS)

    def _covered(self, point: Point) -> bool:
        """Whether something of the panel's lies over the machine there."""
        stage = self._stage
        plate = self.hand.show_service and stage.service.rect.collidepoint(point)
        return plate or (self.hand.prizes is not None and stage.board.rect.collidepoint(point))

    def _board_at(self, point: Point) -> bool:
        """Whether a touch asks for the prize table, or for its next page."""
        shown = self.hand.prizes is not None
        rect = self._stage.board.rect if shown else self._stage.glass.rect
        return rect.collidepoint(point)

    def _turn_board(self, now_ms: int) -> None:
        self.hand.prizes = self._stage.board.after(self.hand.prizes)
        self._board_until_ms = now_ms + SHOWN_MS

    def put_board_away(self, seen: Seen, now_ms: int) -> None:
        """The prize table hides no play, and nothing from the one who comes next."""
        if now_ms >= self._board_until_ms or not seen.powered or any(reel.moving for reel in seen.reels):
            self.hand.prizes = None

    def _take_out(self) -> bool:
        """Take coins and tickets out of the tray; False if there are none."""
        torn = self._stage.strip is not None and self._stage.strip.take()
        if self._stage.tray.occupied:
            self._cabinet.take_tray()
            return True
        return torn

    def go_to_desk(self, name: str) -> None:
        """Change what the visitor has, or let another come: nothing stays in the hand or in the air."""
        self._stage.flights.tosses.clear()
        for finger in self._fingers.values():
            finger.cents = finger.note = None
        self.hand.lifted_cents = self.hand.lifted_note = None
        if name == CHANGE:
            self._cabinet.change()
        else:
            self._cabinet.new_visitor(**present().brings)

    def _switch(self, kind: str, name: str) -> None:
        """Open a door or turn a key; shut or turn it back if it is."""
        cabinet = self._cabinet
        if kind == "key":
            cabinet.turn_key(name, not cabinet.keys[name])
        elif cabinet.doors[name]:
            cabinet.close_door(name)
        else:
            cabinet.open_door(name)

    def _move(self, finger: int, point: Point) -> None:
        held = self._fingers.get(finger)
        if held is not None and held.arm:
            self._pull(held, point)
        lifted = (self.hand.lifted_cents, self.hand.lifted_note)
        if lifted == (None, None) or (held is not None and (held.cents, held.note) == lifted):
            self.hand.point = point

    def _lift(self, finger: int, point: Point, now_ms: int) -> None:
        held = self._fingers.pop(finger, None)
        if held is None:
            return
        if held.arm:
            self._let_arm_go(held, point, now_ms)
        if held.button is not None:
            self._release(held.button)
        if held.note is not None:
            self.hand.lifted_note = None
            if math.dist(point, held.start) < _TAP_PX or self._stage.notes.mouth_at(point):
                self._offer(held.note)
        if held.cents is None:
            return
        self.hand.lifted_cents = None
        stage, home = self._stage, self._stage.purse.places[held.cents]
        if math.dist(point, held.start) < _TAP_PX:
            stage.flights.toss(held.cents, home, stage.deck.slot.center, now_ms, inserts=True)
        elif stage.deck.slot_at(point):
            self._drop_in(held.cents, point, now_ms)
        else:
            stage.flights.toss(held.cents, point, home, now_ms, inserts=False)

    def _drop_in(self, cents: int, point: Point, now_ms: int) -> None:
        """Into the slot, or home where the purse no longer holds it: another visitor came meanwhile."""
        stage = self._stage
        if self._cabinet.purse.get(cents, 0):
            self._cabinet.insert(cents)
        elif cents in stage.purse.places:
            stage.flights.toss(cents, point, stage.purse.places[cents], now_ms, inserts=False)

    def _offer(self, cents: int) -> None:
        """To the mouth of the note acceptor, which draws it in or does not."""
        if self._stage.notes.fitted and self._cabinet.wallet.get(cents, 0):
            self._cabinet.insert_note(cents)

    def _card(self) -> None:
        """Put the card in, a new one if the visitor has none, or take it out; in a hall the desk sells it."""
        card, kit = self._cabinet.card, self._stage.kit
        if kit.front.in_hall and (card is None or not (card.inside or card.balance_cents)):
            self._tell(kit.say("The desk of the hall puts money on your card."))
        if card is None and kit.front.in_hall:
            return
        if card is None:
            self._cabinet.insert_card(FIRST_CENTS)
        elif card.inside:
            self._cabinet.remove_card()
        else:
            self._cabinet.insert_card()

    def _throw(self, cents: int, purse: dict[int, int], now_ms: int) -> None:
        if self._free(cents, purse) > 0 and cents in self._stage.purse.places:
            start = self._stage.purse.places[cents]
            self._stage.flights.toss(cents, start, self._stage.deck.slot.center, now_ms, inserts=True)

    def _free(self, cents: int, purse: dict[int, int]) -> int:
        """Coins of a value that lie in the purse, less those in the hand and in the air."""
        air = self._stage.flights.in_the_air().get(cents, 0)
        return purse.get(cents, 0) - air - (self.hand.lifted_cents == cents)

    def _hold(self, name: str) -> None:
        if name not in self.hand.held:
            self.hand.held.add(name)
            self._cabinet.down(name)

    def _release(self, name: str) -> None:
        others = [finger.button for finger in self._fingers.values()] + list(self._keys.values())
        if self._tap_until_ms is not None:
            others.append(STARTS)
        if name in self.hand.held and name not in others:
            self.hand.held.discard(name)
            self._cabinet.up(name)
