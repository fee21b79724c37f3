# SPDX-License-Identifier: MIT
"""A stand-in for the rules of a roulette: enough of them that a table goes on by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from emulator.panel.tables.kit.plan import read_plan
from emulator.panel.tables.kit.tableau import covered
from emulator.tables.told import RESTS_MS, Bounds, Stake, Told
from emulator.tables.told_odds import Returned
from machines.tables.games.pai_gow.rules import TableError

LEAST = 100
SIMPLE = {"rojo", "negro", "par", "impar", "falta", "pasa"}


class Roulette:
    """Bets, a pocket, raking and paying; zero offers half or prison to who sits at ``asked``."""

    def __init__(self, numbers: Sequence[int], seats: int = 6, chips_cents: int = 100_000) -> None:
        self.game, self.decides, self.phase, self.puck, self.shooter = (
            "french_roulette",
            "wheel",
            "bets",
            "",
            0,
        )
        self._numbers = list(numbers)
        self._chips = dict.fromkeys(range(1, seats + 1), chips_cents)
        self._laid: dict[tuple[int, str], int] = {}
        self._number: int | None = None
        self.house_cents = 0
        self.pot_cents: int | None = None
        self.joined = False
        self.round = 0
        self.readings: dict[str, str] = {}
        self.pockets = [pocket.name for pocket in read_plan(self.game, tall=True).pockets]
        self.colours = {pocket.name: pocket.colour for pocket in read_plan(self.game, tall=True).pockets}

    def chips(self) -> Mapping[int, int]:
        return self._chips

    def stakes(self) -> list[Stake]:
        return [Stake(seat, spot, cents) for (seat, spot), cents in self._laid.items()]

    def spots(self, seat: int) -> Sequence[str]:
        return list(read_plan(self.game, tall=True).spots) if self.phase == "bets" else []

    def bounds(self, seat: int, spot: str) -> Bounds | None:
        if self.phase != "bets":
            return None
        limit = 30 * LEAST * len(self.numbers(spot))
        room = min(limit - self._laid.get((seat, spot), 0), self._chips[seat])
        return Bounds(LEAST, room, LEAST) if room >= LEAST else None

    def bet(self, seat: int, spot: str, cents: int) -> list[Told]:
        bounds = self.bounds(seat, spot)
        if bounds is None or not bounds.least <= cents <= bounds.most:
            raise TableError("refused")
        self._chips[seat] -= cents
        self._laid[seat, spot] = self._laid.get((seat, spot), 0) + cents
        return [Told(0, "stake", seat, spot, cents)]

    def unbet(self, seat: int, spot: str) -> list[Told]:
        if self.phase != "bets" or (seat, spot) not in self._laid:
            raise TableError("refused")
        cents = self._laid.pop((seat, spot))
        self._chips[seat] += cents
        return [Told(0, "taken", seat, spot, cents)]

    def must_lay(self, seat: int) -> bool:
        return False

    def buy(self, seat: int, cents: int) -> list[Told]:
        self._chips[seat] += cents
        self.house_cents -= cents
        return []

    def rolls(self, closed: bool) -> None:
        """No device draws here."""

    def device(self, falling: bool) -> None:
        """None."""

    def pass_dice(self, seat: int) -> list[Told]:
        raise TableError("refused")

    def choices(self) -> Mapping[int, Sequence[str]]:
        return {}

    def choose(self, seat: int, what: str) -> list[Told]:
        raise TableError("refused")

    def time(self, ms: int) -> list[Told]:
        return []

    def says(self, seat: int) -> Sequence[str]:
        return ()

    def hear(self, now_ms: int) -> None:
        pass

    def go_on(self, given: tuple[int, ...] = ()) -> list[Told]:
        if self.phase == "bets":
            self.phase, self._number = "spun", self._numbers.pop(0)
            said = Told(RESTS_MS["wheel"] - 200, "said", to=str(self._number))
            return [Told(0, "drawn", faces=(self.pockets.index(str(self._number)),)), said]
        if self.phase == "spun":
            self.phase = "bets"
            self.round += 1
            return self._settled()
        raise TableError("refused")

    def _settled(self) -> list[Told]:
        told = []
        for (seat, spot), cents in list(self._laid.items()):
            if str(self._number) in self.numbers(spot):
                won = int(cents * (self.pays(spot) or 0))
                self._chips[seat] += won
                self.house_cents -= won
                told.append(Told(0, "paid", seat, spot, won))
            else:
                del self._laid[seat, spot]
                self.house_cents += cents
                told.append(Told(0, "lost", seat, spot, cents))
        return [*told, Told(0, "won", spot=str(self._number))]

    def journal(self) -> dict[str, object]:
        return {"numbers": self._numbers}

    def total_cents(self) -> int:
        return sum([*self._chips.values(), *self._laid.values(), self.house_cents])

    least_cents = LEAST
    opening = "Hagan sus apuestas"

    def result(self) -> tuple[str, str]:
        return str(self._number), self.colours[str(self._number)]

    def numbers(self, spot: str) -> list[str]:
        if spot in SIMPLE:
            return [
                str(n) for n in range(1, 37)
                if {"rojo": self.colours[str(n)] == "red", "negro": self.colours[str(n)] == "black",
                    "par": n % 2 == 0, "impar": n % 2 == 1, "falta": n < 19, "pasa": n > 18}[spot]
            ]  # fmt: skip
        return covered(spot) or [spot]

    def pays(self, spot: str) -> Fraction | None:
        return Fraction(36, len(self.numbers(spot))) - 1

    def returns(self, spot: str) -> list[Returned]:
        return [Returned("", Fraction(len(self.numbers(spot)), 37), Fraction(36, 37))] if spot else []
