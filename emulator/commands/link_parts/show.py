# SPDX-License-Identifier: MIT
"""How azar link shows a link: the wall above machines, and the demonstration."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from emulator.commands.console import WRONG_USAGE, CommandError, progress, say
from emulator.commands.link_parts.books import tell
from emulator.ending import told_to_end

EVENING_S = 900.0


class Evening(NamedTuple):
    """How a demonstration is played and shown."""

    wall: bool
    hurry: int
    speed: int
    seed: str | None
    language: str
    fullscreen: bool


class Wanted(NamedTuple):
    """What the command line says of a wall."""

    connect: str | None
    size: str
    display: int
    language: str
    fullscreen: bool
    screenshot: Path | None
    cert: Path | None
    seconds: float | None


def show_wall(wanted: Wanted, own_key: Callable[[], bytes]) -> None:
    """The wall of a controller elsewhere, in a window or as a picture."""
    address, size = _address(wanted.connect), _size(wanted.size)
    key = own_key()
    from emulator.panel.wall.watch import Watched, watch

    how = Watched(*address, wanted.display, wanted.language, wanted.fullscreen)
    how = how._replace(screenshot=wanted.screenshot, size=size, cert=wanted.cert, seconds=wanted.seconds)
    with told_to_end() as ending:
        watch(how, key, ending.going)
    if wanted.screenshot is not None:
        say(f"{wanted.screenshot}: {size[0]}x{size[1]} pixels")


def _address(connect: str | None) -> tuple[str, int]:
    host, _, port = (connect or "").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        got = "nothing" if connect is None else connect
        raise CommandError(
            f"--connect must be HOST:PORT of the controller (got {got})",
            "azar link wall --connect 127.0.0.1:7710 --key display1.key", status=WRONG_USAGE,
        )  # fmt: skip
    return host.strip("[]"), int(port)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise CommandError(f"--size must be WIDTHxHEIGHT in pixels (got {text})", status=WRONG_USAGE)
    return int(width), int(height)


def play_demo(link_: str, seconds: float | None, plays: float, as_json: bool, evening: Evening) -> None:
    """Cabinets with guests where the link's machines have cabinets; else players who tell coins."""
    from emulator.link.rules import load_definition

    definition = load_definition(link_)
    models = definition.models.values()
    if definition.kind == "table" or any(getattr(model, "link", None) is None for model in models):
        _players(link_, seconds or 10.0, plays, as_json)
        return
    from emulator.link.demo import close_house, run_house
    from emulator.link.house import House, hurried

    seed = evening.seed or os.urandom(8).hex()
    with House(hurried(link_, evening.hurry), seed) as house:
        if evening.wall:
            from emulator.panel.wall.evening import show_evening

            with told_to_end() as ending:
                show_evening(
                    house, evening.speed, seconds,
                    language=evening.language, fullscreen=evening.fullscreen, going=ending.going,
                )  # fmt: skip
            done = close_house(house, seed)
        else:
            with progress("playing", wanted=not as_json) as at:
                done = run_house(house, seed, seconds or EVENING_S, at)
    if not as_json:
        played = f"{done.machines} machines, {done.guests} guests, {done.seconds} s of their time"
        print(f"{played}, seed {done.seed}")
    tell(done.found, as_json, seed=done.seed, seconds=done.seconds, guests=done.guests)


def _players(link_: str, seconds: float, plays: float, as_json: bool) -> None:
    from emulator.link.demo import run_players

    shown = run_players(link_, seconds, plays, say)
    if not as_json:
        played = f"{shown.machines} machines, {shown.plays} plays in {seconds:g} s"
        print(f"{played}, 99 % of them durable within {shown.p99_ms} ms")
    tell(shown.found, as_json, p99_ms=shown.p99_ms)
