# SPDX-License-Identifier: MIT
"""azar par: the exact mathematics of a model, for people, programs and spreadsheets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    LanguageName,
    ModelName,
    ProfileName,
    VariantName,
    flag,
    open_model,
    print_json,
    print_table,
    say,
    valued,
    working,
)
from machines.support import figures
from machines.support.languages import SOURCE_LANGUAGE
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.par.variant import Variant
    from emulator.sheets.writer import Writer
    from machines.model import Model

Sheet = JsonView

EXAMPLE = """\
azar par cierzo
azar par mine.toml --all-variants --xlsx mine.xlsx
azar par moncayo --import game.csv --toml mine.toml"""

Bet = Annotated[int | None, valued("--bet", "CENTS", "Type C: the bet of every play.", min=1)]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the sheet.")]
CsvFile = Annotated[str | None, valued("--csv", "FILE", "Every value as a table; - for standard output.")]
HtmlFile = Annotated[str | None, valued("--html", "FILE", "A page with charts that needs no network.")]
XlsxFile = Annotated[str | None, valued("--xlsx", "FILE", "A workbook with reels, paytable and formulas.")]


ImportFile = Annotated[
    Path | None,
    valued("--import", "FILE", "The sheet of another game, .xlsx or .csv: its strips, pays and lines."),
]
TomlFile = Annotated[Path | None, valued("--toml", "FILE", "With --import: the model file that comes of it.")]
AllVariants = Annotated[
    bool, flag("--all-variants", "The sheet of each payout variant, too; page and workbook have them anyhow.")
]
Draft = Annotated[bool, flag("--draft", "Also of a model that breaks the law; the sheet marks what does.")]


def par(
    model: ModelName,
    profile: ProfileName = None,
    variant: VariantName = None,
    all_variants: AllVariants = False,
    draft: Draft = False,
    bet: Bet = None,
    lang: Language = SOURCE_LANGUAGE,
    csv: CsvFile = None,
    html: HtmlFile = None,
    xlsx: XlsxFile = None,
    import_: ImportFile = None,
    toml: TomlFile = None,
    as_json: AsJson = False,
) -> None:
    """
    Print the PAR sheet of a model.

    It has the exact payout, hit frequency, prizes, proofs and odds. Ratios are exact fractions; nothing here
    is sampled. With a file named, the sheet goes there instead. With --import the strips, pays and lines of
    another sheet take the place of the model's own. --draft gives the sheet of a model that the law refuses.
    Page and workbook of a model with payout variants hold the sheet of each; --all-variants gives them
    elsewhere.
    """
    from emulator.sheets.writer import Writer
    from machines.par.sheet import par_sheet
    from machines.types.chance.bet import at_bet

    if [csv, html, xlsx].count("-") + as_json > 1:
        raise CommandError(
            "standard output must be used once (got several of --csv -, --html -, --xlsx - and --json)",
            "name a file instead of -",
            status=WRONG_USAGE,
        )
    model = model if variant is None else f"{model}@{variant}"
    figures.keeper = figures.computed  # what is signed rests on no kept figure
    if toml is not None and import_ is None:
        raise CommandError("--toml needs --import", "name the sheet to read", status=WRONG_USAGE)
    if import_ is None:
        loaded = _opened(model, profile, draft)
    else:
        loaded = _imported(model, profile, import_, toml, draft=draft)
    writer = Writer(lang, loaded.currency)
    with working("computing", wanted=not as_json):
        sheet = par_sheet(loaded, bet)
        others = {name: _variant(f"{model}@{name}", profile, draft, bet) for name in loaded.variants}
        if others:
            sheet["variants"] = [_told_of(name, other, all_variants) for name, other in others.items()]
    if bet is not None:
        loaded = at_bet(loaded, bet)
    for file, make in ((csv, partial(_table, every=all_variants)), (html, _page), (xlsx, _book)):
        if file is not None:
            _put(file, partial(make, loaded, sheet, others, writer))
    if as_json:
        print_json(sheet)
    elif csv is html is xlsx is None:
        _show(sheet, writer)
        for other in others.values() if all_variants else ():
            _show(other.sheet, writer)


def _imported(name: str, profile: str | None, sheet: Path, toml: Path | None, *, draft: bool) -> Model:
    """The model with the game of a sheet, written where it is asked for, lawful or not."""
    from emulator.par.exchange import read_game
    from emulator.par.imported import with_game
    from machines.check.art import beside
    from machines.model import model_file, model_text, parse_model

    text = with_game(model_text(name)[1].decode(), read_game(sheet), sheet.name)
    if toml is not None:
        toml.write_text(text, "utf-8")
        say(f"wrote {toml}")
    reader = beside(model_file(name))
    return parse_model(
        text.encode(), source=sheet.name, profile=profile, draft=draft, surplus=draft, pictures=reader
    )


def _opened(name: str, profile: str | None, draft: bool) -> Model:
    """The model, as a draft in spite of the law; what else is wrong with it is refused as ever, and whole."""
    from machines.model import load_draft

    return load_draft(name, profile, surplus=True) if draft else open_model(name, profile)


def _variant(file: str, profile: str | None, draft: bool, bet: int | None) -> Variant:
    """One of the variants of a model with its sheet."""
    from emulator.par.variant import Variant
    from machines.par.sheet import par_sheet
    from machines.types.chance.bet import at_bet

    loaded = _opened(file, profile, draft)
    return Variant(loaded if bet is None else at_bet(loaded, bet), par_sheet(loaded, bet))


def _told_of(name: str, variant: Variant, whole: bool) -> Sheet:
    """What the sheet of a model tells of one of its variants, its whole sheet where that is asked for."""
    found = {"variant": name, **{key: variant.sheet[key] for key in _OF_VARIANT if key in variant.sheet}}
    return {**found, "sheet": variant.sheet} if whole else found


_OF_VARIANT = (
    "model", "rtp", "rtp_percent", "hit_frequency", "volatility_index", "largest_prize_cents",
    "tables_digest", "breaks", "warnings",
)  # fmt: skip


def _show(sheet: Sheet, writer: Writer) -> None:
    """The sheet on standard output, as wide as the terminal."""
    from rich.console import Console
    from rich.text import Text

    from emulator.par.sections import headline, par_sections
    from emulator.sheets.terminal import tables

    print_table(Text(headline(sheet, writer), "bold"))
    for part in tables(par_sections(sheet, writer), writer, Console().width):
        print_table(part)


def _table(
    model: Model, sheet: Sheet, others: Mapping[str, Variant], writer: Writer, *, every: bool
) -> bytes:
    from emulator.sheets.csv import csv_text

    rows = [{key: row[key] for key in row if key != "sheet"} for row in sheet.get("variants", ())]
    tables = [csv_text({**sheet, "variants": rows} if others else sheet)]
    tables += [csv_text(other.sheet).partition("\n")[2] for other in others.values() if every]
    return "".join(tables).encode()


def _page(model: Model, sheet: Sheet, others: Mapping[str, Variant], writer: Writer) -> bytes:
    from emulator.par.page import par_page

    return par_page(model, sheet, writer, others).encode()


def _book(model: Model, sheet: Sheet, others: Mapping[str, Variant], writer: Writer) -> bytes:
    from emulator.par.book import par_book

    return par_book(model, sheet, writer, others)


def _put(file: str, make: Callable[[], bytes]) -> None:
    """Write what ``make`` returns to a file, which is named when it is there, or to standard output."""
    with working("writing"):
        made = make()
    if file == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(made)
        sys.stdout.buffer.flush()
        return
    Path(file).write_bytes(made)
    say(f"wrote {file}")
