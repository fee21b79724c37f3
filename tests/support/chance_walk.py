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


class Rules:
    """What each step of a play leads to, by the words of chance.h."""

    def __init__(self, picks: Sequence[Pick], max_free_plays: int, cap_cents: int) -> None:
        self.picks, self.most, self.cap_cents = picks, max_free_plays, cap_cents

    def pick(self, at: At) -> Iterator[tuple[At, Fraction]]:
        """Where each row of the picks leads, and how likely it is."""
        weight = sum(row.weight for row in self.picks)
        for row in self.picks:
            left = 0 if row.ends else at.picks - 1
            yield (
                at._replace(won_cents=self._won(at, row.prize_cents), picks=left),
                Fraction(row.weight, weight),
            )

    def turn(self, at: At, turns: Mapping[Turn, int]) -> Iterator[tuple[At, Fraction]]:
        """Where each turn leads, and how likely it is; a free one is no longer among those left."""
        whole = sum(turns.values())
        for turn, ways in turns.items():
            given = min(turn.free_plays, self.most - at.given)
            won = self._won(at, turn.prize_cents)
            yield At(won, turn.picks, at.left + given, at.given + given), Fraction(ways, whole)

    def done(self, at: At) -> bool:
        """Whether the play is over."""
        return at.won_cents == self.cap_cents or not (at.picks or at.left)

    def _won(self, at: At, cents: int) -> int:
        return min(at.won_cents + cents, self.cap_cents)


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
        rules = Rules(picks, max_free_plays, cap_cents)
        self.free_plays = Fraction(0)
        self.total: dict[int, Fraction] = defaultdict(Fraction)
        begun = list(rules.turn(At(0, 0, 0, 0), paid))
        places: dict[At, Fraction] = {At(-1, 0, 0, 0): Fraction(1)}
        while places:
            after: dict[At, Fraction] = defaultdict(Fraction)
            for at, chance in places.items():
                if at.won_cents < 0:
                    steps = begun
                elif at.picks:
                    steps = list(rules.pick(at))
                else:
                    self.free_plays += chance
                    steps = list(rules.turn(at._replace(left=at.left - 1), free))
                for then, share in steps:
                    if rules.done(then):
                        self.total[then.won_cents] += chance * share
                    else:
                        after[then] += chance * share
            places = after
