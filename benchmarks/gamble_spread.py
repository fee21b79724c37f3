# SPDX-License-Identifier: MIT
"""
Compares ways of giving back what gambles lose (B-22), by a player who dares every prize that is offered.

    next     a play without a prize gives back the largest prize that the account covers, as azar once did
    spread   the core's way: a smallest prize with a chance of k in n - spare, at most 1 in ``return_one_in``
    sooner   the same with twice that chance: spread as if half as many losses were left
    steady   a smallest prize with 1 in ``return_one_in`` as long as there is any

For each the payout without raises; how many of the plan's prizes are offered a gamble; the cents that come
back with a play on average, and at most on average with one that loses; and the account on average. ``azar
simulate`` plays the core's way with the core; this is a model in plain Python, single plays only.

    python benchmarks/gamble_spread.py --plays 2000000
"""

from __future__ import annotations

import argparse
import random
from fractions import Fraction

from machines.model import CycleModel, load_model
from machines.types.cycle.newcomer import piece_cents
from machines.types.cycle.plan_gamble import Gamble

WAYS = ("next", "spread", "sooner", "steady")


class Account:
    """What gambles lost and gave in one cycle, and how it comes back."""

    def __init__(self, way: str, model: CycleModel, gamble: Gamble) -> None:
        self.way, self.gamble, self.piece = way, gamble, piece_cents(model.plan)
        self.prizes = [cents for cents in reversed(model.plan.prizes_cents) if cents]
        self.cents = self.advance = 0

    def chance(self, losses: int) -> float:
        """Of a loss, one of so many, to give back."""
        if not self.cents or self.way == "next":
            return float(self.cents > 0)
        pieces = self.cents // self.piece
        if pieces >= losses:
            return 1.0
        most = 1 / self.gamble.return_one_in
        spread = (losses - self.gamble.return_spare) / (2 if self.way == "sooner" else 1)
        return most if self.way == "steady" or spread <= pieces else min(most, pieces / spread)

    def given(self) -> int:
        """What a loss that gives back pays."""
        if self.way != "next":
            return self.piece
        return next(cents for cents in self.prizes if cents <= self.cents)

    def takes(self, cents: int, losses: int, entries: int) -> bool:
        """Whether a gamble of so much is offered, with so many losses and entries left."""
        lost = max(0, cents - self.advance)
        after = self.cents + lost
        if not lost:
            return True
        if after > self.gamble.return_max_cents:
            return False
        if self.way == "next":
            rest, prizes = after, 0
            for prize in self.prizes:
                prizes, rest = prizes + rest // prize, rest % prize
            return prizes <= entries // 2 - (entries - losses)
        spread = losses - self.gamble.return_spare
        return 3 * self.gamble.return_one_in * (after // self.piece) <= 2 * spread

    def settle(self, first_cents: int, cents: int) -> None:
        """A gamble of a prize is over."""
        if cents:
            self.advance = min(self.gamble.advance_max_cents, self.advance + cents - first_cents)
            return
        lost = max(0, first_cents - self.advance)
        self.advance -= first_cents - lost
        self.cents += lost


def run(model: CycleModel, gamble: Gamble, way: str, rounds: int, cycles: int, seed: int) -> dict[str, float]:
    """Play whole cycles; the figures of one way."""
    draw = random.Random(seed)
    total = dict.fromkeys(("won", "wins", "offers", "returned", "most", "account", "plays"), 0.0)
    for _ in range(cycles):
        account = Account(way, model, gamble)
        entries, losses = model.plan.plays, model.plan.counts[0]
        for row in model.plan.strata:
            prizes = [
                cents for cents, count in zip(model.plan.prizes_cents, row, strict=True) for _ in range(count)
            ]
            draw.shuffle(prizes)
            for cents in prizes:
                total["account"] += account.cents
                entries -= 1
                if not cents:
                    chance = account.chance(losses)
                    losses -= 1
                    if chance:
                        given = account.given()
                        total["most"] = max(total["most"], chance * given)
                        if draw.random() < chance:
                            account.cents -= given
                            total["returned"] += given
                    continue
                total["wins"] += 1
                made = cents
                if entries and 2 * cents <= gamble.single_max_cents and account.takes(cents, losses, entries):
                    total["offers"] += 1
                    for _ in range(rounds):
                        if made and 2 * made <= gamble.single_max_cents:
                            made = 2 * made if draw.random() < 0.5 else 0
                    account.settle(cents, made)
                total["won"] += made
        assert account.cents == 0, "a cycle must give back what it lost"
    total["plays"] = cycles * model.plan.plays
    return total


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="galacho")
    parser.add_argument("--plays", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    model = load_model(args.model)
    assert isinstance(model, CycleModel)
    gamble = model.gamble
    if gamble is None:
        raise SystemExit(f"{args.model} must have a gamble (got none)")
    cycles = max(1, args.plays // model.plan.plays)
    plays = f"{cycles * model.plan.plays:,} plays, seed {args.seed}"
    print(f"{model.name}, {plays}, plan {float(model.plan.payout):.2%}")
    print("way     rounds   payout  offered  cents a play   at most  account EUR")
    for way in WAYS:
        for rounds in (1, gamble.rounds):
            seen = run(model, gamble, way, rounds, cycles, args.seed)
            paid = Fraction(seen["won"] + seen["returned"]) / Fraction(seen["plays"]) / model.price_cents
            print(
                f"{way:8}{rounds:6}  {float(paid):6.2%}  {seen['offers'] / seen['wins']:6.1%}"
                f"{seen['returned'] / seen['plays']:13.2f}{seen['most']:11.2f}"
                f"{seen['account'] / seen['plays'] / 100:13.2f}"
            )


if __name__ == "__main__":
    main()
