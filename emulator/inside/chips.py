# SPDX-License-Identifier: MIT
"""What a transfer on the bus of a machine means: the chip by its name, the place in the memory, a text."""

from __future__ import annotations

import functools

from emulator.board.fram import ADDRESS_BYTES
from machines.firmware import events, nvram, pins
from machines.memory.nvram_map import nvram_map

ADDRESSES = {
    pins.FRAM_ADDRESS: "fram",
    pins.EXPANDER_ADDRESS: "expander",
    pins.COUNTERS_ADDRESS: "counters",
    pins.GLASS_ADDRESS: "glass",
    pins.REELS_ADDRESS: "reels",
    pins.SCREEN_ADDRESS: "screen",
    pins.MESSAGE_ADDRESS: "message",
    pins.COUNTER_ADDRESS: "sealed counter",
    pins.LINK_ADDRESS: "link",
    pins.CARD_ADDRESS: "card",
}
# More of one transaction is no help on a terminal.
_BYTES_SHOWN = 16


def record_at(place: int) -> str:
    """The record that an address of the FRAM belongs to, by the name that ``azar inspect`` gives it."""
    return next((name for name, start, size in _places() if start <= place < start + size), "")


@functools.cache
def _places() -> list[tuple[str, int, int]]:
    empty = nvram_map(bytes(nvram.SIZE))
    found = [(record.name, record.place, record.size) for record in empty.records]
    return [*found, ("log", events.RING, events.ROWS * events.ROW)]


def meaning_of(address: int, written: bytes, read: bytes | None) -> str:
    """A transaction in words: of the memory its place, of the message its text, else the bytes."""
    if address == pins.FRAM_ADDRESS and len(written) >= ADDRESS_BYTES:
        place = int.from_bytes(written[:ADDRESS_BYTES], "big")
        size, way = (len(written) - ADDRESS_BYTES, "written") if read is None else (len(read), "read")
        return f"0x{place:04x} {record_at(place)}: {size} bytes {way}".replace(" :", ":")
    if address == pins.MESSAGE_ADDRESS and read is None:
        return f'"{written[1:].decode("latin-1").strip()}"'
    return hexed(written) if read is None else f"{hexed(written)} < {hexed(read)}"


def hexed(data: bytes) -> str:
    """Bytes as hex digits; of a long transfer the first ones."""
    more = f" … {len(data)} bytes" if len(data) > _BYTES_SHOWN else ""
    return data[:_BYTES_SHOWN].hex(" ") + more
