# SPDX-License-Identifier: MIT
"""The pot of a table as a lit window on the cloth: what it is called, and what is in it."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, mix
from emulator.panel.tables.kit.colours import GOLD, WIN

_GLASS = (20, 10, 8)


def draw(screen: pygame.Surface, text: Letterer, box: Rect, name: str, amount: str) -> None:
    """The window into ``box``: a line of words above, the amount as large as it goes below."""
    edge = max(2, box.height // 26)
    pygame.draw.rect(screen, (4, 30, 22), box.move(0, edge), 0, box.height // 7)
    pygame.draw.rect(screen, _GLASS, box, 0, box.height // 7)
    pygame.draw.rect(screen, GOLD, box, edge, box.height // 7)
    inner = box.inflate(-6 * edge, -4 * edge)
    upper = Rect(inner.x, inner.y, inner.width, round(inner.height * 0.36))
    lower = Rect(inner.x, upper.bottom, inner.width, inner.bottom - upper.bottom)
    text.put(screen, name, upper, "label", upper.height, mix(CREAM, GOLD, 0.4), remember=False)
    text.put(screen, amount, lower, "strong", lower.height, WIN, remember=False)
