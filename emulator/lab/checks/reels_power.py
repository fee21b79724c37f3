# SPDX-License-Identifier: MIT
"""Power cut while reels turn or coins fall: the whole spin and the payment are completed (K-16)."""

from __future__ import annotations

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import bench_of, count_of, driven, measured, recorded
from emulator.lab.bench.prepare import prepare, ready
from emulator.lab.bench.reading import readable
from emulator.lab.bench.search import Budget, prize_next
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, EXACTLY, Findings, Method, Words, judged

# The lamps, the self-test, and reels that look for their index.
_BOOT_MS = 8_000
_OFF_MS = 1_000
_COINS_LEFT = 40
_LOOK_MS = 20
_BETWEEN_COINS_MS = 60
_TURN = 65_536


@driven("K-16")
def examine(exam: Examination, found: Findings) -> None:
    """The same winning play undisturbed, and cut at moments of its spin; then a payment, cut."""
    prepared = prepare(exam, prize_next(5 * exam.model.price_cents), Budget(4_000, 1))
    seed = exam.seed if prepared.found is None else prepared.found.seed
    whole = _ended(_begun(bench_of(exam, seed=seed)))
    cuts_ms = exam.pick((60, 700, 1_900), range(50, 2_600, 350), range(50, 2_600, 50))
    cuts = odd = unturned = 0
    for number, cut_ms in enumerate(cuts_ms):
        with recorded(exam, f"spin_{number}", seed=seed) as bench:
            _begun(bench).wait(cut_ms)
            if not bench.rolling:  # its spin was over, and what it won may show
                break
            cuts += 1
            unturned += not _cut(bench)
            odd += _ended(bench) != whole
    paid, owed = _payment(exam)
    found["K-16"] = judged(
        Words(
            f"Cortada en {cuts} momentos, la jugada gira entera y acaba igual (premio de {whole[1]} "
            f"céntimos); el pago cortado llega a {paid} de {owed}",
            f"Cut at {cuts} moments the play spins whole and ends the same (prize of {whole[1]} "
            f"cents); the payment that was cut comes to {paid} of {owed}",
        ),
        Method.OBSERVED,
        measured("cuts", "cortes durante el giro", "cuts while it spins", cuts, "cuts", 1, AT_LEAST),
        count_of("odd", "jugadas que acaban de otro modo", "plays that end otherwise", odd, "plays"),
        count_of("unturned", "giros sin completar", "spins not completed", unturned, "plays"),
        measured("paid", "pagado tras el corte", "paid after the cut", paid, "cents", owed, EXACTLY),
        measured("prize", "premio de la jugada", "prize of the play", whole[1], "cents", 0, AT_LEAST),
        files=("spin_0.jsonl", *(("payment.jsonl",) if exam.model.hoppers else ())),
    )


def _begun(bench: Bench) -> Bench:
    """A machine whose first play has just begun."""
    ready(bench)
    bench.press("start", 60)
    return bench


def _cut(bench: Bench) -> bool:
    """
    Cut the power; whether every reel turns right round after it is back.

    A prize that shows while a reel still turns was given before the spin was whole.
    """
    bench.cab.power_off()
    bench.wait(_OFF_MS)
    bench.cab.power_on()
    turned = [0] * len(bench.cab.reels)
    last = [reel.position_u16 for reel in bench.cab.reels]
    early = False
    for _ in range(_BOOT_MS // _LOOK_MS):
        bench.wait(_LOOK_MS)
        now = [reel.position_u16 for reel in bench.cab.reels]
        turned = [sum + (b - a) % _TURN for sum, a, b in zip(turned, last, now, strict=True)]
        last = now
        early |= bench.rolling and readable(bench.cab.display.prizes) and bench.prizes > 0
    return not early and min(turned) >= _TURN


def _ended(bench: Bench) -> tuple[tuple[int, ...], int, int]:
    """What a play came to: stops, prize, credits."""
    bench.settle()
    bench.keep()
    return bench.stops, bench.prizes + bench.paid, bench.credits


def _payment(exam: Examination) -> tuple[int, int]:
    """A refund cut in the middle: what has fallen in the end, and what was owed; nothing without hoppers."""
    if not exam.model.hoppers:
        return 0, 0
    with recorded(exam, "payment") as bench:
        coin = min(exam.model.coins_cents)
        for _ in range(min(_COINS_LEFT, 4 * exam.model.price_cents // coin)):
            bench.cab.insert(coin)
            bench.wait(220)
        bench.wait(700)
        bench.until(lambda: not bench.rolling and bench.lit("collect"), 15_000)
        owed = bench.credits + bench.reserve
        before = bench.cab.tray_cents
        bench.press("collect")
        bench.until(lambda: bench.paid > 0, 5_000, step_ms=10)
        # The coin has left the sensor, and the next one has not come: nothing is in doubt.
        bench.wait(_BETWEEN_COINS_MS)
        bench.cab.power_off()
        bench.wait(_OFF_MS)
        bench.cab.power_on()
        bench.wait(_BOOT_MS)
        bench.settle()
        return bench.cab.tray_cents - before, owed
