# SPDX-License-Identifier: MIT
"""The seals of the records: what anybody else than the machine's chip has written is nobody's money."""

from __future__ import annotations

import functools
import hashlib
import hmac
import os
import struct
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from firmware_rig import READY_MS, SEED, machine, record, run_until
from seal_rig import MAIN, MARKS, SEALS, copied, rewritten

from emulator import Cabinet
from emulator.board.otp import OTP
from emulator.cabinet.errors import CabinetError
from emulator.support.seed import chip_key_of
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.memory.chip import chip_id, seals_of
from machines.memory.factory import factory_image
from machines.memory.record import decode, recent

RUNTIMES = ("cpython", "micropython")
OTHER_KEY = bytes(range(32))


# --- the function -----------------------------------------------------------------------------------

# RFC 4231, 4.3 to 4.5: key, data, HMAC-SHA-256. A shorter key is one with zeros behind it (RFC 2104, 2).
RFC_4231 = (
    ("4a656665", b"what do ya want for nothing?".hex(),
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    ("aa" * 20, "dd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    ("0102030405060708090a0b0c0d0e0f10111213141516171819", "cd" * 50,
     "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
)  # fmt: skip


@pytest.mark.parametrize(("key", "data", "expected"), RFC_4231)
def test_a_seal_is_the_hmac_of_the_rfc(key: str, data: str, expected: str) -> None:
    """Chip, place and record, one behind the other, are the text."""
    text = bytes.fromhex(data)
    seals = nvram.keyed(bytes.fromhex(key).ljust(32, b"\0"), text[:8])
    assert nvram.tag(seals, int.from_bytes(text[8:10], "little"), text[10:]).hex() == expected


def test_a_seal_is_that_of_the_library() -> None:
    for size in (0, 1, 44, 54, 55, 56, 119, 839):
        key, body = os.urandom(32), os.urandom(size)
        text = chip_id(7) + (0x0780).to_bytes(2, "little") + body
        assert nvram.tag(seals_of(key, 7), 0x0780, body) == hmac.new(key, text, hashlib.sha256).digest()


def test_rows_of_log_and_steps_have_the_seal_of_their_place() -> None:
    """Modules that the host reads with import no other, so each has the function; it is the same."""
    row = events.pack(9, 1, 2, 3, SEALS)
    assert row[14:22] == nvram.tag(SEALS, events.place(9), row[:14])[:8]
    step = steps.pack([4, 1, *[0] * 16], SEALS)
    assert step[36:44] == nvram.tag(SEALS, steps.place(4, 1), step[:36])[:8]


def test_a_key_that_was_never_programmed_seals_nothing() -> None:
    assert nvram.keyed(bytes(32), bytes(8)) == ()
    with pytest.raises(ValueError, match="not all zero"):
        seals_of(bytes(32), 1)


def test_no_bit_place_machine_or_key_may_be_another() -> None:
    key = bytes(range(1, 33))
    mine = nvram.keyed(key, chip_id(1))
    values = {"given": (1, 2, 3, 4)}
    layout, form = nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT
    raw = nvram.pack(layout, form, 5, values, 0x0780, mine)
    assert nvram.flaw(layout, form, raw, 0x0780, mine) == ""
    assert nvram.flaw(layout, form, raw, 0x0380, mine) == "seal", "another place"
    assert nvram.flaw(layout, form, raw, 0x0780, nvram.keyed(key, chip_id(2))) == "seal", "another machine"
    assert nvram.flaw(layout, form, raw, 0x0780, nvram.keyed(key[::-1], chip_id(1))) == "seal", "another key"
    for at in range(len(raw) - 4):
        bent = bytearray(raw)
        bent[at] ^= 0x80
        bent[-4:] = struct.pack("<I", nvram.binascii.crc32(bytes(bent[:-4])))
        assert nvram.flaw(layout, form, bytes(bent), 0x0780, mine) != "", f"byte {at}"


# --- forged memories --------------------------------------------------------------------------------


@functools.cache
def honest() -> Cabinet:
    """A machine that got 2.00 EUR, counted them on its meter, and was switched off."""
    cab = Cabinet("cierzo", seed=SEED)
    cab.run(ms=READY_MS)
    cab.insert(200)
    cab.run(ms=4_000)
    # A commit behind the last mark of a meter.
    cab.open_door("box")
    cab.run(ms=500)
    cab.close_door("box")
    cab.run(ms=200)
    assert (cab.tilt, cab.meters["in"], record(cab)["credits_cents"]) == ("", 20, 200)
    cab.power_off()
    return cab


def credits_doubled() -> dict[str, Any]:
    """2.00 EUR more, and every sum right."""
    books = record(honest())
    coins = list(books["coins_in"])
    coins[4] += 1
    return {"credits_cents": 400, "coin_in_cents": 400, "coins_in": coins}


def begun(memory: bytes, **options: Any) -> Cabinet:
    """The same cabinet with this memory."""
    physical = honest().physical() | {"purse": {"100": 5}}
    return Cabinet("cierzo", seed=SEED, nvram=memory, physical=physical, **options)


def check_pays_nothing(cab: Cabinet) -> None:
    """Locked, by its own tilt: no coin comes out, none is kept, no meter moves, and no byte is written."""
    before = cab.nvram
    clicks = dict(cab.meters)
    cab.run(ms=READY_MS)
    for button in ("collect", "start", "collect"):
        cab.press(button)
        cab.run(ms=8_000)
    cab.insert(100)
    cab.run(ms=3_000)
    assert (cab.tilt, cab.fault) == ("memory", None)
    assert "MEMORIA" in cab.display.message
    assert cab.tray_cents == 100, "the coin that was put in comes back, and nothing else"
    assert {name: cab.meters[name] for name in ("plays", "prizes", "in", "out")} == {
        name: clicks[name] for name in ("plays", "prizes", "in", "out")
    }
    assert cab.nvram == before
    cab.ledger.audit()


def forged_marks() -> bytes:
    given = record(honest())["meters_given"]
    return rewritten(honest().nvram, {"given": (*given[:2], 0, given[3])}, None, MARKS)


def of_machine(serial: int, key: bytes) -> bytes:
    """What another machine would hold that was given the same."""
    made = factory_image(record(honest())["state"], 1, (400, 200), (1, 2, 3), seals=seals_of(key, serial))
    return rewritten(made, credits_doubled(), seals_of(key, serial))


def swapped() -> bytes:
    """Both copies of the books whole and in each other's place."""
    memory, made = honest().nvram, bytearray(honest().nvram)
    for here, there in (nvram.SLOTS, nvram.SLOTS[::-1]):
        made[here : here + nvram.MAIN_SIZE] = memory[there : there + nvram.MAIN_SIZE]
    return bytes(made)


def marks_as_books() -> bytes:
    """Marks that are two commits older than the books know them to be."""
    fresh = factory_image(bytes(256), 1, (1, 1), seals=SEALS)
    return copied(honest().nvram, fresh, MARKS)


FORGED: Mapping[str, Callable[[], bytes]] = {
    "credits and coins in, in both copies": lambda: rewritten(honest().nvram, credits_doubled()),
    "the prize meter": lambda: rewritten(honest().nvram, {"prize_meter_cents": 500, "won_cents": 500}),
    "a payment that is owed": lambda: rewritten(
        honest().nvram, {"queue_kinds": (2, 0, 0), "queue_cents": (6_000, 0, 0), "won_cents": 6_000}
    ),
    "the play program's state": lambda: rewritten(honest().nvram, {"state": bytes(256)}),
    "coins in the hoppers": lambda: rewritten(honest().nvram, {"hopper_counts": (800, 400)}),
    "the marks of the meters": forged_marks,
    "books of another machine under the same key": lambda: of_machine(2, chip_key_of(SEED)),
    "books of this machine under another key": lambda: of_machine(1, OTHER_KEY),
    "copies in each other's place": swapped,
    "marks of long ago": marks_as_books,
}


@pytest.mark.parametrize("what", FORGED)
def test_a_memory_that_another_has_written_pays_nothing(what: str) -> None:
    """Right CRCs, sums that add up: the chip knows its own seal."""
    check_pays_nothing(begun(FORGED[what]()))


def test_genuine_micropython_refuses_it_as_well() -> None:
    check_pays_nothing(begun(rewritten(honest().nvram, credits_doubled()), runtime="micropython"))


def test_the_same_change_under_the_chips_own_seal_is_taken() -> None:
    """What the forgery lacks is the key and nothing else: so the tests above test the seal."""
    cab = begun(rewritten(honest().nvram, credits_doubled(), SEALS))
    cab.run(ms=READY_MS)
    assert (cab.tilt, cab.display.credits) == ("", "4.00")


def test_a_memory_of_another_version_is_refused() -> None:
    """Layout 4 had no seals: what it holds could be anybody's."""
    made = bytearray(honest().nvram)
    for slots in (nvram.SLOTS, nvram.MARKS_SLOTS):
        for at in slots:
            made[at : at + 2] = (4).to_bytes(2, "little")
    check_pays_nothing(begun(bytes(made)))


# --- copies of two moments --------------------------------------------------------------------------


def life() -> tuple[bytes, bytes, dict[str, Any]]:
    """A machine's memory before a payment of 2.00 EUR, after it, and its coins then."""
    cab = Cabinet("cierzo", seed=SEED, purse={200: 3})
    cab.run(ms=READY_MS)
    cab.insert(200)
    cab.run(ms=4_000)
    before = cab.nvram
    cab.press("collect")
    cab.run(ms=12_000)
    assert (cab.tilt, cab.tray_cents, record(cab)["coin_out_cents"]) == ("", 200, 200)
    return before, cab.nvram, cab.physical()


def put_back(memory: bytes, physical: Mapping[str, Any]) -> Cabinet:
    """The machine with a memory of before, its coins and its sealed counter as they are; COLLECT pressed."""
    cab = Cabinet("cierzo", seed=SEED, nvram=memory, physical=physical)
    cab.run(ms=READY_MS)
    cab.press("collect")
    cab.run(ms=12_000)
    return cab


def test_a_whole_old_memory_put_back_pays_nothing_a_second_time() -> None:
    """Its seals are right; the sealed counter has had a frame for every coin since."""
    before, _, physical = life()
    cab = put_back(before, physical)
    assert (cab.tilt, cab.tray_cents) == ("counter", 200)


def test_old_books_beside_the_marks_of_today_pay_nothing_a_second_time() -> None:
    before, after, physical = life()
    cab = put_back(copied(after, before, MAIN), physical)
    assert (cab.tilt, cab.tray_cents) == ("audit", 200)


def test_one_old_copy_beside_the_copy_that_counts_changes_nothing() -> None:
    before, after, physical = life()
    newest = decode(after)["sequence"] & 1
    cab = put_back(copied(after, before, MAIN, (1 - newest,)), physical)
    assert (cab.tilt, cab.tray_cents) == ("", 200)
    assert record(cab)["coin_out_cents"] == 200


def test_the_last_commit_taken_away_pays_no_coin_again() -> None:
    """The copy that counts is lost while a payment runs: of the last coin paid the counter knows."""
    cab = Cabinet("cierzo", seed=SEED, purse={200: 3})
    cab.run(ms=READY_MS)
    cab.insert(200)
    cab.run(ms=4_000)
    cab.press("collect")
    run_until(cab, lambda: record(cab)["coin_out_cents"] == 100, step_ms=1)
    cab.power_off()
    memory = bytearray(cab.nvram)
    memory[nvram.SLOTS[record(cab)["sequence"] & 1] + 100] ^= 1
    again = put_back(bytes(memory), cab.physical())
    assert (again.tilt, again.tray_cents) == ("counter", 100)


# --- rows that are evidence -------------------------------------------------------------------------


def recrc(raw: bytes, size: int) -> bytes:
    """The bytes with a right CRC of so many bytes at their end."""
    return raw[:-size] + (nvram.binascii.crc32(raw[:-size]) & (1 << 8 * size) - 1).to_bytes(size, "little")


def played() -> Cabinet:
    cab = machine(credits_cents=400)
    for _ in range(2):
        cab.press("start")
        cab.run(ms=6_000)
    return cab


def test_a_forged_row_of_the_last_plays_is_not_recalled() -> None:
    cab = played()
    data, at = cab.board.fram.data, nvram.place(2)
    row = bytearray(data[at : at + nvram.PLAY_SIZE])
    row[15] ^= 0x40
    data[at : at + nvram.PLAY_SIZE] = recrc(bytes(row), 4)
    assert [play["number"] for play in recent(cab.nvram)] == [2, 1], "the CRC is right"
    assert [play["number"] for play in cab.last_plays] == [1]
    cab.power_off()
    cab.power_on()
    cab.run(ms=66_000)
    assert cab.log[-1]["text"] == "warning recall"


def test_a_forged_event_is_left_out_of_the_log() -> None:
    cab = played()
    cab.open_door("box")
    cab.run(ms=500)
    cab.close_door("box")
    cab.run(ms=1_500)
    number = record(cab)["events"] - 1
    assert cab.log[-2]["text"] == "door_box_open 1"
    data, at = cab.board.fram.data, events.place(number)
    row = bytearray(data[at : at + events.ROW])
    row[8] = events.BOX_CLOSED
    data[at : at + events.ROW] = recrc(bytes(row), 2)
    assert len(events.read(cab.nvram, number + 1)) == len(cab.log) + 1
    cab.run(ms=66_000)
    assert cab.log[-1]["text"] == "warning log"


# --- the key ----------------------------------------------------------------------------------------


def test_a_chip_that_was_never_programmed_locks_the_machine() -> None:
    """Whatever its memory says, and be it sealed under zeros."""
    for memory in (honest().nvram, zero_sealed()):
        for runtime in RUNTIMES:
            cab = begun(memory, runtime=runtime)
            cab.power_off()
            cab.board.otp = OTP()
            cab.power_on()
            assert (cab.board.chip.alive, "MEMORIA" in cab.display.message) == (True, True)


def zero_sealed() -> bytes:
    """Records under a key of zeros, which nvram.keyed does not make."""
    zeros = (bytes([0x36] * 64) + chip_id(1), bytes([0x5C] * 64))
    return rewritten(rewritten(honest().nvram, {}, zeros), {}, zeros, MARKS)


def test_a_memory_of_record_needs_its_key() -> None:
    cab = Cabinet("cierzo")
    cab.run(ms=READY_MS)
    with pytest.raises(CabinetError, match="chip_key must be given with the nvram of a machine of record"):
        Cabinet("cierzo", nvram=cab.nvram)
    with pytest.raises(CabinetError, match=r"chip_key must be 32 bytes, not all zero \(got 5 bytes\)"):
        Cabinet("cierzo", nvram=cab.nvram, chip_key=b"short")
    assert Cabinet("cierzo", nvram=cab.nvram, chip_key=OTHER_KEY).tilt == "memory"
    again = Cabinet("cierzo", nvram=cab.nvram, chip_key=cab.chip_key, physical=cab.physical())
    assert again.tilt == ""
    assert Cabinet.restore(again.save()).chip_key == cab.chip_key


def test_the_memory_of_a_test_machine_is_none_of_record() -> None:
    """Its key is everybody's: a machine of record has another one, whatever a header says."""
    assert Cabinet("cierzo", nvram=honest().nvram, chip_key=OTHER_KEY).tilt == "memory"
    assert Cabinet("cierzo", seed="01", nvram=honest().nvram).tilt == "memory"
    keys = {Cabinet("cierzo").chip_key for _ in range(2)} | {chip_key_of("00"), chip_key_of("01")}
    assert len(keys) == 4
    assert seals_of(chip_key_of("00"), 1) != seals_of(chip_key_of("00"), 2)


def test_the_one_time_memory_reads_as_that_of_the_chip() -> None:
    """Two rows of 16 bits a word, the lower one first (RP2350 datasheet, chapter 13)."""
    board = Cabinet("cierzo", seed=SEED).board
    key = chip_key_of(SEED)
    assert b"".join(board.otp.read(row) for row in range(0xC00, 0xC10, 2)) == key
    assert board.otp.read(0xBFE) == board.otp.read(0xC10) == bytes(4)
    with pytest.raises(Exception, match="programmed already"):
        board.otp.program(0xC00, key)


def test_forging_a_machine_at_rest_is_found_while_it_runs() -> None:
    """The self test reads its records back: what was written over them in the meantime locks it."""
    cab = machine()
    cab.board.fram.data[:] = rewritten(cab.nvram, {"credits_cents": 100, "coin_in_cents": 100})
    run_until(cab, lambda: "MEMORIA" in cab.display.message, 62_000, 500)
