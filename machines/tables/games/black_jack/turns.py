# SPDX-License-Identifier: MIT
"""Whose turn it is: insurance, hand after hand from the left, riders who follow, the croupier's cards."""

from __future__ import annotations

from machines.support.plain import Json, JsonView
from machines.tables.game import Choice, Event, Step, Transfer, changed, chips, laid, on
from machines.tables.games.black_jack.boxes import (
    HAND,
    INSURANCE,
    box_of,
    hand_spot,
    new_hand,
    on_hand,
)
from machines.tables.games.black_jack.hands import ACE, MOST, TEN, pair, points, soft, value
from machines.tables.games.black_jack.settle import Settlement
from machines.tables.rules import Rules

HIT, STAND, DOUBLE, SPLIT = "pedir", "plantarse", "doblar", "separar"
INSURE, PASS, EVEN = "asegurar", "pasar", "a-la-par"
FOLLOW, STAY = "seguir", "no-seguir"


class Turns:
    """
    Decisions at one table.

    Args:
        rules: its rules, with the readings of pairs and doubles.
        settlement: what a hand is worth.
    """

    def __init__(self, rules: Rules, settlement: Settlement) -> None:
        self.rules, self.settlement = rules, settlement
        self._doubles = tuple(rules.data["doubles"])

    # -- what is asked -------------------------------------------------------------------------------

    def choices(self, state: JsonView, seat: int) -> list[Choice]:
        """What a seat is asked for now; an insurance may be less than half of the stake."""
        found = []
        for who, spot, words in state["asked"]:
            if who != seat:
                continue
            able = self._able(state, seat, spot, words)
            found.append(Choice("choose", seat, spot, words=able))
            if INSURE in able:
                found.append(Choice("bet", seat, spot, *self._insurance(state, seat, spot)))
        return found

    def _able(self, state: JsonView, seat: int, spot: str, words: list[str]) -> tuple[str, ...]:
        """Words that the chips in hand allow."""
        hand = chips(state, seat)
        if spot.startswith(INSURANCE):
            least, most = self._insurance(state, seat, spot)
            return tuple(word for word in words if word != INSURE or least <= most)
        stake = laid(state, seat, spot)
        return tuple(word for word in words if word not in (DOUBLE, SPLIT, FOLLOW) or hand >= stake)

    def _insurance(self, state: JsonView, seat: int, spot: str) -> tuple[int, int]:
        """The least and the most of an insurance."""
        stake = laid(state, seat, hand_spot(box_of(spot), 0))
        return -(-self.rules.minimum_cents(state) // 2), min(stake // 2, chips(state, seat))

    def words(self, hand: JsonView) -> list[str]:
        """What the text lets the holder of a hand do, whatever the chips."""
        cards = hand["cards"]
        twins = pair(cards, by_name=self.rules.readings["pairs"] == "by_name")
        if hand["aces"]:
            again = twins and self.rules.readings["resplit_aces"] == "allowed"
            return [SPLIT, STAND] if again else []
        if points(cards) >= MOST or (hand["doubled"] and len(cards) > 2):
            return []
        found = [HIT, STAND]
        if len(cards) == 2 and self._may_double(cards):
            found.append(DOUBLE)
        return [*found, SPLIT] if twins else found

    def _may_double(self, cards: list[int]) -> bool:
        low = sum(map(value, cards))
        if soft(cards):
            return self.rules.readings["soft_double"] == "either" and low in self._doubles
        return low in self._doubles

    # -- how it goes on ------------------------------------------------------------------------------

    def offered(self, state: JsonView) -> Json:
        """Behind the first cards: against an ace everybody is asked for an insurance."""
        asked: list[list[object]] = []
        if value(state["bank"][0]) == ACE:
            for box, hands in state["boxes"].items():
                natural = self.settlement.natural(hands[0])
                words, spot = [EVEN, INSURE, PASS] if natural else [INSURE, PASS], f"{INSURANCE} {box}"
                asked += [
                    [seat, spot, words] for seat in on_hand(state, hands[0]["spot"])
                    if len(self._able(state, seat, spot, words)) > 1
                ]  # fmt: skip
        made = changed(state, asked=asked, phase="choices", turn=[])
        return made if asked else self.advanced(made)

    def advanced(self, state: JsonView) -> Json:
        """The next hand that needs a card or a decision; behind the last one the croupier."""
        boxes = {box: [dict(hand) for hand in hands] for box, hands in state["boxes"].items()}
        made = changed(state, boxes=boxes, asked=[], turn=[])
        for box, hands in boxes.items():
            for place, hand in enumerate(hands):
                if hand["done"]:
                    continue
                if len(hand["cards"]) == 1 or (hand["doubled"] and len(hand["cards"]) == 2):
                    return changed(made, phase="draw", turn=[int(box), place])
                if words := self.words(hand):
                    asked = [[self.holder(made, hand["spot"]), hand["spot"], words]]
                    if len(self._able(made, *asked[0])) > 1:
                        return changed(made, phase="choices", asked=asked, turn=[int(box), place])
                hand["done"] = True
        return changed(made, phase="croupier" if self.draws(made) else "settle")

    @staticmethod
    def holder(state: JsonView, spot: str) -> int:
        """Who decides on a hand: the box's holder when the cards were dealt."""
        return int(state["holders"][str(box_of(spot))])

    def draws(self, state: JsonView) -> bool:
        """Whether the croupier takes another card (5, V.1.a; reading ``competitor``)."""
        bank = state["bank"]
        if not bank:
            return False
        hands = [
            hand for hands in state["boxes"].values() for hand in hands
            if on_hand(state, hand["spot"]) and points(hand["cards"]) <= MOST
        ]  # fmt: skip
        if any(not self.settlement.natural(hand) for hand in hands):
            return points(bank) < int(self.rules.data["stands_at"])
        insured = any(" seguro " in name and cents for name, cents in state["money"].items())
        return bool(hands or insured) and len(bank) == 1 and value(bank[0]) in (ACE, TEN)

    # -- what is decided -----------------------------------------------------------------------------

    def insured(self, state: JsonView, seat: int, spot: str, cents: int) -> Step:
        """An insurance is laid; 0 cents: as much as may be."""
        cents = cents or self._insurance(state, seat, spot)[1]
        goes = Transfer(f"seat {seat}", on(seat, spot), cents, INSURANCE, self.rules.article("insurance"))
        return self._asked_less(
            state, seat, spot, Step(dict(state), (Event("bet", seat, spot, cents),), (goes,))
        )

    def chosen(self, state: JsonView, seat: int, spot: str, word: str) -> Step:
        """A decision."""
        if spot.startswith(INSURANCE):
            return self._of_insurance(state, seat, spot, word)
        if word in (FOLLOW, STAY):
            step = (
                self._laid(state, seat, spot, self._target(state, spot))
                if word == FOLLOW
                else Step(dict(state))
            )
            return self._asked_less(state, seat, spot, step)
        box, place = state["turn"]
        if word == HIT:
            return Step(changed(state, phase="draw", asked=[]))
        boxes = {name: [dict(hand) for hand in hands] for name, hands in state["boxes"].items()}
        hands = boxes[str(box)]
        if word == STAND:
            hands[place]["done"] = True
            return Step(self.advanced(changed(state, boxes=boxes)))
        if word == DOUBLE:
            hands[place]["doubled"] = True
        else:
            self._separate(hands, place, int(box))
        made = changed(state, boxes=boxes)
        target = self._target(made, spot)
        laid_now = self._laid(made, seat, spot, target)
        said = Event("double" if word == DOUBLE else "split", seat, spot, says=f"{_SAID[word]} {box}")
        moved = []
        if word == SPLIT:
            moved = [Event("parted", seat, spot, values=(hands[place + 1]["cards"][0],), into=target)]
        asked = [
            [one, spot, [FOLLOW, STAY]] for one in on_hand(state, spot)
            if one != seat and len(self._able(made, one, spot, [FOLLOW, STAY])) > 1
        ]  # fmt: skip
        after = changed(made, asked=asked)
        step = Step(after if asked else self.advanced(after), laid_now.events, laid_now.transfers)
        return step._replace(events=(said, *moved, *step.events))

    def _separate(self, hands: list[Json], place: int, box: int) -> None:
        """The second card makes a hand of its own behind all that lie already."""
        hand = hands[place]
        first, second = hand["cards"]
        aces = value(first) == ACE
        hands[place] = new_hand(hand["spot"], [first], of_pair=True, aces=aces)
        names = {one["spot"] for one in hands}
        free = next(spot for i in range(1, len(names) + 1) if (spot := hand_spot(box, i)) not in names)
        hands.insert(place + 1, new_hand(free, [second], of_pair=True, aces=aces))

    @staticmethod
    def _target(state: JsonView, spot: str) -> str:
        """Where as much again is laid: on the stake that is doubled, or on the hand separated from it."""
        hands = state["boxes"][str(box_of(spot))]
        place = next(i for i, hand in enumerate(hands) if hand["spot"] == spot)
        return str(spot if hands[place]["doubled"] else hands[place + 1]["spot"])

    def _laid(self, state: JsonView, seat: int, spot: str, target: str) -> Step:
        """As much again."""
        cents = laid(state, seat, spot)
        rule = "double" if target == spot else "pairs"
        goes = Transfer(f"seat {seat}", on(seat, target), cents, rule, self.rules.article(rule))
        return Step(dict(state), (Event("bet", seat, target, cents),), (goes,))

    def _of_insurance(self, state: JsonView, seat: int, spot: str, word: str) -> Step:
        if word == INSURE:
            return self.insured(state, seat, spot, 0)
        if word == EVEN:
            told, owed = self.settlement.at_par(state, seat, f"{HAND} {box_of(spot)}")
            return self._asked_less(state, seat, spot, Step(dict(state), tuple(told), tuple(owed)))
        return self._asked_less(state, seat, spot, Step(dict(state)))

    def _asked_less(self, state: JsonView, seat: int, spot: str, step: Step) -> Step:
        """One decision fewer to wait for; the money of this one is not carried over yet."""
        asked = [row for row in state["asked"] if row[:2] != [seat, spot]]
        made = changed(step.state, asked=asked)
        if asked:
            return step._replace(state=made)
        after = self.advanced(carried(made, step.transfers))
        return step._replace(state=changed(after, money=state["money"]))


def carried(state: JsonView, transfers: tuple[Transfer, ...]) -> Json:
    """The state as it will be once these are carried over."""
    money = dict(state["money"])
    for one in transfers:
        money[one.payer] = money.get(one.payer, 0) - one.cents
        money[one.payee] = money.get(one.payee, 0) + one.cents
    return changed(state, money=money)


_SAID = {DOUBLE: "double", SPLIT: "split"}
