# SPDX-License-Identifier: MIT
"""azar rng test: the battery, and its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emulator.commands.console import FAILED, AsJson, Seed, facts, print_json, print_table, progress, table

if TYPE_CHECKING:
    from rich.table import Table

    from emulator.lab.rng_battery import Battery

LevelName = Annotated[Literal["quick", "lab"], typer.Option("--level", help="quick: seconds; lab: minutes.")]
Bytes = Annotated[
    int | None,
    typer.Option("--bytes", min=0, help="Bytes of stream 0 for the tests of bits, in whole 125,000."),
]


def test(
    level: LevelName = "quick", bytes_: Bytes = None, seed: Seed = None, as_json: AsJson = False
) -> None:
    """Test the generator; exit 1 if a test finds it too odd to be fair."""
    from emulator.lab.rng_battery import run_battery

    with progress("testing", wanted=not as_json) as at:
        battery = run_battery(seed=seed, level=level, stream_bytes=bytes_, progress=at)
    if as_json:
        print_json(battery.as_dict())
    else:
        print_table(_findings(battery))
        print_table(facts(None, _summary(battery)))
    if not battery.passed:
        raise typer.Exit(FAILED)


def _findings(battery: Battery) -> Table:
    shown = table("azar rng test", "test", "of", ">p-values", ">smallest", ">together", ">all tests", "")
    shown.columns[0].no_wrap = True
    failed = battery.failed()
    for test in battery.tests:
        adjusted = battery.adjusted(test)
        if test.p is None or adjusted is None:
            shown.add_row(test.name, test.group, "0", "", "", "", "not applicable")
            continue
        verdict = "FAILED" if test in failed else "passed"
        smallest = f"{min(test.p_values):.4g}"
        row = (test.name, test.group, f"{len(test.p_values):,}", smallest)
        shown.add_row(*row, f"{test.p:.4g}", f"{adjusted:.4g}", verdict)
    return shown


def _summary(battery: Battery) -> list[tuple[str, str]]:
    failed = ", ".join(test.name for test in battery.failed())
    return [
        ("seed", battery.seed),
        ("level", f"{battery.level}, {battery.stream_bytes:,} bytes of stream 0"),
        ("false alarms", "at most one fair key in 100, by p-values times their number"),
        ("verdict", f"FAILED: {failed}" if failed else "passed: nothing odd was found"),
        ("time", f"{battery.ms / 1000:.1f} s"),
    ]
