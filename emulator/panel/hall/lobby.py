# SPDX-License-Identifier: MIT
"""The visitor in the room: looks along it, touches a stand and walks there, or goes to the desk."""

from __future__ import annotations

import contextlib
import math
import threading

import pygame
from pygame import Rect

from emulator.hall.hall import Hall
from emulator.hall.stand import DESK as STANDS_DESK
from emulator.hall.stand import MACHINE, Stand
from emulator.hall.standing import Standing, standing
from emulator.panel.art import coins
from emulator.panel.hall.about import PLAY, About
from emulator.panel.hall.bar import DESK, HELP, LEFT, RIGHT
from emulator.panel.hall.counter import Counter
from emulator.panel.hall.fronts import Fronts
from emulator.panel.hall.helper import Helper
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.layout import card_rect, front_rect, table_rect
from emulator.panel.hall.note import Note, reason
from emulator.panel.hall.room import Room
from emulator.panel.hall.table_sprite import FINE
from emulator.panel.hall.wall_view import WallView
from emulator.panel.machine.keys import DESK_KEYS, HELP_KEYS
from emulator.support.errors import EmulatorError
from machines import MachinesError
from machines.model import load_model

_TAP = 0.4  # of a finger tip: who moved less has tapped
WALK_MS = 420
NOTHING_ELSE = frozenset((LEFT, RIGHT, HELP, DESK))
THE_DESK = Stand(STANDS_DESK, "desk", "", "desk", 0)
_TURN = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
_STEP = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_TAB: 1, pygame.K_HOME: -999, pygame.K_END: 999}
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class Lobby:
    """
    The room and what a hand does in it.

    Args:
        wait: have every front before anything is drawn.

    Attributes:
        arrived: the stand that the visitor has walked to; taken by whoever opens it.
    """

    def __init__(
        self, hall: Hall, size: tuple[int, int], language: str, touch_px: int, *, wait: bool = False
    ) -> None:
        self._hall = hall
        self.kit = HallKit(size, language, touch_px)
        self._fronts: Fronts | None = None
        self.room = Room(self.kit, [THE_DESK, *hall.stands], hall.links.displays, self._standing, self._front)
        layout = self.room.layout
        width = front_rect(Rect(0, 0, *layout.bay_size)).width
        wide = FINE * table_rect(Rect(0, 0, layout.table, layout.bay_size[1])).width
        self._fronts = Fronts(width, wide, wait=wait)
        self._fronts.want(_front_name(stand) for stand in hall.stands)
        self.arrived: Stand | None = None
        self._walking: tuple[Stand, int] | None = None
        self._picture: pygame.Surface | None = None
        self._finger: tuple[int, tuple[int, int], float] | None = None
        self._over: About | Counter | Helper | Note | WallView | None = None
        self._shown: pygame.Surface | None = None

    def close(self) -> None:
        """Nobody waits for pictures any more."""
        if self._fronts is not None:
            self._fronts.close()

    def back_from(self, stand: Stand) -> None:
        """The visitor has come back: the card of that stand says what is there now."""
        coins.mint(None)
        self.room.forget(stand)
        self._walking = self._picture = None

    def put_away(self) -> bool:
        """Put away what lies over the room; False: there is nothing."""
        there = self._over is not None
        self._over = self._shown = None
        return there

    def lay(self, over: About | Counter | Helper | Note | WallView) -> None:
        """Lay a sheet over the room."""
        self._over, self._shown = over, None

    # -- what is there ----------------------------------------------------------------------------------

    def _standing(self, stand: Stand) -> Standing:
        if stand.kind != MACHINE:
            return Standing()
        pots = load_model(stand.name) if stand.pots else None
        return standing(self._hall.path_of(stand), pots)

    def _front(self, stand: Stand) -> pygame.Surface | None:
        return None if self._fronts is None else self._fronts.get(_front_name(stand))

    # -- what a hand does ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event, now_ms: int) -> None:
        """One event."""
        if self._walking is not None:
            return
        if event.type == pygame.KEYDOWN:
            self._key(event.key, now_ms)
        elif event.type == pygame.MOUSEWHEEL and self._over is None:
            self.room.look_at(self.room.target - (event.y or -event.x) * self.room.layout.bay)
        elif getattr(event, "touch", False):  # SDL repeats a finger as a mouse
            return
        elif (found := self._pointed(event)) is not None:
            kind, finger, point = found
            if kind == "down":
                self.room.focus = None
                self._finger = (finger, point, self.room.camera)
            elif self._finger is not None and self._finger[0] == finger:
                self._moved(kind, point, now_ms)

    def _pointed(self, event: pygame.event.Event) -> tuple[str, int, tuple[int, int]] | None:
        """What a finger or the mouse does: down, move or up, which one, and where."""
        kinds = {
            pygame.MOUSEBUTTONDOWN: "down", pygame.MOUSEBUTTONUP: "up", pygame.MOUSEMOTION: "move",
            pygame.FINGERDOWN: "down", pygame.FINGERUP: "up", pygame.FINGERMOTION: "move",
        }  # fmt: skip
        kind = kinds.get(event.type)
        if kind is None or getattr(event, "button", 1) != 1:
            return None
        if hasattr(event, "finger_id"):
            width, height = self.kit.size
            return kind, int(event.finger_id), (round(event.x * width), round(event.y * height))
        return kind, -1, event.pos

    def _moved(self, kind: str, point: tuple[int, int], now_ms: int) -> None:
        assert self._finger is not None
        _, start, camera = self._finger
        tapped = math.dist(point, start) < _TAP * self.kit.touch_px
        if kind == "move" and not tapped and self._over is None:
            self.room.look_at(camera - (point[0] - start[0]))
            self.room.camera = self.room.target
        elif kind == "up":
            self._finger = None
            if tapped:
                self._touch(point, now_ms)

    def _touch_sheet(self, point: tuple[int, int], now_ms: int) -> None:
        """A plate of the sheet that lies over the room."""
        over = self._over
        if over is None or isinstance(over, WallView):
            self.put_away()
            return
        name = over.sheet.at(point)
        if name is None:
            return
        if isinstance(over, Counter) and over.act(name):
            self._shown = None
            return
        self.put_away()
        if isinstance(over, About) and name == PLAY:
            self.walk(over.stand, now_ms)

    def _touch(self, point: tuple[int, int], now_ms: int) -> None:
        if self._over is not None:
            self._touch_sheet(point, now_ms)
            return
        plate = self.room.bar.at(point)
        if plate is not None:
            self._plate(plate)
        elif self.room.layout.bar.collidepoint(point):
            self._plate(DESK)
        elif (display := self.room.board.at(point)) is not None:
            view = WallView(self.kit, display)
            if view.fits:
                self.lay(view)
        elif (stand := self.room.at(point)) is not None:
            self._go(stand, point, now_ms)

    def _go(self, stand: Stand, point: tuple[int, int], now_ms: int) -> None:
        """To the desk, to what stands there, or to read its card."""
        if stand.kind == STANDS_DESK:
            self.lay(Counter(self.kit, self._hall))
        elif card_rect(self.room.place(stand)).collidepoint(point):
            self.lay(About(self.kit, stand, self._standing(stand), self._front(stand)))
        else:
            self.walk(stand, now_ms)

    def _plate(self, name: str) -> None:
        if name in (LEFT, RIGHT):
            self.room.turn(-1 if name == LEFT else 1)
        elif name == HELP:
            self.lay(Helper(self.kit, None, "desk"))
        elif name == DESK:
            self.lay(Counter(self.kit, self._hall))

    def _key(self, key: int, now_ms: int) -> None:
        if key in HELP_KEYS:
            self._plate(HELP)
        elif self._over is not None:
            self._sheet_key(key, now_ms)
        elif key in _TURN:
            self.room.turn(_TURN[key])
        elif key in _STEP:
            self.room.step(_STEP[key])
        elif key in DESK_KEYS:
            self._plate(DESK)
        elif self.room.focus is not None and key in _ENTER:
            stand = self.room.focus
            self._go(stand, self.room.front_place(stand).center, now_ms)
        elif self.room.focus is not None and key == pygame.K_i:
            self._go(self.room.focus, card_rect(self.room.place(self.room.focus)).center, now_ms)

    def _sheet_key(self, key: int, now_ms: int) -> None:
        """Enter is the plate that most will want."""
        over = self._over
        if over is not None and key in _ENTER:
            point = (0, 0) if isinstance(over, WallView) else list(over.sheet.plates.values())[-1].center
            self._touch_sheet(point, now_ms)

    def refuse(self, stand: Stand, error: EmulatorError) -> None:
        """Say why one cannot go there."""
        self.back_from(stand)
        self.lay(Note(self.kit, stand, reason(self.kit, error)))

    def rest(self) -> None:
        """Nobody is here: nothing lies over the room, which is seen from its door."""
        self.put_away()
        self.room.focus = None
        self.room.look_at(0)

    def wander(self) -> None:
        """Look on along the room, and from its end back to the door."""
        room = self.room
        if room.target >= room.reach:
            room.look_at(0)
        else:
            room.turn(1)

    def walk(self, stand: Stand, now_ms: int) -> None:
        """Begin to walk to a stand."""
        self._walking = (stand, now_ms)
        if stand.kind == MACHINE:  # read on the way, so that one waits less once there
            threading.Thread(target=_read, args=(stand.name,), name="azar-walk", daemon=True).start()

    # -- time -------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float, now_ms: int) -> None:
        """Let time pass in the room."""
        self.room.update(elapsed_ms)
        self._hall.links.poll(now_ms)
        self.room.board.update(now_ms)
        if self._walking is not None and now_ms - self._walking[1] >= WALK_MS:
            self.arrived = self._walking[0]

    def draw(self, screen: pygame.Surface, now_ms: int) -> None:
        """The room, or a piece of it that comes closer."""
        toy = self.kit.say("TOY MONEY · no real money")
        if isinstance(self._over, WallView):
            self._over.draw(screen, now_ms)
            self.room.bar.draw(screen, self._hall.pocket, toy, NOTHING_ELSE)
            return
        if self._over is not None:
            if self._shown is None:
                self.room.draw(screen, now_ms, self._hall.pocket, toy)
                self._shown = self._over.painted(screen)
            screen.blit(self._shown, (0, 0))
            self.room.bar.draw(screen, self._hall.pocket, toy, NOTHING_ELSE)
            return
        if self._walking is None:
            self.room.draw(screen, now_ms, self._hall.pocket, toy)
            return
        stand, since_ms = self._walking
        if self._picture is None:
            self.room.draw(screen, now_ms, self._hall.pocket, toy)
            self._picture = screen.copy()
        share = min(1.0, (now_ms - since_ms) / WALK_MS)
        screen.blit(
            closer(self._picture, self.room.front_place(stand), share * share * (3 - 2 * share)), (0, 0)
        )


def closer(picture: pygame.Surface, to: Rect, share: float) -> pygame.Surface:
    """The picture as one sees it who has gone ``share`` of the way to what lies at ``to``."""
    whole = picture.get_rect()
    aspect = whole.width / whole.height
    goal = Rect(to)
    if goal.width / goal.height < aspect:
        goal.width = round(goal.height * aspect)
    else:
        goal.height = round(goal.width / aspect)
    goal.center = to.center
    part = Rect(
        round(whole.x + (goal.x - whole.x) * share),
        round(whole.y + (goal.y - whole.y) * share),
        max(2, round(whole.width + (goal.width - whole.width) * share)),
        max(2, round(whole.height + (goal.height - whole.height) * share)),
    ).clip(whole)
    return pygame.transform.scale(picture.subsurface(part), whole.size)


def _front_name(stand: Stand) -> str:
    """What its picture is kept under."""
    return stand.name if stand.kind == MACHINE else stand.key


def _read(model: str) -> None:
    """Have a model read; whoever opens it says what is wrong with it."""
    with contextlib.suppress(MachinesError):
        load_model(model)
