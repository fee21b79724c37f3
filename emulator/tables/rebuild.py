# SPDX-License-Identifier: MIT
"""What builds the machine of a journal again: a cabinet, a device of a table, or a table with its cup."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Unpack

from emulator.cabinet import Cabinet
from emulator.cabinet.options import Running
from emulator.records.journal import read
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.pai_gow_game import TABLE, PaiGowGame
from machines.support.plain import JsonView
from machines.tables.cup import cup_names
from machines.tables.wheel import wheel_names

Machine = Cabinet | DiceCup | ElectronicWheel | PaiGowGame


def builder_of(path: str | Path) -> Callable[..., Machine]:
    """
    Return what ``replay`` takes as ``build`` for a journal.

    Raises:
        JournalError: it cannot be read.
    """
    name = str(read(path).header["model"])
    if name == TABLE:
        return _table
    if name in wheel_names():
        return ElectronicWheel.from_origin
    return DiceCup.from_origin if name in cup_names() else Cabinet.from_origin


def _table(
    origin: JsonView, *, firmware: object = None, trust_firmware: bool = False, **options: Unpack[Running]
) -> PaiGowGame:
    # Its cup has our firmware and no other: there is nothing to trust.
    return PaiGowGame.from_origin(origin, firmware=firmware, **options)
