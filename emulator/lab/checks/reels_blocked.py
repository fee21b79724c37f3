# SPDX-License-Identifier: MIT
"""A reel that does not turn freely stops the machine, and the play ends when it is free (K-17)."""

from __future__ import annotations

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import bench_of, count_of, driven, measured, not_applicable, recorded
from emulator.lab.bench.prepare import ready
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Findings, Method, Words, judged

_OUT_MS = 12_000


@driven("K-17")
def examine(exam: Examination, found: Findings) -> None:
    """Catch each reel at rest and in full turn; then let it go and have the door opened and closed."""
    if not exam.model.motor_steps:
        found["K-17"] = not_applicable("No tiene rodillos mecánicos", "It has no mechanical reels")
        return
    bench = bench_of(exam)
    _begin(bench)
    bench.settle()
    whole = bench.stops, bench.prizes + bench.paid, bench.credits
    reels = len(bench.cab.reels)
    running = turning = odd = cases = 0
    slowest_ms = 0
    for reel in range(1, reels + 1):
        for when_ms in exam.pick((0,) if reel > 1 else (0, 250), (0, 250, 600), range(0, 1_000, 100)):
            cases += 1
            with recorded(exam, f"reel_{reel}_{when_ms}") as bench:
                _begin(bench)
                noticed = _caught(bench, reel, when_ms)
                turning += bench.rolling
                slowest_ms = max(slowest_ms, noticed)
                running += not _out_of_service(bench)
                _mended(bench, reel)
                odd += (bench.stops, bench.prizes + bench.paid, bench.credits) != whole
    found["K-17"] = judged(
        Words(
            f"Con cada rodillo trabado, parado o girando ({cases} casos), la máquina se desconecta y avisa; "
            "libre de nuevo, la jugada acaba como debía",
            f"With each reel caught, at rest or turning ({cases} cases), the machine disconnects and calls; "
            "freed, the play ends as it should",
        ),
        Method.OBSERVED,
        count_of("running", "casos que siguen en servicio", "cases still in service", running, "cases"),
        count_of("turning", "casos en que aún gira algo", "cases with something turning", turning, "cases"),
        count_of("odd", "jugadas que acaban de otro modo", "plays that end otherwise", odd, "plays"),
        measured("noticed", "aviso más tardío", "latest call", slowest_ms, "ms", _OUT_MS, AT_MOST),
        files=("reel_1_0.jsonl",),
    )


def _begin(bench: Bench) -> None:
    ready(bench)
    bench.press("start", 60)


def _caught(bench: Bench, reel: int, when_ms: int) -> int:
    """Block a reel so long into the play; how many ms until somebody is called, and wait on."""
    bench.wait(when_ms)
    caught_us = bench.cab.now_us
    bench.cab.jam_reel(reel)
    called = bench.until(lambda: bench.lit("tower"), 2 * _OUT_MS)
    noticed_ms = (bench.cab.now_us - caught_us) // 1_000 if called else 2 * _OUT_MS
    bench.wait(max(0, _OUT_MS - noticed_ms))
    return noticed_ms


def _out_of_service(bench: Bench) -> bool:
    """Whether it calls, takes no coin and starts no play, pressed or by itself."""
    starts, accepted = len(bench.starts), len(bench.of("coin_accepted"))
    calls = bench.lit("tower")
    if bench.cab.model.coins_cents:
        bench.cab.insert(min(bench.cab.model.coins_cents))
    bench.press("start")
    bench.wait(9_000)
    return calls and (len(bench.starts), len(bench.of("coin_accepted"))) == (starts, accepted)


def _mended(bench: Bench, reel: int) -> None:
    """The reel is freed, and an attendant opens the door and closes it again."""
    bench.cab.jam_reel(reel, False)
    bench.cab.open_door()
    bench.wait(2_000)
    bench.cab.close_door()
    bench.wait(4_000)
    bench.settle()
