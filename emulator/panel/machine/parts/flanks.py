# SPDX-License-Identifier: MIT
"""The two sheets of glass beside the reels: what plays cost, and what the right one is for."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.lettering import fit
from emulator.panel.art.scenery.styles import scenery_of
from emulator.panel.art.theme import CREAM, Colour
from emulator.panel.machine.parts import cards
from emulator.panel.machine.parts.dare import Dare
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import BET_FIRST, DOUBLE_MARK, FREE_MARK, Seen

_SHADOW: Colour = (8, 10, 26)


class Flanks:
    """
    Draws both sheets once, and lit what a lamp is on behind.

    The right one has the double play, or the largest prize of a machine without one; double or nothing,
    where a machine has that, takes it, and both prices stand on the left one.
    """

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._scenery = scenery_of(kit.front.style)
        self._rects = kit.layout.flanks
        self._dare = Dare(kit, self._rects[1]) if kit.front.dare else None
        # Where the double play is printed, and how it looks with its lamp on.
        self._double = _lower_half(self._rects[0]) if self._dare else self._rects[1]
        self._lit = paint.plain(self._double.size)
        self._bets: list[pygame.Surface] = []

    def paint(self, base: pygame.Surface) -> None:
        """The glass beside the reels: what a play costs, alone and double."""
        kit = self._kit
        if self._dare is not None:
            self._paint_with_dare(base, self._dare)
            return
        words = _words(kit)
        for rect, pair, right in zip(self._rects, words, (False, True), strict=True):
            picture = self._scenery.flank(rect.size, kit.theme, right, 0.75)
            # Clear of the lamp at the end of the payline, which a screen does not have.
            screen = kit.front.chance is not None and kit.front.chance.screen
            lean = 0 if screen else round(rect.width * 0.08) * (1 if right else -1)
            if right and pair[0] == kit.say("TOP PRIZE"):
                _top_symbols(picture, kit)
            else:
                _coins(picture, _stake(kit, right), lean)
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
                    _coins(self._lit, _stake(kit, right), lean)
                _price(self._lit, rect, kit, (lit, lit), lit, (255, 255, 240), remember=False)

    def _paint_bets(self, base: pygame.Surface, rect: Rect, words: tuple[Pair, Pair]) -> None:
        """The amount on the left sheet at each bet that may be chosen; the first one stays on the glass."""
        kit = self._kit
        for cents in _bets(kit):
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
        if self._dare is not None:
            self._dare.draw(screen, seen)

    def _mount(self, base: pygame.Surface, picture: pygame.Surface, rect: Rect) -> None:
        kit = self._kit
        base.blit(paint.clip_round(picture, kit.gap(1)), rect)
        paint.recess(base, rect, kit.gap(1), kit.gap(1))
        paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))

    def _paint_with_dare(self, base: pygame.Surface, dare: Dare) -> None:
        """Both prices on the left sheet, one above the other; double or nothing on the right one."""
        kit, (left, right) = self._kit, self._rects
        words = _words(kit)[: max(1, kit.front.simultaneous_max)]
        dark = self._scenery.flank(left.size, kit.theme, False, 0.75)
        bright = self._scenery.flank(left.size, kit.theme, False, 1.7)
        halves = (_lower_half(left).move(0, left.y - _lower_half(left).y), self._double)
        for half, pair in zip(halves, words, strict=False):
            _stacked(dark, left, half, kit, words, pair, kit.theme.bright)
            _stacked(bright, left, half, kit, words, pair, (255, 255, 240), remember=False)
        self._mount(base, dark, left)
        self._lit.blit(bright, (0, 0), self._double.move(-left.x, -left.y))
        picture = self._scenery.flank(right.size, kit.theme, True, 0.75)
        dare.paint(picture, right.topleft)
        self._mount(base, picture, right)


Pair = tuple[str, str]


def _bets(kit: Kit) -> tuple[int, ...]:
    """What a play may be staked at, none where there is no choice."""
    bets_cents = kit.front.chance.bets_cents if kit.front.chance else ()
    return bets_cents if len(bets_cents) > 1 else ()


def _words(kit: Kit) -> tuple[Pair, Pair]:
    """Title and amount of the left and of the right sheet: the bets, or what a machine of chance plays on."""
    front, say = kit.front, kit.say
    one = (say("BET") if _bets(kit) else say("1 PLAY"), kit.money(front.price_cents))
    if front.chance is None and front.simultaneous_max > 1:
        return one, (say("2 PLAYS"), kit.money(2 * front.price_cents))
    if front.chance is not None and front.chance.lines > 1:
        words = say("{} LINES").format(front.chance.lines)
        return one, (words, kit.money(front.price_cents // front.chance.lines))
    top = kit.money(front.rows[0].cents, whole=True) if front.rows else ""
    return one, (say("TOP PRIZE"), top)


def _below_lamp(sheet: Rect) -> Rect:
    """The part of a sheet with its amount, clear of the payline's lamp."""
    top = sheet.y + round(sheet.height * 0.62)
    return Rect(sheet.x, top, sheet.width, sheet.bottom - top)


def _lower_half(sheet: Rect) -> Rect:
    half = sheet.height // 2
    return Rect(sheet.x, sheet.bottom - half, sheet.width, half)


def _stacked(
    picture: pygame.Surface,
    sheet: Rect,
    half: Rect,
    kit: Kit,
    all_words: Sequence[Pair],
    words: Pair,
    colour: Colour,
    remember: bool = True,
) -> None:
    """Title and price in one half of a sheet; both halves in one size."""
    pad = kit.gap(1)
    at = half.move(-sheet.x, -sheet.y)
    above = Rect(pad, at.y + round(at.height * 0.14), at.width - 2 * pad, round(at.height * 0.32))
    below = Rect(pad, at.y + round(at.height * 0.50), at.width - 2 * pad, round(at.height * 0.36))
    size = min(fit(title, "label", above.size, round(at.height * 0.22), 2).size_px for title, _ in all_words)
    price_px = round(at.height * 0.34)
    with kit.text.moved(sheet.topleft):
        kit.text.put(
            picture, words[0], above, "label", size, CREAM, lines_max=2, shadow=_SHADOW, remember=remember
        )
        kit.text.put(
            picture,
            words[1],
            below,
            "label",
            price_px,
            colour,
            shadow=_SHADOW,
            remember=remember,
        )


def _lit_words(kit: Kit) -> Pair | None:
    """What the right sheet says while free plays run."""
    chance = kit.front.chance
    if chance is None or not chance.free_multiplier:
        return None
    return kit.say("FREE PLAYS"), f"×{chance.free_multiplier}"


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


def _stake(kit: Kit, right: bool) -> list[int]:
    """The fewest coins that pay what a sheet prints: a play, two of them, or one line of it."""
    front = kit.front
    if right and front.chance is None:
        return _fewest(front.price_cents, front.coins_cents) * 2
    lines = front.chance.lines if right and front.chance is not None else 1
    return _fewest(front.price_cents // max(1, lines), front.coins_cents)


def _fewest(cents: int, values: Sequence[int]) -> list[int]:
    """Coins of these values that make an amount, none if they cannot, or not with three."""
    found: list[int] = []
    for value in sorted((value for value in values if value in coins.DIAMETER_UM), reverse=True):
        count, cents = divmod(cents, value)
        found += [value] * count
    return found if not cents and len(found) <= 3 else []


def _coins(picture: pygame.Surface, shown: list[int], lean: int) -> None:
    """The coins that a play costs, one over the other, so many pixels beside the middle."""
    if not shown:
        return
    width, height = picture.get_size()
    side = min(round(width * 0.40), round(height * 0.27))
    largest = max(coins.DIAMETER_UM[cents] for cents in shown)
    step = round(side * 0.34)
    x = width // 2 + lean - (side + step * (len(shown) - 1)) // 2
    for number, cents in enumerate(shown):
        face = coins.face(cents, round(side * coins.DIAMETER_UM[cents] / largest))
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
    with kit.text.moved(rect.topleft):
        kit.text.put(
            picture, words[0], above, "label", size, CREAM, lines_max=2, shadow=_SHADOW, remember=remember
        )
        kit.text.put(
            picture, words[1], below, "label", round(height * 0.17), colour, shadow=_SHADOW, remember=remember
        )


def _price_boxes(size: tuple[int, int], kit: Kit) -> tuple[Rect, Rect]:
    width, height = size
    pad = kit.gap(1)
    above = Rect(pad, round(height * 0.07), width - 2 * pad, round(height * 0.26))
    return above, Rect(pad, round(height * 0.68), width - 2 * pad, round(height * 0.24))
