# SPDX-License-Identifier: MIT
"""A PAR sheet as the workbook that manufacturers exchange: reels, paytable, hits, distribution, the rest."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.par.game import identity, paylines
from emulator.par.plots import plot, plot_of
from emulator.par.reels import combinations, paytable, reels, sheets_of, symbols
from emulator.par.sections import headline, par_sections
from emulator.par.variant import Variant, marks, tab
from emulator.sheets.section import NONE, Column, Section, exact, money, number, quotient, share, text
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Book, Cell, Formula, cell
from machines.model import Model
from machines.support.plain import JsonView
from machines.types.common.par_terms import fraction
from machines.types.common.par_terms import ratio as ratio_of

Sheet = JsonView

_TITLES = {
    "summary": "Summary",
    "reels": "Reels",
    "symbols": "Symbols",
    "paytable": "Paytable",
    "combinations": "Combinations",
    "paylines": "Paylines",
    "distribution": "Distribution",
}


def par_book(
    model: Model, sheet: Sheet, write: Writer, variants: Mapping[str, Variant] | None = None
) -> bytes:
    """
    The workbook of a model and its sheet, as the bytes of an .xlsx file.

    Args:
        variants: the payout variants by name; each has the same sheets, its name behind theirs.
    """
    if "rtp" not in sheet:
        sections = [*par_sections(sheet, write), identity(model, sheet, write)]
        return _of_sections(sheet, sections, write)
    found = {"": _Part(model, sheet, write)}
    taken = list(found[""].names.values())
    for name, mark in marks(variants or ()).items():
        variant = (variants or {})[name]
        part = _Part(variant.model, variant.sheet, write)
        for id_, title in part.names.items():
            part.names[id_] = tab(title, mark, taken)
            taken.append(part.names[id_])
        found[name] = part
    book = Book(headline(sheet, write), write, taken)
    for part in found.values():
        part.put(book)
    return book.finish()


class _Part:
    """The sheets of one machine; ``names`` is what they are called by what they hold."""

    def __init__(self, model: Model, sheet: Sheet, write: Writer) -> None:
        self._model, self._sheet, self._write = model, sheet, write
        say = write.say
        self._sections = {section.id: section for section in par_sections(sheet, write)}
        self._summary = self._sections.pop("summary")
        left_out = {
            *(() if model.paylines else ("paylines",)),
            *(() if sheet["prizes"] else ("distribution",)),
        }
        self.names = {id_: say(title) for id_, title in _TITLES.items() if id_ not in left_out}
        if sheets_of(model).plan is not None:
            self.names["plan"] = say("Plan")
        self._sections["identity"] = identity(model, sheet, write)
        self.names |= {id_: _tab(section.title) for id_, section in self._sections.items()}

    def put(self, book: Book) -> None:
        """Fill its sheets."""
        model, sheet, write, names = self._model, self._sheet, self._write, self.names
        total = _distribution(book, names["distribution"], sheet, write) if sheet["prizes"] else None
        _summary(book, names, self._summary, sheet, total, write)
        tables = {
            "reels": reels(model, write),
            "symbols": symbols(model, write, names["reels"]),
            "paytable": paytable(model, write),
            "combinations": combinations(model, write),
        }
        if model.paylines:
            tables["paylines"] = paylines(model, write)
        plan = sheets_of(model).plan
        if plan is not None:
            tables["plan"] = plan(model, write)
        for id_, made in tables.items():
            book.table(names[id_], names[id_], made.columns, made.rows, made.note)
        for id_, section in self._sections.items():
            book.section(names[id_], section, plot_of(section, write))


def _of_sections(sheet: Sheet, sections: list[Section], write: Writer) -> bytes:
    """A sheet a section, numbered where several games have one of the same name."""
    names = [f"{place} {_tab(section.id)}" for place, section in enumerate(sections, start=1)]
    book = Book(headline(sheet, write), write, names)
    for name, section in zip(names, sections, strict=True):
        book.section(name, section, plot_of(section, write))
    return book.finish()


def _tab(title: str) -> str:
    """A title as the name of a sheet: at most 31 characters, none of those that a workbook forbids."""
    return "".join(" " if sign in "[]:*?/\\" else sign for sign in title.partition(":")[0])[:31].strip()


def _summary(
    book: Book, names: Mapping[str, str], summary: Section, sheet: Sheet, total: str | None, write: Writer
) -> None:
    """The facts, the payout being what the distribution adds up to, if there is one."""
    payout = write.say("payout")
    rows: list[list[Cell]] = []
    for label, value in summary.rows:
        found: Cell = value
        if label.raw == payout and total is not None:
            found = Formula(f"='{names['distribution']}'!{total}", share(sheet["rtp"]))
        rows.append([label, found])
    book.table(names["summary"], sheet["title"], (), rows, f"{headline(sheet, write)}. {summary.note}")


def _distribution(book: Book, name: str, sheet: Sheet, write: Writer) -> str:
    """Every prize of a play and its odds; returns the cell that holds the payout."""
    say, price, payout = write.say, sheet["price_cents"], quotient(sheet["rtp"])
    rows: list[list[Cell]] = []
    losing = 1 - fraction(sheet["hit_frequency"])
    prizes = [(0, ratio_of(losing))] if losing else []
    prizes += [(row["prize_cents"], row["probability"]) for row in sheet["prizes"]]
    last = len(prizes)
    for row, (cents, ratio) in enumerate(prizes):
        chance = quotient(ratio)
        weight = cents * chance / price
        rows.append(
            [
                money(cents),
                share(chance),
                Formula(f"=1/{cell(row, 1)}", number(1 / chance)),
                Formula(f"={cell(row, 0)}*{cell(row, 1)}/{price / write.currency.unit_cents}", share(weight)),
                Formula(f"={cell(row, 3)}/{cell(last, 3, fixed=True)}", share(weight / payout)),
                exact(ratio) if len(ratio) <= _LONGEST_RATIO else NONE,
            ]
        )
    sums: list[Cell] = [text(say("sum")), NONE, NONE, NONE, NONE]
    for place, value in ((1, share(1)), (3, share(payout)), (4, share(1))):
        sums[place] = Formula(f"=SUM({cell(0, place)}:{cell(last - 1, place)})", value)
    columns = [Column(say("prize"), True), Column(say("probability"), True), Column(say("one in"), True)]
    columns += [Column(say("payout"), True), Column(say("share"), True), Column(say("exact"))]
    title = say("What a play wins")
    note = say("Exact ratios of more than {} characters stand in --json.").format(_LONGEST_RATIO)
    drawn = plot("distribution", title, columns, len(rows) + 1, write)
    book.table(name, title, columns, [*rows, sums], note, drawn)
    return cell(last, 3, fixed=True)


_LONGEST_RATIO = 60
