# SPDX-License-Identifier: MIT
"""azar play with a script: each step told as it is done, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from emulator.commands.play_result import Picture, stands

if TYPE_CHECKING:
    from collections.abc import Callable

    from emulator.cabinet import Cabinet
    from emulator.commands.play_film import Shots
    from emulator.records.session import Session
    from emulator.scenario.result import ScriptResult, StepResult
    from emulator.scenario.script import Script
    from machines.support.plain import Json


class Show(NamedTuple):
    """What of a visit is looked at, and how it is told."""

    picture: Picture
    shots: Shots
    language: str
    quiet: bool


def visited(cabinet: Cabinet, script: Script, show: Show, *, going: Callable[[], bool]) -> ScriptResult:
    """Play the script; the picture shows the step that left most money in the tray."""
    from emulator.scenario import script as scripts

    def tell(step: StepResult) -> None:
        cabinet.settle()
        if not show.quiet:
            print(step, flush=True)
        if cabinet.tray_cents:
            show.picture.take(cabinet, show.language)

    try:
        with show.shots.taken(cabinet, show.language, quiet=show.quiet) as run_us:
            result = scripts.run(script, cabinet, tell, going=going, run_us=run_us)
        show.picture.take(cabinet, show.language)
    finally:
        show.picture.save()
    return result


def found_of(session: Session, result: ScriptResult, show: Show) -> Json:
    """What a script came to, under the names of ``azar play --json``."""
    found = stands(session)
    saved = [*show.shots.saved, *([] if show.picture.path is None else [str(show.picture.path)])]
    film = None if show.shots.film is None else str(show.shots.film)
    shown = {"screenshot": saved[-1] if saved else None, "screenshots": saved, "film": film}
    return {**found, "script": result.as_dict(), **shown}
