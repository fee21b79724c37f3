# SPDX-License-Identifier: MIT
"""
What a newcomer gains from the return account of a gamble (B-22): who sits down when others have lost.

    seen = newcomer(model.plan, model.gamble)
    seen.most_cents            # with one play, on average, however full the account is

The newcomer knows the account and how many losses of the cycle are left. With k pieces in the account and n
losses left, the one at hand included, an entry that loses with no reel held gives a piece back

- surely if k = n,
- else with a chance of k in n - spare, but of no more than 1 in ``one_in``.

A gamble is offered, and a reel may be held, only if its loss would leave k <= 2 (n - spare) / (3 one_in),
and the account within its maximum: call the most of that ``lift(n)``.

Most. So a play gives back ``piece / one_in`` on average at most, as long as k < n, and two thirds of that
when a gamble fills the account. The smallest prize is the most that any entry can give back.

How likely k = n is. n falls by one with each loss and by nothing else, so a cycle is a chain in (n, k),
whoever plays what. Let V(n, k) be the chance that k = n comes about before the cycle ends, by the worst of
all behaviours: the public fills the account up to ``lift(n)`` as it likes. With the chance f(n, k) above,
f(n, 0) = 0, and V(n, n) = 1 for n > 0,

    U(n, k) = f V(n - 1, k - 1) + (1 - f) V(n - 1, k)
    V(n, k) = the largest of U(n, k) and of U(n, j) for k < j <= lift(n)

The same chain with f added to U, f = 1 for k = n, and W(0, k) = 0 gives the most pieces that the account
can give back in a whole cycle on average, by all behaviours: W(losses, 0).

More pieces never come down below fewer: of two accounts that draw the same tickets the fuller one gives
back whenever the other does, until they are the same, and gives back one piece more at most. So V and W
grow with k, and all k up to ``lift(n)`` are alike. Then a loss with a reel held, which leads to (n - 1, k)
where k <= lift(n - 1), is never better than a full account before it: ``lift`` grows by one a loss at most,
so U(n, lift(n)) is of two values that are that one or larger. And where ``lift`` is the maximum K of the
account, V stays as it is and W grows by K / (n - spare).

Error. Only sums and products of numbers >= 0, and of 1 - f, which is a quotient of whole numbers like f:
each of the N steps changes a result by a factor within (1 +- u)^8, u = 2^-53, so the bounds that are told
are raised by a factor 1 + 10^-9, which covers 10^5 steps. Chances below 10^-30 are told as that, so that
nothing has underflowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from machines.support.figures import kept
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import Gamble, piece_cents

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SURE_MAX = Fraction(1, 10**9)
"""How likely it should be at most that every loss left in a cycle must give back: one cycle in 10^9."""

_RAISED = 1 + Fraction(1, 10**9)
_LEAST_TOLD = 1e-30


@dataclass(frozen=True)
class Newcomer:
    """The most that the account gives back, however it is played; cents a play, and a chance."""

    piece_cents: int
    """What a loss gives back, if it does: the smallest prize. No entry ever gives more by the account."""
    most_cents: Fraction
    """A loss gives back no more on average, unless every loss that is left must."""
    offered_cents: Fraction
    """The same when a gamble has just been lost."""
    mean_cents: Fraction
    """The same on average over all plays of a cycle, those with a prize included; a bound."""
    sure_chance: Fraction
    """How likely it is in a cycle that every loss that is left must give back; a bound."""


@lru_cache(maxsize=8)
def newcomer(plan: Plan, gamble: Gamble) -> Newcomer:
    """Return what a newcomer gains; ``gamble.return_max_cents`` is at least the plan's smallest prize."""
    piece = piece_cents(plan)
    losses = plan.counts[0]
    pieces = gamble.return_max_cents // piece
    worst = kept("newcomer", repr((plan, gamble)), lambda: map(Fraction, _worst(losses, pieces, gamble)))
    chance, given = map(float, worst)
    most = Fraction(piece, gamble.return_one_in)
    sure = min(Fraction(1), _above(max(chance, _LEAST_TOLD)))
    return Newcomer(piece, most, most * Fraction(2, 3), _above(given * piece / plan.plays), sure)


def _above(value: float) -> Fraction:
    """A computed value raised by what its roundings can have lost, to nine digits or more."""
    raised, grain = Fraction(value) * _RAISED, 10**9
    while raised and raised * grain < 10**9:
        grain *= 10
    return Fraction(ceil(raised * grain), grain)


def _worst(losses: int, most: int, gamble: Gamble) -> tuple[float, float]:
    """V and W, in pieces, of a cycle with so many losses and an account of at most ``most`` pieces."""
    import numpy as np  # nobody waits for it whose figure is kept

    worst = np.zeros((2, most + 1))
    n = lift = 0
    while n < losses and lift < most:
        n += 1
        lift = _lift(n, most, gamble)
        worst = _drawn(n, worst, gamble)
        worst[:, :lift] = worst[:, lift : lift + 1]
    later = np.arange(n + 1, losses + 1, dtype=np.float64) - gamble.return_spare
    return float(worst[0, 0]), float(worst[1, 0]) + most * float((1.0 / later).sum())


def _lift(losses: int, most: int, gamble: Gamble) -> int:
    """The most pieces with which a gamble is offered when so many losses are left."""
    return min(most, 2 * max(0, losses - gamble.return_spare) // (3 * gamble.return_one_in))


def _drawn(n: int, after: NDArray[np.float64], gamble: Gamble) -> NDArray[np.float64]:
    """U of both, of V and W for n - 1; index [V or W, k]."""
    import numpy as np

    pieces, spread = np.arange(after.shape[1]), max(0, n - gamble.return_spare)
    even = pieces * gamble.return_one_in <= spread
    wins, of = np.where(even, pieces, 1), np.where(even, max(1, spread), gamble.return_one_in)
    wins[n:], of[n:] = 1, 1
    wins[0] = 0
    gives = wins / of
    found: NDArray[np.float64] = (of - wins) / of * after
    found[:, 1:] += gives[1:] * after[:, :-1]
    found[1] += gives
    found[0, n:] = 1.0
    return found
