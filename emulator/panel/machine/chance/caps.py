# SPDX-License-Identifier: MIT
"""The buttons of a machine of type C that asks the player something: to pick one of three, or a colour."""

from __future__ import annotations

from dataclasses import replace

from emulator.panel.art.theme import CREAM, Colour
from emulator.panel.machine.parts.cap import AMBER, CALL, SKY, Deckful, Places, Row
from emulator.panel.machine.parts.caps import start_of
from emulator.panel.machine.parts.kit import Kit

_RED: Colour = (206, 38, 34)
_BLACK: Colour = (58, 54, 62)


def asking(kit: Kit, at: Places, *, colours: bool) -> Deckful:
    """Three buttons to choose with and DOUBLE at the back; where one bets on colours two of them say so."""
    theme, say = kit.theme, kit.say
    choices: Row = [
        (0.28, "hold_1", _RED, "1 " + say("RED") if colours else "1"),
        (0.27, "hold_2", _BLACK, "2 " + say("BLACK") if colours else "2"),
        (0.17, "hold_3", AMBER, "3"),
    ]
    if colours or kit.front.bets_cents:
        words = say("DOUBLE UP") if colours else say("BET")
        choices.append((0.28, "double", theme.bright, words))
    fronts: Row = [(0.18, CALL, SKY, say("CALL")), (0.28, "collect", CREAM, say("COLLECT"))]
    caps, plate, slot = at.filled(choices, fronts, [start_of(kit, 0.54)], tall=True)
    return [replace(cap, always=cap.name == CALL) for cap in caps], plate, slot
