# SPDX-License-Identifier: MIT
"""The buttons of a machine with pads: one below each of them."""

from __future__ import annotations

from pygame import Rect

from emulator.panel.art.theme import CREAM, PAD_COLOURS
from emulator.panel.machine.parts.cap import Cap, Deckful, Places, row_of
from emulator.panel.machine.parts.kit import Kit


def pad_caps(kit: Kit, at: Places) -> Deckful:
    """A button below each pad in its colour, with its number; COLLECT and START in front of them."""
    names = ("hold_1", "hold_2", "hold_3", "double")
    tall = round((at.area.height - at.gap) * 0.58)
    caps = [
        Cap(name, Rect(reel.x, at.area.y, reel.width, tall), colour, str(number))
        for number, (name, reel, colour) in enumerate(
            zip(names, kit.layout.reels, PAD_COLOURS, strict=True), 1
        )
    ]
    left = caps[0].rect.x
    fronts = row_of(
        Rect(left, at.area.y + tall + at.gap, caps[-1].rect.right - left, at.area.height - tall - at.gap),
        at.gap,
        [(0.3, "collect", CREAM, kit.say("COLLECT")), (0.7, "start", kit.theme.accent, kit.say("START"))],
    )
    plate = Rect(at.area.x, at.area.y, left - at.gap - at.area.x, at.area.height)
    return caps + fronts, plate, at.slot
