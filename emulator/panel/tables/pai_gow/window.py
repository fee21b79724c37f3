# SPDX-License-Identifier: MIT
"""
The table's window: mouse, touch and keys in, frames out.

    run_table(PaiGowGame(people=[4]), place=4)
    save_table(game, "table.png", (1280, 800), place=4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

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
from emulator.panel.tables.pai_gow.cup import KEY_MS
from emulator.panel.tables.pai_gow.layout import SMALLEST
from emulator.panel.tables.pai_gow.sounds import TableSpeaker
from emulator.panel.tables.pai_gow.stage import Stage, Visitor
from emulator.tables.pai_gow_game import PaiGowGame
from machines.support.languages import DEFAULT_LANGUAGE
from machines.tables.games.pai_gow.rules import TableError
from machines.tables.games.pai_gow.way import load_way

AWAY_MS = 40_000
"""In public the house plays for a visitor who has touched nothing for so long, until one touches again."""


def run_table(
    game: PaiGowGame,
    *,
    place: int,
    language: str = DEFAULT_LANGUAGE,
    in_public: bool = False,
    going: Callable[[], bool] = lambda: True,
) -> None:
    """
    Show a table until somebody closes the window or presses Escape; in public only the chord leaves.

    It also ends when ``going`` says no.

    Raises:
        PanelError: no window can be opened.
    """
    with opened(lambda: open_window(in_public)) as screen:
        pygame.display.set_caption("azar · Pai Gow")
        TableWindow(game, place, language, in_public).run(screen, going)


def draw_table(
    game: PaiGowGame,
    size: tuple[int, int] = WINDOW,
    *,
    place: int,
    language: str = DEFAULT_LANGUAGE,
    visitor: Visitor | None = None,
) -> pygame.Surface:
    """A table as it is now, everything come to rest; needs no display."""
    screen = blank(size, SMALLEST)
    stage = Stage(game, size, language)
    stage.draw(screen, visitor or Visitor(place, game.rules.least_cents), 0, animate=False)
    return screen


def save_table(
    game: PaiGowGame,
    path: str | Path,
    size: tuple[int, int] = WINDOW,
    *,
    place: int,
    language: str = DEFAULT_LANGUAGE,
) -> None:
    """Draw the table into a picture file; PanelError: too small, OSError: not written."""
    save_picture(draw_table(game, size, place=place, language=language), path)


class TableWindow:
    """
    One table on one screen, and what the visitor does.

    Args:
        cash: chips are bought with money of a hall, before one sits down, and never for nothing.
    """

    def __init__(
        self, game: PaiGowGame, place: int, language: str, in_public: bool = False, *, cash: bool = False
    ) -> None:
        self.game, self.language, self._in_public = game, language, in_public
        self.visitor = Visitor(place, game.rules.least_cents)
        self.stage: Stage | None = None
        self.leaving = False
        self._cash = cash
        self._dragged = -1
        self._touched_ms = 0
        self._now_ms = 0
        self._pointer = Pointer(in_public)
        self.speaker = TableSpeaker(place)
        game.listen(self.speaker.hear)

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
            now_ms: on the wall, when that time ends; it began where the last frame's ended.
        """
        size = (max(screen.get_width(), SMALLEST[1]), max(screen.get_height(), SMALLEST[1]))
        if self.stage is None or self.stage.layout.size != size:
            self.stage = Stage(self.game, size, self.language)
        passed_us, since_ms = 0, self._now_ms
        for at_us, event in came:
            self.game.run_us(at_us - passed_us)
            passed_us = at_us
            at_ms = since_ms + (now_ms - since_ms) * at_us // max(1, elapsed_us)
            self._pointer.notice(event, at_ms)
            if not self._comes_back(event, at_ms):
                self._handle(event, at_ms)
        self._now_ms = now_ms
        self._pointer.update(now_ms)
        if self._in_public and self.visitor.place in self.game.people and now_ms - self._touched_ms > AWAY_MS:
            self.game.away(self.visitor.place)
        self.game.run_us(elapsed_us - passed_us)
        self.speaker.update(self.game.cup.moving, now_ms)
        self.stage.draw(screen, self.visitor, now_ms)

    # -- the visitor's hand --------------------------------------------------------------------------------

    def _comes_back(self, event: pygame.event.Event, now_ms: int) -> bool:
        """The first touch after a while takes the place again, and does nothing else."""
        touch = event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        if touch or event.type == pygame.MOUSEMOTION:
            self._touched_ms = now_ms
        chord = leaves(event, in_public=True)
        place = self.visitor.place
        if touch and not chord and place and place not in self.game.people:
            self.game.back(place)
            return True
        return False

    def _handle(self, event: pygame.event.Event, now_ms: int) -> None:
        if event.type == pygame.QUIT:
            self.leaving = not self._in_public
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._down(event.pos, now_ms)
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos, now_ms)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._up(event.pos)

    def _key(self, event: pygame.event.Event) -> None:
        if leaves(event, self._in_public):
            self.leaving = True
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and self._may_shake():
            self.game.shake(KEY_MS, 1)
        elif event.key in (pygame.K_SPACE, pygame.K_RETURN):
            strong = next((button for _, button in self._stage.shown if button.strong), None)
            if strong is not None:
                self._act(strong.act)
        elif event.key in (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_UP):
            self._act("more")
        elif event.key in (pygame.K_MINUS, pygame.K_KP_MINUS, pygame.K_DOWN):
            self._act("less")
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.speaker.louder(1 if event.key == pygame.K_PAGEUP else -1)
        elif event.key == pygame.K_c:
            self._act("house")
        elif pygame.K_1 <= event.key <= pygame.K_7 and self.visitor.hand.cards:
            self._touch(event.key - pygame.K_1)

    @property
    def _stage(self) -> Stage:
        assert self.stage is not None
        return self.stage

    def _may_shake(self) -> bool:
        return (
            bool(self.visitor.place) and self.game.table.state.phase == "throw" and not self.game.cup.lid_open
        )

    def _down(self, at: tuple[int, int], now_ms: int) -> None:
        for rect, button in self._stage.shown:
            if rect.collidepoint(at):
                self.visitor.pressed = button.act
                return
        if self._may_shake() and self._stage.layout.cup.collidepoint(at):
            self.visitor.effort.grab(at, now_ms)
            return
        self._dragged = self._card_at(at)

    def _move(self, at: tuple[int, int], now_ms: int) -> None:
        shaken = self.visitor.effort.move(at, now_ms, self._stage.layout.cup.width)
        if shaken and self._may_shake():
            self.game.shake(*divmod(shaken, 4))

    def _up(self, at: tuple[int, int]) -> None:
        pressed, self.visitor.pressed = self.visitor.pressed, ""
        held = self.visitor.effort.held
        self.visitor.effort.let_go()
        if pressed:
            if any(button.act == pressed and rect.collidepoint(at) for rect, button in self._stage.shown):
                self._act(pressed)
            return
        if held and self.game.cup.record["phase"] == 1 and self.game.table.state.phase == "throw":
            self._act("lift")  # a touch on the sealed cup lifts its lid
            return
        dropped, dragged, self._dragged = self._card_at(at), self._dragged, -1
        if dropped < 0 or dragged < 0:
            return
        if dropped == dragged:
            self._touch(dropped)
        elif self._may_set():
            self.visitor.hand.swap(dragged, dropped)

    def _card_at(self, at: tuple[int, int]) -> int:
        if not self.visitor.hand.cards:
            return -1
        return next((i for i, rect in enumerate(self._stage.layout.cards) if rect.collidepoint(at)), -1)

    def _may_set(self) -> bool:
        return self.game.table.state.phase == "set" and self.visitor.place in self.game.waits_for()

    def _touch(self, card: int) -> None:
        if self._may_set():
            self.visitor.hand.touch(card)

    def _act(self, act: str) -> None:
        """Press a button that is offered now; anything else does nothing."""
        if act not in [button.act for _, button in self._stage.shown]:
            return
        game, visitor, place = self.game, self.visitor, self.visitor.place
        rules = game.rules
        try:
            if act in ("take", "pass"):
                game.take_bank(place, act == "take")
            elif act == "cut":
                game.cut(
                    place, 1 + pygame.time.get_ticks() % 52
                )  # where the hand falls; the shuffle is the core's
            elif act in ("more", "less"):
                wanted = visitor.stake_cents + (rules.step_cents if act == "more" else -rules.step_cents)
                visitor.stake_cents = min(max(wanted, rules.least_cents), self._most_cents())
            elif act == "ready":
                game.bet(place, min(visitor.stake_cents, self._most_cents()))
                game.ready(place)
            elif act == "buy" and self._cash:
                self.leaving = True  # to the desk of the hall
            elif act == "buy":
                game.buy(place, game.chips_cents)
            elif act == "shake":
                game.shake(KEY_MS, 1)
            elif act == "lift":
                game.lift()
            elif act == "house":
                visitor.hand.as_house(load_way(rules.way))
            elif act == "set":
                game.set_hand(place, visitor.hand.cards[:2])
        except TableError:  # the table went on between the press and its release: nothing is done
            return

    def _most_cents(self) -> int:
        choice = next(
            (one for one in self.game.table.legal() if one[:2] == ("bet", self.visitor.place)), None
        )
        return choice.most if choice is not None else self.game.rules.least_cents
