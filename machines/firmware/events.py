# SPDX-License-Identifier: MIT
"""
The event log as it lies in the FRAM: a ring of rows, each with number, time, code, argument, seal and CRC.

Pure: bytes in, values out; the host that inspects a machine reads it with this same file. A row is written
just before the commit of the main record that counts it, so log and books never disagree: a row that the main
record does not count belongs to an event that a power cut prevented, and one that a cut tore fails its check.

    for row in events.read(image, record["events"], seals):     # the oldest first
        print(row["number"], row["time_s"], row["text"])

Without seals (an empty tuple) rows are read by their CRC alone.
"""

import binascii
import hashlib
import struct

RING = 0x0D00
ROWS = 128
ROW = 24

# Rows: name, struct code (little endian), how many, what it holds.
LAYOUT = (
    ("number", "I", 1, "number of the event, from 1; its row is that modulo 128"),
    ("time_s", "I", 1, "calendar clock, seconds since 1970"),
    ("code", "H", 1, "what happened"),
    ("argument", "I", 1, "more about it, as the list of codes says"),
    ("seal", "8s", 1, "first 8 bytes of the seal of everything before it"),
    ("crc", "H", 1, "low half of the CRC-32 of everything before it"),
)
_BODY = "<IIHI"
_UNDER_SEAL = 14
_UNDER_CRC = 22

POWER_UP = 1
DOOR_OPEN = 2
DOOR_CLOSED = 3
BOX_OPEN = 4
BOX_CLOSED = 5
LOGIC_OPEN = 6
LOGIC_CLOSED = 7
LOGIC_RELEASED = 8
OPERATOR_ON = 9
OPERATOR_OFF = 10
SERVICE_ON = 11
SERVICE_OFF = 12
PAYMENT_BROKEN = 13
FRAUD = 14
HAND_PAY = 15
REFILL = 16
RAM_CLEAR = 17
CHIP_NEW = 18
COIN_TEST = 40
HOPPER_TEST = 41
HOPPER_DUMP = 42
TEST_PLAYS = 43
NOTE_BACK = 24
NOTE_FRAUD = 25
PRICE = 50
TICKETS_HAND = 51
GAME = 52
TICKET_TEST = 53
NOTE_TEST = 54
CARD_IN = 60
CARD_OUT = 61
CARD_REFUSED = 62

# Code, name, whether it has an argument, what happened and what the argument is.
EVENTS = (
    (POWER_UP, "power_up", True, "the firmware started; how often by then"),
    (DOOR_OPEN, "door_main_open", True, "the main door was opened; how often by then"),
    (DOOR_CLOSED, "door_main_closed", False, "the main door was closed"),
    (BOX_OPEN, "door_box_open", True, "the cash box was opened; how often by then"),
    (BOX_CLOSED, "door_box_closed", False, "the cash box was closed"),
    (LOGIC_OPEN, "door_logic_open", True, "the logic area was opened; how often by then"),
    (LOGIC_CLOSED, "door_logic_closed", False, "the logic area was closed"),
    (LOGIC_RELEASED, "logic_released", False, "the service key let the machine go on"),
    (OPERATOR_ON, "key_operator_on", False, "the operator key was turned"),
    (OPERATOR_OFF, "key_operator_off", False, "the operator key was turned back"),
    (SERVICE_ON, "key_service_on", False, "the service key was turned"),
    (SERVICE_OFF, "key_service_off", False, "the service key was turned back"),
    (PAYMENT_BROKEN, "payment_broken", True, "a payment was broken off; cents that it still owes"),
    (FRAUD, "coin_fraud", True, "the acceptor refused a coin for fraud; its error code"),
    (HAND_PAY, "hand_pay", True, "the attendant paid by hand; cents"),
    (REFILL, "refill", True, "the attendant said that he had filled a hopper; cents"),
    (RAM_CLEAR, "ram_clear", True, "the memory of the play was cleared; cents that are to be paid by hand"),
    (CHIP_NEW, "chip_new", False, "the memory was sealed anew for another chip, on its owner's word"),
    (COIN_TEST, "coin_test", True, "a coin test ended; cents that it let in"),
    (HOPPER_TEST, "hopper_test", True, "a hopper was tested; cents that it paid"),
    (HOPPER_DUMP, "hopper_dump", True, "a hopper was dumped; cents that it paid"),
    (TEST_PLAYS, "test_plays", True, "test plays ended; how many"),
    (NOTE_BACK, "note_back", False, "a note sent to the stacker was not stacked and went back"),
    (NOTE_FRAUD, "note_fraud", True, "the note acceptor found fraud; its event code"),
    (PRICE, "price", True, "the operator set the price of a play; cents"),
    (TICKETS_HAND, "tickets_hand", True, "the attendant gave tickets by hand; how many"),
    (GAME, "game", True, "the operator changed to another game; its number in the model's list, from 1"),
    (TICKET_TEST, "ticket_test", True, "a ticket test ended; how many it drew"),
    (NOTE_TEST, "note_test", True, "a note test ended; how many notes it gave back"),
    (CARD_IN, "card_in", True, "money came from a house card; cents"),
    (CARD_OUT, "card_out", True, "money went to a house card; cents"),
    (CARD_REFUSED, "card_refused", True, "the host refused a transaction, so nothing moved; cents"),
)

# A tilt or a warning has the code of its family plus its place here, and as its argument the number in its
# name. Places stay for ever: new ones are added at the end. Place 0 is any other.
TILT = 0x100
TILT_OVER = 0x200
WARNING = 0x300
WARNING_OVER = 0x400
TILTS = (
    "other", "memory", "audit", "program", "watchdog", "meter", "expander", "runaway", "coin", "acceptor",
    "string", "hopper_", "reel_", "battery", "button_", "low_", "copy_", "log", "recall", "close",
    "ticket_jam", "ticket_none", "ticket_stray",
    "counter", "counter_id", "counter_seal", "counter_temp",
    "test_coins",
    "note", "handpay", "screen", "link",
    "card",
    "tickets_low",
)  # fmt: skip
_FAMILIES = ((TILT, "tilt"), (TILT_OVER, "tilt_over"), (WARNING, "warning"), (WARNING_OVER, "warning_over"))


def place(number: int) -> int:
    """Return where in the FRAM the row of an event lies."""
    return RING + number % ROWS * ROW


def _tag(seals: tuple, at: int, body: bytes) -> bytes:
    """Return the seal of a row, as nvram.tag does: modules that the host reads with import no other."""
    inner, outer = hashlib.sha256(seals[0]), hashlib.sha256(seals[1])
    inner.update(at.to_bytes(2, "little"))
    inner.update(body)
    outer.update(inner.digest())
    return outer.digest()


def pack(number: int, time_s: int, code: int, argument: int, seals: tuple) -> bytes:
    """Return one row, seal and CRC included."""
    body = struct.pack(_BODY, number, time_s, code, argument)
    body += _tag(seals, place(number), body)[: _UNDER_CRC - _UNDER_SEAL]
    return body + struct.pack("<H", binascii.crc32(body) & 0xFFFF)


def tilt_row(family: int, tilt: str) -> tuple:
    """Return (code, argument) of a tilt or warning; ``family`` is one of the four above."""
    for at, name in enumerate(TILTS):
        if tilt == name:
            return family + at, 0
        number = tilt[len(name) :]
        if name[-1] == "_" and tilt[: len(name)] == name and number.isdigit():
            return family + at, int(number)
    return family, 0


def text(code: int, argument: int) -> str:
    """Return what happened in words: its name, and its argument if it has one."""
    for row in EVENTS:
        if row[0] == code:
            return f"{row[1]} {argument}" if row[2] else row[1]
    for family, word in _FAMILIES:
        if family <= code < family + len(TILTS):
            name = TILTS[code - family]
            return f"{word} {name}{argument}" if name[-1] == "_" else f"{word} {name}"
    return f"code {code} {argument}"


def whole(number: int, raw: bytes, seals: tuple = ()) -> bool:
    """Tell whether these bytes are the row of that event; without seals, by its CRC alone."""
    if (
        len(raw) < ROW
        or binascii.crc32(raw[:_UNDER_CRC]) & 0xFFFF != struct.unpack_from("<H", raw, _UNDER_CRC)[0]
    ):
        return False
    if struct.unpack_from("<I", raw)[0] != number:
        return False
    if not seals:
        return True
    kept = raw[_UNDER_SEAL:_UNDER_CRC]
    return _tag(seals, place(number), raw[:_UNDER_SEAL])[: len(kept)] == kept


def read(image: bytes, events: int, seals: tuple = ()) -> list:
    """
    Return the whole rows of the last 128 events, the oldest first, without what was torn or never counted.

    Args:
        image: the whole FRAM.
        events: how many events the main record counts.
        seals: what nvram.keyed made of the chip's key; empty: seals are not checked.
    """
    rows = []
    for number in range(max(1, events - ROWS + 1), events + 1):
        row = unpack(number, bytes(image[place(number) : place(number) + ROW]), seals)
        if row is not None:
            rows.append(row)
    return rows


def unpack(number: int, raw: bytes, seals: tuple = ()) -> dict | None:
    """Return the row of this number by names, with its text; None for bytes that are not that row, whole."""
    if not whole(number, raw, seals):
        return None
    _, time_s, code, argument = struct.unpack(_BODY, raw[:_UNDER_SEAL])
    shown = text(code, argument)
    return {"number": number, "time_s": time_s, "code": code, "argument": argument, "text": shown}
