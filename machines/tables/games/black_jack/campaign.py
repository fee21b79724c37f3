# SPDX-License-Identifier: MIT
"""
Campaigns of black jack: whole shoes dealt to the separator, every box in play by the declared strategy.

Or hands of fresh shoes, one box against the croupier, so that hands are independent and their figures are
those of ``odds.py`` and ``plan.py``. Each is played twice from the same cards: by the declared strategy, and
best by composition without separating a pair. Nobody insures; what an insurance against each ace would have
brought is counted from the card that the croupier has behind it, or would have drawn.

Hands of one shoe hang together, so the deviation of their mean is that of a ratio (gain to rounds) with the
shoe as the unit: Cochran (1977), Sampling Techniques, 6.4.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from cext.table_black_jack import NO_COUNT, NO_GAIN, BlackJackRules, BlackJackTally, HandStates, Part
from machines.tables.campaign import Result, tally
from machines.tables.card_count import CountRow
from machines.tables.figure import ZERO, Figure
from machines.tables.games.black_jack.odds import setting_of
from machines.tables.games.black_jack.plan import DECLARED, mean_square, worth
from machines.tables.games.black_jack.states import VALUE, bank, composed_hands, declared_hands, pays
from machines.tables.odds import figures_of
from machines.tables.refusal import refuse
from machines.tables.rules import Rules

DECK = 52
HI_LO = tuple(1 if 2 <= worth <= 6 else -1 if worth in (1, 10) else 0 for worth in VALUE)
"""What a seen card of each rank adds to the count: Hi-Lo, Dubner's in Thorp (1966), Beat the Dealer."""
PIECE_SHOES, PIECE_HANDS = 1 << 14, 1 << 20


class Counts(NamedTuple):
    """What was played, by the declared strategy and, of fresh hands, by composition without pairs."""

    declared: BlackJackTally
    alone: BlackJackTally

    def __add__(self, other: object) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts(self.declared + other.declared, self.alone + other.alone)


def open_rules(
    rules: Rules, hands: HandStates | None = None, *, cards: Iterable[int] | None = None
) -> BlackJackRules:
    """
    A table as the core has it.

    Args:
        rules: the table's; all its boxes are in play.
        hands: the plan; the declared strategy unless given.
        cards: of a new shoe; all of its decks unless given.
    """
    setting = setting_of(rules)
    shoe = range(DECK * setting.decks) if cards is None else cards
    return BlackJackRules(
        [card % DECK // 4 for card in shoe], hands or declared_hands(setting), bank(), pays(setting),
        below_red=rules.number("reserve_cards"), burnt=int(rules.data["burnt"]), boxes=rules.number("seats"),
        tags=HI_LO,
    )  # fmt: skip


class RoundCounter:
    """
    Plays shoes, or hands of fresh ones.

    Args:
        rules: the table's.
        fresh: a shoe of its own for every hand of one box.

    Raises:
        TableError: a table of one box does not play, as the text is read.
    """

    def __init__(self, rules: Rules, fresh: bool) -> None:
        self.rules, self.fresh, self.boxes = rules, fresh, 1 if fresh else rules.number("seats")
        self.unit, self.piece = ("hands", PIECE_HANDS) if fresh else ("shoes", PIECE_SHOES)
        least = int(rules.data["hands_least"])
        if self.boxes < least and not fresh and rules.readings["two_hands"] == "every_round":
            raise refuse(
                "seats", f"{least} or more, each with a hand", self.boxes, "hands", rules.article("hands")
            )
        self._setting = setting_of(rules)
        self._declared = open_rules(rules)
        self._alone = open_rules(rules, composed_hands(self._setting)) if fresh else self._declared

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> Counts:
        """Shoes or hands first to first + units - 1."""
        if self.fresh:
            plans = (self._declared, self._alone)
            return Counts(*(one.fresh(key, first=first, hands=units, machine=machine) for one in plans))
        none = self._alone.shoes(key, first=first, shoes=0, machine=machine)
        return Counts(self._declared.shoes(key, first=first, shoes=units, machine=machine), none)

    def results(self, counts: Counts) -> list[Result]:
        """A stake on every box in play, by each plan, and an insurance of each."""
        known = {row.spot: row for row in figures_of(self.rules)}
        told, exact = counts.declared, worth(self._setting, DECLARED)
        boxes = range(1, self.boxes + 1)
        found = []
        for box in boxes:
            figure = _declared(known[f"mano {box}"], exact.mean, mean_square(self._setting, DECLARED).square)
            sigma = 0.0 if self.fresh else _box_sigma(told, box)
            found.append(Result(figure, gains_of(told, box), sigma, float(exact.bound)))
        if self.fresh:
            found.append(Result(known["mano 1"], gains_of(counts.alone, 1)))
        won = told.all.naturals
        insured = tally([(Fraction(2), won), (Fraction(-1), told.all.insured - won)])
        sigma = 0.0 if self.fresh else _insured_error(told.all)
        return [*found, *(Result(known[f"seguro {box}"], insured, sigma) for box in boxes)]

    def facts(self, counts: Counts) -> dict[str, float]:
        """How long rounds and shoes are, and what all boxes together gained of a stake, in hundredths."""
        told = counts.declared
        if not (rounds := told.all.rounds):
            return {"rounds": 0}
        found: dict[str, float] = {
            "cards of a round": told.dealt / rounds, "hands of a box": told.hands / rounds / self.boxes,
            "doubled": told.doubled / rounds / self.boxes,
        }  # fmt: skip
        if self.fresh:
            return found
        mean, error = _gain(told.all, self.boxes)
        return found | {
            "rounds of a shoe": rounds / told.shoes, "mean of all boxes, %": 100 * mean,
            "its sigma": 100 * error,
        }  # fmt: skip

    def by_count(self, counts: Counts) -> list[CountRow]:
        """Rounds by the true count of Hi-Lo before them."""
        found = []
        for at, part in enumerate(counts.declared.counts, -NO_COUNT):
            if part.rounds:
                gain, insured = _gain(part, self.boxes), part.insured
                insurance = (3 * part.naturals - insured) / max(1, insured)
                found.append(CountRow(at, part.rounds, *gain, insured, insurance, _insured_error(part)))
        return found


def _declared(row: Figure, mean: float, square: float) -> Figure:
    """The declared strategy's figure, of which no end is counted."""
    return row._replace(
        choice=DECLARED, mean=Fraction(mean), square=Fraction(square), win=ZERO, loss=ZERO, part=ZERO,
        null=ZERO, note="",
    )  # fmt: skip


def gains_of(told: BlackJackTally, box: int) -> dict[Fraction, int]:
    """How many stakes of a box gained what."""
    cells = enumerate(told.gains[box - 1].tolist(), -NO_GAIN)
    return tally((Fraction(gain, 2), many) for gain, many in cells if many)


def _ratio_error(squares: float, of: int) -> float:
    """The deviation of a ratio, from the sum over shoes of what it leaves, squared."""
    return math.sqrt(max(0.0, squares)) / max(1, of)


def _box_sigma(told: BlackJackTally, box: int) -> float:
    """Of the mean gain of a box."""
    rounds, rr = told.all.rounds, told.all.moments[0]
    rg, gg = (int(one) / 2**power for power, one in enumerate(told.box_moments[:, box - 1], 1))
    mean = float(sum(gain * many for gain, many in gains_of(told, box).items())) / max(1, rounds)
    return _ratio_error(gg - 2 * mean * rg + mean**2 * rr, rounds)


def _gain(part: Part, boxes: int) -> tuple[float, float]:
    """The mean gain of a stake of any box, and its deviation."""
    rr, rg, gg = part.moments[:3]
    mean = part.gain / max(1, part.rounds)
    return mean / 2 / boxes, _ratio_error(gg - 2 * mean * rg + mean**2 * rr, part.rounds) / 2 / boxes


def _insured_error(part: Part) -> float:
    """The deviation of an insurance's mean."""
    aa, at, tt = part.moments[3:]
    loses = 3 * part.naturals / max(1, part.insured)
    return _ratio_error(9 * tt - 6 * loses * at + loses**2 * aa, part.insured)


def open_counter(rules: Rules, *, fresh: bool = False) -> RoundCounter:
    """Its counter."""
    return RoundCounter(rules, fresh)
