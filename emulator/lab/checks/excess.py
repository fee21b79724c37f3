# SPDX-License-Identifier: MIT
"""Money above the limits, or while the machine cannot play, comes back whole (B-21)."""

from __future__ import annotations

from collections.abc import Callable

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import bench_of, count_of, driven, filed, measured, recorded
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, EXACTLY, Findings, Method, Words, judged

_FAST_MS = 60
_FAST_COINS = 30


@driven("B-21")
def examine(exam: Examination, found: Findings) -> None:
    """Fill the machine to the brim, then go on; insert in every state in which it cannot play."""
    with recorded(exam, "full") as bench:
        owned = bench.wealth()
        room = exam.law.value("B-12") + (_reserve_max(exam) or 0)
        most, above = _fill(bench, room)
        staked = sum(start.stake_cents for start in bench.starts)
        lost = owned - staked + bench.prizes + bench.paid - bench.wealth()
    kept = [name for name, act in _STATES.items() if _keeps(exam, act)]
    vanished = _too_fast(exam)
    found["B-21"] = judged(
        Words(
            f"Lleno hasta {most} céntimos, devuelve toda moneda que no cabe; también con puerta abierta, "
            "contador suelto, sin corriente y mientras paga",
            f"Filled to {most} cents it returns every coin that does not fit; also with the door open, a "
            "meter unplugged, no power, and while it pays",
        ),
        Method.OBSERVED,
        measured("most", "dinero dentro", "money inside", most, "cents", room, AT_MOST),
        count_of(
            "above", "monedas tomadas por encima del límite", "coins taken above the limit", above, "coins"
        ),
        count_of("closed", "estados que retienen", "states that keep a coin", len(kept), "states"),
        measured("lost", "dinero perdido", "money lost", lost, "cents", 0),
        measured(
            "fast",
            "dinero perdido al insertar deprisa",
            "money lost when fed fast",
            vanished,
            "cents",
            0,
            EXACTLY,
        ),
        files=("full.jsonl", "fast.jsonl"),
    )


def _reserve_max(exam: Examination) -> int:
    money = filed(exam).draft.money
    return 0 if money is None else int(money.reserve_max_cents or 0)


def _fill(bench: Bench, room: int) -> tuple[int, int]:
    """Insert the largest coin, then ever smaller ones; the most inside, and coins taken above the limit."""
    above = 0
    for coin in sorted(bench.cab.model.coins_cents, reverse=True):
        for _ in range(room // coin + 2):
            before = bench.credits + bench.reserve
            bench.insert(coin)
            inside = bench.credits + bench.reserve
            above += inside > room
            if inside == before:
                break
    return bench.credits + bench.reserve, above


def _cut(bench: Bench) -> None:
    bench.cab.power_off()


def _open(bench: Bench) -> None:
    bench.cab.open_door()


def _unplug(bench: Bench) -> None:
    bench.cab.unplug("plays")


def _pay(bench: Bench) -> None:
    bench.until(lambda: bench.lit("collect"), 5_000)
    bench.press("collect")


_STATES: dict[str, Callable[[Bench], None]] = {
    "no power": _cut,
    "door open": _open,
    "meter unplugged": _unplug,
    "paying": _pay,
}


def _keeps(exam: Examination, act: Callable[[Bench], None]) -> bool:
    """Whether a machine in this state keeps a coin."""
    bench = bench_of(exam)
    coin = min(exam.model.coins_cents)
    bench.insert(*[max(exam.model.coins_cents)] * 2)
    act(bench)
    bench.wait(200)
    accepted, tray = len(bench.of("coin_accepted")), bench.cab.tray.get(coin, 0)
    bench.cab.insert(coin)
    bench.wait(900)
    return len(bench.of("coin_accepted")) > accepted or bench.cab.tray.get(coin, 0) <= tray


def _too_fast(exam: Examination) -> int:
    """Coins thrown in much faster than one can: what is neither on the counters nor in the tray."""
    coin = sorted(exam.model.coins_cents)[1]
    with recorded(exam, "fast", purse={coin: _FAST_COINS}) as bench:
        for _ in range(_FAST_COINS):
            bench.cab.insert(coin)
            bench.wait(_FAST_MS)
        bench.wait(1_500)
        return coin * _FAST_COINS - bench.credits - bench.reserve - bench.cab.tray_cents
