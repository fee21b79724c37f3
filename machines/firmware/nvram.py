# SPDX-License-Identifier: MIT
"""
What the FRAM holds and how it is read: layouts as data, packing, checking, choosing the newer copy.

Pure: bytes in, values out. The firmware and the host that inspects a machine run this same file.

A record starts with version u16, length u16 and sequence u32 and ends with its seal and the CRC-32 of
everything before it. The CRC tells everybody what an accident damaged; the seal tells who has the chip's key
what another than this chip has written, and is not checked where ``seals`` is empty. The main record and the
marks live twice; the copy with the higher sequence counts, and a copy that fails its check does not exist.
Nothing here ever repairs or zeroes a record.

    seals = nvram.keyed(key, chip_id)
    record = nvram.newer(nvram.LAYOUT, nvram.MAIN_FORMAT, copies, nvram.SLOTS, seals)  # None: none is whole
"""

import binascii
import hashlib
import struct

SIZE = 32_768
VERSION = 5
MAX_COINS = 8
MAX_HOPPERS = 2
MAX_QUEUE = 3
MAX_REELS = 6
# Places for kinds of trouble, those of events.TILTS.
MAX_TROUBLES = 48
STATE_SIZE = 256
OUTCOME_SIZE = 48

# What the machine is doing, as committed. A payment is not a phase: it is what the queue still holds.
PHASE_IDLE = 0
PHASE_ROLLING = 1
PHASE_SETTLED = 2

# The main door. That it was open is said until the next play has ended.
DOOR_OPEN = 1
DOOR_WAS_OPEN = 2
# The logic area: after it was closed the service key is waited for.
LOGIC_OPEN = 1
LOGIC_WAITS = 2
# A note on its way to the stacker, and one that is booked while its acceptor still tells of it.
NOTE_NONE = 0
NOTE_SENT = 1
NOTE_BOOKED = 2
# What a transaction with the host of house cards is to do, while nobody knows what became of it.
CARD_NONE = 0
CARD_TO_CREDITS = 1
CARD_FROM_CREDITS = 2

# Why the machine owes the money of a queue row. A row of kind 0 is free.
KIND_NAMES = ("", "meter", "prize", "refund", "excess", "hand", "hand_credits", "link", "in_kind")
KIND_METER = 1
KIND_PRIZE = 2
KIND_REFUND = 3
KIND_EXCESS = 4
# Staff pays these two: a prize (C-14), and credits that the hoppers have not the coins for.
KIND_HAND = 5
KIND_HAND_CREDITS = 6
# An award of the link, paid apart from the prize meter (B-26).
KIND_LINK = 7
# A prize in kind of the link's pot 0, and so on to pot 7: staff hands it over, or its cash option (C-20).
KIND_IN_KIND = 8

_HEAD = (
    ("version", "H", 1, "layout version; another one is refused"),
    ("length", "H", 1, "bytes of the whole record"),
    ("sequence", "I", 1, "rises by one a commit; of the play rows: number of the play"),
)
_HEAD_FORMAT = "<HHI"


def _tail(size: int) -> tuple:
    """Return the rows that end a layout, with a seal of so many bytes."""
    return (
        ("seal", f"{size}s", 1, f"first {size} bytes of the seal of everything before it"),
        ("crc", "I", 1, "CRC-32 of everything before it"),
    )


# Rows: name, struct code (little endian), how many, what it holds.
LAYOUT = (
    _HEAD
    + (
        ("serial", "I", 1, "serial number of the machine"),
        ("power_ups", "I", 1, "times the firmware started"),
        ("door_opens", "I", 1, "times the main door was opened"),
        ("box_opens", "I", 1, "times the cash box was opened"),
        ("logic_opens", "I", 1, "times the logic area was opened"),
        ("events", "I", 1, "rows of the event log written, each just before the commit that counts it"),
        ("troubles", "H", MAX_TROUBLES, "times each tilt or warning began, by its place in events.TILTS"),
        ("phase", "B", 1, "0 idle, 1 rolling, 2 settled and about to absorb entropy"),
        ("door_open", "B", 1, "1 while the door is open, 2 from then until the next play has ended"),
        ("box_open", "B", 1, "1 while the cash box is open"),
        ("logic", "B", 1, "1 while the logic area is open, 2 from then until the service key let it go on"),
        ("tilt", "12s", 1, "code of the tilt, ASCII; empty when there is none"),
        ("credits_cents", "I", 1, "credit counter (B-12)"),
        ("reserve_cents", "I", 1, "reserve counter (B-13)"),
        ("prize_meter_cents", "I", 1, "prize meter (B-14)"),
        ("spare", "B", 1, "0"),
        ("pending_cents", "I", 1, "prize of the play that is being shown"),
        ("queue_kinds", "B", MAX_QUEUE, "why each of the queue is owed, a kind; 0: it is free"),
        ("queue_cents", "I", MAX_QUEUE, "what each of them still owes"),
        ("coin_in_cents", "Q", 1, "coins counted in, never reset"),
        ("coin_out_cents", "Q", 1, "coins counted out, never reset"),
        ("staked_cents", "Q", 1, "stakes, never reset"),
        ("won_cents", "Q", 1, "prizes won, never reset"),
        ("meter_paid_cents", "Q", 1, "paid out of the prize meter, never reset"),
        ("prize_paid_cents", "Q", 1, "prizes paid on their own, never reset"),
        ("refunded_cents", "Q", 1, "inserted money given back, never reset"),
        ("hand_paid_cents", "Q", 1, "paid by hand with the operator key (K-24), never reset"),
        ("hand_won_cents", "Q", 1, "prizes among that, the rest is inserted money; never reset"),
        ("drop_cents", "Q", 1, "coins sent to the cash box, never reset"),
        ("plays", "Q", 1, "plays made; a double play is two (K-01), never reset"),
        ("prizes", "Q", 1, "plays that won a prize (K-01), never reset"),
        ("starts", "Q", 1, "times a play was started; a double play is one, never reset"),
        ("coins_in", "I", MAX_COINS, "coins in by value, in the order of COINS"),
        ("coins_out", "I", MAX_HOPPERS, "coins out by hopper, in the order of HOPPERS"),
        ("stray_coins", "I", 1, "coins seen leaving a hopper that nobody had asked for"),
        ("hopper_counts", "H", MAX_HOPPERS, "coins believed to be in each hopper"),
        ("hopper_failed", "B", MAX_HOPPERS, "1: gave no coin in time, not tried until the door was opened"),
        ("hopper_life", "I", MAX_HOPPERS, "life counter of each ccTalk hopper as far as it is booked"),
        ("note_in_cents", "Q", 1, "money that came as notes, never reset"),
        ("notes_in", "I", 1, "notes counted in, never reset"),
        ("notes_back", "I", 1, "notes in escrow that went back to the player, never reset"),
        ("note_stage", "B", 1, "1 while a note goes to the stacker, 2 from then until the acceptor knows"),
        ("note_life", "I", 1, "accept counter of the ccTalk note acceptor as far as notes are booked"),
        ("card_in_cents", "Q", 1, "money that came from house cards, never reset"),
        ("card_out_cents", "Q", 1, "money that went to house cards, never reset"),
        ("card_stage", "B", 1, "transaction with the host of cards: 1 to the credits, 2 to the card"),
        ("card_number", "I", 1, "number of the last transaction with the host of cards"),
        ("card_id", "I", 1, "card of that transaction"),
        ("card_cents", "I", 1, "amount of that transaction"),
        ("counter_serial", "I", 1, "serial number of the sealed counter (K-02)"),
        ("counter_sequence", "I", 1, "number of the last frame for the sealed counter"),
        ("counter_frame", "I", 3, "that frame: plays, prizes, prize money in cents"),
        ("counter_base", "Q", 3, "what the sealed counter shows beyond plays, prizes and won_cents"),
        ("test_in_cents", "Q", 1, "coins that tests took in, never reset"),
        ("test_out_cents", "Q", 1, "coins that hopper tests paid, never reset"),
        ("test_drop_cents", "Q", 1, "coins of tests that went to the cash box, never reset"),
        ("dumped_cents", "Q", 1, "coins that the hoppers were dumped of, never reset"),
        ("test_coins", "H", MAX_HOPPERS, "coins of each hopper that its test paid and that are not back"),
        ("test_pay", "B", 1, "1, 2: a test pays from hopper 1, 2; 3, 4: it is dumped"),
        ("refilled_coins", "I", MAX_HOPPERS, "coins that attendants filled in, by hopper, never reset"),
        ("ram_clears", "I", 1, "times the memory of the play was cleared by hand, never reset"),
        ("link_seq", "I", 1, "number of the last play told to the link (B-26, C-17)"),
        ("link_play", "Q", 1, "which start that was"),
        ("link_stake_cents", "I", 1, "its stake"),
        ("link_prize", "B", 1, "prize of the link that it hit, 0: none"),
        ("link_acked", "I", 1, "last play that the controller has made durable, as far as is known"),
        ("link_award", "I", 1, "number of the last award of the link in the books"),
        ("link_staked_mc", "Q", 1, "stakes told to the link in millicents, never reset"),
        ("link_won_cents", "Q", 1, "awards of the link, part of won_cents, never reset"),
        ("marks_sequence", "I", 1, "sequence of the marks of the meters at this commit"),
        ("bet", "B", 1, "type C: bet of the play under way or the next one, by its place in BETS"),
        ("simultaneous", "B", 1, "entries of the last play: 1 single, 2 double"),
        ("held", "B", 1, "reels held in the last play, bit 0 the left one"),
        ("stops", "B", MAX_REELS, "where the reels stand or will stand"),
        ("outcome", "48s", 1, "outcome of the last play as payout.step returned it"),
        ("state", "256s", 1, "state of the play program as payout.step returned it"),
    )
    + _tail(32)
)

# The electromechanical meters: how many pulses each was given. What a meter is still owed is the
# difference to the books, so one commit of the main record moves both.
METERS = ("plays", "prizes", "in", "out")
MARKS_LAYOUT = _HEAD + (("given", "Q", 4, "pulses given to meters plays, prizes, in, out"),) + _tail(32)

# The last plays: a ring, written before the main record that makes the play count.
PLAY_LAYOUT = (
    _HEAD
    + (
        ("simultaneous", "B", 1, "entries: 1 single, 2 double"),
        ("auto", "B", 1, "1: nobody pressed, the machine started by itself (B-11)"),
        ("held", "B", 1, "reels held, bit 0 the left one"),
        ("stake_cents", "I", 1, "stake"),
        ("prizes_cents", "I", 2, "prize of each entry; of type C what the play won, and what its pots paid"),
        ("stops", "B", 2 * MAX_REELS, "stops of each entry, the left reel first; of type A what it showed"),
        ("credits_before_cents", "I", 1, "credits before the stake"),
        ("credits_after_cents", "I", 1, "credits after the stake"),
        ("reserve_cents", "I", 1, "reserve at the start"),
        ("prize_meter_cents", "I", 1, "prize meter at the start"),
        ("coin_out_cents", "Q", 1, "coins counted out until the start"),
        ("gamble", "B", 1, "gambles of its prize won (B-22), 128 more: one was lost; 64: it returns a loss"),
    )
    + _tail(16)
)

# In the row of a play: so much more than the gambles won, if one was lost; its prize gave lost ones back.
LOST = 128
RETURNED = 64

SLOTS = (0x0000, 0x0400)
MARKS_SLOTS = (0x0380, 0x0780)
RING = 0x0800
RING_ROW = 80
RING_ROWS = 16

KEY_SIZE = 32


class LayoutError(ValueError):
    """A value does not fit its row. The firmware never gets here; a host that commissions can."""


def layout_format(layout: tuple) -> str:
    """Return the struct format of a layout."""
    return "<" + "".join([row[1] * row[2] for row in layout])


# Counters of four bytes, and the most that a whole record holds of each: one a second for 68 years.
COUNTED = (
    "power_ups", "door_opens", "box_opens", "logic_opens", "events", "coins_in", "coins_out", "stray_coins",
    "notes_in", "notes_back", "refilled_coins", "ram_clears", "link_seq", "link_acked", "link_award",
)  # fmt: skip
COUNT_MOST = 0x7FFFFFFF
FORMATS = [layout_format(layout) for layout in (LAYOUT, MARKS_LAYOUT, PLAY_LAYOUT)]
MAIN_FORMAT, MARKS_FORMAT, PLAY_FORMAT = FORMATS
MAIN_SIZE, MARKS_SIZE, PLAY_SIZE = [struct.calcsize(form) for form in FORMATS]


def keyed(key: bytes, chip_id: bytes) -> tuple:
    """Return what ``tag`` needs of a chip's key and number; nothing of a key that was never programmed."""
    if not any(key):
        return ()
    # The two passes of HMAC over blocks of 64 bytes, and what each lays over the key (RFC 2104, 2).
    inner, outer = bytearray(b"\x36" * 64), bytearray(b"\x5c" * 64)
    for at in range(len(key)):
        inner[at] ^= key[at]
        outer[at] ^= key[at]
    return (bytes(inner) + chip_id, bytes(outer))


def tag(seals: tuple, at: int, body: bytes | memoryview) -> bytes:
    """
    Return the seal of a record, an HMAC-SHA256 (RFC 2104) of the chip's number, its place and itself.

    The place says what kind of record it is: at another place, in another machine or with one bit changed,
    sealed bytes are worth nothing. A record that has less room than 32 bytes keeps the first of them.
    """
    inner, outer = hashlib.sha256(seals[0]), hashlib.sha256(seals[1])
    inner.update(at.to_bytes(2, "little"))
    inner.update(body)
    outer.update(inner.digest())
    return outer.digest()


def pack(layout: tuple, form: str, sequence: int, values: dict, at: int, seals: tuple) -> bytes:
    """
    Return one record for a place in the FRAM: head, rows by name, seal and CRC; ``form``: of the layout.

    Raises:
        LayoutError: a row with several values did not get as many.
    """
    flat = [VERSION, struct.calcsize(form), sequence]
    for name, code, count, _ in layout[3:-2]:
        value = values[name]
        if count > 1:
            if len(value) != count:
                raise LayoutError(f"{name} must have {count} values (got {len(value)})")
            flat.extend(value)
        else:
            flat.append(value.encode() if code == "12s" else value)
    return sealed(struct.pack(body_format(layout), *flat), seal_size(layout), at, seals)


def sealed(body: bytes, size: int, at: int, seals: tuple) -> bytes:
    """Return a record of which only seal and CRC are missing, with a seal of so many bytes."""
    kept = tag(seals, at, body)
    if size < len(kept):
        kept = kept[:size]
    size = binascii.crc32(kept, binascii.crc32(body))
    # Joined at once: on the chip every copy of a record is garbage that has to be collected.
    return b"".join((body, kept, struct.pack("<I", size)))


def seal_size(layout: tuple) -> int:
    """Return how many bytes of its seal a record of this layout keeps."""
    return int(layout[-2][1][:-1])


def body_format(layout: tuple) -> str:
    """Return the struct format of what lies under the seal."""
    return layout_format(layout[:-2])


def flaw(layout: tuple, form: str, raw: bytes, at: int = 0, seals: tuple = ()) -> str:
    """Return what is wrong with a record, "length", "version", "crc" or "seal"; empty: it is whole."""
    size = struct.calcsize(form)
    if len(raw) < size:
        return "length"
    # No copies of a record, no tuples: on the chip each would be garbage that has to be collected.
    if raw[0] | raw[1] << 8 != VERSION:
        return "version"
    if raw[2] | raw[3] << 8 != size:
        return "length"
    under = size - 4
    view = memoryview(raw)
    if struct.unpack_from("<I", raw, under)[0] != binascii.crc32(view[:under]):
        return "crc"
    start = under - seal_size(layout)
    # Whoever compares here is the chip itself: how long it takes tells nobody anything.
    if not seals or tag(seals, at, view[:start])[: under - start] == view[start:under]:
        return ""
    return "seal"


def fields(layout: tuple, form: str, raw: bytes) -> dict:
    """Return the rows of a record by name, whole or not, as the bytes have them."""
    return _named(layout, struct.unpack_from(form, raw))


def _named(layout: tuple, flat: tuple) -> dict:
    rows: dict = {}
    at = 0
    for name, _, count, _ in layout:
        rows[name] = flat[at] if count == 1 else flat[at : at + count]
        at += count
    return rows


def values(layout: tuple, form: str, raw: bytes, at: int = 0, seals: tuple = ()) -> tuple:
    """Return the values of a record in their order; or none of one that ``unpack`` refuses."""
    if flaw(layout, form, raw, at, seals):
        return ()
    flat = struct.unpack_from(form, raw)
    return () if odd(layout, form, flat) else flat


def unpack(layout: tuple, form: str, raw: bytes, at: int = 0, seals: tuple = ()) -> dict | None:
    """Return the rows of a record by name, or None if it has a flaw or values that no machine writes."""
    return _told(layout, values(layout, form, raw, at, seals))


def _told(layout: tuple, flat: tuple) -> dict | None:
    if not flat:
        return None
    rows = _named(layout, flat)
    if "tilt" in rows:
        rows["tilt"] = rows["tilt"].rstrip(b"\x00").decode()
    return rows


def odd(layout: tuple, form: str, flat: tuple) -> bool:
    """Tell whether no machine or cup writes such values: a tilt that is no text, a count too high."""
    tilt, counts = _CHECKED.get(form) or checked(layout)
    for at in counts:
        if flat[at] > COUNT_MOST:
            return True
    return tilt >= 0 and max(flat[tilt]) > 126


def checked(layout: tuple) -> tuple:
    """Return where among the values of a layout its tilt lies, -1 for none, and where its counters do."""
    names = value_names(layout)
    counts = [at for at, name in enumerate(names) if name in COUNTED]
    return names.index("tilt") if "tilt" in names else -1, tuple(counts)


def value_names(layout: tuple) -> list:
    """Return for each value of a layout the name of its row."""
    return [name for name, _, count, _ in layout for _ in range(count)]


# A record is checked at each start: where is worked out once.
_CHECKED = {form: checked(layout) for layout, form in zip((LAYOUT, MARKS_LAYOUT, PLAY_LAYOUT), FORMATS)}


def newest(layout: tuple, form: str, copies: list, slots: tuple, seals: tuple = ()) -> tuple:
    """Return the values of the newer whole one of two copies, each with its slot, or none."""
    sequences = [struct.unpack_from(_HEAD_FORMAT, raw)[2] if len(raw) >= 8 else -1 for raw in copies]
    first = 1 if sequences[1] >= sequences[0] else 0
    found = values(layout, form, copies[first], slots[first], seals)
    return found or values(layout, form, copies[1 - first], slots[1 - first], seals)


def newer(layout: tuple, form: str, copies: list, slots: tuple, seals: tuple = ()) -> dict | None:
    """Return the rows of that copy by name, or None if neither is whole."""
    return _told(layout, newest(layout, form, copies, slots, seals))


def outdated(known: int, sequence: int) -> bool:
    """Tell whether marks are older than the books say, beyond the one pulse that a damaged copy loses."""
    return sequence + 1 < known


def place(play: int) -> int:
    """Return where in the FRAM the row of a play lies, by its number among all starts."""
    return RING + play % RING_ROWS * RING_ROW


def prize(kind: int) -> bool:
    """Tell whether a payment of this kind is a prize, given apart from the prize meter."""
    return kind in (KIND_PRIZE, KIND_HAND, KIND_LINK) or kind >= KIND_IN_KIND
