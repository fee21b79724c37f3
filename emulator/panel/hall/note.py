# SPDX-License-Identifier: MIT
"""A sheet with a few words: why one cannot go where one wanted to go."""

from __future__ import annotations

import pygame

from emulator.hall.money import HallError
from emulator.hall.stand import Stand
from emulator.panel.art.theme import CREAM
from emulator.panel.hall.kit import ZONES, HallKit
from emulator.panel.hall.sheet import CLOSE, Sheet
from emulator.records.storage import LockedError
from emulator.support.errors import EmulatorError


class Note:
    """Paints the sheet."""

    def __init__(self, kit: HallKit, stand: Stand, words: str) -> None:
        self.sheet = Sheet(kit, stand.title, ZONES[stand.letter].light, {CLOSE: kit.say("BACK TO THE HALL")})
        self._kit, self._words = kit, words

    def painted(self, behind: pygame.Surface) -> pygame.Surface:
        """The sheet over what is behind it."""
        base, kit = self.sheet.painted(behind), self._kit
        kit.text.put(base, self._words, self.sheet.inner, "strong", max(14, kit.px(44)), CREAM, lines_max=8)
        return base


def reason(kit: HallKit, error: EmulatorError) -> str:
    """What a visitor reads of an error."""
    if isinstance(error, LockedError):
        return kit.say("Somebody else has this machine open. It is free as soon as that is closed.")
    if isinstance(error, HallError):
        return kit.say("Your purse is not enough for this. The desk gives a new one.")
    return kit.say("This cannot be opened now: {}").format(str(error).partition("\n")[0])
