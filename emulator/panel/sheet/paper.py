# SPDX-License-Identifier: MIT
"""
What every part of a sheet is drawn on: paper with ink, and blocks that are set one after the other.

    block = Block((400, 120))
    block.put("Siete", Rect(0, 0, 400, 40), 34, "label")
    sheet = stacked([block, other], gap=40)
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer, Placed
from emulator.panel.art.theme import INK, Colour, contrast, mix

PAPER: Colour = (252, 249, 242)
FAINT: Colour = (122, 108, 100)
RULE: Colour = (216, 206, 190)
GAP = 40
# Smaller print than this nobody reads on a sheet of A3 (200 dots an inch: 2 mm).
PRINT_PX = 16


class Block:
    """A rectangle of paper; it remembers its texts, so that a test can look for what is cut."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface = paint.plain(size)
        self.surface.fill(PAPER)
        self._text = Letterer()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.surface.get_size()

    @property
    def placed(self) -> list[Placed]:
        """Its texts."""
        return self._text.placed

    def put(
        self,
        words: str,
        box: Rect,
        size_px: int,
        face: str = "text",
        colour: Colour = INK,
        align: str = "left",
    ) -> None:
        """Print words in a box, smaller where they are too long for it."""
        self._text.put(self.surface, words, box, face, size_px, colour, align=align)

    def set(self, block: Block, at: tuple[int, int]) -> None:
        """Set another block on this one."""
        self.surface.blit(block.surface, at)
        self._text.placed += [
            text._replace(ink=text.ink.move(at), box=text.box.move(at)) for text in block.placed
        ]

    def chip(self, colour: Colour, rect: Rect) -> None:
        """A sample of a colour, with a line round it where it is nearly the paper's."""
        pygame.draw.rect(self.surface, colour, rect, border_radius=rect.height // 5)
        if contrast(colour, PAPER) < 1.6:
            pygame.draw.rect(self.surface, FAINT, rect, 1, border_radius=rect.height // 5)


def headed(title: str, note: str, block: Block, width: int = 0) -> Block:
    """A block under its heading and a line; ``note`` stands beside the heading, in small print."""
    width = max(width, block.size[0])
    head = 72
    whole = Block((width, head + block.size[1]))
    whole.put(title, Rect(0, 0, width, 44), 38, "label")
    if note:
        used = whole.placed[-1].ink.right + 22
        whole.put(note, Rect(used, 6, width - used, 36), 22, colour=FAINT)
    pygame.draw.line(whole.surface, mix(RULE, INK, 0.35), (0, 52), (width, 52), 2)
    whole.set(block, (0, head))
    return whole


def stacked(blocks: Sequence[Block], gap: int = GAP) -> Block:
    """Blocks below one another."""
    width = max(block.size[0] for block in blocks)
    whole = Block((width, sum(block.size[1] for block in blocks) + gap * (len(blocks) - 1)))
    y = 0
    for block in blocks:
        whole.set(block, (0, y))
        y += block.size[1] + gap
    return whole


def shelved(blocks: Sequence[Block], width: int, gap: int = GAP) -> Block:
    """Blocks side by side in their order, on as many shelves as the width needs."""
    shelves: list[list[Block]] = []
    for block in blocks:
        used = sum(other.size[0] + gap for other in shelves[-1]) if shelves else 0
        if shelves and used + block.size[0] <= width:
            shelves[-1].append(block)
        else:
            shelves.append([block])
    return stacked([beside(*row, gap=gap) for row in shelves], gap)


def beside(*row: Block, gap: int = GAP) -> Block:
    """Blocks side by side."""
    whole = Block(
        (sum(block.size[0] for block in row) + gap * (len(row) - 1), max(block.size[1] for block in row))
    )
    x = 0
    for block in row:
        whole.set(block, (x, 0))
        x += block.size[0] + gap
    return whole
