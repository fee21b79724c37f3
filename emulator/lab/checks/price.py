# SPDX-License-Identifier: MIT
"""The price of a play: coins one by one until the machine plays, and what the play takes (B-01, B-02)."""

from __future__ import annotations

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import driven, measured, not_applicable, recorded, special_too
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, EXACTLY, Figure, Findings, Method, Words, judged

# After the law's 5 s a machine with a price plays by itself; longer than that nothing may start.
_ALONE_MS = 12_000
_PLAYS = 3


@driven("B-01", "B-02")
def examine(exam: Examination, found: Findings) -> None:
    """Insert the smallest coin again and again; below the price nothing starts, with it one play does."""
    with recorded(exam, "price") as bench:
        enough_cents = _least(bench)
        stakes = {start.stake_cents for start in bench.starts}
        bench.insert(*[max(exam.model.coins_cents)] * 2)
        stakes |= {bench.play().stake_cents for _ in range(_PLAYS)}
    dearest, cheapest = max(stakes), min(stakes)
    said = Words(
        f"La partida empieza con {enough_cents} céntimos y no con menos; toma {dearest}",
        f"A play starts with {enough_cents} cents and with no less; it takes {dearest}",
    )
    name = Words("precio mayor observado", "highest price seen")
    limit = exam.law.value("B-01")
    found["B-01"] = judged(
        said, Method.OBSERVED, Figure("price", name, dearest, "cents", limit, AT_MOST), files=("price.jsonl",)
    )
    exact = exam.law.limit("B-02")
    if exact is None:
        found["B-02"] = not_applicable(
            "El perfil no fija un precio único", "The profile does not name one price"
        )
    else:
        found["B-02"] = judged(
            said,
            Method.OBSERVED,
            Figure("price", name, dearest, "cents", exact),
            measured(
                "cheapest",
                "precio menor observado",
                "lowest price seen",
                cheapest,
                "cents",
                exact,
                EXACTLY,
            ),
            measured(
                "enough",
                "crédito con que empieza",
                "credit that starts one",
                enough_cents,
                "cents",
                exact,
                EXACTLY,
            ),
            files=("price.jsonl",),
        )
    special_too(exam, found, "B-01")


def _least(bench: Bench) -> int:
    """Cents on the credit counter with which the first play starts; below them START does nothing."""
    least = min(bench.cab.model.coins_cents)
    for inserted in range(least, 100 * least, least):
        bench.insert(least)
        bench.press("start")
        bench.wait(_ALONE_MS)
        if bench.starts:
            return inserted
    return 100 * least
