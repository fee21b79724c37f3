# SPDX-License-Identifier: MIT
"""
What a visit shows above its bar: one class for each kind of stand, behind one interface.

    inner = INNERS[stand.kind](hall, stand, language, in_public, place, coach)
    inner.frame(elapsed_us, came, now_ms)

A further kind of thing in the hall is a row of ``INNERS``, and one of ``emulator/hall/kinds.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame

from emulator.hall.money import Money
from emulator.hall.stand import MACHINE, TABLE
from emulator.panel.hall.cloth_inner import ClothInner
from emulator.panel.hall.helper import Helper
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.wanted import Came, Wanted
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.window import Window
from emulator.panel.tables.pai_gow.window import TableWindow
from emulator.tables.cup_chance import CupChance
from emulator.tables.pai_gow_game import PaiGowGame


class Inner(Protocol):
    """A machine or a table that the visitor is at."""

    def frame(self, elapsed_us: int, came: Came, now_ms: int) -> None:
        """Let time pass with what the visitor does meanwhile, and draw."""

    def money(self) -> Money:
        """What the visitor has in the hand now."""

    def helper(self, kit: HallKit) -> Helper:
        """The sheet that shows what one does here."""

    def resize(self) -> None:
        """The place has another size."""

    def close(self) -> None:
        """Let go of it, and fall silent; the visitor goes back."""

    @property
    def resting(self) -> bool:
        """Whether nothing moves, and no round goes on; credits may be there, and stay."""

    @property
    def leaving(self) -> bool:
        """Whether the visitor has asked there to go back."""

    @property
    def language(self) -> str:
        """In which the visitor reads there now."""


class MachineInner:
    """A machine on its panel."""

    def __init__(self, wanted: Wanted) -> None:
        self._stand = wanted.stand
        self._cabinet = wanted.hall.walk_to(wanted.stand).cabinet
        self._window = Window(
            self._cabinet, wanted.in_public, wanted.language, place=wanted.place, coach=wanted.coach
        )
        self._window.begin()

    def frame(self, elapsed_us: int, came: Came, now_ms: int) -> None:
        """Its window has a clock of its own."""
        self._window.frame(elapsed_us, came)

    def money(self) -> Money:
        """Purse and wallet at the machine, and the house card."""
        card = self._cabinet.card
        cards = {card.balance_cents: 1} if card is not None and card.balance_cents else {}
        return Money(coins=dict(self._cabinet.purse), notes=dict(self._cabinet.wallet), cards=cards)

    def helper(self, kit: HallKit) -> Helper:
        """By the front of the machine."""
        front = read_front(self._cabinet.model, self._cabinet.serial, self._cabinet.test)
        return Helper(kit, front, self._stand.letter)

    def resize(self) -> None:
        """Its window builds the front anew."""
        self._window.resize()

    def close(self) -> None:
        """Every button is let go."""
        self._window.close()

    @property
    def resting(self) -> bool:
        """As the panel sees it."""
        seen = look(self._cabinet)
        return not (seen.busy or seen.in_round)

    @property
    def leaving(self) -> bool:
        """Its window was closed."""
        return self._window.leaving

    @property
    def language(self) -> str:
        """As chosen at the panel."""
        return self._window.language


class PaiGowInner:
    """
    One visit to the Pai Gow table, between five players of the house.

    It goes on where it was left; every move is kept before it is shown.
    """

    def __init__(self, wanted: Wanted) -> None:
        hall = wanted.hall
        self._sitting = sitting = hall.sit_at(wanted.stand, wanted.language)
        cup = None if sitting.device is None else sitting.device.croupier
        assert isinstance(cup, CupChance)
        self._game = PaiGowGame(
            seed=hall.seed, people=[sitting.seat], table=sitting.table, language=wanted.language, cup=cup
        )
        self._place, self.language = wanted.place, wanted.language
        self._window = TableWindow(self._game, sitting.seat, wanted.language, wanted.in_public, cash=True)
        self._window.speaker.open()

    def frame(self, elapsed_us: int, came: Came, now_ms: int) -> None:
        """The table draws on its part of the screen."""
        self._window.frame(self._place(), came, elapsed_us, now_ms)

    def money(self) -> Money:
        """What the chips in hand are worth."""
        return self._sitting.money()

    def helper(self, kit: HallKit) -> Helper:
        """That of the hall: a table has its words on its felt."""
        return Helper(kit, None, "T")

    def resize(self) -> None:
        """The table looks at its size in every frame."""

    def close(self) -> None:
        """A deal with money of the visitor is played to its end, and all falls silent."""
        self._sitting.rise()
        if pygame.mixer.get_init():
            pygame.mixer.stop()

    @property
    def resting(self) -> bool:
        """Whether no money of the visitor hangs on a deal."""
        return not self._sitting.bound

    @property
    def leaving(self) -> bool:
        """There are too few chips for a stake."""
        return self._window.leaving


def table_inner(wanted: Wanted) -> Inner:
    """Pai Gow has a table of its own; every other game lies on a cloth."""
    return PaiGowInner(wanted) if wanted.stand.own_table else ClothInner(wanted)


INNERS: Mapping[str, Callable[[Wanted], Inner]] = {MACHINE: MachineInner, TABLE: table_inner}
