# SPDX-License-Identifier: MIT
"""
The strip of each reel as its band is printed: the next stop stands above.

A strip that is long goes on in further columns; each stop has its number and, on a virtual reel, its weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art.theme import INK
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.reels import REEL_PAPER
from emulator.panel.sheet.paper import FAINT, RULE, Block

_CELL_MOST_PX, _CELL_LEAST_PX = 88, 44
# Strips that are higher than this go on in a column beside, where there is room.
_HIGH_PX = 1_300
_NUMBER_PX, _WEIGHT_PX, _BETWEEN_COLUMNS, _BETWEEN_REELS = 46, 62, 14, 34
_HEAD_PX = 44

Strips = Sequence[Sequence[int]]


class _Set(NamedTuple):
    """How a set of strips stands: columns of each, and the side of a stop."""

    columns: int
    cell: int
    beside: int
    longest: int

    @property
    def lines(self) -> int:
        return -(-self.longest // self.columns)

    @property
    def column_px(self) -> int:
        return self.cell + self.beside + _BETWEEN_COLUMNS

    @property
    def reel_px(self) -> int:
        return self.columns * self.column_px - _BETWEEN_COLUMNS + _BETWEEN_REELS


def _set(strips: Strips, weights: Strips, width: int) -> _Set:
    """The largest stops that stay within the width and, if they can, within the height."""
    beside = _NUMBER_PX + (_WEIGHT_PX if weights else 0)
    longest = max(map(len, strips))
    reel_px = (width + _BETWEEN_REELS) // len(strips)
    sets = []
    for columns in range(1, longest + 1):
        column_px = (reel_px - _BETWEEN_REELS + _BETWEEN_COLUMNS) // columns
        cell = min(_CELL_MOST_PX, column_px - beside - _BETWEEN_COLUMNS)
        if cell >= _CELL_LEAST_PX or columns == 1:
            sets.append(_Set(columns, max(cell, _CELL_LEAST_PX), beside, longest))
    low = [found for found in sets if found.lines * found.cell <= _HIGH_PX]
    return max(low, key=lambda found: found.cell) if low else sets[-1]


def low_width(strips: Strips, weights: Strips) -> int:
    """The width in pixels that strips need to stay low beside a glass, in three columns at most."""
    beside = _NUMBER_PX + (_WEIGHT_PX if weights else 0)
    lines = _HIGH_PX // _CELL_LEAST_PX
    columns = min(3, -(-max(map(len, strips)) // lines))
    found = _Set(columns, _CELL_LEAST_PX, beside, lines)
    return found.reel_px * len(strips) - _BETWEEN_REELS


def strips_block(kit: Kit, strips: Strips, weights: Strips, width: int) -> Block:
    """
    The strips of one set of reels, side by side.

    Args:
        strips: of each reel and stop the place of its drawing in ``kit.front.drawings``.
        weights: how often each stop comes; empty where all come alike.
        width: what there is, in pixels.
    """
    found = _set(strips, weights, width)
    cell = found.cell
    block = Block((found.reel_px * len(strips) - _BETWEEN_REELS, _HEAD_PX + found.lines * cell))
    for reel, strip in enumerate(strips):
        x = reel * found.reel_px
        head = Rect(x, 0, found.reel_px - _BETWEEN_REELS, 34)
        tickets = f" / {sum(weights[reel]):,}" if weights else ""
        block.put(f"Reel {reel + 1}: {len(strip)}{tickets}", head, 24, "label")
        for stop, drawing in enumerate(strip):
            column, up = divmod(stop, found.lines)
            left = x + column * found.column_px + _NUMBER_PX
            spot = Rect(left, _HEAD_PX + (found.lines - 1 - up) * cell, cell, cell)
            weight = weights[reel][stop] if weights else None
            _put_stop(block, kit, spot, stop, kit.front.drawings[drawing], weight)
    return block


def _put_stop(block: Block, kit: Kit, cell: Rect, stop: int, drawing: str, weight: int | None) -> None:
    block.surface.fill(REEL_PAPER, cell)
    pygame.draw.rect(block.surface, RULE, cell.inflate(0, 1), 1)
    side = cell.height - 6
    block.surface.blit(kit.symbol(drawing, side), (cell.x + 3, cell.y + 3))
    number = Rect(cell.x - _NUMBER_PX, cell.y, _NUMBER_PX - 8, cell.height)
    block.put(str(stop), number, 22, "strong", FAINT, align="right")
    if weight is not None:
        box = Rect(cell.right + 8, cell.y, _WEIGHT_PX - 8, cell.height)
        block.put(f"{weight:,}", box, 22, colour=INK)
