# SPDX-License-Identifier: MIT
"""Cabinets on a link of their own, which can be taken back together to a moment and be cut from there."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from firmware_rig import record
from mutants import spoilt
from opened import opened

from emulator import Cabinet
from emulator.link.room import Room
from emulator.link.rules import Definition, load_definition, read_definition
from emulator.link.sqlite import SQLiteStore
from machines.rom.program import firmware_sources

SEED = bytes(range(32))

SUPER = """
kind = "superjackpot"
place = "casino"
machines = [{ number = 1, model = "veruela" }, { number = 2, model = "veruela" }]
[[pots]]
base_cents = 500000
limit_cents = 800000
share = "1/100"
hit = "combination"
prizes = ["1"]
[[pots]]
base_cents = 10007
limit_cents = 100000
share = "1/200"
hit = "mystery"
mystery = "1"
unit_cents = 100
[permit]
number = "SJ-1"
machines = 2
models = ["veruela"]
method = "azlk/1"
prizes = ["combination", "mystery"]
maximum_cents = 900000
outside_advertising = false
"""
# A prize in kind that every play that is told wins, in both languages.
NAMES = ("Fin de semana para dos en la nieve", "Weekend for two in the snow")
KIND = (
    SUPER.partition("[[pots]]\nbase_cents = 10007")[0]
    + f"""[[pots]]
base_cents = 60000
limit_cents = 60000
reserve = "1/1000"
hit = "mystery"
mystery = "1"
[pots.in_kind]
prize_es = "{NAMES[0]}"
prize_en = "{NAMES[1]}"
cash_cents = 60000
[permit]
number = "SJ-1"
machines = 2
models = ["veruela"]
method = "azlk/1"
prizes = ["combination", "in_kind", "mystery"]
maximum_cents = 860000
outside_advertising = false
"""
)


def carrusel(share: str = "1/100", limit_cents: int = 40_000) -> Definition:
    """The carrusel that ships, with another share, and another limit: near its base, awards come soon."""
    text = load_definition("carrusel").text.replace('share = "1/100"', f'share = "{share}"')
    return read_definition(text.replace("limit_cents = 40000", f"limit_cents = {limit_cents}"))


def room(share: str = "1/100", limit_cents: int = 40_000) -> Room:
    return opened(Room.open(carrusel(share, limit_cents), SEED))


def generous() -> Room:
    """Every play that is told wins the pot: 120 EUR."""
    return room("9/10", 12_001)


def mysterious() -> Room:
    """Every play of a Veruela that is told wins a mystery prize, the first one of 100 EUR."""
    return opened(Room.open(read_definition(SUPER), SEED))


def joined(link: Room, serial: int = 1, model: str = "bochorno", **words: Any) -> Cabinet:
    """A cabinet on the link, ready to play."""
    cab = Cabinet(model, seed="00", serial=serial, **words)
    cab.join(link)
    cab.run(ms=5_500)
    return cab


def changed(module: str, old: str, new: str, type_: str = "B") -> Mapping[str, str]:
    """The firmware with one place changed."""
    return spoilt(firmware_sources(type_=type_, linked=True), module, old, new)


def reconciled(cab: Cabinet, link: Room) -> None:
    """Machine and controller agree on every play, every award and every cent."""
    books = record(cab)
    assert cab.link is not None and cab.link.status == "up", cab.link
    assert books["link_seq"] == books["starts"]
    assert books["link_staked_mc"] == books["staked_cents"] * 1_000
    found = link.audit()
    assert found.sound, found.problems
    (row,) = [row for row in found.machines if row["number"] == cab.serial]
    assert (row["seq"], row["staked_mc"]) == (books["link_seq"], books["link_staked_mc"])
    assert (row["award"], row["settled_award"]) == (books["link_award"], books["link_award"])
    assert row["won_cents"] == row["settled_cents"] == books["link_won_cents"]
    assert row["agreed"] is not False
    assert not cab.tilt and cab.fault is None, (cab.tilt, cab.fault)


class Moment:
    """A cabinet and its link at one moment, to which both can be taken back as often as needed."""

    def __init__(self, cab: Cabinet, link: Room) -> None:
        self.cab = cab
        self._state = cab.state()
        self._database = _connection(link).serialize()
        self._key = link.link_key

    def again(self) -> Room:
        """Take both back; the cabinet is joined to the link that is returned, and up."""
        store = SQLiteStore(":memory:")
        store._connection.deserialize(self._database)
        link = opened(Room(store, self._key))
        self.cab.line._line = None
        self.cab.load_state(self._state)
        self.cab.join(link)
        self.cab.run(ms=1_500)
        return link

    def operations(self, ms: int) -> list[tuple[int, int]]:
        """(tick, operations done in it) of all places in the next time at which the power could be cut."""
        places: list[tuple[int, int]] = []
        operations = self.cab.board.chip.operations
        operations.watcher = lambda: places.append((operations.tick, operations.done))
        self.cab.run(ms=ms)
        operations.watcher = None
        return places


def _connection(link: Room) -> sqlite3.Connection:
    connection = link.controller._store._connection
    assert isinstance(connection, sqlite3.Connection)
    return connection
