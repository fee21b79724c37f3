# SPDX-License-Identifier: MIT
"""
What the wall shows and when: figures that roll towards what the pots hold, wins one after the other.

    show = Show()
    show.update(display, now_ms)                # emulator.link.display.DisplayClient, or anything like it
    show.pots[0].figure_mc, show.pots[0].won

Whole numbers only. A figure never stands above what the pot durably holds, and runs backwards only after a
win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from emulator.link.entries import Hit
from machines.support.plain import Json

MC = 1_000  # millicents of a cent
PACE_MS = 1_000  # in which a figure goes two thirds of the way to what the pot holds
LEAST_MC_A_MS = 3  # and at least so fast: a cent in a third of a second
WIN_MS = 15_000  # how long a win is celebrated
# While others wait they share this: of eight in one instant each is shown within 30 s (GLI checklist 61).
_QUEUE_MS = 10_000
_LEAST_WIN_MS = 1_500


class Seen(Protocol):
    """What the wall needs of a display's end of the link."""

    @property
    def status(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def face(self) -> Json: ...
    @property
    def pots_mc(self) -> Sequence[int]: ...
    @property
    def hits(self) -> Sequence[Hit]: ...
    @property
    def up(self) -> int: ...
    @property
    def machines(self) -> int: ...


@dataclass
class PotShow:
    """
    One pot on the wall.

    Attributes:
        figure_mc: what its drums show, in millicents; None: nothing is known, they show dashes.
        won: the win that is celebrated, or None.
        since_ms: when that began.
        waiting: wins that are still to be celebrated.
    """

    figure_mc: int | None = None
    won: Hit | None = None
    since_ms: int = 0
    waiting: list[Hit] = field(default_factory=list)

    def update(self, pot_mc: int, passed_ms: int, now_ms: int) -> None:
        """Let time pass; the pot holds ``pot_mc``."""
        if self.won is not None and now_ms - self.since_ms >= self._win_ms():
            self.won = None
            self.figure_mc = 0
        if self.won is None and self.waiting:
            self.won, self.since_ms = self.waiting.pop(0), now_ms
        if self.won is None:
            self.figure_mc = _rolled(self.figure_mc, pot_mc // MC * MC, passed_ms)

    def _win_ms(self) -> int:
        return max(_LEAST_WIN_MS, _QUEUE_MS // len(self.waiting)) if self.waiting else WIN_MS


def _rolled(figure_mc: int | None, to_mc: int, passed_ms: int) -> int:
    if figure_mc is None or figure_mc >= to_mc:
        return to_mc
    gap = to_mc - figure_mc
    return figure_mc + min(gap, max(gap * passed_ms // PACE_MS, LEAST_MC_A_MS * passed_ms))


class Show:
    """
    The whole wall.

    Attributes:
        pots: one for each pot of the link.
        status: "up", "down" or "refused"; why.
        known: whether the figures are what the pots hold.
        face: what the controller said of the link.
        winners: the last wins, the newest first.
        now_ms: when it was updated last.
    """

    def __init__(self) -> None:
        self.pots: list[PotShow] = []
        self.status = "down"
        self.why = ""
        self.face: Json = {}
        self.winners: list[Hit] = []
        self.up = self.machines = 0
        self._celebrated: tuple[int, int] | None = None
        self.now_ms = 0
        self._begun = False

    @property
    def known(self) -> bool:
        return self.status == "up"

    def update(self, seen: Seen, now_ms: int) -> None:
        """Take what the link says now; ``now_ms`` never runs backwards."""
        passed_ms = now_ms - self.now_ms if self._begun else 0
        self.now_ms, self._begun = now_ms, True
        self.status, self.why = seen.status, seen.why
        self.face, self.up, self.machines = seen.face, seen.up, seen.machines
        if len(self.pots) != len(seen.pots_mc):
            self.pots = [PotShow() for _ in seen.pots_mc]
        self.winners = [hit for hit in reversed(seen.hits) if hit.cents]
        if not self.known:
            for pot in self.pots:  # somebody may have won it meanwhile: nothing is better than too much
                pot.figure_mc = None
        self._queue(seen)
        for pot, value_mc in zip(self.pots, seen.pots_mc, strict=True):
            if self.known or pot.won is not None:
                pot.update(value_mc, passed_ms, now_ms)
            if not self.known:
                pot.figure_mc = None

    def _queue(self, seen: Seen) -> None:
        """Celebrate what was won since the wall first knew the link; what is older is only listed."""
        if not self.known:
            return
        last = max(((hit.entry, hit.pot) for hit in seen.hits), default=(0, 0))
        if self._celebrated is None:
            self._celebrated = last
        for hit in seen.hits:
            if (hit.entry, hit.pot) > self._celebrated and hit.cents and hit.pot < len(self.pots):
                self.pots[hit.pot].waiting.append(hit)
        self._celebrated = max(self._celebrated, last)
