# SPDX-License-Identifier: MIT
"""azar link wall: the screen above the machines, a display of the link, which looks and tells nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from emulator.commands.console import WRONG_USAGE, CommandError, say, valued
from emulator.commands.link.key import read_key
from emulator.commands.link.options import ErrorAsJson, Fullscreen, Language
from emulator.commands.screen_size import screen_size
from emulator.support.ending import told_to_end
from machines.support.languages import DEFAULT_LANGUAGE

_EXAMPLE = "azar link wall --connect 127.0.0.1:7710 --key display1.key"
Connect = Annotated[str | None, valued("--connect", "HOST:PORT", "Where the controller listens.")]
DisplayKey = Annotated[Path | None, valued("--key", "FILE", "The display's own key (azar link key).")]
Display = Annotated[
    int | None, typer.Option("--display", min=1, help="Its number in the definition of the link; 1.")
]
Screenshot = Annotated[
    Path | None, valued("--screenshot", "FILE", "A picture of the wall, without a screen.")
]
Size = Annotated[str, valued("--size", "WxH", "Width and height of the picture in pixels.")]
Cert = Annotated[Path | None, valued("--cert", "PEM", "TLS: the certificate that it trusts.")]
Seconds = Annotated[float | None, typer.Option("--seconds", help="End after so many seconds.")]


def wall(
    connect: Connect = None,
    key: DisplayKey = None,
    display: Display = None,
    language: Language = DEFAULT_LANGUAGE,
    fullscreen: Fullscreen = False,
    screenshot: Screenshot = None,
    size: Size = "1280x720",
    cert: Cert = None,
    seconds: Seconds = None,
    as_json: ErrorAsJson = False,
) -> None:
    """
    Show the wall of a controller, in a window or as a picture.

    Escape closes the window. A picture exits 1 if no controller answers.
    """
    address = _address(connect)
    from emulator.panel.wall.layout import SMALLEST
    from emulator.panel.wall.watch import Watched, watch

    pixels = screen_size(size, f"{_EXAMPLE} --screenshot wall.png --size 1920x1080", SMALLEST)
    own_key = read_key(key, make=False)

    how = Watched(*address, display or 1, language, fullscreen)
    how = how._replace(screenshot=screenshot, size=pixels, cert=cert, seconds=seconds)
    with told_to_end() as ending:
        watch(how, own_key, ending.going)
    if screenshot is not None:
        say(f"{screenshot}: {pixels[0]}x{pixels[1]} pixels")


def _address(connect: str | None) -> tuple[str, int]:
    host, _, port = (connect or "").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        got = "nothing" if connect is None else connect
        raise CommandError(
            f"--connect must be HOST:PORT of the controller (got {got})",
            _EXAMPLE, status=WRONG_USAGE,
        )  # fmt: skip
    return host.strip("[]"), int(port)
