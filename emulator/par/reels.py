# SPDX-License-Identifier: MIT
"""The reels of a machine for its workbook: strips, symbols on each reel, paytable, combinations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import prod

from emulator.sheets.section import NONE, Column, count, money, share, text
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Cell, Formula, cell, column_of
from emulator.types.common.host_type import Sheets, Strip, Table
from emulator.types.registry import TYPES
from machines.model import Model


def reels(model: Model, write: Writer) -> Table:
    """A column a reel, one row a stop; weights beside a strip that has them."""
    columns: list[Column] = [Column(write.say("stop"), True)]
    stripes: list[list[Cell]] = []
    for strip in _strips(model, write):
        columns.append(Column(strip.title))
        stripes.append([text(symbol) for symbol in strip.symbols])
        if strip.weights is not None:
            columns.append(Column(write.say("weight"), True))
            stripes.append([count(weight) for weight in strip.weights])
    rows = [[count(stop), *cells] for stop, cells in enumerate(zip_longest(*stripes, fillvalue=NONE))]
    return Table(columns, rows, write.say("In the window the next stop stands above."))


def symbols(model: Model, write: Writer, reels_name: str) -> Table:
    """How often each symbol stands on each reel, counted by the workbook on the sheet of the reels."""
    strips = list(_strips(model, write))
    columns = [Column(write.say("symbol")), *(Column(strip.title, True) for strip in strips)]
    columns.append(Column(write.say("role")))
    rows: list[list[Cell]] = []
    for symbol in model.symbols:
        row: list[Cell] = [text(symbol)]
        for strip, formula in zip(strips, _counting(strips, reels_name, len(rows)), strict=True):
            weights = strip.weights or [1] * len(strip.symbols)
            shown = sum(w for s, w in zip(strip.symbols, weights, strict=True) if s == symbol)
            row.append(Formula(formula, count(shown)))
        role = sheets_of(model).role(model, symbol, write)
        rows.append([*row, text(role) if role else NONE])
    last = len(rows)
    sums: list[Cell] = [text(write.say("sum"))]
    for place, strip in enumerate(strips, start=1):
        total = sum(strip.weights or [1] * len(strip.symbols))
        sums.append(Formula(f"=SUM({cell(0, place)}:{cell(last - 1, place)})", count(total)))
    return Table(columns, [*rows, [*sums, NONE]])


def _counting(strips: Sequence[Strip], reels_name: str, row: int) -> Iterator[str]:
    """The formula that counts a row's symbol on each strip."""
    place, symbol = 1, f"$A{cell(row, 0)[1:]}"
    for strip in strips:
        stops = len(strip.symbols)
        where = f"'{reels_name}'!{column_of(place, stops)}"
        if strip.weights is None:
            yield f"=COUNTIF({where},{symbol})"
            place += 1
        else:
            yield f"=SUMIF({where},{symbol},'{reels_name}'!{column_of(place + 1, stops)})"
            place += 2


def paytable(model: Model, write: Writer) -> Table:
    """What the glass shows: combinations and scatters with all that they give."""
    say = write.say
    note = say("A line pays its largest prize only.") if model.paylines else say("All ways pay.")
    return Table(*sheets_of(model).paytable(model, write), note)


def combinations(model: Model, write: Writer) -> Table:
    """For each row of the paytable, the stops that fit on each reel and their product: the hits of a line."""
    found = list(sheets_of(model).combinations(model))
    reels_count = len(model.strips)
    total = prod(sum(strip.weights or [1] * len(strip.symbols)) for strip in _paid_strips(model, write))
    columns = [Column(write.say("reel {}").format(reel)) for reel in range(1, reels_count + 1)]
    columns += [Column(write.say("prize"), True)]
    columns += [Column(write.say("fit on {}").format(reel), True) for reel in range(1, reels_count + 1)]
    columns += [Column(write.say("hits"), True), Column(write.say("of all"), True)]
    rows: list[list[Cell]] = []
    for index, one in enumerate(found):
        hits = prod(one.tickets)
        fits = f"{cell(index, reels_count + 1)}:{cell(index, 2 * reels_count)}"
        row: list[Cell] = [text(place) for place in one.places]
        row += [money(one.cents), *(count(tickets) for tickets in one.tickets)]
        row += [
            Formula(f"=PRODUCT({fits})", count(hits)),
            Formula(f"={cell(index, 2 * reels_count + 1)}/{total}", share(hits / total)),
        ]
        rows.append(row)
    note = write.say(
        "Hits of one line out of {}, whether or not a larger prize of the same line takes their place."
    )
    return Table(columns, rows, note.format(write.whole(total)))


def _strips(model: Model, write: Writer) -> Iterator[Strip]:
    """Every strip, those of free plays last where they differ."""
    yield from _paid_strips(model, write)
    yield from sheets_of(model).more_strips(model, write)


def _paid_strips(model: Model, write: Writer) -> Iterator[Strip]:
    for reel, strip in enumerate(model.strips):
        weights = sheets_of(model).weights(model, reel)
        yield Strip(write.say("reel {}").format(reel + 1), strip, weights)


def sheets_of(model: Model) -> Sheets:
    """How sheets of its type are shown."""
    return TYPES[model.type].sheets()
