# SPDX-License-Identifier: MIT
"""
The wall's window: polls the link, lets figures roll, draws.

    run_wall(LinkConnection(display, host, port), display)
    save_wall(display, "wall.png", (1920, 1080))
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pygame

from emulator.link.display import DisplayClient
from emulator.panel.frame.window import blank, leaves, opened, save_picture
from emulator.panel.wall.layout import SMALLEST
from emulator.panel.wall.show import Seen, Show
from emulator.panel.wall.stage import Stage
from machines.support.languages import DEFAULT_LANGUAGE

FRAMES_A_SECOND = 50
WINDOW = (1280, 720)
_SETTLE_MS = 30_000  # virtual, in which a figure has rolled to what its pot holds


class Polled(Protocol):
    """What brings the display's bytes: a LinkConnection, or a link in the same process."""

    def poll(self, now_ms: int) -> None: ...
    def close(self) -> None: ...


def run_wall(
    link: Polled,
    display: DisplayClient,
    *,
    language: str = DEFAULT_LANGUAGE,
    fullscreen: bool = False,
    demo: bool = False,
    going: Callable[[], bool] = lambda: True,
) -> None:
    """
    Show the pots until somebody closes the window, presses Escape, or ``going`` says no.

    Args:
        fullscreen: the whole screen without a pointer, as it hangs on a wall.
        demo: whether the wall says that it is a demonstration.

    Raises:
        PanelError: no window can be opened.
    """
    with opened(lambda: _open(fullscreen), "\n\nhint: --screenshot F draws without one") as screen:
        try:
            _run(screen, link, display, language, demo, going)
        finally:
            link.close()


def _open(fullscreen: bool) -> pygame.Surface:
    pygame.display.set_caption("azar · botes")
    if fullscreen:
        screen = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        pygame.mouse.set_visible(False)
        return screen
    return pygame.display.set_mode(WINDOW, pygame.RESIZABLE)


def _run(
    screen: pygame.Surface,
    link: Polled,
    display: DisplayClient,
    language: str,
    demo: bool,
    going: Callable[[], bool],
) -> None:
    show, stage = Show(), None  # type: Show, Stage | None
    clock, began_s = pygame.time.Clock(), time.perf_counter()
    while going():
        for event in pygame.event.get():
            if event.type == pygame.QUIT or leaves(event):
                return
        now_ms = round((time.perf_counter() - began_s) * 1_000)
        link.poll(now_ms)
        show.update(display, now_ms)
        screen = pygame.display.get_surface() or screen
        size = _allowed(screen.get_size())
        if stage is None or stage.kit.size != size or stage.face != show.face:
            stage = Stage(size, show.face, language, demo=demo)
            threading.Thread(target=stage.prepare, name="azar-wall-pictures", daemon=True).start()
        stage.draw(screen, show, now_ms)
        pygame.display.flip()
        clock.tick(FRAMES_A_SECOND)


def _allowed(size: tuple[int, int]) -> tuple[int, int]:
    """A window may be made so small that nothing fits: then it shows a part of a larger wall."""
    return max(size[0], SMALLEST[1]), max(size[1], SMALLEST[1])


def draw_wall(
    seen: Seen,
    size: tuple[int, int] = WINDOW,
    language: str = DEFAULT_LANGUAGE,
    *,
    demo: bool = False,
    show: Show | None = None,
) -> pygame.Surface:
    """
    The wall as it is once its figures have come to rest; needs no display.

    Args:
        show: a show that goes on, at its own time, instead of one that has come to rest.

    Raises:
        PanelError: ``size`` is too small.
    """
    screen = blank(size, SMALLEST)
    now_ms = 0
    if show is None:
        show = Show()
        show.update(seen, 0)
        now_ms = _SETTLE_MS
        show.update(seen, now_ms)
    else:
        now_ms = show.now_ms
    Stage(size, show.face, language, demo=demo).draw(screen, show, now_ms)
    return screen


def save_wall(
    seen: Seen,
    path: str | Path,
    size: tuple[int, int] = WINDOW,
    language: str = DEFAULT_LANGUAGE,
    *,
    demo: bool = False,
) -> None:
    """Draw the wall into a picture file; PanelError: too small, OSError: not written."""
    save_picture(draw_wall(seen, size, language, demo=demo), path)
