# SPDX-License-Identifier: MIT
"""
The last ten plays, recalled from the memory, beside the same plays as they were seen from outside (G-30).

The memory is read as ``azar recall`` reads it; that a person can page to the same in the service menu is
the matter of the scenario ``service_disputed_play``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulator.lab.bench.drill import visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.records.recall import Play, recent_plays

_FILE = "recall.json"
_WANTED = 10


class Watched(NamedTuple):
    """One press of START as it was seen: plays that it began, and what they cost, won and showed."""

    starts: int
    stake_cents: int
    prize_cents: int
    stops: tuple[int, ...]
    before_cents: int
    """Credits as START was pressed."""


def examine(exam: Examination) -> Findings:
    """Play more than ten plays, then recall them, and again after a power cut."""
    found, visitor = Findings(), visitor_of(exam)
    with visitor.cab as cab:
        watched = [_watch(visitor) for _ in range(exam.pick(12, 20, 40))]
        recalled = recent_plays(cab.nvram, cab.seals, exam.model)
        visitor.bench.power_cycle()
        visitor.bench.wait(6_000)
        again = recent_plays(cab.nvram, cab.seals, exam.model)
    wrong, compared = _differences(watched, recalled)
    exam.keep(
        _FILE,
        {
            "seen": [one._asdict() for one in watched],
            "recalled": [one.as_dict() for one in recalled],
            "differences": wrong,
        },
    )
    _judge(found, compared, wrong, recalled == again)
    return found


def _watch(visitor: Visitor) -> Watched:
    visitor.pay_in()
    before, starts = visitor.credits_cents, len(visitor.bench.starts)
    made = visitor.play()
    begun = len(visitor.bench.starts) - starts
    return Watched(begun, made.stake_cents, made.prize_cents, visitor.bench.stops, before)


def _differences(watched: Sequence[Watched], recalled: Sequence[Play]) -> tuple[list[str], int]:
    """What a recalled play says otherwise than it was seen, and how many recalled plays were compared."""
    wrong, at = [], 0
    for back, seen in enumerate(reversed(watched)):
        rows = recalled[at : at + seen.starts]
        if len(rows) < seen.starts or not rows:
            break
        at += seen.starts
        if sum(row.stake_cents for row in rows) != seen.stake_cents:
            wrong.append(f"stake, {back} back")
        if sum(row.prize_cents for row in rows) != seen.prize_cents:
            wrong.append(f"prize, {back} back")
        last = rows[0]
        if seen.stops and len(last.steps) <= 1 and last.stops[-1] != seen.stops:
            wrong.append(f"stops, {back} back")
        if rows[-1].credits_before_cents != seen.before_cents:
            wrong.append(f"credits, {back} back")
    return wrong, at


def _judge(found: Findings, compared: int, wrong: Sequence[str], kept: bool) -> None:
    said = Words(
        f"Las {compared} últimas partidas se recuerdan con créditos, apuesta, premio y rodillos tal como"
        " se vieron, también tras un corte de corriente",
        f"The last {compared} plays are recalled with credits, stake, prize and stops as they were seen,"
        " also after a power cut",
    )
    if wrong or not kept:
        first = wrong[0] if wrong else "power cut"
        said = Words(
            f"Lo recordado no es lo visto: {first}", f"What is recalled is not what was seen: {first}"
        )
    found["G-30"] = judged(
        said,
        Method.PLAYED,
        Figure(
            "recalled", Words("partidas recordadas", "plays recalled"), compared, "plays", _WANTED, AT_LEAST
        ),
        Figure("wrong", Words("diferencias", "differences"), len(wrong), "", 0, EXACTLY),
        Figure("kept", Words("igual tras el corte", "the same after the cut"), int(kept), "", 1, EXACTLY),
        files=(_FILE,),
    )
