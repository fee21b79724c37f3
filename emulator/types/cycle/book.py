# SPDX-License-Identifier: MIT
"""The PAR sheet of type B: its sections, its paytable and the plan of its prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from emulator.sheets.section import Column, Section, alike, columns, count, money, number, share, text
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Cell, Formula, cell
from emulator.types.common.host_type import ANY, Combination, Sheets, Table
from emulator.types.cycle import sheet as parts
from machines.model import CycleModel
from machines.support.plain import JsonView

Sheet = JsonView


def sections(sheet: Sheet, write: Writer) -> list[Section]:
    """Behind the summary, in the order in which they are read."""
    optional = [part for key, part in _OPTIONS if sheet.get(key)]
    return [part(sheet, write) for part in (*_PARTS, *optional)]


def prizes(sheet: Sheet, write: Writer) -> Section:
    """The prizes of a cycle, how often they come and what they weigh."""
    say = write.say
    payout = Fraction(sheet["rtp"])
    rows = tuple(
        (
            money(row["prize_cents"]),
            text(_shown_by(row["combinations"])),
            count(planned["count"]),
            number(row["plays_per_prize"]),
            share(row["rtp"]),
            share(Fraction(row["rtp"]) / payout),
            count(row["windows"]),
        )
        for row, planned in zip(sheet["prizes"], sheet["prize_plan"], strict=True)
    )
    titles = (">prize", "shown by", ">in a cycle", ">one in", ">payout", ">share", ">windows")
    return Section("prizes", say("Prizes"), rows, columns(say, *titles))


def _shown_by(rows: list[list[str]]) -> str:
    """A prize that only several lines together pay is a sum."""
    return ", ".join(map(alike, rows)) or "+"


def combinations(model: CycleModel) -> Iterator[Combination]:
    """The rows of the paytable."""
    for pay in model.paytable:
        tickets = [
            len(strip) if place == ANY else strip.count(place)
            for place, strip in zip(pay.symbols, model.strips, strict=True)
        ]
        yield Combination(list(pay.symbols), pay.cents, tickets)


def paytable(model: CycleModel, write: Writer) -> tuple[list[Column], list[list[Cell]]]:
    """Each combination and its prize."""
    columns = [Column(write.say("combination")), Column(write.say("prize"), True)]
    return columns, [[text(alike(one.places)), money(one.cents)] for one in combinations(model)]


def plan(model: CycleModel, write: Writer) -> Table:
    """How many of each prize every stratum of the cycle holds, with sums that the workbook makes."""
    made, prizes, unit = model.plan, model.plan.prizes_cents, model.currency.unit_cents
    columns = [Column(write.say("stratum"), True)]
    columns += [Column(write.money(cents), True) for cents in prizes]
    columns += [Column(write.say(title), True) for title in ("plays", "paid", "payout")]
    last, rows = len(made.strata), list[list[Cell]]()
    for index, row in enumerate((*made.strata, made.counts)):
        entries = f"{cell(index, 1)}:{cell(index, len(prizes))}"
        worth = "+".join(f"{cell(index, 1 + k)}*{cents / unit}" for k, cents in enumerate(prizes))
        paid = sum(cents * plays for cents, plays in zip(prizes, row, strict=True))
        cells: list[Cell] = [count(index + 1) if index < last else text(write.say("sum"))]
        for k, plays in enumerate(row):
            above = f"=SUM({cell(0, 1 + k)}:{cell(last - 1, 1 + k)})"
            cells.append(count(plays) if index < last else Formula(above, count(plays)))
        cells.append(Formula(f"=SUM({entries})", count(sum(row))))
        cells.append(Formula(f"={worth}", money(paid)))
        pays = f"={cell(index, len(prizes) + 2)}/{cell(index, len(prizes) + 1)}/{model.price_cents / unit}"
        cells.append(Formula(pays, share(Fraction(paid, sum(row) * model.price_cents))))
        rows.append(cells)
    return Table(columns, rows)


_PARTS: Sequence[Callable[[Sheet, Writer], Section]] = (
    prizes,
    parts.windows,
    parts.watcher,
    parts.strata,
    parts.losing_runs,
)
_OPTIONS: Sequence[tuple[str, Callable[[Sheet, Writer], Section]]] = (
    ("bands", parts.return_bands),
    ("gamble", parts.gamble),
    ("gamble", parts.newcomer),
    ("raises", parts.raises),
)
"""What a sheet of this key has is shown so."""

SHEETS = Sheets(sections, combinations, paytable, plan=plan)
