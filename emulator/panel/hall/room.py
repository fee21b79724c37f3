# SPDX-License-Identifier: MIT
"""The room as the visitor sees it from where he stands: bays side by side, a board above, the bar below."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect

from emulator.hall.money import Money
from emulator.hall.stand import Stand
from emulator.hall.standing import Standing
from emulator.panel.art import paint
from emulator.panel.art.theme import AMBER, CREAM, INK, mix
from emulator.panel.hall.bar import DESK, HELP, LEFT, RIGHT, Bar
from emulator.panel.hall.bay import paint_bay, paint_card_ground, paint_machine
from emulator.panel.hall.card import paint_card
from emulator.panel.hall.kit import ZONES, HallKit
from emulator.panel.hall.layout import front_rect, lay_out

_CHASE_MS = 160  # from one bulb of a topper to the next


class Room:
    """
    Draws the room at one size.

    Args:
        stands: in the order in which one comes past.
        standing: how each stands, by its key; asked when a bay is painted.
        front: the small picture of a stand's front; None as long as there is none.
    """

    def __init__(
        self,
        kit: HallKit,
        stands: Sequence[Stand],
        standing: Callable[[Stand], Standing],
        front: Callable[[Stand], pygame.Surface | None],
    ) -> None:
        self.kit, self.stands, self._standing, self._front = kit, list(stands), standing, front
        self.layout = lay_out(kit)
        words = {DESK: kit.say("DESK"), HELP: "?"}
        self.bar = Bar(kit, self.layout.bar, (LEFT, RIGHT, HELP, DESK), words)
        self.camera = 0.0
        self.target = 0.0
        self._bays: dict[str, tuple[bool, pygame.Surface]] = {}
        self._board = self._painted_board()
        self._lamp = paint.glow((kit.px(26), kit.px(26)), (255, 220, 140), 1.0, 1.6)

    # -- moved ----------------------------------------------------------------------------------------

    def turn(self, pages: int) -> None:
        """Go on by whole screens."""
        self.look_at(self.target + pages * self.layout.size[0])

    def look_at(self, camera: float) -> None:
        """Where the room is to stand; it moves there by itself."""
        self.target = min(max(0.0, camera), float(self.layout.reach(len(self.stands))))

    def drag(self, by: int) -> None:
        """Moved by a finger, at once."""
        self.look_at(self.camera - by)
        self.camera = self.target

    def update(self, elapsed_ms: float) -> None:
        """Go some of the way to where it is to stand."""
        self.camera += (self.target - self.camera) * (1 - math.exp(-elapsed_ms / 110))
        if abs(self.target - self.camera) < 0.5:
            self.camera = self.target

    def show(self, stand: Stand) -> None:
        """Have this stand in the middle."""
        column = self.stands.index(stand) // len(self.layout.rows)
        self.look_at(column * self.layout.bay - (self.layout.size[0] - self.layout.bay) / 2)
        self.camera = self.target

    def place(self, stand: Stand) -> Rect:
        """Where its bay is on the screen now."""
        return self.layout.place(self.stands.index(stand), self.camera)

    def front_place(self, stand: Stand) -> Rect:
        """Where its front is on the screen now."""
        return front_rect(self.place(stand))

    def at(self, point: tuple[int, int]) -> Stand | None:
        """The stand under a point."""
        for number, stand in enumerate(self.stands):
            if self.layout.place(number, self.camera).collidepoint(point):
                return stand
        return None

    def forget(self, stand: Stand) -> None:
        """Its bay is to be painted anew: something about it is different."""
        self._bays.pop(stand.key, None)

    # -- drawn ------------------------------------------------------------------------------------------

    def draw(self, screen: pygame.Surface, now_ms: int, money: Money, toy: str) -> None:
        """The room at ``now_ms`` of the animation's clock."""
        screen.blit(self._board, (0, 0))
        seen = [(number, self.layout.place(number, self.camera)) for number in range(len(self.stands))]
        width = self.layout.size[0]
        rows = [row.y for row in self.layout.rows]
        painted = 0
        for number, place in seen:
            if place.right <= 0 or place.x >= width:
                continue
            bay, fresh = self._bay(number, may_paint=painted < 2 or now_ms == 0)
            painted += fresh
            screen.blit(bay, place)
            self._alive(screen, place, number, now_ms)
        self._behind_the_last(screen, rows)
        off = frozenset(
            name
            for name, stuck in (
                (LEFT, self.target <= 0),
                (RIGHT, self.target >= self.layout.reach(len(self.stands))),
            )
            if stuck
        )
        self.bar.draw(screen, money, toy, off)

    def _bay(self, number: int, *, may_paint: bool) -> tuple[pygame.Surface, bool]:
        """A bay as it was painted, anew once its front is there."""
        stand = self.stands[number]
        known = self._bays.get(stand.key)
        front = None if known is not None and known[0] else self._front(stand)
        if known is not None and (known[0] or front is None):
            return known[1], False
        if known is not None and not may_paint:
            return known[1], False
        first = number == 0 or self.stands[number - 1].letter != stand.letter
        kit = self.kit
        bay = paint_bay(kit, self.layout.bay_size, stand.letter, first=first)
        paint_machine(kit, bay, front, stand.letter)
        paint_card(kit, bay, paint_card_ground(kit, bay, stand.letter), stand, self._standing(stand))
        self._bays[stand.key] = (front is not None, bay)
        return bay, True

    def _alive(self, screen: pygame.Surface, place: Rect, number: int, now_ms: int) -> None:
        """Bulbs that chase round the topper of a machine, and its lit START."""
        front = front_rect(place)
        count = 9
        lit = (now_ms // _CHASE_MS + number * 2) % 3
        side = self._lamp.get_width()
        for bulb in range(count):
            if bulb % 3 == lit:
                x = front.x + front.width * (2 * bulb + 1) // (2 * count)
                paint.add(screen, self._lamp, (x - side // 2, front.y - side // 2))

    def _behind_the_last(self, screen: pygame.Surface, rows: Sequence[int]) -> None:
        """The wall goes on where no stand is."""
        count, across = len(self.stands), len(rows)
        for number in range(count, self.layout.columns(count) * across):
            self._empty(screen, self.layout.place(number, self.camera))
        end = self.layout.place(self.layout.columns(count) * across - 1, self.camera).right
        while end < self.layout.size[0]:
            for row in self.layout.rows:
                self._empty(screen, Rect(end, row.y, *self.layout.bay_size))
            end += self.layout.bay

    def _empty(self, screen: pygame.Surface, place: Rect) -> None:
        letter = self.stands[-1].letter
        if "" not in self._bays:
            self._bays[""] = (True, paint_bay(self.kit, self.layout.bay_size, letter, first=False))
        screen.blit(self._bays[""][1], place)

    def _painted_board(self) -> pygame.Surface:
        """The board above: the hall's name in light."""
        kit, rect = self.kit, self.layout.top
        base = paint.down(rect.size, [(0, (12, 9, 12)), (0.8, (34, 24, 26)), (1, (52, 36, 32))])
        paint.tint(base, 5, 90, 6)
        beam = paint.glow((rect.width, rect.height * 2), mix(AMBER, INK, 0.35), 0.5, 1.4)
        paint.add(base, beam, (0, -rect.height // 2))
        box = rect.inflate(-2 * kit.gap(5), -2 * kit.gap(3))
        kit.text.put(base, kit.say("AZAR HALL"), box, "title", round(rect.height * 0.56), CREAM)
        base.fill(
            mix(ZONES["B"].light, INK, 0.3),
            Rect(0, rect.bottom - max(1, kit.px(3)), rect.width, max(1, kit.px(3))),
        )
        return base
