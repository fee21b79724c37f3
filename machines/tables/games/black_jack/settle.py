# SPDX-License-Identifier: MIT
"""What becomes of every stake: lost ones are taken, won ones paid from the croupier's right (5, V.1)."""

from __future__ import annotations

from machines.support.plain import JsonView
from machines.tables.game import Event, Transfer, laid, on, seated
from machines.tables.games.black_jack.boxes import HAND, INSURANCE, on_hand
from machines.tables.games.black_jack.hands import MOST, black_jack, points, three_sevens
from machines.tables.rules import Rules
from machines.tables.spots import read_pays

Made = tuple[list[Event], list[Transfer]]
LOST, BACK, PAR, NATURAL, SEVENS = "lost", "back", "par", "black_jack", "sevens"


class Settlement:
    """
    The end of stakes at one table.

    Args:
        rules: with what is paid, and the readings of three sevens and of the croupier's black jack.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pays = {
            PAR: (1, 1), NATURAL: read_pays(rules.data["black_jack_pays"]),
            SEVENS: read_pays(rules.data["sevens_pay"]),
        }  # fmt: skip

    def natural(self, hand: JsonView) -> bool:
        """A black jack: never a separated hand."""
        return black_jack(hand["cards"]) and not hand["of_pair"]

    def sevens(self, hand: JsonView) -> bool:
        """Three sevens that are paid double."""
        counted = not hand["of_pair"] or self.rules.readings["sevens_after_pair"] == "counted"
        return counted and three_sevens(hand["cards"])

    def fate(self, hand: JsonView, bank: list[int]) -> str:
        """What a hand comes to against the croupier's."""
        mine, theirs = points(hand["cards"]), points(bank)
        if mine > MOST:
            return LOST
        if self.natural(hand):
            return BACK if black_jack(bank) else NATURAL
        if black_jack(bank):
            return LOST
        if self.sevens(hand):
            same = three_sevens(bank) if self.rules.readings["three_sevens"] == "same_way" else theirs == MOST
            return BACK if same else SEVENS
        if theirs > MOST or mine > theirs:
            return PAR
        return BACK if mine == theirs else LOST

    def busted(self, state: JsonView, spot: str) -> Made:
        """A hand above 21 is lost at once."""
        made: Made = ([], [])
        for seat, cents in on_hand(state, spot).items():
            self._lost(made, seat, spot, cents)
        return made

    def at_par(self, state: JsonView, seat: int, spot: str) -> Made:
        """A black jack against an ace that is paid at once."""
        made: Made = ([], [])
        cents = laid(state, seat, spot)
        self._paid(made, seat, spot, cents, cents, PAR)
        self._back(made, seat, spot, cents)
        return made

    def void(self, state: JsonView) -> Made:
        """A round that is not dealt: every stake goes back."""
        made: Made = ([], [])
        for box in range(1, self.rules.number("seats") + 1):
            for seat, cents in on_hand(state, f"{HAND} {box}").items():
                self._back(made, seat, f"{HAND} {box}", cents)
        return made

    def all(self, state: JsonView) -> Made:
        """Insurances, then lost hands, then the others, from the croupier's right to his left."""
        lost: Made = ([], [])
        rest: Made = ([], [])
        for box in sorted(map(int, state["boxes"]), reverse=True):
            self._insured(lost, rest, state, box)
            for place, hand in enumerate(state["boxes"][str(box)]):
                fate = self.fate(hand, state["bank"])
                for seat, cents in on_hand(state, hand["spot"]).items():
                    if fate == LOST:
                        self._taken(lost, state, seat, (box, place), cents)
                        continue
                    if fate != BACK:
                        won, of = self.pays[fate]
                        self._paid(rest, seat, hand["spot"], cents, cents * won // of, fate)
                    self._back(rest, seat, hand["spot"], cents)
        return lost[0] + rest[0], lost[1] + rest[1]

    def _insured(self, lost: Made, rest: Made, state: JsonView, box: int) -> None:
        spot = f"{INSURANCE} {box}"
        for seat in seated(state):
            if not (cents := laid(state, seat, spot)):
                continue
            if black_jack(state["bank"]):
                self._paid(rest, seat, spot, cents, self.rules.spots[spot].win_cents(cents), INSURANCE)
                self._back(rest, seat, spot, cents)
            else:
                self._lost(lost, seat, spot, cents)

    def _taken(self, made: Made, state: JsonView, seat: int, at: tuple[int, int], cents: int) -> None:
        """A lost stake; to a black jack, as one reading has it, no more than was laid before the cards."""
        box, place = at
        hand = state["boxes"][str(box)][place]
        added = 0
        passed = points(hand["cards"]) > MOST
        original = self.rules.readings["bank_black_jack"] == "original_only"
        if original and not passed and black_jack(state["bank"]):
            added = cents if place else cents - int(state["laid"].get(f"{seat} {box}", cents))
        if cents > added:
            self._lost(made, seat, hand["spot"], cents - added)
        if added:
            self._back(made, seat, hand["spot"], added)

    def _lost(self, made: Made, seat: int, spot: str, cents: int) -> None:
        made[0].append(Event("lost", seat, spot, cents))
        made[1].append(Transfer(on(seat, spot), "house", cents, "lost", self._article(spot)))

    def _back(self, made: Made, seat: int, spot: str, cents: int) -> None:
        made[0].append(Event("back", seat, spot, cents))
        made[1].append(Transfer(on(seat, spot), f"seat {seat}", cents, "back", self._article(spot)))

    def _paid(self, made: Made, seat: int, spot: str, stake: int, won: int, rule: str) -> None:
        if won:
            made[0].append(Event("paid", seat, spot, won))
            made[1].append(Transfer("house", f"seat {seat}", won, rule, self._article(spot)))

    def _article(self, spot: str) -> str:
        return self.rules.article("insurance" if spot.startswith(INSURANCE) else "cards")
