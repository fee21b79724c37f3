# SPDX-License-Identifier: MIT
"""A device's record on the FRAM chip: load what it was, commit what it is, write what it drew last."""

import device_record
import nvram
import wiring
from device_state import DeviceState


class Store:
    """
    The record of one device.

    Args:
        bus: with the FRAM on it.
        record, ring: layouts of the record and of a row of the ring.
    """

    def __init__(self, bus: wiring.Bus, record: device_record.Layout, ring: device_record.Layout) -> None:
        self._bus = bus
        self._record = record
        self._ring = ring
        self._names = [row[0] for row in record.rows[3:-2]]

    def _newest(self, state: DeviceState) -> dict | None:
        if not state.seals:
            return None
        layout, slots = self._record, device_record.SLOTS
        copies = [self._bus.fram_read(at, layout.size) for at in slots]
        return nvram.newer(layout.rows, layout.format, copies, slots, state.seals)

    def load(self, state: DeviceState) -> bool:
        """Fill the state from the newer whole copy that we sealed; False, and nothing is touched, without."""
        state.seals = nvram.keyed(wiring.chip_key(), wiring.chip_id())
        record = self._newest(state)
        if record is None:
            return False
        for name in self._names:
            setattr(state, name, record[name])
        state.sequence = record["sequence"]
        return True

    def verify(self, state: DeviceState) -> None:
        """Self test: the copy that counts must still be on the chip, or the device locks up."""
        record = self._newest(state)
        if record is None or record["sequence"] != state.sequence:
            lock(state)

    def commit(self, state: DeviceState) -> None:
        """Write the whole record to the older copy; a chip that does not take it locks the device."""
        if state.locked:
            return
        state.sequence += 1
        values = {}
        for name in self._names:
            values[name] = getattr(state, name)
        self._write(state, self._record, state.sequence, values, device_record.SLOTS[state.sequence & 1])

    def write_row(self, state: DeviceState, number: int, values: dict) -> None:
        """Write a row of the ring; it counts once the record counts that draw."""
        self._write(state, self._ring, number, values, device_record.place(number))

    def _write(
        self, state: DeviceState, layout: device_record.Layout, number: int, values: dict, at: int
    ) -> None:
        raw = nvram.pack(layout.rows, layout.format, number, values, at, state.seals)
        if not self._bus.fram_write(at, raw):
            lock(state)


def lock(state: DeviceState) -> None:
    """Nothing may be drawn or written any more."""
    state.tilt = "memory"
    state.locked = True
