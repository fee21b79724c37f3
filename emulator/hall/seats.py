# SPDX-License-Identifier: MIT
"""
Seats at the tables of a hall: which file keeps a table, and how one rises from it.

    with rising(place, seed) as purse:
        transfers.carry(purse)
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from emulator.hall.books import Place
from emulator.hall.sitting import Sitting
from emulator.hall.stand import Stand
from emulator.hall.tables import JOURNAL, journal_of
from emulator.support.seed import seed_key
from machines.tables.registry import game_in


def table_path(folder: Path, stand: Stand) -> Path:
    """Where a table keeps its moves."""
    return folder / f"{stand.name}{JOURNAL}"


def open_sitting(path: Path, game: str, seed: str | None) -> Sitting:
    """
    A table, whose chance follows from the seed of a TEST hall, or is the system's.

    Raises:
        HallError: as ``Sitting``.
    """
    return Sitting(path, game, os.urandom(32) if seed is None else seed_key(seed))


@contextlib.contextmanager
def rising(place: Place, seed: str | None) -> Iterator[Sitting]:
    """A table from which somebody rises whose process ended: a bet that was made has been played."""
    with open_sitting(journal_of(place.path), game_in(place.name), seed) as sitting:
        sitting.rise()
        yield sitting
