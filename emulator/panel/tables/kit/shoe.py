# SPDX-License-Identifier: MIT
"""The shoe, the basket of used cards, and cards as they come: back up, turned, the third across."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import mix
from emulator.panel.tables.kit.cards import RATIO, Cards
from emulator.panel.tables.kit.colours import FELT, GOLD
from emulator.panel.tables.kit.face import Told
from emulator.panel.tables.kit.lay import Lay
from emulator.panel.tables.kit.parted import SLIDE_MS, Hands, Lies, ease
from emulator.tables.told import APART_MS, OPEN

TURN_MS = 260


def shown_ms(told: Sequence[Told]) -> dict[int, int]:
    """
    When each dealt card begins to be turned: the first four once all of them lie, a third one at once.

    A card that comes face up is turned on its way, one that lies face down with its hand.
    """
    cards = [one for one in told if one.kind == "card"]
    if any(one.to in APART_MS for one in cards):
        late = {one.spot: one.t_ms for one in told if one.kind == "turn"}
        at = {
            i: one.t_ms + SLIDE_MS // 3 if one.to == OPEN else late.get(one.spot)
            for i, one in enumerate(cards)
        }
        return {i: t_ms for i, t_ms in at.items() if t_ms is not None}
    first = cards[0].spot if cards else ""
    laid = cards[3].t_ms + SLIDE_MS if len(cards) >= 4 else None
    found = {}
    for i, one in enumerate(cards):
        if i < 4:
            if laid is not None:
                found[i] = laid + 150 + (0 if one.spot == first else 500) + (i // 2) * 120
        else:
            found[i] = one.t_ms + SLIDE_MS + 80
    return found


def draw_stand(base: pygame.Surface, lay: Lay, cards: Cards) -> None:
    """The shoe and the basket: they stand."""
    used, shoe = lay.mark("cards", "used"), lay.mark("cards", "shoe")
    if used is not None:
        box = _around(used, *_basket(lay))
        pygame.draw.rect(base, mix(FELT, (0, 0, 0), 0.55), box, 0, lay.px(8))
        pygame.draw.rect(base, mix(GOLD, (0, 0, 0), 0.35), box, max(1, lay.px(2)), lay.px(8))
        paint.recess(base, box, lay.px(8), lay.px(8))
    if shoe is not None:
        _shoe(base, lay, cards, shoe, lay.card)


def stands(lay: Lay) -> list[Rect]:
    """What basket and shoe cover, where a table has them."""
    found = []
    for name, size in (("used", _basket(lay)), ("shoe", _body(lay.card))):
        if (at := lay.mark("cards", name)) is not None:
            found.append(_around(at, *size))
    return found


def _basket(lay: Lay) -> tuple[int, int]:
    return round(lay.card * 1.25), round(lay.card * RATIO * 0.92)


def _body(width: int) -> tuple[int, int]:
    """How large the shoe of cards so wide is."""
    return round(width * 2.1), round(width * 1.45)


def _around(at: tuple[int, int], wide: int, tall: int) -> Rect:
    found = Rect(0, 0, wide, tall)
    found.center = at
    return found


def _shoe(base: pygame.Surface, lay: Lay, cards: Cards, at: tuple[int, int], width: int) -> None:
    """A box of smoked glass whose mouth, with the next card in it, looks to the left."""
    body = _around(at, *_body(width))
    paint.cast(base, body, lay.px(9), 0.75, lay.px(12))
    back = pygame.transform.rotate(cards.picture(None, round(width * 0.92)), 90)
    base.blit(back, back.get_rect(midleft=(body.x - round(width * 0.28), body.centery)))
    shell = paint.down(
        body.size, [(0, (92, 88, 92)), (0.16, (40, 36, 40)), (0.8, (18, 15, 18)), (1, (52, 48, 52))]
    )
    base.blit(paint.clip_round(shell, lay.px(12)), body)
    for i in range(7):  # the edges of the cards behind the glass
        x = body.x + round(body.width * (0.34 + 0.055 * i))
        pygame.draw.line(
            base, (214, 204, 184), (x, body.y + lay.px(9)), (x, body.bottom - lay.px(9)), max(1, lay.px(2))
        )
    pygame.draw.rect(base, mix(GOLD, (0, 0, 0), 0.2), body, max(1, lay.px(2)), lay.px(12))
    mouth = Rect(body.x, body.y, round(body.width * 0.24), body.height)
    pygame.draw.rect(base, (12, 9, 12), mouth.inflate(-lay.px(6), -lay.px(10)), 0, lay.px(8))


def draw(screen: pygame.Surface, lay: Lay, cards: Cards, told: Sequence[Told], now_ms: int) -> None:
    """Every card that was dealt, where it is now."""
    shoe = lay.mark("cards", "shoe")
    if shoe is None:
        return
    hands, turns = Hands(lay, told, now_ms), shown_ms(told)
    places: dict[str, int] = {}
    faces = {one.spot: one.faces for one in told if one.kind == "turn"}
    away, used = gone(told, now_ms), lay.mark("cards", "used") or shoe
    many = Counter(one.spot for one in told if one.kind == "card")
    for i, one in enumerate(one for one in told if one.kind == "card"):
        place = places[one.spot] = places.get(one.spot, -1) + 1
        off = away.get(one.spot, 0.0)
        if now_ms < one.t_ms or off == 1:
            continue
        third = place == 2 and not one.to
        lies = (
            hands.card(i) if hands.parted(one.spot) else _in_row(lay, one.spot, place, many[one.spot], third)
        )
        if lies is None:
            continue
        known = one.faces or faces.get(one.spot, ())[place : place + 1] or (0,)
        share = min(1.0, (now_ms - one.t_ms) / SLIDE_MS)
        come = 1 - (1 - share) ** 2
        x = shoe[0] - lay.card + (lies.x - shoe[0] + lay.card) * come
        y = shoe[1] + (lies.y - shoe[1]) * come
        x, y = x + (used[0] - x) * off, y + (used[1] - y) * off
        turned = min(1.0, (now_ms - turns[i]) / TURN_MS) - off if i in turns else -1.0
        lying = _Lying(known[0], (round(x), round(y)), turned, across=third, ease=come)
        _card(screen, lay, cards, round(lies.wide), lying)


def gone(told: Sequence[Told], now_ms: int) -> dict[str, float]:
    """Hands that are taken up, and how far their cards have come on their way to the basket."""
    late = {one.spot: (now_ms - one.t_ms) / SLIDE_MS for one in told if one.kind == "gone"}
    return {hand: ease(share) for hand, share in late.items() if share >= 0}


def _in_row(lay: Lay, hand: str, place: int, many: int, third: bool) -> Lies | None:
    """A card in the row of its hand, where a third one that lies across takes more room."""
    first = lay.mark("cards", hand)
    if first is None:
        return None
    return Lies(
        first[0] + round(place * lay.step(many)) + (round(lay.card * 0.16) if third else 0),
        first[1],
        lay.card,
    )


class _Lying(NamedTuple):
    """A card at a moment: which, where, how far it is turned over, whether across, how far it has come."""

    card: int
    at: tuple[int, int]
    turned: float
    across: bool
    ease: float


def _card(screen: pygame.Surface, lay: Lay, cards: Cards, width: int, one: _Lying) -> None:
    """One card: its back until it is turned, then its face; a third one lies across."""
    picture = cards.picture(one.card if one.turned >= 0.5 else None, width)
    if 0 < one.turned < 1:
        wide = max(2, round(width * abs(math.cos(one.turned * math.pi))))
        picture = pygame.transform.smoothscale(picture, (wide, picture.get_height()))
    if one.across:
        picture = pygame.transform.rotate(picture, 90)
    elif one.ease < 1:
        picture = pygame.transform.rotate(picture, (1 - one.ease) * 80)
    rect = picture.get_rect(center=one.at)
    if one.ease == 1:  # it lies: on its way it is turned, and its shadow is lost
        paint.cast(screen, rect.inflate(-4, -4), lay.px(3), 0.5, lay.px(5))
    screen.blit(picture, rect)
