# SPDX-License-Identifier: MIT
"""
Seats at the tables of a hall: which file keeps a table, and how one rises from it.

    with Seats(wheels=["boule"]).rising(place) as purse:
        transfers.carry(purse)
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from emulator.hall.books import Place
from emulator.hall.kept_device import Wanted
from emulator.hall.sitting import Sitting
from emulator.hall.stand import Stand
from emulator.hall.table_draws import due
from emulator.hall.tables import JOURNAL, journal_of
from emulator.support.seed import seed_key
from machines.support.languages import DEFAULT_LANGUAGE
from machines.tables.registry import OWN_TABLE, game_in


def table_path(folder: Path, stand: Stand) -> Path:
    """Where a table keeps its moves."""
    return folder / f"{stand.name}{JOURNAL}"


class Seats(NamedTuple):
    """
    How the tables of a hall are opened.

    Attributes:
        seed: of a TEST hall; chance is the system's without.
        language: of the message line of a table's device.
        wheels: games that an electronic wheel draws for.
    """

    seed: str | None = None
    language: str = DEFAULT_LANGUAGE
    wheels: Collection[str] = ()

    def open(self, path: Path, game: str, *, ends: bool = False) -> Sitting:
        """
        A table with its device, as it was left.

        Args:
            ends: a round is only played to its end, and what a wheel has drawn for it counts.

        Raises:
            HallError: as ``Sitting`` and ``KeptDevice``.
        """
        wheel = game in self.wheels or game in OWN_TABLE or (ends and due(path, game))
        device = Wanted(game, self._device_seed(game), self.language) if wheel else None
        return Sitting(path, game, os.urandom(32) if self.seed is None else seed_key(self.seed), device)

    def _device_seed(self, game: str) -> str | None:
        """Of the device of a TEST hall, whose draws are not those that the table would make."""
        if self.seed is None:
            return None
        return hashlib.sha256(seed_key(self.seed) + f" {game}".encode()).hexdigest()

    @contextlib.contextmanager
    def rising(self, place: Place) -> Iterator[Sitting]:
        """A table from which somebody rises whose process ended: a bet that was made has been played."""
        with self.open(journal_of(place.path), game_in(place.name), ends=True) as sitting:
            sitting.rise()
            yield sitting
