# SPDX-License-Identifier: MIT
"""A small dark label in the crown's corner: how far back time has run, or why it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import wrap
from emulator.panel.art.theme import AMBER, CREAM, font
from emulator.panel.machine.parts.back import Back
from emulator.panel.machine.parts.kit import Kit

_ALPHA = 208
_SCALE = 4
# A line that stays is smaller than one that goes.
_SIGN = 0.66
_LINE = 1.2  # sizes


class Mark:
    """Draws the label; it stands on the crown, where nothing is written."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        crown = kit.layout.inner("crown")
        self._tall = max(20, kit.px(58))
        self._widest = crown.width - 2 * kit.gap(1)
        self.corner = (crown.x + kit.gap(1), crown.bottom - kit.gap(1) - self._tall)
        self._right_bottom = (crown.right - kit.gap(1), crown.bottom - kit.gap(1))
        self._sign = _sign(round(self._tall * 0.5))
        self._pills: dict[tuple[int, int], pygame.Surface] = {}

    def draw(self, screen: pygame.Surface, back: Back) -> None:
        """The sign for running back, how far it is, and a line as long as that is of what is remembered."""
        tall, sign = self._tall, self._sign
        words = f"−{_clock(back.ago_us)}"
        # As wide as the widest it will get, so that it does not twitch.
        room = font("strong", round(tall * 0.5)).size("−00:00")[0]
        box = Rect(*self.corner, sign.get_width() + room + round(tall * 1.1), tall)
        screen.blit(self._pill(box.width), box)
        self._kit.text.hide(box, whole=False)
        screen.blit(sign, (box.x + round(tall * 0.4), box.centery - sign.get_height() // 2))
        at = Rect(0, box.y, room + round(tall * 0.2), tall)
        at.right = box.right - round(tall * 0.3)
        self._put(screen, words, at, "right")
        line = Rect(
            box.x + tall // 3, box.bottom - max(2, tall // 9), box.width - 2 * (tall // 3), max(1, tall // 24)
        )
        screen.fill((90, 70, 50), line)
        done = Rect(line)
        done.width = line.width * back.ago_us // max(1, back.reach_us)
        done.right = line.right
        screen.fill(AMBER, done)

    def draw_note(self, screen: pygame.Surface, words: str) -> None:
        """One line of text."""
        tall = self._tall
        width = font("strong", round(tall * 0.5)).size(words)[0] + tall
        box = Rect(*self.corner, min(width, self._widest), tall)
        screen.blit(self._pill(box.width), box)
        self._kit.text.hide(box, whole=False)
        self._put(screen, words, box.inflate(-tall // 2, 0), "center")

    def draw_signs(self, screen: pygame.Surface, signs: Sequence[str]) -> None:
        """Lines that stay: what everybody in front of the machine should know of its program."""
        size = max(readable_px(self._kit.layout.size), round(self._tall * _SIGN * 0.5))
        bottom, pad = self._right_bottom[1], size
        for words in signs:
            lines = wrap(words, "strong", size, self._widest - 2 * pad)
            width = max(font("strong", size).size(line)[0] for line in lines) + 2 * pad
            tall = round(size * _LINE) * len(lines) + round(size * 0.7)
            box = Rect(0, 0, min(width, self._widest), tall)
            box.bottomright = (self._right_bottom[0], bottom)
            screen.blit(self._pill(box.width, tall), box)
            self._kit.text.hide(box, whole=False)
            inner = box.inflate(-pad, 0)
            self._kit.text.put(
                screen, words, inner, "strong", size, CREAM, lines_max=len(lines), remember=False
            )
            bottom = box.y - size // 4

    def _put(self, screen: pygame.Surface, words: str, box: Rect, align: str) -> None:
        size = round(box.height * 0.5)
        self._kit.text.put(screen, words, box, "strong", size, CREAM, align=align, remember=False)

    def _pill(self, width: int, tall: int = 0) -> pygame.Surface:
        tall = tall or self._tall
        if (width, tall) not in self._pills:
            plate = paint.layer((width, tall))
            plate.fill((14, 9, 8, _ALPHA))
            self._pills[width, tall] = paint.clip_round(plate, min(tall, self._tall) / 2)
        return self._pills[width, tall]


def _clock(us: int) -> str:
    minutes, seconds = divmod(us // 1_000_000, 60)
    return f"{minutes}:{seconds:02d}"


def _sign(size: int) -> pygame.Surface:
    """Two triangles that point to the left."""
    big = size * _SCALE
    sheet = paint.layer((big * 5 // 4, big))
    for left in (0, big * 5 // 8):
        right = left + big * 5 // 8
        pygame.draw.polygon(sheet, AMBER, [(left, big // 2), (right, big // 12), (right, big * 11 // 12)])
    return pygame.transform.smoothscale(sheet, (size * 5 // 4, size))
