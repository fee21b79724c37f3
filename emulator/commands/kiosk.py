# SPDX-License-Identifier: MIT
"""azar kiosk: a panel that stands alone in public, watched, and asked how it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    facts,
    flag,
    print_json,
    print_table,
    say,
    table,
    valued,
)
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.kiosk.reading import Kiosk, SettingsError

EXAMPLE = """\
azar kiosk --config kiosk.toml
azar kiosk --sample > kiosk.toml
azar kiosk --check --config kiosk.toml
azar kiosk status --config kiosk.toml"""

ConfigFile = Annotated[
    Path | None, valued("--config", "FILE", "Settings of the kiosk; one machine, cierzo, without it.")
]
Check = Annotated[bool, flag("--check", "Look at the settings and what they name; open nothing.")]
Sample = Annotated[bool, flag("--sample", "Print a settings file with every key explained.")]
Unit = Annotated[bool, flag("--unit", "Print a unit file for systemd.")]

kiosk = typer.Typer(
    help="Show machines in public: full screen, and watched.",
    epilog="\n\n".join(f"Example: {line}" for line in EXAMPLE.splitlines()),
    invoke_without_command=True,
    rich_markup_mode=None,
)


@kiosk.callback()
def run(
    context: typer.Context,
    config: ConfigFile = None,
    check: Check = False,
    sample: Sample = False,
    unit: Unit = False,
) -> None:
    """
    Show machines in public: full screen, and watched.

    Only Ctrl, Alt, Shift and Q together, and the PIN if there is one, end it. Exit status: 0 ended so or by a
    signal, 1 given up or another one runs, 2 the settings are wrong. docs/kiosk.md.
    """
    context.obj = config
    if context.invoked_subcommand is not None:
        return
    if sample or unit:
        from emulator.kiosk.shipped import SAMPLE, UNIT

        sys.stdout.write((SAMPLE if sample else UNIT).read_text(encoding="utf-8"))
        return
    opened = _opened(config, verified=True)
    if check:
        _checked(opened, config)
        return
    from emulator.kiosk.run import run_kiosk

    raise typer.Exit(run_kiosk(opened, config))


@kiosk.command(epilog="Example: azar kiosk status --config kiosk.toml")
def status(context: typer.Context, config: ConfigFile = None, as_json: AsJson = False) -> None:
    """
    Ask a running kiosk how it is.

    It tells of its machines, their meters and tilts, of memory and pictures a second.
    """
    from emulator.kiosk.answer import ask

    told = ask(_opened(config or context.obj, verified=False).socket)
    if as_json:
        print_json(told)
        return
    shown = [(key.replace("_", " "), str(told[key])) for key in told if key != "machines"]
    print_table(facts("kiosk", shown))
    machines = table("machines", "machine", "state", "tilt", ">credits", ">plays", ">cash box", ">pots")
    for one in told["machines"]:
        machines.add_row(*_row(one))
    print_table(machines)


@kiosk.command(epilog="Example: azar kiosk pin")
def pin() -> None:
    """Ask for a PIN, and print the line that hides it."""
    from emulator.kiosk.pin import PINError, hide

    digits = typer.prompt("PIN", hide_input=True, confirmation_prompt=True, err=True)
    try:
        print(f'pin = "{hide(str(digits))}"')
    except PINError as error:
        raise CommandError(str(error), "azar kiosk pin asks again", status=WRONG_USAGE) from None
    say("write it under [attendant], in a file that only the kiosk's user may read")


def _row(one: Json) -> list[str]:
    from emulator.commands.console import euro

    pots = ", ".join(euro(cents) for cents in one["pots_cents"])
    name = f"{one['name']} {one['serial']}"
    return [
        name,
        one["state"],
        one["tilt"] or "",
        one["credits"],
        str(one["plays"]),
        euro(one["cash_box_cents"]),
        pots,
    ]


def _opened(config: Path | None, *, verified: bool) -> Kiosk:
    from emulator.kiosk.reading import SettingsError, read_kiosk, verify

    try:
        opened = read_kiosk(config)
        if verified:
            verify(opened, "settings" if config is None else str(config))
    except SettingsError as error:
        raise _refused(error) from None
    return opened


def _refused(error: SettingsError) -> CommandError:
    first = error.mistakes[0]
    return CommandError(
        str(error).partition("\n")[0] + f"; the first: {first}",
        first.hint,
        details={"problems": [one._asdict() for one in error.mistakes]},
        status=WRONG_USAGE,
        report=str(error),
    )


def _checked(opened: Kiosk, config: Path | None) -> None:
    rows = [
        ("settings", "as they are unless written" if config is None else str(config)),
        ("folder", str(opened.folder)),
    ]
    for machine in opened.settings.machines:
        place = opened.place(machine)
        there = "kept" if place.exists() else "to be commissioned"
        rows.append((f"{machine.model} {machine.serial}", f"{place}, {there}"))
    if opened.settings.attendant.pin is None:
        rows.append(("attendant", "no PIN: the chord of keys alone ends it"))
    print_table(facts("the settings hold", rows))
