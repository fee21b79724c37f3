# SPDX-License-Identifier: MIT
"""
What a screen says of its own size: the EDID that it sends, as the kernel hands it on.

    read_edid(Path("/sys/class/drm/card0-HDMI-A-1/edid").read_bytes())   # Edid(width_mm=509, ...)

Source: VESA Enhanced EDID Standard, Release A, Revision 2 (2006): the size in cm in 3.6.2, that in mm of a
detailed timing in 3.10.2.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_HEADER = b"\x00\xff\xff\xff\xff\xff\xff\x00"
_BLOCK = 128
_FIRST_TIMING, _TIMING_BYTES, _TIMINGS = 54, 18, 4
DRM = Path("/sys/class/drm")


class Edid(NamedTuple):
    """The size of a picture on a screen, and the pixels that it has by nature."""

    width_mm: int
    height_mm: int
    width_px: int
    height_px: int


def read_edid(data: bytes) -> Edid | None:
    """The size that an EDID tells; None if it is none, is damaged or tells no size."""
    block = data[:_BLOCK]
    if len(block) < _BLOCK or block[:8] != _HEADER or sum(block) % 256:
        return None
    for number in range(_TIMINGS):
        at = _FIRST_TIMING + number * _TIMING_BYTES
        found = _of_timing(block[at : at + _TIMING_BYTES], block[21], block[22])
        if found is not None:
            return found
    return None


def _of_timing(timing: bytes, width_cm: int, height_cm: int) -> Edid | None:
    """The size in a detailed timing, or that in whole centimetres where it tells none in millimetres."""
    if timing[0] == timing[1] == 0:  # a descriptor of something else
        return None
    width_px = timing[2] | (timing[4] & 0xF0) << 4
    height_px = timing[5] | (timing[7] & 0xF0) << 4
    width_mm = timing[12] | (timing[14] & 0xF0) << 4
    height_mm = timing[13] | (timing[14] & 0x0F) << 8
    # Some write an aspect ratio, 16 by 9, where millimetres belong.
    if min(width_mm, height_mm) < 20:
        width_mm, height_mm = width_cm * 10, height_cm * 10
    if not (width_mm and height_mm and width_px and height_px):
        return None
    return Edid(width_mm, height_mm, width_px, height_px)


def connected(folder: Path = DRM) -> list[tuple[str, Edid]]:
    """The screens that are connected, by connector, as far as they tell a size."""
    found = []
    for path in sorted(folder.glob("*/edid")):
        try:
            if (path.parent / "status").read_text(encoding="ascii").strip() != "connected":
                continue
            edid = read_edid(path.read_bytes())
        except (OSError, UnicodeDecodeError):
            continue
        if edid is not None:
            found.append((path.parent.name, edid))
    return found
