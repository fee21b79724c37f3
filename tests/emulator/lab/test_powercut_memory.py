# SPDX-License-Identifier: MIT
"""Damaged memory: the machine goes by what is whole, or locks up with its code; it makes nothing up."""

from __future__ import annotations

import binascii
import functools
import struct
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator import Cabinet
from machines.firmware import nvram
from machines.memory.record import decode, recent

MAIN = nvram.SLOTS
MARKS = nvram.MARKS_SLOTS
# What a boot counts or may correct by its sensors; everything else must come from a whole copy.
OWN = (
    "sequence", "marks_sequence", "seal", "crc",
    "power_ups", "events", "troubles", "hopper_counts", "tilt", "queue", "meters_given",
)  # fmt: skip
LIMIT = settings(max_examples=120, deadline=None, derandomize=True)


@functools.cache
def image() -> bytes:
    """The NVRAM of a machine with money in it, in the middle of its life: its two copies differ by a coin."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    for cents in (100, 50, 100, 200):
        cab.insert(cents)
        cab.run(ms=1_000)
    cab.press("start")
    cab.run(ms=5_500)
    cab.insert(50)
    cab.run(ms=400)
    assert decode(cab.nvram) and cab.tilt == ""
    return cab.nvram


@functools.cache
def copies() -> tuple[dict[str, Any], dict[str, Any]]:
    """The newer and the older copy of the main record."""
    read = [nvram.unpack(nvram.LAYOUT, nvram.MAIN_FORMAT, image()[at : at + nvram.MAIN_SIZE]) for at in MAIN]
    assert read[0] and read[1]
    newer, older = sorted(read, key=lambda record: -record["sequence"])
    assert newer["coin_in_cents"] == older["coin_in_cents"] + 50
    return newer, older


def newer_slot() -> int:
    """Address of the copy that counts."""
    return MAIN[copies()[0]["sequence"] & 1]


@functools.cache
def bench() -> Cabinet:
    """One cabinet for all: what it held before is overwritten whole."""
    return Cabinet("cierzo", seed="00")


def boot(damaged: bytes, cab: Cabinet) -> Cabinet:
    """Start the machine on an image; nothing has ticked yet."""
    if cab.powered:
        cab.power_off()
    cab.board.fram.data[:] = damaged
    # The books of the cabinet belong to another image.
    cab.board.after_event = None
    cab.power_on()
    assert cab.fault is None
    return cab


def with_bytes(changes: Iterable[tuple[int, int]]) -> bytes:
    """The image with these bytes (address, value) in it."""
    changed = bytearray(image())
    for at, value in changes:
        changed[at] = value
    return bytes(changed)


def whole(damaged: bytes, slots: tuple[int, ...], layout: Any, form: str, size: int) -> list[dict[str, Any]]:
    """The copies that are whole, the one that counts first."""
    read = [nvram.unpack(layout, form, damaged[at : at + size]) for at in slots]
    return sorted((copy for copy in read if copy), key=lambda copy: -copy["sequence"])


def judge(damaged: bytes, cab: Cabinet | None = None) -> str:
    """Boot on an image and hold the machine to the rule: ``recovered`` or ``locked``."""
    cab = boot(damaged, cab or bench())
    mains = whole(damaged, MAIN, nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.MAIN_SIZE)
    marks = whole(damaged, MARKS, nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SIZE)
    if not mains or not marks:
        assert cab.nvram == damaged, "a machine that cannot read its memory must not write it"
        cab.run(ms=100)
        assert cab.nvram == damaged
        assert "MEMORIA" in cab.display.message
        return "locked"
    record = decode(cab.nvram)
    assert record is not None
    assert {name: value for name, value in record.items() if name not in OWN} == {
        name: value for name, value in mains[0].items() if name not in OWN
    }
    assert record["power_ups"] == mains[0]["power_ups"] + 1
    assert record["meters_given"] == marks[0]["given"]
    # Books that are a commit older than the pulses of the meters stop the machine.
    due = cab.model.meter_units.owed(mains[0])
    ahead = any(given > owed for given, owed in zip(marks[0]["given"], due, strict=True))
    assert (mains[0]["tilt"], cab.tilt) == ("", "audit" if ahead else "")
    return "recovered"


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("spoil", [lambda byte: byte ^ 0xFF, lambda byte: byte ^ 1, lambda byte: 0])
def test_any_byte_of_the_copy_that_counts_leaves_the_other_one(spoil: Any, step: int) -> None:
    """Every single byte of the slot, three ways: one commit is undone, as if the power had gone in it."""
    first = newer_slot()
    for at in range(first, first + nvram.MAIN_SIZE, step):
        assert judge(with_bytes([(at, spoil(image()[at]))])) == "recovered", at


def test_any_byte_of_the_older_copy_changes_nothing() -> None:
    first = sum(MAIN) - newer_slot()
    for at in range(first, first + nvram.MAIN_SIZE, 3):
        assert judge(with_bytes([(at, image()[at] ^ 0xFF)])) == "recovered"
        record = decode(bench().nvram)
        assert record is not None and record["coin_in_cents"] == copies()[0]["coin_in_cents"]


def test_any_byte_of_both_copies_locks_the_machine() -> None:
    for offset in range(0, nvram.MAIN_SIZE, 7):
        places = [slot + offset for slot in MAIN]
        assert judge(with_bytes([(at, image()[at] ^ 0x10) for at in places])) == "locked", offset


def test_any_byte_of_the_marks_leaves_the_other_copy_and_both_lock() -> None:
    for offset in range(nvram.MARKS_SIZE):
        places = [slot + offset for slot in MARKS]
        for at in places:
            assert judge(with_bytes([(at, image()[at] ^ 0xFF)])) == "recovered", at
        assert judge(with_bytes([(at, image()[at] ^ 0xFF) for at in places])) == "locked", offset


def test_bytes_that_belong_to_no_record_do_not_matter() -> None:
    ends = {at + size for at, size in [(at, nvram.MAIN_SIZE) for at in MAIN]}
    ends |= {at + nvram.MARKS_SIZE for at in MARKS} | {0x07F0, 0x7FFF}
    assert judge(with_bytes([(at, 0xA5) for at in ends])) == "recovered"


def test_a_damaged_row_of_the_last_plays_is_not_recalled_and_locks_nothing() -> None:
    plays = recent(image())
    assert len(plays) >= 1
    row = nvram.place(plays[0]["number"])
    for offset in range(nvram.PLAY_SIZE):
        damaged = with_bytes([(row + offset, image()[row + offset] ^ 0xFF)])
        assert recent(damaged) == plays[1:]
    assert judge(damaged) == "recovered"


@pytest.mark.parametrize("version", [0, nvram.VERSION + 1, 0xFFFF])
@pytest.mark.parametrize("row", ["version", "length"])
def test_another_version_is_no_record_even_with_a_good_check_sum(version: int, row: str) -> None:
    def other(slot: int) -> list[tuple[int, int]]:
        raw = bytearray(image()[slot : slot + nvram.MAIN_SIZE])
        struct.pack_into("<H", raw, 0 if row == "version" else 2, version)
        raw[-4:] = struct.pack("<I", binascii.crc32(raw[:-4]))
        return [(slot + offset, byte) for offset, byte in enumerate(raw)]

    assert judge(with_bytes(other(newer_slot()))) == "recovered"
    record = decode(bench().nvram)
    assert record is not None and record["coin_in_cents"] == copies()[1]["coin_in_cents"]
    assert judge(with_bytes(other(MAIN[0]) + other(MAIN[1]))) == "locked"


@pytest.mark.parametrize("byte", [0x00, 0xFF])
def test_an_erased_chip_locks_the_machine(byte: int) -> None:
    assert judge(bytes([byte]) * nvram.SIZE) == "locked"


_USED = st.one_of(
    st.sampled_from([at for slot in MAIN for at in range(slot, slot + nvram.MAIN_SIZE)]),
    st.sampled_from([at for slot in MARKS for at in range(slot, slot + nvram.MARKS_SIZE)]),
    st.integers(0, nvram.SIZE - 1),
)


@LIMIT
@given(st.lists(st.tuples(_USED, st.integers(0, 255)), min_size=1, max_size=12))
def test_any_bytes_anywhere_recover_or_lock(changes: list[tuple[int, int]]) -> None:
    assert judge(with_bytes(changes)) in ("recovered", "locked")


@LIMIT
@given(st.integers(0, nvram.SIZE - 1), st.binary(min_size=1, max_size=1_600))
def test_any_stretch_of_rubbish_recovers_or_locks(at: int, rubbish: bytes) -> None:
    damaged = (image()[:at] + rubbish + image()[at + len(rubbish) :])[: nvram.SIZE]
    assert judge(damaged) in ("recovered", "locked")


def test_a_locked_machine_takes_no_coin_plays_nothing_and_stays_locked() -> None:
    """Neither the door nor another start gives it a memory back (docs/power.md, service)."""
    damaged = with_bytes([(slot + 40, image()[slot + 40] ^ 1) for slot in MAIN])
    cab = Cabinet("cierzo", seed="00", nvram=damaged)
    moved: list[str] = []

    def listen(kind: str, _t_us: int, _fields: Mapping[str, Any]) -> None:
        if kind in ("coin_accepted", "step", "hopper_coin"):
            moved.append(kind)

    cab.listen(listen)
    for _ in range(2):
        cab.run(ms=5_500)
        cab.insert(50)
        for name in ("start", "collect"):
            cab.press(name)
            cab.run(ms=6_000)
        cab.open_door()
        cab.run(ms=2_000)
        cab.close_door()
        cab.run(ms=2_000)
        assert cab.tilt == "memory" and "MEMORIA" in cab.display.message
        assert cab.lamps["tower"] and not cab.lamps["start"]
        cab.power_off()
        cab.power_on()
    assert moved == [] and cab.nvram == damaged
    assert cab.tray_cents == 100


def check_damage_of_both_copies() -> None:
    """A machine that can read no copy of its record stops and writes nothing."""
    cab = Cabinet("cierzo", seed="00")
    assert judge(with_bytes([(slot + 40, image()[slot + 40] ^ 1) for slot in MAIN]), cab) == "locked"
