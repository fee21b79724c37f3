# SPDX-License-Identifier: MIT
"""Bits of the FRAM that flip: in one copy of a record, in both, in a row of the log, of plays or of steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.board.device import Device
from emulator.board.fram import FRAM
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.support.plain import Json, JsonView

# Record: layout, struct format, places of its copies.
RECORDS: Mapping[str, tuple[tuple[object, ...], str, tuple[int, int], int]] = {
    "main": (nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS, nvram.MAIN_SIZE),
    "marks": (nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS, nvram.MARKS_SIZE),
}
# Ring: the counter of its rows, and where the row of a number lies; of steps, that of the paid turn.
RINGS: Mapping[str, tuple[str, Callable[[int], int]]] = {
    "event": ("events", events.place),
    "step": ("starts", lambda number: steps.place(number, 0)),
    "play": ("starts", nvram.place),
}
# The byte of a record that flips, behind its head; and of a row of the log or of the plays.
RECORD_OFFSET, ROW_OFFSET = 12, 9
BIT = 0x40


class MemoryFault(Device):
    """
    Flips bits, and remembers those that took a record away, so that a backup can give it back.

    A copy that is damaged already stays as it is. What the firmware writes anew is whole again by itself.
    """

    def __init__(self, fram: FRAM) -> None:
        super().__init__("memory_fault")
        self._fram = fram
        # Of records that were lost: address, the byte that was there.
        self._lost: list[tuple[int, int]] = []

    def spoil_copy(self, record: str) -> None:
        """Damage the copy of a record that is overwritten next."""
        whole = self._whole(record)
        if len(whole) == 2:
            self._flip(whole[0][1] + RECORD_OFFSET)

    def lose(self, record: str) -> None:
        """Damage every whole copy of a record."""
        for _, place in self._whole(record):
            self._lost.append((place + RECORD_OFFSET, self._fram.data[place + RECORD_OFFSET]))
            self._flip(place + RECORD_OFFSET)

    def spoil_row(self, ring: str, back: int) -> None:
        """Damage the row of a ring that was written ``back`` events or plays ago, 1 the last one."""
        counter, place = RINGS[ring]
        main = self._whole("main")
        if main and main[-1][0][counter] >= back:
            self._flip(place(main[-1][0][counter] + 1 - back) + ROW_OFFSET)

    def give_back(self) -> bool:
        """Write back what was lost where it still is; tell whether a record had no whole copy."""
        missing = any(not self._whole(record) for record in RECORDS)
        for at, byte in self._lost:
            if self._fram.data[at] == byte ^ BIT:
                self._fram.data[at] = byte
        self._lost = []
        return missing and all(self._whole(record) for record in RECORDS)

    @property
    def lost(self) -> int:
        """How many bytes a backup would give back."""
        return len(self._lost)

    def _flip(self, at: int) -> None:
        self._fram.data[at] ^= BIT

    def _whole(self, record: str) -> list[tuple[Json, int]]:
        """The whole copies of a record with their places, the one that counts last."""
        layout, form, places, size = RECORDS[record]
        found = []
        for place in places:
            values = nvram.unpack(layout, form, bytes(self._fram.data[place : place + size]))
            if values is not None:
                found.append((values, place))
        return sorted(found, key=lambda row: int(row[0]["sequence"]))

    def save(self) -> Json:
        """What a backup has; the damage itself is in the FRAM."""
        return {"lost": list(self._lost)}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self._lost = [(at, byte) for at, byte in saved["lost"]]
