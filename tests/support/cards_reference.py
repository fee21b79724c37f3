# SPDX-License-Identifier: MIT
"""
Dice, deals and hands once more, in plain Python, written from the definition and sharing no code with the C.

Slow and obvious: big integers instead of halves, modulo instead of digits, and every five of seven cards with
every card for the joker.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from math import prod

from core_reference import word_at

from cext.cards import HandOrder


def throw(key: bytes, machine: int, purpose: int, number: int, dice: int) -> list[int]:
    """The faces of a throw: the digits to base 6 of one draw from the throw's word."""
    bound = 6**dice
    for rejection in range(1 << 16):
        scaled = word_at(key, machine, purpose, rejection, number) * bound
        if scaled % (1 << 32) >= (1 << 32) % bound:
            value = scaled >> 32
            return [1 + value // 6**place % 6 for place in reversed(range(dice))]
    raise OverflowError


def groups(cards: int, count: int) -> list[list[int]]:
    """The bounds of a deal's draws in groups whose product is at most 2^48."""
    made: list[list[int]] = []
    for bound in range(cards, cards - count, -1):
        if made and prod(made[-1]) * bound <= 1 << 48:
            made[-1].append(bound)
        else:
            made.append([bound])
    return made


def pairs_of(cards: int, count: int) -> int:
    """How many pairs a deal owns."""
    return 1 << (len(groups(cards, count)) - 1).bit_length()


def deal(key: bytes, machine: int, purpose: int, number: int, cards: int, count: int) -> list[int]:
    """The cards of a deal: one draw from a pair for each group, its digits to the bounds' mixed base."""
    deck = list(range(cards))
    dealt: list[int] = []
    for index, bounds in enumerate(groups(cards, count)):
        value = draw_pair(key, machine, purpose, number * pairs_of(cards, count) + index, prod(bounds))
        for place, bound in enumerate(bounds):
            digit = value // prod(bounds[place + 1 :]) % bound
            # The card drawn of those left is dealt; the first of those left takes its place.
            chosen = deck[digit]
            deck[digit] = deck[0]
            dealt.append(chosen)
            del deck[0]
    return dealt


def draw_pair(key: bytes, machine: int, purpose: int, pair: int, bound: int) -> int:
    """An even draw below ``bound`` from a pair of words."""
    for rejection in range(1 << 16):
        low, high = (word_at(key, machine, purpose, rejection, 2 * pair + half) for half in (0, 1))
        scaled = (high << 32 | low) * bound
        if scaled % (1 << 64) >= (1 << 64) % bound:
            return scaled >> 64
    raise OverflowError


# --- hands ----------------------------------------------------------------------------------------

Card = tuple[int, str]  # rank from 0 and suit; the joker is (-1, "")
Value = tuple[str, tuple[int, ...]]


def straights(order: HandOrder, second: bool) -> list[set[int]]:
    """The ranks of every straight, the lowest first."""
    many, width = len(order.ranks), order.width
    made = [set(range(low, low + width)) for low in range(many - width + 1)]
    low = {many - 1, *range(width - 1)}
    if order.ace_low and low not in made:
        made.insert(len(made) - 1 if second else 0, low)
    return made


def of_width(order: HandOrder, cards: Sequence[Card]) -> Value:
    """The kind of a hand without joker and what decides among its kind."""
    width, ace = order.width, len(order.ranks) - 1
    times = Counter(rank for rank, _ in cards)
    groups = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = tuple(times[rank] for rank in groups)
    flush = width > 2 and len({suit for _, suit in cards}) == 1
    plain, suited = straights(order, order.low_second), straights(order, order.low_second_flush)
    if flush and set(times) in suited and len(times) == width:
        place = suited.index(set(times))
        return ("ROYAL" if place == len(suited) - 1 else "STRAIGHT_FLUSH"), (place,)
    if flush:
        return "FLUSH", tuple(sorted((rank for rank, _ in cards), reverse=True))
    if width > 2 and len(times) == width and set(times) in plain:
        return "STRAIGHT", (plain.index(set(times)),)
    if shape == (5,):
        return "FIVE", ()
    if shape == (4, 1):
        return "FOUR", tuple(groups)
    if shape == (3, 2):
        return "FULL", tuple(groups)
    if shape[0] == 3:
        return "THREE", tuple(groups)
    if order.figures and width == 5 and all(rank > ace - order.figures for rank in times):
        pair = max(rank for rank in times if times[rank] == 2)
        rest = sorted((rank for rank, _ in cards if rank != pair), reverse=True)
        return "FIGURES", (pair, *rest)
    if shape == (2, 2, 1):
        return "TWO_PAIRS", tuple(groups)
    return ("PAIR" if shape[0] == 2 else "HIGH"), tuple(groups)


def with_joker(order: HandOrder, cards: Sequence[Card]) -> list[Value]:
    """Every value that a hand has: one, or one for each card that its joker may stand for."""
    rest = [card for card in cards if card[0] >= 0]
    if len(rest) == len(cards):
        return [of_width(order, cards)]
    ace = len(order.ranks) - 1
    found = [of_width(order, [*rest, (ace, "no suit")])]
    completed = {"STRAIGHT", "FLUSH", "STRAIGHT_FLUSH", "ROYAL"}
    for rank, suit in itertools.product(range(len(order.ranks)), "cdhs"):
        if (rank, suit) not in rest:
            value = of_width(order, [*rest, (rank, suit)])
            found += [value] if value[0] in completed else []
    if order.joker_ace and len({suit for _, suit in rest}) == 1 and order.width > 2:
        straight = [value for value in found if value[0] in {"STRAIGHT_FLUSH", "ROYAL"}]
        others = [value for value in found if value[0] not in completed]
        ranks = sorted([ace, *(rank for rank, _ in rest)], reverse=True)
        plain = [value for value in found if value[0] == "STRAIGHT"]
        return [*others, *straight, *plain, ("FLUSH", tuple(ranks))]
    return found


def best(order: HandOrder, cards: Sequence[int]) -> tuple[int, Value]:
    """The best hand of some cards: place of its kind, kind and what decides."""
    names = [kind.name for kind in order.kinds]
    laid = [(card // 4, "cdhs"[card % 4]) if card < 4 * len(order.ranks) else (-1, "") for card in cards]
    return max(
        (names.index(value[0]), value)
        for chosen in itertools.combinations(laid, order.width)
        for value in with_joker(order, chosen)
    )
