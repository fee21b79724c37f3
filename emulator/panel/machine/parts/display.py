# SPDX-License-Identifier: MIT
"""The display: a dot-matrix line for messages, seven-segment counters, unlit parts faintly visible."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import dots, paint
from emulator.panel.art.theme import CREAM, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.refused import Refusal, words
from emulator.panel.machine.parts.seen import Seen

_LIT: Colour = (255, 174, 54)
_RED: Colour = (255, 74, 44)
_DOT_STEP_MS = 55  # a long message moves one dot
_SMALL_DOT = 8  # pixels
_COLUMNS = 146  # of dots: the longest message
_TEST = "TEST "  # as the firmware's texts.py puts it in front
STEP = 0.82  # from digit to digit, in heights
_HOLD_MS = 1_600  # and rests at either end
# Segments a to g on a digit of 10 by 18: which are lit for each character.
_SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg", "5": "acdfg", "6": "acdefg",
    "7": "abc", "8": "abcdefg", "9": "abcdfg", "-": "g", "E": "adefg", "r": "eg", "o": "cdeg",
    "F": "aefg", "P": "abefg",
    "A": "abcefg", "C": "adef", "L": "def", "H": "bcefg", "t": "defg", "d": "bcdeg", "b": "cdefg", "n": "ceg",
    "U": "bcdef", "u": "cde", "_": "d", " ": "",
}  # fmt: skip
_CORNERS = {
    "a": ((1.4, 1), (8.6, 1)), "b": ((9, 1.6), (9, 8.3)), "c": ((9, 9.7), (9, 16.4)),
    "d": ((1.4, 17), (8.6, 17)), "e": ((1, 9.7), (1, 16.4)),
    "f": ((1, 1.6), (1, 8.3)), "g": ((1.7, 9), (8.3, 9)),
}  # fmt: skip


class DisplayLine:
    """Decodes what the counters and the message line say into segments and dots."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        zone = kit.layout.inner("display")
        pad = kit.gap(0)
        self.rect = Rect(zone.x, zone.y + pad, zone.width, zone.height - 2 * pad)
        self.counters = _counters(kit, self.rect)
        first = self.counters[0][2]
        edge = kit.gap(1)
        above = Rect(self.rect.x, self.rect.y, self.rect.width, first.y - self.rect.y)
        self._dots_box = above.inflate(-2 * edge, -max(2, kit.gap(0)))
        self._pitch = min(self._dots_box.height / (dots.ROWS + 1), self._dots_box.width / _COLUMNS)
        self.columns = int(self._dots_box.width / self._pitch + 1e-6)
        self._colour = kit.theme.display or _LIT
        self._dot = _dot(self._pitch, self._colour, 1.0)
        self._dark = _dot(self._pitch, self._colour, 0.13)
        self._digits: dict[tuple[str, bool, int], pygame.Surface] = {}
        self._line: tuple[str, Colour, int, pygame.Surface] | None = None
        self._shown_since_ms = 0

    def paint(self, base: pygame.Surface) -> None:
        """The smoked window with every dot and segment unlit, and the counters' names."""
        kit = self._kit
        window = paint.down(self.rect.size, [(0, (16, 10, 9)), (0.5, (24, 14, 11)), (1, (12, 8, 8))])
        base.blit(paint.clip_round(window, kit.gap(1)), self.rect)
        for column in range(self.columns):
            for row in range(dots.ROWS):
                base.blit(self._dark, self._dot_at(column, row))
        # The rim's shadow lies on the window's ground, not on the names behind the pane.
        paint.recess(base, self.rect, kit.gap(1), kit.gap(1))
        for label, digits, box in self.counters:
            self._draw_counter(base, "8" * digits, box, digits, lit=False)
            self._label(base, label, box)
        paint.frame(base, self.rect, max(2, kit.gap(0) - 1), kit.gap(1))

    def draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int, refused: Refusal | None = None) -> None:
        """
        What is lit now.

        Args:
            refused: why a coin or a note came back, in red in the message's place: words of the panel's.
        """
        message = self.words(seen) if refused is None else words(refused, self._kit.say)
        self._draw_message(screen, message, self._colour if refused is None else _RED, clock_ms)
        shown = seen.display
        kept = (shown.reserve,) if self._kit.front.reserve else ()
        for (_, digits, box), value in zip(self.counters, (shown.credits, *kept, shown.prizes), strict=True):
            self._draw_counter(screen, value, box, digits, lit=True)
            self._kit.text.note(value, box, self.rect, box.height)

    def words(self, seen: Seen) -> str:
        """
        What the message line says, but for a TEST machine's mark in front of it.

        That would leave a long message too little room, and TEST stands across the whole glass.
        """
        message = self._kit.message(seen.display.message)
        return message.removeprefix(_TEST) if self._kit.front.test else message

    def _draw_message(self, screen: pygame.Surface, message: str, colour: Colour, clock_ms: int) -> None:
        if self._line is None or self._line[:2] != (message, colour):
            self._line = (message, colour, *self._typeset(message, colour))
            self._shown_since_ms = clock_ms
        _, _, width, picture = self._line
        tall = round(dots.ROWS * self._pitch)
        shown = Rect(0, 0, round(min(width, self.columns) * self._pitch), tall)
        shown.center = self._dots_box.center
        self._kit.text.note(message, shown, self._dots_box, tall)
        y = self._dot_at(0, 0)[1]
        spare = self.columns - width
        if spare >= 0:
            paint.add(screen, picture, (self._dot_at(spare // 2, 0)[0], y))
            return
        over = -spare
        cycle = 2 * _HOLD_MS + over * _DOT_STEP_MS
        along = (clock_ms - self._shown_since_ms) % cycle
        shift = min(over, max(0, (along - _HOLD_MS) // _DOT_STEP_MS))
        x = self._dot_at(0, 0)[0]
        source = Rect(round(shift * self._pitch), 0, round(self.columns * self._pitch), picture.get_height())
        screen.blit(picture, (x, y), source, special_flags=pygame.BLEND_RGB_ADD)

    def _typeset(self, message: str, colour: Colour) -> tuple[int, pygame.Surface]:
        width, lit = dots.typeset(message)
        dot = _dot(self._pitch, colour, 1.0)
        side = dot.get_width()
        sheet = paint.plain((round(width * self._pitch) + side, round(dots.ROWS * self._pitch) + side))
        for column, row in lit:
            paint.add(sheet, dot, (round(column * self._pitch), round(row * self._pitch)))
        return width, sheet

    def _dot_at(self, column: int, row: int) -> tuple[int, int]:
        box = self._dots_box
        left = box.x + (box.width - self.columns * self._pitch) / 2
        top = box.centery - dots.ROWS * self._pitch / 2
        reach = (self._dot.get_width() - self._pitch) / 2
        return round(left + column * self._pitch - reach), round(top + row * self._pitch - reach)

    def _label(self, base: pygame.Surface, label: str, box: Rect) -> None:
        kit = self._kit
        third = self.rect.width // len(self.counters)
        right = box.x - kit.gap(1)
        left = self.rect.x + (box.right + kit.gap(2) - self.rect.x) // third * third - third + kit.gap(2)
        spot = Rect(left, box.y, right - left, box.height)
        size = max(9, min(kit.px(26), round(box.height * 0.8)))
        kit.text.put(base, label, spot, "label", size, mix(CREAM, (0, 0, 0), 0.12), align="right")

    def _draw_counter(self, screen: pygame.Surface, value: str, box: Rect, digits: int, lit: bool) -> None:
        """``value`` right aligned on ``digits`` places, a point belonging to the digit before it."""
        places: list[tuple[str, bool]] = []
        for character in value.strip():
            if character in ".," and places:
                places[-1] = (places[-1][0], True)
            else:
                places.append((character, False))
        places = places[-digits:]
        step = box.width / digits
        for i, (character, point) in enumerate(places):
            picture = self._digit(character, point, box.height, lit)
            x = box.x + round((digits - len(places) + i) * step) - box.height // 3
            paint.add(screen, picture, (x, box.y - box.height // 3))

    def _digit(self, character: str, point: bool, height: int, lit: bool) -> pygame.Surface:
        key = (character, point, height if lit else -height)
        if key not in self._digits:
            colour = _RED if lit else mix((0, 0, 0), _RED, 0.11)
            self._digits[key] = segment_digit(character, point or not lit, height, colour, glow=lit)
        return self._digits[key]


def _counters(kit: Kit, rect: Rect) -> list[tuple[str, int, Rect]]:
    """Name, places and box of the counters below the message, each at the right of its share of the width."""
    named = kit.front.fittings.counters(kit)
    boxes = []
    height = round(rect.height * 0.38)
    third = rect.width // len(named)
    while max(height * STEP * digits for _, digits in named) > third * 0.62:
        height -= 1
    top = rect.bottom - height - max(3, kit.gap(1))
    for i, (name, digits) in enumerate(named):
        width = round(height * STEP * digits)
        boxes.append((name, digits, Rect(rect.x + third * (i + 1) - width - kit.gap(2), top, width, height)))
    return boxes


def _dot(pitch: float, colour: Colour, level: float) -> pygame.Surface:
    """One lamp of the matrix with a little of its light around it."""
    side = max(3, round(pitch * 1.9))
    core = paint.glow((side, side), colour, 1.7 * level, 1.1)
    if level == 1.0 and side < _SMALL_DOT:  # so small a glow has no bright middle
        middle = math.ceil(pitch * 0.6)
        spot = Rect((side - middle) // 2, (side - middle) // 2, middle, middle)
        core = core.copy()  # the glow is everybody's
        core.fill(colour, spot, special_flags=pygame.BLEND_RGB_MAX)
    if level < 0.5:
        side = max(2, round(pitch * 1.0))
        small = paint.glow((side, side), colour, 1.5 * level, 0.6)
        out = paint.plain((max(3, round(pitch * 1.9)),) * 2)
        out.blit(small, ((out.get_width() - side) // 2,) * 2)
        out.set_colorkey((0, 0, 0))
        return out
    return core


def segment_digit(character: str, point: bool, height: int, colour: Colour, glow: bool) -> pygame.Surface:
    """Light to add for one digit, slanted, in a margin of a third of its height."""
    pad = height // 3
    size = (round(height * 0.62) + 2 * pad, height + 2 * pad)
    scale = 4
    sheet = paint.plain((size[0] * scale, size[1] * scale))
    unit = height / 18 * scale
    thick = 0.95 * unit

    def at(x: float, y: float) -> tuple[float, float]:
        return pad * scale + (x + (18 - y) * 0.085) * unit, pad * scale + y * unit

    for segment in _SEGMENTS.get(character, "g"):
        (x1, y1), (x2, y2) = (at(*corner) for corner in _CORNERS[segment])
        along = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / along * thick, (y2 - y1) / along * thick
        hexagon = [
            (x1, y1),
            (x1 + dx - dy, y1 + dy + dx),
            (x2 - dx - dy, y2 - dy + dx),
            (x2, y2),
            (x2 - dx + dy, y2 - dy - dx),
            (x1 + dx + dy, y1 + dy - dx),
        ]
        pygame.draw.polygon(sheet, colour, hexagon)
    if point:
        x, y = at(11.7, 16.9)
        pygame.draw.circle(sheet, colour, (x, y), thick * 1.35)
    sharp = pygame.transform.smoothscale(sheet, size)
    if not glow:
        return sharp
    light = pygame.transform.box_blur(sharp, max(1, height // 7))
    light.fill((150, 150, 150), special_flags=pygame.BLEND_RGB_MULT)
    out = sharp.copy()
    paint.add(out, light, (0, 0))
    return out
