# SPDX-License-Identifier: MIT
"""The wheel of a table: what it tells of spins and of what was drawn, as motion at a moment."""

from __future__ import annotations

import math

import pygame

from emulator.panel.tables.kit.ball import POCKET, Ball, Spin, cup_radius
from emulator.panel.tables.kit.face import Face
from emulator.panel.tables.kit.fortune import FortuneWheel, Whirl
from emulator.panel.tables.kit.lay import Lay
from emulator.panel.tables.kit.wheel import Wheel

TRAIL_S = 1 / 90
TRAIL = 5
"""Pictures of a fast ball that one sees at once, and the time between them."""


class Spun:
    """The wheel of one table at one size, or none."""

    def __init__(self, lay: Lay) -> None:
        self._lay = lay
        pockets = lay.plan.pockets
        self._still = lay.plan.decides == "cups"
        rolls = self._still or lay.plan.decides == "wheel"
        self._ball = Wheel(pockets, lay.wheel.width, cups=self._still) if rolls else None
        side = round(lay.wheel.width * 0.93)
        self._disc = FortuneWheel(pockets, side) if lay.plan.decides == "fortune" else None
        self._spin: Spin | None = None
        self._whirl: Whirl | None = None
        self.pegs: int | None = None
        """So many pegs of a wheel of fortune have passed its tongue; None for other wheels."""

    def ground(self, base: pygame.Surface) -> None:
        """Shadow of the wheel on the cloth."""
        lay = self._lay
        if not lay.wheel.width:
            return
        sheet = pygame.Surface((lay.wheel.width + lay.px(40),) * 2, pygame.SRCALPHA)
        middle = sheet.get_width() // 2
        for i in range(8):
            pygame.draw.circle(
                sheet, (0, 0, 0, 16 + 3 * i), (middle + lay.px(5), middle + lay.px(8)),
                lay.wheel.width // 2 + lay.px(9) - i * lay.px(2),
            )  # fmt: skip
        base.blit(sheet, sheet.get_rect(center=lay.wheel.center))

    def draw(self, screen: pygame.Surface, face: Face, now_ms: int) -> None:
        """Draw the wheel as it is now."""
        if self._ball is not None:
            self._draw_ball(screen, self._ball, face, now_ms)
        elif self._disc is not None:
            self._draw_disc(screen, self._disc, face, now_ms)

    def _draw_ball(self, screen: pygame.Surface, wheel: Wheel, face: Face, now_ms: int) -> None:
        begun = next((one for one in face.told if one.kind == "spin"), None)
        drawn = next((one for one in face.told if one.kind == "drawn"), None)
        first = begun or drawn
        if first is not None and (self._spin is None or self._spin.number != face.number):
            self._spin = self._begun(face.number, first.t_ms / 1000, first.cents or 100)
        spin, now_s, middle = self._spin, now_ms / 1000, self._lay.wheel.center
        if spin is None:
            lying = face.last_faces
            turn = 0.0 if self._still else face.number * 0.381966
            radius = cup_radius(lying[0]) if self._still and lying else POCKET
            ball = [Ball((turn + lying[0] / len(wheel.pockets)) % 1, radius, 0.0)] if lying else []
            wheel.draw(screen, middle, turn, ball)
            return
        if drawn is not None and spin.rests_s > 1e9:
            spin.falls(drawn.faces[0], drawn.t_ms / 1000)
        seen = TRAIL if abs(spin.velocity(now_s) - spin.wheel.velocity(now_s)) > 0.5 else 1
        trail = [spin.ball(now_s - i * TRAIL_S) for i in range(seen)]
        wheel.draw(screen, middle, spin.wheel.at(now_s), trail)

    def _begun(self, number: int, at_s: float, effort_percent: int) -> Spin:
        """A spin goes on from where the cylinder is, and as fast as it still turns."""
        before, count = self._spin, len(self._lay.plan.pockets)
        start = before.wheel.at(at_s) if before else number * 0.381966
        speed = before.wheel.velocity(at_s) if before else 0.0
        start = 0.0 if self._still else start
        effort = effort_percent / 100
        return Spin(number, count, start, at_s, speed=speed, effort=effort, still=self._still)

    def _draw_disc(self, screen: pygame.Surface, disc: FortuneWheel, face: Face, now_ms: int) -> None:
        begun = next((one for one in face.told if one.kind == "spin"), None)
        drawn = next((one for one in face.told if one.kind == "drawn"), None)
        first = begun or drawn
        if first is not None and (self._whirl is None or self._whirl.number != face.number):
            start = self._whirl.wheel.at(first.t_ms / 1000) if self._whirl else face.number * 0.381966
            self._whirl = Whirl(face.number, disc.count, start, first.t_ms / 1000, (first.cents or 100) / 100)
        whirl, now_s, middle = self._whirl, now_ms / 1000, self._lay.wheel.center
        self.pegs = math.floor(whirl.wheel.at(now_s) * disc.count + 0.5) if whirl else 0
        if whirl is None:
            lying = face.last_faces
            disc.draw(screen, middle, -lying[0] / disc.count if lying else 0.0, 0.0)
            return
        if drawn is not None and whirl.rests_s > 1e9:
            whirl.falls(drawn.faces[0], drawn.t_ms / 1000)
        disc.draw(screen, middle, whirl.wheel.at(now_s), whirl.wheel.velocity(now_s))
