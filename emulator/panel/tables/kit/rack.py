# SPDX-License-Identifier: MIT
"""The visitor's rail: their chips by value to be picked up, what they own, and what they can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.tables.kit.caps import Button
from emulator.panel.tables.kit.chips import Chips
from emulator.panel.tables.kit.colours import BONE, GOLD, LACQUER_DARK, SEATS
from emulator.panel.tables.kit.lay import Lay
from machines.support.languages import euros

PICKED_UP = 7
"""A chip that is in the hand lies so much higher, in units."""


def places(lay: Lay, values: Sequence[int]) -> list[Rect]:
    """Where chips of each value are picked up."""
    if not values:
        return []
    box = lay.rack
    purse = purse_box(lay)
    room = box.right - purse.right - lay.px(14)
    side = min(box.height, lay.px(104), room // len(values))
    x = purse.right + lay.px(14)
    return [Rect(x + i * side, box.centery - side // 2, side, side) for i in range(len(values))]


def purse_box(lay: Lay) -> Rect:
    """What the visitor owns."""
    return Rect(lay.rack.x, lay.rack.y, round(lay.rack.width * 0.25), lay.rack.height)


def button_rects(lay: Lay, buttons: Sequence[Button]) -> list[Rect]:
    """Where so many buttons lie: a row, the one to press next the widest."""
    box, gap = lay.buttons, lay.px(10)
    if not buttons:
        return []
    shares = [1.45 if one.strong else 0.36 if len(one.words) < 3 else 1.0 for one in buttons]
    room = box.width - gap * (len(buttons) - 1)
    tall = min(box.height, lay.px(84))
    rects, x = [], float(box.x)
    for share in shares:
        wide = min(room * share / sum(shares), lay.px(300) * share)
        rects.append(Rect(round(x), box.centery - tall // 2, round(wide), tall))
        x += wide + gap
    spare = box.right - rects[-1].right
    return [rect.move(spare if not lay.portrait else spare // 2, 0) for rect in rects]


def plate(place: Rect) -> Rect:
    """Where the value of chips is said: below them, and within the ring of their well."""
    tall = round(place.height * 0.24)
    return Rect(place.x, place.bottom - round(place.height * 0.32), place.width, tall)


def draw_ground(base: pygame.Surface, lay: Lay, values: Sequence[int]) -> None:
    """The wells in which the visitor's chips lie."""
    for rect in places(lay, values):
        well = rect.inflate(-lay.px(10), -lay.px(10))
        pygame.draw.ellipse(base, mix(LACQUER_DARK, INK, 0.55), well)
        pygame.draw.ellipse(base, mix(GOLD, INK, 0.45), well, max(1, lay.px(2)))


class Owned(NamedTuple):
    """
    What a visitor has before them.

    Attributes:
        values: of chips that can be picked up; ``picked`` the one in the hand.
        cents: all they own; ``seat`` where they sit.
        over, under: what stands over the purse, and under it.
    """

    values: Sequence[int]
    picked: int
    cents: int
    seat: int
    over: str
    under: str


def draw(screen: pygame.Surface, lay: Lay, text: Letterer, chips: Chips, owned: Owned, language: str) -> None:
    """Draw chips and purse."""
    box = purse_box(lay)
    top = Rect(box.x, box.y, box.width, round(box.height * 0.24))
    middle = Rect(box.x, top.bottom, box.width, round(box.height * 0.44))
    foot = Rect(box.x, middle.bottom, box.width, box.bottom - middle.bottom)
    text.put(
        screen, owned.over, top, "label", lay.px(19), mix(GOLD, CREAM, 0.4), align="left", remember=False
    )
    text.put(
        screen, euros(owned.cents, language), middle, "label", lay.px(40), BONE, align="left", remember=False
    )
    if owned.under:
        text.put(screen, owned.under, foot, "label", lay.px(18), CREAM, align="left", remember=False)
    for i, (rect, value) in enumerate(zip(places(lay, owned.values), owned.values, strict=True)):
        enough = value <= owned.cents
        wide = round(rect.width * 0.58)
        if value == owned.picked and enough:
            ring = rect.inflate(-lay.px(6), -lay.px(6))
            pygame.draw.ellipse(screen, mix(GOLD, LACQUER_DARK, 0.6), ring)
            pygame.draw.ellipse(screen, (255, 232, 160), ring, max(2, lay.px(3)))
        up = lay.px(PICKED_UP) if value == owned.picked and enough else 0
        foot_at = (rect.centerx, rect.centery + round(wide * 0.36) - up)
        count = min(3, owned.cents // value) if enough else 0
        if lay.plan.by_seat:
            chips.coloured(screen, min(count, 1 + i), foot_at, wide, SEATS[(owned.seat - 1) % len(SEATS)])
        else:
            for k in range(count):
                chips.stack(screen, value, (foot_at[0], foot_at[1] - round(k * wide * 0.172)), wide)
        colour = CREAM if enough else mix(CREAM, LACQUER_DARK, 0.6)
        worth = euros(value, language, True)
        text.put(screen, worth, plate(rect), "label", lay.px(19), colour, shadow=INK, remember=False)
