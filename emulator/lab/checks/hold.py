# SPDX-License-Identifier: MIT
"""Reels of a losing play held for the next one, and never of a winning one (B-23)."""

from __future__ import annotations

from dataclasses import dataclass

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import count_of, driven, feed, filed, measured, not_applicable, recorded
from emulator.lab.bench.reading import Play
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, Findings, Method, Words, judged

_FILES = ("hold.jsonl",)
_BLINK_MS = 1_100


@dataclass
class Seen:
    """What the plays of the visit showed."""

    plays: int = 0
    offers: int = 0
    held: int = 0
    after_wins: int = 0
    slipped: int = 0
    stayed: int = 0
    all_held: int = 0
    dearer: int = 0


@driven("B-23")
def examine(exam: Examination, found: Findings) -> None:
    """Press every hold button after every play, winning or not, and see which reels keep still."""
    declared = filed(exam).hold
    with recorded(exam, "hold") as bench:
        seen = _visit(bench, exam.pick(30, 80, 400))
    if not declared and not seen.offers and not seen.held:
        found["B-23"] = not_applicable(
            "No declara retención, y ningún rodillo pudo retenerse",
            "It declares no hold, and no reel could be held",
        )
        return
    found["B-23"] = judged(
        Words(
            f"En {seen.plays} partidas se ofreció retener {seen.offers} veces y se retuvo {seen.held}, nunca "
            "tras un premio ni todos los rodillos",
            f"In {seen.plays} plays a hold was offered {seen.offers} times and taken {seen.held}, never "
            "after a prize nor of all reels",
        ),
        Method.OBSERVED,
        measured("held", "retenciones hechas", "holds made", seen.held, "times", 1, AT_LEAST)
        if declared
        else measured("held", "no declaradas", "not declared", seen.held, "times", 0, AT_MOST),
        count_of("after_wins", "retenciones tras premio", "holds after a prize", seen.after_wins),
        count_of("slipped", "rodillos retenidos que giran", "held reels that turn", seen.slipped),
        count_of("stayed", "retenciones que duran más", "holds that last on", seen.stayed),
        count_of("all_held", "partidas sin girar nada", "plays with nothing turning", seen.all_held),
        count_of("dearer", "cambios de precio", "changes of the price", seen.dearer),
        files=_FILES,
    )


def _visit(bench: Bench, plays: int) -> Seen:
    """Play so often; after every third play press no button, or the last hold would hide that it stays."""
    seen, reels = Seen(), set(range(1, len(bench.cab.reels) + 1))
    bench.insert(max(bench.cab.model.coins_cents))
    last = bench.play()
    marked: set[int] = set()
    for number in range(plays):
        feed(bench)
        if not bench.until(lambda: bench.lit("start"), 15_000, step_ms=20):
            break
        before = bench.stops
        pressed, marked = bool(marked), set()
        if number % 3 != 2:
            seen.offers += _offered(bench, reels)
            marked = _mark(bench, reels, number)
        play = bench.play()
        seen.plays += 1
        _judge(seen, reels, marked, before, last, play, bench.cab.model.price_cents)
        seen.stayed += pressed and not marked and play.moved != reels
        last = play
    return seen


def _offered(bench: Bench, reels: set[int]) -> bool:
    """Whether a hold lamp is lit or blinks."""
    lit = False
    for _ in range(0, _BLINK_MS, 100):
        lit |= any(bench.lit(f"hold_{reel}") for reel in reels if f"hold_{reel}" in bench.cab.lamps)
        bench.wait(100)
    return lit


def _mark(bench: Bench, reels: set[int], number: int) -> set[int]:
    """Press hold buttons: one, or all of them; return the reels whose lamp then stays lit."""
    buttons = sorted(reel for reel in reels if f"hold_{reel}" in bench.cab.lamps)
    for reel in buttons if number % 3 else buttons[number // 3 % len(buttons) :][:1]:
        bench.press(f"hold_{reel}", 60)
    lit = {reel for reel in buttons if bench.lit(f"hold_{reel}")}
    bench.wait(500)
    return {reel for reel in lit if bench.lit(f"hold_{reel}")}


def _judge(
    seen: Seen, reels: set[int], marked: set[int], before: tuple[int, ...], last: Play, play: Play, price: int
) -> None:
    """What one play says of the reels that were marked for it."""
    still = reels - play.moved
    seen.held += bool(still)
    seen.after_wins += bool(still or marked) and last.prize_cents > 0
    seen.slipped += any(reel in play.moved or play.stops[reel - 1] != before[reel - 1] for reel in marked)
    seen.all_held += not play.moved
    seen.dearer += play.stake_cents != price
