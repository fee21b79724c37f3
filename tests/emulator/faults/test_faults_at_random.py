# SPDX-License-Identifier: MIT
"""
Faults, cuts, doors and hands at random instants: every balance holds after every event.

What differs between books and coins, or tickets, has a name; a ``BalanceError`` is what fails here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from soon import spared

from emulator import Cabinet, EmulatorError
from emulator.cabinet.books import BalanceError
from emulator.cabinet.faults import damages
from emulator.cabinet.ledger import LedgerError

SOON, LONG = 6, 250
# Damage to memories needs a workbench; money on a string is fraud, which has tests of its own.
_LEFT_OUT = ("memory", "battery", "counter", "acceptor string", "note string")
MODELS = ("cometa", "cierzo", "galacho", "aneto", "moncayo_tarjeta")
CASES = [
    case for name in MODELS for case in ((name, range(SOON)), spared((name, range(SOON, LONG))))
]  # fmt: skip
Act = tuple[object, ...]


@pytest.mark.parametrize(("name", "seeds"), CASES)
def test_whatever_happens_what_differs_has_a_name(name: str, seeds: range) -> None:
    for seed in seeds:
        done: list[Act] = []
        try:
            done.extend(Visit(name, seed).acts())
        except (BalanceError, LedgerError) as error:
            raise AssertionError(f"{name}, seed {seed}, behind {done[-12:]}: {error}") from error


class Visit:
    """
    Things that happen to a machine, one at a time.

    Args:
        name: of the model.
        seed: of what happens, and of the machine.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.choose = random.Random(seed)
        self.cab = Cabinet(name, seed=f"{seed:08x}")
        self.broken: list[str] = []
        model = self.cab.model
        faults = [
            fault
            for fault in damages(model.mechanisms, model.type).values()
            if not fault.act.startswith(_LEFT_OUT)
            and all(one.allowed(model) for one in fault.parameters.values())
        ]
        own = [fault for fault in faults if fault.id.startswith("ticket_")]
        # A dispenser's own faults are most of what it can meet together.
        self.faults = faults + own * (len(faults) // len(own) if own else 0)

    def acts(self) -> Iterator[Act]:
        """Do them and tell of each when it is done."""
        self.cab.run(ms=4_000)
        for _ in range(self.choose.randint(60, 140)):
            at_us = self.cab.now_us
            try:
                act = self._act()
            except (BalanceError, LedgerError):
                raise
            except EmulatorError:  # no coin left, on already, nothing there to be mended
                continue
            self.cab.run_us(self.choose.randrange(self.choose.choice((20_000, 400_000, 3_000_000))))
            yield at_us, *act

    def _act(self) -> Act:
        choose, cab = self.choose, self.cab
        chance = choose.random()
        if chance < 0.2 and cab.purse:
            cents = choose.choice(sorted(cab.purse))
            cab.insert(cents)
            return "insert", cents
        if chance < 0.55:
            lit = [name for name in cab.machine.buttons if cab.lamps.get(name)]
            button = choose.choice(lit or sorted(cab.machine.buttons))
            cab.press(button)
            return "press", button
        if chance < 0.6:
            return self._cut(choose.choice((1, 200, 1_000)))
        if chance < 0.75:
            return self._damage()
        if chance < 0.9 and self.broken:
            fault = self.broken.pop(choose.randrange(len(self.broken)))
            cab.mend(fault)
            return "mend", fault
        if chance < 0.97 or cab.model.tickets is None:
            return self._door(choose.choice((300, 1_000, 3_000)))
        cab.pull_tickets(number := choose.randint(1, 3))
        return "pull", number

    def _cut(self, ms: int) -> Act:
        if self.cab.powered:
            self.cab.power_off()
        self.cab.run(ms=ms)
        self.cab.power_on()
        return "cut", ms

    def _damage(self) -> Act:
        fault = self.choose.choice(self.faults)
        given = {
            name: self.choose.choice(one.allowed(self.cab.model)) for name, one in fault.parameters.items()
        }
        self.cab.damage(fault.id, **given)
        self.broken.append(fault.id)
        return "damage", fault.id, given

    def _door(self, ms: int) -> Act:
        self.cab.open_door("main")
        self.cab.run(ms=ms)
        self.cab.close_door("main")
        return "door", ms
