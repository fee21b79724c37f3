# SPDX-License-Identifier: MIT
"""The room as the visitor sees it from where he stands: stands side by side, a board above, the bar below."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect

from emulator.hall.links import WallDisplay
from emulator.hall.money import Money
from emulator.hall.stand import DESK, TABLE, Stand
from emulator.hall.standing import Standing
from emulator.panel.art import paint
from emulator.panel.art.signs import ring
from emulator.panel.hall import bar
from emulator.panel.hall.bar import Bar
from emulator.panel.hall.board import Board
from emulator.panel.hall.card import paint_card, paint_desk_card
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.layout import front_rect, lay_out, machine_rect, table_rect
from emulator.panel.hall.scenery import Scenery
from emulator.panel.hall.sprite import ground, paint_card_ground, paint_desk, paint_machine
from emulator.panel.hall.table_sprite import paint_table

_CHASE_MS = 160  # from one bulb of a topper to the next


class Room:
    """
    Draws the room at one size.

    Args:
        stands: in the order in which one comes past.
        displays: of the links whose pots hang above.
        standing: how each stands; asked when it is painted.
        front: the small picture of a stand's front; None as long as there is none.
    """

    def __init__(
        self,
        kit: HallKit,
        stands: Sequence[Stand],
        displays: Sequence[WallDisplay],
        standing: Callable[[Stand], Standing],
        front: Callable[[Stand], pygame.Surface | None],
    ) -> None:
        self.kit, self.stands, self._standing, self._front = kit, list(stands), standing, front
        self.layout = lay_out(kit)
        words = {bar.DESK: kit.say("DESK"), bar.HELP: "?"}
        self.bar = Bar(kit, self.layout.bar, (bar.LEFT, bar.RIGHT, bar.HELP, bar.DESK), words)
        self.camera = 0.0
        self.target = 0.0
        self.focus: Stand | None = None
        """The stand that the keys are at."""
        self._sprites: dict[str, tuple[bool, pygame.Surface]] = {}
        self.board = Board(kit, self.layout.top, displays)
        self._bays = self.layout.bays([stand.kind == TABLE for stand in self.stands])
        self._scenery = [
            Scenery(kit, row.size, self.layout.bay, self._zones(row.y)) for row in self.layout.rows
        ]
        self._lamp = paint.glow((kit.px(26), kit.px(26)), (255, 220, 140), 1.0, 1.6)

    def _zones(self, y: int) -> list[tuple[str, int, int]]:
        """The zones of the row that lies there: letter, left and right edge."""
        found: list[tuple[str, int, int]] = []
        for stand, bay in zip(self.stands, self._bays, strict=True):
            if bay.y != y:
                continue
            same = found and found[-1][0] == stand.letter
            begin = found.pop()[1] if same else bay.x
            found.append((stand.letter, begin, bay.right))
        return found or [(self.stands[-1].letter, 0, self.layout.size[0])]

    # -- moved ----------------------------------------------------------------------------------------

    @property
    def reach(self) -> int:
        """How far the room can be moved to the left, in pixels."""
        return max(0, max(bay.right for bay in self._bays) - self.layout.size[0])

    def turn(self, pages: int) -> None:
        """Go on by whole screens, and stop where a bay begins."""
        width = self.layout.size[0]
        for _ in range(abs(pages)):
            if pages > 0:
                edge = self.target + width + self.layout.seen  # bays are rounded up
                cut = [bay.x for bay in self._bays if bay.right > edge]
                self.look_at(max(min(cut, default=self.reach), self.target + self.layout.bay))
            else:
                whole = [bay.x for bay in self._bays if bay.x >= self.target - width]
                self.look_at(min(*whole, self.target - self.layout.bay) if len(whole) > 1 else 0)

    def look_at(self, camera: float) -> None:
        """Where the room is to stand; it moves there by itself."""
        self.target = min(max(0.0, camera), float(self.reach))

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
        self._to_the_middle(stand)
        self.camera = self.target

    def _to_the_middle(self, stand: Stand) -> None:
        self.look_at(self._bays[self.stands.index(stand)].centerx - self.layout.size[0] / 2)

    def _place(self, number: int) -> Rect:
        """Where a bay is on the screen now."""
        return self._bays[number].move(-round(self.camera), 0)

    def place(self, stand: Stand) -> Rect:
        """Where its bay is on the screen now."""
        return self._place(self.stands.index(stand))

    def front_place(self, stand: Stand) -> Rect:
        """Where its front is on the screen now."""
        return (table_rect if stand.kind == TABLE else front_rect)(self.place(stand))

    def at(self, point: tuple[int, int]) -> Stand | None:
        """The stand under a point."""
        for number, stand in enumerate(self.stands):
            if self._place(number).collidepoint(point):
                return stand
        return None

    def step(self, by: int) -> None:
        """Take the keys to another stand, and have it in sight."""
        at = -by if self.focus is None else self.stands.index(self.focus)
        self.focus = self.stands[min(max(0, at + by), len(self.stands) - 1)]
        place = self.place(self.focus)
        if place.x < 0 or place.right > self.layout.size[0]:
            self._to_the_middle(self.focus)

    def forget(self, stand: Stand) -> None:
        """Its bay is to be painted anew: something about it is different."""
        self._sprites.pop(stand.key, None)

    # -- drawn ------------------------------------------------------------------------------------------

    def draw(self, screen: pygame.Surface, now_ms: int, money: Money, toy: str) -> None:
        """The room at ``now_ms`` of the animation's clock."""
        self.board.draw(screen, now_ms)
        width = self.layout.size[0]
        for row, scenery in zip(self.layout.rows, self._scenery, strict=True):
            scenery.draw(screen, row.topleft, self.camera)
        painted = 0
        for number in range(len(self.stands)):
            place = self._place(number)
            if place.right <= 0 or place.x >= width:
                continue
            sprite, fresh = self._sprite(number, may_paint=painted < 1 or now_ms == 0)
            painted += fresh
            if sprite is not None:
                screen.blit(sprite, place)
                self._alive(screen, place, number, now_ms)
            if self.stands[number] is self.focus:
                ring(
                    screen,
                    (table_rect if self.stands[number].kind == TABLE else machine_rect)(place).inflate(
                        self.kit.px(8), 0
                    ),
                    now_ms,
                    self.kit.px(5),
                    self.kit.px(10),
                )
        stuck = ((bar.LEFT, self.target <= 0), (bar.RIGHT, self.target >= self.reach))
        self.bar.draw(screen, money, toy, frozenset(name for name, off in stuck if off))

    def _sprite(self, number: int, *, may_paint: bool) -> tuple[pygame.Surface | None, bool]:
        """What stands there as it was painted, anew once its front is there."""
        stand = self.stands[number]
        whole, sprite = self._sprites.get(stand.key, (False, None))
        front = None if whole or stand.kind == DESK else self._front(stand)
        if whole or not may_paint or (sprite is not None and front is None):
            return sprite, False
        kit = self.kit
        made = ground(kit, self._bays[number].size, stand.letter)
        if stand.kind == DESK:
            paint_desk(kit, made, kit.say("CHANGE"))
            paint_desk_card(kit, made, paint_card_ground(kit, made, stand.letter))
        else:
            if stand.kind == TABLE:
                paint_table(kit, made, front, stand.name)
            else:
                paint_machine(kit, made, front, stand)
            box = paint_card_ground(kit, made, stand.letter)
            paint_card(kit, made, box, stand, self._standing(stand))
        self._sprites[stand.key] = (front is not None or stand.kind == DESK, made)
        return made, True

    def _alive(self, screen: pygame.Surface, place: Rect, number: int, now_ms: int) -> None:
        """Bulbs that chase along the topper of a machine."""
        if self.stands[number].kind == TABLE:
            return
        front = front_rect(place)
        count = 9
        lit = (now_ms // _CHASE_MS + number * 2) % 3
        side = self._lamp.get_width()
        for bulb in range(count):
            if bulb % 3 == lit:
                x = front.x + front.width * (2 * bulb + 1) // (2 * count)
                paint.add(screen, self._lamp, (x - side // 2, front.y - side // 2))
