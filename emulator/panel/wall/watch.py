# SPDX-License-Identifier: MIT
"""A wall that is connected to its controller: in a window, or once as a picture."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from emulator.link.display import DisplayClient
from emulator.link.errors import LinkError
from emulator.link.tcp import LinkConnection
from emulator.panel.wall.app import run_wall, save_wall
from machines.support.languages import DEFAULT_LANGUAGE

_WAIT_S = 5.0
_POLL_S = 0.02


class Watched(NamedTuple):
    """Where the controller is, which display we are, and what is wanted; size in pixels."""

    host: str
    port: int
    display: int
    language: str = DEFAULT_LANGUAGE
    fullscreen: bool = False
    screenshot: Path | None = None
    size: tuple[int, int] = (1280, 720)
    cert: Path | None = None
    seconds: float | None = None


def watch(options: Watched, key: bytes, going: Callable[[], bool] = lambda: True) -> None:
    """
    Connect as a display and show what its controller tells, until ``going`` says no.

    Raises:
        PanelError: no window can be opened, or the size is too small.
        LinkError: a picture was made, and no controller answers or it refuses us.
    """
    tls = ssl.create_default_context(cafile=str(options.cert)) if options.cert else None
    display = DisplayClient(options.display, key)
    link = LinkConnection(display, options.host, options.port, tls)
    if options.screenshot is not None:
        _picture(options, link, display)
        return
    end_s = None if options.seconds is None else time.monotonic() + options.seconds
    run_wall(
        Beside(link), display, language=options.language, fullscreen=options.fullscreen,
        going=lambda: going() and (end_s is None or time.monotonic() < end_s),
    )  # fmt: skip


class Beside:
    """
    Polls a link in a thread: a controller that cannot be reached may take a second to say so, and the wall
    goes on turning meanwhile. What the display knows is replaced whole, never changed in place.
    """

    def __init__(self, link: LinkConnection) -> None:
        self._link = link
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="azar-wall-link", daemon=True)

    def _work(self) -> None:
        while not self._over.wait(_POLL_S):
            self._link.poll(round(time.monotonic() * 1_000))

    def poll(self, now_ms: int) -> None:
        """Begin, the first time."""
        if self._thread.ident is None:
            self._thread.start()

    def close(self) -> None:
        """Hang up."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._link.close()


def _picture(options: Watched, link: LinkConnection, display: DisplayClient) -> None:
    """A picture once the link is up, or of a wall without a link after some seconds."""
    end_s = time.monotonic() + (options.seconds or _WAIT_S)
    while display.status == "down" and time.monotonic() < end_s:
        link.poll(round(time.monotonic() * 1_000))
        time.sleep(_POLL_S)
    assert options.screenshot is not None
    save_wall(display, options.screenshot, options.size, options.language)
    link.close()
    if display.status == "refused":
        hint = f"hint: azar link key --key KEY --display {options.display} prints its key"
        raise LinkError(f"the controller refuses display {options.display}: {display.why}\n\n{hint}")
    if not display.pots_mc:
        raise LinkError(
            f"no controller answers at {options.host}:{options.port}\n\nhint: azar link serve starts one"
        )
