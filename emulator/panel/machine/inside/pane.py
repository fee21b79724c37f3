# SPDX-License-Identifier: MIT
"""
The part of a window that shows the inside: beside the machine on a wide screen, over it on an upright one.

    pane = Pane(cabinet, language)
    pane.turn((1280, 800))             # beside; again: the whole window, as at once in a small one; then gone
    pane.stage_size((1280, 800))       # what is left for the machine
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.cabinet import Cabinet
from emulator.inside.course import Course
from emulator.inside.inside import Inside
from emulator.inside.pace import Pace
from emulator.inside.past import Past
from emulator.panel.machine.inside.desk import Desk
from emulator.panel.machine.inside.view import InsideView

if TYPE_CHECKING:
    from emulator.panel.machine.parts.seen import Seen

Size = tuple[int, int]
# What does something to a machine, if it is meant for it.
_DOING = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN)
HIDDEN, BESIDE, WHOLE = "hidden", "beside", "whole"
# Of a wide window's width the most for the machine, and its width by its height.
_MACHINE_PERCENT, _MACHINE_SHAPE = 42, 60
# A window narrower than this has no room for both: a machine of 360 by 600 cannot be read.
_BOTH_WIDTH, _BOTH_UPRIGHT = 1200, 700


class Pane:
    """
    Args:
        cabinet: what is shown; None where nobody may look inside, as in public.
        language: one of languages().
        marks: its time line has marks from now on, whether the view is open or not.
        above: how much of an upright window of a size it may cover; half of it if None.
    """

    def __init__(
        self,
        cabinet: Cabinet | None,
        language: str,
        *,
        marks: bool = False,
        above: Callable[[Size], int] | None = None,
    ) -> None:
        self._cabinet, self._language, self.allowed = cabinet, language, cabinet is not None
        self.mode = HIDDEN
        self.view: InsideView | None = None
        self._course = Course(cabinet) if marks and cabinet is not None and cabinet.test else None
        self._inside = None if cabinet is None else Inside(cabinet)
        self._times = None if cabinet is None else (Pace(cabinet), Past(cabinet))
        self._hushed = False
        self._above = above or (lambda size: size[1] // 2)

    @classmethod
    def of(
        cls,
        cabinet: object,
        language: str,
        *,
        public: bool,
        marks: bool = False,
        above: Callable[[Size], int] | None = None,
    ) -> Pane:
        """Of what a window shows: nobody looks into what is no whole machine, nor in public."""
        shown = cabinet if isinstance(cabinet, Cabinet) and not public else None
        return cls(shown, language, marks=marks, above=above)

    # -- where it stands ------------------------------------------------------------------------------

    def turn(self, size: Size) -> None:
        """Beside or over the machine, where both have room; then the whole window; then gone."""
        if not self.allowed:
            return
        first = WHOLE if self._alone(size) else BESIDE
        self.show({HIDDEN: first, BESIDE: WHOLE, WHOLE: HIDDEN}[self.mode], size)

    @staticmethod
    def _alone(size: Size) -> bool:
        """Whether a window has no room for the machine and its inside."""
        width, height = size
        return width < (_BOTH_WIDTH if height < width else _BOTH_UPRIGHT)

    def show(self, mode: str, size: Size) -> None:
        """Stand there in a window of so many pixels."""
        self.mode = mode if self.allowed else HIDDEN
        if self.mode == HIDDEN:
            self.close()
        elif self.view is None or self.view.size != self.rect(size).size:
            self._make(size)

    def speak(self, language: str, size: Size) -> None:
        """Go on in another language."""
        if language == self._language:
            return
        self._language = language
        if self.view is not None:
            self._make(size)

    def _make(self, size: Size) -> None:
        """The view for a window of so many pixels, in place of the one that was shown."""
        if self._cabinet is None or self._times is None:
            return
        before, (pace, past) = self.view, self._times
        rect = self.rect(size)
        desk = Desk(self._cabinet, rect.size, self._language, course=self._course, pace=pace, past=past)
        self.view = InsideView(desk)
        if before is not None:
            before.desk.ear.close()
        self.view.open()

    def close(self) -> None:
        """Shut: nothing is listened to any more."""
        self.mode = HIDDEN
        if self.view is not None:
            self.view.close()
            self.view = None

    def leave(self) -> None:
        """Another machine is shown from now on."""
        self.close()
        if self._course is not None:
            self._course.close()

    def rect(self, size: Size) -> Rect:
        """Where it lies in a window."""
        width, height = size
        if self.mode == HIDDEN:
            return Rect(0, 0, 0, 0)
        if self.mode == WHOLE or self._alone(size):
            return Rect(0, 0, width, height)
        if height >= width:
            return Rect(0, 0, width, self._above(size))
        left = self.stage_size(size)[0]
        return Rect(left, 0, width - left, height)

    def stage_size(self, size: Size) -> Size:
        """The size of the machine in a window: upright beside the view, else all of it."""
        width, height = size
        if self.mode != BESIDE or height >= width or self._alone(size):
            return size
        return min(width * _MACHINE_PERCENT // 100, height * _MACHINE_SHAPE // 100), height

    def machine(self, screen: pygame.Surface) -> pygame.Surface:
        """The machine's part of a window's surface."""
        return screen.subsurface(Rect((0, 0), self.stage_size(screen.get_size())))

    def fits(self, size: Size, stage: Size) -> bool:
        """Whether machine and view still fill a window of this size; the view is made anew if it does not."""
        if self.view is not None and self.view.size != self.rect(size).size:
            self.show(self.mode, size)
            return False
        return self.stage_size(size) == stage

    # -- what happens in it ---------------------------------------------------------------------------

    def draw(self, screen: pygame.Surface) -> None:
        """One frame of it."""
        if self.view is not None:
            self.view.draw(screen.subsurface(self.rect(screen.get_size())))

    def takes(self, event: pygame.event.Event, size: Size) -> bool:
        """Whether an event was meant for it; then it is done."""
        view, rect = self.view, self.rect(size)
        if view is None or getattr(event, "touch", False):
            return False
        point = _point(event, size)
        if point is None:
            return False
        inside = rect.collidepoint(point)
        at = (point[0] - rect.x, point[1] - rect.y)
        if event.type == pygame.MOUSEWHEEL:
            view.hands.wheel(view.desk.point, int(event.y))
            return inside
        if event.type in (pygame.MOUSEMOTION, pygame.FINGERMOTION):
            view.hands.drag(at if inside or view.desk.dragging else (-1, -1))
            return inside or view.desk.dragging
        if event.type in (pygame.MOUSEBUTTONUP, pygame.FINGERUP):
            held = view.desk.dragging
            view.hands.lift(at)
            return held or inside
        if inside and getattr(event, "button", 1) == 1:
            view.hands.press(at)
        return inside

    def opened(self, seen: Seen) -> Seen:
        """What one sees, with what stands behind the main door while that is open."""
        if self._inside is None or not seen.doors.get("main"):
            return seen
        return replace(seen, inside=self._inside.values())

    @property
    def in_past(self) -> bool:
        """Whether the machine is shown as it was, and nothing has been done to it yet."""
        return self.view is not None and self.view.desk.past.active

    def go_on(self, event: pygame.event.Event | None = None) -> None:
        """Somebody does something to the machine: what is shown is now. A pointer that moves does nothing."""
        if self.view is not None and (event is None or event.type in _DOING):
            self.view.hands.settle()

    def scaled(self, event: pygame.event.Event, size: Size) -> pygame.event.Event:
        """A finger's event as the machine's part of the window has it."""
        stage = self.stage_size(size)
        if size == stage or event.type not in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            return event
        there = {"x": event.x * size[0] / stage[0], "y": event.y * size[1] / stage[1]}
        return pygame.event.Event(event.type, {**event.dict, **there})

    def elapsed(self, us: int) -> int:
        """So much time of the wall in the machine's."""
        return us if self.view is None else self.view.desk.elapsed(us)

    def hush(self, hushed: bool) -> None:
        """Time runs back elsewhere: what is done again was heard before."""
        if hushed == self._hushed:
            return
        self._hushed = hushed
        if self.view is not None and self._cabinet is not None:
            self.view.desk.ear.hushed = hushed
            if not hushed:
                self.view.desk.ear.back_to(self._cabinet.now_us)


def _point(event: pygame.event.Event, size: Size) -> tuple[int, int] | None:
    """Where an event of mouse or finger was, in the window."""
    if event.type in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
        return round(event.x * size[0]), round(event.y * size[1])
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
        return int(event.pos[0]), int(event.pos[1])
    return pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else None
