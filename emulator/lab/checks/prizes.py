# SPDX-License-Identifier: MIT
"""
Prizes won, gathered and paid, on a machine prepared near the maximum of its prize meter.

B-04 and S-02 (the largest prize), B-06 (nothing follows from a prize), B-14 (the prize meter), B-15 and B-16
(legal tender, outside, without a hand).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import (
    bench_of,
    change_of,
    count_of,
    driven,
    filed,
    largest_cents,
    measured,
    not_applicable,
    purse,
    recorded,
    rises,
    shown,
    special_too,
)
from emulator.lab.bench.prepare import Prepared, approach, prepare, ready
from emulator.lab.bench.reading import Play
from emulator.lab.bench.search import Budget, Wish, meter_near, prize_next
from emulator.lab.bench.words import largest_prize
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, EXACTLY, Findings, Method, Words, judged

# From few plays to many: whoever finds a key with fewer plays has the shorter journal.
_METER = tuple(Budget(4_000, plays) for plays in (110, 250, 850, 1_300))
# A play wins a quarter of the time; so many bring one small prize but for one machine in 10,000.
_UNTIL_FULL = 40
_SMALL = (Budget(400, 12), Budget(4_000, 40))
_SOON, _FAR = Budget(2_000, 12), 4_000
_BUTTONS = ("start", "double", "reserve", "hold_1", "hold_2", "hold_3", "start")
_METER_FILES = ("meter.json", "meter.jsonl")


@dataclass
class Seen:
    """What the run near the maximum showed."""

    largest_cents: int = 0
    follow_ups: int = 0
    top_cents: int = 0
    kept_cents: int = 0
    paid_cents: int = 0
    owed_cents: int = 0
    pressed: int = 0
    credit_rises: int = 0
    tray: set[int] = field(default_factory=set)


@driven("B-04", "B-06", "B-14", "B-15", "B-16", "S-02")
def examine(exam: Examination, found: Findings) -> None:
    """Bring prizes to the maximum of the meter, see them paid; collect a small one; make no play of one."""
    limit = exam.law.value("S-02" if exam.model.special else "B-04")
    meter = filed(exam).prize_meter_max_cents
    prepared = prepare(exam, _near(exam, meter or largest_cents(exam)), *_METER)
    small = prepare(exam, prize_next(1), *_SMALL)
    exam.keep("meter.json", {"meter": prepared.as_dict(), "small": small.as_dict()})
    if prepared.found is None:
        for row in ("B-06", "B-14", "B-15", "B-16"):
            found[row] = prepared.refused
        return
    with recorded(exam, "meter", seed=prepared.found.seed, purse=purse(exam.model, 150)) as bench:
        seen = _at_the_maximum(bench, prepared)
    _largest_single(exam, seen)
    _largest(exam, found, seen, limit)
    _followed(found, seen)
    _meter(exam, found, seen, small, limit, declared=meter > 0)
    _delivered(exam, found, seen)


def _near(exam: Examination, cents: int) -> Wish:
    """Near the maximum of single plays; double plays come there sooner."""
    model = filed(exam)
    return meter_near(cents, 4 * model.price_cents, entries=model.simultaneous_max)


def _at_the_maximum(bench: Bench, prepared: Prepared) -> Seen:
    """Play up to the play that fills the meter, and that one; nobody presses anything but START."""
    assert prepared.found is not None
    approach(bench, prepared.found.play, entries=prepared.wish.entries)
    seen = Seen()
    for _ in range(_UNTIL_FULL):
        ready(bench)
        seen.kept_cents = bench.prizes
        play = _watched(bench, seen)
        if bench.cab.tray_cents:
            break
    seen.owed_cents, seen.paid_cents = seen.kept_cents + play.prize_cents, bench.cab.tray_cents
    for _ in range(3):
        ready(bench)
        _watched(bench, seen)
    seen.top_cents = max(shown(bench, "prizes"))
    money = len(bench.of("coin_accepted")) + len(bench.of("button", name="reserve"))
    seen.credit_rises = max(0, rises(shown(bench, "credits")) - money)
    seen.tray = set(bench.cab.tray)
    return seen


def _largest_single(exam: Examination, seen: Seen) -> None:
    """Prepare the largest prize of the plan that the search reaches, and see a single play win it."""
    far = (Budget(400, _FAR),)
    for cents in sorted({int(row.cents) for row in filed(exam).paytable}, reverse=True):
        prepared = prepare(exam, prize_next(cents), _SOON, *exam.pick((), far, far))
        if prepared.found is not None:
            break
    else:
        return
    exam.keep("largest.json", prepared.as_dict())
    # Coins of the kind that the hoppers pay with, and full hoppers: nobody refills them on the way.
    full = {hopper.cents: hopper.capacity for hopper in exam.model.hoppers}
    coin = max(set(full) & set(exam.model.coins_cents))
    coins = {coin: 20 + prepared.found.play * exam.model.price_cents // coin}
    with recorded(exam, "largest", seed=prepared.found.seed, purse=coins, hoppers=full) as bench:
        approach(bench, prepared.found.play - 1)
        ready(bench)
        seen.largest_cents = max(seen.largest_cents, bench.play().prize_cents)


def _watched(bench: Bench, seen: Seen) -> Play:
    """One play, watched for anything that a prize brings besides money."""
    credits, starts = bench.credits, len(bench.starts)
    pressed = len(bench.of("button"))
    play = bench.play()
    seen.pressed += max(0, len(bench.of("button")) - pressed - 1 - len(bench.of("button", name="collect")))
    seen.largest_cents = max(seen.largest_cents, play.prize_cents)
    seen.follow_ups += (bench.credits != credits - play.stake_cents) + (len(bench.starts) != starts + 1)
    return play


def _largest(exam: Examination, found: Findings, seen: Seen, limit: int) -> None:
    row, other = ("S-02", "B-04") if exam.model.special else ("B-04", "S-02")
    found[row] = largest_prize(
        exam,
        Words(
            f"El mayor premio que se pudo preparar en una partida sencilla: {seen.largest_cents} céntimos",
            f"The largest prize of a single play that could be prepared: {seen.largest_cents} cents",
        ),
        measured("prize", "premio mayor", "largest prize", seen.largest_cents, "cents", limit, AT_MOST),
        largest_cents(exam),
        files=("largest.json", "largest.jsonl"),
    )
    if other == "S-02":
        found[other] = not_applicable("No es una máquina especial", "Not a special machine")
    else:
        found[other] = not_applicable("Rige S-02 en su lugar", "S-02 holds instead")


def _followed(found: Findings, seen: Seen) -> None:
    excess = max(0, seen.paid_cents - seen.owed_cents)
    found["B-06"] = judged(
        Words(
            "Un premio trae su dinero y nada más: ni crédito, ni otra partida, ni más premio",
            "A prize brings its money and nothing else: no credit, no play, no further prize",
        ),
        Method.OBSERVED,
        count_of(
            "follow_ups",
            "partidas o créditos de más",
            "plays or credits too many",
            seen.follow_ups,
        ),
        measured("excess", "pagado de más", "paid too much", excess, "cents", 0),
        files=_METER_FILES,
    )


def _meter(
    exam: Examination, found: Findings, seen: Seen, small: Prepared, limit: int, *, declared: bool
) -> None:
    if not declared:
        found["B-14"] = not_applicable("No declara contador de premios", "It declares no prize meter")
        return
    if small.found is None:
        found["B-14"] = small.refused
        return
    collected, won = _collected(exam, small.found.seed, small.found.play)
    turned = _turned_into_play(exam, small.found.seed, small.found.play)
    found["B-14"] = judged(
        Words(
            f"Guarda hasta {seen.kept_cents} céntimos; con {seen.owed_cents} paga todo sin que nadie pulse; "
            "se cobra cuando se pide y no se convierte en créditos",
            f"It keeps up to {seen.kept_cents} cents; at {seen.owed_cents} it pays all with nobody pressing; "
            "it is collected on demand and never turns into credits",
        ),
        Method.OBSERVED,
        measured(
            "shown",
            "más en el contador",
            "most on the counter",
            seen.top_cents,
            "cents",
            limit,
            AT_MOST,
        ),
        measured(
            "paid",
            "pagado al llegar",
            "paid on reaching it",
            seen.paid_cents,
            "cents",
            seen.owed_cents,
            EXACTLY,
        ),
        measured("collected", "cobrado a petición", "collected on demand", collected, "cents", won),
        count_of("converted", "premios convertidos", "prizes converted", turned),
        files=_METER_FILES,
    )


def _won_without_credits(bench: Bench, play: int) -> int:
    """Make the plays up to a prize with exactly their price, so that no credits are left; return it."""
    bench.insert(*change_of(bench.cab.model.price_cents * play, bench.cab.model.coins_cents))
    return [bench.play().prize_cents for _ in range(play)][-1]


def _collected(exam: Examination, seed: str, play: int) -> tuple[int, int]:
    """What COLLECT pays of a small prize in the meter, and what it was."""
    bench = bench_of(exam, seed=seed)
    won = _won_without_credits(bench, play)
    return bench.collect(), won


def _turned_into_play(exam: Examination, seed: str, play: int) -> int:
    """Every button on a machine with a prize and no credits: credits and plays that come of it."""
    bench = bench_of(exam, seed=seed)
    _won_without_credits(bench, play)
    before = len(bench.starts)
    for button in _BUTTONS:
        bench.press(button)
        bench.wait(1_000)
    bench.wait(15_000)
    return len(bench.starts) - before + (bench.credits > 0) + (bench.reserve > 0)


def _delivered(exam: Examination, found: Findings, seen: Seen) -> None:
    tender = exam.law.rules["B-18"].value
    assert isinstance(tender, tuple)

    coins = ", ".join(map(str, sorted(seen.tray)))
    odd = len(seen.tray - set(tender))
    found["B-15"] = judged(
        Words(
            f"El premio sale en monedas de {coins} céntimos; el crédito solo sube con dinero",
            f"The prize comes out in coins of {coins} cents; credits rise by money alone",
        ),
        Method.OBSERVED,
        count_of("odd", "piezas que no son moneda", "pieces that are no coins", odd),
        count_of("rises", "créditos sin dinero", "credits without money", seen.credit_rises),
        files=_METER_FILES,
    )
    found["B-16"] = judged(
        Words(
            f"{seen.paid_cents} céntimos caen fuera sin que nadie pulse",
            f"{seen.paid_cents} cents fall outside with nobody pressing",
        ),
        Method.OBSERVED,
        measured(
            "outside",
            "expulsado solo",
            "ejected by itself",
            seen.paid_cents,
            "cents",
            seen.owed_cents,
            AT_LEAST,
        ),
        count_of("pressed", "pulsaciones para cobrar", "presses to be paid", seen.pressed),
        files=_METER_FILES,
    )
    special_too(exam, found, "B-15", "B-16")
