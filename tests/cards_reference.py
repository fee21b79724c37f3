# SPDX-License-Identifier: MIT
"""
Dice, deals and hands once more, in plain Python, written from the definition and sharing no code with the C.

Slow and obvious: big integers instead of halves, modulo instead of digits, and every five of seven cards with
every card for the joker.
"""

from __future__ import annotations

from math import prod

from core_reference import word_at


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
