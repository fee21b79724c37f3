# SPDX-License-Identifier: MIT
"""START without a pause: no play begins before the shortest time is over, a power cut in it or not (C-09)."""

from __future__ import annotations

from itertools import pairwise

from emulator.lab.bench.guest import BOOT_MS, Guest, StuckError, guest_at
from emulator.lab.bench.words import kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Figure, Findings, Method, Words, judged

# A press and a pause, so that hundreds of presses fall on every millisecond of a play in the end.
DOWN_MS, UP_MS = 31, 22
# How long before the limit a single press falls, and how long after it.
STEP_MS = 1
CUT_AFTER_MS = 300


def examine(exam: Examination) -> Findings:
    """Press as fast as a hand could, then once just before the limit, then through a power cut."""
    found = Findings()
    with kept(found, "C-09"):
        least_ms = exam.law.value("C-09")
        with guest_at(exam, "pace") as guest:
            gaps = _gaps(_mashed(guest, exam.pick(12, 60, 300)))
            early = _pressed_early(guest, least_ms)
        with guest_at(exam, "pace_cut") as guest:
            cut = _cut(guest)
        exam.keep("gaps.json", {"gaps_us": gaps, "after_a_cut_us": cut})
        limit = least_ms * 1_000
        found["C-09"] = judged(
            Words(
                f"INICIO pulsado cada {DOWN_MS + UP_MS} ms en {len(gaps) + 1} jugadas, y tras un corte",
                f"START pressed every {DOWN_MS + UP_MS} ms for {len(gaps) + 1} plays, and after a power cut",
            ),
            Method.OBSERVED,
            Figure("gap", Words("intervalo menor", "shortest gap"), min(gaps), "us", limit, AT_LEAST),
            Figure("gap_cut", Words("intervalo con corte", "gap with a cut"), cut, "us", limit, AT_LEAST),
            none_of(
                "early",
                f"partidas a {STEP_MS} ms del límite",
                f"plays {STEP_MS} ms before it",
                early,
                "plays",
            ),
            files=("gaps.json", "pace.jsonl", "pace_cut.jsonl"),
        )
    return found


def _gaps(starts: list[int]) -> list[int]:
    return [after - before for before, after in pairwise(starts)]


def _press(guest: Guest) -> None:
    guest.cab.press("start", DOWN_MS)
    guest.wait(DOWN_MS + UP_MS)


def _mashed(guest: Guest, plays: int) -> list[int]:
    """Press until so many plays have begun; when they did, in us."""
    price = guest.model.bets_cents[0]
    begun: list[int] = []
    guest.falls.clear()
    for _ in range(plays * 4_000):
        if len(begun) >= plays:
            break
        if guest.credits < price:
            begun += [at for at, _ in guest.falls]
            guest.finish()
            guest.top_up(20 * price)
            guest.falls.clear()
        _press(guest)
        if guest.locked:
            guest.finish()
        if len(begun) + len(guest.falls) >= plays:
            begun += [at for at, _ in guest.falls]
    if len(begun) < 2:
        raise StuckError(Words("no empieza ninguna jugada", "no play begins"))
    guest.finish()
    return begun[:plays]


def _pressed_early(guest: Guest, least_ms: int) -> int:
    """One press that ends a step before the limit: how many plays it started by then."""
    guest.play(2)
    guest.top_up(2 * guest.model.bets_cents[0])
    guest.until(lambda: guest.lit("start"), 15_000)
    if not guest.start():
        return 0
    falls, begun_us = len(guest.falls), guest.start_us
    wait_us = begun_us + (least_ms - STEP_MS - 100) * 1_000 - guest.cab.now_us
    if wait_us > 0 and not guest.offers():
        guest.cab.run_us(wait_us)
        guest.cab.press("start", 99)
        guest.cab.run_us(begun_us + least_ms * 1_000 - 1 - guest.cab.now_us)
    early = len(guest.falls) - falls
    guest.finish()
    return early


def _cut(guest: Guest) -> int:
    """From the start of a play to the next one, with a power cut soon after the first."""
    price = guest.model.bets_cents[0]
    guest.top_up(4 * price)
    guest.until(lambda: guest.lit("start"), 15_000)
    if not guest.start():
        raise StuckError(Words("no empieza ninguna jugada", "no play begins"))
    first = guest.start_us
    guest.wait(CUT_AFTER_MS)
    guest.cab.power_off()
    guest.wait(CUT_AFTER_MS)
    guest.cab.power_on()
    falls = len(guest.falls)
    for _ in range(10 * BOOT_MS // (DOWN_MS + UP_MS)):
        later = [at for at, cents in guest.falls[falls:] if cents == price]
        if later:
            return later[0] - first
        _press(guest)
    raise StuckError(Words("tras el corte no empieza otra jugada", "no other play begins after the cut"))
