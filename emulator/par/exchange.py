# SPDX-License-Identifier: MIT
"""
The game of a sheet that somebody sends: strips, pays and lines, of azar's own workbook or of a CSV file.

    game = read_game(Path("mistral.xlsx"))
    text = with_game(model_text("moncayo")[1].decode(), game)

docs/par.md describes the CSV file. A pay is written as the workbook shows it: "siete ×2 *",
"barra/uva siete *", or "3 siete" for so many from the left.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import HEAD
from emulator.support.errors import HintedError
from machines.support.languages import languages


class SheetError(HintedError):
    """A sheet that cannot be read."""


class Pay(NamedTuple):
    """A row of a paytable: the symbols of each reel, or how many of one; and its prize in cents."""

    places: tuple[str | tuple[str, ...], ...]
    times: int | None
    cents: int
    pot: str | None = None
    """The pot that it hits too."""


@dataclass
class Strip:
    """A strip and the weight of each stop; no weights where all come alike."""

    symbols: list[str] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)


@dataclass
class Game:
    """What a sheet says of a game; nothing where it says nothing."""

    reels: list[Strip] = field(default_factory=list)
    free_reels: list[Strip] = field(default_factory=list)
    lines: list[list[int]] = field(default_factory=list)
    """The row that each reads on each reel, 0 the uppermost."""
    pays: list[Pay] = field(default_factory=list)

    @property
    def symbols(self) -> set[str]:
        """Every symbol that it names."""
        named = {symbol for strip in (*self.reels, *self.free_reels) for symbol in strip.symbols}
        for pay in self.pays:
            for place in pay.places:
                named |= {place} if isinstance(place, str) else set(place)
        return named - {"*"}


def read_game(path: Path) -> Game:
    """
    Read the game of a sheet.

    Args:
        path: a workbook (.xlsx) that ``azar par --xlsx`` wrote, or a CSV file.

    Raises:
        SheetError: it is neither, or a row of it cannot be understood; the message names the row.
    """
    readers: dict[str, Callable[[Path], Game]] = {".xlsx": _book, ".csv": _table}
    if path.suffix not in readers:
        raise SheetError(f"a sheet must be .xlsx or .csv (got {path.name})", "azar par --help")
    try:
        game = readers[path.suffix](path)
    except OSError as error:
        message = f"{path} must be a readable file ({error.strerror})"
        raise SheetError(message, "look at its name") from None
    if not game.reels:
        raise SheetError(
            f"{path.name} must have reels (got none)", "write a row for each: reel,1,siete,uva,…"
        )
    return game


def _book(path: Path) -> Game:
    from zipfile import BadZipFile

    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = openpyxl.load_workbook(path, data_only=True)
    except (BadZipFile, InvalidFileException, KeyError):
        hint = "open it and save it as .xlsx, or write a CSV file"
        raise SheetError(f"{path.name} must be a workbook (it is none)", hint) from None
    for language in languages():
        say = Writer(language).say
        if say("Reels") in book.sheetnames and say("Paytable") in book.sheetnames:
            rows = {
                name: list(book[say(name)].iter_rows(min_row=HEAD + 1, values_only=True))
                for name in ("Reels", "Paytable", "Paylines")
                if say(name) in book.sheetnames
            }
            return _of_rows(path.name, rows, say)
    hint = "azar par MODEL --xlsx F writes one; for another maker's write a CSV file: docs/par.md"
    raise SheetError(f"{path.name} must have the sheets Reels and Paytable (it has none)", hint)


_Rows = Sequence[Sequence[object]]


def _of_rows(name: str, rows: Mapping[str, _Rows], say: Callable[[str], str]) -> Game:
    """The game of the sheets of a workbook, their heads in the first row."""
    game = Game()
    heads, *stops = rows["Reels"]
    weight, free = say("weight"), say("free reel {}").format("")
    for place, head in enumerate(heads[1:], start=1):
        cells = [row[place] for row in stops if row[place] is not None]
        if head == weight:
            (game.free_reels or game.reels)[-1].weights = [
                _whole(cell, f"{name}, Reels, a weight") for cell in cells
            ]
        elif head is not None:
            strips = game.free_reels if str(head).startswith(free) else game.reels
            strips.append(Strip([str(cell) for cell in cells]))
    titles = list(rows["Paytable"][0])
    pots = titles.index(say("jackpot")) if say("jackpot") in titles else None
    for row in rows["Paytable"][1:]:
        if row[0] is not None:
            pay = _pay(str(row[0]), _cents(row[1], f"{name}, Paytable, {row[0]}"), name)
            pot = str(row[pots]) if pots is not None and row[pots] is not None else None
            game.pays.append(pay._replace(pot=pot))
    for row in rows.get("Paylines", [[]])[1:]:
        game.lines.append(
            [_row_of(cell, f"{name}, Paylines") for cell in row[1 : 1 + len(game.reels)] if cell is not None]
        )
    return game


def _table(path: Path) -> Game:
    game = Game()
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, cells in enumerate(csv.reader(file), start=1):
            while cells and not cells[-1].strip():
                cells.pop()
            if cells and not cells[0].startswith("#"):
                _take(game, [cell.strip() for cell in cells], f"{path.name}, row {number}")
    return game


def _take(game: Game, cells: list[str], where: str) -> None:
    """Put a row of a CSV file into the game."""
    kind, *rest = cells
    match kind:
        case "reel" | "free_reel":
            strips = game.reels if kind == "reel" else game.free_reels
            _next(rest, len(strips) + 1, where)
            strips.append(Strip(rest[1:]))
        case "weights" | "free_weights":
            strips = game.reels if kind == "weights" else game.free_reels
            _next(rest, len(strips), where)
            strips[-1].weights = [_whole(cell, where) for cell in rest[1:]]
        case "line":
            game.lines.append([_row_of(cell, where) for cell in rest])
        case "pay" if len(rest) >= 2:
            game.pays.append(_pay(" ".join(rest[1:]), _whole(rest[0], where), where))
        case _:
            hint = "rows are reel, weights, free_reel, free_weights, line and pay: docs/par.md"
            raise SheetError(f"{where}: must be a row of a known kind (got {','.join(cells)[:60]})", hint)


def _next(rest: Sequence[str], number: int, where: str) -> None:
    if not rest or rest[0] != str(number):
        got = rest[0] if rest else "nothing"
        raise SheetError(f"{where}: must be of reel {number} (got {got})", "write the reels in order, from 1")


def _pay(words: str, cents: int, where: str) -> Pay:
    """A row as the paytable shows it."""
    counted = re.fullmatch(r"(\d+) (\w+)", words)
    if counted:
        return Pay((counted[2],), int(counted[1]), cents)
    places: list[str | tuple[str, ...]] = []
    for word in words.replace(" / ", "/").split():
        if times := re.fullmatch(r"[×x](\d+)", word):
            if not places:
                raise SheetError(f"{where}: must name a symbol before {word}", "write it as siete ×3")
            places += [places[-1]] * (int(times[1]) - 1)
        else:
            places.append(tuple(word.split("/")) if "/" in word else word)
    return Pay(tuple(places), None, cents)


def _cents(value: object, where: str) -> int:
    """An amount in euro, as cents."""
    try:
        cents = Fraction(str(value)) * 100
    except ValueError:
        raise SheetError(f"{where}: must be an amount (got {value})", "write the prize in euro") from None
    if cents.denominator != 1:
        raise SheetError(f"{where}: must be whole cents (got {value} EUR)", "round the prize to a cent")
    return int(cents)


def _whole(value: object, where: str) -> int:
    if not re.fullmatch(r"\d+", str(value)):
        raise SheetError(f"{where}: must be a whole number (got {value})", "write digits alone")
    return int(str(value))


def _row_of(value: object, where: str) -> int:
    """The uppermost stop of a window is 1 in a sheet, 0 in a model."""
    row = _whole(value, where)
    if not 1 <= row <= 5:
        raise SheetError(f"{where}: a line must read stop 1 to 5 (got {row})", "1 is the uppermost")
    return row - 1


def grouped(pays: Iterable[Pay]) -> Iterator[list[Pay]]:
    """Pays as a model has them: neighbours that count the same symbol are one row."""

    def one(numbered: tuple[int, Pay]) -> tuple[object, ...]:
        number, pay = numbered
        return (number,) if pay.times is None else ("counted", pay.places)

    for _, group in groupby(enumerate(pays), one):
        yield [pay for _, pay in group]
