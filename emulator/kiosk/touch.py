# SPDX-License-Identifier: MIT
"""
How many pixels a fingertip needs: from the screen's true size, and in words where that comes from.

    found = measure((1920, 1080), None, touch_mm=9)
    found.touch_px, found.said             # 34, "509 x 286 mm by card0-HDMI-A-1: 9 mm are 34 pixels"

What SDL says of dots an inch is often made up, so the screen itself is asked: its EDID as the kernel has it,
then what xrandr says; whoever knows better writes ``screen.millimetres``. Otherwise one is assumed, and told.
"""

from __future__ import annotations

import math
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from emulator.kiosk import edid

MM_PER_INCH = 25.4
# Dots an inch of screens that are touched: a wall of 75 inches has 29 at 1080 rows, a telephone 600.
_LIKELY = (25.0, 650.0)
# Assumed where nothing tells: the dots of a screen of 15.6 inches, and never fewer than 96 an inch.
ASSUMED_INCHES, ASSUMED_DPI = 15.6, 96.0
_XRANDR = re.compile(
    r"^(\S+) connected (?:primary )?(\d+)x(\d+)\+\d+\+\d+ .*?(\d+)mm x (\d+)mm", re.MULTILINE
)
_XRANDR_S = 3.0


class Measured(NamedTuple):
    """How large a target must be, and how that is known."""

    touch_px: int
    dpi: float
    source: str
    said: str


class Size(NamedTuple):
    """A screen's size as somebody tells it."""

    width_mm: int
    height_mm: int
    source: str


def measure(
    size_px: tuple[int, int],
    millimetres: tuple[int, int] | None,
    touch_mm: float = 9,
    display: int = 0,
    drm: Path = edid.DRM,
) -> Measured:
    """
    The pixels of a target of ``touch_mm`` on a screen of ``size_px``, upright or not.

    Args:
        millimetres: the size by the settings, which comes before what the screen says.
        display: which one, where several are connected and none has as many pixels.
    """
    if millimetres is not None:
        return _measured(size_px, Size(*millimetres, "the settings"), touch_mm)
    for found in (_by_edid(size_px, display, drm), _by_xrandr(size_px, display)):
        if found is not None and _likely(size_px, found):
            return _measured(size_px, found, touch_mm)
    diagonal = math.hypot(*size_px)
    dpi = max(ASSUMED_DPI, diagonal / ASSUMED_INCHES)
    pixels = pixels_of(touch_mm, dpi)
    said = (
        f"the screen tells no size: {dpi:.0f} dots an inch are assumed, {touch_mm:g} mm are {pixels} pixels; "
        "screen.millimetres says better"
    )
    return Measured(pixels, dpi, "assumed", said)


def pixels_of(millimetres: float, dpi: float) -> int:
    """So many whole pixels that they are no less than ``millimetres``."""
    return math.ceil(millimetres / MM_PER_INCH * dpi - 1e-9)


def _dpi(size_px: tuple[int, int], size: Size) -> float:
    """The coarser direction's dots would make targets too small in the other: the finer one counts."""
    (long_px, short_px), (long_mm, short_mm) = sorted(size_px)[::-1], sorted(size[:2])[::-1]
    return max(long_px / long_mm, short_px / short_mm) * MM_PER_INCH


def _likely(size_px: tuple[int, int], size: Size) -> bool:
    return min(size[:2]) > 0 and _LIKELY[0] <= _dpi(size_px, size) <= _LIKELY[1]


def _measured(size_px: tuple[int, int], size: Size, touch_mm: float) -> Measured:
    dpi = _dpi(size_px, size)
    pixels = pixels_of(touch_mm, dpi)
    said = f"{size.width_mm} x {size.height_mm} mm by {size.source}: {touch_mm:g} mm are {pixels} pixels"
    return Measured(pixels, dpi, size.source, said)


def _by_edid(size_px: tuple[int, int], display: int, drm: Path) -> Size | None:
    screens = edid.connected(drm)
    if not screens:
        return None
    same = [one for one in screens if sorted(one[1][2:]) == sorted(size_px)]
    name, found = same[0] if len(same) == 1 else screens[min(display, len(screens) - 1)]
    return Size(found.width_mm, found.height_mm, name)


def _by_xrandr(size_px: tuple[int, int], display: int) -> Size | None:
    try:
        told = subprocess.run(
            ["xrandr", "--query"], capture_output=True, text=True, timeout=_XRANDR_S, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return of_xrandr(told, size_px, display)


def of_xrandr(told: str, size_px: tuple[int, int], display: int = 0) -> Size | None:
    """The size of a screen in what ``xrandr --query`` prints."""
    rows = [(name, *map(int, numbers)) for name, *numbers in _XRANDR.findall(told)]
    if not rows:
        return None
    same = [row for row in rows if sorted(row[1:3]) == sorted(size_px)]
    name, _, _, width_mm, height_mm = same[0] if len(same) == 1 else rows[min(display, len(rows) - 1)]
    return Size(width_mm, height_mm, f"xrandr, {name}")
