# SPDX-License-Identifier: MIT
"""
Tables as places of a hall: those of a cloth keep every move (``emulator.hall.sitting``), that of Pai Gow the
chips of the one visitor, in a file with the numbers of the transfers.

    kept = TableFile(folder / "pai_gow.json", "pai_gow")
    kept.bring("9f2c41d07a6be358:7", Money(notes={2000: 2}))
    kept.stand(3_500)                        # what the visitor has there, stake and chips, after a deal
    kept.carry("9f2c41d07a6be358:8", kept.money())

A deal that the end of the process broke off was not played: its stake is the visitor's, as before it. What a
deal has brought is in the file before it is shown.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from emulator.hall import desk
from emulator.hall.books import Place
from emulator.hall.money import HallError, Money
from emulator.hall.sitting_books import read_books, sitting_problem
from emulator.support import files
from emulator.support.closing import Closing
from machines.support.plain import Json, JsonView, read_json

KIND = "table"
JOURNAL = ".jsonl"
"""Of a table whose every move is kept."""
FORMAT, VERSION = "table", 1


class TableFile(Closing):
    """
    The file of one table, locked while it is open.

    Attributes:
        chips_cents: what of the visitor's lies at the table.

    Raises:
        HallError: another process has the table, or its file cannot be read or written.
    """

    def __init__(self, path: Path, game: str) -> None:
        self._path, self._game = path, game
        with told(path):
            files.make_folder(path.parent)
            self._lock = files.Lock(path)
        if not self._lock.held:
            raise HallError(f"{path}: the table is in use by process {self._lock.holder}", "close it there")
        try:
            said = read_table(path) or {"chips_cents": 0, "halls": {}}
        except BaseException:
            self._lock.release()
            raise
        self.chips_cents, self._halls = int(said["chips_cents"]), dict(said["halls"])

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(KIND, self._game, 1, str(self._path.resolve()))

    def money(self) -> Money:
        """What the desk gives for the chips; less than its smallest coin stays at the table."""
        return desk.in_notes(Money(coins={1: self.chips_cents // desk.COINS[0] * desk.COINS[0]}))

    def bring(self, transfer: str, money: Money) -> None:
        """Chips for the money, on the disk when this returns."""
        self._book(transfer, money.cents, 0, here=1)

    def carry(self, transfer: str, money: Money) -> None:
        """The money for chips, in the same way."""
        self._book(transfer, 0, money.cents, here=0)

    def stand(self, chips_cents: int) -> None:
        """What the visitor has at the table now, on the disk when this returns."""
        if chips_cents != self.chips_cents:
            self.chips_cents = chips_cents
            self._write()

    def _book(self, transfer: str, brought_cents: int, carried_cents: int, *, here: int) -> None:
        hall, _, number = transfer.partition(":")
        book = self._halls.get(hall, {"number": 0, "brought_cents": 0, "carried_cents": 0})
        if int(number) <= book["number"]:
            raise HallError(f"transfer must come after {hall}:{book['number']} (got {transfer})")
        self._halls[hall] = {
            "number": int(number),
            "brought_cents": book["brought_cents"] + brought_cents,
            "carried_cents": book["carried_cents"] + carried_cents,
            "here": here,
        }
        self.chips_cents += brought_cents - carried_cents
        self._write()

    def _write(self) -> None:
        said = {
            "azar": FORMAT, "version": VERSION, "game": self._game, "chips_cents": self.chips_cents,
            "halls": self._halls,
        }  # fmt: skip
        with told(self._path):
            files.replace(self._path, (json.dumps(said) + "\n").encode())

    def close(self) -> None:
        """Give it free; a second call does nothing."""
        self._lock.release()


def read_table(path: Path) -> JsonView | None:
    """What the file of a table says; None: it is not there."""
    if not path.is_file():
        return None
    try:
        said: Json = read_json(path.read_bytes())
        if said["azar"] != FORMAT or said["version"] != VERSION or said["chips_cents"] < 0:
            raise ValueError("another format")
        return {**said, "halls": dict(said["halls"])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HallError(f"{path}: must be the file of a table: {error}", "keep the file") from error


class Tables:
    """The kind of place that is a table."""

    def book(self, place: Place, hall: str) -> JsonView | None:
        """What the file of the table says of the visitors of a hall; None: it is gone."""
        path = Path(place.path)
        if path.suffix == JOURNAL:
            return read_books(path).halls.get(hall, {}) if path.is_file() else None
        said = read_table(path)
        if said is None:
            return None
        found: JsonView = said["halls"].get(hall, {})
        return found

    def problem(self, place: Place) -> str:
        """Of a table whose every move is kept: a move that comes out otherwise, or a cent too many or few."""
        path = Path(place.path)
        return sitting_problem(path) if path.suffix == JOURNAL else ""


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the system's refusals into one clear line."""
    try:
        yield
    except OSError as error:
        raise HallError(f"{path} cannot be written: {error.strerror or error}") from error
