# SPDX-License-Identifier: MIT
"""
A table's window: mouse, touch and keys in, frames out.

    run_table(TableGame("french_roulette", people=[4]), seat=4)
    save_table(game, "table.png", (1280, 800), seat=4)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

import pygame

from emulator.panel.frame.around import present
from emulator.panel.frame.pointer import Pointer
from emulator.panel.frame.window import (
    WINDOW,
    blank,
    frames,
    leaves,
    open_again,
    open_window,
    opened,
    save_picture,
)
from emulator.panel.tables.kit import rack
from emulator.panel.tables.kit.face import Face
from emulator.panel.tables.kit.lay import SMALLEST
from emulator.panel.tables.kit.speaker import Speaker
from emulator.panel.tables.kit.stage import Stage
from emulator.panel.tables.kit.visitor import Visitor
from machines.support.languages import DEFAULT_LANGUAGE

AWAY_MS = 40_000
"""In public the house plays for a visitor who has touched nothing for so long, until one touches again."""
CARRY_PX = 9
"""A finger that goes so far carries what it took up; one that does not has tapped."""
FLICK_MAX = 1.6


class Played(Face, Protocol):
    """A table that somebody plays at: what is refused raises nothing and changes nothing."""

    @property
    def people(self) -> frozenset[int]:
        """Seats of people."""

    def run_us(self, us: int) -> None:
        """Let time pass."""

    def lay(self, seat: int, spot: str, cents: int) -> bool:
        """Lay chips on a spot; whether they were taken."""

    def take(self, seat: int, spot: str) -> int:
        """Take back what may be taken from a spot; how much that was."""

    def press(self, seat: int, act: str, effort_percent: int = 100) -> None:
        """Press one of the buttons that are offered."""

    def away(self, seat: int) -> None:
        """Somebody goes: the house plays for them."""

    def back(self, seat: int) -> None:
        """And comes back."""


def run_table(
    game: Played,
    *,
    seat: int,
    language: str = DEFAULT_LANGUAGE,
    in_public: bool = False,
    size: tuple[int, int] | None = None,
    going: Callable[[], bool] = lambda: True,
) -> None:
    """
    Show a table until somebody closes the window or presses Escape; in public only the chord leaves.

    It also ends when ``going`` says no.

    Raises:
        PanelError: no window can be opened, or the game has no cloth.
    """

    def make() -> pygame.Surface:
        if size is None or in_public:
            return open_window(in_public)
        return pygame.display.set_mode(size, pygame.RESIZABLE)

    with opened(make) as screen:
        pygame.display.set_caption(f"azar · {game.title}")
        TableWindow(game, seat, language, in_public).run(screen, going)


def draw_table(
    game: Face,
    size: tuple[int, int] = WINDOW,
    *,
    seat: int,
    language: str = DEFAULT_LANGUAGE,
    visitor: Visitor | None = None,
) -> pygame.Surface:
    """A table as it is at its time; needs no display."""
    screen = blank(size, SMALLEST)
    stage = Stage(game, size, language)
    stage.draw(screen, visitor or Visitor(seat, picked=next(iter(game.values), 0)))
    return screen


def save_table(
    game: Face,
    path: str | Path,
    size: tuple[int, int] = WINDOW,
    *,
    seat: int,
    language: str = DEFAULT_LANGUAGE,
) -> None:
    """Draw the table into a picture file; PanelError: too small, OSError: not written."""
    save_picture(draw_table(game, size, seat=seat, language=language), path)


class TableWindow:
    """One table on one screen, and what the visitor does."""

    def __init__(self, game: Played, seat: int, language: str, in_public: bool = False) -> None:
        self.game, self.language, self._in_public = game, language, in_public
        self.visitor = Visitor(seat, picked=next(iter(game.values), 0))
        self.stage: Stage | None = None
        self.leaving = False
        self.speaker = Speaker(seat)
        self._pointer = Pointer(in_public)
        self._down_at: tuple[int, int] | None = None
        self._down_ms = 0
        self._from: str | None = None
        """The spot on which a finger went down."""
        self._carried = 0
        """Cents of a stake that was taken up and is carried."""
        self._touched_ms = self._now_ms = 0

    def run(self, screen: pygame.Surface, going: Callable[[], bool] = lambda: True) -> None:
        """Frame after frame until somebody leaves, or ``going`` says no."""
        self.speaker.open()
        for elapsed_us, came, now_ms in frames(lambda: not self.leaving and going()):
            screen = open_again(screen)
            self.frame(screen, came, elapsed_us, now_ms)
            present().show()

    def frame(
        self,
        screen: pygame.Surface,
        came: Iterable[tuple[int, pygame.event.Event]],
        elapsed_us: int,
        now_ms: int,
    ) -> None:
        """
        Let ``elapsed_us`` pass at the table with what the visitor does meanwhile, and draw.

        Args:
            came: events in their order, each with the microsecond of that time at which it came.
            now_ms: on the wall, when that time ends.
        """
        size = (max(screen.get_width(), SMALLEST[1]), max(screen.get_height(), SMALLEST[1]))
        if self.stage is None or self.stage.lay.size != size:
            self.stage = Stage(self.game, size, self.language)
        passed_us = 0
        for at_us, event in came:
            self.game.run_us(at_us - passed_us)
            passed_us = at_us
            self._pointer.notice(event, now_ms)
            if not self._comes_back(event, now_ms):
                self._handle(event, now_ms)
        self._now_ms = now_ms
        self._pointer.update(now_ms)
        seat = self.visitor.seat
        if self._in_public and seat in self.game.people and now_ms - self._touched_ms > AWAY_MS:
            self.game.away(seat)
        self.game.run_us(elapsed_us - passed_us)
        self.stage.draw(screen, self.visitor)
        self.speaker.update(self.game, self.stage.pegs)

    # -- the visitor's hand --------------------------------------------------------------------------------

    def _comes_back(self, event: pygame.event.Event, now_ms: int) -> bool:
        """The first touch after a while takes the seat again, and does nothing else."""
        touch = event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        if touch or event.type == pygame.MOUSEMOTION:
            self._touched_ms = now_ms
        seat = self.visitor.seat
        if touch and not leaves(event, in_public=True) and seat and seat not in self.game.people:
            self.game.back(seat)
            return True
        return False

    def _handle(self, event: pygame.event.Event, now_ms: int) -> None:
        if event.type == pygame.QUIT:
            self.leaving = not self._in_public
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._down(event.pos, now_ms)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._take(self._stage.lay.spot_at(event.pos, self.visitor.seat))
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._up(event.pos, now_ms)

    @property
    def _stage(self) -> Stage:
        assert self.stage is not None
        return self.stage

    def _down(self, at: tuple[int, int], now_ms: int) -> None:
        self._down_at, self._down_ms, self.visitor.at = at, now_ms, at
        for rect, button in self._stage.shown:
            if rect.collidepoint(at):
                self.visitor.pressed = button.act
                return
        lay = self._stage.lay
        for rect, value in zip(rack.places(lay, self.game.values), self.game.values, strict=True):
            if rect.collidepoint(at):
                self.visitor.picked, self.visitor.held = value, True
                return
        self._from = lay.spot_at(at, self.visitor.seat)

    def _move(self, at: tuple[int, int]) -> None:
        self.visitor.at = at
        if self._from is None or self._down_at is None or self.visitor.held:
            return
        if math.dist(at, self._down_at) > CARRY_PX and self._own(self._from):
            self._carried = self.game.take(self.visitor.seat, self._from)
            self.visitor.held = bool(self._carried)

    def _own(self, spot: str) -> bool:
        return any(one.seat == self.visitor.seat and one.spot == spot for one in self.game.stakes())

    def _up(self, at: tuple[int, int], now_ms: int) -> None:
        visitor, seat, began = self.visitor, self.visitor.seat, self._down_at
        self._down_at = None
        pressed, visitor.pressed = visitor.pressed, ""
        held, visitor.held = visitor.held, False
        start, self._from = self._from, None
        carried, self._carried = self._carried, 0
        if pressed:
            if any(button.act == pressed and rect.collidepoint(at) for rect, button in self._stage.shown):
                self._act(pressed)
            return
        spot = self._stage.lay.spot_at(at, seat)
        if carried:
            if spot is None or not self.game.lay(seat, spot, carried):
                self.speaker.refuse()
        elif held or (spot is not None and spot == start):
            self._lay(spot)
        elif began is not None:
            self._flick(began, at, now_ms)

    def _flick(self, began: tuple[int, int], at: tuple[int, int], now_ms: int) -> None:
        """A hand drawn across the wheel turns it: the harder, the faster; what falls is the core's."""
        wheel = self._stage.lay.wheel
        if not wheel.width or not wheel.collidepoint(began):
            return
        speed = math.dist(began, at) / wheel.width * 1_000 / max(40, now_ms - self._down_ms)
        if speed > 0.5 and (strong := self._strong()):
            self.game.press(self.visitor.seat, strong, round(100 * min(FLICK_MAX, 0.7 + speed / 4)))

    def _strong(self) -> str:
        return next((button.act for _, button in self._stage.shown if button.strong), "")

    def _lay(self, spot: str | None) -> None:
        if spot is None or not self.game.betting:
            return
        if not self.game.lay(self.visitor.seat, spot, self.visitor.picked):
            self.speaker.refuse()

    def _take(self, spot: str | None) -> None:
        if spot is not None and self._own(spot):
            self.game.take(self.visitor.seat, spot)

    def _act(self, act: str) -> None:
        """Press a button that is offered now; anything else does nothing."""
        if act == "odds":
            self.visitor.asks = not self.visitor.asks
            self.game.odds("")  # counting may take long: it begins before a spot is pointed at
        elif act in [button.act for _, button in self._stage.shown]:
            self.game.press(self.visitor.seat, act)

    # -- keys ----------------------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> None:
        visitor = self.visitor
        if leaves(event, self._in_public):
            self.leaving = True
        elif event.key in (pygame.K_SPACE, pygame.K_RETURN):
            self._act(self._strong())
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            self._step(event.key)
        elif event.key in (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_INSERT) and visitor.at:
            self._lay(self._stage.lay.spot_at(visitor.at, visitor.seat))
        elif event.key in (pygame.K_MINUS, pygame.K_KP_MINUS, pygame.K_DELETE) and visitor.at:
            self._take(self._stage.lay.spot_at(visitor.at, visitor.seat))
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.speaker.louder(1 if event.key == pygame.K_PAGEUP else -1)
        elif event.key == pygame.K_r:
            self._act("repeat")
        elif event.key == pygame.K_BACKSPACE:
            self._act("clear")
        elif event.key == pygame.K_o:
            self._act("odds")
        elif pygame.K_1 <= event.key <= pygame.K_9 and event.key - pygame.K_1 < len(self.game.values):
            visitor.picked = self.game.values[event.key - pygame.K_1]

    def _step(self, key: int) -> None:
        """To the nearest spot that way."""
        lay, seat = self._stage.lay, self.visitor.seat
        at = self.visitor.at or lay.table.center
        across, down = {
            pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1),
        }[key]  # fmt: skip
        best, least = None, math.inf
        for foot in filter(None, (lay.foot(spot, seat) for spot in lay.plan.spots)):
            x, y = foot[0] - at[0], foot[1] - at[1]
            ahead, aside = x * across + y * down, abs(x * down) + abs(y * across)
            if ahead > 3 and ahead + 2.5 * aside < least:
                best, least = foot, ahead + 2.5 * aside
        self.visitor.at = best or at
