# SPDX-License-Identifier: MIT
"""Where the parts of the maintenance view stand: head, drawing, sheets of tables, time line; for any size."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from emulator.panel.machine.inside.ink import TEXT_LEAST_PX

# A view smaller than this shows the drawing and the time line alone.
SMALL_WIDTH, SMALL_HEIGHT = 560, 500
# Rows that the drawing has before there are tables, more where its columns are narrow, and those of a table.
_DRAWING_ROWS, _NARROW_ROWS, _NARROW_PX, _TABLE_ROWS = 27, 32, 700, 8


@dataclass(frozen=True)
class Areas:
    """Rectangles of one view."""

    size_px: int
    head: Rect
    drawing: Rect
    sheets: tuple[Rect, ...]
    strip: Rect

    @property
    def row(self) -> int:
        """From one line of text to the next."""
        return round(self.size_px * 1.32)


def areas(size: tuple[int, int]) -> Areas:
    """The areas of a view of so many pixels."""
    width, height = size
    text = max(TEXT_LEAST_PX, min(height // 62, width // 52))
    low = height < SMALL_HEIGHT
    row, edge = round(text * 1.32), 6 if low else max(6, text * 2 // 3)
    inner = Rect(edge, edge, width - 2 * edge, height - 2 * edge)
    head = Rect(inner.x, inner.y, inner.width, 2 * row + row // 7 + 8)
    strip = Rect(inner.x + 6, 0, inner.width - 12, row * 2 + max(28 if low else 34, row * 2))
    strip.bottom = inner.bottom - 4
    body = Rect(inner.x, head.bottom + edge, inner.width, strip.y - head.bottom - 2 * edge - 4)
    if width < SMALL_WIDTH or low:
        return Areas(text, head, body, (), strip)
    if width > height * 5 // 4 and width >= 1000:
        drawing = Rect(body.x, body.y, body.width * 6 // 10, body.height)
        right = Rect(drawing.right + edge, body.y, body.right - drawing.right - edge, body.height)
        return Areas(text, head, drawing, _stacked(right, 3 if right.height > 36 * row else 2, edge), strip)
    rows = _NARROW_ROWS if width < _NARROW_PX else _DRAWING_ROWS
    if body.height < (rows + _TABLE_ROWS) * row:
        return Areas(text, head, body, (), strip)
    tall = max(body.height * 58 // 100, rows * row) if height < 1.4 * width else 0
    drawing = Rect(body.x, body.y, body.width, tall or max(min(body.width, body.height // 2), rows * row))
    below = Rect(body.x, drawing.bottom + edge, body.width, body.bottom - drawing.bottom - edge)
    count = 3 if below.height > 30 * row else 2 if below.height > 24 * row else 1
    return Areas(text, head, drawing, _stacked(below, count, edge), strip)


def _stacked(area: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    each = (area.height - gap * (count - 1)) // count
    return tuple(Rect(area.x, area.y + number * (each + gap), area.width, each) for number in range(count))
