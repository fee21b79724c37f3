# SPDX-License-Identifier: MIT
"""A machine left alone with a price plays by itself when the law's time is over (B-11)."""

from __future__ import annotations

from fractions import Fraction

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import LATE_MS, bench_of, count_of, driven, measured, recorded, special_too
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, Findings, Method, Words, judged


@driven("B-11")
def examine(exam: Examination, found: Findings) -> None:
    """Insert the price of a few plays and take the hands away."""
    plays = exam.pick(3, 5, 20)
    limit_ms = exam.law.value("B-11")
    with recorded(exam, "alone") as bench:
        waits_us, stakes = _alone(bench, plays)
    empty = _without_price(exam)
    shortest, longest = (Fraction(one(waits_us, default=0), 1_000) for one in (min, max))
    found["B-11"] = judged(
        Words(
            f"Sin nadie que pulse empiezan {len(waits_us)} partidas sencillas, a su tiempo y una a una",
            f"With nobody pressing {len(waits_us)} single plays start, in time and one by one",
        ),
        Method.OBSERVED,
        measured("plays", "partidas solas", "plays alone", len(waits_us), "plays", plays, AT_LEAST),
        measured("soonest", "espera menor", "shortest wait", shortest, "ms", limit_ms, AT_LEAST),
        measured(
            "latest",
            f"espera mayor, con {LATE_MS} ms de medida",
            f"longest wait, {LATE_MS} ms to see it",
            longest,
            "ms",
            limit_ms + LATE_MS,
            AT_MOST,
        ),
        measured(
            "stake",
            "mayor apuesta sola",
            "largest stake alone",
            max(stakes, default=0),
            "cents",
            exam.model.price_cents,
            AT_MOST,
        ),
        count_of("no_price", "partidas sin el precio", "plays without a price", empty),
        files=("alone.jsonl",),
    )
    special_too(exam, found, "B-11")


def _alone(bench: Bench, plays: int) -> tuple[list[int], list[int]]:
    """Waits of the plays that begin by themselves, in us from when START went live, and their stakes."""
    price = bench.cab.model.price_cents
    coin = max(coin for coin in bench.cab.model.coins_cents if coin <= price)
    for _ in range(-(-plays * price // coin)):
        bench.insert(coin)
    # Coins that fell while the machine could have begun count as touching it.
    bench.until(lambda: len(bench.starts) >= plays or bench.credits < price, plays * 30_000)
    live = [one.t_us for one in bench.of("lamp", name="start", on=True)]
    waits = [start.t_us - max((t for t in live if t < start.t_us), default=0) for start in bench.starts]
    return waits, [start.stake_cents for start in bench.starts]


def _without_price(exam: Examination) -> int:
    """Plays that an empty machine begins, and one with less than a price."""
    bench = bench_of(exam)
    bench.wait(20_000)
    bench.insert(min(exam.model.coins_cents))
    if bench.credits < exam.model.price_cents:
        bench.wait(20_000)
        return len(bench.starts)
    return 0
