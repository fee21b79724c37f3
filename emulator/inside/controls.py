# SPDX-License-Identifier: MIT
"""
What a hand can do at each part of a machine: faults put in and taken out, doors, keys, refills.

    board = Controls(cabinet)
    for control in board.at("hopper_100"):
        print(control.fault, control.name, control.active(board.values()))
    board.use(control)                  # does its inputs; a ControlError says why not

Every one is made of inputs that a cabinet has already, so each is in the journal and in its replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emulator.cabinet.faults import DAMAGE, Fault, faults
from emulator.inside.inside import Inside
from emulator.inside.marks import MARKS, Mark
from emulator.inside.reading import Value
from emulator.support.errors import EmulatorError
from machines.model import Model
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

Input = tuple[str, Json]
# Inputs that whoever has the keys could do to a machine of record, and those for which it must be open.
ATTENDANT = (
    "open_door",
    "close_door",
    "turn_key",
    "power_off",
    "power_on",
    "refill",
    "empty",
    "fill_tickets",
    "take_box",
)
INSIDE = ("refill", "empty", "fill_tickets")
LOW_COINS, REFILL_COINS = 10, 50
# Of a machine of record, why a control does nothing.
NOT_OF_RECORD, DOOR_SHUT, BOX_SHUT = "record", "door", "box"


class ControlError(EmulatorError):
    """
    A control that may not be used now.

    Attributes:
        why: NOT_OF_RECORD, DOOR_SHUT or BOX_SHUT.
    """

    def __init__(self, why: str) -> None:
        self.why = why
        said = {
            NOT_OF_RECORD: "a fault must be of a TEST machine: nobody breaks a machine of record",
            DOOR_SHUT: "the main door must be open for that (got it shut)",
            BOX_SHUT: "the cash box must be open for that (got it shut)",
        }
        super().__init__(said[why])


@dataclass(frozen=True)
class Control:
    """
    One thing that a hand can do.

    Attributes:
        part: where: the first word of the readings that tell of it, such as ``hopper_100``.
        name: what: the id of a fault, or ``refill``, ``key``, ``mains``, ``cut``.
        detail: which of several: a value of the fault's parameter; "" where there is one.
        begin: the inputs that it is made of.
        end: those that undo it; none for what is over by itself.
        mark: the reading that shows it, and its value while all is well; None where nothing stays.
        fault: the row of the catalogue; None for what is no fault.
    """

    part: str
    name: str
    detail: str
    begin: tuple[Input, ...]
    end: tuple[Input, ...] = ()
    mark: Mark | None = None
    fault: Fault | None = None

    def active(self, values: Mapping[str, Value]) -> bool:
        """Whether the machine is so now, by its readings."""
        return self.mark is not None and self.mark.shown(values)

    @property
    def attendant(self) -> bool:
        """Whether whoever has the keys could do it to a machine of record."""
        return all(name in ATTENDANT for name, _ in (*self.begin, *self.end))


class Controls:
    """
    Args:
        cabinet: the machine at which it is all done.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        self._inside = Inside(cabinet)
        self.all = (*_faults(cabinet), *_hands(cabinet))

    def at(self, part: str) -> tuple[Control, ...]:
        """What can be done at one part."""
        return tuple(control for control in self.all if control.part == part)

    @property
    def parts(self) -> tuple[str, ...]:
        """Where something can be done."""
        return tuple(dict.fromkeys(control.part for control in self.all))

    def values(self) -> dict[str, Value]:
        """The readings that say what is active."""
        return self._inside.values()

    def hindrance(self, control: Control) -> str:
        """Why a control may not be used now: NOT_OF_RECORD, DOOR_SHUT, BOX_SHUT, or "" where it may."""
        if control.name == "take_box" and not self._cabinet.doors["box"]:
            return BOX_SHUT
        if self._cabinet.test:
            return ""
        if not control.attendant:
            return NOT_OF_RECORD
        needs_door = any(name in INSIDE for name, _ in (*control.begin, *control.end))
        return DOOR_SHUT if needs_door and not self._cabinet.doors["main"] else ""

    def use(self, control: Control) -> None:
        """
        Do what it is made of, or undo it where the machine is so already.

        Raises:
            ControlError: it may not be used.
            EmulatorError: the machine cannot do it now, as a hopper that is full.
        """
        why = self.hindrance(control)
        if why:
            raise ControlError(why)
        undo = control.end and control.active(self.values())
        for name, arguments in control.end if undo else control.begin:
            getattr(self._cabinet, name)(**arguments)


# -- faults of the catalogue ---------------------------------------------------------------------------


def _faults(cabinet: Cabinet) -> Iterator[Control]:
    model = cabinet.model
    for fault in faults().values():
        fitted = fault.id in MARKS and model.mechanisms in fault.mechanisms and model.type in fault.types
        if fitted and _there(cabinet, fault):
            for values in _choices(fault, model, cabinet):
                yield _control(cabinet, fault, values)


def _there(cabinet: Cabinet, fault: Fault) -> bool:
    """Whether the machine has what would break."""
    machine = cabinet.machine
    have = {
        "hopper": bool(machine.hoppers),
        "note acceptor": machine.notes is not None,
        "ticket dispenser": machine.tickets is not None,
        "sealed counter": machine.counter is not None,
        "reel": bool(machine.drums),
        "coin acceptor": bool(cabinet.model.coins_cents),
        "diverter": bool(machine.hoppers),
    }
    return have.get(fault.device, True)


def _choices(fault: Fault, model: Model, cabinet: Cabinet) -> Iterator[Json]:
    """The parameters of a fault: each value of what it names, defaults for the rest."""
    chosen: Json = {}
    which: tuple[str, tuple[object, ...]] | None = None
    for name, parameter in fault.parameters.items():
        if parameter.kind == "number":
            chosen[name] = parameter.default
        else:
            which = (name, tuple(parameter.allowed(model)))
    if which is None:
        yield chosen
        return
    for value in which[1]:
        if _named(cabinet, fault.device, value):
            yield {which[0]: value, **chosen}


def _named(cabinet: Cabinet, device: str, value: object) -> bool:
    machine = cabinet.machine
    names = {"button": tuple(machine.buttons), "lamp": tuple(machine.lamps)}.get(device)
    return names is None or value in names


def _control(cabinet: Cabinet, fault: Fault, values: Json) -> Control:
    mark = MARKS[fault.id].of(_names(cabinet, values))
    begin, end = _inputs(cabinet, fault, values)
    which = next((str(value) for key, value in values.items() if key in ("name", "cents")), "")
    detail = "" if mark.part.startswith(("hopper_", "meter_", "button_", "lamp_", "door_")) else which
    return Control(mark.part, fault.id, detail, begin, end, mark, fault)


def _names(cabinet: Cabinet, values: Json) -> Json:
    """The parameters, and the hopper's own name for its coin."""
    hopper = cabinet.machine.hoppers.get(values.get("cents", 0))
    return {**values, "hopper": "" if hopper is None else hopper.name}


def _inputs(cabinet: Cabinet, fault: Fault, values: Json) -> tuple[tuple[Input, ...], tuple[Input, ...]]:
    """What begins a fault and what ends it."""
    if fault.input == DAMAGE:
        ends = ((("mend", {"id": fault.id}),)) if fault.mend else ()
        return (("damage", {"id": fault.id, **values}),), ends
    cents = values.get("cents", 0)
    if fault.id == "coin_close":
        coin = cabinet.model.coins_cents[-1]
        return (("insert", {"cents": coin}), ("insert", {"cents": coin})), ()
    if fault.id in ("hopper_empty", "hopper_low"):
        empty: Input = ("empty", {"cents": cents})
        few: Input = ("refill", {"cents": cents, "coins": LOW_COINS})
        again: Input = ("refill", {"cents": cents, "coins": REFILL_COINS})
        return ((empty,) if fault.id == "hopper_empty" else (empty, few)), (again,)
    if fault.id == "ticket_pulled":
        return (("pull_tickets", {"tickets": 1}),), ()
    if fault.id == "ticket_pack_empty":
        pack: Input = ("fill_tickets", {"tickets": cabinet.model.tickets or 0})
        return (("fill_tickets", {"tickets": 0}),), (pack,)
    door = fault.id.removeprefix("door_")
    return (("open_door", {"name": door}),), (("close_door", {"name": door}),)


# -- what is no fault -----------------------------------------------------------------------------------


def _hands(cabinet: Cabinet) -> Iterator[Control]:
    """Keys, the mains, a cut inside the next tick, coins and tickets that an attendant brings."""
    for name in cabinet.keys:
        turned, back = (("turn_key", {"name": name, "on": on}) for on in (True, False))
        yield Control(f"key_{name}", "key", "", (turned,), (back,), Mark(f"key_{name}", "turned", (False,)))
    off, on = ("power_off", dict[str, object]()), ("power_on", dict[str, object]())
    yield Control("supply", "mains", "", (off,), (on,), Mark("supply", "powered", (True,)))
    for hopper in cabinet.machine.hoppers.values():
        refill: Input = ("refill", {"cents": hopper.cents, "coins": REFILL_COINS})
        yield Control(hopper.name, "refill", "", (refill,))
        yield Control(hopper.name, "take_out", "", (("empty", {"cents": hopper.cents}),))
    yield Control("cash_box", "take_box", "", (("take_box", {}),))
    if cabinet.machine.card is not None:
        pull, back = (("unplug", {"what": "card"}), ("plug", {"what": "card"}))
        yield Control("card", "unplug", "", (pull,), (back,), Mark("card", "plugged", (True,)))
    if cabinet.machine.tickets is not None:
        yield Control("tickets", "refill", "", (("fill_tickets", {"tickets": cabinet.model.tickets or 0}),))


def cut_after(operations: int) -> Control:
    """A cut of the power once so many operations of the next tick are done."""
    return Control("supply", "cut", str(operations), (("cut_power", {"ops": operations, "ticks": 1}),))
