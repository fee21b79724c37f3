# SPDX-License-Identifier: MIT
"""The pots on the crown: each its name and what it stands at in lit digits, brighter while it is won."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Heard, Placed, listening
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.pot_windows import Windows, legible_px
from emulator.panel.machine.parts.seen import POT_FIRST, Seen
from machines.types.common.base import text_in

_SHARE = 0.40  # of the crown's width
_TURN_MS = 4_000  # how long a shared pot is shown where not all of them have room


class Pots:
    """
    Smoked windows at the right of the name: the shared pots first, then the machine's own, the highest first.

    How many pots a link has only its controller knows. They stand beside each other while their digits can be
    read; of more than that the first one stays, and the others follow each other in the last window.
    """

    def __init__(self, kit: Kit, glass: Rect) -> None:
        self._kit = kit
        titles = [text_in(title, kit.language).upper() for title in kit.front.pots]
        self._linked = kit.front.linked
        self._shared_title = titles.pop() if self._linked else ""
        self._own_titles = titles
        tower = round(glass.height * 0.88)
        width = round(glass.width * _SHARE)
        self.rect = Rect(glass.right - tower - width, glass.y, width, glass.height).inflate(
            0, -2 * kit.gap(1)
        )
        self._ground: pygame.Surface | None = None
        self._plates: dict[tuple[str, ...], tuple[pygame.Surface, Heard]] = {}
        self._windows: dict[int, Windows] = {}
        self._first = self._of(len(titles) + self._linked)

    def _of(self, count: int) -> Windows:
        if count not in self._windows:
            self._windows[count] = Windows(self._kit, self.rect, count)
        return self._windows[count]

    def paint(self, base: pygame.Surface) -> None:
        """The windows with their unlit digits and names, as they are with one shared pot at most."""
        self._ground = base.subsurface(self.rect).copy()
        self._first.paint(base, self._titles([0] if self._linked else [], 1), remember=True)

    def draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """What each stands at; one that is won blinks in a light of its own."""
        if not seen.powered:
            return
        shared = _shared_cents(seen) if self._linked else []
        shown = self.shown(len(shared), clock_ms)
        titles = self._titles(shown, len(shared))
        windows = self._of(len(titles))
        if len(shared) > 1:
            self._draw_plate(screen, windows, titles)
        windows.figures(screen, 0, [shared[number] for number in shown])
        levels = list(enumerate(seen.pots_cents))[: len(self._own_titles)][::-1]
        for place, (level, cents) in enumerate(levels, start=len(shown)):
            won = POT_FIRST + level in seen.glass
            if won:
                windows.light(screen, place)
            if not won or clock_ms % 500 < 360:
                windows.figures(screen, place, [cents])

    def shown(self, count: int, clock_ms: int) -> list[int]:
        """Which of so many shared pots are shown now, from 0, in the order of their windows."""
        room = count
        while room > 1 and self._of(len(self._own_titles) + room).digits_px < legible_px(self._kit):
            room -= 1
        if room == count:
            return list(range(count))
        turn = clock_ms // _TURN_MS
        if room == 1:
            return [turn % count]
        first = list(range(room - 1))
        return [*first, room - 1 + turn % (count - len(first))]

    def _titles(self, shown: list[int], count: int) -> tuple[str, ...]:
        """Of the windows in their order; shared pots are numbered where there are several."""
        own = self._own_titles[::-1]
        if count < 2:
            return (*[self._shared_title for _ in shown], *own)
        return (*[f"{self._shared_title} {number + 1}" for number in shown], *own)

    def _draw_plate(self, screen: pygame.Surface, windows: Windows, titles: tuple[str, ...]) -> None:
        """Other windows than those that were painted, on clean ground."""
        if titles not in self._plates:
            assert self._ground is not None
            plate = paint.plain(screen.get_size())
            plate.blit(self._ground, self.rect)
            with listening() as heard:
                windows.paint(plate, titles, remember=False)
            self._plates[titles] = (plate.subsurface(self.rect).copy(), heard)
        picture, words = self._plates[titles]
        screen.blit(picture, self.rect)
        self._kit.text.hide(self.rect)
        self._kit.text.again([text for text in words if isinstance(text, Placed)])


def _shared_cents(seen: Seen) -> list[int | None]:
    """What each of the shared pots stands at; one that nobody tells of without a controller."""
    link = seen.link
    if link is not None and link.status == "up" and link.pots_cents:
        return list(link.pots_cents)
    return [None]
