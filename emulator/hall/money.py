# SPDX-License-Identifier: MIT
"""
What a visitor has in the pocket: coins, notes, tokens and house cards, each by its cents.

    pocket = Money(coins={200: 5}, notes={500: 1})
    pocket.cents                                    # 1500
    pocket - Money(coins={200: 2})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from emulator.support.errors import HintedError
from machines.support.plain import Json, JsonView

KINDS = ("coins", "notes", "tokens", "cards")


class HallError(HintedError):
    """
    Something in the hall cannot be done; ``hint`` is what to do next.

    HallError
        BooksError      the ledger of the hall is not as it was written, or says what cannot be
    """


class BooksError(HallError):
    """The ledger of the hall is not as it was written, or says what cannot be."""


@dataclass(frozen=True)
class Money:
    """Counts by cents; of a value that is not there none is named."""

    coins: Mapping[int, int] = field(default_factory=dict)
    notes: Mapping[int, int] = field(default_factory=dict)
    tokens: Mapping[int, int] = field(default_factory=dict)
    cards: Mapping[int, int] = field(default_factory=dict)
    """By what is on them; an empty one is worth nothing, and is not kept."""

    @property
    def cents(self) -> int:
        """What it is worth; a token as much as the coin that it stands for."""
        return sum(value * count for kind in KINDS for value, count in self._of(kind).items())

    def __bool__(self) -> bool:
        return any(self._of(kind) for kind in KINDS)

    def __add__(self, other: Self) -> Self:
        return self._with(other, 1)

    def __sub__(self, other: Self) -> Self:
        """BooksError where this is less than the other."""
        return self._with(other, -1)

    def _of(self, kind: str) -> Mapping[int, int]:
        found: Mapping[int, int] = getattr(self, kind)
        return found

    def _with(self, other: Self, sign: int) -> Self:
        made: dict[str, dict[int, int]] = {}
        for kind in KINDS:
            mine, theirs = self._of(kind), other._of(kind)
            sums = {value: mine.get(value, 0) + sign * theirs.get(value, 0) for value in {*mine, *theirs}}
            if min(sums.values(), default=0) < 0:
                raise BooksError(
                    f"{kind} must be there before they go (got {dict(mine)} less {dict(theirs)})"
                )
            made[kind] = {value: count for value, count in sorted(sums.items()) if count}
        return type(self)(**made)

    def as_json(self) -> Json:
        """As a line of the ledger has it: kinds that are there, cents as text."""
        return {
            kind: {str(value): count for value, count in sorted(self._of(kind).items())}
            for kind in KINDS
            if self._of(kind)
        }

    @classmethod
    def of_json(cls, said: JsonView) -> Self:
        """What ``as_json`` said; BooksError for anything else."""
        made: dict[str, dict[int, int]] = {}
        for kind, counts in said.items():
            if kind not in KINDS or not isinstance(counts, dict):
                raise BooksError(f"money must be {', '.join(KINDS)} (got {kind})")
            made[kind] = {_whole(value): _whole(count) for value, count in counts.items()}
        return cls(**made)


def _whole(said: object) -> int:
    """A count or a value, 1 or more."""
    number = int(said) if isinstance(said, str) and said.isdecimal() else said
    if type(number) is not int or number < 1:
        raise BooksError(f"money must be whole, 1 or more (got {said!r})")
    return number
