# SPDX-License-Identifier: MIT
"""
The steps of the last plays in the FRAM: each turn, free play, pick and gamble, for a player who disputes one.

Pure: bytes in, values out; the host reads a machine with this same file. A play has a block of rows of its
own, a step of it a row, written just before the commit that counts it. The row knows the state of the play
program that the step led to, so one that a power cut kept from being committed is told from the rest.

    for play in steps.read(image, record, seals):          # the newest first
        print(play["number"], [row["won_cents"] for row in play["steps"]])

Without seals (an empty tuple) rows are read by their CRC alone.
"""

import binascii
import hashlib
import struct

START = 0x1900
# Ten plays of 50 steps, and one that is being written (GLI-11: the last plays in full).
PLAYS = 11
STEPS = 52
KEPT = 10

# Rows: name, struct code (little endian), how many, what it holds.
LAYOUT = (
    ("play", "I", 1, "number of the play among all starts; its block is that modulo 11"),
    ("step", "H", 1, "number of the step in its play, from 0; its row is that modulo 52"),
    ("kind", "B", 1, "0 paid turn, 1 pick, 2 free turn, 3 gamble, 4 win kept"),
    ("choice", "B", 1, "what the player chose"),
    ("stops", "B", 6, "stops that the reels show"),
    ("row", "B", 1, "row that a pick showed, or 1 for a gamble that was won"),
    ("pots", "B", 1, "pots that were hit, bit 0 the lowest level"),
    ("free_left", "H", 1, "free plays left after it"),
    ("step_cents", "I", 1, "what the step won"),
    ("won_cents", "I", 1, "what the play had won by then, pots apart"),
    ("pots_cents", "I", 1, "what the pots paid that it hit"),
    ("credits_cents", "I", 1, "credits after it"),
    ("state_crc", "H", 1, "low half of the CRC-32 of the state of the play program that it led to"),
    ("seal", "8s", 1, "first 8 bytes of the seal of everything before it"),
    ("crc", "H", 1, "low half of the CRC-32 of everything before it"),
)
FORMAT = "<" + "".join([code * count for _, code, count, _ in LAYOUT])
SIZE = struct.calcsize(FORMAT)
_UNDER_CRC = SIZE - 2
_UNDER_SEAL = _UNDER_CRC - 8
_BODY = FORMAT[: -len("8sH")]


def place(play: int, step: int) -> int:
    """Return where in the FRAM the row of a step lies."""
    return START + (play % PLAYS * STEPS + step % STEPS) * SIZE


def state_crc(state: bytes) -> int:
    """Return what a row says of the state of the play program that its step led to."""
    return binascii.crc32(state) & 0xFFFF


def _tag(seals: tuple, at: int, body: bytes) -> bytes:
    """Return the seal of a row, as nvram.tag does: modules that the host reads with import no other."""
    inner, outer = hashlib.sha256(seals[0]), hashlib.sha256(seals[1])
    inner.update(at.to_bytes(2, "little"))
    inner.update(body)
    outer.update(inner.digest())
    return outer.digest()


def pack(values: list, seals: tuple) -> bytes:
    """Return one row, seal and CRC included, from the flat values of LAYOUT."""
    body = struct.pack(_BODY, *values)
    body += _tag(seals, place(values[0], values[1]), body)[: _UNDER_CRC - _UNDER_SEAL]
    return body + struct.pack("<H", binascii.crc32(body) & 0xFFFF)


def sound(raw: bytes, at: int = 0, seals: tuple = ()) -> bool:
    """Tell whether the row at this place is whole, of whatever play, or has never been written."""
    if len(raw) < SIZE:
        return False
    if not any(raw):
        return True
    if raw[_UNDER_CRC] | raw[_UNDER_CRC + 1] << 8 != binascii.crc32(raw[:_UNDER_CRC]) & 0xFFFF:
        return False
    if not seals:
        return True
    kept = raw[_UNDER_SEAL:_UNDER_CRC]
    return _tag(seals, at, raw[:_UNDER_SEAL])[: len(kept)] == kept


def unpack(play: int, raw: bytes, at: int = 0, seals: tuple = ()) -> dict | None:
    """Return the row at this place by names; None for bytes that are not a whole row of this play."""
    if len(raw) < SIZE:
        return None
    flat = struct.unpack_from(FORMAT, raw)
    if flat[0] != play or not sound(raw, at, seals):
        return None
    row: dict = {}
    number = 0
    for name, _, count, _ in LAYOUT:
        row[name] = flat[number] if count == 1 else tuple(flat[number : number + count])
        number += count
    return row


def of_play(play: int, rows: list, state: bytes, seals: tuple = ()) -> list:
    """
    Return the steps of a play in their order, without one that was never committed.

    Args:
        play: its number.
        rows: the bytes of every row of its block, in their order.
        state: of the play program, where the play is still under way; empty where it is over.
        seals: what nvram.keyed made of the chip's key; empty: seals are not checked.
    """
    read_back = [unpack(play, rows[step], place(play, step), seals) for step in range(len(rows))]
    found = [row for row in read_back if row is not None]
    found.sort(key=lambda row: row["step"])
    if not state:
        return found
    digest = state_crc(state)
    reached = [row["step"] for row in found if row["state_crc"] == digest]
    return [row for row in found if reached and row["step"] <= max(reached)]


def read(image: bytes, record: dict, seals: tuple = ()) -> list:
    """
    Return the last plays, the newest first, as {"number": n, "steps": rows by name}.

    Args:
        image: the whole FRAM.
        record: the main record in it.
        seals: as for ``of_play``.
    """
    plays = []
    for number in range(record["starts"], max(record["starts"] - KEPT, 0), -1):
        rows = [bytes(image[place(number, step) : place(number, step) + SIZE]) for step in range(STEPS)]
        going_on = number == record["starts"] and record["phase"] != 0
        state = record["state"] if going_on else b""
        plays.append({"number": number, "steps": of_play(number, rows, state, seals)})
    return plays
