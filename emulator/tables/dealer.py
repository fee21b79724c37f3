# SPDX-License-Identifier: MIT
"""What a table that is played at needs of the rules behind it: bounds, stakes, decisions, the croupier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from emulator.tables.told import Bounds, DeviceSeen, Stake, Told
from emulator.tables.told_odds import Returned
from machines.support.plain import Json


class Dealer(Protocol):
    """
    One table of one game, by its rules.

    Events come without their time, which is the table's: their ``t_ms`` counts from when they are told.
    """

    @property
    def readings(self) -> Mapping[str, str]:
        """How the text is read, by the names of the readings."""

    @property
    def game(self) -> str:
        """Name of its folder."""

    @property
    def decides(self) -> str:
        """What decides: "wheel", "fortune", "cups", "dice" or "cards"."""

    @property
    def phase(self) -> str:
        """``bets`` while chips are laid, ``choices`` while somebody decides, else the croupier's own."""

    @property
    def puck(self) -> str:
        """Where the puck stands: a number, ``off``, or nothing."""

    @property
    def pot_cents(self) -> int | None:
        """What is in the table's pot; None where it has none, or does not know."""

    @property
    def round(self) -> int:
        """So many rounds are over."""

    @property
    def shooter(self) -> int:
        """Who throws the dice or gives the cards; 0 the croupier."""

    @property
    def joined(self) -> bool:
        """Whether a line leads to a pot of several tables, which has to be heard all the time."""

    def hear(self, now_ms: int) -> None:
        """Tell that pot what there is, and hear what it says."""

    hears: frozenset[int]
    """Seats of people, whose own cards a picture shows."""

    def advice(self, seat: int) -> str | None:
        """What a seat that is asked does if it plays well; None where that is a matter of taste."""

    @property
    def least_cents(self) -> int:
        """The table's minimum."""

    def chips(self) -> Mapping[int, int]:
        """Cents by seat."""

    def stakes(self) -> Sequence[Stake]:
        """What lies on the cloth."""

    def spots(self, seat: int) -> Sequence[str]:
        """Spots that a seat may bet on now."""

    def bounds(self, seat: int, spot: str) -> Bounds | None:
        """What a seat may add to a spot now; None: nothing."""

    def bet(self, seat: int, spot: str, cents: int) -> Sequence[Told]:
        """Lay chips; TableError: they are not taken."""

    def unbet(self, seat: int, spot: str) -> Sequence[Told]:
        """Take back what lies on a spot; TableError: it must stay."""

    def must_lay(self, seat: int) -> bool:
        """Whether the table cannot go on before a seat lays what its text asks of it, or passes the dice."""

    def buy(self, seat: int, cents: int) -> Sequence[Told]:
        """Somebody buys chips."""

    def pass_dice(self, seat: int) -> Sequence[Told]:
        """A shooter refuses the dice."""

    def choices(self) -> Mapping[int, Sequence[str]]:
        """What seats have to decide, each among these."""

    def says(self, seat: int) -> Sequence[str]:
        """What a seat may say while bets are taken, as that others may bet on its hand."""

    def choose(self, seat: int, what: str) -> Sequence[Told]:
        """Decide."""

    def rolls(self, closed: bool) -> None:
        """The ball is thrown, or no more bets are taken: a device that draws for the table comes as far."""

    def device(self, falling: bool) -> DeviceSeen | None:
        """What the device shows that draws for the table, if one does; ``falling``: before the ball lies."""

    def time(self, ms: int) -> Sequence[Told]:
        """So many milliseconds have passed since the dealer came; what must be done within a time follows."""

    def go_on(self, given: tuple[int, ...] = ()) -> Sequence[Told]:
        """The croupier's next move; its chance is drawn, or ``given`` as a real wheel or shoe showed it."""

    @property
    def opening(self) -> str:
        """What the croupier says when a round begins, in the words of the text."""

    def result(self) -> tuple[str, str]:
        """The last result as a board shows it, and its colour; nothing before there was one."""

    def journal(self) -> Json:
        """What a replay needs, as plain values."""

    def pays(self, spot: str) -> Fraction | None:
        """How many times the stake a spot pays, if that is one number."""

    def returns(self, spot: str) -> Sequence[Returned] | None:
        """What comes back of stakes on a spot, where that is known; None while it is counted."""
