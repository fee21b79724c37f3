# SPDX-License-Identifier: MIT
"""The whole wall at one size in one language: painted once, then drawn frame after frame."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import AMBER, CREAM, INK, mix
from emulator.panel.wall.foot import Foot
from emulator.panel.wall.kit import WallKit
from emulator.panel.wall.layout import lay_out
from emulator.panel.wall.pot import PotPanel
from emulator.panel.wall.scene import Scene
from emulator.panel.wall.show import Show
from emulator.panel.wall.winners import Winners
from machines.support.plain import Json


class Stage:
    """
    Draws a show.

    Args:
        face: what the controller says of the link; when it says something else, a new stage is due.
        demo: whether the foot says that this is a demonstration.
    """

    def __init__(self, size: tuple[int, int], face: Json, language: str, *, demo: bool = False) -> None:
        self.face = face
        self.kit = WallKit(size, face, language)
        pots = list(face.get("pots", ()))
        self.layout = lay_out(size, [pot["limit_cents"] for pot in pots])
        self._scene = Scene(self.kit, self.layout)
        self._pots = [
            PotPanel(self.kit, self._scene, rect, facts, main=i == self.layout.first)
            for i, (rect, facts) in enumerate(zip(self.layout.pots, pots, strict=True))
        ]
        smaller = [panel for i, panel in enumerate(self._pots) if i != self.layout.first]
        for panel in smaller:  # one size for all of them
            panel.words_px = min(one.wants_px() for one in smaller)
        self._winners = Winners(self.kit, self.layout)
        self._foot = Foot(self.kit, self.layout, demo=demo)
        self._base = self._painted()

    def _painted(self) -> pygame.Surface:
        self.kit.text.placed.clear()
        base = paint.plain(self.kit.size)
        self._scene.paint(base)
        for pot in self._pots:
            pot.paint(base)
        self._foot.paint(base)
        self._printed = len(self.kit.text.placed)
        return base

    def prepare(self) -> None:
        """Make the pictures of later frames; in a thread of its own, no frame waits for them."""
        for pot in self._pots:
            pot.prepare()

    def draw(self, screen: pygame.Surface, show: Show, now_ms: int) -> None:
        """The wall as the show is at ``now_ms``."""
        del self.kit.text.placed[self._printed :]  # what the last frame wrote
        shown = list(zip(self._pots, show.pots, strict=False))
        fitted = [panel.fits(pot) for panel, pot in shown]
        if not all(fitted):
            self._base = self._painted()
        screen.blit(self._base, (0, 0))
        won = any(pot.won is not None for _, pot in shown)
        self._scene.draw(screen, now_ms, won=won, lit=show.known)
        for panel, pot in shown:
            panel.draw(screen, pot, now_ms, known=show.known)
        if self._pots:
            self._winners.draw(screen, show.winners)
        self._foot.draw(screen, show, now_ms)
        if not show.known:
            self._down(screen, show)

    def _down(self, screen: pygame.Surface, show: Show) -> None:
        """A band across the wall that says so: what is shown may not be what the pot holds."""
        kit = self.kit
        width, height = kit.size
        band = Rect(0, 0, width, round(height * (0.13 if kit.portrait else 0.19)))
        middle = self.layout.pots[self.layout.first].centery if self._pots else height // 2
        band.centery = middle
        sheet = paint.layer(band.size)
        sheet.fill((*mix(kit.theme.deep, INK, 0.82), 236))
        screen.blit(sheet, band)
        for y in (band.y, band.bottom - kit.px(5)):
            screen.fill(AMBER, Rect(0, y, width, kit.px(5)))
        upper = Rect(band.x, band.y + kit.gap(1), band.width, round(band.height * 0.52)).inflate(
            -kit.gap(5), 0
        )
        lower = Rect(band.x, upper.bottom, band.width, band.bottom - kit.gap(1) - upper.bottom).inflate(
            -kit.gap(5), 0
        )
        if show.status == "refused":
            words = kit.say("THIS DISPLAY IS NOT ADMITTED")
            more = kit.say("The link does not name it, or its key is another one ({}).").format(show.why)
        else:
            words = kit.say("NO LINK TO THE POTS")
            more = kit.say("What they hold is kept. The machines wait with them, and pay all that was won.")
        kit.text.put(screen, words, upper, "label", round(upper.height * 0.78), AMBER)
        kit.text.put(
            screen,
            more,
            lower,
            "strong",
            round(lower.height * (0.38 if kit.portrait else 0.5)),
            CREAM,
            lines_max=2,
        )
