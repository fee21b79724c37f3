# SPDX-License-Identifier: MIT
"""The NVRAM of a machine as it leaves the factory: the only first write there is, and not the firmware's."""

from __future__ import annotations

from collections.abc import Sequence

from machines.firmware import nvram
from machines.firmware.nvram import LayoutError
from machines.memory.chip import Seals
from machines.support.plain import Json, JsonView


def blank(state: bytes, serial: int, hopper_counts: Sequence[int], stops: Sequence[int] = ()) -> Json:
    """Return the rows of a machine that never played: no money, no counts, the given play state."""
    values: Json = {}
    for name, code, count, _ in nvram.LAYOUT:
        if count > 1:
            values[name] = [0] * count
        elif code == "12s":
            values[name] = ""
        elif code[-1] == "s":
            values[name] = bytes(int(code[:-1]))
        else:
            values[name] = 0
    if len(state) != nvram.STATE_SIZE:
        raise LayoutError(f"state must be {nvram.STATE_SIZE} bytes (got {len(state)})")
    values["state"] = state
    values["serial"] = serial
    # A machine leaves the works with the counter of its own number.
    values["counter_serial"] = serial
    values["hopper_counts"] = _padded("hopper_counts", hopper_counts, nvram.MAX_HOPPERS)
    values["stops"] = _padded("stops", stops, nvram.MAX_REELS)
    return values


def _padded(name: str, values: Sequence[int], count: int) -> list[int]:
    if len(values) > count:
        raise LayoutError(f"{name} must be at most {count} values (got {len(values)})")
    return list(values) + [0] * (count - len(values))


def factory_image(
    state: bytes, serial: int, hopper_counts: Sequence[int], stops: Sequence[int] = (), *, seals: Seals
) -> bytes:
    """
    Return the FRAM of a machine as it leaves the factory, the only first write there is.

    Args:
        state: first state of the play program, nvram.STATE_SIZE bytes.
        serial: serial number, 1 or more.
        hopper_counts: coins in each hopper, in the order of HOPPERS.
        stops: where the reels shall stand, the left one first; none: at their first stops.
        seals: of the machine's chip (chip.py).

    Returns:
        nvram.SIZE bytes with both copies of both records whole and no plays.

    Raises:
        LayoutError: a value does not fit its row.
    """
    values = blank(state, serial, hopper_counts, stops)
    return image_of(values, [0] * len(nvram.METERS), seals)


def image_of(values: JsonView, given: Sequence[int], seals: Seals, sequence: int = 0) -> bytes:
    """
    Return a FRAM with these rows in both copies of its main record, and no plays.

    Args:
        values: rows of nvram.LAYOUT by name.
        given: pulses given to the meters, in the order of nvram.METERS.
        seals: of the machine's chip.
        sequence: of the first copy; the second one's is the next.
    """
    image = bytearray(nvram.SIZE)
    for number in (sequence, sequence + 1):
        at = nvram.SLOTS[number & 1]
        rows = {**values, "marks_sequence": number}
        image[at : at + nvram.MAIN_SIZE] = nvram.pack(
            nvram.LAYOUT, nvram.MAIN_FORMAT, number, rows, at, seals
        )
        at = nvram.MARKS_SLOTS[number & 1]
        image[at : at + nvram.MARKS_SIZE] = nvram.pack(
            nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, number, {"given": given}, at, seals
        )
    return bytes(image)
