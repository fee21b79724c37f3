# SPDX-License-Identifier: MIT
"""What a table shows to whoever draws it: seats, stakes, what was told since the round began, and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from emulator.panel.tables.kit.caps import Button
from emulator.tables.told import DeviceSeen, Stake, Told

__all__ = ["Button", "Face", "Past", "SeatSeen", "Stake", "Told"]


class Past(NamedTuple):
    """A past result as the board shows it."""

    said: str
    colour: str
    """"red", "black", "green", or "plain"."""


class SeatSeen(NamedTuple):
    """A seat."""

    chips_cents: int
    person: bool
    waited: bool


class Face(Protocol):
    """A table that can be drawn."""

    @property
    def game(self) -> str:
        """Name of its folder."""

    @property
    def readings(self) -> Mapping[str, str]:
        """How its text is read."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def now_ms(self) -> int:
        """The table's time."""

    @property
    def number(self) -> int:
        """Of the round: no two wheels or dice roll alike."""

    @property
    def betting(self) -> bool:
        """Whether chips can be laid now."""

    @property
    def settled(self) -> bool:
        """Whether the round is over and looked at."""

    @property
    def told(self) -> Sequence[Told]:
        """What happened in this round, in its order."""

    @property
    def past(self) -> Sequence[Past]:
        """Past results, the last one first."""

    @property
    def last_faces(self) -> tuple[int, ...]:
        """What was drawn last, before this round; empty if nothing was."""

    @property
    def words(self) -> str:
        """What the croupier said last, or asks."""

    @property
    def asked(self) -> bool:
        """Whether the visitor is waited for."""

    @property
    def puck(self) -> str:
        """Where the puck stands: a number, ``off``, or nothing."""

    @property
    def pot(self) -> str:
        """What is in the table's pot, or that its link does not say; empty where it has none."""

    @property
    def device(self) -> DeviceSeen | None:
        """What the device shows that draws for the table; None where none does."""

    @property
    def values(self) -> Sequence[int]:
        """Chips that one may lay, in cents, the smallest first."""

    @property
    def test(self) -> bool:
        """Whether a key is given that repeats the table: no play for money."""

    def seats(self) -> Mapping[int, SeatSeen]:
        """Seats by number, 1 on."""

    def stakes(self) -> Sequence[Stake]:
        """What lies on the cloth."""

    def buttons(self, seat: int) -> Sequence[Button]:
        """What somebody can do now besides laying chips."""

    def tip(self, spot: str, seat: int) -> str:
        """A spot in a line: its name, what it pays, its limit."""

    def odds(self, spot: str) -> Sequence[str]:
        """How a spot stands, exactly, line by line; nothing where nobody can count."""
