# SPDX-License-Identifier: MIT
"""
What the journal of a hall's table says of its visitors: the transfers among its moves, hall by hall.

    books = read_books(folder / "boule.jsonl")
    books.halls["9f2c41d07a6be358"]["brought_cents"], books.here_cents

A transfer is a move whose word is ``bring HALL:NUMBER``, or ``carry HALL:NUMBER CENTS`` with what stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from emulator.hall.books import BRING, CARRY
from emulator.hall.money import HallError
from emulator.records.chain import JournalError, verify_chain
from emulator.tables.sitting_journal import replay_sitting
from machines.support.plain import Json, JsonView, read_json
from machines.tables.game import Move
from machines.tables.table import Table

_NOBODY: Mapping[str, int] = {"number": 0, "brought_cents": 0, "carried_cents": 0, "here": 0}


@dataclass
class SittingBooks:
    """
    The visitors of one table.

    Attributes:
        halls: by hall the number of the last transfer, sums brought and carried, and whether somebody sits.
        float_cents: what the house has put there when its journal began, or began anew.
        guests_cents: what its players have bought since.
        left_cents: what stayed when the last visitor rose, less than the desk's smallest coin.
        game_version: of the game by which the moves are done again.
    """

    halls: dict[str, dict[str, int]] = field(default_factory=dict)
    float_cents: int = 0
    guests_cents: int = 0
    left_cents: int = 0
    game_version: int = 0

    @property
    def here(self) -> bool:
        """Whether somebody sits there, or was broken off there."""
        return any(one["here"] for one in self.halls.values())

    @property
    def here_cents(self) -> int:
        """What visitors have brought and not carried away, which may have become more or less."""
        return sum(one["brought_cents"] - one["carried_cents"] for one in self.halls.values())

    @property
    def total_cents(self) -> int:
        """What all accounts of the table must come to together."""
        return self.float_cents + self.guests_cents + self.here_cents

    def require_next(self, name: str) -> None:
        """Raise HallError unless a transfer comes after the last one of its hall."""
        hall, number = name.split(" ")[1].split(":")
        last = self.halls.get(hall, _NOBODY)["number"]
        if int(number) <= last:
            raise HallError(f"transfer must come after {hall}:{last} (got {hall}:{number})")

    def take(self, move: Move) -> None:
        """One more move of the table."""
        way, _, said = move.word.partition(" ")
        if way not in (BRING, CARRY) or ":" not in said:
            self.guests_cents += move.cents if move.kind == "buy" else 0
            return
        name, _, left = said.partition(" ")
        hall, _, number = name.partition(":")
        self.left_cents = int(left or 0)
        one = dict(self.halls.get(hall, _NOBODY))
        cents = 0 if move.kind == "time" else move.cents
        one[f"{'brought' if way == BRING else 'carried'}_cents"] += cents
        self.halls[hall] = {**one, "number": int(number), "here": int(way == BRING)}


def begun(header: JsonView) -> SittingBooks:
    """The books as the first line of a journal has them."""
    halls = {hall: dict(one) for hall, one in header.get("halls", {}).items()}
    left, version = header.get("left_cents", 0), header.get("game_version", 0)
    return SittingBooks(halls, int(header.get("float_cents", 0)), left_cents=left, game_version=version)


def books_of(header: JsonView, table: Table) -> SittingBooks:
    """The books of a journal whose moves were done again."""
    books = begun(header)
    for move in table.moves:
        books.take(move)
    return books


def read_books(path: Path) -> SittingBooks:
    """
    The books of a journal, without its table.

    Raises:
        HallError: it cannot be read, or is not as it was written.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise HallError(f"{path}: {error.strerror or error}") from error
    whole = data[: data.rfind(b"\n") + 1]
    altered = verify_chain(whole) if whole else 1
    if altered is not None:
        raise HallError(
            f"{path}: line {altered} is altered, moved or missing", "keep the file: it is evidence"
        )
    rows: list[Json] = [read_json(line) for line in whole.decode("ascii").splitlines()]
    books = begun(rows[0])
    for row in rows[1:]:
        if "move" in row:
            books.take(Move.from_list(row["move"]))
    return books


def sitting_problem(path: Path) -> str:
    """What is wrong with a journal by itself: every move is done again, and every cent counted."""
    try:
        report = replay_sitting(path)
    except JournalError as error:
        return str(error)
    must, got = books_of(report.header, report.table).total_cents, report.table.total_cents()
    return "" if must == got else f"chips and float must add up to {must} cents (got {got})"
