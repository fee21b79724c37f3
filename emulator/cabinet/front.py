# SPDX-License-Identifier: MIT
"""The visible front of a cabinet as plain values, which the panel draws and scripts expect."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Display:
    """The segment counters and the message line, as lit; a counter that the machine has not is empty."""

    credits: str
    reserve: str
    prizes: str
    message: str


@dataclass(frozen=True, slots=True)
class ReelView:
    """One reel; ``position_u16`` is its physical angle in 1/65,536 of a turn."""

    position_u16: int
    moving: bool
    stopped_at_us: int
    stops: int
    motor_steps: int
    set: int = 0
    """Which strips it shows: 1 for those of free plays, which only a screen has."""

    @property
    def stop(self) -> int:
        """The stop nearest to the payline; half way between two, the one that comes."""
        # The angle was rounded down, by less than a unit.
        return (self.position_u16 * self.stops + 32_768 + self.stops - 1) // 65_536 % self.stops


@dataclass(frozen=True, slots=True)
class CardView:
    """The visitor's house card: its number, its balance at the house, whether it is in the reader."""

    number: int
    balance_cents: int
    inside: bool


@dataclass(frozen=True, slots=True)
class CoinView:
    """One coin on its way; ``path`` is slot, accepted, returning or paying."""

    id: int
    cents: int
    path: str
    progress_permille: int


@dataclass(frozen=True, slots=True)
class LinkView:
    """
    The link as anybody in front of the machine sees it.

    Attributes:
        status: "down", "up" or "refused".
        why: why it was refused, or empty.
        pots_cents: what each pot shows; dark without current: ().
    """

    status: str
    why: str
    pots_cents: tuple[int, ...]
