# SPDX-License-Identifier: MIT
"""A prize gambled: doubled or lost, never above the maximum prize; and none where none is declared (B-22)."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import count_of, driven, filed, measured, not_applicable, recorded
from emulator.lab.bench.prepare import approach, prepare, ready
from emulator.lab.bench.reading import euros
from emulator.lab.bench.search import Budget, Made, Wish, prize_next
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, Findings, Method, Words, judged

_BUDGETS = (Budget(2_000, 10), Budget(2_000, 40))


@driven("B-22")
def examine(exam: Examination, found: Findings) -> None:
    """Win a prize, then dare it as often as the machine offers."""
    gamble, limit = filed(exam).gamble, exam.law.value("B-04")
    most = min(gamble.most_cents(1), limit) if gamble else limit
    halvings = range(exam.pick(3, 6, 8))
    wishes = [_wish(most >> 1 + times) for times in halvings] if gamble else [prize_next(1)]
    prepared = [prepare(exam, wish, *_BUDGETS) for wish in wishes]
    offers = dares = won = odd = largest = 0
    files = []
    for number, one in enumerate(prepared):
        if one.found is None:
            continue
        name = f"gamble_{number}"
        with recorded(exam, name, seed=one.found.seed) as bench:
            approach(bench, one.found.play - 1)
            ready(bench)
            took = _dare(bench, bench.prizes, one.found.plays[-1].won_cents)
        files.append(f"{name}.jsonl")
        offers, dares, won, odd = offers + took[0], dares + took[1], won + took[2], odd + took[3]
        largest = max(largest, took[4])
    if gamble is None and not dares:
        found["B-22"] = not_applicable(
            "No declara juego de doble o nada, y DOBLE no arriesgó ningún premio",
            "It declares no double or nothing, and DOUBLE gambled no prize",
        )
        return
    found["B-22"] = judged(
        Words(
            f"Con {offers} premios ofrecidos se arriesgó {dares} veces y se ganaron {won}; el mayor "
            f"resultado es de {largest} céntimos",
            f"Of {offers} prizes offered {dares} dares were made and {won} won; the largest result "
            f"is {largest} cents",
        ),
        Method.OBSERVED,
        measured("dares", "veces arriesgado", "dares", dares, "times", 1, AT_LEAST)
        if gamble
        else measured("dares", "juegos no declarados", "gambles not declared", dares, "times", 0, AT_MOST),
        measured("largest", "mayor resultado", "largest result", largest, "cents", limit, AT_MOST),
        count_of("odd", "resultados que no son doble ni nada", "results neither double nor nothing", odd),
        files=files,
    )


def _wish(cents: int) -> Wish:
    """A play that wins something that can still be doubled, this much at most and more than half of it."""

    def brought(plays: Sequence[Made]) -> bool:
        return cents // 2 < plays[-1].won_cents <= cents

    name = Words(f"un premio de hasta {euros(cents, ',')}", f"a prize of up to {euros(cents)}")
    return Wish(name, brought, prize_cents=cents // 2 + 1)


def _dare(bench: Bench, before: int, prize: int) -> tuple[int, int, int, int, int]:
    """
    Make the play, which wins this prize, and press DOUBLE while it is offered.

    Returns:
        Offers, dares, dares won, results that are neither double nor nothing, the largest in cents.
    """
    bench.press("start")
    bench.settle()
    offers = int(bench.asks())
    dares = 0
    while bench.asks() and dares < 20:
        bench.press("double")
        bench.wait(600)
        dares += 1
        bench.settle()
    bench.keep()
    bench.until(lambda: bench.lit("start"), 15_000)
    result = bench.prizes + bench.paid - before
    starts = len(bench.starts)
    bench.press("double")
    bench.wait(300)
    # Without an offer DOUBLE starts a play, or nothing; it moves no prize.
    if not offers and len(bench.starts) == starts and bench.prizes + bench.paid - before != result:
        dares += 1
    won = dares if result else max(dares - 1, 0)
    odd = int(result not in (0, prize << dares))
    return offers, dares, won, odd, result
