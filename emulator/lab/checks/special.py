# SPDX-License-Identifier: MIT
"""Special machines are not linked among themselves: there is no socket, and no pot is shown (S-03)."""

from __future__ import annotations

from emulator.lab.bench.driving import count_of, driven, measured, not_applicable, recorded
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Findings, Method, Words, judged


@driven("S-03")
def examine(exam: Examination, found: Findings) -> None:
    """Look at the front and behind: a special machine has no link."""
    if not exam.model.special:
        found["S-03"] = not_applicable("No es una máquina especial", "Not a special machine")
        return
    sockets = int(exam.cabinet().link is not None)
    pots = plays = 0
    if not sockets:
        with recorded(exam, "alone") as bench:
            bench.insert(max(exam.model.coins_cents))
            plays = bench.play().stake_cents // exam.model.price_cents
            pots = len(bench.cab.pots_cents)
    found["S-03"] = judged(
        Words(
            f"Conexiones con otras: {sockets}; botes comunes: {pots}; juega sola",
            f"Links to others: {sockets}; common pots: {pots}; it plays alone",
        ),
        Method.OBSERVED,
        count_of("links", "conexiones", "links", sockets, "links"),
        count_of("pots", "botes mostrados", "pots shown", pots, "pots"),
        measured("plays", "partidas sin conexión", "plays without a link", plays, "plays", 1, AT_LEAST),
        files=() if sockets else ("alone.jsonl",),
    )
