# SPDX-License-Identifier: MIT
"""
The link of a power-cut sweep: a controller in this process, whose books are put back with the machine's.

What the controller knows is durable, so a cut of the machine leaves it as it is; only the connection is gone.
"""

from __future__ import annotations

from emulator.cabinet import Cabinet
from emulator.link.room import Room
from emulator.link.rules import Definition, read_definition
from emulator.support.errors import EmulatorError
from machines.model import Model, model_names
from machines.rules import Profile, profiles
from machines.support.plain import JsonView

# Number of the machine of every chapter, in its link as well.
SERIAL = 1
# How a chapter's link is made: nothing is won in so few plays, or every play wins.
QUIET, GENEROUS = "quiet", "generous"
# A model of ours for each kind, for a machine that does not ship: a controller knows machines by number.
_SISTERS = {"carrusel": "bochorno", "superjackpot": "veruela"}
_MACHINES = 3
_LAW = "es-ar-2002"
_SHARES = {QUIET: ("1/100", 40_000), GENEROUS: ("9/10", 12_001)}
_MYSTERY = """
[[pots]]
base_cents = 10007
limit_cents = 100000
share = "1/200"
hit = "mystery"
mystery = "1"
unit_cents = 100
"""


def definition_of(model: Model, luck: str, first: int = SERIAL) -> Definition:
    """
    The link of a chapter.

    Args:
        model: a linked machine.
        luck: QUIET or GENEROUS.
        first: number of the machine; those of its sisters follow.

    Raises:
        EmulatorError: there is none for this model.
    """
    link = model.link
    if link is None or link.kind not in _SISTERS:
        kind = "no link" if link is None else f"a link of kind {link.kind}"
        raise EmulatorError(f"the sweep needs a carrusel or a superjackpot (got {model.name}, with {kind})")
    name = model.name if model.name in model_names() else _SISTERS[link.kind]
    machines = ", ".join(f'{{ number = {n}, model = "{name}" }}' for n in range(first, first + _MACHINES))
    head = f'kind = "{link.kind}"\nprofile = "{_law(model.profile)}"\nmachines = [{machines}]\n'
    if link.kind == "carrusel":
        return read_definition(f'{head}place = "salon"\n{_carrusel(luck)}')
    return read_definition(f'{head}place = "casino"\n{_superjackpot(model, name, luck)}')


def _law(profile: Profile) -> str:
    """The machine's law, or what it inherits: a link finds by their names only those that ship."""
    shipped = profiles()
    return next(name for name in (profile.id, profile.inherits, _LAW) if name in shipped)


def _carrusel(luck: str) -> str:
    share, limit_cents = _SHARES[luck]
    return (
        f'[[pots]]\nbase_cents = 12000\nlimit_cents = {limit_cents}\nshare = "{share}"\n'
        'hit = "must_hit"\nunit_cents = 10\n'
    )


def _superjackpot(model: Model, name: str, luck: str) -> str:
    assert model.link is not None
    parts = ", ".join(['"1"'] * max(1, len(model.link.prizes or ())))
    maximum_cents = 900_000 if luck == GENEROUS else 800_000
    kinds = ["combination", *(["mystery"] if luck == GENEROUS else [])]
    return (
        f'[[pots]]\nbase_cents = 500000\nlimit_cents = 800000\nshare = "1/100"\nhit = "combination"\n'
        f"prizes = [{parts}]\n{_MYSTERY if luck == GENEROUS else ''}"
        f'[permit]\nnumber = "SJ-1"\nmachines = {_MACHINES}\nmodels = ["{name}"]\nmethod = "azlk/1"\n'
        f"prizes = {kinds}\nmaximum_cents = {maximum_cents}\noutside_advertising = false\n"
    )


def join(cabinet: Cabinet, luck: str, key: bytes) -> None:
    """Lead a linked cabinet's line to a new controller whose pots draw with the key."""
    if cabinet.model.link is not None:
        cabinet.join(Room.open(definition_of(cabinet.model, luck, cabinet.serial), key), own=True)


def books_of(cabinet: Cabinet) -> tuple[object, ...] | None:
    """What the controller knows of a cabinet, and what its pots hold; None: it has no link."""
    room = cabinet.room
    if room is None:
        return None
    row = room.controller.state.machines[SERIAL]
    known = (row.seq, row.staked_mc, row.award, row.settled_award, row.won_cents, row.settled_cents)
    return (*known, row.agreed is not False, *room.controller.state.pots)


def saved(cabinet: Cabinet) -> bytes:
    """The controller's memory; empty without a link."""
    return b"" if cabinet.room is None else cabinet.room.save()


def put_back(cabinet: Cabinet, memory: bytes) -> None:
    """Give the controller its memory back, on a new connection."""
    room = cabinet.room
    if room is not None:
        cabinet.leave()
        room.load(memory)
        cabinet.join(room)


def hang_up(cabinet: Cabinet) -> None:
    """What happens to a line whose card has no current: the connection is gone."""
    room = cabinet.room
    if room is not None:
        cabinet.leave()
        cabinet.join(room)


def at_rest(cabinet: Cabinet, record: JsonView) -> bool:
    """Whether the controller knows of every play, and the machine of every award."""
    if cabinet.room is None or cabinet.link is None:
        return True
    row = cabinet.room.controller.state.machines[SERIAL]
    told = row.seq == record["link_seq"] and row.award == row.settled_award == record["link_award"]
    return told and cabinet.link.status == "up"


def findings(cabinet: Cabinet) -> tuple[str, ...]:
    """What the controller's own audit finds; nothing without a link."""
    return () if cabinet.room is None else tuple(cabinet.room.audit().problems)
