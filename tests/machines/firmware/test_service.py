# SPDX-License-Identifier: MIT
"""The service of a locked memory: what it takes from where, and what it refuses to make up."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest
from seal_rig import SEALS

from emulator import Cabinet
from emulator.cabinet.service import ServiceError, behind, lost, mend, told
from emulator.devices.counter_memory import Reading
from emulator.records.storage import open_machine
from machines.firmware import counter_link, events, nvram
from machines.memory.record import decode, recent
from machines.types.common.meters import MeterUnits

UNITS = MeterUnits(10, 10)


@functools.cache
def life() -> tuple[bytes, bytes]:
    """The memory of a machine earlier and later in its life, each with up-to-date meters."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    cab.insert(100)
    cab.run(ms=3_000)
    earlier = cab.nvram
    cab.press("start")
    cab.run(ms=5_400)
    cab.insert(50)
    cab.run(ms=2_000)
    return earlier, cab.nvram


def spoilt(image: bytes, *slots: int) -> bytes:
    """The image with one byte of each of these records wrong."""
    changed = bytearray(image)
    for slot in slots:
        changed[slot + 12] ^= 0x40
    return bytes(changed)


def books(image: bytes) -> dict[str, Any]:
    """The record that counts."""
    record = decode(image)
    assert record is not None
    return record


def test_a_memory_with_one_whole_copy_of_each_record_is_not_locked() -> None:
    assert lost(life()[1]) == ()
    assert lost(spoilt(life()[1], nvram.SLOTS[0], nvram.MARKS_SLOTS[1])) == ()
    assert lost(spoilt(life()[1], *nvram.SLOTS)) == ("main",)
    assert lost(spoilt(life()[1], *nvram.MARKS_SLOTS)) == ("marks",)
    assert lost(bytes(nvram.SIZE)) == ("main", "marks")


def test_a_whole_memory_is_not_touched() -> None:
    with pytest.raises(ServiceError, match="must be locked up to be mended"):
        mend(life()[1], life()[0], units=UNITS, seals=SEALS)


def test_lost_marks_are_set_to_whole_books() -> None:
    mended = mend(spoilt(life()[1], *nvram.MARKS_SLOTS), units=UNITS, seals=SEALS)
    record, before = books(mended.nvram), books(life()[1])
    assert record["meters_given"] == before["meters_given"]
    for name in ("sequence", "marks_sequence", "seal", "crc", "events", "troubles"):
        del record[name], before[name]
    assert record == before
    assert mended.owed_cents == before["credits_cents"] + before["prize_meter_cents"]


@pytest.mark.parametrize(("slots", "backup"), [(nvram.MARKS_SLOTS, None), (nvram.SLOTS, 0)])
def test_who_gives_a_memory_back_logs_and_counts_that_it_was_lost(
    slots: tuple[int, int], backup: int | None
) -> None:
    """A locked machine writes nothing, so its log would never know (GLI 53)."""
    before = life()[1 if backup is None else backup]
    mended = mend(
        spoilt(life()[1], *slots), None if backup is None else before, units=UNITS, seals=SEALS
    ).nvram
    rows = events.read(mended, books(mended)["events"])
    assert rows[-1]["text"] == "tilt memory" and rows[-1]["time_s"] >= rows[0]["time_s"] > 0
    assert books(mended)["events"] == books(before)["events"] + 1
    assert books(mended)["troubles"][1] == books(before)["troubles"][1] + 1
    whole = told(before, 7, SEALS)
    assert events.read(whole, books(whole)["events"])[-1]["time_s"] == 7
    assert books(whole)["credits_cents"] == books(before)["credits_cents"]


def test_lost_books_come_from_a_backup_with_its_marks() -> None:
    damaged = spoilt(life()[1], *nvram.SLOTS)
    mended = mend(damaged, life()[0], units=UNITS, seals=SEALS, serial=1)
    record, backup = books(mended.nvram), books(life()[0])
    assert record["meters_given"] == backup["meters_given"]
    assert record["coin_in_cents"] == backup["coin_in_cents"] == 100
    assert record["sequence"] > backup["sequence"]
    assert mended.owed_cents == 100
    # The last play of the damaged memory is still to be seen, but the books do not know it.
    assert mended.nvram[nvram.RING : events.RING] == damaged[nvram.RING : events.RING]
    assert recent(mended.nvram) == []
    meters = {"plays": 1, "prizes": 0, "in": 15, "out": 0}
    assert behind(mended.nvram, meters, UNITS) == {"plays": 1, "prizes": 0, "in": 5, "out": 0}


def test_a_mended_machine_boots_and_goes_on() -> None:
    for damaged, backup in (
        (spoilt(life()[1], *nvram.SLOTS), life()[0]),
        (spoilt(life()[1], *nvram.MARKS_SLOTS), None),
        (bytes(nvram.SIZE), life()[0]),
    ):
        assert Cabinet("cierzo", seed="00", nvram=damaged).tilt == "memory"
        mended = mend(damaged, backup, units=UNITS, seals=SEALS).nvram
        cab = Cabinet("cierzo", seed="00", nvram=mended)
        cab.run(ms=6_000)
        assert cab.tilt == "" and cab.lamps["start"]
        pulses = cab.meters["in"]
        cab.insert(20)
        cab.run(ms=2_000)
        assert cab.meters["in"] == pulses + 2


def test_nothing_is_made_up_without_a_backup() -> None:
    with pytest.raises(ServiceError, match="a backup must be there"):
        mend(spoilt(life()[1], *nvram.SLOTS), units=UNITS, seals=SEALS)


def test_a_backup_that_is_lost_or_of_another_machine_is_refused() -> None:
    damaged = spoilt(life()[1], *nvram.SLOTS)
    with pytest.raises(ServiceError, match="got one that is locked up too"):
        mend(damaged, damaged, units=UNITS, seals=SEALS)
    with pytest.raises(ServiceError, match=r"serial number 7 \(got 1\)"):
        mend(damaged, life()[0], units=UNITS, seals=SEALS, serial=7)


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The file of a machine whose books are lost, with meters that know better."""
    path = tmp_path / "machine.nvram"
    with open_machine("cierzo", seed="00", nvram=path) as kept:
        cab = Cabinet("cierzo", seed="00", serial=kept.serial)
        physical = cab.physical() | {"meters": {"plays": 1, "prizes": 0, "in": 15, "out": 0}}
        kept.save(spoilt(life()[1], *nvram.SLOTS), physical)
    (tmp_path / "backup.bin").write_bytes(life()[0])
    return path


def test_a_locked_machine_is_judged_and_mended(machine: Path, azar: Any) -> None:
    before = machine.read_bytes()
    status, _, err = azar(f"service {machine}")
    assert status == 1 and "no copy of main is whole" in err and "hint: " in err
    assert machine.read_bytes() == before
    status, _, err = azar(f"service {machine} --mend")
    assert status == 1 and "a backup must be there" in err
    assert machine.read_bytes() == before
    status, out, _ = azar(f"service {machine} --mend --backup {machine.parent / 'backup.bin'} --json")
    found = json.loads(out)
    assert status == 0
    assert found["owed_cents"] == 100
    assert found["meters_ahead"] == {"plays": 1, "prizes": 0, "in": 5, "out": 0}
    assert Path(found["kept"]).read_bytes() == before
    status, out, _ = azar(f"service {machine}")
    assert status == 0 and "whole" in out


def test_a_dump_is_mended_if_its_model_is_named(tmp_path: Path, azar: Any) -> None:
    dump = tmp_path / "dump.bin"
    dump.write_bytes(spoilt(life()[1], *nvram.MARKS_SLOTS))
    status, _, err = azar(f"service {dump} --mend --model cierzo")
    assert status == 1 and "the key of the machine's chip must be there" in err and "--chip-key" in err
    assert lost(dump.read_bytes()) == ("marks",)
    status, _, err = azar(f"service {dump}")
    assert status == 1 and "no copy of marks is whole" in err and "--mend sets the marks" in err
    key = tmp_path / "chip.key"
    key.touch(mode=0o600)
    key.write_text(Cabinet("cierzo", seed="00").chip_key.hex())
    status, _, err = azar(f"service {dump} --mend --chip-key {key}")
    assert status == 1 and "the model must be known" in err
    status, out, _ = azar(f"service {dump} --mend --model cierzo --chip-key {key}")
    assert status == 0 and "marks: set to the books" in " ".join(out.split())
    assert lost(dump.read_bytes(), SEALS) == ()
    status, out, _ = azar(f"service {dump} --json")
    assert status == 0 and json.loads(out)["locked"] is False


def test_mended_books_follow_the_sealed_counter_from_where_it_stands() -> None:
    """Nothing sets the counter back: the play after the backup stays counted, and the machine goes on."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    cab.insert(100)
    cab.run(ms=3_000)
    backup = cab.nvram
    cab.press("start")
    cab.run(ms=6_000)
    physical = cab.physical()
    astray = Cabinet("cierzo", seed="00", nvram=backup, physical=physical)
    astray.run(ms=5_500)
    assert astray.tilt == "counter"
    damaged = spoilt(cab.nvram, *nvram.SLOTS)
    for image, earlier in ((damaged, backup), (backup, None)):
        mended = mend(image, earlier, units=UNITS, seals=SEALS, counter=cab.counter.read())
        assert "sealed counter: ahead of the books by 1 plays" in mended.notes[-1]
        again = Cabinet("cierzo", seed="00", nvram=mended.nvram, physical=physical)
        again.run(ms=5_500)
        assert again.tilt == "" and again.lamps["start"]
        again.press("start")
        again.run(ms=6_000)
        assert (again.tilt, again.counter.read().plays) == ("", 2)
        assert decode(again.nvram)["plays"] == 1
    with pytest.raises(ServiceError, match="got one that is whole"):
        mend(cab.nvram, units=UNITS, seals=SEALS, counter=cab.counter.read())
    later = mend(cab.nvram, units=UNITS, seals=SEALS, counter=_fresh_counter())
    assert later.notes == (
        "main: later than the sealed counter",
        "sealed counter: behind the books by 1 plays, 1 prizes, 20 cents",
    )
    other = Cabinet("cierzo", seed="00", serial=2)
    with pytest.raises(ServiceError, match=r"that of machine 1 \(got that of 2\)"):
        mend(damaged, backup, units=UNITS, seals=SEALS, counter=_played(other))


def _fresh_counter() -> Reading:
    """The counter of the machine before its first play, as an earlier file of it has it."""
    return Cabinet("cierzo", seed="00").counter.read()


def _played(cab: Cabinet) -> Reading:
    """The counter of a machine after a frame that ours never sent."""
    cab.counter.i2c_write(bytes([counter_link.FRAME]) + counter_link.pack_frame(1, 1, 0, 0))
    return cab.counter.read()
