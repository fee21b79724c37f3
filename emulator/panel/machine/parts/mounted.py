# SPDX-License-Identifier: MIT
"""What each type of machine mounts on its front: the parts on which a play is watched."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import pygame
from pygame import Rect

from emulator.panel.machine.parts.cap import Deckful
from emulator.panel.machine.parts.seen import Seen


class Part(Protocol):
    """A part that is painted once and drawn with every frame."""

    def paint(self, base: pygame.Surface) -> None:
        """What never changes."""

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """What the machine shows now."""


class Middle(Part, Protocol):
    """Reels, a ring of lights or pads: the middle of the front."""

    def draw_idea(self, screen: pygame.Surface, since_ms: int) -> None:
        """What it shows while the machine attracts."""

    def draw_front(self, screen: pygame.Surface) -> None:
        """What lies in front of it."""

    def draw_lamps(self, screen: pygame.Surface, seen: Seen) -> None:
        """The lamps on it."""

    def prepare(self) -> None:
        """Make the pictures that the first play needs."""


class Cell(NamedTuple):
    """A symbol that wins: where it is seen, which drawing it is, and on which reel."""

    rect: Rect
    drawing: int
    reel: int


Wipe = Callable[[pygame.Surface, Rect, int], None]
"""Clears a cell of a reel on a screen of its symbol."""


class Winning(Protocol):
    """Lines over the reels that show what wins."""

    def draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """What wins now."""

    def rows(self, seen: Seen) -> frozenset[int]:
        """Rows of the prize table that win now."""

    def cells(self, seen: Seen) -> list[Cell]:
        """The symbols that win now."""

    def cents(self, seen: Seen) -> int:
        """What the lines come to that win now; 0 for nothing."""


class Asking(Protocol):
    """What a play asks the player, over the reels."""

    def asked(self, seen: Seen) -> str:
        """What is asked now; nothing if empty."""

    def touched(self, point: tuple[int, int], asked: str) -> str | None:
        """The button that a touch of what is asked stands for."""

    def draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """What is asked now."""

    def draw_chosen(self, screen: pygame.Surface, asked: str, choice: int) -> None:
        """What was answered in a play that is recalled."""


class Tickets(Part, Protocol):
    """Tickets that hang out of the front."""

    def take(self) -> bool:
        """Tear them off; whether any hung there."""


class Touched(Protocol):
    """What is on the front and acts as a button where somebody touches it."""

    @property
    def buttons(self) -> dict[str, pygame.Rect]:
        """Places of buttons that the deck has not, by the cabinet's name."""

    def button_at(self, point: tuple[int, int]) -> str | None:
        """The button of this place, by the cabinet's name; None: none."""


class PrizeTable(Protocol):
    """What points earn, on the glass."""

    @property
    def places(self) -> list[tuple[int, pygame.Rect]]:
        """The lamp of each prize, and its place."""

    def paint(self, base: pygame.Surface) -> None:
        """Every prize with its lamp out."""

    def draw(self, screen: pygame.Surface, glass: frozenset[int], spotlight: int | None) -> None:
        """Prizes whose lamp is on; ``spotlight`` is one to look at."""

    def draw_points(self, screen: pygame.Surface, seen: Seen) -> None:
        """How far the points of the play have come."""


class Mounted(NamedTuple):
    """The parts of one front."""

    flanks: Part
    reels: Middle
    lines: Winning | None = None
    asks: Asking | None = None
    strip: Tickets | None = None
    field: Touched | None = None


class Fittings(NamedTuple):
    """What a type makes for a front, each from the kit that draws it."""

    mount: Callable[..., Mounted]
    """Its parts; takes the rectangle of the tray, too."""
    caps: Callable[..., Deckful]
    """The buttons, the coin plate and the slot of its deck; takes the places for them, too."""
    counters: Callable[..., list[tuple[str, int]]]
    """Name and digits of each counter, in the words of the kit's language."""
    how: Callable[..., list[str]]
    """How one plays it once a coin is in, in those words."""
    table: Callable[..., PrizeTable] | None = None
    """What points earn; takes the place on the glass, too. None where nothing is counted in points."""
