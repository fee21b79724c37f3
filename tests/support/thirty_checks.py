# SPDX-License-Identifier: MIT
"""Checks of a core's coups of treinta y cuarenta against plain Python, of the core or a mutant of it."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any, NamedTuple

from core_reference import draw

KEY = bytes(32)
DECKS, BELOW_RED, ENDS_AT, UNIT = 6, 5, 31, 1 << 15
BETS = ("rojo", "negro", "color", "inverso")
CARDS = 52 * DECKS
# Coups of the zero key: behind a 31 and 31, before two of them, of eighteen cards, with a rejected word.
PRISONER, SECOND, LONG, REJECTED = 73, 1_500, 512, 6_689_222
SHOE = 13
"""Here a prisoner sees equal points; three shoes on the next coup would end with the first card too many."""


class Coup(NamedTuple):
    """First card red, points of both rows above the least, and how many cards."""

    red: int
    black_points: int
    red_points: int
    used: int

    def end(self, bet: str) -> int:
        """0 won, 1 lost, 2 equal points, 3 31 and 31."""
        if self.black_points == self.red_points:
            return 3 if self.black_points == 0 else 2
        winner = "negro" if self.black_points < self.red_points else "rojo"
        first = "rojo" if self.red else "negro"
        wins = {winner, "color" if winner == first else "inverso"}
        return int(bet not in wins)

    def kind(self) -> int:
        """Of the six kinds of the core."""
        if self.end("rojo") > 1:
            return 2 + self.end("rojo")
        return 2 * self.end("negro") + (self.end("inverso") == 0)


def worth(card: int) -> int:
    """Points of a card by its number: ranks 2 to A in fours, deck after deck."""
    return (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)[card % 52 // 4]


def is_red(card: int) -> bool:
    """Suits are clubs, diamonds, hearts, spades."""
    return card % 4 in (1, 2)


def rows(cards: list[int]) -> Coup | None:
    """The coup of the next cards; None: there are too few."""
    sums, at = [0, 0], 0
    for row in range(2):
        while sums[row] < ENDS_AT:
            if at == len(cards):
                return None
            sums[row], at = sums[row] + worth(cards[at]), at + 1
    return Coup(int(is_red(cards[0])), sums[0] - ENDS_AT, sums[1] - ENDS_AT, at)


@cache
def shoe(number: int) -> list[Coup]:
    """All coups of a shoe before the one that the red card cuts off."""
    deck = list(range(CARDS))
    for place in range(CARDS - 1):
        other = place + draw(KEY, 0, 0, 512 * number + place, CARDS - place)
        deck[place], deck[other] = deck[other], deck[place]
    found, at = [], 0
    while (one := rows(deck[at : CARDS - BELOW_RED])) is not None:
        found.append(one)
        at += one.used
    return found


@cache
def fresh(number: int) -> Coup:
    """The first coup of a shoe of its own, of sixteen words and what more it needs."""
    deck = list(range(CARDS))
    for place in count():
        word = 16 * number + place if place < 16 else (1 << 56) + 64 * number + place - 16
        other = place + draw(KEY, 0, 0, word, CARDS - place)
        deck[place], deck[other] = deck[other], deck[place]
        if (one := rows(deck[: place + 1])) is not None:
            return one
    raise AssertionError


class Followed:
    """One stake of each bet, followed through its prisons."""

    def __init__(self, jailed: int, frees: bool) -> None:
        self.jailed, self.frees = jailed, frees
        self.zeros = dict.fromkeys(BETS, 0)
        self.ends = {bet: [[0] * 4 for _ in range(16)] for bet in BETS}
        self.jail = {bet: [0, 0, 0] for bet in BETS}

    def unit(self, coups: list[Coup], counted: bool) -> None:
        """A shoe, or a fresh coup."""
        for bet in BETS:
            settled = gain = 0
            for one in coups:
                zeros, end = self.zeros[bet], one.end(bet)
                self.ends[bet][zeros][end] += counted
                if end == 3:
                    self.zeros[bet] = zeros + 1
                elif end != 2 or zeros == 0 or self.frees:
                    freed = self.jailed // 2 ** (zeros - 1) - UNIT if zeros else (UNIT, 0, 0)[end]
                    gain, settled = gain + (-UNIT if end == 1 else freed), settled + 1
                    self.zeros[bet] = 0
            if counted:
                for i, value in enumerate((settled * settled, settled * gain, gain * gain)):
                    self.jail[bet][i] += value


def rules_of(core: Any, half: bool = False, frees: bool = False) -> Any:
    """The rules of a shoe for a core."""
    made = core._core.ffi.new("core_thirty_rules *")
    made.cards, made.below_red, made.ends_at = CARDS, BELOW_RED, ENDS_AT
    made.jailed, made.null_frees = UNIT // 2 if half else UNIT, frees
    for card in range(CARDS):
        made.points[card], made.red[card] = worth(card), is_red(card)
    return made


def check(tally: Any, before: list[list[Coup]], units: list[list[Coup]], half: bool, frees: bool) -> None:
    """A tally is of these units, behind those."""
    coups = [one for unit in units for one in unit]
    assert (tally.shoes, tally.coups) == (len(units), len(coups))
    assert tally.dealt == sum(one.used for one in coups)
    for red in range(2):
        for at in range(100):
            wanted = sum(
                (one.red, one.black_points, one.red_points) == (red, at // 10, at % 10) for one in coups
            )
            assert tally.cells[red][at // 10][at % 10] == wanted
    kinds = [[sum(one.kind() == kind for one in unit) for kind in range(6)] for unit in units]
    pairs = [(i, j) for i in range(6) for j in range(i, 6)]
    assert list(tally.moments) == [sum(one[i] * one[j] for one in kinds) for i, j in pairs]
    followed = Followed(UNIT // 2 if half else UNIT, frees)
    for unit in before:
        followed.unit(unit, counted=False)
    for unit in units:
        followed.unit(unit, counted=True)
    for at, bet in enumerate(BETS):
        assert [list(row) for row in tally.ends[at]] == followed.ends[bet], bet
        assert list(tally.jail[at]) == followed.jail[bet], bet


def check_shoes(core: Any) -> None:
    """Four whole shoes behind others, under each reading of the prison."""
    for half, frees in ((False, False), (True, False), (False, True)):
        tally = core._core.ffi.new("core_thirty_tally *")
        assert core._core.lib.core_table_thirty(rules_of(core, half, frees), KEY, 0, SHOE, 4, tally) == 0
        before, units = (
            [shoe(number) for number in range(*ends)] for ends in ((SHOE - 2, SHOE), (SHOE, SHOE + 4))
        )
        check(tally, before, units, half, frees)


def check_fresh(core: Any) -> None:
    """Coups of fresh shoes over the ends of batches; prisoners, more than sixteen cards, a rejected word."""
    for first, many in ((0, 130), (PRISONER, 40), (SECOND, 50), (LONG - 1, 3), (REJECTED - 1, 3)):
        tally = core._core.ffi.new("core_thirty_tally *")
        assert core._core.lib.core_table_thirty_fresh(rules_of(core), KEY, 0, first, many, tally) == 0
        ranges = ((max(0, first - 20), first), (first, first + many))
        before, units = ([[fresh(number)] for number in range(*ends)] for ends in ranges)
        check(tally, before, units, half=False, frees=False)


def check_parts(core: Any) -> None:
    """Stakes in prison go on over the end of a shoe, wherever a count begins."""
    lib, ffi = core._core.lib, core._core.ffi
    whole = ffi.new("core_thirty_tally *")
    assert lib.core_table_thirty(rules_of(core), KEY, 0, 0, 160, whole) == 0
    parts = ffi.new("core_thirty_tally *")
    for first in range(160):
        assert lib.core_table_thirty(rules_of(core), KEY, 0, first, 1, parts) == 0
    assert bytes(ffi.buffer(whole)) == bytes(ffi.buffer(parts))
