# SPDX-License-Identifier: MIT
"""
Chance of a table, drawn word by word by the core from the table's key, or given by who saw it.

Which words: pocket i of a table is word i of purpose play. Throw i of two dice is word i of purpose dice, as
``cext.throw`` makes it. Shoe i owns words 512 i to 512 i + 511 of purpose play: its draw j, from word
512 i + j below cards - j, takes a card from places j on to place j (Durstenfeld). Deck i is ``cext.deal`` i.
Each counts from 0 for its name, so that a given result uses up no word, unless the game says which one it is.

Cards of a shoe of many decks are 52 d + card; a card is 4 rank + suit, ranks 2 to A, suits c d h s.
"""

from __future__ import annotations

from typing import Protocol

from cext import PURPOSE_DICE, PURPOSE_PLAY, deal, draw_below, throw
from machines.tables.game import Ask
from machines.tables.refusal import TableError

SHOE_WORDS = 512
RANKS, SUITS = "23456789TJQKA", "cdhs"
SPANISH = {"C": "h", "D": "d", "P": "s", "T": "c"}
"""Corazones, diamantes, picas, tréboles."""
RED_CARD = -1
"""The card that ends a shoe, among cards that are given; ``red`` or, as the texts have it, ``roja``."""


class ChanceDevice(Protocol):
    """A device on a board that makes a table's chance: a wheel, a cup, a shoe."""

    def answer(self, ask: Ask) -> tuple[int, ...] | None:
        """
        What it draws and shows, as ``draw`` would say it; None: it makes no such chance.

        Raises:
            TableError: it is stopped; nothing was drawn, or what was drawn was not shown.
        """


def draw(key: bytes, machine: int, ask: Ask, number: int) -> tuple[int, ...]:
    """The ``number``-th answer to a name: a pocket's index, the faces, a whole shoe or deck."""
    if ask.name == "pocket":
        return (draw_below(key, machine, PURPOSE_PLAY, number, ask.size),)
    if ask.name == "dice":
        return throw(key, number, ask.size, machine=machine, purpose=PURPOSE_DICE)
    if ask.name == "deck":
        return tuple(deal(key, number, ask.size, ask.many or None, machine=machine))
    if ask.name == "shoe":
        cards = list(range(ask.size))
        for j in range(ask.size - 1):
            word = SHOE_WORDS * number + j
            other = j + draw_below(key, machine, PURPOSE_PLAY, word, ask.size - j)
            cards[j], cards[other] = cards[other], cards[j]
        return tuple(cards)
    raise TableError(f"chance must be pocket, dice, shoe or deck (got {ask.name})")


def card(name: str) -> int:
    """The card of a name, ``9h`` or, with the Spanish initial of its suit, ``9C``; ``red`` is RED_CARD."""
    if name.casefold() in ("red", "roja"):
        return RED_CARD
    suit = SPANISH.get(name[1:], name[1:])
    if name[:1] not in RANKS or not name[:1] or suit not in SUITS or len(suit) != 1:
        raise TableError(f"card must be one of {RANKS} with one of {SUITS}, as 9h (got {name!r})", "card")
    return 4 * RANKS.index(name[0]) + SUITS.index(suit)


def read_chance(text: str) -> tuple[int, ...]:
    """
    What a real wheel, dice or shoe gave, as it is written: ``17``, ``3 4``, ``9h Ks 2d 7c``.

    Raises:
        TableError: a word is neither a number nor a card, or there is none.
    """
    words = text.split()
    if words and all(word.isdecimal() for word in words):
        return tuple(map(int, words))
    if not words or any(word.isdecimal() for word in words):
        raise TableError(f'chance must be numbers or cards, as "17" or "9h Ks" (got {text!r})', "chance")
    return tuple(card(word) for word in words)


def card_name(number: int) -> str:
    """How a card is written."""
    if number == RED_CARD:
        return "red"
    return RANKS[number % 52 // 4] + SUITS[number % 4]
