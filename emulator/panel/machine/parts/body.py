# SPDX-License-Identifier: MIT
"""The cabinet's body: what its kind has for it, against the rectangles of this front."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.cabinets.lights import Lights, Mood
from emulator.panel.art.cabinets.shell import Shell
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen


def shell_of(kit: Kit) -> Shell:
    """What a painter of cabinets knows of this front."""
    layout = kit.layout
    return Shell(
        cabinet=layout.cabinet,
        zones=layout.zones,
        inners=layout.inners,
        margin=layout.margin,
        unit=layout.unit,
        theme=kit.theme,
        window=layout.window,
        reels=layout.reels,
    )


class Body:
    """Paints the body under the parts and the trim over them, and draws its lights."""

    def __init__(self, kit: Kit) -> None:
        self._shell = shell_of(kit)
        self._cabinet = kit.cabinet
        self._lights: Lights = kit.cabinet.lights(self._shell)

    def paint(self, base: pygame.Surface) -> None:
        """Everything that the zones' parts are mounted on."""
        self._cabinet.body(base, self._shell)

    def paint_trim(self, base: pygame.Surface) -> None:
        """What lies over the parts, and the lights with no current."""
        self._cabinet.trim(base, self._shell)
        self._lights.paint(base)

    def draw(self, screen: pygame.Surface, clock_ms: int, mood: Mood) -> None:
        """What is lit now."""
        self._lights.draw(screen, clock_ms, mood)

    @property
    def light_boxes(self) -> list[Rect]:
        """Where its light may fall."""
        return self._lights.boxes


def mood_of(seen: Seen, *, attracts: bool, won: bool) -> Mood:
    """
    What the lights tell of the machine.

    Args:
        attracts: nobody plays, and it calls.
        won: a prize that is large is shown.
    """
    if not seen.powered or (seen.alarm and not seen.called):
        return Mood.OFF
    if won:
        return Mood.WIN
    return Mood.REST if attracts else Mood.PLAY


def door_light(kit: Kit) -> pygame.Surface:
    """The work light that falls out of the gap of an open door along the cabinet's right side; additive."""
    cabinet = kit.layout.cabinet
    width = max(40, cabinet.width // 5)
    x = np.linspace(0, 1, width, dtype=np.float32)
    level = (x**3)[None, :, None] * np.asarray((255, 226, 160), dtype=np.float32)
    return paint.to_surface(np.broadcast_to(level, (cabinet.height, width, 3)))
