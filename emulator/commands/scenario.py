# SPDX-License-Identifier: MIT
"""azar scenario: timed inputs and expectations, each file on a machine of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emulator.commands import complete
from emulator.commands.console import AsJson, CommandError, flag, print_json, print_table, table, valued
from emulator.commands.firmware import (
    Breaks,
    ConsoleName,
    CoverageTo,
    FirmwareFolder,
    Looking,
    RuntimeName,
    TrustFirmware,
    WithDebugpy,
    WithPdb,
    console_at,
    looked_at,
    tell_choice,
    tell_fault,
)
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.scenario.file import Scenario
    from emulator.scenario.result import ScriptResult

EXAMPLE = "azar scenario meters_unplugged"

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE...",
        help="Scenario files, folders, or names that ship.",
        autocompletion=complete.scenarios,
    ),
]
ModelFile = Annotated[
    str | None,
    valued("--model", "MODEL", "Another machine than the scenario's own.", autocompletion=complete.models),
]
Pictures = Annotated[
    Path | None, valued("--pictures", "DIR", "Save the pictures of the steps, and the panel at the end.")
]
Shown = Annotated[bool, flag("--show", "Print the files instead of playing them: copy one, change it.")]
Listed = Annotated[bool, flag("--list", "Name the scenarios that ship and what each shows.")]


def scenario(
    files: Files = None,
    runtime: RuntimeName = None,
    firmware: FirmwareFolder = None,
    trust_firmware: TrustFirmware = False,
    console: ConsoleName = None,
    pdb: WithPdb = False,
    break_: Breaks = None,
    debugpy: WithDebugpy = None,
    coverage: CoverageTo = None,
    model: ModelFile = None,
    pictures: Pictures = None,
    show: Shown = False,
    list_: Listed = False,
    as_json: AsJson = False,
) -> None:
    """
    Play scenarios and say which of their expectations held.

    Without a name, all that ship. A new one: azar scenario hopper_jam --show > mine.toml, change it, azar
    scenario mine.toml. With a ROM of your own: azar scenario mine.toml --model x.rom --console -.

    Exit status 0: all held, 1: some did not, 2: a file cannot be read.
    """
    from emulator.scenario.file import load_each
    from emulator.scenario.names import shipped

    chosen = [one for name in _expand(files or shipped()) for one in load_each(name)]
    if show:
        _show_files(chosen, as_json)
        return
    if list_:
        _show_list(chosen, as_json)
        return
    results = []
    looking = Looking(pdb, break_, debugpy, coverage)
    with (
        console_at(console, model, *(one.script.path for one in chosen)) as line,
        looked_at(looking, runtime, as_json=as_json) as looker,
    ):
        asked = {
            "runtime": runtime,
            "firmware": firmware,
            "trust_firmware": trust_firmware,
            "console": line,
            "watch": looker.watch,
            "model": model,
        }
        for one in chosen:
            results.append(_play(one, asked, pictures))
            if not as_json:
                print(results[-1] if not results[-1].held else _line(one, results[-1]), flush=True)
    failed = [result.title for result in results if not result.held]
    summary: Json = {"held": not failed, "scenarios": [result.as_dict() for result in results]}
    counted = looker.found()
    if counted is not None:
        summary["coverage"] = counted
    if failed:
        count = f"{len(failed)} of {len(results)}" if len(results) > 1 else "the"
        raise CommandError(
            f"{count} scenario{'s' if len(results) > 1 else ''} did not hold: {', '.join(failed)}",
            "the lines above say what was there instead",
            details=summary,
        )
    if as_json:
        print_json(summary)
    elif len(results) > 1:
        print(f"{len(results)} scenarios, all held")


def _expand(names: list[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        path = Path(name)
        found += sorted(str(file) for file in path.glob("*.toml")) if path.is_dir() else [name]
    return found


def _play(one: Scenario, asked: Json, pictures: Path | None) -> ScriptResult:
    from emulator.panel.interface import Cabinet
    from emulator.scenario.pictures import Album
    from emulator.scenario.run import play

    kept: list[Cabinet] = []
    name = one.name
    album = Album(pictures, name)

    def made(cabinet: Any) -> None:
        kept.append(cabinet)
        tell_choice(cabinet.choice, name)

    result = play(one, **asked, made=made, kind=Cabinet, album=album)
    tell_fault(kept[0].last_fault, name)
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        try:
            kept[0].screenshot(str(pictures / f"{name}.png"))
        except ModuleNotFoundError as error:
            if error.name != "pygame":
                raise
            raise CommandError(
                "pygame is not installed", "pip install pygame-ce, or leave --pictures out"
            ) from error
    return result


def _row(one: Scenario) -> Json:
    return {"name": one.name, "title": one.script.title, "about": one.about, "rules": one.rules}


def _line(one: Scenario, result: ScriptResult) -> str:
    rules = f"  ({', '.join(one.rules)})" if one.rules else ""
    return f"held    {result.title}{rules}"


def _show_files(chosen: list[Scenario], as_json: bool) -> None:
    from emulator.scenario.file import text_of

    texts = {Path(one.script.path).stem: text_of(one.script.path) for one in chosen}
    if as_json:
        print_json({"files": texts})
    else:
        print("\n".join(text.rstrip() + "\n" for text in texts.values()), end="")


def _show_list(chosen: list[Scenario], as_json: bool) -> None:
    if as_json:
        print_json({"scenarios": [_row(one) for one in chosen]})
        return
    shown = table(None, "name", "shows", "rules")
    shown.columns[0].no_wrap = True
    shown.columns[0].min_width = max((len(one.name) for one in chosen), default=0)
    for one in chosen:
        shown.add_row(one.name, one.script.title, ", ".join(one.rules))
    print_table(shown)
