# SPDX-License-Identifier: MIT
"""
The steps of the last plays in the FRAM: each turn, free play, pick and gamble, for a player who disputes one.

Pure: bytes in, values out; the host reads a machine with this same file. A play has a block of rows of its
own, a step of it a row, written just before the commit that counts it. The row knows the state of the play
program that the step led to, so one that a power cut kept from being committed is told from the rest.

    for play in steps.read(image, record):          # the newest first
        print(play["number"], [row["won_cents"] for row in play["steps"]])
"""

import binascii
import struct

START = 0x2000
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
    ("state_crc", "I", 1, "CRC-32 of the state of the play program that it led to"),
    ("crc", "H", 1, "low half of the CRC-32 of everything before it"),
)
FORMAT = "<" + "".join([code * count for _, code, count, _ in LAYOUT])
SIZE = struct.calcsize(FORMAT)


def place(play: int, step: int) -> int:
    """Return where in the FRAM the row of a step lies."""
    return START + (play % PLAYS * STEPS + step % STEPS) * SIZE


def pack(values: list) -> bytes:
    """Return one row, CRC included, from the flat values of LAYOUT."""
    body = struct.pack(FORMAT[:-1], *values)
    return body + struct.pack("<H", binascii.crc32(body) & 0xFFFF)


def sound(raw: bytes) -> bool:
    """Tell whether a row is whole, of whatever play, or has never been written."""
    if len(raw) < SIZE:
        return False
    crc = raw[SIZE - 2] | raw[SIZE - 1] << 8
    return crc == binascii.crc32(raw[: SIZE - 2]) & 0xFFFF or not any(raw)


def unpack(play: int, raw: bytes) -> dict | None:
    """Return the row by names; None for bytes that are not a whole row of this play."""
    if len(raw) < SIZE:
        return None
    flat = struct.unpack_from(FORMAT, raw)
    if flat[0] != play or flat[-1] != binascii.crc32(raw[: SIZE - 2]) & 0xFFFF:
        return None
    row: dict = {}
    at = 0
    for name, _, count, _ in LAYOUT:
        row[name] = flat[at] if count == 1 else tuple(flat[at : at + count])
        at += count
    return row


def of_play(play: int, rows: list, state: bytes) -> list:
    """
    Return the steps of a play in their order, without one that was never committed.

    Args:
        play: its number.
        rows: the bytes of every row of its block.
        state: of the play program, where the play is still under way; empty where it is over.
    """
    found = [row for row in [unpack(play, raw) for raw in rows] if row is not None]
    found.sort(key=lambda row: row["step"])
    if not state:
        return found
    digest = binascii.crc32(state)
    reached = [row["step"] for row in found if row["state_crc"] == digest]
    return [row for row in found if reached and row["step"] <= max(reached)]


def read(image: bytes, record: dict) -> list:
    """
    Return the last plays, the newest first, as {"number": n, "steps": rows by name}.

    Args:
        image: the whole FRAM.
        record: the main record in it.
    """
    plays = []
    for number in range(record["starts"], max(record["starts"] - KEPT, 0), -1):
        rows = [bytes(image[place(number, step) : place(number, step) + SIZE]) for step in range(STEPS)]
        going_on = number == record["starts"] and record["phase"] != 0
        plays.append({"number": number, "steps": of_play(number, rows, record["state"] if going_on else b"")})
    return plays
