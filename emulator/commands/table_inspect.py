# SPDX-License-Identifier: MIT
"""azar table verify and azar table audit: what an inspector asks of a table's records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    FAILED,
    WRONG_USAGE,
    AsJson,
    CommandError,
    LanguageName,
    print_json,
    print_table,
    say,
)
from machines.support.languages import SOURCE_LANGUAGE
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.sheets.section import Section
    from emulator.sheets.writer import Writer
    from emulator.tables.inspection.verify_page import Maker
    from machines.tables.inspection.verified import Verified

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, as TOML or CSV.")]
Report = Annotated[
    Path | None, typer.Option("--report", metavar="F.html", help="Write a page that can be signed.")
]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of tables and page.")]


def verify(
    file: RecordFile, report: Report = None, lang: Language = SOURCE_LANGUAGE, as_json: AsJson = False
) -> None:
    """
    Settle recorded rounds and say who is owed what.

    Exit 1 if a bet, a decision or a payment is not as the text has it.
    """
    from emulator.sheets.writer import Writer
    from emulator.tables.inspection.verify_page import verify_page, verify_sections
    from machines.tables.inspection.mistake import InspectionError
    from machines.tables.inspection.read import read_record
    from machines.tables.inspection.verify import verify as settled

    _require_html(report)
    try:
        found = settled(read_record(file))
    except InspectionError as error:
        raise CommandError(str(error), error.hint, status=WRONG_USAGE) from error
    write, maker = Writer(lang), _maker(found.record.game)
    if report is not None:
        report.write_text(verify_page(found, maker, write), encoding="utf-8")
    if as_json:
        print_json(_as_json(found, maker))
    else:
        _print(verify_sections(found, write), write)
    if report is not None:
        say(f"wrote {report}")
    if found.findings or found.stopped:
        raise typer.Exit(FAILED)


def _require_html(report: Path | None) -> None:
    """A page is HTML: asked before any work is done."""
    if report is not None and report.suffix.lower() not in (".html", ".htm"):
        raise CommandError(
            f"a report must be a .html file (got {report.name})", "--report report.html", status=WRONG_USAGE
        )


def _maker(game: str) -> Maker:
    from importlib.metadata import PackageNotFoundError, version

    from emulator.tables.inspection.verify_page import Maker
    from machines.tables.registry import rules_digest

    try:
        number = version("azar")
    except PackageNotFoundError:
        number = "not installed"
    return Maker(number, rules_digest(game))


def _print(sections: list[Section], write: Writer) -> None:
    from rich.console import Console

    from emulator.sheets.terminal import tables

    for part in tables(sections, write, Console().width):
        print_table(part)


def _as_json(found: Verified, maker: Maker) -> Json:
    record = found.record
    return {
        "file": record.file, "sha256": record.sha256, "facts": dict(record.facts), "game": record.game,
        "title": found.title, "source": found.source, "declared": dict(found.declared),
        "readings": dict(found.readings), "azar": maker.version, "game_version": found.version,
        "rules_sha256": maker.rules_sha256,
        "rounds": [
            {
                "round": one.name, "given": one.given, "said": [*one.said],
                "stakes": [row._asdict() for row in one.rows], "lies": [row._asdict() for row in one.lies],
                "owed_cents": {str(seat): cents for seat, cents in one.owed.items()},
                "commission_cents": one.commission_cents,
            }
            for one in found.rounds
        ],
        "findings": [one._asdict() for one in found.findings],
        "stopped": found.stopped,
    }  # fmt: skip
