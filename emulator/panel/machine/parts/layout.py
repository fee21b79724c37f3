# SPDX-License-Identifier: MIT
"""Where everything stands: one cabinet read from top to bottom, for any size of screen."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from emulator.panel.art.theme import REFERENCE_WIDTH, SCALE

# Shares of the cabinet's height, from the art brief.
SHARES = (("crown", 10), ("glass", 26), ("reels", 30), ("display", 6), ("deck", 14), ("tray", 14))
# On a screen that is lower than this the print of the law needs more of the height to be read.
LOW_PX = 560
SHARES_LOW = (("crown", 8), ("glass", 34), ("reels", 27), ("display", 6), ("deck", 14), ("tray", 11))
# Where the game itself is the machine, as a ring or pads, it fills the middle.
SHARES_FIELD = (("crown", 9), ("glass", 20), ("reels", 44), ("display", 5), ("deck", 10), ("tray", 12))
SHARES_FIELD_LOW = (("crown", 8), ("glass", 27), ("reels", 36), ("display", 6), ("deck", 13), ("tray", 10))
MARGIN_PERCENT = 3  # of the screen's shorter side
TOUCH_PX = 34  # 9 mm at 96 dots an inch: 9 / 25.4 * 96 = 34.02
_LANDSCAPE_WIDTH_PERCENT = 92  # of the height: wide enough for text, narrow enough to stay a cabinet
_REFERENCE_HEIGHT = 1920
TURNS_SEEN = 2.3  # symbols that a drum shows one above the other


@dataclass(frozen=True)
class Layout:
    """
    Rectangles of one screen, in pixels.

    ``zones`` tile the cabinet and, with ``side``, the screen. ``inner`` is a zone less the frame's
    pillars. ``unit`` is the screen's share of the reference width, for ``gap``.
    """

    size: tuple[int, int]
    portrait: bool
    cabinet: Rect
    side: Rect | None
    zones: dict[str, Rect]
    margin: int
    unit: float
    reels: tuple[Rect, ...]
    pitch: int

    def gap(self, step: int) -> int:
        """One of the six distances (0 smallest) at this size, 1 pixel or more."""
        return max(1, round(SCALE[step] * self.unit))

    def inner(self, zone: str) -> Rect:
        """A zone between the cabinet's two pillars."""
        return self.zones[zone].inflate(-2 * self.margin, 0)

    @property
    def window(self) -> Rect:
        """The reel window: all reels and the gaps between them."""
        return self.reels[0].unionall(self.reels[1:])

    @property
    def flanks(self) -> tuple[Rect, Rect]:
        """The glass to the left and to the right of the window."""
        band, window = self.inner("reels"), self.window
        edge = self.gap(3) + self.gap(1)
        left = Rect(band.x, window.y, window.x - edge - band.x, window.height)
        right_x = window.right + edge
        return left, Rect(right_x, window.y, band.right - right_x, window.height)


def lay_out(
    size: tuple[int, int],
    reel_count: int = 3,
    symbols_seen: float = TURNS_SEEN,
    flank_share: float = 0.0,
    field: bool = False,
) -> Layout:
    """
    The layout for a screen of ``size`` pixels: cabinet alone in portrait, with its side in landscape.

    Args:
        symbols_seen: how many symbols the window shows one above the other.
        flank_share: least width of the glass on each side of the window, as a share of the cabinet's.
        field: the window is the field of a game, as wide as the cabinet and taller than reels.
    """
    width, height = size
    portrait = height >= width
    margin = round(min(size) * MARGIN_PERCENT / 100)
    cabinet_width = width if portrait else min(width, height * _LANDSCAPE_WIDTH_PERCENT // 100)
    cabinet = Rect(0, 0, cabinet_width, height)
    side = None if portrait else Rect(cabinet_width, 0, width - cabinet_width, height)
    zones = {}
    top, done = 0, 0
    for name, share in _shares(height < LOW_PX, field):
        done += share
        bottom = round(height * done / 100)
        zones[name] = Rect(0, top, cabinet_width, bottom - top)
        top = bottom
    unit = (cabinet_width / REFERENCE_WIDTH + height / _REFERENCE_HEIGHT) / 2
    flank = max(44, round(110 * unit), round(cabinet_width * flank_share))
    if field:
        rects, pitch = _field(zones["reels"].inflate(-2 * margin, 0), unit)
    else:
        rects, pitch = _reel_rects(zones["reels"], margin + flank, unit, reel_count, symbols_seen)
    return Layout(size, portrait, cabinet, side, zones, margin, unit, rects, pitch)


def _shares(low: bool, field: bool) -> tuple[tuple[str, int], ...]:
    if field:
        return SHARES_FIELD_LOW if low else SHARES_FIELD
    return SHARES_LOW if low else SHARES


def _field(band: Rect, unit: float) -> tuple[tuple[Rect, ...], int]:
    """The whole band but its frame, and what an emblem on it may measure."""
    frame = max(4, round(SCALE[2] * unit))
    rect = band.inflate(0, -2 * frame)
    return (rect,), rect.height // 3


def _reel_rects(
    zone: Rect, beside: int, unit: float, reel_count: int, symbols_seen: float
) -> tuple[tuple[Rect, ...], int]:
    frame = max(6, round(SCALE[3] * unit))
    height = zone.height - 2 * frame
    between = max(2, round(SCALE[2] * unit))
    pitch = int(height / symbols_seen)
    # A symbol fills 0.96 of the pitch and 0.9 of the reel's width, unless the cabinet is too narrow.
    room = zone.width - 2 * beside - 2 * frame
    width = min(round(pitch * 0.96 / 0.9), (room - between * (reel_count - 1)) // reel_count)
    pitch = min(pitch, round(width * 0.9 / 0.96))
    top = zone.y + frame
    if symbols_seen > TURNS_SEEN:  # a screen shows no more than its rows, whatever room there is
        lower = min(height, round(pitch * symbols_seen))
        top, height = top + (height - lower) // 2, lower
    total = width * reel_count + between * (reel_count - 1)
    left = zone.centerx - total // 2
    rects = tuple(Rect(left + i * (width + between), top, width, height) for i in range(reel_count))
    return rects, pitch
