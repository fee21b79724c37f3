# SPDX-License-Identifier: MIT
"""The colours of tables: felt, bone, lacquer, gold print, and chips by value."""

from __future__ import annotations

from emulator.panel.art.theme import Colour, Theme

FELT: Colour = (11, 79, 58)
FELT_DARK: Colour = (6, 44, 33)
BONE: Colour = (243, 236, 220)
BONE_SHADE: Colour = (186, 172, 143)
LACQUER: Colour = (166, 30, 34)
LACQUER_DARK: Colour = (74, 12, 16)
GOLD: Colour = (214, 178, 94)
PIP: Colour = (38, 28, 26)
RED_SUIT: Colour = (176, 24, 34)
BLACK_SUIT: Colour = (28, 26, 32)
WIN: Colour = (255, 214, 92)
LOST: Colour = (222, 168, 150)
FOUL: Colour = (255, 96, 72)
THEME = Theme(deep=FELT, bright=BONE, accent=LACQUER)
# Chips by value in cents: face, and the marks on their edge.
CHIPS: tuple[tuple[int, Colour, Colour], ...] = (
    (10_000, (30, 28, 34), (232, 222, 196)),
    (2_500, (26, 108, 74), (236, 228, 206)),
    (500, (160, 34, 36), (240, 232, 212)),
    (100, (222, 214, 196), (62, 84, 138)),
    (25, (178, 118, 60), (240, 232, 212)),
    (5, (120, 116, 122), (240, 232, 212)),
    (1, (88, 66, 54), (240, 232, 212)),
)
# Seats by number: face, and the marks on the edge of their chips where a game gives each its own colour.
SEATS: tuple[tuple[Colour, Colour], ...] = (
    ((46, 120, 204), (240, 240, 244)),
    ((222, 140, 34), (250, 240, 220)),
    ((150, 62, 170), (244, 234, 246)),
    ((54, 160, 96), (236, 246, 236)),
    ((206, 60, 80), (250, 234, 232)),
    ((120, 128, 140), (244, 244, 244)),
    ((190, 176, 70), (60, 52, 20)),
    ((72, 168, 178), (236, 248, 248)),
    ((156, 100, 60), (246, 234, 220)),
)
