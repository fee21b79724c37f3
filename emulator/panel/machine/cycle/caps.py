# SPDX-License-Identifier: MIT
"""The buttons of a machine of type B: holds under their reels, or one large START."""

from __future__ import annotations

from dataclasses import replace

from emulator.panel.art.theme import CREAM, mix
from emulator.panel.machine.parts.cap import AMBER, Deckful, Places, Row
from emulator.panel.machine.parts.caps import start_of
from emulator.panel.machine.parts.kit import Kit


def cycle_caps(kit: Kit, at: Places, *, dare: bool) -> Deckful:
    """Those of this model; with ``dare`` one for double or nothing."""
    front, say = kit.front, kit.say
    row: Row = [(0.21, "collect", CREAM, say("COLLECT"))]
    if front.reserve:
        row.append((0.21, "reserve", mix(kit.theme.deep, (110, 150, 255), 0.62), say("RESERVE")))
    if front.simultaneous_max > 1:
        row.append((0.24, "double", kit.theme.bright, say("DOUBLE")))
    elif dare:
        row.append((0.24, "double", kit.theme.bright, say("DOUBLE UP")))
    start = [start_of(kit, 0.34)]
    if front.hold:
        holds: Row = [(1, f"hold_{i + 1}", AMBER, say("HOLD")) for i in range(len(kit.layout.reels))]
        return _domed(at.filled(holds, row, start, in_line=True, tall=True))
    return _domed(at.filled(row[:-1], row[-1:], start, tall=True))


def _domed(deck: Deckful) -> Deckful:
    """The same buttons, START as a dome with round ends."""
    caps, plate, slot = deck
    return [replace(cap, round=cap.name == "start") for cap in caps], plate, slot
