# SPDX-License-Identifier: MIT
"""The time line under the drawing: marks of the run, a handle to drag, buttons to stop, step and hurry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.inside import course as kinds
from emulator.inside import pace as paces
from emulator.inside.course import Course
from emulator.inside.pace import SPEEDS, Pace
from emulator.inside.past import OF_RECORD, Past
from emulator.panel.machine.inside.ink import (
    FAULT,
    HAIR,
    LINE,
    LIVE,
    MOVES,
    PAPER,
    SHEET,
    SOFT,
    STRONG,
    TEXT,
    WORKS,
    Pen,
    letters,
)
from emulator.panel.machine.inside.tables import clock

if TYPE_CHECKING:
    from emulator.panel.machine.inside.speech import Speech

PAUSE, SLOWER, FASTER, CUT = "pause", "slower", "faster", "cut"
_COLOURS = {
    kinds.COIN: (206, 150, 30),
    kinds.PLAY: LIVE,
    kinds.PAID: WORKS,
    kinds.FAULT: FAULT,
    kinds.DOOR: MOVES,
    kinds.POWER: (20, 20, 20),
    kinds.COMMIT: HAIR,
}
# The smallest span of the strip, so that the first seconds of a run do not fill it.
_SPAN_LEAST_US = 20_000_000


class Strip:
    """
    Args:
        rect: where it lies.
        kit: words.
        size_px: of its text.
    """

    def __init__(self, kit: Speech, rect: Rect, size_px: int, course: Course, pace: Pace, past: Past) -> None:
        self._kit, self.rect, self._course, self._pace, self._past = kit, rect, course, pace, past
        pen_row = round(size_px * 1.32)
        tall = max(pen_row + 4, min(34, rect.height * 9 // 20))
        say = kit.say
        words = [
            (PAUSE, say("pause")),
            (paces.OPERATION, say("+ operation")),
            (paces.TICK, say("+ tick")),
            (paces.COMMIT, say("+ commit")),
            (paces.PLAY, say("+ play")),
            (CUT, say("cut here")),
            (SLOWER, "«"),
            (FASTER, "»"),
        ]
        self.buttons: dict[str, tuple[Rect, str]] = {}
        gap = 4
        also = {PAUSE: say("go on")}  # what may stand there, too
        needs = [
            max(
                2 * size_px,
                6
                + max(
                    letters(one, TEXT, size_px, LINE).get_width() for one in (label, also.get(name, label))
                ),
            )
            for name, label in words
        ]
        # The speed stands between the last two.
        free = rect.width - gap * len(words) - size_px * 3 - sum(needs)
        x = rect.x
        for (name, label), need in zip(words, needs, strict=True):
            width = need + free // len(words)
            self.buttons[name] = (Rect(x, rect.bottom - tall, width, tall), label)
            x += width + gap + (size_px * 3 if name == SLOWER else 0)
        self._speed = Rect(self.buttons[SLOWER][0].right, rect.bottom - tall, size_px * 3 + gap, tall)
        self.track = Rect(rect.x, rect.y + pen_row + 2, rect.width, rect.height - tall - pen_row - 8)

    @property
    def span(self) -> tuple[int, int]:
        """The times at its two ends."""
        end_us = max(self._past.present_us if self._past.active else 0, self._now_us)
        first_us = min(self._past.first_us, end_us)
        return first_us, max(end_us, first_us + _SPAN_LEAST_US)

    @property
    def _now_us(self) -> int:
        return self._past.now_us

    def button_at(self, point: tuple[int, int]) -> str | None:
        """The button at a point."""
        return next((name for name, (rect, _) in self.buttons.items() if rect.collidepoint(point)), None)

    def time_at(self, x: int) -> int:
        """The time at a place of the track."""
        first_us, end_us = self.span
        share = (x - self.track.x) / max(1, self.track.width)
        return round(first_us + (end_us - first_us) * max(0.0, min(1.0, share)))

    def place_of(self, t_us: int) -> int:
        """The place of a time on the track."""
        first_us, end_us = self.span
        return self.track.x + self.track.width * (t_us - first_us) // max(1, end_us - first_us)

    def key(self) -> object:
        """As long as this is the same its picture is."""
        place = self.place_of(self._now_us)
        state = (self._pace.paused, self._pace.speed, self._pace.done, len(self._pace.operations))
        return (
            place,
            self.span[0] // 100_000,
            self._now_us // 100_000,
            self._course.changes,
            state,
            self._past.active,
        )

    def draw(self, pen: Pen, point: tuple[int, int]) -> None:
        """Track, marks, handle, buttons; of a machine of record why there are none."""
        pen.box(self.rect.inflate(12, 8), HAIR, SHEET)
        self._marks(pen)
        why = self._past.hindrance
        if why == OF_RECORD:
            words = self._kit.say(
                "A machine of record never stands still and never runs back: what it paid stays paid."
            )
            pen.text(words, (self.rect.x, self.buttons[PAUSE][0].y + 2), SOFT, width=self.rect.width)
            return
        pace = self._pace
        for name, (rect, label) in self.buttons.items():
            on = name == PAUSE and pace.paused
            usable = name != CUT or bool(pace.operations)
            pen.box(
                rect,
                LINE if usable else HAIR,
                (226, 236, 242) if on or rect.collidepoint(point) else PAPER,
                1,
                4,
            )
            words = self._kit.say("go on") if on else label
            ink = LINE if usable else HAIR
            y = rect.centery - pen.row // 2
            pen.text(words, (rect.centerx, y), ink, align="center", width=rect.width - 4)
        times, over = SPEEDS[pace.speed]
        words = f"1/{over}" if over > 1 else f"{times}×"
        y = self._speed.centery - pen.row // 2
        pen.text(words, (self._speed.centerx, y), LIVE, face=STRONG, align="center", width=self._speed.width)

    def _marks(self, pen: Pen) -> None:
        track = self.track
        pen.box(track, LINE, PAPER)
        seen: set[tuple[int, str]] = set()
        first_us = self.span[0]
        for mark in self._course.marks:
            if mark.t_us < first_us:
                continue
            x = self.place_of(mark.t_us)
            if (x, mark.kind) in seen:
                continue
            seen.add((x, mark.kind))
            low = mark.kind == kinds.COMMIT
            top = track.y + track.height * 2 // 3 if low else track.y + 2
            pen.target.fill(_COLOURS[mark.kind], Rect(x, top, 1 if low else 2, track.bottom - 1 - top))
        x = self.place_of(self._now_us)
        foot = track.bottom + 5
        pygame.draw.polygon(pen.target, FAULT, [(x - 5, foot), (x + 5, foot), (x, foot - 8)])
        pen.line([(x, track.y), (x, track.bottom)], FAULT)
        top = self.rect.y - 1
        end = self.rect.x + pen.text(f"{clock(self._now_us)} s", (self.rect.x, top), LINE, face=STRONG)
        legend = self.rect.right
        say = self._kit.say
        names = (
            (kinds.COMMIT, say("commit")),
            (kinds.FAULT, say("fault")),
            (kinds.DOOR, say("door")),
            (kinds.PAID, say("paid")),
            (kinds.PLAY, say("play")),
            (kinds.COIN, say("coin")),
        )
        for kind, name in names:
            if legend - pen.width(name) - 3 * pen.size < end:
                break
            legend -= pen.text(name, (legend, top), SOFT, align="right") + pen.size // 2
            pen.target.fill(_COLOURS[kind], Rect(legend - 4, top + pen.row // 2 - 4, 4, 8))
            legend -= pen.size
