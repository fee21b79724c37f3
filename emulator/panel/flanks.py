# SPDX-License-Identifier: MIT
"""The two sheets of glass beside the reels: what a play costs, alone and double; the right one lights up."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel import coins, paint, shapes
from emulator.panel.kit import Kit
from emulator.panel.lettering import fit
from emulator.panel.paint import Field
from emulator.panel.seen import DOUBLE_MARK, FREE_MARK, Seen
from emulator.panel.theme import CREAM, Colour, mix

_SHADOW: Colour = (8, 10, 26)


class Flanks:
    """Draws both sheets once, and the right one lit while a double play runs."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._rects = kit.layout.flanks
        self._lit = paint.plain(self._rects[1].size)

    def paint(self, base: pygame.Surface) -> None:
        """The glass beside the reels: what a play costs, alone and double."""
        kit = self._kit
        words = _words(kit)
        for rect, pair, right in zip(self._rects, words, (False, True), strict=True):
            picture = _flank(rect.size, kit, right, 0.75)
            if not kit.front.awards and (not right or kit.front.chance or kit.front.simultaneous_max > 1):
                # The operator of a game of skill sets its price; its display says which.
                _coins(picture, kit, 2 if right else 1, right)
                _price(picture, rect, kit, words, pair, kit.theme.bright)
            base.blit(paint.clip_round(picture, kit.gap(1)), rect)
            paint.recess(base, rect, kit.gap(1), kit.gap(1))
            paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))
            if right:
                self._lit.blit(_flank(rect.size, kit, right, 1.7), (0, 0))
                _coins(self._lit, kit, 2, right)
                lit = _lit_words(kit) or pair
                _price(self._lit, rect, kit, (lit, lit), lit, (255, 255, 240), remember=False)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The mark of a double play or of free plays, where its lamp is lit."""
        if DOUBLE_MARK in seen.glass or FREE_MARK in seen.glass:
            screen.blit(self._lit, self._rects[1])


Pair = tuple[str, str]


def _words(kit: Kit) -> tuple[Pair, Pair]:
    """Title and amount of the left and of the right sheet: the bets, or what a machine of chance plays on."""
    front, say = kit.front, kit.say
    one = (say("1 PLAY"), kit.money(front.price_cents))
    if front.chance is None:
        return one, (say("2 PLAYS"), kit.money(2 * front.price_cents))
    if front.chance.lines > 1:
        words = say("{} LINES").format(front.chance.lines)
        return one, (words, kit.money(front.price_cents // front.chance.lines))
    return one, (say("TOP PRIZE"), kit.money(front.rows[0].cents, whole=True))


def _lit_words(kit: Kit) -> Pair | None:
    """What the right sheet says while free plays run."""
    chance = kit.front.chance
    if chance is None or not chance.free_multiplier:
        return None
    return kit.say("FREE PLAYS"), f"×{chance.free_multiplier}"


def _flank(size: tuple[int, int], kit: Kit, right: bool, level: float) -> pygame.Surface:
    """A sheet of glass in the deep colour, light behind it, with gusts of wind that climb it."""
    width, height = size
    deep = kit.theme.deep
    top, middle = mix(deep, kit.theme.beam(210), 0.4 * level), mix(deep, kit.theme.beam(130), 0.3 * level)
    sheet = paint.down(size, [(0, top), (0.6, middle), (1, mix(deep, (190, 110, 60), 0.35 * level))])
    tube = paint.glow((width * 2, height), kit.theme.beam(100), 0.7 * level, 1.5)
    paint.add(sheet, tube, (-width // 2, -height // 4))
    pale = np.full((height, width, 3), mix(kit.theme.beam(255), CREAM, 0.4), dtype=np.float32)
    sheet.blit(paint.to_surface(pale, _gusts(size, 1.6 if right else 0.0) * 0.34), (0, 0))
    return sheet


def _gusts(size: tuple[int, int], phase: float) -> Field:
    """Coverage of five ribbons that wind upwards, the later the stronger."""
    width, height = size
    sheet = paint.plain((width * 2, height * 2))
    for number in range(5):
        broad = width * (0.05 + 0.03 * number)
        spine = [
            (width * (1 + 0.84 * math.sin(t / 6.25 + number * 1.1 + phase)), height * (2.04 - t / 20 * 2.1))
            for t in range(21)
        ]

        def breadth(share: float, full: float = broad) -> float:
            return full * math.sin(math.pi * share) + 0.5

        tone = 60 + 22 * number
        pygame.draw.polygon(sheet, (tone, tone, tone), shapes.ribbon(spine, breadth))
    small = pygame.transform.smoothscale(sheet, size)
    return np.asarray(pygame.surfarray.array_red(small).T / 255.0, dtype=np.float32)


def _coins(picture: pygame.Surface, kit: Kit, count: int, right: bool) -> None:
    """The coins that a play costs, where one coin is worth a play; clear of the payline's lamp."""
    cents = kit.front.price_cents
    if cents not in coins.DIAMETER_UM:
        return
    width, height = picture.get_size()
    side = min(round(width * 0.40), round(height * 0.27))
    face = coins.face(cents, side)
    step = round(side * 0.34)
    lean = round(width * 0.08) * (1 if right else -1)
    x = width // 2 + lean - (side + step * (count - 1)) // 2
    for number in range(count):
        spot = Rect(x + step * number, round(height * 0.34) + number * side // 14, side, side)
        paint.cast(picture, spot, max(2, side // 14), 0.6, side)
        picture.blit(face, spot)


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
