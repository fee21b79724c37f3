# SPDX-License-Identifier: MIT
"""
Reels turn at speeds that differ from play to play: at least two of them, the first among them (K-18).

Measured between 300 and 1,000 ms of each spin. A machine that draws its speeds at random from some 256 fails
a bound in fewer than 1 run of 10^6: half as many different speeds as plays, a spread of 5 %, and correlations
below 0.75 with the play before and between the reels, which is 7 standard errors at 40 plays.
"""

from __future__ import annotations

from fractions import Fraction

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import driven, measured, not_applicable, recorded
from emulator.lab.bench.prepare import ready
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Findings, Method, Words, judged

_TURN = 65_536
# Of a squared correlation: 0.75 squared.
_MOST = Fraction(9, 16)
_SPREAD = Fraction(1, 20)


@driven("K-18")
def examine(exam: Examination, found: Findings) -> None:
    """Time every reel over many plays."""
    if not exam.model.motor_steps:
        found["K-18"] = not_applicable("No tiene rodillos mecánicos", "It has no mechanical reels")
        return
    plays = exam.pick(40, 80, 1_000)
    with recorded(exam, "speeds") as bench:
        rows = [_turned(bench) for _ in range(plays)]
    reels = [list(reel) for reel in zip(*rows, strict=True)]
    exam.keep("speeds.json", {"unit": "1/65536 turn in 700 ms", "reels": reels})
    varying = [number for number, reel in enumerate(reels, start=1) if _varies(reel)]
    independent = _independent(reels, varying)
    most = max((_spread(reel) for reel in reels), default=Fraction(0))
    found["K-18"] = judged(
        Words(
            f"En {plays} partidas varían solos los rodillos {independent}, hasta {float(most * 100):.1f} %",
            f"In {plays} plays reels {independent} vary on their own, by up to {float(most * 100):.1f} %",
        ),
        Method.OBSERVED,
        measured(
            "varying", "rodillos que varían", "reels that vary", len(independent), "reels",
            exam.law.value("K-18"), AT_LEAST,
        ),
        measured("first", "varía el primero", "first varies", int(1 in independent), "reels", 1, AT_LEAST),
        files=("speeds.jsonl", "speeds.json"),
    )  # fmt: skip


def _turned(bench: Bench) -> tuple[int, ...]:
    """Start a play; how far each reel turns between 300 and 1,000 ms."""
    bench.until(lambda: not bench.rolling, 5_000)
    ready(bench)
    bench.cab.press("start")
    bench.until(lambda: bench.rolling, 300, step_ms=10)
    bench.wait(300)
    turned = [0] * len(bench.cab.reels)
    last = [reel.position_u16 for reel in bench.cab.reels]
    for _ in range(7):
        bench.wait(100)
        now = [reel.position_u16 for reel in bench.cab.reels]
        turned = [sum + (b - a) % _TURN for sum, a, b in zip(turned, last, now, strict=True)]
        last = now
    bench.settle()
    return tuple(turned)


def _spread(reel: list[int]) -> Fraction:
    """The range of its speeds over their mean."""
    return Fraction((max(reel) - min(reel)) * len(reel), max(sum(reel), 1))


def _varies(reel: list[int]) -> bool:
    """Whether its speeds are many, far apart, and not the last ones again."""
    many = len(set(reel)) >= min(len(reel) // 2, 100)
    return many and _spread(reel) >= _SPREAD and _squared(reel[1:], reel[:-1]) < _MOST


def _independent(reels: list[list[int]], varying: list[int]) -> list[int]:
    """Those that vary, without the ones that only follow an earlier one."""
    found: list[int] = []
    for number in varying:
        if all(_squared(reels[number - 1], reels[other - 1]) < _MOST for other in found):
            found.append(number)
    return found


def _squared(a: list[int], b: list[int]) -> Fraction:
    """The square of their correlation, exactly; 1 where one of them never changes."""
    n = len(a)
    over = n * sum(x * y for x, y in zip(a, b, strict=True)) - sum(a) * sum(b)
    spread = (n * sum(x * x for x in a) - sum(a) ** 2) * (n * sum(y * y for y in b) - sum(b) ** 2)
    return Fraction(over * over, spread) if spread else Fraction(1)
