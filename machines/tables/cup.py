# SPDX-License-Identifier: MIT
"""
The dice cup as a machine: its definition, what its board boots, and its memory as it leaves the works.

    cup = load_cup("cubilete")
    rom = cup_rom(cup)

Source of the dice: Orden of the Illes Balears of 30 December 2005, number 16, II.3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cext.cup import CupTables, new_cup_state
from machines import MachinesError
from machines.firmware.cup import cup_pins, cup_record
from machines.memory.chip import Seals
from machines.rom.program import Rom
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json
from machines.support.shipped import read_table, shipped_file, shipped_names
from machines.tables.device_works import Memory, Program

FOLDER = Path(__file__).parent / "cups"
PROGRAM = Program("cup", cup_pins.PINS)
MEMORY = Memory.of(cup_record.RECORD, cup_record.RING, "throws")
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
        if not isinstance(said, dict) or DEFAULT_LANGUAGE not in said:
            wrong.append(f"texts.{name} must have {DEFAULT_LANGUAGE} (got {said!r})")
    if wrong:
        raise CupError("\n".join(f"{source}: {line}" for line in wrong))
    return Cup(**{**table, "texts": texts})


def cup_rom(
    cup: Cup,
    *,
    language: str = DEFAULT_LANGUAGE,
    test: bool = False,
    firmware: dict[str, str] | None = None,
) -> Rom:
    """The ROM of a cup; what it takes and raises, ``Program.rom`` says."""
    return PROGRAM.rom(cup.tables, cup.settings(), language=language, test=test, firmware=firmware)


def cup_image(cup: Cup, key: bytes, serial: int, seals: Seals) -> bytes:
    """Return the FRAM of a cup as it leaves the works; ``key``: 32 bytes, of its random stream."""
    return MEMORY.image(new_cup_state(cup.tables, key, serial), serial, seals)


def recent_throws(image: bytes, seals: Seals = ()) -> list[Json]:
    """Return a cup's last 16 shown throws, newest first: number (from 1), faces, bank, time_s."""
    return [
        {
            "number": row["sequence"],
            "faces": tuple(face for face in row["faces"] if face),
            "bank": row["bank"],
            "time_s": row["time_s"],
        }
        for row in MEMORY.recent(image, seals)
    ]
