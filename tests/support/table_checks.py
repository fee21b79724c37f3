# SPDX-License-Identifier: MIT
"""Checks of a core's spins, throws and shoes against plain Python; each takes the core or a mutant of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from core_reference import draw

KEY = bytes(32)
DECKS, BELOW_RED, PUNTO_DRAWS_TO = 6, 7, 5
# Anexo VI of Decreto 159/2002, once more: the bank's points 0 to 7, punto's third card 0 to 9 and none.
DRAWS = ((3, "8"), (4, "0189"), (5, "012389"), (6, "01234589P"))
REJECTED = ((37, 22_875_219), (251, 7_307_264))
"""A bound, and a word of the zero key that it rejects."""
REJECTED_COUP = 1_773_449


def stands(points: int, third: int | None) -> bool:
    """Whether the bank draws no card; a bank of 6 draws only where punto drew a 6 or a 7."""
    column = "P" if third is None else str(third)
    return points == 7 or any(points == row and column in cells for row, cells in DRAWS)


def points_of(card: int) -> int:
    """Of a card by its number: ranks 2 to A in fours, deck after deck."""
    return (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)[card % 52 // 4]


def coup(cards: list[int]) -> tuple[int, int, int]:
    """Cards used, points of punto and of banca."""
    punto, banca, used = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10, 4
    if punto > 7 or banca > 7:
        return used, punto, banca
    third = None
    if punto <= PUNTO_DRAWS_TO:
        third, used = cards[used], used + 1
        punto = (punto + third) % 10
    if not stands(banca, third):
        banca, used = (banca + cards[used]) % 10, used + 1
    return used, punto, banca


@cache
def shoe(number: int) -> list[int]:
    """Points of the cards of a shoe in their order."""
    deck = [points_of(card) for card in range(52 * DECKS)]
    for place in range(len(deck) - 1):
        other = place + draw(KEY, 0, 0, 512 * number + place, len(deck) - place)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@cache
def coups(number: int) -> list[tuple[int, int, int]]:
    """All coups of a shoe, from behind the burnt cards until one has shown the red card."""
    cards, found = shoe(number), []
    at = 1 + (cards[0] or 10)
    while at <= len(cards) - BELOW_RED:
        found.append(coup(cards[at : at + 6]))
        at += found[-1][0]
    return found


@cache
def fresh(number: int) -> tuple[int, int, int]:
    """The first coup of a shoe of its own."""
    deck = [points_of(card) for card in range(52 * DECKS)]
    for place in range(6):
        other = place + draw(KEY, 0, 0, 8 * number + place, len(deck) - place)
        deck[place], deck[other] = deck[other], deck[place]
    return coup(deck[:6])


def rules_of(core: Any) -> Any:
    """The rules of a shoe for a core."""
    rules = core._core.ffi.new("core_shoe_rules *")
    rules.cards, rules.below_red, rules.punto_draws_to = 52 * DECKS, BELOW_RED, PUNTO_DRAWS_TO
    for card in range(52 * DECKS):
        rules.points[card] = points_of(card)
    for points in range(8):
        for third in range(11):
            rules.bank_draws[points][third] = not stands(points, None if third == 10 else third)
    return rules


def check_tally(tally: Any, many: list[list[tuple[int, int, int]]]) -> None:
    """A tally is of these shoes."""
    cells: dict[tuple[int, int, int], int] = {}
    won = []
    for played in many:
        for one in played:
            cells[one] = cells.get(one, 0) + 1
        signs = [(p > b) - (p < b) for _, p, b in played]
        won.append([signs.count(1), signs.count(-1), signs.count(0)])
    assert (tally.shoes, tally.coups) == (len(many), sum(map(len, many)))
    for used in range(3):
        for punto in range(10):
            for banca in range(10):
                assert tally.cells[used][punto][banca] == cells.get((used + 4, punto, banca), 0)
    pairs = [(i, j) for i in range(3) for j in range(i, 3)]
    assert list(tally.moments) == [sum(one[i] * one[j] for one in won) for i, j in pairs]


def check_shoes(core: Any) -> None:
    """Four whole shoes."""
    tally = core._core.ffi.new("core_shoe_tally *")
    assert core._core.lib.core_table_shoes(rules_of(core), KEY, 0, 2, 4, tally) == 0
    check_tally(tally, [coups(number) for number in range(2, 6)])


def check_fresh(core: Any) -> None:
    """Coups of fresh shoes over the ends of batches, and one with a word that is rejected."""
    for first, many in ((30, 70), (REJECTED_COUP - 1, 3)):
        tally = core._core.ffi.new("core_shoe_tally *")
        assert core._core.lib.core_table_fresh(rules_of(core), KEY, 0, first, many, tally) == 0
        check_tally(tally, [[fresh(number)] for number in range(first, first + many)])


def check_walk(core: Any) -> None:
    """Values and states over the ends of batches, and round a word that is rejected."""
    for bound, rejected in REJECTED:
        for first, units in ((0, 700), (rejected - 3, 7)):
            for states in (1, 3):
                check_walked(core, bound, first, units, states)


def check_walked(core: Any, bound: int, first: int, units: int, states: int) -> None:
    """A state is the one before plus the value, modulo their number."""
    theirs = core._core.ffi
    rows = [(state + value) % states for state in range(states) for value in range(bound)]
    counts, at = theirs.new("uint64_t[]", states * bound), theirs.new("uint32_t *", states - 1)
    given = theirs.new("uint16_t[]", rows)
    assert core._core.lib.core_table_walk(KEY, 0, 0, bound, first, units, states, given, at, counts) == 0
    wanted, state = [0] * (states * bound), states - 1
    for unit in range(first, first + units):
        value = draw(KEY, 0, 0, unit, bound)
        wanted[state * bound + value] += 1
        state = (state + value) % states
    assert list(counts) == wanted
    assert at[0] == state
