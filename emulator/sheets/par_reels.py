# SPDX-License-Identifier: MIT
"""The reels of a machine for its workbook: strips, symbols on each reel, paytable, combinations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import prod
from typing import NamedTuple

from emulator.sheets.section import NONE, Column, Value, alike, count, money, share, text
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Cell, Formula, cell, column_of
from machines.model import ChanceModel, CycleModel, Model

ANY = "*"


class Table(NamedTuple):
    """A table of the workbook."""

    columns: list[Column]
    rows: list[list[Cell]]
    note: str = ""


class _Strip(NamedTuple):
    title: str
    symbols: Sequence[str]
    weights: Sequence[int] | None
    """None where every stop comes alike."""


class _Combination(NamedTuple):
    places: list[str]
    """What each reel must show; several symbols with "/" between them, "*" for any."""
    cents: int
    tickets: list[int]
    """On each reel, the stops (or weights) that show it on a line."""


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
    rows: list[list[Cell]] = []
    for symbol in model.symbols:
        row: list[Cell] = [text(symbol)]
        for strip, formula in zip(strips, _counting(strips, reels_name, len(rows)), strict=True):
            weights = strip.weights or [1] * len(strip.symbols)
            shown = sum(w for s, w in zip(strip.symbols, weights, strict=True) if s == symbol)
            row.append(Formula(formula, count(shown)))
        rows.append(row)
    last = len(rows)
    sums: list[Cell] = [text(write.say("sum"))]
    for place, strip in enumerate(strips, start=1):
        total = sum(strip.weights or [1] * len(strip.symbols))
        sums.append(Formula(f"=SUM({cell(0, place)}:{cell(last - 1, place)})", count(total)))
    return Table(columns, [*rows, sums])


def _counting(strips: Sequence[_Strip], reels_name: str, row: int) -> Iterator[str]:
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
    if not isinstance(model, ChanceModel):
        pays: list[list[Cell]] = [[text(alike(one.places)), money(one.cents)] for one in _combinations(model)]
        return Table([Column(say("combination")), Column(say("prize"), True)], pays, note)
    rows: list[list[Cell]] = []
    for combo in model.layout.combos:
        rows.append([text(alike(combo.label.split())), money(combo.prize_cents), _pot(model, combo.pot)])
    for row in model.layout.scatters:
        given = (row.free_plays, row.retrigger, row.picks)
        rows.append(
            [
                text(row.label),
                money(row.prize_cents),
                _pot(model, row.pot),
                *(count(number) if number else NONE for number in given),
            ]
        )
    columns = [Column(say("combination")), Column(say("prize"), True), Column(say("jackpot"))]
    columns += [Column(say(title), True) for title in ("free plays", "more in a free play", "picks")]
    return Table(columns, rows, note)


def _pot(model: ChanceModel, pot: int) -> Value:
    """The name of a pot, 0 being none."""
    return text(model.pots[pot - 1]) if pot else NONE


def combinations(model: Model, write: Writer) -> Table:
    """For each row of the paytable, the stops that fit on each reel and their product: the hits of a line."""
    found = list(_combinations(model))
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


def plan(model: CycleModel, write: Writer) -> Table:
    """How many of each prize every stratum of the cycle holds, with sums that the workbook makes."""
    made, prizes = model.plan, model.plan.prizes_cents
    columns = [Column(write.say("stratum"), True)]
    columns += [Column(write.money(cents), True) for cents in prizes]
    columns += [Column(write.say(title), True) for title in ("plays", "paid", "payout")]
    last, rows = len(made.strata), list[list[Cell]]()
    for index, row in enumerate((*made.strata, made.counts)):
        entries = f"{cell(index, 1)}:{cell(index, len(prizes))}"
        worth = "+".join(f"{cell(index, 1 + k)}*{cents / 100}" for k, cents in enumerate(prizes))
        paid = sum(cents * number for cents, number in zip(prizes, row, strict=True))
        cells: list[Cell] = [count(index + 1) if index < last else text(write.say("sum"))]
        for k, number in enumerate(row):
            above = f"=SUM({cell(0, 1 + k)}:{cell(last - 1, 1 + k)})"
            cells.append(count(number) if index < last else Formula(above, count(number)))
        cells.append(Formula(f"=SUM({entries})", count(sum(row))))
        cells.append(Formula(f"={worth}", money(paid)))
        pays = f"={cell(index, len(prizes) + 2)}/{cell(index, len(prizes) + 1)}/{model.price_cents / 100}"
        cells.append(Formula(pays, share(Fraction(paid, sum(row) * model.price_cents))))
        rows.append(cells)
    return Table(columns, rows)


def _strips(model: Model, write: Writer) -> Iterator[_Strip]:
    """Every strip, those of free plays last where they differ."""
    yield from _paid_strips(model, write)
    if isinstance(model, ChanceModel) and model.layout.free_differs:
        free = zip(model.free_strips, model.layout.free.weights, strict=True)
        for reel, (strip, weights) in enumerate(free, start=1):
            yield _Strip(write.say("free reel {}").format(reel), strip, _unequal(weights))


def _paid_strips(model: Model, write: Writer) -> Iterator[_Strip]:
    for reel, strip in enumerate(model.strips):
        weights = model.layout.paid.weights[reel] if isinstance(model, ChanceModel) else None
        yield _Strip(write.say("reel {}").format(reel + 1), strip, _unequal(weights))


def _unequal(weights: Sequence[int] | None) -> Sequence[int] | None:
    return None if weights is None or set(weights) == {1} else weights


def _combinations(model: Model) -> Iterator[_Combination]:
    if isinstance(model, CycleModel):
        for pay in model.paytable:
            tickets = [
                len(strip) if place == ANY else strip.count(place)
                for place, strip in zip(pay.symbols, model.strips, strict=True)
            ]
            yield _Combination(list(pay.symbols), pay.cents, tickets)
    elif isinstance(model, ChanceModel):
        layout = model.layout
        for row in layout.combos:
            places = [
                "/".join(name for symbol, name in enumerate(layout.symbols) if mask >> symbol & 1)
                if reel < row.span
                else ANY
                for reel, mask in enumerate(row.masks)
            ]
            tickets = [
                sum(w for s, w in zip(strip, weights, strict=True) if mask >> s & 1)
                for mask, strip, weights in zip(
                    row.masks, layout.paid.strips, layout.paid.weights, strict=True
                )
            ]
            yield _Combination(places, row.prize_cents, tickets)
