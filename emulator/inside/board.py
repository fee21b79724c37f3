# SPDX-License-Identifier: MIT
"""Readings of the board: supply, clock, program, watchdog, lines of the pin table, copies of the memory."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.board.device import NEVER
from emulator.cabinet.machine import Machine
from emulator.inside.reading import BOARD, CENTS, LINE, MEMORY, MICROSECONDS, MILLIVOLTS, Reading
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.firmware.nvram import MARKS_FORMAT, MARKS_LAYOUT, MARKS_SIZE, MARKS_SLOTS
from machines.support.plain import JsonView

PHASES = ("idle", "rolling", "settled")
RUNS, STARTS, FAILED, OFF = "runs", "starts anew", "failed", "off"
# Copies of the two records: name, layout, form, size, place.
COPIES = (
    ("main_even", nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.MAIN_SIZE, nvram.SLOTS[0]),
    ("main_odd", nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.MAIN_SIZE, nvram.SLOTS[1]),
    ("marks_even", MARKS_LAYOUT, MARKS_FORMAT, MARKS_SIZE, MARKS_SLOTS[0]),
    ("marks_odd", MARKS_LAYOUT, MARKS_FORMAT, MARKS_SIZE, MARKS_SLOTS[1]),
)


class Rings:
    """Rows of the log, of the plays and of the steps that are not whole, counted anew when one changes."""

    def __init__(self) -> None:
        self._image = b""
        self._missing: dict[str, int] = {}

    def missing(self, machine: Machine) -> dict[str, int]:
        """By ring, how many of its rows that count cannot be read."""
        image = bytes(machine.board.fram.data[nvram.RING :])
        record = machine.record()
        if image != self._image and record is not None:
            self._image = image
            self._missing = _missing(machine.nvram, record, machine)
        return self._missing


def _missing(image: bytes, record: JsonView, machine: Machine) -> dict[str, int]:
    seals = machine.seals
    missing = {"log": 0, "plays": 0, "steps": 0}
    for number in _last(record["events"], events.ROWS - 1):
        raw = image[events.place(number) :][: events.ROW]
        missing["log"] += any(raw) and not events.whole(number, raw, seals)
    for number in _last(record["starts"], nvram.RING_ROWS - 1):
        at = nvram.place(number)
        raw = image[at : at + nvram.PLAY_SIZE]
        whole = nvram.unpack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, raw, at, seals)
        missing["plays"] += any(raw) and whole is None
    for number in _last(record["starts"], steps.KEPT):
        at = steps.place(number, 0)
        raw = image[at : at + steps.SIZE]
        missing["steps"] += any(raw) and not steps.sound(raw, at, seals)
    return missing


def _last(number: int, kept: int) -> range:
    """The last rows of a ring that holds so many."""
    return range(max(1, number - kept + 1), number + 1)


def supply(machine: Machine) -> Iterator[Reading]:
    """Current, clock and program."""
    board = machine.board
    yield Reading("supply.powered", board.powered, source=BOARD)
    yield Reading("supply.millivolts", machine.supply.millivolts(), MILLIVOLTS)
    yield Reading("supply.battery_low", machine.battery.is_low)
    yield Reading("board.now", board.now_us, MICROSECONDS, BOARD)
    yield Reading("board.ticks", board.ticks, source=BOARD)
    yield Reading("board.ops", board.ops, source=BOARD)
    yield Reading("board.program", program(machine), source=BOARD)
    yield Reading("board.fault", board.last_fault, source=BOARD)
    yield Reading("board.watchdog", watchdog_us(machine), MICROSECONDS, BOARD)
    yield Reading("board.flags", ", ".join(board.flags), source=BOARD)


def program(machine: Machine) -> str:
    """What the program does: RUNS, STARTS, FAILED or OFF."""
    board = machine.board
    if not board.powered:
        return OFF
    if board.alive:
        return RUNS
    return FAILED if board.fault else STARTS


def watchdog_us(machine: Machine) -> int | None:
    """The time until the watchdog bites unless it is fed; None: it does not run."""
    due_us = machine.board.chip.watchdog.due_us
    return None if due_us >= NEVER else max(0, due_us - machine.board.now_us)


def lines(machine: Machine) -> Iterator[Reading]:
    """The electrical level of every line of the pin table."""
    for name, line in machine.board.lines.items():
        yield Reading(f"pin.{name}", line.level, source=LINE)


def memory(machine: Machine, rings: Rings) -> Iterator[Reading]:
    """Of each copy of a record its sequence number, None where it is not whole; rows that are not whole."""
    image, whole = machine.board.fram.data, {"main": 0, "marks": 0}
    for name, layout, form, size, place in COPIES:
        values = nvram.unpack(layout, form, bytes(image[place : place + size]))
        whole[name.partition("_")[0]] += values is not None
        yield Reading(f"memory.{name}", None if values is None else values["sequence"], source=MEMORY)
    for name, copies in whole.items():
        yield Reading(f"memory.{name}_copies", copies, "copies", MEMORY)
    for name, rows in rings.missing(machine).items():
        yield Reading(f"memory.{name}_missing", rows, "rows", MEMORY)
    yield Reading("memory.writes", machine.board.fram.writes, "bytes", MEMORY)
    yield Reading("memory.lost", machine.memory.lost, "bytes")


def record(books: JsonView | None) -> Iterator[Reading]:
    """What the firmware has committed of its own state; None everywhere where no record can be read."""
    phase = None if books is None else books["phase"]
    yield Reading("firmware.phase", None if phase is None else PHASES[phase], source=MEMORY)
    for name in ("tilt", "starts", "plays", "power_ups"):
        yield Reading(f"firmware.{name}", None if books is None else books[name], source=MEMORY)
    for name in ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents"):
        yield Reading(f"firmware.{name}", None if books is None else books[name], CENTS, MEMORY)
    owed = None if books is None else sum(cents for _, cents in books["queue"])
    yield Reading("firmware.owed_cents", owed, CENTS, MEMORY)
