# SPDX-License-Identifier: MIT
"""Rounds as somebody wrote them down at a table: what was bet, what fell, what was decided and paid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from machines.tables.chance import card
from machines.tables.inspection.mistake import InspectionError
from machines.tables.refusal import TableError

FACTS = ("place", "table", "date", "inspector", "remarks")
"""What a head may say besides the game: it is repeated in the report and changes nothing."""
HELP = "docs/table_inspection.md has the format, with an example of each game"
_DIGITS = 10
_AMOUNT = re.compile(r"([+-]?)(\d{1,9})(?:[.,](\d{1,2}))?")


class Stake(NamedTuple):
    """Cents of a seat on a spot; as a bet, 0 takes the stake back."""

    seat: int
    spot: str
    cents: int


class Decision(NamedTuple):
    """What a seat said when it was asked; ``cents`` where it laid an amount, which ``word`` spells."""

    seat: int
    spot: str
    word: str
    cents: int = 0


@dataclass
class Round:
    """
    One round.

    Attributes:
        where: its place in the file.
        name: its number, or what the file calls it.
        bets: laid upon what lies already.
        cloth: instead, everything that lay when no more bets was said; None where it is not said so.
        refused: bets that the croupier did not take.
        given: what the wheel, dice or shoe gave, as words.
        decisions: at zero.
        paid: what the house gave beyond the stake, or took (below 0); None where nothing is said.
        null: balls or throws that did not count, before the one given.
        limits_cents: a minimum that was announced before the bets, 0 none.
        last, red_card, pass_dice: announced before the chance.
        bank: who banked, where players may; 0 the croupier.
        hands: where players set their own: low and high by place.
    """

    where: str
    name: str
    bets: list[Stake] = field(default_factory=list)
    cloth: list[Stake] | None = None
    refused: list[Stake] = field(default_factory=list)
    given: tuple[str, ...] = ()
    decisions: list[Decision] = field(default_factory=list)
    paid: list[Stake] | None = None
    null: list[str] = field(default_factory=list)
    limits_cents: int = 0
    last: bool = False
    red_card: bool = False
    pass_dice: bool = False
    bank: int = 0
    hands: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """
    A file of rounds of one table.

    Attributes:
        file: its name, without its folder.
        sha256: of its bytes.
        game: by its command name.
        declared: what the house declares.
        readings: values that differ from the ones taken.
        seats: how many sit.
        facts: place, date and so on, by name.
        rounds: in their order.
    """

    file: str
    sha256: str
    game: str
    declared: Mapping[str, int | str]
    readings: Mapping[str, str]
    seats: int
    facts: Mapping[str, str]
    rounds: tuple[Round, ...]


def cents(text: str, where: str, what: str) -> int:
    """What "-1.50" or "1,50" is in cents."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise InspectionError(where, f'{what} must be an amount in euros, as "10.00" (got {text!r})', HELP)
    value = int(found[2]) * 100 + int((found[3] or "").ljust(2, "0"))
    return -value if found[1] == "-" else value


def decision(who: int, spot: str, word: str, where: str) -> Decision:
    """The decision of a word; one that begins with a digit is an amount that was laid."""
    laid = cents(word, where, "decisions") if word[:1].isdigit() else 0
    if word[:1].isdigit() and not laid:
        raise InspectionError(where, f"decisions must be above 0 (got {word})", HELP)
    return Decision(who, spot, word, laid)


def is_number(word: str) -> bool:
    """Whether a word is a whole number of a few digits."""
    return word.isascii() and word.isdigit() and len(word) < _DIGITS


def seat(text: str, where: str, seats: int) -> int:
    """A seat of the record."""
    if not is_number(text) or not 1 <= int(text) <= seats:
        raise InspectionError(
            where, f"seat must be 1 to {seats} (got {text})", "seats = N in the head says how many sit"
        )
    return int(text)


def chance(words: tuple[str, ...], where: str) -> tuple[int, ...]:
    """A pocket, faces or cards as a move has them."""
    if words and all(map(is_number, words)):
        return tuple(int(word) for word in words)
    try:
        return tuple(card("T" + word[2:] if word.startswith("10") else word) for word in words)
    except TableError as error:
        hint = 'a pocket is 17, two dice are "3 4", cards are "9h Ks 2d 7c"'
        raise InspectionError(where, f"given: {error}", hint) from error
