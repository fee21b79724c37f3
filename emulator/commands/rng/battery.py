# SPDX-License-Identifier: MIT
"""azar rng test: the battery, and its verdict."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from emulator.commands.console import (
    FAILED,
    WRONG_USAGE,
    AsJson,
    CommandError,
    LanguageName,
    Seed,
    facts,
    flag,
    print_json,
    print_table,
    progress,
    say,
    table,
    valued,
    working,
)
from machines.support.languages import SOURCE_LANGUAGE
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from rich.table import Table

    from emulator.lab.rng_battery import Battery, Level
    from emulator.lab.rng_outside import Outside
    from emulator.lab.rng_page import Origin

LevelName = Annotated[Literal["quick", "lab"], typer.Option("--level", help="quick: seconds; lab: minutes.")]
Bytes = Annotated[
    int | None,
    typer.Option("--bytes", min=0, help="Bytes for the tests of bits, of stream 0 in whole 125,000."),
]
Input = Annotated[
    str | None, valued("--input", "FILE", "Test these data instead of the generator; - for standard input.")
]
Bits = Annotated[bool, flag("--bits", "With --input: it holds bits. So it does unless told otherwise.")]
Draws = Annotated[
    int | None, valued("--draws", "N", "With --input: it holds draws below N.", min=2, max=1 << 32)
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="F.html", help="With --input: a page with charts.")
]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the page.")]


def test(
    level: LevelName = "quick",
    bytes_: Bytes = None,
    seed: Seed = None,
    input_: Input = None,
    bits: Bits = False,
    draws: Draws = None,
    output: Output = None,
    lang: Language = SOURCE_LANGUAGE,
    as_json: AsJson = False,
) -> None:
    """
    Test the generator, or data from outside.

    Exit 1 if a test finds them too odd to be fair.

    With --input it looks at bits (bytes, or a text of 0 and 1) or at draws below a number (text, JSON lines,
    or bytes), and says which bias it would have found with which probability.
    """
    _require_alone(input_, {"--bits": bits, "--draws": draws, "--output": output}, seed)
    if input_ is not None:
        _test_outside(_Asked(input_, draws, level, bytes_, output, lang, as_json))
        return
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


class _Asked(NamedTuple):
    """What is to be tested and where the result goes."""

    name: str
    below: int | None
    level: Level
    most_bytes: int | None
    page: Path | None
    language: str
    as_json: bool


def _require_alone(input_: str | None, of_input: JsonView, seed: str | None) -> None:
    """Options of --input come with it, and a seed without."""
    given = [name for name, value in of_input.items() if value]
    if input_ is None and given:
        raise CommandError(
            f"{given[0]} needs --input", "azar rng test --input draws.txt --draws 37", status=WRONG_USAGE
        )
    if input_ is not None and seed is not None:
        raise CommandError(
            "--seed is of the generator, and --input of data", "leave one out", status=WRONG_USAGE
        )
    if of_input["--bits"] and of_input["--draws"]:
        raise CommandError(
            "test takes one of --bits and --draws", "azar rng test --input F --draws 37", status=WRONG_USAGE
        )


def _test_outside(asked: _Asked) -> None:
    from emulator.lab.rng_input import read_bits, read_data, read_draws
    from emulator.lab.rng_outside import MOST_BYTES, examine_bits, examine_draws
    from emulator.lab.rng_page import Origin, outside_page
    from emulator.sheets.writer import Writer

    data = read_data(asked.name, asked.most_bytes or MOST_BYTES[asked.level])
    if asked.below is None:
        with progress("testing", wanted=not asked.as_json) as at:
            found = examine_bits(read_bits(data), at)
    else:
        with working("testing", wanted=not asked.as_json):
            found = examine_draws(read_draws(data, asked.below), asked.below)
    name = "standard input" if asked.name == "-" else Path(asked.name).name
    origin = Origin(name, len(data), hashlib.sha256(data).hexdigest())
    if asked.page is not None:
        asked.page.write_text(outside_page(found, origin, Writer(asked.language)), encoding="utf-8")
    if asked.as_json:
        print_json({"input": name, "bytes": origin.size_bytes, "sha256": origin.sha256} | found.as_dict())
    else:
        print_table(_findings(found))
        print_table(facts(None, _told(found, origin)))
    if asked.page is not None:
        say(f"wrote {asked.page}")
    if not found.passed:
        raise typer.Exit(FAILED)


def _told(found: Outside, origin: Origin) -> list[tuple[str, str]]:
    failed = ", ".join(test.name for test in found.failed())
    what = "bits" if found.below is None else f"draws below {found.below:,}"
    bias = "bits forced to one value" if found.below is None else "draws turned into one value"
    return [
        ("data", f"{found.size:,} {what}, the first {origin.size_bytes:,} bytes of {origin.name}"),
        ("SHA-256", origin.sha256),
        ("false alarms", "at most one fair file in 100, by p-values times their number"),
        ("power", f"finds {100 * found.least_share:.3g} % of {bias} with probability 99.9 %"),
        *(
            ("", f"finds {100 * row.share:g} % with probability {100 * row.found:.3g} %")
            for row in found.power
        ),
        ("verdict", f"FAILED: {failed}" if failed else "passed: nothing odd was found"),
    ]


def _findings(battery: Battery | Outside) -> Table:
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
