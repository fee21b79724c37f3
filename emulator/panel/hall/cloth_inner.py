# SPDX-License-Identifier: MIT
"""A table with a cloth, at which the visitor sits between players of the house."""

from __future__ import annotations

import pygame

from emulator.hall.money import Money
from emulator.panel.hall.helper import Helper
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.wanted import Came, Wanted
from emulator.panel.tables.kit.seen import Seen
from emulator.panel.tables.kit.window import TableWindow
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame


class ClothInner:
    """
    One visit to a table that goes on where it was left; every move is kept before it is shown.

    Args:
        wanted: the table, the hall whose money is on it, and where it is drawn.
    """

    def __init__(self, wanted: Wanted) -> None:
        self._sitting = sitting = wanted.hall.sit_at(wanted.stand, wanted.language)
        self._dealer, self._seat = EngineDealer.of(sitting.table), sitting.seat
        self._game = TableGame(self._dealer, [self._seat], seed=sitting.table.key.hex(), cash=True)
        seen = Seen(self._game, wanted.language, test=wanted.hall.test)
        self._place, self.language = wanted.place, wanted.language
        self._window = TableWindow(seen, self._seat, wanted.language, wanted.in_public)
        self._window.speaker.open()

    def frame(self, elapsed_us: int, came: Came, now_ms: int) -> None:
        """The table draws on its part of the screen."""
        self._window.frame(self._place(), came, elapsed_us, now_ms)

    def money(self) -> Money:
        """What the chips in hand are worth."""
        return self._sitting.money()

    def helper(self, kit: HallKit) -> Helper:
        """That of the hall: a table has its words on its cloth."""
        return Helper(kit, None, "T")

    def resize(self) -> None:
        """The table looks at its size in every frame."""

    def close(self) -> None:
        """Fall silent; what lies on the cloth is the hall's to end."""
        if pygame.mixer.get_init():
            pygame.mixer.stop()

    @property
    def resting(self) -> bool:
        """Whether no stake of the visitor lies on the cloth."""
        return not self._sitting.staked_cents

    @property
    def leaving(self) -> bool:
        """There are too few chips for a stake."""
        return self._window.leaving or (self._game.betting and self._game.broke(self._seat))
