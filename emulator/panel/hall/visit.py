# SPDX-License-Identifier: MIT
"""A visit to one stand: what is there above, and the bar with the way back below."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.hall.hall import Hall
from emulator.hall.stand import Stand
from emulator.panel.hall.bar import HELP, HOME, Bar
from emulator.panel.hall.helper import Helper
from emulator.panel.hall.inner import INNERS
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.wanted import Wanted
from emulator.panel.machine.coach import Coach
from emulator.panel.machine.keys import HELP_KEYS

_POINTED = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
_FINGERS = (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)


class Visit:
    """
    The visitor at a machine or a table.

    Attributes:
        leaving: set once the visitor wants to go back.
    """

    def __init__(
        self,
        hall: Hall,
        stand: Stand,
        screen: pygame.Surface,
        language: str,
        in_public: bool,
        touch_px: int,
        coach: Coach,
    ) -> None:
        self.stand, self.leaving = stand, False
        self._hall, self._screen, self._language, self._touch_px = hall, screen, language, touch_px
        self._help: Helper | None = None
        self._shown: pygame.Surface | None = None
        self._arrange()
        wanted = Wanted(hall, stand, language, in_public, self._place, coach)
        self._inner = INNERS[stand.kind](wanted)

    def _arrange(self) -> None:
        size = self._screen.get_size()
        self._kit = kit = HallKit(size, self._language, self._touch_px)
        tall = max(kit.touch_px + 2 * kit.gap(0), round(size[1] * (0.036 if kit.portrait else 0.056)))
        rect = Rect(0, size[1] - tall, size[0], tall)
        self._bar = Bar(kit, rect, (HOME, HELP), {HOME: kit.say("BACK TO THE HALL"), HELP: "?"})

    def _place(self) -> pygame.Surface:
        """The part of the screen that is the machine's."""
        width, height = self._screen.get_size()
        return self._screen.subsurface(Rect(0, 0, width, height - self._bar.rect.height))

    def resize(self, screen: pygame.Surface) -> None:
        """Go on with a screen of another size."""
        self._screen = screen
        self._arrange()
        self._shown = None
        self._inner.resize()

    @property
    def language(self) -> str:
        """In which the visitor reads there now."""
        return self._inner.language

    @property
    def resting(self) -> bool:
        """Whether nothing moves, and no round goes on."""
        return self._inner.resting

    def close(self) -> None:
        """Go back to the hall with the money."""
        self._inner.close()
        self._hall.come_back()

    def frame(self, elapsed_us: int, came: list[tuple[int, pygame.event.Event]], now_ms: int) -> None:
        """Let time pass with what the visitor does, and draw both."""
        mine = [(at_us, moved) for at_us, event in came if (moved := self._for_machine(event)) is not None]
        self._inner.frame(elapsed_us, mine, now_ms)
        self.leaving = self.leaving or self._inner.leaving
        if self._help is not None:
            if self._shown is None:
                self._shown = self._help.painted(self._screen)
            self._screen.blit(self._shown, (0, 0))
        toy = self._kit.say("TOY MONEY · no real money")
        self._bar.draw(self._screen, self._inner.money(), toy, frozenset())

    def put_away(self) -> bool:
        """Put the help away; False: there is none."""
        there = self._help is not None
        self._help = self._shown = None
        return there

    def _show_help(self) -> None:
        """Show it, or put it away."""
        if not self.put_away():
            self._help = self._inner.helper(self._kit)

    def _for_machine(self, event: pygame.event.Event) -> pygame.event.Event | None:
        """The event as the machine's part of the screen has it; None: the bar's, or the help's."""
        if event.type == pygame.KEYDOWN and event.key in HELP_KEYS:
            self._show_help()
            return None
        if self._help is not None and event.type in (
            pygame.MOUSEBUTTONDOWN,
            pygame.FINGERDOWN,
            pygame.KEYDOWN,
        ):
            self._touch_help(event)
            return None
        if event.type in _POINTED:
            if self._bar.rect.collidepoint(event.pos):
                if event.type == pygame.MOUSEBUTTONDOWN and not getattr(event, "touch", False):
                    self._touch(event.pos)
                return None if event.type == pygame.MOUSEBUTTONDOWN else event
            return event
        if event.type in _FINGERS:
            width, height = self._screen.get_size()
            point = (round(event.x * width), round(event.y * height))
            if self._bar.rect.collidepoint(point) and event.type == pygame.FINGERDOWN:
                self._touch(point)
                return None
            lower = height / (height - self._bar.rect.height)
            return pygame.event.Event(event.type, {**event.dict, "y": event.y * lower})
        return event

    def _touch(self, point: tuple[int, int]) -> None:
        name = self._bar.at(point)
        if name == HOME:
            self.leaving = True
        elif name == HELP:
            self._show_help()

    def _touch_help(self, event: pygame.event.Event) -> None:
        """Whatever is touched puts it away; the way back is the way back."""
        point = getattr(event, "pos", None)
        if event.type == pygame.FINGERDOWN:
            width, height = self._screen.get_size()
            point = (round(event.x * width), round(event.y * height))
        self.put_away()
        if point is not None and self._bar.at(point) == HOME:
            self.leaving = True
