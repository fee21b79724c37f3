# SPDX-License-Identifier: MIT
"""The buttons of a machine with pads: one below each of them."""

from __future__ import annotations

from emulator.panel.art.theme import CREAM, PAD_COLOURS
from emulator.panel.machine.parts.cap import Deckful, Places, Row
from emulator.panel.machine.parts.caps import start_of
from emulator.panel.machine.parts.kit import Kit


def pad_caps(kit: Kit, at: Places) -> Deckful:
    """A button below each pad in its colour, with its number; COLLECT and START in front of them."""
    names = ("hold_1", "hold_2", "hold_3", "double")
    pads: Row = [
        (1, name, colour, str(number))
        for number, (name, colour) in enumerate(zip(names, PAD_COLOURS, strict=True), 1)
    ]
    front: Row = [(0.3, "collect", CREAM, kit.say("COLLECT"))]
    return at.filled(pads, front, [start_of(kit, 0.7)], in_line=True)
