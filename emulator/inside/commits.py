# SPDX-License-Identifier: MIT
"""
The commits of the firmware, read out of what it writes to the FRAM: which copy, which number, what changed.

    commits = Commits(model, image)
    commit = commits.written(place, data)        # None: that was no record
    commit.name, commit.sequence, commit.changes
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.inside.reading import Value
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.memory.nvram_map import SECRET, text_of
from machines.model import Model

# What changes with every commit, and says nothing.
_HEAD = ("version", "length", "sequence", "seal", "crc")
# What tells more of plays than is shown yet: the state of chance, what it gave, where the reels will stand.
TELLING = (*SECRET, "outcome", "stops", "pending_cents", "won_cents", "prizes")
_SLOTS = {
    nvram.SLOTS[0]: ("main", "even"),
    nvram.SLOTS[1]: ("main", "odd"),
    nvram.MARKS_SLOTS[0]: ("marks", "even"),
    nvram.MARKS_SLOTS[1]: ("marks", "odd"),
}
_LAYOUTS = {
    "main": (nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.MAIN_SIZE),
    "marks": (nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SIZE),
}


class Change(NamedTuple):
    """A row of a record that a commit changed, before and after, as ``azar inspect`` names and writes it."""

    name: str
    before: str
    after: str


class Commit(NamedTuple):
    """
    One write of a whole record.

    Attributes:
        t_us: when.
        record: "main", "marks", "play", "step" or "log".
        copy: "even" or "odd"; of the rings the number of the row.
        place: address in the FRAM.
        size: bytes.
        sequence: number of the commit, of the play or of the event; None of a step.
        changes: rows of the record that are not as in the copy before it.
    """

    t_us: int
    record: str
    copy: str
    place: int
    size: int
    sequence: Value
    changes: tuple[Change, ...] = ()


class Commits:
    """
    Reads commits out of writes.

    Args:
        model: names coins and hoppers.
        image: the FRAM as it is; it is read for what stood before.
    """

    def __init__(self, model: Model, image: bytearray) -> None:
        self._model, self._image = model, image

    def written(self, t_us: int, place: int, data: bytes, *, telling: bool) -> Commit | None:
        """
        The commit that a write of ``data`` at ``place`` is, before it is done.

        Args:
            telling: whether rows that tell of chance may be shown; else only that they changed.

        Returns:
            None where the write is no whole record.
        """
        slot = _SLOTS.get(place)
        if slot is not None and len(data) == _LAYOUTS[slot[0]][2]:
            return self._record(t_us, place, data, *slot, telling=telling)
        if events.RING <= place < events.RING + events.ROWS * events.ROW:
            row = (place - events.RING) // events.ROW
            return Commit(t_us, "log", str(row), place, len(data), None)
        row, offset = divmod(place - nvram.RING, nvram.RING_ROW)
        if 0 <= row < nvram.RING_ROWS and not offset and len(data) == nvram.PLAY_SIZE:
            number = nvram.fields(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, data)["sequence"]
            return Commit(t_us, "play", str(row), place, len(data), number)
        row, offset = divmod(place - steps.START, steps.SIZE)
        if 0 <= row < steps.PLAYS * steps.STEPS and not offset:
            return Commit(t_us, "step", f"{row // steps.STEPS}.{row % steps.STEPS}", place, len(data), None)
        return None

    def _record(self, t_us: int, place: int, data: bytes, record: str, copy: str, *, telling: bool) -> Commit:
        layout, form, size = _LAYOUTS[record]
        after = nvram.fields(layout, form, data)
        before = self._newest(record, int(after["sequence"]) - 1)
        changes = []
        for name, _, _, _ in layout:
            if name in _HEAD or before is None or after[name] == before[name]:
                continue
            told = telling or name not in TELLING
            changes.append(
                Change(name, *(self._shown(name, row[name]) if told else "…" for row in (before, after)))
            )
        return Commit(t_us, record, copy, place, size, after["sequence"], tuple(changes))

    def _newest(self, record: str, sequence: int) -> dict[str, object] | None:
        """The copy of a record with that number, as it stands now."""
        layout, form, size = _LAYOUTS[record]
        for place, (name, _) in _SLOTS.items():
            if name == record:
                values = nvram.fields(layout, form, bytes(self._image[place : place + size]))
                if values["sequence"] == sequence:
                    return values
        return None

    def _shown(self, name: str, value: object) -> str:
        return text_of(name, value, self._model)
