# SPDX-License-Identifier: MIT
"""No money is taken and no play starts while the hoppers cannot pay any prize of the plan (B-20)."""

from __future__ import annotations

from functools import partial

from emulator.lab.bench.attendant import in_the_menu
from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import (
    bench_of,
    change_of,
    count_of,
    driven,
    filed,
    largest_cents,
    measured,
    recorded,
)
from emulator.lab.bench.reading import euros, payable
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Findings, Method, Words, judged
from machines.model import Model

_ALONE_MS = 9_000
# The page of the hoppers in the service menu, and what it says where it would dump one.
_HOPPERS, _DUMP = "PAGADORES", "VACIAR"
_DUMP_MS = 900_000
_FEW = 60


@driven("B-20")
def examine(exam: Examination, found: Findings) -> None:
    """Hoppers one coin short of the largest prize, and then ever fewer coins, down to none."""
    short, short_starts = _short(exam)
    allowed, unpaid, refused = _boundary(exam)
    emptied = _emptied(exam)
    dumped, dumped_starts = _dumped(exam)
    double = _double(exam)
    largest = largest_cents(exam)
    found["B-20"] = judged(
        Words(
            f"Sin monedas para el premio mayor ({largest} céntimos) o para cualquier otro no toma dinero ni "
            f"juega; con ellas sí ({allowed} casos, {refused} rechazados)",
            f"Without coins for the largest prize ({largest} cents) or any other it takes no money and plays "
            f"nothing; with them it does ({allowed} cases, {refused} refused)",
        ),
        Method.OBSERVED,
        count_of("taken", "dinero tomado sin reserva", "money taken without coins to pay", short, "cents"),
        count_of("starts", "partidas sin reserva", "plays without coins to pay", short_starts, "plays"),
        count_of(
            "unpaid", "partidas con un premio impagable", "plays with a prize not payable", unpaid, "plays"
        ),
        count_of(
            "emptied",
            "partidas tras vaciar los pagadores",
            "plays after hoppers were emptied",
            emptied,
            "plays",
        ),
        *(
            [
                count_of(
                    "dumped",
                    "partidas tras vaciar solo uno",
                    "plays after one was dumped",
                    dumped_starts,
                    "plays",
                )
            ]
            if dumped
            else []
        ),
        count_of(
            "double", "jugadas dobles sin reserva", "double plays without coins to pay", double, "plays"
        ),
        measured("allowed", "casos con juego", "cases that play", allowed, "cases", 1, AT_LEAST),
        measured("refused", "casos sin juego", "cases that do not", refused, "cases", 1, AT_LEAST),
        files=("short_0.jsonl", "emptied.jsonl", *(f"dumped_{cents}.jsonl" for cents in dumped)),
    )


def _values(model: Model) -> tuple[int, int]:
    """The smaller and the larger coin of the hoppers."""
    return model.hoppers[0].cents, model.hoppers[-1].cents


def _short(exam: Examination) -> tuple[int, int]:
    """Hoppers that hold less than the largest prize: cents that were taken all the same, and starts."""
    small, big = _values(exam.model)
    largest = largest_cents(exam)
    most = exam.model.hoppers[-1].capacity
    one_short = (largest - small) // big
    tens = min(exam.model.hoppers[0].capacity, (largest - small) // small)
    rest = (largest - small - one_short * big) // small
    cases = (
        {big: min(one_short, most), small: rest},
        {big: most, small: 0},
        {big: 0, small: tens},
        {big: 0, small: 0},
    )
    taken = starts = 0
    for number, hoppers in enumerate(cases):
        with recorded(exam, f"short_{number}", hoppers=hoppers) as bench:
            bench.insert(*exam.model.coins_cents)
            taken += bench.credits + bench.reserve
            starts += _tries(bench)
    return taken, starts


def _tries(bench: Bench) -> int:
    """Starts that presses bring about, or the machine by itself."""
    before = len(bench.starts)
    for button in ("start", "double"):
        bench.press(button)
    bench.wait(_ALONE_MS)
    return len(bench.starts) - before


def _boundary(exam: Examination) -> tuple[int, int, int]:
    """
    Ever more coins of the smaller kind: which machines play, and which of those could not pay some prize.
    """
    small, big = _values(exam.model)
    price = exam.model.price_cents
    prizes = sorted({int(row.cents) for row in filed(exam).paytable})
    allowed = unpaid = refused = 0
    for count in range(1, 5 * big // small, exam.pick(4, 2, 1)):
        bench = bench_of(exam, hoppers={big: exam.model.hoppers[-1].fill, small: count})
        bench.insert(big)
        if not bench.until(partial(bench.lit, "start"), 6_000):
            refused += 1
            continue
        allowed += 1
        levels, rest = bench.cab.hopper_levels, bench.credits + bench.reserve - price
        debts = (bench.credits + bench.reserve,)
        unpaid += not all(
            payable(levels, (*debts, prize)) and payable(levels, (rest, prize)) for prize in prizes
        )
    return allowed, unpaid, refused


def _emptied(exam: Examination) -> int:
    """Starts after somebody took all coins out of a machine that was ready to play."""
    with recorded(exam, "emptied") as bench:
        bench.insert(max(exam.model.coins_cents))
        bench.play()
        for hopper in exam.model.hoppers:
            bench.cab.empty(hopper.cents)
        bench.wait(600)
        return _tries(bench)


def _dumped(exam: Examination) -> tuple[list[int], int]:
    """
    One hopper alone is dumped by the service menu: those that were, and starts with a prize not payable.

    What the other one holds may be enough, and then the machine may play.
    """
    prizes = sorted({int(row.cents) for row in filed(exam).paytable})
    dumped, starts = [], 0
    for hopper in exam.model.hoppers:
        with recorded(exam, f"dumped_{hopper.cents}") as bench:
            bench.insert(max(exam.model.coins_cents))
            bench.play()
            with in_the_menu(bench) as attendant:
                if not attendant.enter(_HOPPERS) or not attendant.find(_named(hopper.cents), _DUMP):
                    continue
                attendant.step("start")
                bench.until(lambda cents=hopper.cents: not bench.cab.hopper_levels[cents], _DUMP_MS)  # type: ignore[misc]
                bench.wait(_ALONE_MS)
            dumped.append(hopper.cents)
            levels, made = bench.cab.hopper_levels, _tries(bench)
            starts += 0 if all(payable(levels, (prize,)) for prize in prizes) else made
    return dumped, starts


def _named(cents: int) -> str:
    return euros(cents, ",").removesuffix(" EUR")


def _double(exam: Examination) -> int:
    """Double plays with one coin less than the largest two prizes of the plan need."""
    stakes = filed(exam).stakes_cents
    if len(stakes) < 2:
        return 0
    small, big = _values(exam.model)
    double = max(pair.cents for pair in filed(exam).plan.pairs())
    # Enough of the smaller coins for their hopper not to be called nearly empty.
    coins, rest = divmod(double - small - _FEW * small, big)
    bench = bench_of(exam, hoppers={big: coins, small: _FEW + rest // small})
    bench.insert(*change_of(2 * exam.model.price_cents, exam.model.coins_cents))
    bench.until(lambda: bench.lit("start"), 6_000)
    before = len(bench.starts)
    bench.press("double")
    return sum(start.stake_cents == stakes[1] for start in bench.starts[before:])
