# SPDX-License-Identifier: MIT
"""
The service of a machine that has lost its memory: what is lost, and how a technician gives it back.

    seals = seals_of(chip_key, serial)
    mended = mend(image, read_image("last-run.jsonl").nvram, units=model.meter_units, seals=seals)
    mended.nvram, mended.notes

The firmware locks up where no copy of a record is whole, and nothing at the machine clears that: this
does, on the workbench. It makes nothing up: a record comes from a backup of the same machine,
or, the marks of the meters alone, from books that are whole. What is not sealed by the machine's own chip is
no record of it.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from emulator.devices.counter_memory import Reading
from emulator.support.errors import HintedError
from machines.firmware import counter_link, events, nvram
from machines.memory import factory
from machines.memory.chip import Seals
from machines.support.plain import Json, JsonView
from machines.types.common.meters import MeterUnits

# Place and size of all copies of the books and of the marks.
SLOTS = tuple(
    (at, size)
    for slots, size in ((nvram.SLOTS, nvram.MAIN_SIZE), (nvram.MARKS_SLOTS, nvram.MARKS_SIZE))
    for at in slots
)


_EARLIER = "main: an earlier copy, that meters or sealed counter are ahead of"
_LATER = "main: later than the sealed counter"


class ServiceError(HintedError):
    """A memory cannot be mended like this; ``hint`` is what to do next."""


@dataclass(frozen=True)
class Mended:
    """A memory that the machine starts with again."""

    nvram: bytes
    notes: tuple[str, ...]
    """What was taken from where, for the log book."""
    owed_cents: int
    """What the machine now believes to owe to its visitor."""


def lost(image: bytes, seals: Seals = ()) -> tuple[str, ...]:
    """
    Names of the records of which no copy is whole: ``main``, ``marks``; none: nothing is locked.

    Args:
        image: the memory.
        seals: of its machine; empty: who wrote the records is not asked.
    """
    records = {"main": books_in(image, seals), "marks": _marks(image, seals)}
    return tuple(name for name, record in records.items() if record is None)


def astray(
    image: bytes, *, units: MeterUnits, seals: Seals, counter: Reading | None = None, chance: bool = False
) -> bool:
    """Whether whole books are not those that meters and sealed counter have followed (as ``mend``)."""
    books, pulses = books_in(image, seals), _marks(image, seals)
    if books is None or pulses is None:
        return False
    if _up_to(pulses["given"], books, units) != tuple(pulses["given"]):
        return True
    return counter is not None and _differ(books, counter, chance)


def untouched(image: bytes, seals: Seals) -> Mended:
    """A memory whose records are whole, to be written into a new file as it is."""
    books = books_in(image, seals)
    assert books is not None
    return Mended(image, (), owed_cents(books))


def mend(
    image: bytes,
    backup: bytes | None = None,
    *,
    units: MeterUnits,
    seals: Seals,
    serial: int | None = None,
    counter: Reading | None = None,
    chance: bool = False,
) -> Mended:
    """
    Give a machine whole records again.

    Books and marks are taken as a pair, so that the mechanical meters go on counting from where they
    stand. Rows of the last plays stay as they are.

    Args:
        image: the locked memory.
        backup: an earlier memory of the same machine; needed where no books are whole.
        units: what one pulse of each meter stands for, as the model has it.
        seals: of the machine's chip.
        serial: serial number of the machine, if it is known; the backup must have the same.
        counter: what its sealed counter holds. It counts on from there: nothing sets it back, so the books
            keep what it is ahead of them.
        chance: a machine of type C, which books a prize only once it was shown.

    Raises:
        ServiceError: nothing is lost, or there is nothing to mend it with.
    """
    books, pulses = books_in(image, seals), _marks(image, seals)
    if books is not None and pulses is not None:
        if not astray(image, units=units, seals=seals, counter=counter, chance=chance):
            raise ServiceError("the memory must be locked up to be mended (got one that is whole)", "play on")
        given = _up_to(pulses["given"], books, units)
        later = counter is not None and given == tuple(pulses["given"]) and _behind(books, counter, chance)
        notes = [_LATER if later else _EARLIER]
    elif books is not None:
        given = units.owed(books)
        notes = ["marks: set to the books, main being whole; no pulse is owed to the meters"]
    else:
        books, given = _from_backup(backup, serial, seals)
        notes = [f"main and marks: from the backup, with {books['plays']} plays on its counters"]
    if counter is not None and _differ(books, counter, chance):
        notes.append(_follow(books, counter, chance))
    if books["tilt"] == "audit":
        # Whether they add up now, the machine finds out by itself as soon as it starts.
        books["tilt"] = ""
    with fitting():
        made = bytearray(_log(image, books, _last_s(image, books, seals), seals))
        # With the newest sequences, and the log just written: nothing else of the memory changes.
        whole = factory.image_of(books, given, seals, books["sequence"] + 1)
    for at, size in SLOTS:
        made[at : at + size] = whole[at : at + size]
    return Mended(bytes(made), tuple(notes), owed_cents(books))


@contextlib.contextmanager
def fitting() -> Iterator[None]:
    """Raise ServiceError where the next record after these books cannot hold its numbers."""
    try:
        yield
    except struct.error as error:
        raise ServiceError(
            f"the numbers in the books must leave room for the next record ({error})",
            "no machine comes that far: keep the memory for the laboratory",
        ) from None


def owed_cents(books: JsonView) -> int:
    """Cents that a machine with these books owes its visitor."""
    buckets = ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents")
    return int(sum(books[name] for name in buckets) + sum(books["queue_cents"]))


def told(image: bytes, now_s: int, seals: Seals) -> bytes:
    """
    Log and count in a mended memory that it was lost, which the machine itself cannot.

    Args:
        image: the mended memory.
        now_s: calendar time, seconds since 1970.
        seals: of the machine's chip.
    """
    books = books_in(image, seals)
    assert books is not None
    made = bytearray(_log(image, books, now_s, seals))
    sequence = books["sequence"] + 1
    at = nvram.SLOTS[sequence & 1]
    made[at : at + nvram.MAIN_SIZE] = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, sequence, books, at, seals)
    return bytes(made)


def _log(image: bytes, books: Json, time_s: int, seals: Seals) -> bytes:
    """The image with the row of a tilt ``memory``, which these books count."""
    code, argument = events.tilt_row(events.TILT, "memory")
    place = code - events.TILT
    troubles = list(books["troubles"])
    troubles[place] = min(troubles[place] + 1, 0xFFFF)
    books["events"], books["troubles"] = books["events"] + 1, troubles
    row = events.pack(books["events"], time_s, code, argument, seals)
    at = events.place(books["events"])
    return image[:at] + row + image[at + len(row) :]


def _last_s(image: bytes, books: JsonView, seals: Seals) -> int:
    """Time of the last event that can be read: the workbench has no clock of the machine's."""
    rows = events.read(image, books["events"], seals)
    return int(rows[-1]["time_s"]) if rows else 0


def behind(image: bytes, meters: Mapping[str, int], units: MeterUnits) -> dict[str, int]:
    """
    Pulses by which the mechanical meters are ahead of the books, since the backup.

    Args:
        image: a memory that is whole.
        meters: counts of the mechanical meters, which no memory can lose.
        units: as for ``mend``.
    """
    books = books_in(image)
    assert books is not None
    return {name: meters[name] - owed for name, owed in zip(nvram.METERS, units.owed(books), strict=True)}


def _from_backup(backup: bytes | None, serial: int | None, seals: Seals) -> tuple[Json, tuple[int, ...]]:
    if backup is None:
        raise ServiceError(
            "no copy of the books is whole, so a backup must be there",
            "an earlier file of this machine, or the journal of its last run, given as --backup",
        )
    books, marks = books_in(backup, seals), _marks(backup, seals)
    if books_in(backup) is not None and books is None:
        raise ServiceError(
            "the backup must be sealed by the chip of this machine (got one that another has written)",
            "books of another machine would be forged books; take another",
        )
    if books is None or marks is None:
        raise ServiceError("the backup must be whole (got one that is locked up too)", "take another")
    if serial is not None and books["serial"] != serial:
        raise ServiceError(
            f"the backup must be of serial number {serial} (got {books['serial']})",
            "books of another machine would be forged books",
        )
    return books, tuple(marks["given"])


def _shown(books: JsonView, chance: bool) -> tuple[int, ...]:
    """The totals of a counter that has followed these books."""
    figures = [books[name] for name in ("plays", "prizes", "won_cents", "pending_cents")]
    plays, prizes, won_cents, pending_cents = figures
    hiding = bytes(1) if chance else books["outcome"]
    counted = counter_link.totals(plays, prizes, won_cents, pending_cents, hiding)
    pairs = zip(counted, books["counter_base"], strict=True)
    return tuple((here + base) % counter_link.MODULUS for here, base in pairs)


def _differ(books: JsonView, counter: Reading, chance: bool) -> bool:
    """Whether books and counter tell two stories; a frame that the counter has yet to get is none."""
    if (counter.sequence + 1) % counter_link.NUMBERS == books["counter_sequence"]:
        return False
    shown = (counter.plays, counter.prizes, counter.won_cents)
    return counter.sequence != books["counter_sequence"] or shown != _shown(books, chance)


def _follow(books: Json, counter: Reading, chance: bool) -> str:
    """Let books follow a sealed counter from its present totals; return its lead."""
    if counter.machine != books["serial"]:
        raise ServiceError(
            f"the sealed counter must be that of machine {books['serial']} (got that of {counter.machine})",
            "put its own counter back",
        )
    ahead = _ahead(books, counter, chance)
    books["counter_base"] = tuple(
        (base + more) % counter_link.MODULUS for base, more in zip(books["counter_base"], ahead, strict=True)
    )
    books["counter_serial"], books["counter_sequence"] = counter.serial, counter.sequence
    books["counter_frame"] = counter.frame
    where, sign = ("behind", -1) if max(ahead) <= 0 else ("ahead of", 1)
    plays, prizes, cents = (sign * count for count in ahead)
    return f"sealed counter: {where} the books by {plays} plays, {prizes} prizes, {cents} cents"


def _ahead(books: JsonView, counter: Reading, chance: bool) -> tuple[int, ...]:
    """How much more a counter shows than one that has followed these books; below 0, how much less."""
    shown = (counter.plays, counter.prizes, counter.won_cents)
    half = counter_link.MODULUS // 2
    pairs = zip(shown, _shown(books, chance), strict=True)
    return tuple((now - then + half) % counter_link.MODULUS - half for now, then in pairs)


def _behind(books: JsonView, counter: Reading, chance: bool) -> bool:
    """Whether a counter knows less than these books, as one of an earlier moment does."""
    ahead = _ahead(books, counter, chance)
    return max(ahead) <= 0 and min(ahead) < 0


def books_in(image: bytes, seals: Seals = ()) -> Json | None:
    """The main record of a memory as it stands there, or None if no copy is whole."""
    return _newer(image, nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS, nvram.MAIN_SIZE, seals)


def _marks(image: bytes, seals: Seals = ()) -> Json | None:
    return _newer(image, nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS, nvram.MARKS_SIZE, seals)


def _newer(
    image: bytes, layout: tuple[object, ...], form: str, slots: tuple[int, ...], size: int, seals: Seals
) -> Json | None:
    copies = [bytes(image[at : at + size]) for at in slots]
    found: Json | None = nvram.newer(layout, form, copies, slots, seals)
    return found


def _up_to(given: Sequence[int], books: JsonView, units: MeterUnits) -> tuple[int, ...]:
    """Pulses given, and never more than these books ask for."""
    return tuple(min(pair) for pair in zip(given, units.owed(books), strict=True))
