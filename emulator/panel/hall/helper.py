# SPDX-License-Identifier: MIT
"""The sheet that shows by pictures what one does: at a machine of its type, or in the hall."""

from __future__ import annotations

import pygame

from emulator.panel.hall.kit import ZONES, HallKit
from emulator.panel.hall.pictures import paint_steps, paint_walk
from emulator.panel.hall.sheet import CLOSE, Sheet
from emulator.panel.machine.parts.front import Front


class Helper:
    """
    Paints the sheet.

    Args:
        front: of the machine; None: of the hall.
        letter: whose colours it has.
    """

    def __init__(self, kit: HallKit, front: Front | None, letter: str) -> None:
        self.sheet = Sheet(kit, kit.say("HOW IT GOES"), ZONES[letter].light, {CLOSE: kit.say("I SEE")})
        self._kit, self._front = kit, front

    def painted(self, behind: pygame.Surface) -> pygame.Surface:
        """The sheet over what is behind it."""
        base = self.sheet.painted(behind)
        if self._front is None:
            paint_walk(self._kit, base, self.sheet.inner)
        else:
            paint_steps(self._kit, base, self.sheet.inner, self._front)
        return base
