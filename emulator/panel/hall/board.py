# SPDX-License-Identifier: MIT
"""The board above the room: the hall's name in neon, and the pots that its machines share as they grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from emulator.hall.links import WallDisplay
from emulator.panel.art import paint
from emulator.panel.art.theme import BONE, CREAM, INK, Colour, mix
from emulator.panel.hall import neon
from emulator.panel.hall.kit import HallKit
from emulator.panel.wall.kit import THEMES
from emulator.panel.wall.show import Show

_FLASH_MS = 400
_AMBER: Colour = (255, 190, 84)


@dataclass
class _Window:
    """One pot: where it is shown, and whose it is."""

    rect: Rect
    show: Show
    pot: int
    name: str
    kind: str


class Board:
    """Draws the board; the figures roll as those of the wall display do."""

    def __init__(self, kit: HallKit, rect: Rect, displays: Sequence[WallDisplay]) -> None:
        self._kit, self.rect = kit, rect
        self._shows = [(one, Show()) for one in displays]
        self._known: tuple[object, ...] = ()
        self._windows: list[_Window] = []
        self._base = self._painted()
        self._lamp = paint.glow((kit.px(22), kit.px(22)), (255, 216, 140), 1.0, 1.7)

    def update(self, now_ms: int) -> None:
        """Take what the links say; new windows when they say which pots they have."""
        for one, show in self._shows:
            show.update(one.client, now_ms)
        known = tuple((one.name, show.known, len(show.pots)) for one, show in self._shows)
        if known != self._known:
            self._known = known
            self._base = self._painted()

    def at(self, point: tuple[int, int]) -> WallDisplay | None:
        """The link whose pot lies under a point."""
        for window in self._windows:
            if window.rect.collidepoint(point):
                return next(one for one, show in self._shows if show is window.show)
        return None

    def draw(self, screen: pygame.Surface, now_ms: int) -> None:
        """The board at ``now_ms``."""
        screen.blit(self._base, self.rect)
        for window in self._windows:
            self._figure(screen, window, now_ms)
        side = self._lamp.get_width()
        step = max(side * 2, self._kit.px(64))
        y = self.rect.bottom - self._kit.px(5) - side // 2
        for number, x in enumerate(range(step // 2, self.rect.width, step)):
            if (number + now_ms // 220) % 3 == 0:
                paint.add(screen, self._lamp, (x - side // 2, y))

    def _figure(self, screen: pygame.Surface, window: _Window, now_ms: int) -> None:
        kit, pot = self._kit, window.show.pots[window.pot]
        value = window.show.known and pot.figure_mc is not None
        words = kit.money((pot.figure_mc or 0) // 1000) if value else "—"
        colour = _AMBER
        if pot.won is not None:
            words = kit.money(pot.won.cents)
            colour = CREAM if (now_ms - pot.since_ms) // _FLASH_MS % 2 else _AMBER
        box = _lower(window.rect).inflate(-2 * kit.gap(2), 0)
        kit.text.put(screen, words, box, "label", round(box.height * 0.86), colour, remember=False)

    def _painted(self) -> pygame.Surface:
        kit, rect = self._kit, self.rect
        base = paint.down(rect.size, [(0, (10, 7, 10)), (0.75, (30, 20, 24)), (1, (46, 30, 30))])
        paint.tint(base, 5, 90, 5)
        foot = Rect(0, rect.height - kit.px(10), rect.width, kit.px(10))
        base.blit(paint.down(foot.size, [(0, (212, 168, 96)), (0.4, (140, 98, 52)), (1, (52, 34, 22))]), foot)
        name, pots = self._parts(rect)
        neon.put(base, kit.text, kit.say("AZAR HALL"), name, round(name.height * 0.62), (255, 86, 66))
        self._windows = []
        shows = [show for _, show in self._shows if show.known]
        found = [(show, pot) for show in shows for pot in range(len(show.pots))]
        for number, (show, pot) in enumerate(found):
            wide = pots.width // len(found)
            place = Rect(pots.x + number * wide, pots.y, wide, pots.height).inflate(-kit.gap(1), 0)
            facts = show.face["pots"][pot]
            window = _Window(place, show, pot, str(facts["name"]), str(show.face.get("kind", "carrusel")))
            self._frame(base, window)
            self._windows.append(window)
        return base

    def _parts(self, rect: Rect) -> tuple[Rect, Rect]:
        """Where the name is, and where the pots are: beside it, or below it on an upright screen."""
        kit = self._kit
        inner = rect.inflate(-2 * kit.gap(3), -2 * kit.gap(2) - kit.px(10))
        inner.y = rect.y + kit.gap(2)
        if not self._shows:  # no machine here shares a pot
            return inner, Rect(inner.right, inner.y, 0, inner.height)
        if kit.portrait:
            name = Rect(inner.x, inner.y, inner.width, round(inner.height * 0.50))
            return name, Rect(inner.x, name.bottom, inner.width, inner.bottom - name.bottom)
        name = Rect(inner.x, inner.y, round(inner.width * 0.36), inner.height)
        return name, Rect(
            name.right + kit.gap(3), inner.y, inner.right - name.right - kit.gap(3), inner.height
        )

    def _frame(self, base: pygame.Surface, window: _Window) -> None:
        """The frame of a pot with its name."""
        kit, rect = self._kit, window.rect
        theme = THEMES[window.kind]
        face = paint.down(rect.size, [(0, mix(theme.deep, INK, 0.2)), (1, mix(theme.deep, INK, 0.75))])
        base.blit(paint.clip_round(face, kit.px(10)), rect)
        pygame.draw.rect(base, mix(theme.bright, INK, 0.15), rect, max(1, kit.px(3)), kit.px(10))
        lower = _lower(rect).inflate(-kit.gap(2), -kit.gap(1))
        base.fill((6, 4, 6), lower)
        paint.recess(base, lower, max(2, kit.px(6)), kit.px(4))
        upper = Rect(rect.x, rect.y, rect.width, rect.height - _lower(rect).height).inflate(
            -2 * kit.gap(1), 0
        )
        kit.text.put(base, window.name.upper(), upper, "label", round(upper.height * 0.62), BONE)


def _lower(rect: Rect) -> Rect:
    """The part of a pot's window that has its figure."""
    tall = round(rect.height * 0.62)
    return Rect(rect.x, rect.bottom - tall, rect.width, tall)
