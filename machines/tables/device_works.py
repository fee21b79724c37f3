# SPDX-License-Identifier: MIT
"""
What all devices that make a table's chance come from: their program, their memory, and what they drew last.

    rom = Program("wheel", wheel_pins.PINS).rom(tables, settings)
    Memory.of(wheel_record.RECORD, wheel_record.RING, "draws").read(image)["draws"]
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from machines.firmware import committed, nvram
from machines.firmware.chance_device import device_record
from machines.firmware.chance_device.device_record import PHASE_DRAWN, RING_ROWS, SLOTS, Layout
from machines.memory.chip import Seals
from machines.rom.cores import AnyTables
from machines.rom.program import (
    FIRMWARE_FOLDER,
    PinRow,
    Rom,
    check_names,
    firmware_digest,
    settings_source,
    translated,
)
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, JsonView

COMMON = FIRMWARE_FOLDER / "chance_device"
# What a device shares with coin machines: how records are packed, the base of the state, lines and bus.
SHARED = ("committed", "nvram", "wiring")


Rows = tuple[tuple[str, str, int, str], ...]
"""Name, struct code, how many, what it holds."""


class Memory(NamedTuple):
    """
    The layouts of a device's memory.

    Attributes:
        record, ring: of the record, and of a row of what it drew last.
        counter: name of the row of the record that counts draws.
    """

    record: Layout
    ring: Layout
    counter: str

    @classmethod
    def of(cls, record: Rows, ring: Rows, counter: str) -> Memory:
        """The layouts of these rows."""
        return cls(device_record.record(record), device_record.ring(ring), counter)

    def image(self, state: bytes, serial: int, seals: Seals) -> bytes:
        """
        Return the FRAM of a device as it leaves the works, the only first write there is.

        Args:
            state: of the core, before the first draw.
            serial: serial number, also the machine number of the stream, 0 to 2^39 - 1.
            seals: of the device's chip (chip.py).
        """
        image, layout = bytearray(nvram.SIZE), self.record
        values: Json = {**dict(committed.blank(layout.rows)), "serial": serial, "state": state}
        for copy, at in enumerate(SLOTS):
            raw = nvram.pack(layout.rows, layout.format, copy, values, at, seals)
            image[at : at + layout.size] = raw
        return bytes(image)

    def read(self, image: bytes, seals: Seals = ()) -> Json | None:
        """Return what a FRAM says, by name; None: no copy is whole. Without seals none is checked."""
        return self.newer(self.copies(image), seals)

    def copies(self, image: bytes | bytearray) -> list[bytes]:
        """Return both copies of the record as they lie in a FRAM."""
        return [bytes(image[at : at + self.record.size]) for at in SLOTS]

    def newer(self, copies: list[bytes], seals: Seals) -> Json | None:
        """Return what the newer whole one of two copies says, as ``read`` does."""
        return nvram.newer(self.record.rows, self.record.format, copies, SLOTS, seals)

    def recent(self, image: bytes, seals: Seals = ()) -> list[Json]:
        """
        Return the last draws by their rows' names, newest first, ``sequence`` the number of each, from 1.

        A row that its record does not count never happened, and one that was not shown yet stays hidden.
        """
        record, layout, found = self.read(image, seals), self.ring, []
        seen = 0 if record is None else record[self.counter] - (record["phase"] == PHASE_DRAWN)
        for row in range(RING_ROWS):
            at = device_record.place(row)
            raw = bytes(image[at : at + layout.size])
            drawn = nvram.unpack(layout.rows, layout.format, raw, at, seals)
            if drawn is not None and 0 < drawn["sequence"] <= seen:
                found.append(drawn)
        return sorted(found, key=lambda drawn: -drawn["sequence"])


class Program(NamedTuple):
    """
    The firmware of a kind of device.

    Attributes:
        room: its folder beside those of the machines; what all kinds share is added.
        pins: its pin table.
    """

    room: str
    pins: tuple[PinRow, ...]

    def sources(self, folder: Path | None = None) -> dict[str, str]:
        """Read the firmware, ours or of a folder of somebody else's, which has what it needs of ours."""
        own = folder or FIRMWARE_FOLDER / self.room
        paths = [
            *(FIRMWARE_FOLDER / f"{name}.py" for name in SHARED),
            *COMMON.glob("*.py"),
            *own.glob("*.py"),
        ]
        found = {path.stem: path for path in paths if path.stem != "__init__"}
        return {name: found[name].read_text(encoding="utf-8") for name in sorted(found)}

    def rom(
        self,
        tables: AnyTables,
        settings: JsonView,
        *,
        language: str = DEFAULT_LANGUAGE,
        test: bool = False,
        firmware: dict[str, str] | None = None,
    ) -> Rom:
        """
        Make the ROM of a device.

        Args:
            tables: what the core draws with.
            settings: constants of its description.
            language: of the message line, one of languages().
            test: the device shows itself as TEST.
            firmware: module name -> source, instead of ours.

        Raises:
            LanguageError: there is no such language.
            RomError: firmware without ``main``.
        """
        sources = dict(firmware) if firmware is not None else self.sources()
        check_names(sources)
        sources = translated(sources, language)
        own = {
            "LANGUAGE": language,
            "TEST": int(test),
            "TABLES_SHA256": tables.digest,
            "FIRMWARE_SHA256": firmware_digest(sources),
        }
        sources["settings"] = settings_source({**settings, **own})
        return Rom(sources=sources, tables=tables.blob, pin_rows=self.pins)
