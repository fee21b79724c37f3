# SPDX-License-Identifier: MIT
"""How soon plays follow each other, however the buttons are hammered and the plug is pulled (B-10)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import driven, feed, mash, measured, recorded, special_too
from emulator.lab.bench.reading import busiest
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, Figure, Findings, Method, Words, judged

_EARLIEST_MS = 45
_OFF_MS = (2_900, 4_000, 4_990, 5_300, 700)


@driven("B-10")
def examine(exam: Examination, found: Findings) -> None:
    """Hammer START for more than ten minutes, press it to the millisecond, and pull the plug between."""
    law = exam.law.rules["B-10"]
    least_ms, window_ms = exam.law.value("B-10"), law.values["window_ms"]
    window = window_ms // 1_000
    hammered = _hammered(exam, window_ms + 20_000, least_ms)
    gaps_us = [after - before for before, after in pairwise(hammered)]
    closest = [min(gaps_us, default=0), _closest_us(exam, least_ms), _after_boots_us(exam)]
    found["B-10"] = judged(
        Words(
            f"Con el botón pulsado sin cesar empiezan {len(hammered)} partidas; también se pulsó milisegundo "
            "a milisegundo y tras cortes de corriente",
            f"With the button hammered {len(hammered)} plays start; it was also pressed millisecond by "
            "millisecond and after power cuts",
        ),
        Method.OBSERVED,
        Figure(
            "mean_gap",
            Words("duración media", "mean duration"),
            Fraction(sum(gaps_us), max(len(gaps_us), 1) * 1_000),
            "ms",
            least_ms,
            AT_LEAST,
        ),
        measured(
            "gap",
            "intervalo menor entre inicios",
            "shortest time between starts",
            Fraction(min(closest), 1_000),
            "ms",
            least_ms,
            AT_LEAST,
        ),
        measured(
            "in_window",
            f"más partidas en {window} s",
            f"most plays in {window} s",
            busiest(hammered, window_ms * 1_000),
            "plays",
            law.values["max_plays"],
            AT_MOST,
        ),
        files=("hammered.jsonl", "exact.jsonl", "boots.jsonl", "starts.json"),
    )
    special_too(exam, found, "B-10")


def _hammered(exam: Examination, ms: int, least_ms: int) -> list[int]:
    """When plays started while START was hammered for so long."""
    with recorded(exam, "hammered") as bench:
        bench.insert(*[max(exam.model.coins_cents)] * 2)
        _hammer(bench, exam.pick(ms, ms, 4 * ms), least_ms)
        times = [start.t_us for start in bench.starts]
    exam.keep("starts.json", {"starts_us": times})
    return times


def _hammer(bench: Bench, ms: int, least_ms: int) -> None:
    """Press START every 0.5 s, and eleven times a second around the time when it goes live again."""
    end_us = bench.cab.now_us + ms * 1_000
    while bench.cab.now_us < end_us:
        if not bench.rolling:
            feed(bench)
        since_ms = (bench.cab.now_us - bench.starts[-1].t_us) // 1_000 if bench.starts else least_ms
        bench.cab.press("start", 60)
        bench.wait(500 if since_ms < least_ms - 700 else 90)


def _closest_us(exam: Examination, least_ms: int) -> int:
    """START pressed a millisecond later in each play: the shortest time that was accepted."""
    shortest = []
    with recorded(exam, "exact") as bench:
        bench.insert(*[max(exam.model.coins_cents)] * 4)
        bench.play()
        for early_ms in range(_EARLIEST_MS, 0, exam.pick(-2, -1, -1)):
            last_us = bench.starts[-1].t_us
            _wait_until(bench, last_us + (least_ms - 1_000) * 1_000)
            feed(bench)
            _wait_until(bench, last_us + (least_ms - early_ms) * 1_000)
            for _ in range(2):
                bench.press("start", 40)
            if bench.starts[-1].t_us > last_us:
                shortest.append(bench.starts[-1].t_us - last_us)
            else:
                bench.play()
    return min(shortest, default=least_ms * 1_000)


def _wait_until(bench: Bench, t_us: int) -> None:
    if t_us > bench.cab.now_us:
        bench.cab.run_us(t_us - bench.cab.now_us)


def _after_boots_us(exam: Examination) -> int:
    """Power pulled between plays: the shortest time from a start or a power-on to the next start."""
    boots = []
    with recorded(exam, "boots") as bench:
        bench.insert(*[max(exam.model.coins_cents)] * 2)
        for wait_ms in _OFF_MS:
            mash(bench, 6_000, ("start",))
            bench.wait(wait_ms)
            bench.cab.power_off()
            bench.wait(30)
            bench.cab.power_on()
            boots.append(bench.cab.now_us)
            mash(bench, 7_000, ("start",), every_ms=97)
        starts = [start.t_us for start in bench.starts]
    times = sorted(starts + boots)
    return min(after - before for before, after in pairwise(times) if after not in boots)
