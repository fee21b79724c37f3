# SPDX-License-Identifier: MIT
"""
The dice cup as a machine: its definition, what its board boots, and its memory as it leaves the works.

    cup = load_cup("cubilete")
    rom = cup_rom(cup, language="es")

Source of the dice: Orden of the Illes Balears of 30 December 2005, number 16, II.3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cext.cup import CupTables, new_cup_state
from machines import MachinesError
from machines.firmware import nvram
from machines.firmware.cup import cup_pins, cup_record
from machines.memory.chip import Seals
from machines.rom.program import (
    FIRMWARE_FOLDER,
    LANGUAGES,
    Rom,
    RomError,
    check_names,
    firmware_digest,
    settings_source,
)
from machines.support.plain import Json
from machines.support.shipped import read_table, shipped_file, shipped_names

FOLDER = Path(__file__).parent / "cups"
FIRMWARE = FIRMWARE_FOLDER / "cup"
# What the cup shares with coin machines: how records are packed, and how lines and bus are reached.
SHARED = ("nvram", "wiring")
DIE_MM = (20, 25)
"""Three dice of one colour, 20 to 25 mm (16, II.3)."""
# Key, least, most, unit.
_NUMBERS = (
    ("dice", 3, 3, "dice (16, II.3)"),
    ("die_mm", *DIE_MM, "mm (16, II.3)"),
    ("places", 2, 7, "places (16, IV)"),
    ("shake_min_ms", 500, 10_000, "ms"),
    ("shake_min_contacts", 1, 200, "contacts"),
    ("still_ms", 100, 2_000, "ms"),
)


class CupError(MachinesError):
    """A cup's file has mistakes; the message names all of them."""


@dataclass(frozen=True)
class Cup:
    """
    A checked dice cup.

    Attributes:
        name, title: as the file has them.
        dice, die_mm, colour: three of one colour, the length of an edge in mm.
        places: of the table that it serves.
        shake_min_ms, shake_min_contacts: how long and how hard a shake must be to count.
        still_ms: for how long it must be at rest before the dice are thrown.
        texts: name -> language -> text.
    """

    name: str
    title: str
    dice: int
    die_mm: int
    colour: str
    places: int
    shake_min_ms: int
    shake_min_contacts: int
    still_ms: int
    texts: dict[str, dict[str, str]]

    @cached_property
    def tables(self) -> CupTables:
        """What the core throws with."""
        return CupTables(self.dice)

    def settings(self) -> Json:
        """Constants of the firmware's module ``settings``."""
        return {
            "DICE": self.dice,
            "PLACES": self.places,
            "SHAKE_MIN_MS": self.shake_min_ms,
            "SHAKE_MIN_CONTACTS": self.shake_min_contacts,
            "STILL_MS": self.still_ms,
        }


def cup_names() -> list[str]:
    """The cups that ship."""
    return shipped_names(FOLDER)


def load_cup(name_or_path: str = "cubilete") -> Cup:
    """Read a cup that ships, or a file; raises CupError with all its mistakes."""
    path = shipped_file(FOLDER, name_or_path, "cup", CupError)
    return read_cup(path.read_text(encoding="utf-8"), path.name)


def read_cup(text: str, source: str = "cup") -> Cup:
    """Read and check a cup; raises CupError with all its mistakes."""
    table = read_table(text, source, CupError)
    known = {*Cup.__dataclass_fields__}
    wrong = [f"{key} must be one of {', '.join(sorted(known))}" for key in sorted(set(table) - known)]
    for key, least, most, unit in _NUMBERS:
        value = table.get(key)
        if type(value) is not int or not least <= value <= most:
            wrong.append(f"{key} must be {least} to {most} {unit} (got {value!r})")
    for key in ("name", "title"):
        if not isinstance(table.get(key), str) or not table[key]:
            wrong.append(f"{key} must be a text (got {table.get(key)!r})")
    if not re.fullmatch("#[0-9A-Fa-f]{6}", str(table.get("colour"))):
        wrong.append(f"colour must be one for all dice, as #F3ECDC (16, II.3) (got {table.get('colour')!r})")
    texts = table.get("texts", {})
    for name, said in texts.items():
        if not isinstance(said, dict) or not {"es", "en"} <= set(said):
            wrong.append(f"texts.{name} must have es and en (got {said!r})")
    if wrong:
        raise CupError("\n".join(f"{source}: {line}" for line in wrong))
    return Cup(**{**table, "texts": texts})


def cup_sources(folder: Path = FIRMWARE) -> dict[str, str]:
    """Read the cup's firmware: its own folder, and what it shares with coin machines."""
    paths = [*folder.glob("*.py"), *(FIRMWARE_FOLDER / f"{name}.py" for name in SHARED)]
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(paths) if path.stem != "__init__"}


def cup_rom(
    cup: Cup, *, language: str = "es", test: bool = False, firmware: dict[str, str] | None = None
) -> Rom:
    """
    Make the ROM of a cup.

    Args:
        cup: a checked one.
        language: of the message line, one of LANGUAGES.
        test: the cup shows itself as TEST.
        firmware: module name -> source, instead of ours.

    Raises:
        RomError: an unknown language, or firmware without ``main``.
    """
    if language not in LANGUAGES:
        raise RomError(f"language must be one of {', '.join(LANGUAGES)} (got {language})")
    sources = dict(firmware) if firmware is not None else cup_sources()
    check_names(sources)
    own = {
        "LANGUAGE": language,
        "TEST": int(test),
        "TABLES_SHA256": cup.tables.digest,
        "FIRMWARE_SHA256": firmware_digest(sources),
    }
    sources["settings"] = settings_source({**cup.settings(), **own})
    return Rom(sources=sources, tables=cup.tables.blob, pin_rows=cup_pins.PINS)


def cup_image(cup: Cup, key: bytes, serial: int, seals: Seals) -> bytes:
    """
    Return the FRAM of a cup as it leaves the works, the only first write there is.

    Args:
        key: 32 bytes, of its random stream.
        serial: serial number, also the machine number of the stream, 0 to 2^39 - 1.
        seals: of the cup's chip (chip.py).
    """
    image = bytearray(nvram.SIZE)
    values: Json = {name: 0 for name, *_ in cup_record.LAYOUT}
    values |= {"tilt": "", "serial": serial, "outcome": bytes(nvram.OUTCOME_SIZE)}
    values["state"] = new_cup_state(cup.tables, key, serial)
    for copy, at in enumerate(cup_record.SLOTS):
        raw = nvram.pack(cup_record.LAYOUT, cup_record.FORMAT, copy, values, at, seals)
        image[at : at + cup_record.SIZE] = raw
    return bytes(image)


def cup_record_of(image: bytes, seals: Seals = ()) -> Json | None:
    """Return what a cup's FRAM says, by name, or None if no copy is whole; without seals none is checked."""
    copies = [bytes(image[at : at + cup_record.SIZE]) for at in cup_record.SLOTS]
    return nvram.newer(cup_record.LAYOUT, cup_record.FORMAT, copies, cup_record.SLOTS, seals)


def recent_throws(image: bytes, seals: Seals = ()) -> list[Json]:
    """Return a cup's last throws, newest first; a row that its record does not count never happened."""
    record, found = cup_record_of(image, seals), []
    for row in range(cup_record.RING_ROWS if record else 0):
        at = cup_record.RING + row * cup_record.RING_ROW
        raw = bytes(image[at : at + cup_record.THROW_SIZE])
        throw = nvram.unpack(cup_record.THROW_LAYOUT, cup_record.THROW_FORMAT, raw, at, seals)
        if throw is not None and record is not None and 0 < throw["sequence"] <= record["throws"]:
            found.append(
                throw | {"number": throw["sequence"], "faces": tuple(f for f in throw["faces"] if f)}
            )
    return sorted(found, key=lambda throw: -throw["number"])
