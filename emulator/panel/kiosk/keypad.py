# SPDX-License-Identifier: MIT
"""
The attendant's keypad over the picture: digits, one back, away, and done; touched, clicked or typed.

    pad = Keypad(size, touch_px, gate, say)
    pad.take(event, now_s)             # True once the PIN was right
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from emulator.kiosk.pin import DIGITS_MOST, Gate
from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import AMBER, CREAM, INK, UMBER, Colour

# Who types nothing for so long has gone away.
AWAY_S = 30.0
BACK, OK = "⌫", "OK"
_ROWS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), (BACK, "0", OK))
_GREEN: Colour = (24, 110, 62)
_SHADE: Colour = (10, 7, 7)


class Keypad:
    """
    Attributes:
        shown: whether it is there.
    """

    def __init__(self, size: tuple[int, int], touch_px: int, gate: Gate, say: Callable[[str], str]) -> None:
        self._gate = gate
        self._say = say
        self._text = Letterer(remembers=False)
        self._digits = ""
        self._wrong = False
        self._touched_s = 0.0
        self.shown = False
        self._size = size
        # Six rows and three columns, with gaps of a sixth, fit any screen.
        key = min(max(touch_px * 3 // 2, min(size) // 9), size[1] * 2 // 15, size[0] // 4)
        gap = key // 6
        self.box = Rect(0, 0, 3 * key + 4 * gap, 6 * key + 7 * gap)
        self.box.center = (size[0] // 2, size[1] // 2)
        self.keys = {
            name: Rect(
                self.box.x + gap + column * (key + gap),
                self.box.y + 2 * (key + gap) + gap + row * (key + gap),
                key,
                key,
            )
            for row, names in enumerate(_ROWS)
            for column, name in enumerate(names)
        }
        self._line = Rect(self.box.x + gap, self.box.y + gap, self.box.width - 2 * gap, 2 * key)

    def open(self, now_s: float) -> None:
        """Somebody pressed the chord."""
        self.shown, self._digits, self._wrong, self._touched_s = True, "", False, now_s

    def update(self, now_s: float) -> None:
        """Away where nobody types."""
        if now_s - self._touched_s >= AWAY_S:
            self.close()

    def close(self) -> None:
        """Away."""
        self.shown, self._digits = False, ""

    def take(self, event: pygame.event.Event, now_s: float) -> bool:
        """Whether the PIN that this event completed is the right one."""
        name = self._named(event)
        if name is None:
            return False
        self._touched_s = now_s
        if name == "away":
            self.close()
        elif name == BACK:
            self._digits = self._digits[:-1]
        elif name == OK:
            return self._try(now_s)
        elif len(self._digits) < DIGITS_MOST:
            self._digits, self._wrong = self._digits + name, False
        return False

    def _try(self, now_s: float) -> bool:
        digits, self._digits = self._digits, ""
        if digits and self._gate.opens(digits, now_s):
            self.close()
            return True
        self._wrong = bool(digits)
        return False

    def _named(self, event: pygame.event.Event) -> str | None:
        """The key that an event is about; "away" beside the pad or by Escape."""
        if event.type == pygame.KEYDOWN:
            special = {
                pygame.K_BACKSPACE: BACK,
                pygame.K_RETURN: OK,
                pygame.K_KP_ENTER: OK,
                pygame.K_ESCAPE: "away",
            }
            typed = getattr(event, "unicode", "")
            return special.get(event.key) or (typed if typed in set("0123456789") else None)
        if event.type == pygame.MOUSEBUTTONDOWN and not getattr(event, "touch", False):
            return self._at(event.pos)
        if event.type == pygame.FINGERDOWN:
            return self._at((event.x * self._size[0], event.y * self._size[1]))
        return None

    def _at(self, place: tuple[float, float]) -> str | None:
        found = next((name for name, key in self.keys.items() if key.collidepoint(place)), None)
        return found or (None if self.box.collidepoint(place) else "away")

    def draw(self, screen: pygame.Surface, now_s: float) -> None:
        """The pad, and so many dots as there are digits."""
        veil = pygame.Surface(screen.get_size())
        veil.fill(_SHADE)
        veil.set_alpha(140)
        screen.blit(veil, (0, 0))
        plate = paint.layer(self.box.size)
        plate.fill((*INK, 255))
        screen.blit(paint.clip_round(plate, self.box.width / 14), self.box)
        self._draw_line(screen, now_s)
        for name, key in self.keys.items():
            face = paint.layer(key.size)
            face.fill((*(_GREEN if name == OK else UMBER), 255))
            screen.blit(paint.clip_round(face, key.width / 5), key)
            if name == BACK:
                _draw_back(screen, key)
            else:
                self._text.put(
                    screen, name, key, "strong", key.height // 2, CREAM, align="center", remember=False
                )

    def _draw_line(self, screen: pygame.Surface, now_s: float) -> None:
        half = self._line.height // 2
        words = self._say("PIN of the attendant")
        shut_s = self._gate.shut_s(now_s)
        if shut_s > 0:
            words = self._say("Wrong too often: wait {} s").format(round(shut_s + 0.5))
        elif self._wrong:
            words = self._say("That is not the PIN")
        top = Rect(self._line.x, self._line.y, self._line.width, half)
        self._text.put(
            screen, words, top, "strong", half // 2, AMBER, align="center", lines_max=2, remember=False
        )
        radius = max(3, half // 9)
        middle = self._line.y + half * 3 // 2
        for number in range(len(self._digits)):
            x = self._line.centerx + round((number - (len(self._digits) - 1) / 2) * radius * 3)
            pygame.draw.circle(screen, CREAM, (x, middle), radius)


def _draw_back(screen: pygame.Surface, key: Rect) -> None:
    """An arrow to the left: the faces have no sign for it."""
    size = key.width // 4
    x, y = key.center
    pygame.draw.polygon(screen, CREAM, [(x - size, y), (x, y - size), (x, y + size)])
    pygame.draw.line(screen, CREAM, (x, y), (x + size, y), max(3, size // 2))
