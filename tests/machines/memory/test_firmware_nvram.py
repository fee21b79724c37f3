# SPDX-License-Identifier: MIT
"""The NVRAM layout: packing, choosing the newer copy, and what a laboratory reads out of an image."""

from __future__ import annotations

import itertools
import struct
from typing import Any

import nvram_tables
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.memory import record as decoding
from machines.memory.chip import seals_of
from machines.memory.factory import blank as blank_rows
from machines.memory.factory import factory_image
from machines.memory.record import decode, recent
from machines.support.plain import Json

SEALS = seals_of(bytes(range(1, 33)), 7)
BITS = {"B": 8, "H": 16, "I": 32, "Q": 64}


def value_of(name: str, code: str, count: int) -> st.SearchStrategy[Any]:
    """Any value that a row may hold."""
    if code == "12s":
        return st.text("abcdefghijklmnopqrstuvwxyz_0123456789", max_size=12)
    if code.endswith("s"):
        size = int(code[:-1])
        return st.binary(min_size=size, max_size=size)
    number = st.integers(0, nvram.COUNT_MOST if name in nvram.COUNTED else 2 ** BITS[code] - 1)
    return st.tuples(*[number] * count) if count > 1 else number


def rows(layout: tuple[Any, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Any values of all rows between head and seal."""
    return st.fixed_dictionaries({name: value_of(name, code, count) for name, code, count, _ in layout[3:-2]})


LAYOUTS = (
    (nvram.LAYOUT, nvram.MAIN_FORMAT),
    (nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT),
    (nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT),
)


@settings(deadline=None, derandomize=True)
@given(data=st.data(), which=st.sampled_from(LAYOUTS), sequence=st.integers(0, 2**32 - 1))
def test_a_record_reads_back_as_it_was_written(data: Any, which: Any, sequence: int) -> None:
    layout, form = which
    values = data.draw(rows(layout))
    raw = nvram.pack(layout, form, sequence, values, 0x0800, SEALS)
    assert nvram.unpack(layout, form, raw) == nvram.unpack(layout, form, raw, 0x0800, SEALS)
    read = nvram.unpack(layout, form, raw)
    assert read is not None
    assert read["sequence"] == sequence
    assert {name: read[name] for name in values} == values


@settings(deadline=None, derandomize=True)
@given(values=rows(nvram.LAYOUT), at=st.integers(0, nvram.MAIN_SIZE - 1), flip=st.integers(1, 255))
def test_any_corrupted_byte_makes_the_other_copy_count(values: dict[str, Any], at: int, flip: int) -> None:
    """RD 2110/1998 art. 14.1.d: memory that was altered is never believed."""
    older, newer = (
        nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, sequence, values, 0, SEALS) for sequence in (6, 7)
    )
    broken_newer = newer[:at] + bytes([newer[at] ^ flip]) + newer[at + 1 :]
    broken_older = older[:at] + bytes([older[at] ^ flip]) + older[at + 1 :]

    def picked(a: bytes, b: bytes) -> int | None:
        record = nvram.newer(nvram.LAYOUT, nvram.MAIN_FORMAT, [a, b], (0, 0))
        return None if record is None else int(record["sequence"])

    assert picked(older, newer) == picked(newer, older) == 7
    assert picked(older, broken_newer) == picked(broken_newer, older) == 6
    assert picked(broken_older, newer) == 7
    assert picked(broken_older, broken_newer) is None


def unknown(image: bytearray) -> Json | None:
    """What an image says to somebody who has read none before."""
    for part in (decoding._decoded, decoding._main, decoding._marks):
        part.cache_clear()
    return decode(image)


@pytest.mark.parametrize("at", [0x30, 0x390, 0x430, 0x790, 0x810])
def test_a_record_that_is_known_is_decoded_as_one_that_is_not(at: int) -> None:
    """Whatever byte changes in the meantime, and whatever somebody does with what he was told."""
    image = bytearray(factory_image(bytes(256), 7, (10, 20), (1, 2, 3), seals=SEALS))
    for _ in range(2):
        first = decode(image)
        assert first == unknown(image) and first is not None
        first["queue"].append(("prize", 5))
        first["plays"] = -1
        assert decode(image) == unknown(image)
        image[at] ^= 0x41
        assert decode(image) == unknown(image)
    assert decode(bytes(nvram.SIZE)) is None


@settings(deadline=None, derandomize=True, max_examples=60)
@given(written=st.integers(0, nvram.MAIN_SIZE - 1), credits=st.integers(0, 400))
def test_a_cut_between_two_bytes_of_a_commit_leaves_the_state_before_it(written: int, credits: int) -> None:
    image = bytearray(factory())
    values = blank_rows(bytes(256), 7, (10, 20))
    values["credits_cents"] = credits
    raw = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, 2, values, 0, SEALS)
    # Where the last bytes of both copies happen to be the same, the new one is whole before they are written.
    assume(raw[written:] != image[nvram.SLOTS[0] + written : nvram.SLOTS[0] + len(raw)])
    image[nvram.SLOTS[0] : nvram.SLOTS[0] + written] = raw[:written]
    record = decode(bytes(image))
    assert record is not None
    assert (record["sequence"], record["credits_cents"]) == (1, 0)
    image[nvram.SLOTS[0] : nvram.SLOTS[0] + len(raw)] = raw
    record = decode(bytes(image))
    assert record is not None
    assert (record["sequence"], record["credits_cents"]) == (2, credits)


def factory() -> bytes:
    return factory_image(bytes(range(256)), 7, (10, 20), (1, 2, 3), seals=SEALS)


def test_a_factory_image_holds_no_money_no_plays_and_both_copies() -> None:
    image = factory()
    assert len(image) == nvram.SIZE
    record = decode(image)
    assert record is not None
    assert record["serial"] == 7
    assert record["hopper_counts"] == (10, 20)
    assert record["stops"] == (1, 2, 3, 0, 0, 0)
    assert record["state"] == bytes(range(256))
    assert record["queue"] == []
    assert record["tilt"] == ""
    assert record["meters_given"] == (0, 0, 0, 0)
    counters = [name for name, *_ in nvram.LAYOUT if name.endswith("_cents") and name != "queue_cents"]
    assert [record[name] for name in counters] == [0] * len(counters)
    assert recent(image) == []
    for slot in nvram.SLOTS:
        torn = bytearray(image)
        torn[slot] ^= 0xFF
        assert decode(bytes(torn)) is not None


def test_an_empty_memory_is_nobodys_record() -> None:
    for byte in (0x00, 0xFF):
        assert decode(bytes([byte]) * nvram.SIZE) is None
        assert recent(bytes([byte]) * nvram.SIZE) == []


def test_another_layout_version_is_refused() -> None:
    raw = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, 1, blank_rows(bytes(256), 7, (1, 1)), 0, SEALS)
    body = struct.pack("<H", nvram.VERSION + 1) + raw[2:-4]
    forged = body + struct.pack("<I", nvram.binascii.crc32(body))
    assert nvram.unpack(nvram.LAYOUT, nvram.MAIN_FORMAT, raw) is not None
    assert nvram.unpack(nvram.LAYOUT, nvram.MAIN_FORMAT, forged) is None


def test_decode_names_the_payments_and_the_open_door() -> None:
    values = blank_rows(bytes(256), 7, (10, 20))
    values.update(queue_kinds=[1, 2, 0], queue_cents=[500, 8000, 0], door_open=1)
    image = bytearray(factory())
    image[: nvram.MAIN_SIZE] = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, 2, values, 0, SEALS)
    record = decode(bytes(image))
    assert record is not None
    assert record["queue"] == [("meter", 500), ("prize", 8000)]
    assert record["tilt"] == "door"


def test_the_last_plays_come_newest_first_and_a_play_that_never_counted_is_left_out() -> None:
    """GLI-11: the last ten plays can be recalled; a cut may have kept the newest row from counting."""
    image = bytearray(factory())
    values = blank_rows(bytes(256), 7, (10, 20))
    values["starts"] = 20
    image[: nvram.MAIN_SIZE] = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, 2, values, 0, SEALS)
    blank = {name: [0] * count if count > 1 else 0 for name, _, count, _ in nvram.PLAY_LAYOUT[3:-2]}
    for number in range(1, 22):
        at, values = nvram.place(number), {**blank, "prizes_cents": (number, 1)}
        raw = nvram.pack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, number, values, at, SEALS)
        image[at : at + len(raw)] = raw
    plays = recent(bytes(image))
    assert [play["number"] for play in plays] == list(range(20, 5, -1))
    assert plays[0]["prize_cents"] == 21
    assert len(plays) >= 10


def test_values_that_do_not_fit_are_named() -> None:
    with pytest.raises(nvram.LayoutError, match=r"state must be 256 bytes \(got 3\)"):
        factory_image(b"abc", 1, (1, 1), seals=SEALS)
    with pytest.raises(nvram.LayoutError, match=r"hopper_counts must be at most 2 values \(got 3\)"):
        factory_image(bytes(256), 1, (1, 1, 1), seals=SEALS)
    with pytest.raises(nvram.LayoutError, match=r"given must have 4 values \(got 1\)"):
        nvram.pack(nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, 1, {"given": [1]}, 0, SEALS)


def test_records_do_not_overlap() -> None:
    places = [(at, nvram.MAIN_SIZE) for at in nvram.SLOTS] + [
        (at, nvram.MARKS_SIZE) for at in nvram.MARKS_SLOTS
    ]
    assert nvram.PLAY_SIZE <= nvram.RING_ROW
    places.append((nvram.RING, nvram.RING_ROW * nvram.RING_ROWS))
    places.append((events.RING, events.ROW * events.ROWS))
    places.append((steps.START, steps.PLAYS * steps.STEPS * steps.SIZE))
    places.sort()
    for (at, size), (after, _) in itertools.pairwise(places):
        assert at + size <= after
    assert places[-1][0] + places[-1][1] <= nvram.SIZE


def test_the_documented_tables_are_the_layout() -> None:
    """docs/nvram.md lists every row of every layout: offset, name, type and what it holds."""
    text = nvram_tables.DOC.read_text("utf-8")
    assert text == nvram_tables.written(text), "run python tests/support/nvram_tables.py"
