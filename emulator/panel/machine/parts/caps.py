# SPDX-License-Identifier: MIT
"""Which buttons a machine's deck has and where they stand, the coin plate and the slot among them."""

from __future__ import annotations

from pygame import Rect

from emulator.panel.art.theme import CREAM
from emulator.panel.machine.parts.cap import AMBER, CALL, SKY, Cap, Deckful, Places, Row, row_of
from emulator.panel.machine.parts.kit import Kit


def place(kit: Kit, zone: Rect, lip: int) -> Deckful:
    """The caps, the coin plate and the slot of this machine's deck."""
    layout = kit.layout
    gap = kit.gap(2)
    area = Rect(
        layout.margin + kit.gap(1),
        zone.y + kit.gap(2),
        zone.width - 2 * layout.margin - 2 * kit.gap(1),
        zone.height - lip - 2 * kit.gap(2) - kit.gap(0),
    )
    back = round((area.height - gap) * 0.45)
    slot_left = layout.reels[-1].right + kit.gap(3)
    slot = Rect(slot_left, area.y, area.right - slot_left, area.height)
    if kit.front.game_fills or slot.width > slot.height * 1.05:
        slot = Rect(area.right - round(slot.height * 1.0), area.y, round(slot.height * 1.0), area.height)
    return kit.front.fittings.caps(kit, Places(area, back, area.height - gap - back, gap, slot))


def plain(kit: Kit, at: Places, *, call: bool = False) -> Deckful:
    """A machine that asks nothing: the plate over COLLECT and one large START; ``call`` for a call button."""
    left = round(at.rest * 0.40)
    wide = round(left * 0.62)
    side = Rect(at.area.x + wide + at.gap, at.area.y, left - wide - at.gap, at.back)
    calls = [Cap(CALL, side, SKY, kit.say("CALL"), always=True)] if call else []
    row: Row = [(0.5, "collect", CREAM, kit.say("COLLECT"))]
    if kit.front.bets_cents:
        row.append((0.5, "double", kit.theme.bright, kit.say("BET")))
    if kit.front.card:
        row.append((0.5, "hold_1", AMBER, "1 " + kit.say("CARD")))
    fronts = row_of(Rect(at.area.x, at.front_y, left, at.front), at.gap, row)
    x = at.area.x + left + at.gap
    start = Cap(
        "start",
        Rect(x, at.area.y, at.area.x + at.rest - x, at.area.height),
        kit.theme.accent,
        kit.say("START"),
    )
    return [*fronts, *calls, start], at.plate(wide if call else left), at.slot
