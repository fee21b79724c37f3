# SPDX-License-Identifier: MIT
"""The two sheets of glass beside the reels: what plays cost, and what the right one is for."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, Colour
from emulator.panel.machine.parts import cards
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.lever import has_arm
from emulator.panel.machine.parts.seen import BET_FIRST, DOUBLE_MARK, FREE_MARK, Seen

SHADOW: Colour = (8, 10, 26)


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
        self._bets: list[pygame.Surface] = []

    def paint(self, base: pygame.Surface) -> None:
        """The glass beside the reels: what a play costs, alone and double."""
        kit = self._kit
        words = words_of(kit)
        for rect, pair, right in zip(self._rects, words, (False, True), strict=True):
            if right and has_arm(kit):
                continue  # the arm stands there
            picture = self._scenery.flank(rect.size, kit.theme, right, 0.75)
            stake = _stake(kit, self._plays, kit.front.paylines) if right else _stake(kit, 1, 1)
            # Clear of the lamp at the end of the payline, which a screen does not have.
            lean = 0 if kit.front.screen else round(rect.width * 0.08) * (1 if right else -1)
            if right and pair[0] == kit.say("TOP PRIZE"):
                _top_symbols(picture, kit)
            else:
                _coins(picture, stake, lean)
            if not right and kit.front.card and not kit.front.coins_cents:
                _card(picture, kit, lean)
            _price(picture, rect, kit, words, pair, kit.theme.bright)
            self._mount(base, picture, rect)
            if not right:
                self._paint_bets(base, rect, words)
            if right:
                self._lit.blit(self._scenery.flank(rect.size, kit.theme, right, 1.7), (0, 0))
                lit = _lit_words(kit) or pair
                if lit == pair:
                    _coins(self._lit, stake, lean)
                _price(self._lit, rect, kit, (lit, lit), lit, (255, 255, 240), remember=False)

    def _paint_bets(self, base: pygame.Surface, rect: Rect, words: tuple[Pair, Pair]) -> None:
        """The amount on the left sheet at each bet that may be chosen; the first one stays on the glass."""
        kit = self._kit
        for cents in kit.front.bets_cents:
            glass = base.copy()
            picture = self._scenery.flank(rect.size, kit.theme, False, 0.75)
            _price(picture, rect, kit, words, (kit.say("BET"), kit.money(cents)), kit.theme.bright, False)
            self._mount(glass, picture, rect)
            self._bets.append(glass.subsurface(_below_lamp(rect)).copy())

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The mark of a double play or of free plays, where its lamp is lit."""
        for bet, picture in enumerate(self._bets):
            if BET_FIRST + bet in seen.glass:
                screen.blit(picture, _below_lamp(self._rects[0]))
        if DOUBLE_MARK in seen.glass or FREE_MARK in seen.glass:
            screen.blit(self._lit, self._double)

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


def _below_lamp(sheet: Rect) -> Rect:
    """The part of a sheet with its amount, clear of the payline's lamp."""
    top = sheet.y + round(sheet.height * 0.62)
    return Rect(sheet.x, top, sheet.width, sheet.bottom - top)


def _lit_words(kit: Kit) -> Pair | None:
    """What the right sheet says while free plays run."""
    times = kit.front.free_multiplier
    return (kit.say("FREE PLAYS"), f"×{times}") if times else None


def _top_symbols(picture: pygame.Surface, kit: Kit) -> None:
    """What wins the largest prize, where there is no double play to print; clear of the payline's lamp."""
    width, height = picture.get_size()
    shown = [drawing for drawing in kit.front.rows[0].drawings if drawing is not None]
    side = min(round(width * 0.40), round(height * 0.27))
    step = round((width * 0.80 - side) / max(1, len(shown) - 1))
    x = round(width * 0.14)
    for number in reversed(range(len(shown))):
        at = (x + step * number, round(height * 0.35))
        picture.blit(kit.symbol(shown[number], side, keyline=True), at)


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


def _coins(picture: pygame.Surface, shown: list[int], lean: int) -> None:
    """The coins that a play costs, one over the other, so many pixels beside the middle."""
    if not shown:
        return
    width, height = picture.get_size()
    side = min(round(width * 0.40), round(height * 0.27))
    largest = max(map(coins.diameter_um, shown))
    step = round(side * 0.34)
    x = width // 2 + lean - (side + step * (len(shown) - 1)) // 2
    for number, cents in enumerate(shown):
        face = coins.face(cents, round(side * coins.diameter_um(cents) / largest))
        spot = face.get_rect(center=(x + step * number + side // 2, 0))
        spot.bottom = round(height * 0.34) + side + number * side // 14
        paint.cast(picture, spot, max(2, side // 14), 0.6, side)
        picture.blit(face, spot)


def _card(picture: pygame.Surface, kit: Kit, lean: int) -> None:
    """The card of the house, where a machine takes nothing else."""
    card = cards.face(kit, round(picture.get_width() * 0.58))
    spot = card.get_rect(center=(picture.get_width() // 2 + lean, round(picture.get_height() * 0.48)))
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
    """Title above, price below, clear of the payline lamp in the middle; both flanks in one size."""
    height = picture.get_height()
    above, below = _price_boxes(picture.get_size(), kit)
    size = min(fit(title, "label", above.size, round(height * 0.115), 2).size_px for title, _ in both)
    for box in (above, below):
        kit.veil(picture, box)
    with kit.text.moved(rect.topleft):
        kit.text.put(
            picture, words[0], above, "label", size, CREAM, lines_max=2, shadow=SHADOW, remember=remember
        )
        kit.text.put(
            picture, words[1], below, "label", round(height * 0.17), colour, shadow=SHADOW, remember=remember
        )


def _price_boxes(size: tuple[int, int], kit: Kit) -> tuple[Rect, Rect]:
    width, height = size
    pad = kit.gap(1)
    above = Rect(pad, round(height * 0.07), width - 2 * pad, round(height * 0.26))
    return above, Rect(pad, round(height * 0.68), width - 2 * pad, round(height * 0.24))
