# SPDX-License-Identifier: MIT
"""Every reading of the inside is what its device, line, memory or ledger says, over a run with faults."""

from __future__ import annotations

from typing import Any

import pytest
from inside_rig import KINDS, played
from soon import soon

from emulator.cabinet import Cabinet
from emulator.inside.inside import Inside
from emulator.inside.reading import Value
from emulator.link.room import Room
from machines.firmware import nvram
from machines.memory.record import decode


def devices(cabinet: Cabinet) -> dict[str, Value]:
    """What stands in the machine, read from its parts one by one."""
    machine, now_us = cabinet.machine, cabinet.now_us
    found: dict[str, Value] = {f"pin.{name}": line.level for name, line in cabinet.board.lines.items()}
    for hopper in machine.hoppers.values():
        found[f"{hopper.name}.level"] = cabinet.hopper_levels[hopper.cents]
        found[f"{hopper.name}.jammed"] = hopper.jammed
        found[f"{hopper.name}.turning"] = hopper.turning
        found[f"place.{hopper.name}"] = cabinet.ledger.total(hopper.name)
    for name, meter in machine.meters.items():
        found |= {f"meter_{name}.count": meter.count, f"meter_{name}.plugged": meter.plugged}
    for number, reel in enumerate(cabinet.reels, 1):
        found |= {f"reel_{number}.angle": reel.position_u16, f"reel_{number}.moving": reel.moving}
    paths = [coin.path for coin in cabinet.coins]
    found |= {f"acceptor.{path}": paths.count(path) for path in ("slot", "accepted", "returning")}
    found |= {f"door_{name}.open": is_open for name, is_open in cabinet.doors.items()}
    found |= {f"lamp_{name}.lit": lit for name, lit in cabinet.lamps.items()}
    found |= {"supply.millivolts": machine.supply.millivolts(), "board.ticks": cabinet.board.ticks}
    found |= {"board.now": now_us, "cash_box.cents": cabinet.cash_box_cents, "tray.cents": cabinet.tray_cents}
    if machine.notes is not None:
        found |= {"notes.box": machine.notes.stacked_notes, "notes.box_cents": cabinet.note_box_cents}
    if machine.tickets is not None:
        found |= {"tickets.left": machine.tickets.tickets, "tickets.given": cabinet.tickets_given}
    return found


def books(cabinet: Cabinet) -> dict[str, Value]:
    """What the memory says, by another way than the record that everybody shares."""
    image, found = cabinet.nvram, dict[str, Value]()
    for name, place in zip(("even", "odd"), nvram.SLOTS, strict=True):
        values = nvram.unpack(nvram.LAYOUT, nvram.MAIN_FORMAT, image[place : place + nvram.MAIN_SIZE])
        found[f"memory.main_{name}"] = None if values is None else values["sequence"]
    record: Any = decode(image, cabinet.seals)
    if record is not None:
        found |= {f"firmware.{name}": record[name] for name in ("credits_cents", "plays", "starts", "tilt")}
        found["firmware.phase"] = ("idle", "rolling", "settled")[record["phase"]]
        taken, given = record["coin_in_cents"], record["coin_out_cents"]
        found |= {"book.in": taken + record["test_in_cents"], "book.out": given + record["test_out_cents"]}
    found |= {f"difference.{name}": cents for name, cents in cabinet.books.differences.items()}
    return found


def agree(cabinet: Cabinet, inside: Inside) -> None:
    values = inside.values()
    for name, value in (devices(cabinet) | books(cabinet)).items():
        assert values[name] == value, name
    assert (
        values["physical.sum"]
        == values["physical.sealed"]
        == sum(
            value for name, value in values.items() if name.startswith("place.") and isinstance(value, int)
        )
    )


# What happens to a machine while it is read: inputs, each followed by so many milliseconds.
HAPPENS: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("insert", {"cents": 100}, 310),
    ("insert", {"cents": 100}, 90),
    ("damage", {"id": "hopper_jam", "cents": 100}, 400),
    ("press", {"name": "start"}, 900),
    ("damage", {"id": "supply_dip", "for_ms": 40}, 20),
    ("press", {"name": "collect"}, 700),
    ("damage", {"id": "coin_string"}, 1),
    ("mend", {"id": "hopper_jam"}, 200),
    ("open_door", {"name": "main"}, 60),
    ("damage", {"id": "memory_copy", "name": "main"}, 10),
    ("power_off", {}, 500),
    ("power_on", {}, 3_000),
)


@pytest.mark.parametrize(("model", "mechanisms"), soon(KINDS, KINDS[0], KINDS[1]))
def test_every_reading_is_what_its_source_says(model: str, mechanisms: str) -> None:
    cabinet = played(model, mechanisms)
    inside = Inside(cabinet)
    agree(cabinet, inside)
    for name, arguments, ms in HAPPENS:
        getattr(cabinet, name)(**arguments)
        for _ in range(4):
            cabinet.run_us(ms * 250)
            agree(cabinet, inside)


def test_a_difference_is_named_where_a_fault_moved_money() -> None:
    cabinet = played()
    inside = Inside(cabinet)
    cabinet.damage("coin_string")
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    assert inside.values()["difference.fault:coin_string"] == 200
    agree(cabinet, inside)


def test_no_two_readings_share_a_name_and_reading_changes_nothing() -> None:
    cabinet = played()
    inside, before = Inside(cabinet), cabinet.state()
    names = [one.name for one in inside.readings()]
    assert len(names) == len(set(names)) > 200
    assert {name for group in inside.groups for name in [one.name for one in inside.group(group)]} == set(
        names
    )
    assert cabinet.state() == before


def test_where_the_urn_stands_is_what_the_core_says() -> None:
    cabinet = played()
    values = Inside(cabinet).values()
    left = sum(value for name, value in values.items() if name.startswith("urn.") and isinstance(value, int))
    assert values["cycle.play"] == cabinet.meters["book_plays"] > 0
    assert values["cycle.remaining"] == left
    assert left + cabinet.meters["book_plays"] == sum(cabinet.model.tables.strata[0])  # type: ignore[attr-defined]


def test_a_linked_machine_says_how_its_link_stands() -> None:
    cabinet = Cabinet("bochorno", seed="00")
    inside = Inside(cabinet)
    cabinet.run(ms=500)
    assert inside.values()["link.status"] == "down"
    cabinet.join(Room.beside("bochorno"), own=True)
    cabinet.run(ms=3_000)
    values = inside.values()
    assert cabinet.link is not None and values["link.status"] == cabinet.link.status == "up"
    assert values["link.pot_1"] == cabinet.link.pots_cents[0] > 0


@pytest.mark.long
def test_both_runtimes_are_read_alike() -> None:
    found = []
    for runtime in ("cpython", "micropython"):
        cabinet = Cabinet("cierzo", seed="00", runtime=runtime)
        cabinet.run(ms=4_000)
        cabinet.insert(200)
        cabinet.run(ms=1_500)
        cabinet.press("start")
        cabinet.run(ms=2_000)
        found.append(Inside(cabinet).values())
        cabinet.close()
    assert found[0] == found[1]
