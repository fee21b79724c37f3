# SPDX-License-Identifier: MIT
"""
The NVRAM as people read it: every row of every record with place, encoding, value and check.

    found = nvram_map(cabinet.nvram, model, cabinet.seals)
    found.verdict                              # "whole", "recovered: ..." or "locked: ..."
    for record in found.records:
        print(record.name, record.check, [(row.name, row.value) for row in record.rows])

The layout and the judgement are the firmware's own (machines/firmware/nvram.py); nothing is decoded twice.
Without seals, where the key of the machine's chip is not known, every row is read all the same.
"""

from __future__ import annotations

import binascii
import hashlib
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import cext
from machines.check.problems import euro
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.firmware.linked.link_frames import POTS_MAX
from machines.memory.chip import Seals
from machines.memory.record import decode
from machines.model import Model
from machines.support.plain import Json, JsonView
from machines.types.registry import TYPES, type_named

# The play state holds the key of the plays to come: it is shown by its fingerprint only.
SECRET = ("state",)
_TYPES = {"B": "u8", "H": "u16", "I": "u32", "Q": "u64"}
_PHASES = ("idle", "rolling", "settled")
_FLAWS = {
    "version": "damaged: version must be {} (got {})",
    "length": "damaged: length must be {} bytes (got {})",
    "crc": "damaged: CRC-32 must be {} (got {})",
    "seal": "forged: its seal is not that of this machine's chip",
}
CHECKED = "checked"
NOT_CHECKED = "not checked"


# Rows of a record: name, code of ``struct``, how many, and what each is.
Layout = tuple[tuple[str, str, int, str], ...]


class Row(NamedTuple):
    """One value of a record."""

    name: str
    place: int
    """Address in the FRAM."""
    encoding: str
    value: Any
    """Integer, list of integers or text; hex digits of bytes that are neither; None of what is secret."""
    shown: str
    """The value as people read it."""
    what: str


@dataclass(frozen=True)
class Record:
    """One slot of the FRAM."""

    name: str
    place: int
    size: int
    check: str
    """"whole", "empty", or "damaged: " or "forged: " and why."""
    role: str
    """"counts" for what the machine goes by, "older", "never counted", or empty where nothing is whole."""
    rows: tuple[Row, ...]

    @property
    def whole(self) -> bool:
        """Whether the firmware would take it."""
        return self.check == "whole"

    def value(self, name: str) -> Any:
        """A row's value."""
        return next(row.value for row in self.rows if row.name == name)


@dataclass(frozen=True)
class NvramMap:
    """A whole FRAM."""

    verdict: str
    seals: str
    """CHECKED, or NOT_CHECKED where the key of the machine's chip was not given."""
    records: tuple[Record, ...]
    strays: tuple[int, ...]
    """Addresses outside every record that do not hold zero."""
    log: tuple[JsonView, ...]
    """The event log, the oldest first: number, time_s, code, argument and text of each event."""
    log_missing: int
    """Rows of the last 128 events that are not whole; in a sound memory at most the one that a cut tore."""

    def as_dict(self) -> Json:
        """The same as plain JSON values."""
        records = [vars(record) | {"rows": [row._asdict() for row in record.rows]} for record in self.records]
        return {
            "verdict": self.verdict,
            "seals": self.seals,
            "records": records,
            "stray_bytes": len(self.strays),
            "log": [dict(row) for row in self.log],
            "log_missing": self.log_missing,
        }


def nvram_map(image: bytes, model: Model | None = None, seals: Seals = ()) -> NvramMap:
    """
    Read a FRAM image, whole or not.

    Args:
        image: the FRAM; one that is too short is judged as if the rest had been lost.
        model: names coins, hoppers and the play state, if it is known.
        seals: of the machine's chip (chip.py); empty: seals are not checked.
    """
    image = bytes(image).ljust(nvram.SIZE, b"\0")
    known = decode(image, seals)
    starts = 0 if known is None else known["starts"]
    counted = 0 if known is None else known["events"]
    log = tuple(events.read(image, counted, seals))
    reader = _Reader(image, model, seals)
    main = _copies("main", reader, nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS)
    marks = _copies("marks", reader, nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS)
    ring = [_ring_row(reader, row, starts) for row in range(nvram.RING_ROWS)]
    if known is not None and (model is None or TYPES[model.type].keeps_steps):
        ring += _step_rows(reader, known)
    records = (*main, *marks, *ring)
    return NvramMap(
        _verdict(main, marks, ring),
        CHECKED if seals else NOT_CHECKED,
        records,
        tuple(_strays(image, records)),
        log,
        min(counted, events.ROWS) - len(log),
    )


class _Reader(NamedTuple):
    """A FRAM, and what is known of the machine that it is of."""

    image: bytes
    model: Model | None
    seals: Seals


def _copies(name: str, reader: _Reader, layout: Layout, form: str, slots: tuple[int, ...]) -> list[Record]:
    """The two copies of a record; the newer whole one counts."""
    made = [
        _record(f"{name} {which}", reader, place, layout, form)
        for which, place in zip(("even", "odd"), slots, strict=True)
    ]
    whole = [record for record in made if record.whole]
    # As the firmware chooses: the second of two with the same number.
    newest = max(reversed(whole), key=lambda record: record.value("sequence"), default=None)
    return [
        replace(record, role="counts" if record is newest else "older") if record.whole else record
        for record in made
    ]


def _ring_row(reader: _Reader, row: int, starts: int) -> Record:
    record = _record(f"play row {row}", reader, nvram.place(row), nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT)
    if not record.whole:
        return record
    return replace(record, role="counts" if 0 < record.value("sequence") <= starts else "never counted")


def _step_rows(reader: _Reader, known: Json) -> list[Record]:
    """Rows of steps that were ever written; those of recent plays that led to what stands count."""
    plays = steps.read(reader.image, known, reader.seals)
    counted = {(play["number"], row["step"]) for play in plays for row in play["steps"]}
    following = steps.place(known["starts"] + 1, 0)
    found = []
    for number in range(steps.PLAYS * steps.STEPS):
        place = steps.START + number * steps.SIZE
        if not any(reader.image[place : place + steps.SIZE]):
            continue
        name = f"step row {number // steps.STEPS}.{number % steps.STEPS}"
        record = _record(name, reader, place, steps.LAYOUT, steps.FORMAT, _step_check)
        if not record.whole:
            # The row of the next play that a cut tore is nobody's loss.
            found.append(replace(record, role="never counted" if place == following else ""))
            continue
        row = (record.value("play"), record.value("step"))
        past = record.value("play") <= known["starts"] - steps.KEPT
        found.append(
            replace(record, role="counts" if row in counted else "older" if past else "never counted")
        )
    return found


def _step_check(reader: _Reader, place: int, raw: bytes, values: JsonView) -> str:
    if steps.sound(raw, place, reader.seals):
        return "whole"
    if steps.sound(raw):
        return _FLAWS["seal"]
    present = binascii.crc32(raw[:-2]) & 0xFFFF
    return f"damaged: low half of CRC-32 must be {present:04x} (got {values['crc']:04x})"


def _record(
    name: str,
    reader: _Reader,
    place: int,
    layout: Layout,
    form: str,
    check: Callable[[_Reader, int, bytes, JsonView], str] | None = None,
) -> Record:
    size = sum(_size(code) * count for _, code, count, _ in layout)
    raw = reader.image[place : place + size]
    values = nvram.fields(layout, form, raw)
    rows, at = [], place
    for row_name, code, count, what in layout:
        value = _plain(row_name, values[row_name])
        shown = _shown(row_name, value, values[row_name], reader.model)
        rows.append(Row(row_name, at, _encoding(code, count), value, shown, what))
        at += _size(code) * count
    found = check(reader, place, raw, values) if check else _check(reader, place, layout, form, raw)
    return Record(name, place, size, found, "", tuple(rows))


def _check(reader: _Reader, place: int, layout: Layout, form: str, raw: bytes) -> str:
    if not any(raw):
        return "empty"
    flaw = nvram.flaw(layout, form, raw, place, reader.seals)
    values = nvram.fields(layout, form, raw)
    if flaw == "version":
        return _FLAWS[flaw].format(nvram.VERSION, values["version"])
    if flaw == "length":
        return _FLAWS[flaw].format(len(raw), values["length"])
    if flaw == "crc":
        present = binascii.crc32(raw[:-4])
        return _FLAWS[flaw].format(f"{present:08x}", f"{values['crc']:08x}")
    if flaw:
        return _FLAWS[flaw]
    if not nvram.odd(layout, form, struct.unpack_from(form, raw)):
        return "whole"
    for name, value in zip(nvram.value_names(layout), struct.unpack_from(form, raw), strict=True):
        if name in nvram.COUNTED and value > nvram.COUNT_MOST:
            return f"{name} must be at most {nvram.COUNT_MOST} (got {values[name]})"
    return "text of tilt must be ASCII"


def _verdict(main: list[Record], marks: list[Record], ring: list[Record]) -> str:
    """What the firmware would make of it."""
    lost = [name for name, copies in (("main", main), ("marks", marks)) if not any(c.whole for c in copies)]
    if lost:
        return f"locked: no copy of {' and '.join(lost)} is whole; the machine shows tilt memory"
    said = []
    broken = [record.name for record in (*main, *marks) if not record.whole]
    if broken:
        said.append(f"recovered: {', '.join(broken)} not whole, the machine goes by the other copy")
    damaged = [r.name for r in ring if r.check not in ("whole", "empty") and r.role != "never counted"]
    for kind in ("play", "step"):
        names = [name for name in damaged if name.startswith(kind)]
        if names:
            said.append(f"{', '.join(names)} damaged, that {kind} cannot be recalled")
    return "; ".join(said) or "whole"


def _strays(image: bytes, records: tuple[Record, ...]) -> Iterator[int]:
    rest = bytearray(image)
    for record in records:
        rest[record.place : record.place + record.size] = bytes(record.size)
    rest[events.RING : events.RING + events.ROWS * events.ROW] = bytes(events.ROWS * events.ROW)
    return (at for at, byte in enumerate(rest) if byte)


def text_of(name: str, raw: object, model: Model | None = None) -> str:
    """One value of a record as people read it; ``raw`` as ``nvram.fields`` unpacks it."""
    return _shown(name, _plain(name, raw), raw, model)


# -- values ------------------------------------------------------------------------------------------


def _size(code: str) -> int:
    return int(code[:-1]) if code.endswith("s") else int(_TYPES[code][1:]) // 8


def _encoding(code: str, count: int) -> str:
    name = f"{code[:-1]} bytes" if code.endswith("s") else _TYPES[code]
    return name if count == 1 else f"{name} x {count}"


def _plain(name: str, value: Any) -> Any:
    if name in SECRET:
        return None
    if isinstance(value, bytes):
        text = value.rstrip(b"\0")
        printable = name == "tilt" and all(0x20 <= byte < 0x7F for byte in text)
        return text.decode("ascii") if printable else value.hex()
    return list(value) if isinstance(value, tuple) else value


def _shown(name: str, value: Any, raw: Any, model: Model | None) -> str:
    special = _SHOWN.get(name)
    if special is not None:
        return special(raw, model)
    if name == "crc":
        return f"{value:08x}"
    if name.endswith("_cents"):
        amounts = value if isinstance(value, list) else [value]
        return ", ".join(euro(cents) for cents in amounts)
    if isinstance(value, list):
        return " ".join(str(number) for number in value)
    return str(value)


def _named(names: list[str], values: tuple[int, ...]) -> str:
    """Values after what they belong to; those that belong to nothing only if they are not zero."""
    pairs = [f"{name}: {value}" for name, value in zip(names, values, strict=False)]
    return ", ".join(pairs + [f"spare: {value}" for value in values[len(names) :] if value])


def _by_coin(raw: tuple[int, ...], model: Model | None) -> str:
    names = [f"#{n}" for n in range(len(raw))] if model is None else [euro(c) for c in model.coins_cents]
    return _named(names, raw)


def _by_hopper(raw: tuple[int, ...], model: Model | None) -> str:
    names = [f"#{n}" for n in range(len(raw))] if model is None else [euro(h.cents) for h in model.hoppers]
    return _named(names, raw)


def _phase(raw: int, _: Model | None) -> str:
    return _PHASES[raw] if raw < len(_PHASES) else f"{raw}: no phase"


def _kinds(raw: tuple[int, ...], _: Model | None) -> str:
    names = nvram.KIND_NAMES + tuple(f"in_kind {pot}" for pot in range(1, POTS_MAX))
    return ", ".join((names[kind] or "free") if kind < len(names) else f"{kind}: no kind" for kind in raw)


def _held(raw: int, _: Model | None) -> str:
    return " ".join(str(reel + 1) for reel in range(nvram.MAX_REELS) if raw >> reel & 1) or "none"


def _outcome(raw: bytes, model: Model | None) -> str:
    return type_named(None if model is None else model.type).outcome_text(raw)


def _state(raw: bytes, model: Model | None) -> str:
    fingerprint = f"secret, sha256 {hashlib.sha256(raw).hexdigest()[:16]}"
    if model is None:
        return fingerprint
    kind = TYPES[model.type]
    try:
        text = kind.state_text(model.tables, raw)
    except cext.CoreError as error:
        text = f"no state of {model.name}: {error}"
    return f"{fingerprint}; {text}" if kind.secret else text


_SHOWN: dict[str, Callable[[Any, Model | None], str]] = {
    "coins_in": _by_coin,
    "coins_out": _by_hopper,
    "hopper_counts": _by_hopper,
    "hopper_failed": _by_hopper,
    "phase": _phase,
    "queue_kinds": _kinds,
    "held": _held,
    "outcome": _outcome,
    "state": _state,
    "given": lambda raw, _: _named(list(nvram.METERS), raw),
}
