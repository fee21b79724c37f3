# SPDX-License-Identifier: MIT
"""The glass of a machine as the panel paints it, under its crown; of a game without reels its middle, too."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from emulator.panel.machine.stage import Stage
from emulator.panel.sheet.paper import Block


def glass_blocks(stage: Stage) -> Iterator[tuple[str, str, Block]]:
    """Crown and glass, its further pages, and what stands where no reels do; each with title and note."""
    layout = stage.layout
    width, height = layout.size
    yield "GLASS", f"at {width} x {height}", _part(stage, layout.zones["crown"].union(layout.zones["glass"]))
    pages = len(stage.glass.pages)
    for number in range(1, pages):
        block = Block(stage.glass.rect.size)
        block.surface.blit(stage.glass.sheet(number), (0, 0))
        yield "GLASS", f"page {number + 1} of {pages}", block
    if not stage.kit.front.strips:
        yield "GAME", "with nothing lit", _part(stage, layout.zones["reels"])


def _part(stage: Stage, zone: Rect) -> Block:
    block = Block(zone.size)
    block.surface.blit(stage.printed(zone), (0, 0))
    return block
