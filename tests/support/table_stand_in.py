# SPDX-License-Identifier: MIT
"""A table that tells what a test has it tell: what is drawn needs no engine behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from emulator.panel.tables.kit.caps import Button
from emulator.panel.tables.kit.face import Past, SeatSeen, Stake, Told
from emulator.tables.told import DeviceSeen


@dataclass
class StandIn:
    """Everything that a Face has, as plain values."""

    game: str = "french_roulette"
    title: str = "Ruleta francesa"
    now_ms: int = 0
    number: int = 3
    betting: bool = True
    settled: bool = True
    told: list[Told] = field(default_factory=list)
    past: list[Past] = field(default_factory=list)
    last_faces: tuple[int, ...] = ()
    words: str = ""
    asked: bool = False
    puck: str = ""
    pot: str = ""
    device: DeviceSeen | None = None
    values: Sequence[int] = (100, 500, 2_500, 10_000)
    test: bool = False
    readings: dict[str, str] = field(default_factory=dict)
    laid: list[Stake] = field(default_factory=list)
    offered: list[Button] = field(default_factory=list)
    chips: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 7), 100_000))

    def seats(self) -> dict[int, SeatSeen]:
        return {seat: SeatSeen(cents, seat == 4, False) for seat, cents in self.chips.items()}

    def stakes(self) -> list[Stake]:
        return self.laid

    def buttons(self, seat: int) -> list[Button]:
        return self.offered

    def tip(self, spot: str, seat: int) -> str:
        return f"{spot} · 35 a 1 · hasta 300 €"

    def odds(self, spot: str) -> list[str]:
        return ["gana 1 de 37 veces; de cada 100 € vuelven 97,30 €"] if spot else []


RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


def past(*numbers: int) -> list[Past]:
    """Numbers of a roulette as the board shows them."""
    return [Past(str(n), "green" if n == 0 else "red" if n in RED else "black") for n in numbers]


@dataclass
class Played(StandIn):
    """A stand-in that people play at: it notes what they do, and takes chips up to a limit."""

    people: frozenset[int] = frozenset({4})
    most_cents: int = 50_000
    done: list[tuple[object, ...]] = field(default_factory=list)

    def run_us(self, us: int) -> None:
        self.now_ms += us // 1000

    def lay(self, seat: int, spot: str, cents: int) -> bool:
        self.done.append(("lay", seat, spot, cents))
        before = sum(one.cents for one in self.laid if (one.seat, one.spot) == (seat, spot))
        if before + cents > self.most_cents:
            return False
        self.laid = [one for one in self.laid if (one.seat, one.spot) != (seat, spot)]
        self.laid.append(Stake(seat, spot, before + cents))
        return True

    def take(self, seat: int, spot: str) -> int:
        self.done.append(("take", seat, spot))
        found = sum(one.cents for one in self.laid if (one.seat, one.spot) == (seat, spot))
        self.laid = [one for one in self.laid if (one.seat, one.spot) != (seat, spot)]
        return found

    def press(self, seat: int, act: str, effort_percent: int = 100) -> None:
        self.done.append(("press", seat, act, effort_percent))

    def away(self, seat: int) -> None:
        self.people -= {seat}

    def back(self, seat: int) -> None:
        self.people |= {seat}
