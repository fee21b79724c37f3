# SPDX-License-Identifier: MIT
"""One look at a cabinet: the values that a frame is drawn from, read once a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from emulator.cabinet.front import CardView, CoinView, Display, LinkView, ReelView
from emulator.inside.reading import Value
from machines.model import Model

# Lamps behind the glass, numbered after the prize rows.
PAYLINE_LEFT = 32
PAYLINE_RIGHT = 33
DOUBLE_MARK = 34
WINDOW_FIRST = 35
FREE_MARK = 41
# Which bet is chosen where there are several, by its place.
BET_FIRST = 42
# Pots, by level: lit while what was won from one is shown.
POT_FIRST = 24
# Awards, by their place: what the points of a play reach.
AWARD_FIRST = 56


class Viewable(Protocol):
    """The part of a cabinet that can be looked at."""

    model: Model

    @property
    def now_us(self) -> int: ...
    @property
    def powered(self) -> bool: ...
    @property
    def display(self) -> Display: ...
    @property
    def lamps(self) -> Mapping[str, bool]: ...
    @property
    def sounding(self) -> bool: ...
    @property
    def glass(self) -> frozenset[int]: ...
    @property
    def reels(self) -> Sequence[ReelView]: ...
    @property
    def coins(self) -> Sequence[CoinView]: ...
    @property
    def tray(self) -> Mapping[int, int]: ...
    @property
    def purse(self) -> Mapping[int, int]: ...
    @property
    def wallet(self) -> Mapping[int, int]: ...
    @property
    def note(self) -> CoinView | None: ...
    @property
    def note_open(self) -> bool: ...
    @property
    def card(self) -> CardView | None: ...
    @property
    def pots_cents(self) -> Sequence[int]: ...
    @property
    def tickets_given(self) -> int: ...
    @property
    def link(self) -> LinkView | None: ...
    @property
    def doors(self) -> Mapping[str, bool]: ...
    @property
    def keys(self) -> Mapping[str, bool]: ...
    @property
    def firmware_ours(self) -> bool: ...
    @property
    def fault(self) -> str | None: ...
    @property
    def last_fault(self) -> str | None: ...


@dataclass(frozen=True)
class Seen:
    """A cabinet at one instant."""

    now_us: int
    powered: bool
    display: Display
    lamps: Mapping[str, bool]
    glass: frozenset[int]
    reels: Sequence[ReelView]
    coins: Sequence[CoinView]
    tray: Mapping[int, int]
    purse: Mapping[int, int]
    wallet: Mapping[int, int]
    note: CoinView | None
    note_open: bool
    door_open: bool
    doors: Mapping[str, bool]
    keys: Mapping[str, bool]
    pots_cents: Sequence[int] = ()
    card: CardView | None = None
    """The visitor's house card."""
    tickets: int = 0
    """Tickets that left the dispenser."""
    points: bool = False
    """What it counts as won are points, which stay after the play."""
    in_round: bool = False
    """A round goes on, in which nothing need move."""
    sounding: bool = False
    """The buzzer behind the front is on."""
    link: LinkView | None = None
    """The pots that machines share; None where this one stands alone."""
    firmware_ours: bool = True
    dead: bool = False
    """The program has ended by a crash or a hang, and has not been started again."""
    last_fault: str | None = None
    """What the firmware died of last: file, line, function and error."""

    inside: Mapping[str, Value] = field(default_factory=dict)
    """Every reading of the inside, while the main door stands open before somebody who may look in."""

    @property
    def alarm(self) -> bool:
        """The tower light is on: the machine is tilted or open, or somebody calls the staff."""
        return self.lamps.get("tower", False)

    @property
    def called(self) -> bool:
        """Somebody calls the staff: on a machine with a light for accepted coins, the lamp of that button."""
        return "accept" in self.lamps and self.lamps.get("reserve", False)

    @property
    def busy(self) -> bool:
        """Somebody or something is in the middle of a play, a payment or an insertion."""
        return bool(self.coins) or self.note is not None or any(reel.moving for reel in self.reels)
