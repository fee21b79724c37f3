# SPDX-License-Identifier: MIT
"""The physical balance: where every coin is, and the proof that none appears or vanishes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from emulator import EmulatorError

PLACES = (
    "purse",
    "slot",
    "returning",
    "accepted",
    "hopper_10",
    "hopper_100",
    "cash_box",
    "paying",
    "tray",
    "stuck",
)


class LedgerError(EmulatorError):
    """A coin was moved that is not where the mover says, or the sum of all coins changed."""


class Ledger:
    """
    Every coin of a cabinet and its visitor, each in exactly one place.

    Coins are numbered from 0 in the order in which they were minted; amounts are integer cents.
    The total is fixed by ``seal()``; from then on ``check()`` raises if it ever differs.
    """

    def __init__(self) -> None:
        self._cents: list[int] = []
        self._place: list[str] = []
        self._totals: dict[str, int] = dict.fromkeys(PLACES, 0)
        self._flows: dict[tuple[str, str], int] = {}
        self._sealed_cents: int | None = None
        self.moves = 0

    def new(self, cents: int, place: str) -> int:
        """Mint one coin of ``cents`` in ``place``; return its number. Refused once sealed."""
        if self._sealed_cents is not None:
            raise LedgerError("no coin can be minted in a sealed ledger")
        self._require(place)
        self._cents.append(cents)
        self._place.append(place)
        self._totals[place] += cents
        return len(self._cents) - 1

    def seal(self) -> None:
        """Fix the sum of all coins; from now on money only moves."""
        self._sealed_cents = sum(self._cents)

    def bring(self, cents: int, place: str) -> int:
        """
        Bring one coin from outside, as an attendant does who refills a hopper.

        The sealed sum rises by it, so the caller records it as an input of the run.
        """
        sealed, self._sealed_cents = self._sealed_cents, None
        coin_id = self.new(cents, place)
        self._sealed_cents = None if sealed is None else sealed + cents
        return coin_id

    def move(self, coin_id: int, place: str) -> None:
        """Move one coin; LedgerError for a place that does not exist."""
        self._require(place)
        cents = self._cents[coin_id]
        source = self._place[coin_id]
        self._totals[source] -= cents
        self._totals[place] += cents
        self._place[coin_id] = place
        way = (source, place)
        self._flows[way] = self._flows.get(way, 0) + cents
        self.moves += 1

    def flow(self, source: str, place: str) -> int:
        """Cents that have moved from one place straight to another since the ledger began."""
        return self._flows.get((source, place), 0)

    def cents(self, coin_id: int) -> int:
        """Value of a coin."""
        return self._cents[coin_id]

    def place(self, coin_id: int) -> str:
        """Where a coin is."""
        return self._place[coin_id]

    def total(self, place: str) -> int:
        """Cents in one place."""
        return self._totals[place]

    def coins(self, place: str) -> list[int]:
        """Numbers of the coins in one place, in the order in which they were minted."""
        return [coin_id for coin_id, where in enumerate(self._place) if where == place]

    def count(self, place: str) -> dict[int, int]:
        """How many coins of each value lie in one place."""
        found: dict[int, int] = {}
        for coin_id, where in enumerate(self._place):
            if where == place:
                found[self._cents[coin_id]] = found.get(self._cents[coin_id], 0) + 1
        return found

    def check(self) -> None:
        """Raise LedgerError unless the places add up to the sealed sum."""
        total = sum(self._totals.values())
        if total != self._sealed_cents or min(self._totals.values()) < 0:
            raise LedgerError(
                f"coins must add up to {self._sealed_cents} cents (got {total}: {self._totals})"
            )

    def audit(self) -> None:
        """Recount every coin, one by one; slower than ``check`` and independent of its totals."""
        recount = dict.fromkeys(PLACES, 0)
        for cents, place in zip(self._cents, self._place, strict=True):
            recount[place] += cents
        if recount != self._totals:
            raise LedgerError(f"a recount finds {recount}, the running totals say {self._totals}")
        self.check()

    def save(self) -> dict[str, object]:
        """All coins as plain values."""
        return {
            "cents": list(self._cents),
            "place": list(self._place),
            "flows": [[source, place, cents] for (source, place), cents in self._flows.items()],
            "sealed": self._sealed_cents,
        }

    def load(self, saved: Mapping[str, object]) -> None:
        """Put back what ``save`` returned."""
        self._cents = [cents for cents in _items(saved["cents"]) if isinstance(cents, int)]
        self._place = [place for place in _items(saved["place"]) if isinstance(place, str)]
        self._flows = {}
        for source, place, cents in (_items(flow) for flow in _items(saved["flows"])):
            self._flows[str(source), str(place)] = int(str(cents))
        self.moves += 1
        sealed = saved["sealed"]
        self._sealed_cents = None if sealed is None else int(str(sealed))
        self._totals = dict.fromkeys(PLACES, 0)
        for cents, place in zip(self._cents, self._place, strict=True):
            self._totals[place] += cents

    @staticmethod
    def _require(place: str) -> None:
        if place not in PLACES:
            raise LedgerError(f"place must be one of {', '.join(PLACES)} (got {place})")


def _items(value: object) -> Iterable[object]:
    if not isinstance(value, list):
        raise LedgerError(f"saved coins must be a list (got {type(value).__name__})")
    return value
