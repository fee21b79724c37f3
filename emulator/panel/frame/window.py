# SPDX-License-Identifier: MIT
"""What every window does: opens or says why not, waits between frames, is left, is saved as a picture."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import forget_fonts
from emulator.panel.frame.around import FRAMES_A_SECOND, Arrival, present
from emulator.panel.frame.chord import is_chord
from emulator.panel.frame.paced import Arrivals
from emulator.support.errors import EmulatorError
from emulator.support.memory import keep_one_heap

# Longer than a frame while nobody plays; a slow frame lets the machine fall behind rather than jump.
STEP_MAX_US = 60_000
WINDOW = (1280, 800)
_Window = TypeVar("_Window")


class PanelError(EmulatorError):
    """The panel cannot be shown: no display, a size it cannot have, or the wrong pygame."""


class Frame(NamedTuple):
    """The time between two pictures, and what came in it."""

    elapsed_us: int
    """Of the machine's time."""
    came: list[Arrival]
    """Events in their order, each with the microsecond of that time at which it came."""
    now_ms: int
    """On the wall, when that time ends."""


def require_ce() -> None:
    """Raise PanelError unless the pygame that is installed is pygame-ce."""
    if not getattr(pygame, "IS_CE", False):
        raise PanelError(
            "pygame must be pygame-ce\n\n"
            'hint: run "pip uninstall -y pygame pygame-ce", then "pip install pygame-ce"'
        )


def display_answers() -> bool:
    """Whether a window can be opened: asked before a machine is touched that is to be shown in it."""
    require_ce()
    try:
        pygame.display.init()
    except pygame.error:
        pygame.display.quit()
        return False
    return True


@contextmanager
def opened(make: Callable[[], _Window], hint: str = "") -> Iterator[_Window]:
    """
    What ``make`` opens on the display, with pygame for as long as it is shown.

    Raises:
        PanelError: no window can be opened; ``hint`` says what else can be done.
    """
    require_ce()
    try:
        try:
            pygame.display.init()
            window = make()
        except pygame.error as error:
            raise PanelError(f"no display: {error}{hint}") from error
        yield window
    finally:
        forget_fonts()
        pygame.quit()


def open_window(in_public: bool) -> pygame.Surface:
    """The whole screen in public; else a window that fits the desktop, upright on an upright one."""
    keep_one_heap()  # what threads draw for it beside the loop is given back as well
    if in_public:
        if (screen := present().open()) is not None:
            return screen
        os.environ.setdefault("SDL_GRAB_KEYBOARD", "1")  # SDL's hint: the grab below takes the keys too
        screen = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        pygame.event.set_grab(True)
        return screen
    desktops = pygame.display.get_desktop_sizes()
    width, height = desktops[0] if desktops else WINDOW
    if height > width:
        tall = round(height * 0.92)
        return pygame.display.set_mode((round(tall * 9 / 16), tall), pygame.RESIZABLE)
    return pygame.display.set_mode((min(WINDOW[0], width), min(WINDOW[1], height)), pygame.RESIZABLE)


def open_again(before: pygame.Surface) -> pygame.Surface:
    """The picture to draw on once the window has another size; in public it has none."""
    return present().open() or pygame.display.get_surface() or before


def frames(going: Callable[[], bool]) -> Iterator[Frame]:
    """One frame after the other for as long as ``going`` says so, each after its share of a second."""
    arrivals = Arrivals()
    last_s = began_s = time.perf_counter()
    while going() and present().going():
        arrivals.wait(last_s + 1 / present().rate, soon_s=last_s + 1 / FRAMES_A_SECOND)
        now_s = time.perf_counter()
        elapsed_us = min(round((now_s - last_s) * 1_000_000), STEP_MAX_US)
        came = present().arrived(arrivals.take(last_s, now_s, elapsed_us))
        last_s = now_s
        yield Frame(elapsed_us, came, round((now_s - began_s) * 1_000))


def leaves(event: pygame.event.Event, in_public: bool = False) -> bool:
    """Whether a key that goes down leaves: Escape, and in public only Ctrl, Alt, Shift and Q together."""
    if event.type != pygame.KEYDOWN:
        return False
    return is_chord(event) or (event.key == pygame.K_ESCAPE and not in_public)


def blank(size: tuple[int, int], smallest: tuple[int, int]) -> pygame.Surface:
    """A picture to draw on without a display; PanelError where ``size`` is too small, upright or not."""
    require_ce()
    if min(size) < min(smallest) or max(size) < max(smallest):
        raise PanelError(f"size must be {smallest[0]}x{smallest[1]} pixels or more (got {size[0]}x{size[1]})")
    return paint.plain(size)


def save_picture(screen: pygame.Surface, path: str | Path) -> None:
    """Write what was drawn into a picture file; its ending says the format. OSError: it cannot be written."""
    target = Path(path)
    with target.open("wb") as file:
        pygame.image.save(screen, file, target.name)
