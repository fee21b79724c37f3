# SPDX-License-Identifier: MIT
"""The largest prize on a plate of its own, about twice the size of the others."""

from __future__ import annotations

from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import font
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import LOW_PX
from emulator.panel.machine.parts.table_print import LIT_INK, prize_plate

_BESIDE, _ABOVE = 0.27, 0.25  # of the table's width where it is wide, else of its height
_LONG, _OF_LONG = 20, 0.65  # rows of a table that leaves it less, and how much of that
_WIDE = 1.7  # widths of a height
# Where symbols stand above an amount: what it gains at least, at the reference width, and what they keep.
_WORTH_PX, _SMALLER = 6, 0.6
_SYMBOLS = (0.52, 0.46, 0.40)  # of a wide plate's width
_MOST = 0.36  # of the table, for a plate that has grown
_LINE_MOST = 3  # symbols; more of them may stand in two lines
TIMES = 2.0
"""So many times the size of other amounts, and no more than half as much again."""


class Parts(NamedTuple):
    """Where the symbols and the amount of the plate stand."""

    side: int
    """Of a symbol."""
    symbols: tuple[tuple[int, int], ...]
    """Upper left corner of each."""
    amount: Rect


def parted(area: Rect, kit: Kit, grown: float = 1.0) -> tuple[Rect, Rect]:
    """
    The place of the largest prize, and what of the table is left: beside it, or below it.

    Args:
        grown: times its usual share.
    """
    gap = kit.gap(1)
    low = not kit.layout.portrait and kit.layout.size[1] < LOW_PX
    share = grown * (_OF_LONG if len(kit.front.rows) > _LONG and not low else 1.0)
    if area.width > _WIDE * area.height:
        hero = Rect(area.x, area.y, round(area.width * min(_MOST, _BESIDE * share)), area.height)
        return hero, Rect(hero.right + gap, area.y, area.right - hero.right - gap, area.height)
    hero = Rect(area.x, area.y, area.width, round(area.height * min(_MOST, _ABOVE * share)))
    return hero, Rect(area.x, hero.bottom + gap, area.width, area.bottom - hero.bottom - gap)


def parts_of(row: PrizeRow, spot: Rect, kit: Kit) -> Parts:
    """Symbols above the amount on a tall plate; on a wide one at its left if that makes it larger."""
    if spot.width <= _WIDE * spot.height:
        return _above(row, spot, kit)
    beside, above = _beside(row, spot, kit), _above(row, spot, kit)
    grows = _px(row, above, kit) >= _px(row, beside, kit) + max(1, kit.px(_WORTH_PX))
    return above if grows and above.side >= beside.side * _SMALLER else beside


def _above(row: PrizeRow, spot: Rect, kit: Kit) -> Parts:
    inner = _inner(spot, kit)
    box = Rect(inner.x, inner.y, inner.width, round(inner.height * 0.56))
    side, places = gathered(len(row.drawings), box)
    used = side * (1 + (places[-1][1] - places[0][1]) // side)
    tall = min(round(inner.height * 0.44), inner.height - used)
    down = (inner.height - tall - used) // 2 + inner.y - places[0][1]
    amount = Rect(inner.x, inner.bottom - tall, inner.width, tall)
    return Parts(side, tuple((x, y + down) for x, y in places), amount)


def _beside(row: PrizeRow, spot: Rect, kit: Kit) -> Parts:
    """Symbols have half of the width; less where the amount, which is long, grows with what they leave."""
    made = [_split(row, spot, kit, share) for share in _SYMBOLS]
    return max(made, key=lambda parts: min(_px(row, parts, kit), parts.side))


def _split(row: PrizeRow, spot: Rect, kit: Kit, share: float) -> Parts:
    inner, count = _inner(spot, kit), len(row.drawings)
    side = min(round(inner.height * 0.92), round(inner.width * share / count))
    left, top = inner.x, inner.centery - side // 2
    x = left + side * count + kit.gap(1)
    amount = Rect(x, inner.y, inner.right - x, inner.height)
    return Parts(side, tuple((left + side * number, top) for number in range(count)), amount)


def _inner(spot: Rect, kit: Kit) -> Rect:
    return spot.inflate(-2 * kit.gap(1), -2 * kit.gap(0))


def gathered(count: int, box: Rect) -> tuple[int, list[tuple[int, int]]]:
    """So many symbols in the middle of a box: the side of one, and their corners; in two lines if larger."""
    found = []
    for lines in (1, 2) if count > _LINE_MOST else (1,):
        each = -(-count // lines)
        found.append((min(box.height // lines, box.width // each), -lines, each))
    side, lines, each = max(found)
    top = box.centery + lines * side // 2  # lines is negative
    places = []
    for number in range(count):
        line, column = divmod(number, each)
        left = box.centerx - side * min(each, count - line * each) // 2
        places.append((left + side * column, top + side * line))
    return side, places


def amount_px(row: PrizeRow, spot: Rect, kit: Kit) -> int:
    """The largest size in which the amount fits the plate."""
    return _px(row, parts_of(row, spot, kit), kit)


def _px(row: PrizeRow, parts: Parts, kit: Kit) -> int:
    box = parts.amount
    return fit(kit.money(row.cents, whole=True), "label", box.size, round(box.height * 0.94)).size_px


def paint_hero(
    surface: pygame.Surface, row: PrizeRow, spot: Rect, kit: Kit, size_px: int, *, lit: bool
) -> None:
    """Paint the plate with its lamp on or out; ``kit.text`` must know where the surface lies."""
    surface.blit(prize_plate(spot.size, kit, lit), spot)
    parts = parts_of(row, spot, kit)
    symbols = [Rect(*at, parts.side, parts.side) for at in parts.symbols]
    shown = symbols[0].unionall(symbols[1:])
    light = (shown.width * 3 // 2, shown.height * 2)
    glow = paint.glow(light, kit.theme.accent if lit else kit.theme.beam(150), 0.8)
    clip = surface.get_clip()
    surface.set_clip(spot.inflate(-2, -2).clip(surface.get_rect()))
    paint.add(surface, glow, glow.get_rect(center=shown.center).topleft)
    surface.set_clip(clip)
    for drawing, at in zip(row.drawings, parts.symbols, strict=True):
        if drawing is not None:
            surface.blit(kit.symbol(drawing, parts.side, keyline=True), at)
    words = kit.money(row.cents, whole=True)
    ink, shadow = (LIT_INK if lit else kit.theme.bright), (12, 10, 20)
    if kit.cabinet.figures is not None:
        ink = kit.cabinet.figures(surface, parts.amount, _edges(words, parts.amount, size_px), lit)
        shadow = (255, 252, 240)
    kit.text.put(surface, words, parts.amount, "label", size_px, ink, shadow=shadow, remember=not lit)


def _edges(words: str, box: Rect, size_px: int) -> list[int]:
    """Where each figure of an amount begins in the middle of its box, and where the last one ends."""
    letters = font("label", size_px, words)
    left = box.centerx - letters.size(words)[0] // 2
    return [left + letters.size(words[:count])[0] for count in range(len(words) + 1)]
