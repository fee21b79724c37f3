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
    valued,
)
from machines.support.languages import SOURCE_LANGUAGE
from machines.support.plain import Json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from emulator.sheets.section import Section
    from emulator.sheets.writer import Writer
    from emulator.tables.inspection.verify_page import Maker
    from machines.tables.inspection.audit import Audit
    from machines.tables.inspection.verified import Verified

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, as TOML or CSV.")]
DrawsFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="Pockets, throws or shoes, as TOML, CSV or plain text.")
]
Game = Annotated[str | None, valued("--game", "GAME", "Their game, where the file does not say it.")]
Level = Annotated[
    float,
    typer.Option("--level", min=0.0001, max=20, help="False alarms of all tests together, in per cent."),
]
Report = Annotated[
    Path | None, typer.Option("--report", metavar="F.html", help="Write a page that can be signed.")
]
Key = Annotated[
    Path | None,
    valued("--key", "F", "With --report: an Ed25519 private key; its signature goes to F.html.sig."),
]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of tables and page.")]


def verify(
    file: RecordFile,
    report: Report = None,
    key: Key = None,
    lang: Language = SOURCE_LANGUAGE,
    as_json: AsJson = False,
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

    signs = _signing(report, key)
    try:
        found = settled(read_record(file))
    except InspectionError as error:
        raise CommandError(str(error), error.hint, status=WRONG_USAGE) from error
    write, maker = Writer(lang), _maker(found.record.game)
    if report is not None:
        _write(report, verify_page(found, maker, write), signs)
    if as_json:
        print_json(_as_json(found, maker))
    else:
        _print(verify_sections(found, write), write)
    if report is not None:
        say(f"wrote {report}")
    if found.findings or found.stopped:
        raise typer.Exit(FAILED)


def audit(
    file: DrawsFile,
    game: Game = None,
    level: Level = 1.0,
    report: Report = None,
    key: Key = None,
    lang: Language = SOURCE_LANGUAGE,
    as_json: AsJson = False,
) -> None:
    """
    Test a record of a wheel, dice or shoes for bias.

    Exit 1 if something is odd. Says how large a bias would have been found with 80 and with 99 %.
    """
    signs = _signing(report, key)
    _require_scipy()
    from emulator.sheets.writer import Writer
    from emulator.tables.inspection.audit_page import audit_page, audit_sections
    from machines.tables.inspection.audit import audit as tested
    from machines.tables.inspection.draws import read_draws
    from machines.tables.inspection.mistake import InspectionError

    try:
        found = tested(read_draws(file, game), level / 100)
    except InspectionError as error:
        raise CommandError(str(error), error.hint, status=WRONG_USAGE) from error
    write, maker = Writer(lang), _maker(found.record.game)
    if report is not None:
        _write(report, audit_page(found, maker, write), signs)
    if as_json:
        print_json(_audit_as_json(found, maker))
    else:
        _print(audit_sections(found, write), write)
    if report is not None:
        say(f"wrote {report}")
    if found.odd:
        raise typer.Exit(FAILED)


def _require_scipy() -> None:
    """The mathematics of an audit is scipy's, which comes with an extra."""
    from importlib.util import find_spec

    if find_spec("scipy") is None:
        raise CommandError(
            "the package that reckons an audit's chances is not installed",
            "pip install 'azar[lab]', in a clone pip install '.[lab]'",
        )


def _audit_as_json(found: Audit, maker: Maker) -> Json:
    from machines.tables.chance import card_name

    record = found.record
    return {
        "file": record.file, "sha256": record.sha256, "facts": dict(record.facts), "game": record.game,
        "title": record.title, "source": record.source, "kind": record.kind, "size": record.size,
        "sorted": record.sorted, "azar": maker.version, "rules_sha256": maker.rules_sha256,
        "level": found.level, "odd": found.odd,
        "wrong": [one._asdict() | {"card": card_name(one.card)} for one in found.wrong],
        "tests": [
            {
                "test": one.trial.name, "cells": len(one.trial.cells),
                "p": one.trial.p if one.trial.cells else None, "adjusted": one.adjusted, "odd": one.odd,
                "most": one.trial.most._asdict() if one.trial.cells else None,
                "named": [cell._asdict() for cell in one.named],
                "biases": [bias._asdict() for bias in one.biases],
            }
            for one in found.trials
        ],
    }  # fmt: skip


def _signing(report: Path | None, key: Path | None) -> Ed25519PrivateKey | None:
    """The key that signs a page, which is HTML: both are asked for before any work is done."""
    if report is not None and report.suffix.lower() not in (".html", ".htm"):
        raise CommandError(
            f"a report must be a .html file (got {report.name})", "--report report.html", status=WRONG_USAGE
        )
    if key is None:
        return None
    if report is None:
        raise CommandError("--key signs a report", "add --report report.html", status=WRONG_USAGE)
    from machines.rom.seal import read_private

    return read_private(key)


def _write(report: Path, page: str, signs: Ed25519PrivateKey | None) -> None:
    """The page, and the signature of its bytes beside it."""
    data = page.encode()
    report.write_bytes(data)
    if signs is not None:
        report.with_name(f"{report.name}.sig").write_bytes(signs.sign(data))


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
