# SPDX-License-Identifier: MIT
"""The glass of a machine as the panel paints it, under its crown; of a game without reels its middle, too."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from emulator.panel.machine.stage import Stage
from emulator.panel.sheet.paper import Block


def glass_blocks(stage: Stage) -> Iterator[tuple[str, str, Block]]:
    """Crown and glass, and what stands where no reels do; each with its title and a note."""
    layout = stage.layout
    width, height = layout.size
    yield "GLASS", f"at {width} x {height}", _part(stage, layout.zones["crown"].union(layout.zones["glass"]))
    if not stage.kit.front.strips:
        yield "GAME", "with nothing lit", _part(stage, layout.zones["reels"])


def _part(stage: Stage, zone: Rect) -> Block:
    block = Block(zone.size)
    block.surface.blit(stage.printed(zone), (0, 0))
    return block
