# SPDX-License-Identifier: MIT
"""Two panes of the second glass: what plays cost, and what the right one is for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.lettering import Heard, Placed, fit, listening
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
            if right and pair[0] == kit.say("TOP PRIZE"):
                _top_symbols(picture, kit)
            else:
                _coins(picture, stake, kit)
            if not right and kit.front.card and not kit.front.coins_cents:
                _card(picture, kit)
            _price(picture, rect, kit, words, pair, kit.theme.bright)
            self._mount(base, picture, rect)
            if not right:
                self._paint_bets(base, rect, words)
            if right:
                lit = _lit_words(kit) or pair
                level = _LIT if lit == pair else _LIT_FREE
                self._lit.blit(self._scenery.flank(rect.size, kit.theme, right, level), (0, 0))
                if lit == pair:
                    _coins(self._lit, stake, kit)
                else:
                    _free_plays(self._lit, kit)
                with listening() as self._lit_words:
                    _price(self._lit, rect, kit, (lit, lit), lit, (255, 255, 240), remember=False)

    def _paint_bets(self, base: pygame.Surface, rect: Rect, words: tuple[Pair, Pair]) -> None:
        """The amount on the left sheet at each bet that may be chosen; the first one stays on the glass."""
        kit = self._kit
        for cents in kit.front.bets_cents:
            glass = base.copy()
            picture = self._scenery.flank(rect.size, kit.theme, False, 0.75)
            _coins(picture, _fewest(cents, kit.front.coins_cents), kit)
            pair = (kit.say("BET"), kit.money(cents))
            with listening() as heard:
                _price(picture, rect, kit, words, pair, kit.theme.bright, False)
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


def pane_of(size: tuple[int, int], kit: Kit) -> Pane:
    """The three places of a pane of this size."""
    width, height = size
    pad = kit.gap(1)
    if width > 2 * height:
        third, tall = round(width * 0.34), height - 2 * kit.gap(0)
        right = round(width * 0.42)
        return Pane(
            Rect(pad, kit.gap(0), third - pad, tall),
            Rect(third + pad, kit.gap(0), width - right - third - 2 * pad, tall),
            Rect(width - right, kit.gap(0), right - pad, tall),
        )
    across = width - 2 * pad
    return Pane(
        Rect(pad, round(height * 0.06), across, round(height * 0.24)),
        Rect(pad, round(height * 0.32), across, round(height * 0.36)),
        Rect(pad, round(height * 0.70), across, round(height * 0.26)),
    )


def _lit_words(kit: Kit) -> Pair | None:
    """What the right sheet says while free plays run."""
    times = kit.front.free_multiplier
    return (kit.say("FREE PLAYS"), f"×{times}") if times else None


def _top_symbols(picture: pygame.Surface, kit: Kit) -> None:
    """What wins the largest prize, where there is no double play to print."""
    box = pane_of(picture.get_size(), kit).picture
    shown = [drawing for drawing in kit.front.rows[0].drawings if drawing is not None]
    side, places = gathered(len(shown), box)
    for drawing, at in zip(shown, places, strict=True):
        picture.blit(kit.symbol(drawing, side, keyline=True), at)


def _free_plays(picture: pygame.Surface, kit: Kit) -> None:
    """What gives free plays, as many as it takes, in rays of light."""
    box = pane_of(picture.get_size(), kit).picture
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


def _coins(picture: pygame.Surface, shown: list[int], kit: Kit) -> None:
    """The coins that a play costs, one over the other."""
    if not shown:
        return
    box = pane_of(picture.get_size(), kit).picture
    side = min(box.height, round(box.width / (1 + 0.4 * (len(shown) - 1))))
    largest = max(map(coins.diameter_um, shown))
    step = round(side * 0.4)
    x = box.centerx - (side + step * (len(shown) - 1)) // 2
    for number, cents in enumerate(shown):
        face = coins.face(cents, round(side * coins.diameter_um(cents) / largest))
        spot = face.get_rect(center=(x + step * number + side // 2, box.centery))
        paint.cast(picture, spot, max(2, side // 14), 0.6, side)
        picture.blit(face, spot)


def _card(picture: pygame.Surface, kit: Kit) -> None:
    """The card of the house, where a machine takes nothing else."""
    box = pane_of(picture.get_size(), kit).picture
    card = cards.face(kit, min(box.width, round(box.height * 1.58)))
    spot = card.get_rect(center=box.center)
    paint.cast(picture, spot, max(2, spot.height // 14), 0.6, spot.height * 0.1)
    picture.blit(card, spot)


def _price(
    picture: pygame.Surface,
    rect: Rect,
    kit: Kit,
    both: tuple[Pair, Pair],
    words: Pair,
    colour: Colour,
    remember: bool = True,
) -> None:
    """Title and price; both panes in one size."""
    pane = pane_of(picture.get_size(), kit)
    size = min(fit(title, "label", pane.title.size, kit.px(44), 2).size_px for title, _ in both)
    most = min(kit.px(76), round(pane.amount.height * 0.92))
    price = min(fit(amount, "label", pane.amount.size, most).size_px for _, amount in both)
    for box in (pane.title, pane.amount):
        kit.veil(picture, box)
    with kit.text.moved(rect.topleft):
        kit.text.put(
            picture, words[0], pane.title, "label", size, CREAM, lines_max=2, shadow=SHADOW, remember=remember
        )
        kit.text.put(picture, words[1], pane.amount, "label", price, colour, shadow=SHADOW, remember=remember)
