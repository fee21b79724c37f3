# SPDX-License-Identifier: MIT
"""
One machine and its visitor: a ``Cabinet`` owns named parts and passes each public name on to one.

    cabinet      Cabinet: its parts wired together, and their public names
    acts         inputs by hand: coins, buttons, doors, keys, plugs, refills, faults
    visitors     people who come and leave, and the cash desk
    faults       the faults as rows of data; fault_acts: what each does to the devices
    view         what can be seen: display, reels, meters, log; front: its values; refusals: why coins return
    line         the line to a controller of pots
    machine      board and devices; mechanisms: those for coins and notes
    ledger       where every coin is
    balances     holds ledger, books, card_books and ticket_books after every event
    effects      the table of events: what each changes before listeners receive it
    listeners    who receives events; keeper: saves the machine before they do
    keep         saves, restores and rewinds; with at_rest, saved, inflate, history
    origin       how a run began; with bootrom (the ROM), trust (what may run it), commission (keys, first
                 coins, first NVRAM) and physical (coins, reels and meters of a file, checked)
    chance       variation of the mechanisms, and entropy
    console      what the firmware prints
    reseal       records sealed anew, on a workbench; service: a lost memory mended there

Imports run one way: no part imports ``cabinet``, and nothing here imports panel, records, scenario or lab.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emulator.cabinet.cabinet import Cabinet
    from emulator.cabinet.commission import DEFAULT_PURSE
    from emulator.cabinet.errors import CabinetError

__all__ = ["DEFAULT_PURSE", "Cabinet", "CabinetError"]
_PLACES = {"DEFAULT_PURSE": "commission", "Cabinet": "cabinet", "CabinetError": "errors"}


def __getattr__(name: str) -> object:
    """``from emulator.cabinet import Cabinet`` without loading a cabinet for those who want only a part."""
    if name in _PLACES:
        return getattr(import_module(f"emulator.cabinet.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
