# SPDX-License-Identifier: MIT
"""azar link wall: the screen that hangs above linked machines."""

from __future__ import annotations

import ssl
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emulator.commands.console import WRONG_USAGE, CommandError, say

if TYPE_CHECKING:
    from emulator.link.display import DisplayClient
    from emulator.link.tcp import LinkConnection

_WAIT_S = 5.0
_POLL_S = 0.02


class WallOptions(NamedTuple):
    """What the command line says of a wall; sizes in pixels."""

    connect: str | None
    display: int
    language: str
    fullscreen: bool
    screenshot: Path | None
    size: str | None
    cert: Path | None
    seconds: float | None


def show_wall(options: WallOptions, key: bytes) -> None:
    """Connect as a display and show what its controller tells."""
    from emulator.link.display import DisplayClient
    from emulator.link.tcp import LinkConnection

    host, port = _address(options.connect)
    tls = ssl.create_default_context(cafile=str(options.cert)) if options.cert else None
    display = DisplayClient(options.display, key)
    link = LinkConnection(display, host, port, tls)
    if options.screenshot is not None:
        _picture(options, link, display)
        return
    from emulator.panel.wall.app import run_wall

    end_s = None if options.seconds is None else time.monotonic() + options.seconds
    run_wall(
        link, display, language=options.language, fullscreen=options.fullscreen,
        going=lambda: end_s is None or time.monotonic() < end_s,
    )  # fmt: skip


def _address(connect: str | None) -> tuple[str, int]:
    host, _, port = (connect or "").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        got = "nothing" if connect is None else connect
        raise CommandError(
            f"--connect must be HOST:PORT of the controller (got {got})",
            "azar link wall --connect 127.0.0.1:7710 --key display1.key", status=WRONG_USAGE,
        )  # fmt: skip
    return host.strip("[]"), int(port)


def parse_size(text: str | None) -> tuple[int, int]:
    """Width and height of WxH; the window's own size if there is none."""
    from emulator.panel.wall.app import WINDOW

    if text is None:
        return WINDOW
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise CommandError(f"--size must be WIDTHxHEIGHT in pixels (got {text})", status=WRONG_USAGE)
    return int(width), int(height)


def _picture(options: WallOptions, link: LinkConnection, display: DisplayClient) -> None:
    """A picture once the link is up, or of a wall without a link after some seconds; that exits 1."""
    from emulator.panel.wall.app import save_wall

    size = parse_size(options.size)
    end_s = time.monotonic() + (options.seconds or _WAIT_S)
    while display.status == "down" and time.monotonic() < end_s:
        link.poll(round(time.monotonic() * 1_000))
        time.sleep(_POLL_S)
    assert options.screenshot is not None
    save_wall(display, options.screenshot, size, options.language)
    link.close()
    if display.status == "refused":
        raise CommandError(
            f"the controller refuses display {options.display}: {display.why}",
            f"azar link key --key KEY --display {options.display} prints its key",
        )
    if not display.pots_mc:
        raise CommandError(f"no controller answers at {options.connect}", "azar link serve")
    say(f"{options.screenshot}: {size[0]}x{size[1]} pixels")
