# SPDX-License-Identifier: MIT
"""What each fault does to the devices of a cabinet, and what ends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.cabinet.errors import CabinetError
from emulator.cabinet.faults import faults
from emulator.cabinet.machine import Machine
from emulator.cabinet.service import told
from emulator.devices.counter_memory import new_memory
from emulator.devices.hopper import SENSOR_SOUND
from emulator.devices.parallel_head import ParallelHead
from emulator.devices.sealed_counter import ROOM_DC
from machines.support.plain import JsonView

Given = JsonView
# Serial number of a counter that no machine of ours was sealed with.
_FOREIGN = 0xFFFFFFFE


def act_on(machine: Machine, name: str, given: Given | None) -> None:
    """Let a fault begin, whose parameters have been checked; None: end it, on every device that has it."""
    part, act = faults()[name].act.split()
    PARTS[part](machine, act, given)


def _acceptor(machine: Machine, act: str, given: Given | None) -> None:
    acceptor, on = machine.acceptor, given is not None
    if act == "slug":
        acceptor.slug()
    elif act == "jam":
        acceptor.jam(on)
    elif act == "string":
        acceptor.string(on)
    elif act == "divert":
        acceptor.diverter.stuck = given["name"] if given is not None else ""
    else:
        head = machine.mechanisms.head
        assert isinstance(head, ParallelHead)
        head.stick(given["cents"] if given is not None else 0)


def _hopper(machine: Machine, act: str, given: Given | None) -> None:
    for hopper in machine.hoppers.values():
        on = given is not None
        if given is not None and hopper.cents != given["cents"]:
            continue
        coins = given.get("coins", 0) if given is not None else 0
        if act == "jam":
            hopper.jam(on)
        elif act == "lose":
            hopper.lose(coins)
        elif act == "double":
            hopper.double(coins)
        elif act == "run_away":
            hopper.run_away(on)
        elif on:
            hopper.sensor_fault(act)
        elif hopper.sensor == act:
            hopper.sensor_fault(SENSOR_SOUND)


def _unplug(machine: Machine, act: str, given: Given | None) -> None:
    """A ccTalk device without its plug; mended, all that have none."""
    board = machine.board
    if act == "acceptor":
        for cents in machine.mechanisms.plug("acceptor", given is None):
            board.emit("fault_doubt", id="acceptor_unplugged", cents=-cents)
        if given is not None:
            for cents in machine.acceptor.uncounted():
                board.emit("fault_doubt", id="acceptor_unplugged", cents=-cents)
        return
    for hopper in machine.hoppers.values():
        if given is None or hopper.cents == given["cents"]:
            machine.mechanisms.plug(hopper.name, given is None)
            if given is not None:
                board.emit("hopper_silent", cents=hopper.cents)


def _reel(machine: Machine, act: str, given: Given | None) -> None:
    for reel in machine.drums:
        if given is not None and reel.number != given["number"]:
            continue
        if act == "jam":
            reel.jam(given is not None, machine.board.now_us)
        elif act == "dirty":
            reel.dirty(given is not None)
        elif act == "encoder":
            reel.lose_channel(given is not None)
        elif given is not None:
            reel.slip(given["steps"])


def _named(machine: Machine, act: str, given: Given | None) -> None:
    """A fault of one meter, lamp or button; mended, of any that has it."""
    on = given is not None
    if act == "meter":
        for name, meter in machine.meters.items():
            affected = not meter.plugged if given is None else name == given["name"]
            if affected:
                meter.plug(not on)
    elif act == "lamp":
        for name, lamp in machine.lamps.items():
            if given is None or name == given["name"]:
                lamp.break_(on)
    else:
        for name, button in machine.buttons.items():
            affected = button.stuck if given is None else name == given["name"]
            if affected:
                button.stick(on)


def _buzzer(machine: Machine, act: str, given: Given | None) -> None:
    machine.buzzer.break_(given is not None)


def _supply(machine: Machine, act: str, given: Given | None) -> None:
    if given is not None:
        machine.supply.dip(given["for_ms"] * 1000)


def _tickets(machine: Machine, act: str, given: Given | None) -> None:
    dispenser, on = machine.tickets, given is not None
    if dispenser is None:
        raise CabinetError("a ticket dispenser must be fitted (got a machine that has none)")
    if act == "jam":
        dispenser.jam(on)
    elif act == "run_away":
        dispenser.run_away(on)
    elif act == "half_cut":
        dispenser.half_cut(given["number"] if given is not None else 0)
    elif on:
        dispenser.sensor_fault(act)
    elif dispenser.sensor == act:
        dispenser.sensor_fault(SENSOR_SOUND)


def _battery(machine: Machine, act: str, given: Given | None) -> None:
    machine.battery.run_down(given is not None)


def _counter(machine: Machine, act: str, given: Given | None) -> None:
    counter, on = machine.counter, given is not None
    if counter is None:
        raise CabinetError("a sealed counter must be fitted (got a machine that has none)")
    if act == "unplug":
        counter.plug(not on)
    elif act == "noise":
        counter.noise = given["number"] if given is not None else 0
    elif act == "temperature":
        counter.ambient_dc = given["number"] * 10 if given is not None else ROOM_DC
    elif act == "dark":
        counter.dark = on
    elif act == "swap":
        counter.swap(new_memory(_FOREIGN, _FOREIGN, "") if on else None)
    elif on:
        counter.break_seal()
    else:
        counter.release()


def _memory(machine: Machine, act: str, given: Given | None) -> None:
    memory, board = machine.memory, machine.board
    if given is None:
        # The chip is written on the workbench: the machine is off, and stays off.
        if board.powered:
            board.power_off()
        if memory.give_back():
            board.fram.data[:] = told(bytes(board.fram.data), board.rtc.seconds(), machine.seals)
            board.emit("memory_given_back")
    elif act == "copy":
        memory.spoil_copy(given["name"])
    elif act == "lose":
        memory.lose(given["name"])
    else:
        memory.spoil_row(act, given["number"])


def _note(machine: Machine, act: str, given: Given | None) -> None:
    acceptor, on = machine.notes, given is not None
    assert acceptor is not None
    if act == "forge":
        acceptor.forged = on
    elif act == "jam":
        acceptor.jam(given["name"] if given is not None else "")
    elif act == "string":
        acceptor.string(on)
    elif act == "fill":
        acceptor.fill(on)
    else:
        acceptor.plug(not on)


# What the key ``act`` of a row begins with.
PARTS: Mapping[str, Callable[[Machine, str, Given | None], None]] = {
    "acceptor": _acceptor,
    "battery": _battery,
    "buzzer": _buzzer,
    "counter": _counter,
    "hopper": _hopper,
    "memory": _memory,
    "named": _named,
    "note": _note,
    "reel": _reel,
    "supply": _supply,
    "tickets": _tickets,
    "unplug": _unplug,
}
