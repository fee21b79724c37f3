# SPDX-License-Identifier: MIT
"""
Everything that can be read of the inside of a cabinet, by groups.

    inside = Inside(cabinet)
    inside.group("hopper_10")           # readings of one part
    inside.values()["hopper_10.level"]  # all of them by name
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from emulator.inside import board, cycle, money, parts
from emulator.inside.reading import Reading, Value

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

Group = Callable[[], Iterator[Reading]]


class Inside:
    """
    Reads a cabinet and changes nothing in it.

    Args:
        cabinet: what is read.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        machine, ledger, rings = cabinet.machine, cabinet.ledger, board.Rings()
        groups: dict[str, Group] = {
            "supply": lambda: board.supply(machine),
            "lines": lambda: board.lines(machine),
            "memory": lambda: board.memory(machine, rings),
            "firmware": lambda: board.record(machine.record()),
            "acceptor": lambda: parts.acceptor(machine),
        }
        for hopper in machine.hoppers.values():
            groups[hopper.name] = lambda hopper=hopper: parts.hopper(machine, hopper)  # type: ignore[misc]
        groups |= {
            "boxes": lambda: parts.boxes(machine, cabinet.cash_box_cents, cabinet.tray_cents),
            "notes": lambda: parts.notes(machine, cabinet.note_box_cents),
            "tickets": lambda: parts.tickets(machine),
            "card": lambda: parts.card(machine),
            "link": lambda: parts.link(machine),
            "meters": lambda: parts.meters(machine),
            "counter": lambda: parts.counter(machine),
            "reels": lambda: parts.reels(machine),
            "front": lambda: parts.front(machine),
            "physical": lambda: money.physical(ledger),
            "book": lambda: money.book(cabinet.balances, machine.record()),
            "chance": lambda: cycle.readings(machine, cabinet.model, machine.record(), cabinet.test),
        }
        self._groups = groups

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the groups."""
        return tuple(self._groups)

    @property
    def tells_odds(self) -> bool:
        """Whether the place in the cycle may be told now."""
        return cycle.may_be_told(self._cabinet.machine, self._cabinet.test)

    def group(self, name: str) -> tuple[Reading, ...]:
        """The readings of one group, in their order."""
        return tuple(self._groups[name]())

    def readings(self) -> Iterator[Reading]:
        """Every reading."""
        for group in self._groups.values():
            yield from group()

    def values(self) -> dict[str, Value]:
        """Every value by its name."""
        return {one.name: one.value for one in self.readings()}
