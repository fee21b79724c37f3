# SPDX-License-Identifier: MIT
"""
Brings a TEST machine near a limit: a key that was searched, then coins and buttons from a fresh commission.

    prepared = prepare(exam, prize_next(8_000), Budget(keys=400, plays=2_560))
    with exam.recorded("largest", seed=prepared.found.seed) as cab:
        bench = Bench(cab)
        approach(bench, prepared.found.play - 1)
        play = bench.play()                   # brings what was wished for

Nothing but inputs touches the machine, so its journal is evidence. A machine of record is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from emulator.lab.bench.bench import Bench, BenchError
from emulator.lab.bench.search import Budget, Found, Wish, search
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Finding, Grade, Method, Words
from emulator.support.errors import HintedError
from machines.support.plain import Json

# How long a machine may take for anything on the way to the wish: the payment of its largest prize.
_PATIENCE_MS = 900_000
_LOOK_MS = 50
# On a house card of a player who wants to play for long.
_CARD_CENTS = 10_000_000


class PrepareError(HintedError):
    """A machine that must not, or cannot, be prepared."""


@dataclass(frozen=True)
class Prepared:
    """The answer of a search: what was wished for, with what budgets, and what was found."""

    wish: Wish
    budgets: tuple[Budget, ...]
    found: Found | None

    @property
    def tried(self) -> Words:
        """What the search might cost, for the sentence of a finding."""
        es = ", ".join(f"{keys} claves de {plays} partidas" for keys, plays in self.budgets)
        en = ", ".join(f"{keys} keys of {plays} plays" for keys, plays in self.budgets)
        return Words(es, en)

    @property
    def refused(self) -> Finding:
        """The finding of a row that needed it and did not get it."""
        return Finding(
            Grade.NO_EXAMINADO,
            Words(
                f"La búsqueda no halló {self.wish.name.es}; se probaron {self.tried.es}",
                f"The search did not find {self.wish.name.en}; tried were {self.tried.en}",
            ),
            Method.OBSERVED,
        )

    def as_dict(self) -> Json:
        """What was searched and found, as evidence."""
        found = self.found
        return {
            "wish": self.wish.name._asdict(),
            "budgets": [budget._asdict() for budget in self.budgets],
            "seed": None if found is None else found.seed,
            "play": None if found is None else found.play,
            "keys_tried": None if found is None else found.tried,
            "prizes_cents": None if found is None else [*found.plays[-1].prizes_cents],
        }


def prepare(exam: Examination, wish: Wish, *budgets: Budget) -> Prepared:
    """
    Search the key of a TEST machine of the sample; its stream is the check's own.

    Args:
        exam: whose sample and serial it is.
        wish: what is wanted.
        budgets: tried in this order, so that the fewest plays come first.
    """
    stream = exam.stream(f"prepare/{wish.name.en}")
    looked = (search(exam.model, wish, budget, stream, exam.sample.serial) for budget in budgets)
    return Prepared(wish, budgets, next((found for found in looked if found is not None), None))


def approach(bench: Bench, plays: int, *, entries: int = 1) -> None:
    """
    Make so many plays on a fresh TEST machine, with coins and buttons alone.

    Args:
        bench: the machine, booted; its purse must hold what the plays cost.
        plays: how many to make; the last of them is over and paid when this returns.
        entries: of each: 2 are double plays.

    Raises:
        PrepareError: a machine of record, or one that has played.
        BenchError: the machine stops on the way.
    """
    require_fresh_test(bench)
    for number in range(plays):
        ready(bench, entries=entries)
        bench.press(_button(entries))
        if len(bench.starts) != number + 1:
            raise BenchError(f"a lit {_button(entries)} must start a play")
    bench.settle()
    bench.keep()


def ready(bench: Bench, *, entries: int = 1) -> None:
    """
    Do what leads to a lit START, or DOUBLE: answer a question, move the reserve, insert coins, wait.

    Raises:
        BenchError: it does not light.
    """
    end_us = bench.cab.now_us + _PATIENCE_MS * 1_000
    while bench.asks() or not bench.lit(_button(entries)):
        _go_on(bench, entries)
        if bench.cab.now_us > end_us:
            raise BenchError(
                f"{_button(entries)} must light (the machine says {bench.cab.display.message!r})"
            )


def require_fresh_test(bench: Bench) -> None:
    """Raise PrepareError unless this is a TEST machine that has not played since its commission."""
    if not bench.cab.test:
        raise PrepareError(
            "a machine of record must not be prepared: its key is its own and its plays are somebody's",
            "make a TEST machine of the same ROM with a seed",
        )
    if bench.wheels["plays"] or bench.starts:
        raise PrepareError(f"a prepared machine must be fresh (got one with {bench.wheels['plays']} plays)")


def purse_for(cents: int, coins: tuple[int, ...]) -> Mapping[int, int]:
    """Coins of the largest value for so many cents, and a handful of each other one."""
    best = max(coins)
    return {coin: 20 + (-(-cents // coin) if coin == best else 0) for coin in coins}


def _button(entries: int) -> str:
    return "double" if entries == 2 else "start"


def _go_on(bench: Bench, entries: int) -> None:
    """One step towards a lit button."""
    model = bench.cab.model
    stake = min(model.bets_cents) * entries
    if bench.asks():
        bench.press("collect")
    elif bench.has_reserve_counter and bench.lit("reserve"):
        bench.press("reserve")
    elif not model.coins_cents and bench.cab.card_reader:
        _card(bench, stake)
    elif bench.quiet() and bench.credits < stake and not bench.reserve:
        coin = next((one for one in sorted(bench.cab.purse, reverse=True) if one in model.coins_cents), 0)
        if not coin:
            raise PrepareError("the purse must hold what the plays cost (it is empty)")
        bench.insert(coin)
    else:
        bench.wait(_LOOK_MS)


def _card(bench: Bench, stake: int) -> None:
    """Put a house card in, and move from it what the machine takes; the first button below the line does."""
    if bench.cab.card is None or not bench.cab.card.inside:
        bench.cab.insert_card(_CARD_CENTS)
        bench.wait(2_000)
    elif bench.quiet() and bench.credits < stake:
        bench.press("hold_1")
        bench.wait(500)
    else:
        bench.wait(_LOOK_MS)
