# SPDX-License-Identifier: MIT
"""A play of a chance machine followed step by step over every path, as its definition says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple


class Turn(NamedTuple):
    """What a turn of the reels shows."""

    prize_cents: int
    free_plays: int = 0
    picks: int = 0
    pots: int = 0


class Pick(NamedTuple):
    """A row of the pick bonus."""

    prize_cents: int
    weight: int
    ends: bool = False


class At(NamedTuple):
    """Where a play stands: what it won so far, capped, and what is left to do."""

    won_cents: int
    picks: int
    left: int
    given: int


class Walk:
    """All paths of a play: distribution of its total, and the mean number of free plays made."""

    def __init__(
        self,
        paid: Mapping[Turn, int],
        free: Mapping[Turn, int],
        picks: Sequence[Pick],
        max_free_plays: int,
        cap_cents: int,
    ) -> None:
        self.paid, self.free, self.picks = paid, free, picks
        self.most, self.cap_cents = max_free_plays, cap_cents
        self.free_plays = Fraction(0)
        self.total: dict[int, Fraction] = defaultdict(Fraction)
        places: dict[At, Fraction] = {At(0, 0, 1, 0): Fraction(1)}
        first = True
        while places:
            after: dict[At, Fraction] = defaultdict(Fraction)
            for at, chance in places.items():
                if not first and not at.picks:
                    self.free_plays += chance
                for then, share in self._paid(at) if first else self._step(at):
                    done = then.won_cents == cap_cents or not (then.picks or then.left)
                    (self.total if done else after)[then.won_cents if done else then] += chance * share
            places, first = after, False

    def _paid(self, at: At) -> Iterator[tuple[At, Fraction]]:
        return self._turn(at._replace(left=0), self.paid)

    def _step(self, at: At) -> Iterator[tuple[At, Fraction]]:
        return self._pick(at) if at.picks else self._turn(at._replace(left=at.left - 1), self.free)

    def _pick(self, at: At) -> Iterator[tuple[At, Fraction]]:
        weight = sum(row.weight for row in self.picks)
        for row in self.picks:
            left = 0 if row.ends else at.picks - 1
            yield (
                at._replace(won_cents=self._won(at, row.prize_cents), picks=left),
                Fraction(row.weight, weight),
            )

    def _turn(self, at: At, turns: Mapping[Turn, int]) -> Iterator[tuple[At, Fraction]]:
        whole = sum(turns.values())
        for turn, ways in turns.items():
            given = min(turn.free_plays, self.most - at.given)
            won = self._won(at, turn.prize_cents)
            yield At(won, turn.picks, at.left + given, at.given + given), Fraction(ways, whole)

    def _won(self, at: At, cents: int) -> int:
        return min(at.won_cents + cents, self.cap_cents)
