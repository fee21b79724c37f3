# SPDX-License-Identifier: MIT
"""What a table knows, as plain values: seats, cards, stakes, the bank, and whose turn it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from machines.support.plain import Json, JsonView
from machines.tables.game import chips, laid, seated
from machines.tables.games.pai_gow.hands import Setting
from machines.tables.games.pai_gow.moves import Phase

CROUPIER = 0
STAKE = "stake"
"""The one spot of every place."""


@dataclass
class Seat:
    """
    A place that is taken: its chips and what lies on the felt before it, money in cents.

    Attributes:
        cards: its packet in the order dealt; empty if it does not play this deal, or lost it.
        low: the two cards of the low hand; empty until set.
        case: the row of the text's table, once compared.
    """

    chips_cents: int
    stake_cents: int = 0
    cards: list[int] = field(default_factory=list)
    low: list[int] = field(default_factory=list)
    case: str = ""
    paid_cents: int = 0

    @property
    def setting(self) -> Setting:
        """The two hands as they were set."""
        return Setting.of(self.low, [card for card in self.cards if card not in self.low])

    def laid(self) -> Json:
        """What of it is no money."""
        return {"cards": self.cards, "low": self.low, "case": self.case, "paid_cents": self.paid_cents}


@dataclass
class TableState:
    """
    All that the table knows, as plain values.

    Attributes:
        deal: number of the deal, from 0.
        seats: places 0 to 6 that are taken; 0 is the croupier, whose chips are the house's.
        bank: the place that banks; -1 before somebody does.
        offered: the place that the bank is offered to.
        queue: places to be compared with the bank, next first.
        used: cards in the container of used ones: what was left over, and the hands that lost.
        bank_won_cents: what a player's bank has won in this deal so far.
    """

    deal: int = 0
    phase: Phase = "bank"
    seats: dict[int, Seat] = field(default_factory=dict)
    house_cents: int = 0
    commission_cents: int = 0
    bank: int = -1
    offered: int = 1
    dice: list[int] = field(default_factory=list)
    start: int = -1
    cut: int = 0
    queue: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    bank_won_cents: int = 0

    def players(self) -> list[int]:
        """Places of players, clockwise from the croupier."""
        return sorted(place for place in self.seats if place != CROUPIER)

    def playing(self) -> list[int]:
        """Places that have cards in this deal, or will have: the bank, the stakes, always the croupier."""
        forced = (CROUPIER, self.bank)
        return [place for place in sorted(self.seats) if place in forced or self.seats[place].stake_cents]

    @classmethod
    def of(cls, state: JsonView) -> TableState:
        """A copy of what the engine's state of a table says."""
        cloth = state["cloth"]
        seats = {
            place: Seat(
                chips(state, place) if place else 0, laid(state, place, STAKE),
                list(row["cards"]), list(row["low"]), row["case"], row["paid_cents"],
            )
            for place in (CROUPIER, *seated(state))
            for row in [cloth["seats"].get(str(place), Seat(0).laid())]
        }  # fmt: skip
        return cls(
            state["round"], state["phase"], seats, int(state["money"].get("house", 0)),
            int(state["money"].get("commission", 0)), cloth["bank"], cloth["offered"], list(cloth["dice"]),
            cloth["start"], cloth["cut"], list(cloth["queue"]), list(cloth["used"]), cloth["bank_won_cents"],
        )  # fmt: skip

    def into(self, state: JsonView) -> Json:
        """The engine's state with all that is no money replaced by this."""
        cloth = {name: value for name, value in asdict(self).items() if name in CLOTH}
        seats = {str(place): seat.laid() for place, seat in self.seats.items()}
        return {**state, "round": self.deal, "phase": self.phase, "cloth": {**cloth, "seats": seats}}


CLOTH = ("bank", "offered", "dice", "start", "cut", "queue", "used", "bank_won_cents")
"""What lies on the cloth and is no money."""
