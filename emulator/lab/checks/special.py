# SPDX-License-Identifier: MIT
"""Special machines are not linked among themselves: there is no socket, and no pot is shown (S-03)."""

from __future__ import annotations

from emulator.lab.bench.driving import count_of, driven, not_applicable, recorded
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Findings, Method, Words, judged


@driven("S-03")
def examine(exam: Examination, found: Findings) -> None:
    """Look at the front and behind: a special machine has no link."""
    if not exam.model.special:
        found["S-03"] = not_applicable("No es una máquina especial", "Not a special machine")
        return
    with recorded(exam, "alone") as bench:
        bench.insert(max(exam.model.coins_cents))
        play = bench.play()
        sockets = int(bench.cab.link is not None)
        pots = len(bench.cab.pots_cents)
    found["S-03"] = judged(
        Words(
            "No tiene conexión con otras ni bote común, y juega sola",
            "It has no link to others and no common pot, and plays alone",
        ),
        Method.OBSERVED,
        count_of("links", "conexiones", "links", sockets, "links"),
        count_of("pots", "botes mostrados", "pots shown", pots, "pots"),
        count_of(
            "unplayed", "partidas que no empiezan sola", "plays that need a link", int(not play.stake_cents)
        ),
        files=("alone.jsonl",),
    )
