# SPDX-License-Identifier: MIT
"""A table with a cloth, at which the visitor sits at place 4 between five players of the house."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pygame

from emulator.hall.money import Money
from emulator.panel.hall.helper import Helper
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.wanted import Came, Wanted
from emulator.panel.tables.kit.seen import Seen
from emulator.panel.tables.kit.window import TableWindow
from emulator.support.seed import seed_key
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame
from machines.tables.game import Event, Move

SEAT, SEATS = 4, 6
HOUSE_CENTS = 100_000
"""What each player of the house sits down with."""


class ClothInner:
    """
    One sitting. Stakes on the cloth are the visitor's: a round that is not over was not played.

    Args:
        wanted: the table, the hall whose money is on it, and where it is drawn.
    """

    def __init__(self, wanted: Wanted) -> None:
        hall, stand = wanted.hall, wanted.stand
        self._kept = hall.sit_down(stand, stand.price_cents, stand.price_cents)
        key = os.urandom(32) if hall.seed is None else seed_key(hall.seed)
        chips = dict.fromkeys(range(1, SEATS + 1), HOUSE_CENTS) | {SEAT: self._kept.chips_cents}
        self._dealer = EngineDealer(stand.game, key, chips)
        self._game = TableGame(self._dealer, [SEAT], seed=key.hex(), cash=True)
        self._dealer.table.listen(self._keep)
        seen = Seen(self._game, wanted.language, test=hall.test)
        self._place, self.language = wanted.place, wanted.language
        self._window = TableWindow(seen, SEAT, wanted.language, wanted.in_public)
        self._window.speaker.open()

    def _keep(self, move: Move, events: Sequence[Event]) -> None:
        """What a move has brought is in the table's file before it is shown."""
        self._kept.stand(self._cents())

    def _cents(self) -> int:
        """Chips, and the stakes that lie on the cloth."""
        return self._dealer.chips()[SEAT] + self._staked()

    def _staked(self) -> int:
        return sum(one.cents for one in self._dealer.stakes() if one.seat == SEAT)

    def frame(self, elapsed_us: int, came: Came, now_ms: int) -> None:
        """The table draws on its part of the screen."""
        self._window.frame(self._place(), came, elapsed_us, now_ms)

    def money(self) -> Money:
        """What the chips are worth."""
        return self._kept.money()

    def helper(self, kit: HallKit) -> Helper:
        """That of the hall: a table has its words on its cloth."""
        return Helper(kit, None, "T")

    def resize(self) -> None:
        """The table looks at its size in every frame."""

    def close(self) -> None:
        """Stakes of a round that is not over go back with the chips."""
        self._dealer.table.leave_off(self._keep)
        self._kept.stand(self._cents())
        if pygame.mixer.get_init():
            pygame.mixer.stop()

    @property
    def resting(self) -> bool:
        """Whether no stake of the visitor lies on the cloth."""
        return not self._staked()

    @property
    def leaving(self) -> bool:
        """There are too few chips for a stake."""
        return self._window.leaving or (self._game.betting and self._game.broke(SEAT))
