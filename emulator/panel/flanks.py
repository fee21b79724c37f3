# SPDX-License-Identifier: MIT
"""The two sheets of glass beside the reels: what a play costs, alone and double; the right one lights up."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel import paint, shapes
from emulator.panel.kit import Kit
from emulator.panel.seen import DOUBLE_MARK, Seen
from emulator.panel.theme import CREAM, Colour, mix


class Flanks:
    """Draws both sheets once, and the right one lit while a double play runs."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._rects = kit.layout.flanks
        self._lit = paint.plain(self._rects[1].size)

    def paint(self, base: pygame.Surface) -> None:
        """The glass beside the reels: what a play costs, alone and double."""
        kit = self._kit
        words = (
            (kit.say("1 PLAY"), kit.money(kit.front.price_cents)),
            (kit.say("2 PLAYS"), kit.money(2 * kit.front.price_cents)),
        )
        for rect, (title, price), right in zip(self._rects, words, (False, True), strict=True):
            picture = _flank(rect.size, kit, right, 0.75)
            _price(picture, rect, kit, title, price, kit.theme.bright)
            base.blit(paint.clip_round(picture, kit.gap(1)), rect)
            paint.recess(base, rect, kit.gap(1), kit.gap(1))
            paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))
            if right:
                self._lit.blit(_flank(rect.size, kit, right, 1.7), (0, 0))
                _price(self._lit, rect, kit, title, price, (255, 255, 240), remember=False)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The mark of a double play, where its lamp is lit."""
        if DOUBLE_MARK in seen.glass:
            screen.blit(self._lit, self._rects[1])


def _flank(size: tuple[int, int], kit: Kit, right: bool, level: float) -> pygame.Surface:
    """A sheet of blue glass with a gust drawn up it, and the moon or a star at its top."""
    width, height = size
    deep = kit.theme.deep
    sheet = paint.down(
        size,
        [
            (0, mix(deep, (64, 100, 210), 0.4 * level)),
            (0.6, mix(deep, (30, 50, 130), 0.3 * level)),
            (1, mix(deep, (190, 110, 60), 0.35 * level)),
        ],
    )
    paint.add(
        sheet, paint.glow((width * 2, height), (44, 56, 100), 0.7 * level, 1.5), (-width // 2, -height // 4)
    )
    sheet2 = paint.plain((width * 2, height * 2))
    for k in range(5):
        spine = [
            (
                width * (0.5 + 0.42 * math.sin(t / 20 * 3.2 + k * 1.1 + (1.6 if right else 0))) * 2,
                height * 2 * (1.02 - t / 20 * 1.05),
            )
            for t in range(21)
        ]
        outline = shapes.ribbon(spine, lambda s, k=k: width * (0.05 + 0.03 * k) * math.sin(math.pi * s) + 0.5)  # type: ignore[misc]
        tone = 60 + 22 * k
        pygame.draw.polygon(sheet2, (tone, tone, tone), outline)
    mask = np.asarray(
        pygame.surfarray.array_red(pygame.transform.smoothscale(sheet2, size)).T / 255.0, dtype=np.float32
    )
    sheet.blit(
        paint.to_surface(np.full((height, width, 3), (150, 196, 255), dtype=np.float32), mask * 0.34), (0, 0)
    )
    return sheet


def _price(
    picture: pygame.Surface,
    rect: Rect,
    kit: Kit,
    title: str,
    price: str,
    colour: Colour,
    remember: bool = True,
) -> None:
    """Title above, price below, clear of the payline lamp in the middle."""
    width, height = picture.get_size()
    pad = kit.gap(1)
    with kit.text.moved(rect.topleft):
        above = Rect(pad, round(height * 0.07), width - 2 * pad, round(height * 0.26))
        below = Rect(pad, round(height * 0.68), width - 2 * pad, round(height * 0.24))
        kit.text.put(
            picture,
            title,
            above,
            "label",
            round(height * 0.115),
            CREAM,
            lines_max=2,
            shadow=(8, 10, 26),
            remember=remember,
        )
        kit.text.put(
            picture,
            price,
            below,
            "label",
            round(height * 0.17),
            colour,
            shadow=(8, 10, 26),
            remember=remember,
        )
