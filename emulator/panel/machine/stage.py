# SPDX-License-Identifier: MIT
"""The whole picture: builds every zone's art once for a size and a language, then draws frames."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.cabinets.kinds import KINDS
from emulator.panel.art.lettering import PLAIN, Aid, aided
from emulator.panel.art.sounds import LARGE_FROM_CENTS
from emulator.panel.art.theme import font, hex_colour, wearing
from emulator.panel.machine.attract.show import Show
from emulator.panel.machine.below import Below
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.inside.opened import Opened
from emulator.panel.machine.keys import PRIZES_KEY, KeyLabels, key_of
from emulator.panel.machine.money.desk import Desk
from emulator.panel.machine.money.flights import Flights
from emulator.panel.machine.money.notes import Notes
from emulator.panel.machine.money.purse import Purse
from emulator.panel.machine.money.tray import Tray
from emulator.panel.machine.parts.body import Body, door_light, mood_of
from emulator.panel.machine.parts.cards import CardSlot
from emulator.panel.machine.parts.crown import Crown
from emulator.panel.machine.parts.deck import Deck, forget_caps
from emulator.panel.machine.parts.display import DisplayLine
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.glass import Glass
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import TOUCH_PX, lay_out
from emulator.panel.machine.parts.lever import STARTS, Lever
from emulator.panel.machine.parts.mark import Mark
from emulator.panel.machine.parts.mounted import Cell, Wipe
from emulator.panel.machine.parts.notice import NoticePlate
from emulator.panel.machine.parts.prize_board import PrizeBoard
from emulator.panel.machine.parts.reels import Reels
from emulator.panel.machine.parts.room import paint_room, purse_and_desk
from emulator.panel.machine.parts.second import SecondGlass
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.service import ServicePlate
from emulator.panel.machine.wins.celebration import Celebration
from emulator.panel.machine.wins.stages import SPARKS_MS


class Stage:
    """Every part of the panel at one size; ``draw`` shows a cabinet on it."""

    def __init__(
        self,
        front: Front,
        size: tuple[int, int],
        language: str,
        touch_px: int = TOUCH_PX,
        aid: Aid = PLAIN,
    ) -> None:
        self._front = front
        self._aid = aid
        self.calm = False
        """Whether the last frame showed nothing that moves but slow light: the next one may come later."""
        self._token = hex_colour(front.token_colour)
        self._struck = front.struck
        coins.mint(self._token, self._struck)
        with self._worn():
            self._build(front, size, language, touch_px)

    def _build(self, front: Front, size: tuple[int, int], language: str, touch_px: int) -> None:
        arm = KINDS[front.cabinet].arm
        what = front.columns, front.symbols_seen, front.flank_share
        self.layout = lay_out(size, *what, touch_px, arm=arm, left_pane=front.left_pane)
        self.kit = Kit(self.layout, front, language)
        kit = self.kit
        self.body = Body(kit)
        self.crown = Crown(kit)
        self.glass = Glass(kit)
        self.second = SecondGlass(kit)
        self.tray = Tray(kit)
        mounted = front.fittings.mount(kit, self.tray.rect)
        self.flanks, self.reels, self.lines, self.asks, self.strip, self.field = mounted
        self.display = DisplayLine(kit)
        self.deck = Deck(kit)
        self.lever = None if self.layout.arm is None else Lever(kit, self.layout.arm)
        """The arm; None on a machine without one."""
        self._asked = ""
        purse, desk = purse_and_desk(kit)
        self.purse = Purse(kit, purse)
        self.desk = Desk(kit, desk)
        wall = self.tray.wall(right=self.strip is not None)
        self.notes = Notes(kit, self.purse.notes_room, self.tray.rect, wall)
        self.card_slot = CardSlot(kit, self.notes.mouth if front.coins_cents else self.deck.slot_rect)
        self.below = Below(self.deck, self.tray, self.purse, self.desk, self.notes, self.card_slot)
        self.celebration = Celebration(kit, self.glass, self.deck.edge)
        self.show = Show(kit, self.glass, self.deck, self.purse, self.card_slot)
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
        for name, rect in ({} if self.field is None else self.field.buttons).items():
            self.keys.add(key_of(name), rect.midtop)
        self._base = paint.plain(size)
        self._paint()
        self.below.mount(self._base, self.body.light_boxes)
        self._watermark = _watermark(kit) if front.test else None
        self._door_light: pygame.Surface | None = None
        self._opened: dict[bool, Opened] = {}
        kit.forget_pictures()

    @contextmanager
    def _worn(self) -> Iterator[None]:
        """What is drawn within this block has the machine's own faces and metal."""
        metal = self._front.theme.metal or KINDS[self._front.cabinet].metal
        with wearing(self._front.livery.fonts), paint.of_metal(metal), aided(self._aid):
            yield

    def _paint(self) -> None:
        base, kit = self._base, self.kit
        self.body.paint(base)
        paint_room(base, kit)
        if self.lever is not None:
            self.lever.paint(base)
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
            self.show,
        ):
            part.paint(base)
        self.body.paint_trim(base)
        if self.strip is not None:
            self.strip.paint(base)

    def prepare(self) -> None:
        """Make in a thread of its own what the first play, the first prize and the ideas need."""
        self.reels.prepare()
        self.celebration.prepare()
        self.show.prepare()

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
        idea = hand.idea if seen.powered else None
        self._follow_wins(seen, clock_ms, hand, animate)
        self.tray.update(seen, clock_ms, animate, back=hand.back is not None)
        alone = self.celebration.won is None and not self.flights.tosses
        self.below.begin(screen, self.below.state(seen, hand, clock_ms), alone)
        self._draw_play(screen, self.celebration.shown(self.show.shown(seen, idea)), clock_ms, hand)
        self._draw_below(screen, seen, clock_ms, hand)
        if idea is not None:
            self.show.draw(screen, seen, idea)
        won = self.celebration.won
        if won is not None and won.size != "small" and won.since_ms >= SPARKS_MS:
            self.show.celebrate(screen, won.since_ms, everywhere=won.size == "large")
        self.celebration.draw_front(screen, self._winning(seen))
        self._draw_labels(screen, seen, hand)
        still = self.celebration.won is None and not (self.flights.tosses or self.tray.moving)
        self.calm = still and not (seen.busy or hand.held)

    def _follow_wins(self, seen: Seen, clock_ms: int, hand: Hand, animate: bool) -> None:
        """A prize is celebrated while nobody presses, looks elsewhere or runs time back."""
        hands_off = animate and not hand.held and hand.prizes is None and hand.back is None
        cents = None if self.lines is None else self.lines.cents(seen)
        self.celebration.update(seen, cents, clock_ms, hands_off=hands_off)

    def _winning(self, seen: Seen) -> list[Cell]:
        """The symbols that are shown to win."""
        if self.celebration.won is None:
            return []
        return self.celebration.on_payline(seen) if self.lines is None else self.lines.cells(seen)

    def _wipe(self, seen: Seen) -> Wipe | None:
        """What clears a cell of a screen; None for drums."""
        if not self._front.screen or not isinstance(self.reels, Reels):
            return None
        return partial(self.reels.wipe, glass=seen.glass)

    def _draw_play(self, screen: pygame.Surface, seen: Seen, clock_ms: int, hand: Hand) -> None:
        """From the crown down to the display: what a play is watched on."""
        idea = hand.idea if seen.powered else None
        lit = self.celebration.rows(self.lit_rows(seen))
        cells = self._winning(seen)
        light = self._name_light(lit, clock_ms, idea)
        self.crown.draw(screen, light)
        self.body.draw(
            screen, clock_ms, mood_of(seen, attracts=idea is not None, won=idea is None and light is not None)
        )
        self.crown.draw_pots(screen, seen, clock_ms)
        self.glass.draw(screen, lit | self.show.rows(idea), clock_ms, self.show.spotlight(idea))
        self.glass.draw_points(screen, seen)
        self.flanks.draw(screen, seen)
        self.reels.draw(screen, seen)
        if idea is not None:
            self.reels.draw_idea(screen, idea.since_ms)
        self.celebration.draw_symbols(screen, cells, self._wipe(seen))
        if self.lines is not None:
            self.lines.draw(screen, seen, clock_ms)
        self.reels.draw_front(screen)
        self.reels.draw_lamps(screen, seen)
        self._asked = ""
        if self.asks is not None and seen.powered:
            self.asks.draw(screen, seen, clock_ms)
            self._asked = self.asks.asked(seen)
        if self.lever is not None:
            self.lever.draw(screen, hand.pull.depth(clock_ms))
        self.celebration.step_back(screen, lit, cells)
        self._dim(screen, seen)
        self.crown.draw_tower(screen, seen, clock_ms)
        if seen.powered:
            self.display.draw(screen, seen, clock_ms, hand.refused)

    def touched(self, point: tuple[int, int]) -> str | None:
        """The button that a touch of the screen stands for: what is picked there, else START."""
        if not self.kit.cabinet.touch or not self.layout.window.collidepoint(point):
            return None
        if self.asks is not None and self._asked:
            return self.asks.touched(point, self._asked)
        return STARTS

    def _draw_below(self, screen: pygame.Surface, seen: Seen, clock_ms: int, hand: Hand) -> None:
        """What is in a visitor's reach; the open front behind it, and coins in the air and in the hand."""
        air = self.flights.in_the_air()
        if hand.lifted_cents is not None:
            air[hand.lifted_cents] = air.get(hand.lifted_cents, 0) + 1
        self.below.draw(screen, seen, hand, clock_ms, air, partial(self._draw_tickets, screen, seen))
        if seen.inside:
            self._open(hand.show_service).draw(screen, seen)
        elif seen.door_open:
            self._draw_door(screen)
        self.flights.draw(screen, seen, clock_ms, back=hand.back is not None)
        if hand.lifted_cents is not None:
            self.flights.draw_in_hand(screen, hand.lifted_cents, hand.point)
        if hand.lifted_note is not None:
            self.notes.draw_in_hand(screen, hand.lifted_note, hand.point)

    def _draw_tickets(self, screen: pygame.Surface, seen: Seen) -> None:
        if self.strip is not None:
            self.strip.draw(screen, seen)

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

    def lit_rows(self, seen: Seen) -> frozenset[int]:
        """Rows of the prize table that are lit: by lamps of their own, or with the lines that win."""
        return seen.glass if self.lines is None else self.lines.rows(seen)

    def button_at(self, point: tuple[int, int], covered: bool = False) -> str | None:
        """
        The button under a point: one of the deck, or a place of the game that acts as one.

        Args:
            covered: something lies over the game there.
        """
        button = self.deck.button_at(point)
        return button if button or covered or self.field is None else self.field.button_at(point)

    def prize_cents(self) -> dict[int, int]:
        """How large the win of each lamp behind the glass sounds."""
        return dict(self.kit.front.lamps)

    def _name_light(self, lit: frozenset[int], clock_ms: int, idea: Idea | None) -> float | None:
        """Where the light that crosses the name stands, 0 to 1: slow in attract, quick on a large prize."""
        if idea is not None:
            return self.show.name_light(idea)
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

    def _open(self, covered: bool) -> Opened:
        """What stands behind the front: of glass and reels, or below the plate that covers the glass."""
        if covered not in self._opened:
            reels = self.layout.zones["reels"]
            rect = reels if covered else reels.union(self.layout.zones["glass"])
            self._opened[covered] = Opened(self.kit, rect, self.printed(rect))
        return self._opened[covered]

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
    for forget in (coins.forget, forget_caps, paint.forget):
        forget()
