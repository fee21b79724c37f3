# SPDX-License-Identifier: MIT
"""The game is shown by reels that motors turn, not by a screen (B-27)."""

from __future__ import annotations

from emulator.lab.bench.driving import driven, measured, recorded
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Findings, Method, Words, judged


@driven("B-27")
def examine(exam: Examination, found: Findings) -> None:
    """Play, and see which reels have a motor that sets off and comes to rest at what they show."""
    with recorded(exam, "motors") as bench:
        bench.insert(max(exam.model.coins_cents))
        play = bench.play()
        reels = len(exam.model.strips)
    found["B-27"] = judged(
        Words(
            f"El juego se ve en {reels} rodillos; giran con motor {len(play.moved)}",
            f"The game is shown on {reels} reels; {len(play.moved)} turn by a motor",
        ),
        Method.OBSERVED,
        measured(
            "motors",
            "rodillos con motor",
            "reels with a motor",
            len(play.moved),
            "reels",
            reels,
            EXACTLY,
        ),
        files=("motors.jsonl",),
    )
