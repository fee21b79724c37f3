# SPDX-License-Identifier: MIT
"""The reserve counter: moves at 0 credits by a press alone, and is given back whole (B-13)."""

from __future__ import annotations

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import (
    bench_of,
    count_of,
    driven,
    filed,
    measured,
    not_applicable,
    recorded,
    rises,
    shown,
)
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Finding, Findings, Method, Words, judged

_IDLE_MS = 30_000


@driven("B-13")
def examine(exam: Examination, found: Findings) -> None:
    """Fill the credits and some reserve, play the credits away, and ask for everything back."""
    if not filed(exam).reserve:
        found["B-13"] = _absent(exam)
        return
    with recorded(exam, "reserve") as bench:
        inside = _load(bench)
        early, alone, moved, grown = _play_down(bench)
    returned, owed = _refund(exam)
    found["B-13"] = judged(
        Words(
            f"Con {inside} céntimos en reserva, solo pasan a créditos cuando estos son 0 y el jugador pulsa; "
            f"al pedirlos vuelven {returned} de {owed}",
            f"With {inside} cents in reserve they move to credits only at 0 and by a press; {returned} of "
            f"{owed} come back when asked for",
        ),
        Method.OBSERVED,
        count_of("early", "traspasos con créditos", "moves above 0 credits", early),
        count_of("alone", "traspasos sin pulsar", "moves without a press", alone),
        count_of("prizes", "subidas sin moneda", "rises without a coin", grown),
        measured("moved", "traspasado al pulsar", "moved by the press", moved, "cents", inside),
        measured("refund", "devuelto al pedirlo", "returned when asked", returned, "cents", owed),
        files=("reserve.jsonl",),
    )


def _absent(exam: Examination) -> Finding:
    """Not declared: what exceeds the credits comes back, and no counter keeps it."""
    with recorded(exam, "reserve") as bench:
        _load(bench)
        kept = max(shown(bench, "reserve"), default=0)
    if kept:
        return judged(
            Words("No la declara, y el contador guarda dinero", "None declared, and the counter keeps money"),
            Method.OBSERVED,
            measured("kept", "en reserva", "in reserve", kept, "cents", 0),
            files=("reserve.jsonl",),
        )
    return not_applicable(
        "No declara contador de reserva, y ninguno guardó dinero",
        "It declares no reserve counter, and none kept money",
    )


def _load(bench: Bench) -> int:
    """Fill the credits and put a bit more in; return what stands in reserve."""
    coin = max(bench.cab.model.coins_cents)
    before = -1
    for _ in range(40):
        if bench.reserve >= coin or bench.credits + bench.reserve == before:
            break
        before = bench.credits + bench.reserve
        bench.insert(coin)
    return bench.reserve


def _play_down(bench: Bench) -> tuple[int, int, int, int]:
    """
    Play until no credits are left, pressing RESERVE before each play.

    Returns:
        Moves above 0 credits, moves with no press, what the press at 0 moved, rises without a coin.
    """
    since, inside, early = len(bench.seen), bench.reserve, 0
    while bench.credits >= bench.cab.model.price_cents:
        bench.press("reserve")
        early += bench.reserve != inside
        bench.play()
    bench.wait(_IDLE_MS)
    alone = int(bench.reserve != inside)
    before = bench.credits
    bench.press("reserve")
    return early, alone, bench.credits - before, rises(shown(bench, "reserve", since))


def _refund(exam: Examination) -> tuple[int, int]:
    """What comes back when COLLECT is pressed, and what was inserted."""
    bench = bench_of(exam)
    _load(bench)
    owed = bench.credits + bench.reserve
    returned = 0
    while bench.held and returned < owed:
        returned += bench.collect()
    return returned, owed
