# SPDX-License-Identifier: MIT
"""Two panes of the second glass: what plays cost, and what the right one is for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.lettering import Heard, Placed, fit, listening, width_of
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts import cards
from emulator.panel.machine.parts.hero import gathered
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import BET_FIRST, DOUBLE_MARK, FREE_MARK, Seen

SHADOW: Colour = (8, 10, 26)
_LIT, _LIT_FREE = (
    1.7,
    1.15,
)  # how bright the right sheet is with its lamp on; pictures of free plays shine themselves
_RAYS = 14
_TITLE_PX = 44
_AMOUNT_PX = 76
_PICTURE_LEAST = 1.2  # of a pane's height, what is drawn between title and amount beside each other


class Flanks:
    """
    Draws both sheets once, and lit what a lamp is on behind.

    The right one has the double play, a payline of several, or the largest prize of a machine without either.
    """

    def __init__(self, kit: Kit, plays: int = 1) -> None:
        """``plays`` is how many the coins on the right sheet pay."""
        self._kit = kit
        self._plays = plays
        self._scenery = kit.scenery
        self._rects = kit.layout.flanks
        # Where the double play is printed, and how it looks with its lamp on.
        self._double = self._rects[1]
        self._lit = paint.plain(self._double.size)
        self._bets: list[tuple[pygame.Surface, Heard]] = []
        self._lit_words: Heard = []

    def paint(self, base: pygame.Surface) -> None:
        """The glass beside the reels: what a play costs, alone and double."""
        kit = self._kit
        words = words_of(kit)
        for rect, pair, right in zip(self._rects, words, (False, True), strict=True):
            picture = self._scenery.flank(rect.size, kit.theme, right, 0.75)
            stake = _stake(kit, self._plays, kit.front.paylines) if right else _stake(kit, 1, 1)
            pane = pane_of(rect.size, kit, words)
            if right and pair[0] == kit.say("TOP PRIZE"):
                _top_symbols(picture, pane.picture, kit)
            else:
                _coins(picture, pane.picture, stake)
            if not right and kit.front.card and not kit.front.coins_cents:
                _card(picture, pane.picture, kit)
            price(picture, rect, kit, pane, words, pair, kit.theme.bright)
            self._mount(base, picture, rect)
            if not right:
                self._paint_bets(base, rect, words)
            if right:
                lit = _lit_words(kit) or pair
                level = _LIT if lit == pair else _LIT_FREE
                self._lit.blit(self._scenery.flank(rect.size, kit.theme, right, level), (0, 0))
                if lit == pair:
                    _coins(self._lit, pane.picture, stake)
                else:
                    words = (lit, lit)
                    pane = pane_of(rect.size, kit, words)
                    _free_plays(self._lit, pane.picture, kit)
                with listening() as self._lit_words:
                    price(self._lit, rect, kit, pane, words, lit, (255, 255, 240), remember=False)

    def _paint_bets(self, base: pygame.Surface, rect: Rect, words: tuple[Pair, Pair]) -> None:
        """The amount on the left sheet at each bet that may be chosen; the first one stays on the glass."""
        kit = self._kit
        for cents in kit.front.bets_cents:
            glass = base.copy()
            picture = self._scenery.flank(rect.size, kit.theme, False, 0.75)
            pane = pane_of(rect.size, kit, words)
            _coins(picture, pane.picture, _fewest(cents, kit.front.coins_cents))
            pair = (kit.say("BET"), kit.money(cents))
            with listening() as heard:
                price(picture, rect, kit, pane, words, pair, kit.theme.bright, False)
            self._mount(glass, picture, rect)
            self._bets.append((glass.subsurface(rect).copy(), heard))

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The mark of a double play or of free plays, where its lamp is lit."""
        for bet, (picture, words) in enumerate(self._bets):
            if BET_FIRST + bet in seen.glass:
                screen.blit(picture, self._rects[0])
                self._tell(self._rects[0], words)
        if DOUBLE_MARK in seen.glass or FREE_MARK in seen.glass:
            screen.blit(self._lit, self._double)
            self._tell(self._double, self._lit_words)

    def _tell(self, pane: Rect, words: Heard) -> None:
        """What stands on a pane now."""
        self._kit.text.hide(pane)
        self._kit.text.again([text for text in words if isinstance(text, Placed)])

    def _mount(self, base: pygame.Surface, picture: pygame.Surface, rect: Rect) -> None:
        kit = self._kit
        base.blit(paint.clip_round(picture, kit.gap(1)), rect)
        paint.recess(base, rect, kit.gap(1), kit.gap(1))
        paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))


Pair = tuple[str, str]


def words_of(kit: Kit) -> tuple[Pair, Pair]:
    """Title and amount of the left and of the right sheet: what a play costs, and two of them or one line."""
    front, say = kit.front, kit.say
    one = (say("BET") if front.bets_cents else say("1 PLAY"), kit.money(front.price_cents))
    if front.simultaneous_max > 1:
        return one, (say("2 PLAYS"), kit.money(2 * front.price_cents))
    if front.paylines > 1:
        return one, (say("{} LINES").format(front.paylines), kit.money(front.price_cents // front.paylines))
    top = kit.money(front.rows[0].cents, whole=True) if front.rows else ""
    return one, (say("TOP PRIZE"), top)


class Pane(NamedTuple):
    """Where a pane has its title, its picture and its amount: below one another, or side by side."""

    title: Rect
    picture: Rect
    amount: Rect
    title_lines: int = 1
    """How many the title may have."""

    def moved(self, by: tuple[int, int]) -> Pane:
        """The same places elsewhere."""
        return Pane(self.title.move(by), self.picture.move(by), self.amount.move(by), self.title_lines)


def pane_of(size: tuple[int, int], kit: Kit, pairs: Sequence[Pair], *, pictured: bool = True) -> Pane:
    """
    The three places of a pane of this size.

    Args:
        pairs: titles and amounts that it and its neighbour have. Side by side each of them has one line, and
            the width that it needs.
        pictured: whether something is drawn between title and amount.
    """
    width, height = size
    pad = kit.gap(1)
    if width > (2 if pictured else 3) * height:
        tall = height - 2 * kit.gap(0)
        gaps = (4 if pictured else 3) * pad
        least = round(tall * _PICTURE_LEAST) if pictured else 0
        titles_px, amounts_px = min(kit.px(_TITLE_PX), tall), min(kit.px(_AMOUNT_PX), tall)
        titles = max(width_of(title, "label", titles_px) for title, _ in pairs)
        amounts = max(width_of(amount, "label", amounts_px) for _, amount in pairs)
        share = min(1.0, (width - gaps - least) / (titles + amounts))
        title = Rect(pad, kit.gap(0), math.ceil(titles * share), tall)
        amount = Rect(0, title.y, math.ceil(amounts * share), tall)
        amount.right = width - pad
        left = title.right + pad
        return Pane(title, Rect(left, title.y, amount.x - pad - left, tall), amount)
    parts = (
        ((0.06, 0.24), (0.32, 0.36), (0.70, 0.26)) if pictured else ((0.08, 0.38), (0.48, 0), (0.50, 0.40))
    )
    title, drawn, amount = (
        Rect(pad, round(height * top), width - 2 * pad, round(height * tall)) for top, tall in parts
    )
    return Pane(title, drawn, amount, 2 if pictured else 1)


def _lit_words(kit: Kit) -> Pair | None:
    """What the right sheet says while free plays run."""
    times = kit.front.free_multiplier
    return (kit.say("FREE PLAYS"), f"×{times}") if times else None


def _top_symbols(picture: pygame.Surface, box: Rect, kit: Kit) -> None:
    """What wins the largest prize, where there is no double play to print."""
    shown = [drawing for drawing in kit.front.rows[0].drawings if drawing is not None]
    side, places = gathered(len(shown), box)
    for drawing, at in zip(shown, places, strict=True):
        picture.blit(kit.symbol(drawing, side, keyline=True), at)


def _free_plays(picture: pygame.Surface, box: Rect, kit: Kit) -> None:
    """What gives free plays, as many as it takes, in rays of light."""
    reach = max(picture.get_size())
    rays = paint.plain(picture.get_size())
    for number in range(_RAYS):
        turn = [2 * math.pi * (number + side) / _RAYS for side in (0.0, 0.5)]
        ends = [(box.centerx + reach * math.cos(at), box.centery + reach * math.sin(at)) for at in turn]
        pygame.draw.polygon(rays, mix(kit.theme.bright, INK, 0.55), [box.center, *ends])
    paint.shade(rays, paint.glow(picture.get_size(), (255, 255, 255), 1.0, 1.1), (0, 0))
    paint.add(picture, rays, (0, 0))
    halo = (box.width * 5 // 4, box.height * 2)
    paint.add(
        picture,
        paint.glow(halo, mix(kit.theme.bright, INK, 0.3), 0.9),
        Rect((0, 0), halo).move(box.centerx - halo[0] // 2, box.centery - halo[1] // 2).topleft,
    )
    if kit.front.free_symbol is None:
        return
    drawing, count = kit.front.free_symbol
    side, places = gathered(count, box)
    for number, (x, y) in enumerate(places):
        picture.blit(kit.symbol(drawing, side, keyline=True), (x, y - side // 8 * (number % 2)))


def _stake(kit: Kit, plays: int, lines: int) -> list[int]:
    """The fewest coins that pay what a sheet prints: a play, two of them, or one line of it."""
    return _fewest(kit.front.price_cents // max(1, lines), kit.front.coins_cents) * plays


def _fewest(cents: int, values: Sequence[int]) -> list[int]:
    """Coins of these values that make an amount, none if they cannot, or not with three."""
    found: list[int] = []
    for value in sorted(filter(coins.known, values), reverse=True):
        count, cents = divmod(cents, value)
        found += [value] * count
    return found if not cents and len(found) <= 3 else []


def _coins(picture: pygame.Surface, box: Rect, shown: list[int]) -> None:
    """The coins that a play costs, one over the other."""
    if not shown:
        return
    side = min(box.height, round(box.width / (1 + 0.4 * (len(shown) - 1))))
    largest = max(map(coins.diameter_um, shown))
    step = round(side * 0.4)
    x = box.centerx - (side + step * (len(shown) - 1)) // 2
    for number, cents in enumerate(shown):
        face = coins.face(cents, round(side * coins.diameter_um(cents) / largest))
        spot = face.get_rect(center=(x + step * number + side // 2, box.centery))
        paint.cast(picture, spot, max(2, side // 14), 0.6, side)
        picture.blit(face, spot)


def _card(picture: pygame.Surface, box: Rect, kit: Kit) -> None:
    """The card of the house, where a machine takes nothing else."""
    card = cards.face(kit, min(box.width, round(box.height * 1.58)))
    spot = card.get_rect(center=box.center)
    paint.cast(picture, spot, max(2, spot.height // 14), 0.6, spot.height * 0.1)
    picture.blit(card, spot)


def price(
    picture: pygame.Surface,
    rect: Rect,
    kit: Kit,
    pane: Pane,
    both: Sequence[Pair],
    words: Pair,
    colour: Colour,
    remember: bool = True,
) -> None:
    """Title and price on the picture of the sheet at ``rect``; those of both panes in one size."""
    lines = pane.title_lines
    size = min(fit(title, "label", pane.title.size, kit.px(_TITLE_PX), lines).size_px for title, _ in both)
    most = min(kit.px(_AMOUNT_PX), round(pane.amount.height * 0.92))
    price_px = min(fit(amount, "label", pane.amount.size, most).size_px for _, amount in both)
    for box in (pane.title, pane.amount):
        kit.veil(picture, box)
    with kit.text.moved(rect.topleft):
        kit.text.put(
            picture, words[0], pane.title, "label", size, CREAM,
            lines_max=lines, shadow=SHADOW, remember=remember,
        )  # fmt: skip
        kit.text.put(
            picture, words[1], pane.amount, "label", price_px, colour, shadow=SHADOW, remember=remember
        )
