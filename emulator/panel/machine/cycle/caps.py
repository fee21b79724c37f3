# SPDX-License-Identifier: MIT
"""The buttons of a machine of type B: holds under their reels, or one large START."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect

from emulator.panel.art.theme import CREAM, mix
from emulator.panel.machine.parts.cap import AMBER, Cap, Deckful, Places, Row, row_of
from emulator.panel.machine.parts.kit import Kit


def cycle_caps(kit: Kit, at: Places, *, dare: bool) -> Deckful:
    """Those of this model; with ``dare`` one for double or nothing."""
    alone = not kit.front.hold and kit.front.simultaneous_max < 2 and not dare
    return _single(kit, at) if alone else _several(kit, at, dare)


def _several(kit: Kit, at: Places, dare: bool) -> Deckful:
    """Holds under their reels at the back, the other buttons in front; those that the model has."""
    layout, theme, say = kit.layout, kit.theme, kit.say
    holds = [
        Cap(f"hold_{i + 1}", Rect(reel.x, at.area.y, reel.width, at.back), AMBER, say("HOLD"))
        for i, reel in enumerate(layout.reels)
        if kit.front.hold
    ]
    row = _paying(kit, 0.21)
    if kit.front.simultaneous_max > 1:
        row.append((0.24, "double", theme.bright, say("DOUBLE")))
    elif dare:
        row.append((0.24, "double", theme.bright, say("DOUBLE UP")))
    row.append((0.34, "start", theme.accent, say("START")))
    fronts = row_of(Rect(at.area.x, at.front_y, at.rest, at.front), at.gap, row)
    fronts[-1] = replace(fronts[-1], round=True)
    width = min(layout.reels[0].x - at.gap - at.area.x, round(at.back * 4.4))
    return holds + fronts, at.plate(width), at.slot


def _paying(kit: Kit, share: float) -> Row:
    """COLLECT, and RESERVE where there is one, each so wide."""
    row: Row = [(share, "collect", CREAM, kit.say("COLLECT"))]
    if kit.front.reserve:
        row.append((share, "reserve", mix(kit.theme.deep, (110, 150, 255), 0.62), kit.say("RESERVE")))
    return row


def _single(kit: Kit, at: Places) -> Deckful:
    """Type B without hold, double play and gamble: the plate over COLLECT and RESERVE, one large START."""
    left = round(at.rest * 0.48)
    sides = row_of(Rect(at.area.x, at.front_y, left, at.front), at.gap, _paying(kit, 0.5))
    x = at.area.x + left + at.gap
    start = Rect(x, at.area.y, at.area.x + at.rest - x, at.area.height)
    return (
        [*sides, Cap("start", start, kit.theme.accent, kit.say("START"), round=True)],
        at.plate(left),
        at.slot,
    )
