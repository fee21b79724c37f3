# SPDX-License-Identifier: MIT
"""
The faults that devices on a ccTalk desk can have: those of docs/faults.md, by the same names.

    checked("coin_lost", "3")              # 3: of the next coins so many
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from emulator.cabinet.faults import damages
from emulator.devices.coin_acceptor import CoinAcceptor
from emulator.devices.hopper import SENSOR_DARK, SENSOR_SOUND, SENSOR_STUCK, Hopper
from emulator.devices.note_acceptor import NoteAcceptor
from emulator.support.errors import EmulatorError


class Desk(Protocol):
    """What faults ask of a desk."""

    def plug(self, name: str, plugged: bool, at: int | None = None) -> None:
        """Pull the plug of one device, or put it back."""

    def need_chute(self) -> CoinAcceptor:
        """The mechanism of the acceptor."""

    def need_notes(self) -> NoteAcceptor:
        """The mechanism of the note reader."""

    def need_hopper(self, at: int | None = None) -> Hopper:
        """The mechanism of a hopper."""


Value = int | str
# The parameters of a row that a desk leaves open: which hopper is meant its address says.
_ASKED = ("coins", "name")


class DeskFaultError(EmulatorError):
    """No such fault on a desk, or a value outside its limits."""


def _sensor(desk: Desk, at: int | None, fault: str, on: bool) -> None:
    hopper = desk.need_hopper(at)
    if on:
        hopper.sensor_fault(fault)
    elif hopper.sensor == fault:
        hopper.sensor_fault(SENSOR_SOUND)


def _divert(desk: Desk, value: Value | None, at: int | None) -> None:
    desk.need_chute().diverter.stuck = str(value or "")


def _forge(desk: Desk, value: Value | None, at: int | None) -> None:
    desk.need_notes().forged = True


# The key ``act`` of a row: what begins with its value, None ends it; the address is that of a hopper.
_ACTS: Mapping[str, Callable[[Desk, Value | None, int | None], None]] = {
    "acceptor slug": lambda desk, value, at: desk.need_chute().slug(),
    "acceptor jam": lambda desk, value, at: desk.need_chute().jam(value is not None),
    "acceptor string": lambda desk, value, at: desk.need_chute().string(value is not None),
    "acceptor divert": _divert,
    "unplug acceptor": lambda desk, value, at: desk.plug("acceptor", value is None),
    "hopper jam": lambda desk, value, at: desk.need_hopper(at).jam(value is not None),
    "hopper lose": lambda desk, value, at: desk.need_hopper(at).lose(int(value or 0)),
    "hopper double": lambda desk, value, at: desk.need_hopper(at).double(int(value or 0)),
    "hopper run_away": lambda desk, value, at: desk.need_hopper(at).run_away(value is not None),
    "hopper dark": lambda desk, value, at: _sensor(desk, at, SENSOR_DARK, value is not None),
    "hopper stuck": lambda desk, value, at: _sensor(desk, at, SENSOR_STUCK, value is not None),
    "unplug hopper": lambda desk, value, at: desk.plug("hopper", value is None, at),
    "note forge": _forge,
    "note jam": lambda desk, value, at: desk.need_notes().jam(str(value or "")),
    "note string": lambda desk, value, at: desk.need_notes().string(value is not None),
    "note fill": lambda desk, value, at: desk.need_notes().fill(value is not None),
    "note unplug": lambda desk, value, at: desk.need_notes().plug(value is None),
}
ACTS = {row.id: does for act, does in _ACTS.items() for row in damages("cctalk").values() if row.act == act}
"""By id, the faults of the rows that act on a desk's devices."""


def checked(name: str, given: str | None = None) -> Value:
    """
    Return the value with which a fault begins; what is left out takes its default.

    Raises:
        DeskFaultError: with what is allowed.
    """
    if name not in ACTS:
        raise DeskFaultError(f"fault must be one of {', '.join(ACTS)} (got {name})")
    row = damages()[name]
    for key in _ASKED:
        parameter = row.parameters.get(key)
        if parameter is None:
            continue
        if given is None:
            assert parameter.default is not None
            return parameter.default
        if parameter.values and given in parameter.values:
            return given
        if given.isdigit() and parameter.min <= int(given) <= parameter.max:
            return int(given)
        allowed = ", ".join(parameter.values) or f"{parameter.min} to {parameter.max}"
        raise DeskFaultError(f"{key} must be {allowed} (got {given})")
    if given is not None:
        raise DeskFaultError(f"{name} takes no value (got {given})")
    return 1


def mendable(name: str) -> None:
    """DeskFaultError for a fault that a desk does not know, or that is over by itself."""
    checked(name)
    if not damages()[name].mend:
        raise DeskFaultError(f"fault must be one that lasts (got {name}, which is over by itself)")
