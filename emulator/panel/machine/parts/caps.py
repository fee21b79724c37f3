# SPDX-License-Identifier: MIT
"""Which buttons a machine's deck has and where they stand, the coin plate and the slot among them."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect

from emulator.panel.art.theme import CREAM, Colour
from emulator.panel.machine.parts.cap import AMBER, CALL, SKY, Deckful, Places, Row
from emulator.panel.machine.parts.kit import Kit
from emulator.support.oklch import Lch, lch, rgb

_SLOT_SHARE = 0.17  # of an upright deck's width
_SLOT_OF_HEIGHT = 0.80  # of its height, lying
_CALL = 0.55  # of COLLECT, where both stand in one row
_PLATE = 0.40  # of the height, above the slot
# Lightness and chroma of a START that calls, in OKLCh, and up to which hue: no greens and yellows.
_CALLS, _CALLS_CHROMA, _WARM_DEG = 0.60, 0.19, 60


def place(kit: Kit, zone: Rect, lip: int) -> Deckful:
    """The caps, the coin plate and the slot of this machine's deck."""
    layout, gap = kit.layout, kit.gap(2)
    inner = layout.inner("deck").inflate(-2 * kit.gap(1), 0)
    area = Rect(inner.x, zone.y + gap, inner.width, zone.height - lip - 2 * gap - kit.gap(0))
    wide = round(inner.width * _SLOT_SHARE if layout.portrait else area.height * _SLOT_OF_HEIGHT)
    wide = max(wide, round(1.9 * layout.touch_px))
    beside = area.right - layout.reels[-1].right - gap
    if kit.front.pads and round(0.8 * wide) <= beside < wide:  # buttons stand below their pads
        wide = beside
    column = Rect(area.right - wide, area.y, wide, area.height)
    plate = Rect(column.x, column.y, wide, round(column.height * _PLATE))
    slot = Rect(column.x, plate.bottom + kit.gap(0), wide, column.bottom - plate.bottom - kit.gap(0))
    area.width = column.x - gap - area.x
    start = None
    if not layout.portrait:
        middle = layout.inner("reels").right - gap
        start = Rect(middle + gap, area.y, area.right - middle - gap, area.height)
        area.width = middle - area.x
    return kit.front.fittings.caps(kit, Places(area, start, gap, slot, plate, layout.reels))


def plain(kit: Kit, at: Places, *, call: bool = False) -> Deckful:
    """A machine that asks nothing: COLLECT and one large START; ``call`` for a call button."""
    say = kit.say
    back: Row = [(0.5, CALL, SKY, say("CALL"))] if call else []
    front: Row = [(0.5, "collect", CREAM, say("COLLECT"))]
    if kit.front.bets_cents:
        (back if call else front).append((0.5, "double", kit.theme.bright, say("BET")))
    if kit.front.card:
        (back if call else front).append((0.5, "hold_1", AMBER, "1 " + say("CARD")))
    if at.start is not None and len(back) + len(front) == 2:  # as wide as it is, one row will do
        front = [(share * _CALL, name, colour, label) for share, name, colour, label in back] + front
        back = []
    caps, plate, slot = at.filled(back, front, [start_of(kit)], tall=True)
    return [replace(cap, always=call and cap.name == CALL) for cap in caps], plate, slot


def start_of(kit: Kit, share: float = 1.0) -> tuple[float, str, tuple[int, int, int], str]:
    """The button that starts a play."""
    return share, "start", _vivid(kit.theme.accent), kit.say("START")


def _vivid(colour: Colour) -> Colour:
    """The colour as a lamp's cap has it: brick and slate are no plastic that calls."""
    light, chroma, hue_deg = lch(colour)
    if light >= _CALLS or hue_deg > _WARM_DEG:
        return colour
    return rgb(Lch(_CALLS, max(chroma, _CALLS_CHROMA), hue_deg))
