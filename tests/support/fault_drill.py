# SPDX-License-Identifier: MIT
"""
One drill for every fault on a machine of any type: it begins, the machine is used, it ends, the door is shut.

    drilled = drill("moncayo", faults()["hopper_jam"])
    drilled.log, drilled.tilts
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from emulator import Cabinet
from emulator.cabinet.faults import DAMAGE, Fault
from emulator.scenario.file import Machine
from emulator.scenario.run import cabinet_of
from machines.memory.record import decode

PURSE = {200: 40, 100: 40, 50: 20, 20: 20, 10: 40}
# What is read once a minute, or told only after half of one.
MINUTE_MS = 62_000
NAMES = {"lamp": "start", "meter": "plays", "button": "start"}
# Faults that nothing tells of with parallel lines, and those that only ccTalk has.
AGAIN = ("hopper_sensor_stuck",)  # at rest a stray coin; the door ends that, and the next payment meets it
BUS = ("coin_string", "coin_close", "acceptor_unplugged", "hopper_unplugged")


@dataclass
class Drilled:
    """What a drill left: main record before, once it was over and at the end, event log, what was seen."""

    cab: Cabinet
    given: Mapping[str, Any]
    first: Mapping[str, Any]
    healed: Mapping[str, Any] = field(default_factory=dict)
    last: Mapping[str, Any] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    tilts: set[str] = field(default_factory=set)
    lit: set[str] = field(default_factory=set)
    sounded: bool = False


def drill(model: str, fault: Fault) -> Drilled:
    """Take a machine of this model through a fault and back."""
    bus = "cctalk" if fault.id in BUS else None
    cab = cabinet_of(Machine(model=model, mechanisms=bus, purse=PURSE))
    seen = Drilled(cab, given(fault, cab), record(cab))
    watch(seen, 4_500)
    play(seen)
    watch(seen, 3_000)
    if fault.device == "FRAM":
        # A commit would write the copy anew, a play the row.
        begin(seen, fault)
        watch(seen, MINUTE_MS)
    else:
        insert(seen)
        begin(seen, fault)
        cab.press("collect")
        watch(seen, 9_000)
        if fault.id in AGAIN:
            cab.open_door("main")
            watch(seen, 600)
            cab.close_door("main")
            watch(seen, 4_000)
            cab.press("collect")
            watch(seen, 9_000)
        insert(seen)
        play(seen)
        watch(seen, 32_000 if fault.device in ("button", "hopper") else 500)
    end(seen, fault)
    cab.open_door("main")
    watch(seen, 600)
    cab.close_door("main")
    watch(seen, 14_000)
    seen.healed = record(cab)
    play(seen)
    seen.last, seen.log = record(cab), [row["text"] for row in cab.log]
    return seen


def given(fault: Fault, cab: Cabinet) -> dict[str, Any]:
    """Parameters that this machine can have: defaults, and the first of each kind."""
    found: dict[str, Any] = {}
    for name, parameter in fault.parameters.items():
        allowed = parameter.allowed(cab.model)
        wanted = NAMES.get(parameter.kind, parameter.default)
        if parameter.kind == "hopper":
            wanted = min(allowed)
        elif fault.id == "counter_noise":
            wanted = allowed[-1]
        elif fault.id == "supply_dip":
            wanted = 300
        found[name] = wanted if wanted is not None else allowed[-1]
    return found


def record(cab: Cabinet) -> Mapping[str, Any]:
    """The main record of its memory."""
    return decode(cab.nvram) or {}


def watch(seen: Drilled, ms: int) -> None:
    """Let time pass, and keep which tilts and lamps there were."""
    for _ in range(-(-ms // 250)):
        seen.cab.run(ms=250)
        seen.tilts.add(seen.cab.tilt)
        seen.lit |= {name for name, on in seen.cab.lamps.items() if on}
        seen.sounded |= seen.cab.sounding


def insert(seen: Drilled) -> None:
    """A coin of the smallest hopper, so that it can be paid back."""
    cents = min(seen.cab.hopper_levels)
    if seen.cab.purse.get(cents, 0):
        seen.cab.insert(cents)
    watch(seen, 1_000)


def play(seen: Drilled) -> None:
    """Put the price in and start; a game of skill is played on, a question answered."""
    cab = seen.cab
    for _ in range(5):
        if cab.lamps["start"]:
            break
        cab.insert(max(cents for cents in cab.model.coins_cents if cab.purse.get(cents, 0)))
        watch(seen, 800)
    for _ in range(12):
        cab.press("start")
        watch(seen, 1_200)
        if cab.model.type == "C" and cab.lamps["hold_3"]:
            cab.press("hold_1")


def begin(seen: Drilled, fault: Fault) -> None:
    """Let it begin by the input that its row names."""
    cab = seen.cab
    if fault.input == DAMAGE:
        cab.damage(fault.id, **seen.given)
    elif fault.id in BEGIN:
        BEGIN[fault.id](cab)


def end(seen: Drilled, fault: Fault) -> None:
    """End it, as its row says how one gets back."""
    cab = seen.cab
    if fault.id in END:
        END[fault.id](cab)
    elif fault.input == DAMAGE and fault.mend:
        cab.mend(fault.id)
    if not cab.powered:
        cab.power_on()
    watch(seen, 2_000)


def _pair(cab: Cabinet) -> None:
    cents = min(cab.hopper_levels)
    cab.insert(cents)
    cab.run(ms=60)
    cab.insert(cents)


def _empty(cab: Cabinet) -> None:
    """While they pay: what was owed before is what they cannot pay now."""
    cab.insert(200)
    cab.run(ms=900)
    cab.press("collect")
    cab.run(ms=400)
    for cents in cab.hopper_levels:
        cab.empty(cents)


def _low(cab: Cabinet) -> None:
    for cents in cab.hopper_levels:
        cab.empty(cents)
        cab.refill(cents, 10)


def _refill(cab: Cabinet) -> None:
    for cents in cab.hopper_levels:
        cab.refill(cents, 200)


def _logic(cab: Cabinet) -> None:
    cab.close_door("logic")
    cab.run(ms=500)
    cab.turn_key("service")
    cab.run(ms=500)
    cab.turn_key("service", False)


BEGIN: Mapping[str, Callable[[Cabinet], None]] = {
    "coin_close": _pair,
    "door_main": lambda cab: cab.open_door("main"),
    "door_box": lambda cab: cab.open_door("box"),
    "door_logic": lambda cab: cab.open_door("logic"),
    "hopper_empty": _empty,
    "hopper_low": _low,
}
END: Mapping[str, Callable[[Cabinet], None]] = {
    "door_main": lambda cab: cab.close_door("main"),
    "door_box": lambda cab: cab.close_door("box"),
    "door_logic": _logic,
    "hopper_empty": _refill,
    "hopper_low": _refill,
}
