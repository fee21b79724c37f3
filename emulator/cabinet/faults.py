# SPDX-License-Identifier: MIT
"""
The faults that a cabinet can have, as rows of data: emulator/faults/*.toml, read and checked once.

    checked("hopper_jam", {"cents": 100}, model)     # {"cents": 100}
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from emulator.cabinet.physical import METERS
from emulator.support.errors import EmulatorError
from machines.firmware import pins
from machines.model import Model
from machines.support.plain import JsonView
from machines.types.registry import TYPES

CONSEQUENCES = ("none", "inhibit", "lockup")
DIFFERENCES = ("none", "in", "out")
MECHANISMS = ("parallel", "cctalk")
# How most faults begin and end; a door is opened, a hopper emptied.
DAMAGE, MEND = "damage", "mend"
# What a parameter may name; its values are those of the model or of the wiring.
KINDS = ("hopper", "coin", "reel", "button", "lamp", "meter", "number", "word")
BUTTONS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve")
LAMPS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve", "tower")

Value = int | str


class FaultError(EmulatorError):
    """No such fault, a parameter outside its limits, or rows that cannot be read."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a fault: one of a kind, a number from ``min`` to ``max``, or one of ``values``."""

    kind: str
    default: Value | None = None
    min: int = 0
    max: int = 0
    values: tuple[str, ...] = ()

    def allowed(self, model: Model) -> tuple[Value, ...] | range:
        """All values for a machine."""
        if self.kind == "hopper":
            return tuple(spec.cents for spec in model.hoppers)
        if self.kind == "coin":
            return tuple(model.coins_cents)
        if self.kind == "reel":
            return range(1, 1 + len(model.motor_steps))
        named = {"button": BUTTONS, "lamp": _lamps(model), "meter": METERS, "word": self.values}
        return named.get(self.kind) or range(self.min, self.max + 1)


def _lamps(model: Model) -> tuple[str, ...]:
    """The lamps of a machine: those of all, then what its type has beyond them on the expander."""
    wired = [line.partition("_") for line, *_ in pins.expander(model.type)]
    return (*LAMPS, *(name for kind, _, name in wired if kind == "lamp" and name not in LAMPS))


@dataclass(frozen=True)
class Fault:
    """
    One row.

    Attributes:
        act: the part of ``fault_acts`` and what it does there; "" where ``input`` is no damage.
        physics: what it does to the mechanism.
        difference: where books and coins differ by it: "in", "out" or "none".
        tilt: code that the firmware reports, with {parameter}; "" where it cannot know or need not stop.
        text: the message of that tilt, or of the warning, as the firmware has it in English.
        seen: how the machine finds it out, or why it cannot.
        consequence: "lockup", "inhibit" or "none".
        log: what the event log says of it, with {parameter}; none where nobody can know.
        meter: the row of the main record that counts it (``troubles`` by its tilt), or "none".
        way_back: what ends it.
        mend: False for what is over by itself.
        scenarios: those that show it detected and survived.
        only: why not with the other mechanisms; "" for what both can have.
        types: of machines that can have it; types_only: why not the others, "" where all can.
        input: how it begins: "damage", another input of a cabinet, or "" for what comes by itself.
        ends: the input that ends it, "mend" for those that ``damage`` begins.
    """

    id: str
    device: str
    physics: str
    difference: str
    tilt: str
    lamp: str
    seen: str
    consequence: str
    log: tuple[str, ...]
    meter: str
    way_back: str
    rules: tuple[str, ...]
    scenarios: tuple[str, ...]
    mend: bool = True
    act: str = ""
    text: str = ""
    only: str = ""
    input: str = DAMAGE
    ends: str = MEND
    mechanisms: tuple[str, ...] = MECHANISMS
    types: tuple[str, ...] = tuple(TYPES)
    types_only: str = ""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


@cache
def faults() -> Mapping[str, Fault]:
    """Every fault by its id, in the order of the files."""
    found: dict[str, Fault] = {}
    folder = resources.files("emulator") / "faults"
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name.endswith(".toml"):
            for fault in parse(item.read_text(encoding="utf-8"), item.name):
                if fault.id in found:
                    raise FaultError(f"{item.name}: id must be there once (got {fault.id})")
                found[fault.id] = fault
    return found


def damages(mechanisms: str | None = None, type_: str = "B") -> Mapping[str, Fault]:
    """Those that ``damage`` lets begin: all, or those of one type of machine with these mechanisms."""
    return {
        name: fault
        for name, fault in faults().items()
        if fault.input == DAMAGE
        and (mechanisms is None or (mechanisms in fault.mechanisms and type_ in fault.types))
    }


def parse(text: str, path: str) -> list[Fault]:
    """Read the rows of one family; FaultError names the row and the key that is wrong."""
    try:
        rows = tomllib.loads(text)["fault"]
        return [_fault(row, f"{path}: fault {number}") for number, row in enumerate(rows, 1)]
    except (ValueError, KeyError) as error:
        raise FaultError(f"{path} must be TOML with [[fault]] rows: {error}") from error


def _fault(row: JsonView, place: str) -> Fault:
    values = dict(row)
    parameters = {}
    for name, limits in values.pop("parameters", {}).items():
        try:
            parameter = Parameter(**{**limits, "values": tuple(limits.get("values", ()))})
        except TypeError as error:
            raise FaultError(f"{place}: parameters.{name}: {error}") from error
        if parameter.kind not in KINDS:
            raise FaultError(f"{place}: {name}.kind must be one of {names(KINDS)} (got {parameter.kind})")
        parameters[name] = parameter
    for key in ("log", "rules", "scenarios", "mechanisms", "types"):
        if key in values:
            values[key] = tuple(values[key])
    try:
        fault = Fault(**values, parameters=parameters)
    except TypeError as error:
        raise FaultError(f"{place}: {error}") from error
    for key, allowed in (("consequence", CONSEQUENCES), ("difference", DIFFERENCES)):
        if getattr(fault, key) not in allowed:
            raise FaultError(f"{place}: {key} must be one of {names(allowed)} (got {getattr(fault, key)})")
    return fault


def checked(name: str, given: Mapping[str, Value], model: Model) -> dict[str, Value]:
    """
    Check a fault's parameters by its row; those left out take their defaults.

    Raises:
        FaultError: with what is allowed.
    """
    fault = _of(name, model)
    for key in given:
        if key not in fault.parameters:
            raise FaultError(f"{name} takes {names(fault.parameters) or 'no parameters'} (got {key})")
    values = {}
    for key, parameter in fault.parameters.items():
        value = given.get(key, parameter.default)
        allowed = parameter.allowed(model)
        if isinstance(value, bool) or value not in allowed:
            if isinstance(allowed, range):
                raise FaultError(f"{key} must be {allowed[0]} to {allowed[-1]} (got {value})")
            raise FaultError(f"{key} must be one of {names(allowed)} (got {value})")
        assert value is not None
        values[key] = value
    return values


def require_mendable(name: str, model: Model) -> None:
    """FaultError for a fault that is not known, not of these mechanisms, or has nothing that lasts."""
    _of(name, model)
    if not _known(name).mend:
        raise FaultError(f"id must be a fault that lasts (got {name}, which is over by itself)")


def _of(name: str, model: Model) -> Fault:
    """The row of a fault that a machine's mechanisms can have."""
    fault = _known(name)
    if model.mechanisms not in fault.mechanisms:
        raise FaultError(
            f"id must be a fault of {model.mechanisms} mechanisms (got {name}: {names(fault.mechanisms)})"
        )
    if model.type not in fault.types:
        raise FaultError(
            f"id must be a fault of type {model.type} machines (got {name}: {names(fault.types)})"
        )
    if fault.device == "reel" and not model.motor_steps:
        raise FaultError(f"id must be a fault of a machine without drums (got {name})")
    if fault.device == "note acceptor" and not model.note_cents:
        raise FaultError(f"id must be a fault of a machine without note acceptor (got {name})")
    return fault


def _known(name: str) -> Fault:
    known = damages()
    if name not in known:
        other = faults().get(name)
        hint = f", which begins with {other.input or 'play'}" if other else ""
        raise FaultError(f"id must be one of {names(known)} (got {name}{hint})")
    return known[name]


def names(options: Iterable[object]) -> str:
    """All of them in one line, for a message."""
    return ", ".join(str(option) for option in options)
