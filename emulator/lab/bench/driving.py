# SPDX-License-Identifier: MIT
"""
What checks of the black box share: a full purse, a hammered button, a machine that breaks a check off.

    @driven("B-10")
    def examine(exam: Examination, found: Findings) -> None:
        with recorded(exam, "pace") as bench:
            mash(bench, 620_000, ("start",), every_ms=97)
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from emulator.cabinet.books import BalanceError
from emulator.cabinet.ledger import LedgerError
from emulator.lab.bench.bench import Bench, BenchError
from emulator.lab.bench.reading import cents, readable
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Grade, Method, Words
from machines.model import CycleModel, Model, need_cycle

# Of each coin that a machine takes: for a hundred plays of 0.20 and more.
PURSE_COINS = 60
# A contact has to stay quiet and a lamp to light: how much later than the law's time a start may be seen.
LATE_MS = 100

Driven = Callable[[Examination, Findings], None]


def purse(model: Model, coins: int = PURSE_COINS) -> dict[int, int]:
    """A visitor with plenty of every coin that the machine takes."""
    return dict.fromkeys(model.coins_cents, coins)


def bench_of(exam: Examination, **options: Any) -> Bench:
    """A fresh TEST machine of the sample on the bench."""
    options.setdefault("purse", purse(exam.model))
    return Bench(exam.cabinet(**options))


@contextlib.contextmanager
def recorded(exam: Examination, name: str, **options: Any) -> Iterator[Bench]:
    """The same, and its whole run is kept as the journal ``name``.jsonl."""
    options.setdefault("purse", purse(exam.model))
    with exam.recorded(name, **options) as cab:
        yield Bench(cab)


def driven(*rows: str) -> Callable[[Driven], Callable[[Examination], Findings]]:
    """
    A check that drives a machine; if the machine breaks it off, its rows are No conforme.

    Args:
        rows: those that say nothing yet when the machine does not do what its front announces, or
            when money is not where its counters and coins say.
    """

    def wrap(run: Driven) -> Callable[[Examination], Findings]:
        @functools.wraps(run)
        def examine(exam: Examination) -> Findings:
            found = Findings()
            try:
                run(exam, found)
            except (BenchError, BalanceError, LedgerError) as error:
                for row in rows:
                    if row not in found.rows:
                        found[row] = broken(str(error))
            return found

        return examine

    return wrap


def broken(why: str) -> Finding:
    """The finding of a row whose check the machine broke off."""
    return Finding(
        Grade.NO_CONFORME,
        Words(f"La máquina interrumpió el ensayo: {why}", f"The machine broke the test off: {why}"),
        Method.OBSERVED,
    )


def not_applicable(es: str, en: str) -> Finding:
    """A row that does not hold for this machine, and why."""
    return Finding(Grade.NO_APLICA, Words(es, en), Method.OBSERVED)


def count_of(id: str, es: str, en: str, value: int, unit: str = "times") -> Figure:
    """How often something happened that must never happen."""
    return Figure(id, Words(es, en), value, unit, 0, EXACTLY)


def measured(
    id: str, es: str, en: str, value: int | Fraction, unit: str, limit: int | Fraction, sense: str = EXACTLY
) -> Figure:
    """One figure beside its limit."""
    return Figure(id, Words(es, en), value, unit, limit, sense)


def feed(bench: Bench, keep_cents: int = 200) -> None:
    """Keep money in the machine without touching a button but RESERVE."""
    if bench.credits + bench.reserve < keep_cents:
        coin = max(coin for coin, count in bench.cab.purse.items() if coin in bench.cab.model.coins_cents)
        for _ in range(2):
            bench.cab.insert(coin)
            bench.wait(210)
    if bench.lit("reserve"):
        bench.cab.press("reserve")


def mash(bench: Bench, ms: int, buttons: tuple[str, ...], every_ms: int = 130) -> None:
    """Hammer buttons for a while, one after the other."""
    end_us = bench.cab.now_us + ms * 1000
    number = 0
    while bench.cab.now_us < end_us:
        if number % 20 == 0:
            feed(bench)
        bench.cab.press(buttons[number % len(buttons)], 60)
        bench.wait(every_ms)
        number += 1


def filed(exam: Examination) -> CycleModel:
    """What the maker of a machine of type B filed: plan, front, coins."""
    return need_cycle(exam.model, "this check needs")


def largest_cents(exam: Examination) -> int:
    """The largest prize that the front announces."""
    return max(int(row.cents) for row in filed(exam).paytable)


def special_too(exam: Examination, found: Findings, *rows: str) -> None:
    """What was found of rows of article 6 holds for S-01, too: a special machine must meet them all."""
    if not exam.model.special:
        found["S-01"] = not_applicable("No es una máquina especial", "Not a special machine")
        return
    for row in rows:
        if row in found.rows:
            found["S-01"] = found.rows[row]


def change_of(cents: int, coins: tuple[int, ...]) -> list[int]:
    """Coins of this value, the largest first."""
    found = []
    for coin in sorted(coins, reverse=True):
        found += [coin] * (cents // coin)
        cents %= coin
    return found


def shown(bench: Bench, counter: str, since: int = 0) -> list[int]:
    """Everything that a counter has shown while it was lit, from the ``since``-th thing seen on."""
    texts = (
        one.fields[counter]
        for one in bench.seen[since:]
        if one.kind == "display" and one.fields["name"] == "counters"
    )
    return [cents(text) for text in texts if readable(text)]


def rises(values: list[int]) -> int:
    """How often the next value is larger than the one before."""
    return sum(after > before for before, after in pairwise(values))
