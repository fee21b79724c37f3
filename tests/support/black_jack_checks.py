# SPDX-License-Identifier: MIT
"""
Checks of a core's black jack, or of a mutant's, against rounds at a table: the same cards and strategy.

The table deals, asks, settles and pays by its own engine (``game.py``, ``turns.py``, ``settle.py``); only the
totals of a round are read off its events. Shoes are true ones, and ones of other cards, in which pairs come
again and again.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from cext import PURPOSE_PLAY, draw_below, table_black_jack
from cext.table_black_jack import NO_COUNT, NO_GAIN, BlackJackRules, BlackJackTally
from machines.support.plain import Json
from machines.tables.chance import RANKS
from machines.tables.game import Move
from machines.tables.games import black_jack
from machines.tables.games.black_jack import strategy
from machines.tables.games.black_jack.boxes import box_of, hand_spot
from machines.tables.games.black_jack.campaign import open_rules
from machines.tables.games.black_jack.game import BlackJack
from machines.tables.games.black_jack.hands import black_jack as natural
from machines.tables.games.black_jack.hands import points, three_sevens, value
from machines.tables.rules import Rules, load_rules
from machines.tables.table import Table

KEY = bytes(32)
CARDS, BURNT, STAKE = 312, 5, 10_00
SPARE, FRESH_MORE = 1 << 54, 1 << 56
TRUE = tuple(range(CARDS))
"""Every card as itself."""
ODD = tuple(4 * RANKS.index("2A8A77TK4A57T6K9"[card % 16]) + card // 16 % 4 for card in range(CARDS))
"""Aces, sevens, tens and kings more than others."""
BOLD = {"hard": {9: "D" * 10, 10: "D" * 10, 11: "D" * 10}, "soft": {19: "D" * 10, 20: "D" * 10}}
BOLD_PAIRS = dict.fromkeys(range(1, 11), "P" * 10)
"""A strategy that doubles and separates whatever it may, against black jacks of the croupier's too."""


class Case(NamedTuple):
    """A table, its shoes, and who plays."""

    readings: tuple[tuple[str, str], ...] = ()
    boxes: int = 7
    odd: bool = False
    bold: bool = False
    reserve: int = 52

    def cards(self) -> tuple[int, ...]:
        """Of a new shoe."""
        return ODD if self.odd else TRUE

    def rules(self) -> Rules:
        """Of the table; a reserve of less than a deck is none that a house may declare."""
        one = {"two_hands": "opening"} if self.boxes == 1 else {}
        made = load_rules(
            Path(black_jack.__file__).parent, {"seats": self.boxes}, {**one, **dict(self.readings)}
        )
        return replace(made, declared={**made.declared, "reserve_cards": self.reserve})

    def opened(self, shoe: int = 0) -> Table:
        """The table before a shoe of its key, with somebody at every box."""
        table = Table(Cards(self.rules(), self.cards()), KEY, dict.fromkeys(range(1, self.boxes + 1), 10**9))
        table.state["drawn"] = {"shoe": shoe}
        return table

    def strategy(self) -> Any:
        """As long as this lasts the strategy is the case's."""
        bold = {
            **{part: {**strategy.rows()[part], **rows} for part, rows in BOLD.items()},
            "pair": BOLD_PAIRS,
        }
        return patch.object(strategy, "rows", lambda: bold) if self.bold else nullcontext()


READINGS = (
    ("three_sevens", "any_21"), ("sevens_after_pair", "counted"), ("bank_black_jack", "original_only"),
    ("soft_double", "either"), ("resplit_aces", "once"), ("pairs", "by_name"),
)  # fmt: skip
SHOES = (
    (Case(), 3, 2), (Case(boxes=2), 0, 1), (Case(boxes=2), 5, 1), (Case(boxes=1), 0, 2),
    (Case(odd=True), 5, 1), (Case(bold=True), 8, 2),
    (Case(odd=True), 24, 1), (Case(odd=True, reserve=16), 7, 2),
    *((Case((one,), 3, odd=True), 1, 2) for one in READINGS),
    *((Case((one,), 3, bold=True), 0, 2) for one in READINGS),
)  # fmt: skip
"""Cases, the first shoe of each and how many."""
REJECTED = 15_817_998
"""The third word of this fresh hand is one too many; taken as it is it would be another card."""
FRESH = (
    (Case(boxes=1), 10, 60), (Case(boxes=1), REJECTED - 1, 3),
    (Case(boxes=1, odd=True), 0, 120), (Case(boxes=1, bold=True), 30, 40),
    (Case(READINGS[2:3], 1, bold=True), 30, 20),
)  # fmt: skip


class Round(NamedTuple):
    """What a round came to: half stakes by box, the croupier's ace and black jack, the count before it."""

    gains: tuple[int, ...]
    insured: int
    natural: int
    count: int
    hands: int
    doubled: int
    dealt: int
    end: int
    """His end, if he drew to it; else -1."""


class Cards(BlackJack):
    """The game with other cards in its shoes."""

    def __init__(self, rules: Rules, cards: tuple[int, ...]) -> None:
        super().__init__(rules)
        self.other = cards

    def answer(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """What is drawn is the number of a card."""
        return tuple(self.other[card] for card in values)


def play_round(table: Table, running: int) -> Round:
    """A stake on every box, and what the declared strategy makes of it."""
    boxes, state = table.game.seats, table.state
    unseen = CARDS - state["dealt"] + BURNT
    count = max(-NO_COUNT, min(NO_COUNT, floor(Fraction(52 * running, unseen) + Fraction(1, 2))))
    gained = dict.fromkeys(range(1, boxes + 1), 0)
    for box in gained:
        table.act(Move("bet", box, hand_spot(box, 0), STAKE))
    settled: Json = {}
    began, shoes = state["dealt"], table.state["shoes"]
    while not settled or table.state["round"] == settled["round"]:
        if table.state["phase"] == "settle":
            settled = table.state
        for event in table.act(table.next_move()):
            if event.kind in ("paid", "lost"):
                gained[box_of(event.spot)] += event.cents if event.kind == "paid" else -event.cents
    hands = [hand for box in settled["boxes"].values() for hand in box]
    bank, at = settled["bank"], settled["dealt"]
    ace = value(bank[0]) == 1
    second = bank[1] if len(bank) > 1 else settled["shoe"][at] if at < CARDS else spare(table)[0]
    drew = any(
        points(hand["cards"]) <= 21 and not (natural(hand["cards"]) and not hand["of_pair"]) for hand in hands
    )
    end = 7 if three_sevens(bank) else 6 if natural(bank) else 5 if points(bank) > 21 else points(bank) - 17
    return Round(
        tuple(2 * cents // STAKE for cents in gained.values()), ace, ace and natural([bank[0], second]),
        count, len(hands), sum(hand["doubled"] for hand in hands),
        at - began + CARDS * (settled["shoes"] - shoes), end if drew else -1,
    )  # fmt: skip


def spare(table: Table) -> list[int]:
    """The shoe that follows an empty one."""
    number = table.state["drawn"]["shoe"]
    return [table.game.other[card] for card in shuffled(number)]


def shuffled(number: int) -> list[int]:
    """Shoe ``number`` of the key."""
    cards = list(range(CARDS))
    for j in range(CARDS - 1):
        other = j + draw_below(KEY, 0, PURPOSE_PLAY, 512 * number + j, CARDS - j)
        cards[j], cards[other] = cards[other], cards[j]
    return cards


def tag(card: int) -> int:
    """Of Hi-Lo."""
    return 1 if 2 <= value(card) <= 6 else -1 if value(card) in (1, 10) else 0


@cache
def shoe(case: Case, number: int) -> tuple[Round, ...]:
    """All rounds of a shoe."""
    table, found, running = case.opened(number), list[Round](), 0
    for _ in range(2):
        table.act(table.next_move())
    table.state["drawn"] = {"shoe": SPARE + number}
    with case.strategy():
        while table.state["phase"] == "bets":
            began = table.state["dealt"]
            found.append(play_round(table, running))
            running += sum(map(tag, table.state["shoe"][began : table.state["dealt"]]))
    return tuple(found)


@cache
def fresh(case: Case, number: int) -> Round:
    """One hand of a shoe of its own."""
    table, cards = case.opened(), list(range(CARDS))
    for j in range(CARDS - 1):
        word = 16 * number + j if j < 16 else FRESH_MORE + 512 * number + j - 16
        other = j + draw_below(KEY, 0, PURPOSE_PLAY, word, CARDS - j)
        cards[j], cards[other] = cards[other], cards[j]
    for _ in range(2):
        table.act(table.next_move())
    table.state |= {"shoe": [case.cards()[card] for card in cards], "dealt": 0}
    with case.strategy():
        return play_round(table, 0)


@cache
def core_rules(case: Case) -> BlackJackRules:
    """The same table as the core has it."""
    with case.strategy():
        return open_rules(case.rules(), cards=case.cards())


def counted(
    core: Any, rules: BlackJackRules, first: int, many: int, *, fresh: bool = False, tier: int = 0
) -> BlackJackTally:
    """What a core makes of shoes or fresh hands."""
    ffi, lib = core._core.ffi, core._core.lib
    made, tally = ffi.new("core_black_jack_rules *"), ffi.new("core_black_jack_tally *")
    ffi.memmove(made, table_black_jack.ffi.buffer(rules._rules), ffi.sizeof("core_black_jack_rules"))
    played = lib.core_table_black_jack_fresh if fresh else lib.core_table_black_jack
    assert played(tier, made, KEY, 0, first, many, tally) == 0
    return table_black_jack._read(tally)


def check(tally: BlackJackTally, shoes: list[tuple[Round, ...]]) -> None:
    """A tally is of these shoes."""
    rounds = [one for shoe in shoes for one in shoe]
    boxes = len(rounds[0].gains)
    assert (tally.shoes, tally.all.rounds) == (len(shoes), len(rounds))
    assert tally.dealt == sum(one.dealt for one in rounds)
    assert tally.hands == sum(one.hands for one in rounds)
    assert tally.doubled == sum(one.doubled for one in rounds)
    assert tally.bank.tolist() == [sum(one.end == end for one in rounds) for end in range(8)]
    check_gains(tally, rounds)
    check_part(tally.all, shoes)
    for at, part in enumerate(tally.counts, -NO_COUNT):
        check_part(part, [tuple(one for one in shoe if one.count == at) for shoe in shoes])
    for box in range(boxes):
        of_box = [[len(shoe), sum(one.gains[box] for one in shoe)] for shoe in shoes]
        assert tally.box_moments[:, box].tolist() == [
            sum(r * g for r, g in of_box),
            sum(g * g for _, g in of_box),
        ]


def check_gains(tally: BlackJackTally, rounds: list[Round]) -> None:
    """Every round of every box."""
    for box, cells in enumerate(tally.gains.tolist()):
        mine = [one.gains[box] for one in rounds] if box < len(rounds[0].gains) else []
        assert {at - NO_GAIN: many for at, many in enumerate(cells) if many} == {
            gain: mine.count(gain) for gain in mine
        }


def check_part(part: Any, shoes: list[tuple[Round, ...]]) -> None:
    """Rounds that belong together."""
    sums = [
        (
            len(shoe), sum(sum(one.gains) for one in shoe), sum(one.insured for one in shoe),
            sum(one.natural for one in shoe),
        )
        for shoe in shoes
    ]  # fmt: skip
    r, g, a, t = (sum(row[i] for row in sums) for i in range(4))
    assert (part.rounds, part.gain, part.insured, part.naturals) == (r, g, a, t)
    pairs = ((0, 0), (0, 1), (1, 1), (2, 2), (2, 3), (3, 3))
    assert part.moments == tuple(sum(row[i] * row[j] for row in sums) for i, j in pairs)


def check_shoes(core: Any) -> None:
    """True shoes and odd ones under each reading, two boxes, a bold player, shoes that are emptied."""
    for case, first, many in SHOES:
        shoes = [shoe(case, number) for number in range(first, first + many)]
        check(counted(core, core_rules(case), first, many), shoes)


def check_fresh(core: Any) -> None:
    """Hands of fresh shoes over the ends of batches."""
    for case, first, many in FRESH:
        tally = counted(core, core_rules(case), first, many, fresh=True)
        rounds = [fresh(case, number) for number in range(first, first + many)]
        check_gains(tally, rounds)
        assert (tally.all.rounds, tally.all.gain) == (many, sum(one.gains[0] for one in rounds))
        assert tally.all.insured == sum(one.insured for one in rounds)
        assert tally.all.naturals == sum(one.natural for one in rounds)
        assert (tally.dealt, tally.hands) == (
            sum(one.dealt for one in rounds),
            sum(one.hands for one in rounds),
        )
        assert tally.doubled == sum(one.doubled for one in rounds)
