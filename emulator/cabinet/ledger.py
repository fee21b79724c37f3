# SPDX-License-Identifier: MIT
"""The physical balance: where every coin is, and the proof that none appears or vanishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from emulator.support.errors import EmulatorError
from machines.support.plain import Json, JsonView

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
    # Notes: the visitor's, in the acceptor where they can still come back, behind its gate, in its box.
    "wallet",
    "note_path",
    "note_gate",
    "note_box",
    # What visitors have carried away, and what others bring.
    "street",
)
# Money that is a figure and no coin: on the cards of the visitor, and what the house has of the machine.
ACCOUNTS = ("cards", "house")


class LedgerError(EmulatorError):
    """A coin was moved that is not where the mover says, or the sum of all coins changed."""


class Ledger:
    """
    Every coin of a cabinet and its visitor, each in exactly one place.

    Coins are numbered from 0 in the order in which they were minted; amounts are integer cents.
    The total is fixed by ``seal()``; from then on ``check()`` raises if it ever differs.

    Args:
        more_places: beyond PLACES, such as further hoppers.
    """

    def __init__(self, more_places: Sequence[str] = ()) -> None:
        self._places = (*PLACES, *more_places)
        self._number = {place: number for number, place in enumerate(self._places)}
        self._cents: list[int] = []
        # The same as [cents, how many] in the order of minting: coins come in rolls, a saved ledger is short.
        self._rolls: list[list[int]] = []
        # Of each coin the number of its place.
        self._place = bytearray()
        # Of each place how many coins of each value lie there: whoever keeps a machine asks often.
        self._counts: list[dict[int, int]] = [{} for _ in self._places]
        self._totals: dict[str, int] = dict.fromkeys((*self._places, *ACCOUNTS), 0)
        self._flows: dict[tuple[str, str], int] = {}
        self._sealed_cents: int | None = None
        self._accounts: dict[str, int] = dict.fromkeys(ACCOUNTS, 0)
        # Of each hall whose visitors were here: number of its last transfer, what came and went, who is here.
        self.halls: dict[str, dict[str, int]] = {}
        self.moves = 0

    @property
    def places(self) -> tuple[str, ...]:
        """Where a coin can be."""
        return self._places

    @property
    def sealed_cents(self) -> int | None:
        """The sum of all money, which never changes; None before ``seal``."""
        return self._sealed_cents

    def new(self, cents: int, place: str) -> int:
        """Mint one coin of ``cents`` in ``place``; return its number. Refused once sealed."""
        if self._sealed_cents is not None:
            raise LedgerError("no coin can be minted in a sealed ledger")
        self._require(place)
        self._cents.append(cents)
        if self._rolls and self._rolls[-1][0] == cents:
            self._rolls[-1][1] += 1
        else:
            self._rolls.append([cents, 1])
        self._place.append(self._number[place])
        self._count(place, cents, 1)
        return len(self._cents) - 1

    def roll(self, cents: int, count: int, place: str) -> range:
        """Mint so many coins of ``cents`` in ``place``, as ``new`` would one by one; return their numbers."""
        first = len(self._cents)
        if count < 1:
            return range(first, first)
        self.new(cents, place)
        more = count - 1
        self._cents += [cents] * more
        self._rolls[-1][1] += more
        self._place += bytes([self._number[place]]) * more
        self._count(place, cents, more)
        return range(first, first + count)

    def seal(self) -> None:
        """Fix the sum of all coins; from now on money only moves."""
        self._sealed_cents = sum(self._cents) + sum(self._accounts.values())

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
        source = self._places[self._place[coin_id]]
        self._count(source, cents, -1)
        self._count(place, cents, 1)
        self._place[coin_id] = self._number[place]
        way = (source, place)
        self._flows[way] = self._flows.get(way, 0) + cents
        self.moves += 1

    def credit(self, place: str, cents: int) -> None:
        """
        Put money from outside into an account, as the cashier does who sells a card.

        The sealed sum rises by it, so the caller records it as an input of the run.
        """
        self._require_account(place)
        self._accounts[place] += cents
        self._totals[place] += cents
        if self._sealed_cents is not None:
            self._sealed_cents += cents
        self.moves += 1

    def debit(self, place: str, cents: int) -> None:
        """Pay money out of an account, as the cashier does who takes a card back; undoes ``credit``."""
        self._require_account(place)
        if not 0 <= cents <= self._accounts[place]:
            raise LedgerError(f"cents must be 0 to {self._accounts[place]}, what is there (got {cents})")
        self.credit(place, -cents)

    def transfer(self, source: str, place: str, cents: int) -> None:
        """Move money from one account to the other; the house's goes below 0 where it has paid more."""
        self._require_account(source)
        self._require_account(place)
        if source == "cards" and cents > self._accounts[source]:
            raise LedgerError(f"cents must be 0 to {self._accounts[source]}, what is on cards (got {cents})")
        for name, moved in ((source, -cents), (place, cents)):
            self._accounts[name] += moved
            self._totals[name] += moved
        self._flows[source, place] = self._flows.get((source, place), 0) + cents
        self.moves += 1

    @property
    def visiting(self) -> str | None:
        """The hall whose visitor's money lies in purse and wallet; None: they are of somebody else."""
        return next((hall for hall, book in self.halls.items() if book["here"]), None)

    def book_hall(
        self, hall: str, number: int, *, brought_cents: int = 0, carried_cents: int | None = None
    ) -> None:
        """
        Book a transfer from or to a hall, whose coins have moved.

        Args:
            number: of the transfer.
            carried_cents: what left with the visitor; None: one has come.
        """
        book = self.halls.get(hall, {"brought_cents": 0, "carried_cents": 0})
        self.halls[hall] = {
            "number": number,
            "brought_cents": book["brought_cents"] + brought_cents,
            "carried_cents": book["carried_cents"] + (carried_cents or 0),
            "here": int(carried_cents is None),
        }
        self.moves += 1

    def flow(self, source: str, place: str) -> int:
        """Cents that have moved from one place straight to another since the ledger began."""
        return self._flows.get((source, place), 0)

    def cents(self, coin_id: int) -> int:
        """Value of a coin."""
        return self._cents[coin_id]

    def place(self, coin_id: int) -> str:
        """Where a coin is."""
        return self._places[self._place[coin_id]]

    def total(self, place: str) -> int:
        """Cents in one place."""
        return self._totals[place]

    def coins(self, place: str) -> list[int]:
        """Numbers of the coins in one place, in the order in which they were minted."""
        number = self._number.get(place)
        return [coin_id for coin_id, where in enumerate(self._place) if where == number]

    def count(self, place: str) -> dict[int, int]:
        """How many coins of each value lie in one place."""
        return {cents: count for cents, count in self._counts[self._number[place]].items() if count}

    def check(self) -> None:
        """Raise LedgerError unless the places add up to the sealed sum."""
        held = self._totals.values()
        total = sum(held)
        if total != self._sealed_cents or (min(held) < 0 and self._owing()):
            raise LedgerError(
                f"coins must add up to {self._sealed_cents} cents (got {total}: {self._totals})"
            )

    def _owing(self) -> bool:
        """Whether anybody but the house has less than nothing."""
        return any(cents < 0 for place, cents in self._totals.items() if place != "house")

    def audit(self) -> None:
        """Recount every coin, one by one; slower than ``check`` and independent of its totals."""
        recount = dict.fromkeys(self._places, 0)
        counts: list[dict[int, int]] = [{} for _ in self._places]
        for cents, place in zip(self._cents, self._place, strict=True):
            recount[self._places[place]] += cents
            counts[place][cents] = counts[place].get(cents, 0) + 1
        recount.update(self._accounts)
        if recount != self._totals:
            raise LedgerError(f"a recount finds {recount}, the running totals say {self._totals}")
        if any(self.count(place) != counts[number] for number, place in enumerate(self._places)):
            raise LedgerError(f"a recount finds {counts}, the running counts say {self._counts}")
        self.check()

    def save(self) -> Json:
        """All coins as plain values."""
        return {
            "rolls": [list(roll) for roll in self._rolls],
            "place": bytes(self._place),
            "flows": [[source, place, cents] for (source, place), cents in self._flows.items()],
            "sealed": self._sealed_cents,
            "accounts": dict(self._accounts),
            "halls": {hall: dict(book) for hall, book in self.halls.items()},
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned; LedgerError if that is something else."""
        try:
            place = bytearray(saved["place"])
            if saved["rolls"] == self._rolls and place == self._place:
                self._load_rest(saved)
                return
            cents = [int(value) for value, count in saved["rolls"] for _ in range(count)]
        except (KeyError, TypeError, ValueError) as error:
            raise LedgerError("saved coins must be what save() returned") from error
        if len(cents) != len(place) or max(place, default=0) >= len(self._places):
            raise LedgerError(f"saved coins must each have a place (got {len(cents)} coins, {len(place)})")
        self._cents, self._place = cents, place
        self._rolls = [list(roll) for roll in saved["rolls"]]
        self._counts = [{} for _ in self._places]
        self._totals = dict.fromkeys(self._places, 0) | self._accounts
        for (value, number), count in Counter(zip(cents, place, strict=True)).items():
            self._count(self._places[number], value, count)
        self._load_rest(saved)

    def _load_rest(self, saved: JsonView) -> None:
        self._flows = {(source, place): cents for source, place, cents in saved["flows"]}
        self._sealed_cents = saved["sealed"]
        self._accounts = dict(saved["accounts"])
        self._totals.update(self._accounts)
        self.halls = {hall: dict(book) for hall, book in saved["halls"].items()}
        self.moves += 1

    def _count(self, place: str, cents: int, more: int) -> None:
        """So many coins of ``cents`` more in one place, or fewer: below 0."""
        counts = self._counts[self._number[place]]
        counts[cents] = counts.get(cents, 0) + more
        self._totals[place] += cents * more

    @staticmethod
    def _require_account(place: str) -> None:
        if place not in ACCOUNTS:
            raise LedgerError(f"place must be one of {', '.join(ACCOUNTS)} (got {place})")

    def _require(self, place: str) -> None:
        if place not in self._places:
            raise LedgerError(f"place must be one of {', '.join(self._places)} (got {place})")
