# SPDX-License-Identifier: MIT
"""The PAR sheet of type C: its sections, and its paytable with free plays, picks and pots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from emulator.sheets.section import NONE, Column, Section, Value, alike, count, money, text
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Cell
from emulator.types.chance import sheet as parts
from emulator.types.common.host_type import ANY, Combination, Sheets, Strip
from machines.model import ChanceModel
from machines.support.plain import JsonView

Sheet = JsonView


def sections(sheet: Sheet, write: Writer) -> list[Section]:
    """Behind the summary, in the order in which they are read."""
    return [part(sheet, write) for key, part in _PARTS if sheet.get(key)]


def combinations(model: ChanceModel) -> Iterator[Combination]:
    """The rows of the paytable; a symbol counts by its weight."""
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
            for mask, strip, weights in zip(row.masks, layout.paid.strips, layout.paid.weights, strict=True)
        ]
        yield Combination(places, row.prize_cents, tickets)


def paytable(model: ChanceModel, write: Writer) -> tuple[list[Column], list[list[Cell]]]:
    """Combinations and scatters with all that they give."""
    say = write.say
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
    return columns, rows


def _pot(model: ChanceModel, pot: int) -> Value:
    """The name of a pot, 0 being none."""
    return text(model.pots[pot - 1]) if pot else NONE


def _weights(model: ChanceModel, reel: int) -> Sequence[int] | None:
    return _unequal(model.layout.paid.weights[reel])


def _free_strips(model: ChanceModel, write: Writer) -> Iterator[Strip]:
    """The strips of free plays where they differ."""
    if model.layout.free_differs:
        free = zip(model.free_strips, model.layout.free.weights, strict=True)
        for reel, (strip, weights) in enumerate(free, start=1):
            yield Strip(write.say("free reel {}").format(reel), strip, _unequal(weights))


def _unequal(weights: Sequence[int]) -> Sequence[int] | None:
    return None if set(weights) == {1} else weights


_PARTS: Sequence[tuple[str, Callable[[Sheet, Writer], Section]]] = (
    ("bets", parts.bets),
    ("odds", parts.events),
    ("features", parts.features),
    ("jackpots", parts.jackpots),
    ("prizes", parts.prizes),
    ("classes", parts.classes),
    ("free_plays", parts.free_plays),
    ("gamble", parts.gamble),
    ("bands", parts.return_bands),
    ("losing_runs", parts.losing_runs),
    ("contributions", parts.contributions),
)
"""What a sheet of this key has is shown so."""


def _role(model: ChanceModel, symbol: str, write: Writer) -> str:
    """Of a wild what it stands for and how it multiplies; of a scatter that it counts anywhere."""
    say, shape = write.say, model.draft.symbols[symbol] if model.draft.symbols else None
    if shape is None or not (shape.wild or shape.scatter):
        return ""
    if shape.wild is None:
        return say("scatter")
    meant = ", ".join(shape.wild.instead_of or ()) or say("all others")
    role = say("wild for {}").format(meant)
    return f"{role}, ×{shape.wild.multiplier}" if shape.wild.multiplier > 1 else role


SHEETS = Sheets(sections, combinations, paytable, _weights, _free_strips, role=_role)
