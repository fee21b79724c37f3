# SPDX-License-Identifier: MIT
"""A machine that nobody plays makes no sound (B-28)."""

from __future__ import annotations

from emulator.lab.bench.driving import count_of, driven, recorded
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Figure, Findings, Method, Words, judged


@driven("B-28")
def examine(exam: Examination, found: Findings) -> None:
    """Leave a machine alone: fresh, and again after somebody played and went."""
    minutes = exam.pick(10, 60, 24 * 60)
    with recorded(exam, "idle") as bench:
        bench.wait(minutes * 30_000)
        sounded = len(bench.of("buzzer", on=True))
        bench.insert(max(exam.model.coins_cents))
        bench.play()
        while bench.held:
            bench.collect()
        before = len(bench.of("buzzer", on=True))
        bench.wait(minutes * 30_000)
        sounded += len(bench.of("buzzer", on=True)) - before
    found["B-28"] = judged(
        Words(
            f"En {minutes} minutos sin jugador no suena nada",
            f"In {minutes} minutes without a player nothing sounds",
        ),
        Method.OBSERVED,
        count_of("sounds", "sonidos sin jugador", "sounds without a player", sounded),
        Figure("minutes", Words("minutos escuchados", "minutes listened to"), minutes, "minutes"),
        files=("idle.jsonl",),
    )
