# SPDX-License-Identifier: MIT
"""
The service of a machine that has lost its memory: what is lost, and how a technician gives it back.

    mended = mend(image, read_image("last-run.jsonl").nvram, unit_cents=10)
    mended.nvram, mended.notes

The firmware locks up where no copy of a record is whole, and nothing at the machine clears that. This is
the other way, for the workbench. It makes nothing up: a record comes from a backup of the same machine,
or, the marks of the meters alone, from books that are whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from emulator import EmulatorError
from emulator.counter_memory import Reading
from machines.firmware import counter_link, events, nvram


class ServiceError(EmulatorError):
    """A memory cannot be mended like this; ``hint`` is what to do next."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Mended:
    """A memory that the machine starts with again."""

    nvram: bytes
    notes: tuple[str, ...]
    """What was taken from where, for the log book."""
    owed_cents: int
    """What the machine now believes to owe to its visitor."""


def lost(image: bytes) -> tuple[str, ...]:
    """Names of the records of which no copy is whole: ``main``, ``marks``; none: nothing is locked."""
    records = {"main": _main(image), "marks": _marks(image)}
    return tuple(name for name, record in records.items() if record is None)


def astray(image: bytes, counter: Reading | None, chance: bool) -> bool:
    """Whether whole books and their sealed counter tell two stories, as ``mend`` takes them."""
    books = _main(image)
    return books is not None and counter is not None and _differ(books, counter, chance)


def untouched(image: bytes) -> Mended:
    """A memory whose records are whole, to be written into a new file as it is."""
    books = _main(image)
    assert books is not None
    return Mended(image, (), _owed_cents(books))


def mend(
    image: bytes,
    backup: bytes | None = None,
    *,
    unit_cents: int,
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
        unit_cents: what one pulse of a money meter stands for, as the model has it.
        serial: serial number of the machine, if it is known; the backup must have the same.
        counter: what its sealed counter holds. It counts on from there: nothing sets it back, so the books
            keep what it is ahead of them.
        chance: a machine of type C, which books a prize only once it was shown.

    Raises:
        ServiceError: nothing is lost, or there is nothing to mend it with.
    """
    books, pulses = _main(image), _marks(image)
    if books is not None and pulses is not None:
        if not astray(image, counter, chance):
            raise ServiceError("the memory must be locked up to be mended (got one that is whole)", "play on")
        given, notes = pulses["given"], ["main: an earlier copy, that the sealed counter is ahead of"]
    elif books is not None:
        given = _pulses_owed(books, unit_cents)
        notes = ["marks: set to the books, main being whole; no pulse is owed to the meters"]
    else:
        books, given = _from_backup(backup, serial)
        notes = [f"main and marks: from the backup, with {books['plays']} plays on its counters"]
    if counter is not None and _differ(books, counter, chance):
        notes.append(_follow(books, counter, chance))
    made = bytearray(_log(image, books, _last_s(image, books)))
    for sequence in (books["sequence"] + 1, books["sequence"] + 2):
        main = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, sequence, books)
        _write(made, nvram.SLOTS, sequence, main)
        marks = nvram.pack(nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, sequence, {"given": given})
        _write(made, nvram.MARKS_SLOTS, sequence, marks)
    return Mended(bytes(made), tuple(notes), _owed_cents(books))


def _owed_cents(books: Mapping[str, Any]) -> int:
    """What a machine owes to its visitor by these books."""
    buckets = ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents")
    return int(sum(books[name] for name in buckets) + sum(books["queue_cents"]))


def told(image: bytes, now_s: int) -> bytes:
    """
    Write into log and counters of a memory that is whole again that it was lost, which no machine can.

    Args:
        image: the mended memory.
        now_s: calendar time, seconds since 1970.
    """
    books = _main(image)
    assert books is not None
    made = bytearray(_log(image, books, now_s))
    sequence = books["sequence"] + 1
    _write(made, nvram.SLOTS, sequence, nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, sequence, books))
    return bytes(made)


def _log(image: bytes, books: dict[str, Any], time_s: int) -> bytes:
    """The image with the row of a tilt ``memory``, which these books count."""
    code, argument = events.tilt_row(events.TILT, "memory")
    place = code - events.TILT
    troubles = list(books["troubles"])
    troubles[place] = min(troubles[place] + 1, 0xFFFF)
    books["events"], books["troubles"] = books["events"] + 1, troubles
    row = events.pack(books["events"], time_s, code, argument)
    at = events.place(books["events"])
    return image[:at] + row + image[at + len(row) :]


def _last_s(image: bytes, books: Mapping[str, Any]) -> int:
    """Time of the last event that can be read: the workbench has no clock of the machine's."""
    rows = events.read(image, books["events"])
    return int(rows[-1]["time_s"]) if rows else 0


def behind(image: bytes, meters: Mapping[str, int], unit_cents: int) -> dict[str, int]:
    """
    How many pulses the mechanical meters are ahead of the books: what happened after the backup.

    Args:
        image: a memory that is whole.
        meters: counts of the mechanical meters, which no memory can lose.
        unit_cents: as for ``mend``.
    """
    books = _main(image)
    assert books is not None
    return {
        name: meters[name] - owed
        for name, owed in zip(nvram.METERS, _pulses_owed(books, unit_cents), strict=True)
    }


def _from_backup(backup: bytes | None, serial: int | None) -> tuple[dict[str, Any], tuple[int, ...]]:
    if backup is None:
        raise ServiceError(
            "no copy of the books is whole, so a backup must be there",
            "an earlier file of this machine, or the journal of its last run, given as --backup",
        )
    books, marks = _main(backup), _marks(backup)
    if books is None or marks is None:
        raise ServiceError("the backup must be whole (got one that is locked up too)", "take another")
    if serial is not None and books["serial"] != serial:
        raise ServiceError(
            f"the backup must be of serial number {serial} (got {books['serial']})",
            "books of another machine would be forged books",
        )
    return books, tuple(marks["given"])


def _shown(books: Mapping[str, Any], chance: bool) -> tuple[int, ...]:
    """What a counter shows that has followed these books."""
    figures = [books[name] for name in ("plays", "prizes", "won_cents", "pending_cents")]
    plays, prizes, won_cents, pending_cents = figures
    hiding = bytes(1) if chance else books["outcome"]
    counted = counter_link.totals(plays, prizes, won_cents, pending_cents, hiding)
    pairs = zip(counted, books["counter_base"], strict=True)
    return tuple((here + base) % counter_link.MODULUS for here, base in pairs)


def _differ(books: Mapping[str, Any], counter: Reading, chance: bool) -> bool:
    """Whether books and counter tell two stories; a frame that the counter has yet to get is none."""
    if (counter.sequence + 1) % counter_link.NUMBERS == books["counter_sequence"]:
        return False
    shown = (counter.plays, counter.prizes, counter.won_cents)
    return counter.sequence != books["counter_sequence"] or shown != _shown(books, chance)


def _follow(books: dict[str, Any], counter: Reading, chance: bool) -> str:
    """Let books follow a sealed counter from where it stands; say what it is ahead by."""
    if counter.machine != books["serial"]:
        raise ServiceError(
            f"the sealed counter must be that of machine {books['serial']} (got that of {counter.machine})",
            "put its own counter back",
        )
    shown = (counter.plays, counter.prizes, counter.won_cents)
    ahead = [
        (now - then) % counter_link.MODULUS for now, then in zip(shown, _shown(books, chance), strict=True)
    ]
    books["counter_base"] = tuple(
        (base + more) % counter_link.MODULUS for base, more in zip(books["counter_base"], ahead, strict=True)
    )
    books["counter_serial"], books["counter_sequence"] = counter.serial, counter.sequence
    books["counter_frame"] = counter.frame
    return f"sealed counter: ahead of the books by {ahead[0]} plays, {ahead[1]} prizes, {ahead[2]} cents"


def _write(image: bytearray, slots: tuple[int, ...], sequence: int, raw: bytes) -> None:
    at = slots[sequence & 1]
    image[at : at + len(raw)] = raw


def _main(image: bytes) -> dict[str, Any] | None:
    return _newer(image, nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS, nvram.MAIN_SIZE)


def _marks(image: bytes) -> dict[str, Any] | None:
    return _newer(image, nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS, nvram.MARKS_SIZE)


def _newer(
    image: bytes, layout: tuple[Any, ...], form: str, slots: tuple[int, ...], size: int
) -> dict[str, Any] | None:
    even, odd = (bytes(image[at : at + size]) for at in slots)
    found: dict[str, Any] | None = nvram.newer(layout, form, even, odd)
    return found


def _pulses_owed(books: Mapping[str, Any], unit_cents: int) -> tuple[int, ...]:
    """Pulses that each meter should have had by these books, in the order of ``nvram.METERS``."""
    shown_cents = books["won_cents"] - books["pending_cents"]
    in_cents = books["coin_in_cents"] + books["note_in_cents"] + books["card_in_cents"]
    amounts = (shown_cents, in_cents, books["coin_out_cents"] + books["card_out_cents"])
    return (books["plays"], *(cents // unit_cents for cents in amounts))
