# SPDX-License-Identifier: MIT
"""The credit counter filled with coins of every value and order: it stays within its maximum (B-12)."""

from __future__ import annotations

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import driven, measured, recorded, special_too
from emulator.lab.bench.reading import cents, readable
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Findings, Method, Words, judged


@driven("B-12")
def examine(exam: Examination, found: Findings) -> None:
    """Each coin alone until the counter is full, then all of them in turn, then the coin that exceeds."""
    limit = exam.law.value("B-12")
    tops, files = [], []
    for number, coins in enumerate(_orders(exam.model.coins_cents, limit)):
        name = f"coins_{number}"
        with recorded(exam, name) as bench:
            for coin in coins:
                bench.cab.insert(coin)
                bench.wait(250)
            bench.wait(900)
            tops.append(_top(bench))
        files.append(f"{name}.jsonl")
    found["B-12"] = judged(
        Words(
            f"Con monedas de cada valor el contador llega a {max(tops)} céntimos y no los pasa",
            f"With coins of every value the counter comes to {max(tops)} cents and not above",
        ),
        Method.OBSERVED,
        measured("credits", "crédito mayor", "most credits", max(tops), "cents", limit, AT_MOST),
        files=files,
    )
    special_too(exam, found, "B-12")


def _orders(coins: tuple[int, ...], limit: int) -> list[list[int]]:
    """Coins that together are more than the maximum, and two that would step over it."""
    alone = [[coin] * min(limit // coin + 3, 45) for coin in sorted(coins, reverse=True)]
    top = max(coins)
    mixed = [min(coins), *[top] * (limit // top), *coins, top]
    return [*alone, mixed]


def _top(bench: Bench) -> int:
    """The most that the credit counter showed."""
    shown = [one.fields["credits"] for one in bench.of("display", name="counters")]
    return max(cents(text) for text in shown if readable(text))
