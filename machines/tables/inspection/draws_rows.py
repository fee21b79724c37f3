# SPDX-License-Identifier: MIT
"""The rows of a record of chance, whatever its kind of file: where each stands, its words, and its shoe."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from machines.support.plain import Json, JsonView, read_toml
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.record import HELP
from machines.tables.inspection.record_csv import split_head, table_rows

KEYS = {"wheel": "pockets", "dice": "dice", "shoe": "shoes"}
"""Where a TOML has the draws of each kind of game."""
OWN = ("ordered", "decks", "whole", "positions")
"""What a head says of draws besides the game."""
_PARTS = re.compile(r"[\s,;/-]+")


class Row(NamedTuple):
    """A draw: its place in the file, its words, and the shoe that its cards are of."""

    where: str
    words: tuple[str, ...]
    shoe: str = ""


class Rows(NamedTuple):
    """A head, as the file has it, and the draws below it."""

    head: Json
    rows: list[Row]


def words_of(text: str, kind: str) -> tuple[str, ...]:
    """The words of a draw; dice may be written together, as 34."""
    words = tuple(word for word in _PARTS.split(text.strip()) if word)
    if kind == "dice" and len(words) == 1 and words[0].isdecimal():
        return tuple(words[0])
    return words


def text_rows(text: str, file: str, kind: str) -> Rows:
    """Plain text: pockets and cards one after the other, a throw a line; an empty line ends a shoe."""
    head, lines = split_head(text, file)
    rows, shoe, last = [], 1, 0
    for number, line in lines:
        if kind == "shoe" and last and number > last + 1:
            shoe += 1
        last = number
        where, words = f"{file}, line {number}", words_of(line, kind)
        if kind == "dice":
            rows.append(Row(where, words))
        else:
            rows += [Row(where, (word,), str(shoe)) for word in words]
    return Rows(dict(head), rows)


def csv_rows(text: str, file: str, kind: str) -> Rows:
    """CSV: a column pocket, or die1, die2 ..., or card with shoe; or the rounds of a record of bets."""
    head, lines = split_head(text, file)
    names, cells = table_rows(lines, file)
    dice = sorted(name for name in names if re.fullmatch(r"die\d+", name))
    if "given" in names:
        return Rows(dict(head), _of_bets(cells, file, kind))
    one = {"wheel": "pocket", "dice": "die1", "shoe": "card"}[kind]
    if one not in names:
        raise InspectionError(
            f"{file}, line {lines[0][0]}", f"columns must have {one} (got {', '.join(names)})", HELP
        )
    rows = []
    for number, row in cells:
        words = tuple(row[die] for die in dice) if kind == "dice" else (row[one],)
        rows.append(Row(f"{file}, line {number}", words, row.get("shoe", "") or "1"))
    return Rows(dict(head), rows)


def _of_bets(cells: list[tuple[int, dict[str, str]]], file: str, kind: str) -> list[Row]:
    """What was given in the rounds of a record of bets, once each; after a red card comes another shoe."""
    rows: list[Row] = []
    known, shoe, red = "", 1, False
    for number, row in cells:
        name = row.get("round", "")
        if row["given"] and (not name or name != known):
            shoe += red
            rows.append(Row(f"{file}, line {number}", words_of(row["given"], kind), str(shoe)))
            red = _ends_shoe(rows[-1].words)
        known = name or known
        red = red or "red_card" in row.get("event", "")
    return rows


def toml_rows(text: str, file: str, kind: str) -> Rows:
    """TOML: a list under the name of its kind, or the rounds of a record of bets."""
    try:
        data = read_toml(text)
    except ValueError as error:
        raise InspectionError(file, str(error), HELP) from error
    rounds = data.pop("round", [])
    draws = data.pop(KEYS[kind], [])
    if not isinstance(draws, list) or not isinstance(rounds, list):
        raise InspectionError(file, f"{KEYS[kind]} must be a list (got {draws!r})", HELP)
    rows = _of_rounds(rounds, file, kind) if rounds else []
    for number, draw in enumerate(draws, 1):
        where = f"{file}, {KEYS[kind]}, number {number}"
        words = tuple(map(str, draw)) if isinstance(draw, list) else words_of(str(draw), kind)
        rows += (
            [Row(where, (word,), str(number)) for word in words] if kind == "shoe" else [Row(where, words)]
        )
    return Rows(data, rows)


def _of_rounds(rounds: list[JsonView], file: str, kind: str) -> list[Row]:
    rows, shoe = [], 1
    for number, play in enumerate(rounds, 1):
        said = play if isinstance(play, Mapping) else {}
        given = said.get("given", "")
        words = tuple(map(str, given)) if isinstance(given, list) else words_of(str(given), kind)
        rows.append(Row(f"{file}, round {number}", words, str(shoe)))
        shoe += said.get("red_card") is True or _ends_shoe(words)
    return rows


def _ends_shoe(words: tuple[str, ...]) -> bool:
    """Whether the red card is among what was given."""
    return any(word.casefold() in ("red", "roja") for word in words)
