# SPDX-License-Identifier: MIT
"""The buttons of a table: caps on the visitor's rail, the one to press next lit."""

from __future__ import annotations

from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.tables.kit.cloth import Px
from emulator.panel.tables.kit.colours import GOLD, LACQUER

WARNING: Colour = (120, 30, 24)
"""Of a cap that is better not pressed."""


class Button(NamedTuple):
    """One button: what it does, its words, and whether it is the one to press next."""

    act: str
    words: str
    strong: bool = False


def draw(
    screen: pygame.Surface,
    px: Px,
    text: Letterer,
    rect: Rect,
    button: Button,
    pressed: bool,
    warning: bool = False,
) -> None:
    """Draw one: a lit cap if it is the one to press next."""
    face: Colour = mix(GOLD, (255, 240, 200), 0.35) if button.strong else mix(LACQUER, (255, 190, 160), 0.12)
    if warning:
        face = WARNING
    depth = px(2 if pressed else 5)
    paint.cast(screen, rect, px(5), 0.7, px(12))
    base = rect.move(0, depth)
    pygame.draw.rect(screen, mix(face, (0, 0, 0), 0.6), base, 0, px(12))
    cap = paint.down(
        rect.size, [(0, mix(face, (255, 255, 255), 0.35)), (0.5, face), (1, mix(face, (0, 0, 0), 0.25))]
    )
    top = rect.move(0, px(3) if pressed else 0)
    screen.blit(paint.clip_round(cap, px(12)), top)
    ink = INK if button.strong else CREAM
    size = px(30 if len(button.words) < 3 else 25)
    text.put(screen, button.words, top.inflate(-px(20), -px(12)), "label", size, ink, lines_max=2)
