# SPDX-License-Identifier: MIT
"""Which buttons a machine's deck has and where they stand, the coin plate and the slot among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pygame import Rect

from emulator.panel.art.theme import CREAM, PAD_COLOURS, Colour, mix
from emulator.panel.machine.parts.kit import Kit

_RED: Colour = (206, 38, 34)
_BLACK: Colour = (58, 54, 62)
_AMBER: Colour = (255, 176, 60)
_SKY: Colour = (92, 170, 226)
_CALL = "reserve"  # what reserves on type B calls the staff on type C (C-16)


@dataclass(frozen=True)
class Cap:
    """One button: the cabinet's name for it, its place, its plastic and what is written on it."""

    name: str
    rect: Rect
    colour: Colour
    label: str
    always: bool = False
    """Works whatever keeps the machine from its game: never looks dead while there is current."""


@dataclass(frozen=True)
class _Places:
    """Where a deck's things may stand: a row at the back, one in front, the slot at their right."""

    area: Rect
    back: int
    front: int
    gap: int
    slot: Rect

    @property
    def rest(self) -> int:
        """Width from the left edge to the slot."""
        return self.slot.x - self.gap - self.area.x

    @property
    def front_y(self) -> int:
        """Upper edge of the front row."""
        return self.area.y + self.back + self.gap


Row = Sequence[tuple[float, str, Colour, str]]


def place(kit: Kit, zone: Rect, lip: int) -> tuple[list[Cap], Rect, Rect]:
    """The caps, the coin plate and the slot of a deck of this machine's type."""
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
    if slot.width > slot.height * 1.05:
        slot = Rect(area.right - round(slot.height * 1.0), area.y, round(slot.height * 1.0), area.height)
    places = _Places(area, back, area.height - gap - back, gap, slot)
    chance = kit.front.chance
    if kit.front.skill is not None:
        return _pads(kit, places) if kit.front.skill.pads else _plain(kit, places, call=False)
    if chance is None:
        alone = not kit.front.hold and kit.front.simultaneous_max < 2 and not kit.front.dare
        return _single(kit, places) if alone else _cycle(kit, places)
    return _asking(kit, places) if chance.picks or chance.gamble else _plain(kit, places, call=True)


def _cycle(kit: Kit, at: _Places) -> tuple[list[Cap], Rect, Rect]:
    """Holds under their reels at the back, the other buttons in front; those that the model has."""
    layout, theme, say = kit.layout, kit.theme, kit.say
    holds = [
        Cap(f"hold_{i + 1}", Rect(reel.x, at.area.y, reel.width, at.back), _AMBER, say("HOLD"))
        for i, reel in enumerate(layout.reels)
        if kit.front.hold
    ]
    row = _paying(kit, 0.21)
    if kit.front.simultaneous_max > 1:
        row.append((0.24, "double", theme.bright, say("DOUBLE")))
    elif kit.front.dare:
        row.append((0.24, "double", theme.bright, say("DOUBLE UP")))
    row.append((0.34, "start", theme.accent, say("START")))
    fronts = _row(Rect(at.area.x, at.front_y, at.rest, at.front), at.gap, row)
    width = min(layout.reels[0].x - at.gap - at.area.x, round(at.back * 4.4))
    return holds + fronts, _plate(at, width), at.slot


def _paying(kit: Kit, share: float) -> list[tuple[float, str, Colour, str]]:
    """COLLECT, and RESERVE where there is one, each so wide."""
    row: list[tuple[float, str, Colour, str]] = [(share, "collect", CREAM, kit.say("COLLECT"))]
    if kit.front.reserve:
        row.append((share, "reserve", mix(kit.theme.deep, (110, 150, 255), 0.62), kit.say("RESERVE")))
    return row


def _single(kit: Kit, at: _Places) -> tuple[list[Cap], Rect, Rect]:
    """Type B without hold, double play and gamble: the plate over COLLECT and RESERVE, one large START."""
    left = round(at.rest * 0.48)
    sides = _row(Rect(at.area.x, at.front_y, left, at.front), at.gap, _paying(kit, 0.5))
    x = at.area.x + left + at.gap
    start = Rect(x, at.area.y, at.area.x + at.rest - x, at.area.height)
    return [*sides, Cap("start", start, kit.theme.accent, kit.say("START"))], _plate(at, left), at.slot


def _pads(kit: Kit, at: _Places) -> tuple[list[Cap], Rect, Rect]:
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
    fronts = _row(
        Rect(left, at.area.y + tall + at.gap, caps[-1].rect.right - left, at.area.height - tall - at.gap),
        at.gap,
        ((0.3, "collect", CREAM, kit.say("COLLECT")), (0.7, "start", kit.theme.accent, kit.say("START"))),
    )
    plate = Rect(at.area.x, at.area.y, left - at.gap - at.area.x, at.area.height)
    return caps + fronts, plate, at.slot


def _plain(kit: Kit, at: _Places, *, call: bool) -> tuple[list[Cap], Rect, Rect]:
    """A machine that asks nothing: the plate over COLLECT and one large START; type C has its call button."""
    left = round(at.rest * 0.40)
    wide = round(left * 0.62)
    side = Rect(at.area.x + wide + at.gap, at.area.y, left - wide - at.gap, at.back)
    calls = [Cap(_CALL, side, _SKY, kit.say("CALL"), always=True)] if call else []
    row: list[tuple[float, str, Colour, str]] = [(0.5, "collect", CREAM, kit.say("COLLECT"))]
    if kit.front.chance is not None and len(kit.front.chance.bets_cents) > 1:
        row.append((0.5, "double", kit.theme.bright, kit.say("BET")))
    if kit.front.card:
        row.append((0.5, "hold_1", _AMBER, "1 " + kit.say("CARD")))
    fronts = _row(Rect(at.area.x, at.front_y, left, at.front), at.gap, row)
    x = at.area.x + left + at.gap
    start = Cap(
        "start",
        Rect(x, at.area.y, at.area.x + at.rest - x, at.area.height),
        kit.theme.accent,
        kit.say("START"),
    )
    return [*fronts, *calls, start], _plate(at, wide if call else left), at.slot


def _asking(kit: Kit, at: _Places) -> tuple[list[Cap], Rect, Rect]:
    """Three buttons to choose with and DOUBLE at the back; where one bets on colours two of them say so."""
    theme, say = kit.theme, kit.say
    chance = kit.front.chance
    colours = chance is not None and chance.gamble
    width = round(at.rest * 0.24)
    choices: list[tuple[float, str, Colour, str]] = [
        (0.25, "hold_1", _RED, "1 " + say("RED") if colours else "1"),
        (0.25, "hold_2", _BLACK, "2 " + say("BLACK") if colours else "2"),
        (0.22, "hold_3", _AMBER, "3"),
    ]
    if colours or (chance is not None and len(chance.bets_cents) > 1):
        words = say("DOUBLE UP") if colours else say("BET")
        choices.append((0.28, "double", theme.bright, words))
    x = at.area.x + width + at.gap
    backs = _row(Rect(x, at.area.y, at.area.x + at.rest - x, at.back), at.gap, choices)
    fronts = _row(
        Rect(at.area.x, at.front_y, at.rest, at.front),
        at.gap,
        (
            (0.18, _CALL, _SKY, say("CALL")),
            (0.28, "collect", CREAM, say("COLLECT")),
            (0.54, "start", theme.accent, say("START")),
        ),
    )
    fronts[0] = replace(fronts[0], always=True)
    return backs + fronts, _plate(at, width), at.slot


def _row(box: Rect, gap: int, row: Row) -> list[Cap]:
    """Caps side by side, each as wide as its share."""
    whole = sum(share for share, *_ in row)
    room = box.width - gap * (len(row) - 1)
    caps = []
    x = box.x
    for share, name, colour, label in row:
        width = round(room * share / whole)
        caps.append(Cap(name, Rect(x, box.y, width, box.height), colour, label))
        x += width + gap
    return caps


def _plate(at: _Places, width: int) -> Rect:
    return Rect(at.area.x, at.area.y + round(at.back * 0.06), width, round(at.back * 0.88))
