# SPDX-License-Identifier: MIT
"""
A camera before a cabinet: pictures of its panel at moments of its own time, with what is heard between.

    camera = Camera(cabinet, (1280, 800), language)
    camera.shoot(iter([0, 500_000]), lambda us, picture: save_picture(picture, f"{us // 1_000}.png"))
    camera.pass_us(2_000_000)          # in place of cabinet.run_us: the pictures are taken on the way
    camera.until_last()                # lets the time pass that the last picture needs

The panel's clock is the machine's, so a film of a TEST machine is the same to the pixel whenever it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pygame

from emulator.panel.art.waves import RATE_HZ, Wave
from emulator.panel.frame.around import FRAMES_A_SECOND
from emulator.panel.frame.window import blank
from emulator.panel.machine.follow import Shown
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.kiosk import Attract
from emulator.panel.machine.parts.refused import Refused
from emulator.panel.machine.picture import SMALLEST
from emulator.panel.machine.registry import look, read_front, type_of
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.tape import Tape

if TYPE_CHECKING:
    from machines.support.plain import JsonView

Taken = Callable[[int, pygame.Surface], None]
"""What becomes of a picture: its microsecond, and the surface, which the next one is drawn on, too."""

# So long before a picture, frames are drawn that nobody keeps: coins in the air and lights that fade
# have come from somewhere.
WARM_MS = 2_500
_WARM_US = 1_000_000 // 30
# What somebody does at the machine, by its events.
_TOUCHES = frozenset({"button", "coin_slot", "note_in", "note_refused", "card", "door", "key"})


class Camera:
    """
    Draws a cabinet as its window would, at the times that are asked for.

    Args:
        size: of the pictures, in pixels.
        front: what is drawn, where that is not the cabinet's own.
        heard: whether its sound is recorded as well.

    Raises:
        PanelError: ``size`` is too small.
    """

    def __init__(
        self,
        cabinet: Shown,
        size: tuple[int, int],
        language: str,
        *,
        front: Front | None = None,
        heard: bool = False,
    ) -> None:
        self._cabinet, self._language = cabinet, language
        self._screen = blank(size, SMALLEST)
        self._size, self._front = size, front
        self._game = self._game_now()
        self.stage = self._build()
        self._attract = Attract()
        self._refused = Refused()
        self._tape = Tape(cabinet, self.stage) if heard else None
        self._begin_us = cabinet.now_us
        self._ticks = 0
        self._moments: Iterator[int] = iter(())
        self._due_us: int | None = None
        self._taken: Taken = lambda us, picture: None
        cabinet.listen(self._hear)
        cabinet.listen(self._refused.hear)

    @property
    def now_us(self) -> int:
        """Since the camera was put up."""
        return self._cabinet.now_us - self._begin_us

    def heard(self, from_ms: int, to_ms: int) -> Wave:
        """What was heard between two moments."""
        assert self._tape is not None
        return self._tape.wave[RATE_HZ * from_ms // 1_000 : RATE_HZ * to_ms // 1_000]

    def shoot(self, at_us: Iterator[int], taken: Taken) -> None:
        """Take a picture at each of these microseconds, which rise, as time passes."""
        self._moments, self._taken = at_us, taken
        self._due_us = next(at_us, None)
        self._take_due()

    def pass_us(self, us: int) -> None:
        """Let time pass in the cabinet, and take the pictures that fall into it."""
        end_us = self.now_us + us
        while self.now_us < end_us:
            stops = [end_us, self._next_tick_us()]
            if self._due_us is not None:
                stops.append(self._next_look_us(self._due_us))
            self._cabinet.run_us(max(1, min(stops) - self.now_us))
            self._tick()
            self._take_due()

    def until_last(self, going: Callable[[], bool] = lambda: True) -> None:
        """Let time pass until every picture is taken."""
        while self._due_us is not None and going():
            self.pass_us(max(1, min(1_000_000, self._due_us - self.now_us)))

    def _next_tick_us(self) -> int:
        return (self._ticks + 1) * 1_000_000 // FRAMES_A_SECOND

    def _next_look_us(self, due_us: int) -> int:
        """The next picture, or the next frame on the way to it."""
        warm_us = max(self._warm_us(due_us), (self.now_us // _WARM_US + 1) * _WARM_US)
        return min(warm_us, due_us)

    @staticmethod
    def _warm_us(due_us: int) -> int:
        """When the first frame before a picture is drawn; all of them lie on one grid, whatever is taken."""
        return max(0, -(-(due_us - WARM_MS * 1_000) // _WARM_US) * _WARM_US)

    def _tick(self) -> None:
        """Sixty times a second the panel looks at the machine."""
        while self._next_tick_us() <= self.now_us:
            self._ticks += 1
            seen = look(self._cabinet)
            self._attract.update(seen, self._now_ms())
            if self._tape is not None:
                self._tape.note(seen)

    def _take_due(self) -> None:
        if self._due_us is None or self.now_us < self._warm_us(self._due_us):
            return
        if self.now_us >= self._due_us or self.now_us % _WARM_US == 0:
            self._draw()
        while self._due_us is not None and self.now_us >= self._due_us:
            self._taken(self._due_us, self._screen)
            self._due_us = next(self._moments, None)

    def _draw(self) -> None:
        if self._cabinet.powered and self._game_now() != self._game:
            self._game = self._game_now()
            self.stage = self._build()
        seen, ms = look(self._cabinet), self._now_ms()
        hand = Hand(idea=self._attract.update(seen, ms), refused=self._refused.why(ms))
        self.stage.draw(self._screen, seen, ms, hand)

    def _build(self) -> Stage:
        cabinet = self._cabinet
        front = self._front or read_front(cabinet.model, cabinet.serial, cabinet.test, self._game)
        stage = Stage(front, self._size, self._language)
        stage.reels.prepare()
        return stage

    def _game_now(self) -> int:
        return type_of(self._cabinet.model).game(self._cabinet.glass)

    def _now_ms(self) -> int:
        return self.now_us // 1_000

    def _hear(self, kind: str, _t_us: int, _fields: JsonView) -> None:
        if kind in _TOUCHES:
            self._attract.touch(self._now_ms())
            if self._tape is not None:
                self._tape.attract.touch(self._now_ms())
