# SPDX-License-Identifier: MIT
"""
Tables as places of a hall: each keeps every move (``emulator.hall.sitting``) in the journal of a sitting.

    Tables().book(place, hall), Tables().problem(place)

Earlier releases kept of Pai Gow the chips of the one visitor alone, ``pai_gow.json``. The journal that takes
its place begins with these chips and with the numbers of their transfers.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from emulator.hall.books import Place
from emulator.hall.money import HallError
from emulator.hall.sitting_books import SittingBooks, read_books, sitting_problem
from emulator.hall.table_draws import device_problem
from machines.support.plain import Json, JsonView, read_json
from machines.tables.registry import game_in

KIND = "table"
JOURNAL = ".jsonl"
OLDER = ".json"
"""Of the file of an earlier release; it is left as it was, and read no more once the journal is there."""
FORMAT, VERSION = "table", 1


def journal_of(path: str) -> Path:
    """The journal of a table whose place was named by it, or by the file of an earlier release."""
    return Path(path).with_suffix(JOURNAL)


def older_books(journal: Path) -> SittingBooks:
    """
    What a journal begins with: the books of an earlier release's file beside it, nothing without one.

    Raises:
        HallError: it cannot be read.
    """
    path = journal.with_suffix(OLDER)
    if not path.is_file():
        return SittingBooks()
    try:
        said: Json = read_json(path.read_bytes())
        if said["azar"] != FORMAT or said["version"] != VERSION or said["chips_cents"] < 0:
            raise ValueError("another format")
        halls = {hall: dict(one) for hall, one in said["halls"].items()}
        return SittingBooks(halls, left_cents=int(said["chips_cents"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HallError(f"{path}: must be the file of a table: {error}", "keep the file") from error


class Tables:
    """The kind of place that is a table."""

    def book(self, place: Place, hall: str) -> JsonView | None:
        """What the file of the table says of the visitors of a hall; None: it is gone."""
        path = journal_of(place.path)
        if path.is_file():
            return read_books(path).halls.get(hall, {})
        return older_books(path).halls.get(hall, {}) if Path(place.path).is_file() else None

    def problem(self, place: Place) -> str:
        """A move that comes out otherwise, a cent too many or few, a draw that its device does not have."""
        path = journal_of(place.path)
        problem = sitting_problem(path) if path.is_file() else ""
        return problem or device_problem(path, game_in(place.name))


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the system's refusals into one clear line."""
    try:
        yield
    except OSError as error:
        raise HallError(f"{path} cannot be written: {error.strerror or error}") from error
