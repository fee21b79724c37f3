# SPDX-License-Identifier: MIT
"""azar play: a machine on its front panel, or without a screen."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emulator.commands.console import (
    AsJson,
    CommandError,
    ModelName,
    ProfileName,
    Seed,
    euro,
    facts,
    print_json,
    print_table,
    say,
)

if TYPE_CHECKING:
    from emulator.script import Script, ScriptResult
    from emulator.session import Session, Wanted

EXAMPLE = "azar play cierzo --headless --script visit --seed 00 --journal visit.jsonl"

# A visit that ships, and the TEST machine that shows it where there is no screen to play on.
VISIT = "visit"
VISIT_SEED = "00"

Headless = Annotated[bool, typer.Option("--headless", help="Without a screen; plays --script.")]
ScriptName = Annotated[
    str | None,
    typer.Option(
        "--script", metavar="FILE", help='Timed inputs and expectations; "visit" ships. Needs no screen.'
    ),
]
JournalPath = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="Write the journal here, for azar replay.")
]
NvramPath = Annotated[
    Path | None,
    typer.Option("--nvram", metavar="FILE", help="Keep the machine here, not in your data folder."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Commission a new machine.")]
Serial = Annotated[int | None, typer.Option("--serial", metavar="N", min=1, help="Which of your machines.")]
Kiosk = Annotated[bool, typer.Option("--kiosk", help="Full screen with an attract loop; a key chord leaves.")]
Language = Annotated[Literal["es", "en"], typer.Option("--lang", help="Language of the panel.")]
Runtime = Annotated[Literal["cpython"], typer.Option("--runtime", help="What runs the firmware.")]
Screenshot = Annotated[
    Path | None,
    typer.Option("--screenshot", metavar="FILE", help="Save a picture of the panel, without a screen."),
]


def play(
    model: ModelName = "cierzo",
    headless: Headless = False,
    script: ScriptName = None,
    journal: JournalPath = None,
    seed: Seed = None,
    nvram: NvramPath = None,
    fresh: Fresh = False,
    serial: Serial = None,
    kiosk: Kiosk = False,
    language: Language = "es",
    profile: ProfileName = None,
    runtime: Runtime = "cpython",
    screenshot: Screenshot = None,
    as_json: AsJson = False,
) -> None:
    """
    Play a machine on its front panel.

    Your machine is kept between runs; a seed makes a TEST machine whose chance repeats. With --headless,
    --script, --screenshot or --json the same machine runs without a screen, and where there is no display
    a short visit is shown that way.
    """
    from emulator.session import Wanted

    signal.signal(signal.SIGTERM, _interrupt)
    panel = not (headless or script or screenshot or as_json)
    if panel and not has_display():
        say("no display: playing a short scripted visit without the panel, on a TEST machine")
        panel = False
        screenshot = Path(f"azar-{Path(model).stem}.png")
        if nvram is None and not fresh and serial is None:
            seed = seed or VISIT_SEED
    wanted = Wanted(model, profile, seed, nvram, fresh, serial, language, journal)
    if panel:
        _on_panel(wanted, kiosk)
    else:
        _without_panel(wanted, script or VISIT, screenshot, as_json)


def has_display() -> bool:
    """Whether a window can be opened, as far as the environment tells."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def _interrupt(signum: int, frame: object) -> None:
    """An orderly end, as by Ctrl-C, so that the machine is kept."""
    raise KeyboardInterrupt


def _on_panel(wanted: Wanted, kiosk: bool) -> None:
    from emulator.panel.app import run_panel
    from emulator.session import open_session

    with open_session(wanted) as session:
        _warn(session)
        run_panel(session.cabinet, kiosk=kiosk, language=wanted.language)
    where = session.machine.path or "memory only"
    say(f"{session.machine.model} {session.machine.serial} is kept: {where}")


def _without_panel(wanted: Wanted, name: str, screenshot: Path | None, as_json: bool) -> None:
    from emulator import script as scripts
    from emulator.session import open_session

    script = scripts.load(name)
    with open_session(wanted) as session:
        _warn(session)
        result = _visit(session, script, screenshot, wanted.language, quiet=as_json)
        found = _found(session, result, screenshot)
    if not result.held:
        failed = sum(not step.held for step in result.steps)
        hint = (
            "azar replay shows the run again" if session.journal is None else f"azar replay {session.journal}"
        )
        message = f"{failed} of {len(result.steps)} steps of {script.path} did not hold"
        raise CommandError(message, hint, details=found)
    if as_json:
        print_json(found)
    else:
        print_table(facts(f"{session.machine.model}: meters", _meters(found)))


def _visit(
    session: Session, script: Script, screenshot: Path | None, language: str, *, quiet: bool
) -> ScriptResult:
    """Play the script; the picture is taken with coins in the tray if there ever are any."""
    from emulator import script as scripts

    cabinet, taken = session.cabinet, False

    def tell(step: Any) -> None:
        nonlocal taken
        if not quiet:
            print(step)
        if screenshot is not None and not taken and cabinet.tray_cents:
            _picture(session, screenshot, language)
            taken = True

    result = scripts.run(script, cabinet, tell)
    if screenshot is not None and not taken:
        _picture(session, screenshot, language)
    if screenshot is not None and not quiet:
        print(f"picture of the panel: {screenshot}")
    return result


def _picture(session: Session, path: Path, language: str) -> None:
    from emulator.panel.app import save_screenshot

    try:
        save_screenshot(session.cabinet, path, language=language)
    except OSError as error:
        raise CommandError(f"{path}: picture cannot be written: {error.strerror or error}") from None


def _found(session: Session, result: ScriptResult, screenshot: Path | None) -> dict[str, Any]:
    """What the run came to, under the names of ``azar play --json``."""
    cabinet, display = session.cabinet, session.cabinet.display
    return {
        "model": session.machine.model,
        "serial": session.machine.serial,
        "test": cabinet.test,
        "seed": cabinet.seed,
        "profile": cabinet.model.profile.id,
        "now_ms": cabinet.now_ms,
        "script": result.as_dict(),
        "display": {name: getattr(display, name) for name in ("credits", "reserve", "prizes", "message")},
        "lamps": cabinet.lamps,
        "meters": dict(cabinet.meters),
        "tray_cents": cabinet.tray_cents,
        "purse_cents": sum(cents * count for cents, count in cabinet.purse.items()),
        "hopper_levels": {str(cents): level for cents, level in cabinet.hopper_levels.items()},
        "cash_box_cents": cabinet.cash_box_cents,
        "tilt": cabinet.tilt,
        "flags": cabinet.flags,
        "fault": cabinet.fault,
        "journal": None if session.journal is None else str(session.journal),
        "screenshot": None if screenshot is None else str(screenshot),
    }


def _meters(found: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [("machine", f"{found['model']} {found['serial']}" + (" TEST" if found["test"] else ""))]
    for name, value in found["meters"].items():
        rows.append((name, euro(value) if name.endswith("_cents") else f"{value:,}"))
    rows += [("tray", euro(found["tray_cents"])), ("purse", euro(found["purse_cents"]))]
    if found["journal"]:
        rows.append(("journal", found["journal"]))
    return rows


def _warn(session: Session) -> None:
    for line in session.warnings:
        say(line)
