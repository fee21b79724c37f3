# SPDX-License-Identifier: MIT
"""The whole picture: builds every zone's art once for a size and a language, then draws frames."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.sounds import LARGE_FROM_CENTS
from emulator.panel.art.theme import font, hex_colour, wearing
from emulator.panel.machine.keys import PRIZES_KEY, KeyLabels
from emulator.panel.machine.money.desk import Desk
from emulator.panel.machine.money.flights import Flights
from emulator.panel.machine.money.notes import Notes
from emulator.panel.machine.money.purse import Purse
from emulator.panel.machine.money.tray import Tray
from emulator.panel.machine.parts.back import Back
from emulator.panel.machine.parts.body import door_light, paint_body
from emulator.panel.machine.parts.cards import CardSlot
from emulator.panel.machine.parts.crown import Crown
from emulator.panel.machine.parts.deck import Deck
from emulator.panel.machine.parts.display import DisplayLine
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.glass import Glass
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import TOUCH_PX, lay_out
from emulator.panel.machine.parts.mark import Mark
from emulator.panel.machine.parts.notice import Notice, NoticePlate
from emulator.panel.machine.parts.prize_board import PrizeBoard
from emulator.panel.machine.parts.refused import Refusal
from emulator.panel.machine.parts.room import paint_room, purse_and_desk
from emulator.panel.machine.parts.second import SecondGlass
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.service import ServicePlate


@dataclass
class Hand:
    """What the visitor's hand does just now, as far as a picture shows it."""

    point: tuple[int, int] = (-1, -1)
    held: set[str] = field(default_factory=set)
    lifted_cents: int | None = None
    lifted_note: int | None = None
    show_keys: bool = False
    show_service: bool = False
    idea: Idea | None = None
    back: Back | None = None
    note: str | None = None
    prizes: int | None = None
    """Which page of the whole prize table is looked at; None for none."""
    refused: Refusal | None = None
    """Why a coin has come back, one of ``emulator.cabinet.refusals.REASONS``."""
    notice: Notice | None = None
    """What is wrong with the files of a machine that is being built."""


class Stage:
    """Every part of the panel at one size; ``draw`` shows a cabinet on it."""

    def __init__(self, front: Front, size: tuple[int, int], language: str, touch_px: int = TOUCH_PX) -> None:
        self._front = front
        self._token = hex_colour(front.token_colour)
        self._struck = front.struck
        coins.mint(self._token, self._struck)
        with self._worn():
            self._build(front, size, language, touch_px)

    def _build(self, front: Front, size: tuple[int, int], language: str, touch_px: int) -> None:
        self.layout = lay_out(size, front.columns, front.symbols_seen, front.flank_share, touch_px)
        self.kit = Kit(self.layout, front, language)
        kit = self.kit
        self.crown = Crown(kit)
        self.glass = Glass(kit)
        self.second = SecondGlass(kit)
        self.tray = Tray(kit)
        self.flanks, self.reels, self.lines, self.asks, self.strip = front.fittings.mount(kit, self.tray.rect)
        self.display = DisplayLine(kit)
        self.deck = Deck(kit)
        purse, desk = purse_and_desk(kit)
        self.purse = Purse(kit, purse)
        self.desk = Desk(kit, desk)
        self.notes = Notes(kit, self.purse.notes_room, self.tray.rect, self.tray.chute)
        self.card_slot = CardSlot(kit, self.notes.mouth if front.coins_cents else self.deck.slot_rect)
        self.flights = Flights(
            kit, self.deck.slot, self.tray.return_mouth, self.tray.chute, self.purse.coin_px
        )
        self.mark = Mark(kit)
        self.service = ServicePlate(kit)
        self.board = PrizeBoard(kit, fitted=len(self.glass.pages) > 1)
        self.notice = NoticePlate(kit)
        self.keys = KeyLabels(kit, self.deck, self.tray, self.purse, self.desk, self.mark.corner)
        if self.board.fitted:
            self.keys.add(PRIZES_KEY, self.glass.rect.topleft)
        self._base = paint.plain(size)
        self._paint()
        self._watermark = _watermark(kit) if front.test else None
        self._door_light: pygame.Surface | None = None
        kit.forget_pictures()

    @contextmanager
    def _worn(self) -> Iterator[None]:
        """What is drawn within this block has the machine's own faces and metal."""
        with wearing(self._front.livery.fonts), paint.of_metal(self._front.theme.metal):
            yield

    def _paint(self) -> None:
        base, kit = self._base, self.kit
        paint_body(base, kit)
        paint_room(base, kit)
        for part in (
            self.crown,
            self.reels,  # first: their frame throws a shadow
            self.glass,
            self.second,
            self.flanks,
            self.display,
            self.deck,
            self.tray,
            self.purse,
            self.desk,
            self.notes,
            self.card_slot,
        ):
            part.paint(base)
        if self.strip is not None:
            self.strip.paint(base)

    def printed(self, zone: Rect) -> pygame.Surface:
        """A part of the front as it is made, with nothing lit."""
        return self._base.subsurface(zone).copy()

    def draw(
        self, screen: pygame.Surface, seen: Seen, clock_ms: int, hand: Hand, animate: bool = True
    ) -> None:
        """
        Draw one frame.

        Args:
            screen: a surface of the stage's size.
            clock_ms: the panel's own time; moves lights, never money.
            animate: False draws coins where they come to rest, for a still picture.
        """
        coins.mint(self._token, self._struck)
        with self._worn():
            self._draw(screen, seen, clock_ms, hand, animate)

    def _draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int, hand: Hand, animate: bool) -> None:
        screen.blit(self._base, (0, 0))
        self._draw_play(screen, seen, clock_ms, hand)
        self._draw_deck(screen, seen, hand)
        self.tray.update(seen, clock_ms, animate, back=hand.back is not None)
        self.tray.draw(screen, clock_ms, self.tray.rect.collidepoint(hand.point))
        if self.strip is not None:
            self.strip.draw(screen, seen)
        self._draw_money(screen, seen, clock_ms, hand)
        self._draw_labels(screen, seen, hand)

    def _draw_play(self, screen: pygame.Surface, seen: Seen, clock_ms: int, hand: Hand) -> None:
        """From the crown down to the display: what a play is watched on."""
        idea = hand.idea if seen.powered else None
        lit = self.lit_rows(seen)
        self.crown.draw(screen, self._name_light(lit, clock_ms, idea))
        self.crown.draw_pots(screen, seen, clock_ms)
        self.glass.draw(screen, lit, clock_ms, self._spotlight(idea))
        self.flanks.draw(screen, seen)
        self.reels.draw(screen, seen)
        if idea is not None:
            self.reels.draw_idea(screen, idea.since_ms)
        if self.lines is not None:
            self.lines.draw(screen, seen, clock_ms)
        self.reels.draw_front(screen)
        self.reels.draw_lamps(screen, seen)
        if self.asks is not None and seen.powered:
            self.asks.draw(screen, seen, clock_ms)
        self._dim(screen, seen)
        self.crown.draw_tower(screen, seen, clock_ms)
        if seen.powered:
            self.display.draw(screen, seen, clock_ms, hand.refused)

    def _draw_deck(self, screen: pygame.Surface, seen: Seen, hand: Hand) -> None:
        """Buttons, and the slot that invites."""
        idea = hand.idea if seen.powered else None
        self.deck.draw(screen, seen, hand.held, self.deck.button_at(hand.point))
        if idea is not None and idea.name == "slot":
            self.deck.draw_slot(screen, abs(math.sin(math.pi * idea.since_ms / 2_000)))
        elif hand.lifted_cents is not None:
            self.deck.draw_slot(screen, 0.8)

    def _draw_money(self, screen: pygame.Surface, seen: Seen, clock_ms: int, hand: Hand) -> None:
        """What the visitor owns, on the counter, in the air and in the hand; the open front behind it."""
        air = self.flights.in_the_air()
        if hand.lifted_cents is not None:
            air[hand.lifted_cents] = air.get(hand.lifted_cents, 0) + 1
        self.purse.draw(screen, seen, air, self.purse.coin_at(hand.point))
        self.desk.draw(screen, self.desk.at(hand.point))
        self.card_slot.draw(screen, seen)
        self.notes.draw(screen, seen, hand.lifted_note, self.notes.note_at(hand.point))
        if seen.door_open:
            self._draw_door(screen)
        self.flights.draw(screen, seen, clock_ms, back=hand.back is not None)
        if hand.lifted_cents is not None:
            self.flights.draw_in_hand(screen, hand.lifted_cents, hand.point)
        if hand.lifted_note is not None:
            self.notes.draw_in_hand(screen, hand.lifted_note, hand.point)

    def _draw_labels(self, screen: pygame.Surface, seen: Seen, hand: Hand) -> None:
        """What is no part of the machine: keys, TEST, signs, the service plate, notes of the panel."""
        if hand.prizes is not None:
            self.board.draw(screen, hand.prizes)
        if hand.show_keys and hand.back is None and hand.note is None:
            self.keys.draw(screen)
        if self._watermark is not None:
            screen.blit(*self._watermark)
        self.mark.draw_signs(screen, self._signs(seen))
        if hand.show_service:
            self.service.draw(screen, seen)
        if hand.notice is not None:
            self.notice.draw(screen, hand.notice)
        if hand.back is not None:
            self.mark.draw(screen, hand.back)
        elif hand.note is not None:
            self.mark.draw_note(screen, hand.note)

    def _signs(self, seen: Seen) -> list[str]:
        """What the panel says of the program, whatever that shows: whose it is, and what ended it."""
        say = self.kit.say
        signs = [] if seen.firmware_ours else [say("ANOTHER'S FIRMWARE")]
        if seen.last_fault is not None and (seen.alarm or seen.dead):
            signs.append(say("Program fault: {}").format(seen.last_fault))
        return signs

    def _spotlight(self, idea: Idea | None) -> int | None:
        """The prize row that the attract loop shows now, one after the other."""
        if idea is None or idea.name != "prizes":
            return None
        lamps = self.glass.leaders
        return lamps[min(len(lamps) - 1, idea.since_ms * len(lamps) // 14_000)] if lamps else None

    def lit_rows(self, seen: Seen) -> frozenset[int]:
        """Rows of the prize table that are lit: by lamps of their own, or with the lines that win."""
        return seen.glass if self.lines is None else self.lines.rows(seen)

    def prize_cents(self) -> dict[int, int]:
        """How large the win of each lamp behind the glass sounds."""
        return dict(self.kit.front.lamps)

    def _name_light(self, lit: frozenset[int], clock_ms: int, idea: Idea | None) -> float | None:
        """Where the light that crosses the name stands, 0 to 1: slow in attract, quick on a large prize."""
        if idea is not None and idea.name == "name":
            return idea.since_ms / 7_000
        large = {row.lamp for row in self.kit.front.rows if row.cents >= LARGE_FROM_CENTS}
        return clock_ms % 900 / 900 if large & lit else None

    def _dim(self, screen: pygame.Surface, seen: Seen) -> None:
        """A tilted machine goes dim but stays alive; one without power goes dark."""
        if seen.powered and (not seen.alarm or seen.called):
            return
        tone = (112, 108, 118) if seen.powered else (40, 38, 46)
        zones = [
            self.layout.inner(name)
            for name in ("crown", "glass", "second", "reels")
            if name in self.layout.zones
        ]
        screen.fill(tone, zones[0].unionall(zones[1:]), special_flags=pygame.BLEND_RGB_MULT)

    def _draw_door(self, screen: pygame.Surface) -> None:
        """The front stands ajar: work light at its right edge and a dark gap."""
        if self._door_light is None:
            self._door_light = door_light(self.kit)
        light, cabinet = self._door_light, self.layout.cabinet
        gap = max(4, self.kit.px(16))
        paint.add(screen, light, (cabinet.right - gap - light.get_width(), cabinet.y))
        screen.fill((255, 240, 200), Rect(cabinet.right - gap, cabinet.y, max(2, gap // 3), cabinet.height))
        screen.fill((6, 4, 4), Rect(cabinet.right - gap + max(2, gap // 3), cabinet.y, gap, cabinet.height))


def _watermark(kit: Kit) -> tuple[pygame.Surface, tuple[int, int]]:
    """TEST across the glass and the reels: a machine with a known seed pays nobody."""
    letters = font("label", kit.px(230)).render("TEST", True, (255, 255, 255))
    slanted = pygame.transform.rotozoom(letters, 18, 1.0)
    slanted.set_alpha(44)
    middle = kit.layout.zones["reels"].center
    at = (middle[0] - slanted.get_width() // 2, kit.layout.zones["reels"].y - slanted.get_height() // 2)
    return slanted, at


def forget_pictures() -> None:
    """Drop what was drawn for another size."""
    coins.forget()
    paint.forget()
