# SPDX-License-Identifier: MIT
"""Readings of the mechanisms: acceptor, diverter, hoppers, notes, tickets, card, meters, counter, reels."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.cabinet.machine import Machine
from emulator.devices.hopper import Hopper
from emulator.devices.reel import Reel
from emulator.inside.reading import CENTS, COINS, LEDGER, NOTES, TICKETS, Reading
from machines.firmware.counter_link import SEAL_BROKEN

Readings = Iterator[Reading]


def acceptor(machine: Machine) -> Readings:
    """The coin acceptor, the gate behind it and the diverter."""
    one = machine.acceptor
    rows = one.in_flight(machine.board.now_us)
    for path in ("slot", "accepted", "returning"):
        yield Reading(f"acceptor.{path}", sum(row[2] == path for row in rows), COINS)
    yield Reading("acceptor.slugs", len(one.slugs(machine.board.now_us)), COINS)
    for name, on in one.faults.items():
        yield Reading(f"acceptor.{name}", on)
    yield Reading("acceptor.stuck_cents", machine.mechanisms.head.stuck_cents)
    yield Reading("acceptor.plugged", machine.mechanisms.plugged("acceptor"))
    yield Reading("diverter.stuck", one.diverter.stuck)
    for cents in machine.hoppers:
        yield Reading(f"diverter.{cents}", one.diverter.way(cents))


def hopper(machine: Machine, one: Hopper) -> Readings:
    """One hopper, by the name of its lines."""
    name = one.name
    yield Reading(f"{name}.level", one.level(), COINS)
    yield Reading(f"{name}.capacity", one.capacity, COINS)
    yield Reading(f"{name}.turning", one.turning)
    yield Reading(f"{name}.paying", len(one.in_flight(machine.board.now_us)), COINS)
    yield Reading(f"{name}.jammed", one.jammed)
    yield Reading(f"{name}.runs_away", one.runs_away)
    yield Reading(f"{name}.sensor", one.sensor)
    yield Reading(f"{name}.lodged", one.lodged, COINS)
    yield Reading(f"{name}.astray", one.lodged + one.losses, COINS)
    yield Reading(f"{name}.doubles", one.doubles, COINS)
    yield Reading(f"{name}.plugged", machine.mechanisms.plugged(name))


def boxes(machine: Machine, cash_cents: int, tray_cents: int) -> Readings:
    """What lies in the cash box and in the tray."""
    yield Reading("cash_box.cents", cash_cents, CENTS, LEDGER)
    yield Reading("tray.cents", tray_cents, CENTS, LEDGER)


def notes(machine: Machine, box_cents: int) -> Readings:
    """The note acceptor and the box behind it; nothing of a machine without one."""
    one = machine.notes
    if one is None:
        return
    rows = one.in_flight(machine.board.now_us)
    yield Reading("notes.path", rows[0][2] if rows else "")
    yield Reading("notes.obstacle", one.obstacle)
    yield Reading("notes.box", one.stacked_notes, NOTES)
    yield Reading("notes.box_cents", box_cents, CENTS, LEDGER)
    yield Reading("notes.forged", one.forged)
    yield Reading("notes.plugged", machine.mechanisms.plugged("notes"))
    for name, on in one.faults.items():
        yield Reading(f"notes.{name}", on)


def tickets(machine: Machine) -> Readings:
    """The ticket dispenser; nothing of a machine without one."""
    one = machine.tickets
    if one is None:
        return
    yield Reading("tickets.left", one.tickets, TICKETS)
    yield Reading("tickets.given", one.given, TICKETS)
    yield Reading("tickets.jammed", one.jammed)
    yield Reading("tickets.runs_away", one.runs_away)
    yield Reading("tickets.sensor", one.sensor)
    yield Reading("tickets.uncut", one.uncut, TICKETS)
    yield Reading("tickets.pulled", one.pulled, TICKETS)


def card(machine: Machine) -> Readings:
    """The reader of house cards; nothing of a machine without one."""
    one = machine.card
    if one is None:
        return
    yield Reading("card.number", one.card)
    yield Reading("card.cents", one.house.balances.get(one.card, 0), CENTS, LEDGER)
    yield Reading("card.online", one.online)
    yield Reading("card.plugged", one.plugged)


def link(machine: Machine) -> Readings:
    """The card of a linked machine; nothing of one that stands alone."""
    one = machine.link
    if one is None:
        return
    yield Reading("link.status", one.port.status)
    yield Reading("link.why", one.port.why)
    for number, value_mc in enumerate(one.port.pots_mc, 1):
        yield Reading(f"link.pot_{number}", value_mc // 1000, CENTS)


def meters(machine: Machine) -> Readings:
    """The electromechanical meters: wheels, coil and plug of each."""
    for name, one in machine.meters.items():
        yield Reading(f"meter_{name}.count", one.count)
        yield Reading(f"meter_{name}.coil", machine.board.line(one.name).asserted)
        yield Reading(f"meter_{name}.plugged", one.plugged)


def counter(machine: Machine) -> Readings:
    """The sealed counter; nothing of a machine without one."""
    one = machine.counter
    if one is None:
        return
    shown = one.numbers()
    for name in ("plays", "prizes", "won_cents", "seal_breaks"):
        yield Reading(f"counter.{name}", shown.get(name))
    yield Reading("counter.plugged", one.plugged)
    yield Reading("counter.noise", one.noise)
    yield Reading("counter.ambient", one.ambient_dc, "0.1 °C")
    yield Reading("counter.dark", one.dark)
    yield Reading("counter.flags", one.flags)
    yield Reading("counter.seal_broken", bool(one.flags & SEAL_BROKEN))
    yield Reading("counter.foreign", one.swapped)


def reels(machine: Machine) -> Readings:
    """The reels, drums or pictures."""
    now_us = machine.board.now_us
    for number, one in enumerate([*machine.reels], 1):
        name = f"reel_{number}"
        yield Reading(f"{name}.angle", one.position_u16(now_us), "1/65536")
        yield Reading(f"{name}.moving", one.moving(now_us))
        if isinstance(one, Reel):
            yield Reading(f"{name}.off", _off(one, now_us), "steps")
            yield Reading(f"{name}.jammed", one.jammed)
            yield Reading(f"{name}.dirty", one.is_dirty)
            yield Reading(f"{name}.encoder", not one.encoder.dead)


def _off(reel: Reel, now_us: int) -> int:
    """How many steps the drum stands from where the driver counts it; any number before it was homed."""
    half = reel.motor_steps // 2
    return (reel.step(now_us) - reel.position(now_us) + half) % reel.motor_steps - half


def front(machine: Machine) -> Readings:
    """Buttons, lamps and buzzer: what of the front hangs on the board."""
    for name, button in machine.buttons.items():
        yield Reading(f"button_{name}.down", button.is_down)
        yield Reading(f"button_{name}.stuck", button.stuck)
    for name, lamp in machine.lamps.items():
        yield Reading(f"lamp_{name}.lit", lamp.lit)
        yield Reading(f"lamp_{name}.broken", lamp.broken)
    yield Reading("buzzer.sounding", machine.buzzer.sounding)
    yield Reading("buzzer.broken", machine.buzzer.broken)
    for name, door in machine.doors.items():
        yield Reading(f"door_{name}.open", door.is_open)
    for name, key in machine.keys.items():
        yield Reading(f"key_{name}.turned", key.turned)
