# SPDX-License-Identifier: MIT
"""azar link demo: an evening of guests at the machines of a link, and its audit."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from emulator.commands.console import AsJson, Seed, flag, progress, say
from emulator.commands.link.books import tell
from emulator.commands.link.options import Fullscreen, Language, LinkName
from emulator.support.ending import told_to_end
from machines.support.languages import DEFAULT_LANGUAGE

EVENING_S = 900.0
TABLES_S = 10.0

Seconds = Annotated[
    float | None,
    typer.Option("--seconds", help="End after so many seconds by the machines' clock; 900, tables 10."),
]
Plays = Annotated[float, typer.Option("--plays", help="Plays a second of each table.")]
Wall = Annotated[bool, flag("--wall", "Show the wall above the machines, until it is closed.")]
Hurry = Annotated[int, typer.Option("--hurry", min=1, help="Pots fill and hit so many times as fast.")]
Speed = Annotated[
    int, typer.Option("--speed", min=1, help="Seconds of the machines in one second of the wall.")
]


def demo(
    link_: LinkName = "carrusel",
    seconds: Seconds = None,
    plays: Plays = 50.0,
    wall: Wall = False,
    hurry: Hurry = 50,
    speed: Speed = 20,
    seed: Seed = None,
    language: Language = DEFAULT_LANGUAGE,
    fullscreen: Fullscreen = False,
    as_json: AsJson = False,
) -> None:
    """
    Play all machines of a link in virtual time, then audit its books.

    Guests play cabinets with their firmware; tables, which have no cabinet, tell coins over TCP instead.
    """
    from emulator.link.rules import load_definition

    definition = load_definition(link_)
    models = definition.models.values()
    if definition.kind == "table" or any(getattr(model, "link", None) is None for model in models):
        _players(link_, seconds or TABLES_S, plays, as_json)
        return
    from emulator.hall.demo import close_house, run_house
    from emulator.hall.house import House, hurried

    seed = seed or os.urandom(8).hex()
    with House(hurried(link_, hurry), seed) as house:
        if wall:
            from emulator.panel.wall.evening import show_evening

            with told_to_end() as ending:
                show_evening(
                    house, speed, seconds, language=language, fullscreen=fullscreen, going=ending.going
                )
            done = close_house(house, seed)
        else:
            with progress("playing", wanted=not as_json) as at:
                done = run_house(house, seed, seconds or EVENING_S, at)
    if not as_json:
        played = f"{done.machines} machines, {done.guests} guests, {done.seconds} s of their time"
        print(f"{played}, seed {done.seed}")
    tell(done.found, as_json, seed=done.seed, seconds=done.seconds, guests=done.guests)


def _players(link_: str, seconds: float, plays: float, as_json: bool) -> None:
    from emulator.hall.demo import run_players

    shown = run_players(link_, seconds, plays, say)
    if not as_json:
        played = f"{shown.machines} machines, {shown.plays} plays in {seconds:g} s"
        print(f"{played}, 99 % of them durable within {shown.p99_ms} ms")
    tell(shown.found, as_json, p99_ms=shown.p99_ms)
