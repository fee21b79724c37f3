# SPDX-License-Identifier: MIT
"""Which coins and notes are taken, what they count for, and where their change goes (B-17, B-18)."""

from __future__ import annotations

from functools import partial

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import count_of, driven, measured, recorded
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Findings, Method, Words, judged

# Every piece of euro that somebody could try, and two that are none.
_COINS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_NOTES = (500, 1_000, 2_000, 5_000)


@driven("B-17", "B-18")
def examine(exam: Examination, found: Findings) -> None:
    """Offer every coin and every note to an empty machine, one machine for each note."""
    with recorded(exam, "coins", purse=dict.fromkeys(_COINS, 1)) as bench:
        counted = {coin: _counts_for(bench, coin) for coin in _COINS}
    taken = {coin for coin, cents in counted.items() if cents}
    notes, change, files = _notes(exam)
    exam.keep("taken.json", {"coins_cents": sorted(taken), "notes_cents": sorted(notes)})
    files = ("coins.jsonl", "taken.json", *files)
    limit = exam.law.value("B-17")
    found["B-17"] = judged(
        Words(
            f"De todas las monedas y billetes toma hasta {max({0} | taken | notes)} céntimos; el cambio se "
            "guarda o se devuelve entero",
            f"Of all coins and notes it takes up to {max({0} | taken | notes)} cents; change is kept or "
            "returned whole",
        ),
        Method.OBSERVED,
        measured("coin", "moneda mayor", "largest coin", max(taken, default=0), "cents", limit, AT_MOST),
        measured("note", "billete mayor", "largest note", max(notes, default=0), "cents", limit, AT_MOST),
        measured("change", "cambio perdido", "change lost", change, "cents", 0),
        files=files,
    )
    agreed = exam.law.rules["B-18"].value
    assert isinstance(agreed, tuple)
    wrong = sum(cents not in (0, coin) for coin, cents in counted.items())
    foreign = len(taken - set(agreed))
    found["B-18"] = judged(
        Words(
            f"Cuentan por su valor: {', '.join(map(str, sorted(taken)))} céntimos; las demás se devuelven",
            f"Count for what they are: {', '.join(map(str, sorted(taken)))} cents; others are returned",
        ),
        Method.OBSERVED,
        measured("coins", "clases de moneda", "kinds of coin", len(taken), "coins", len(agreed), AT_MOST),
        count_of("foreign", "clases fuera del acuerdo", "kinds not agreed", foreign, "coins"),
        count_of("wrong", "monedas mal contadas", "coins counted wrong", wrong, "coins"),
        files=files,
    )


def _counts_for(bench: Bench, coin: int) -> int:
    """What the counters say that a coin is worth; -1 for one that is neither counted nor returned."""
    before, tray = bench.credits + bench.reserve, bench.cab.tray.get(coin, 0)
    bench.insert(coin)
    counted = bench.credits + bench.reserve - before
    returned = bench.cab.tray.get(coin, 0) - tray
    return counted if counted or returned else -1


def _notes(exam: Examination) -> tuple[set[int], int, tuple[str, ...]]:
    """Notes that were taken, cents of change that got lost, and the journals."""
    taken, lost, files = set(), 0, []
    if not exam.model.note_cents:
        return set(), 0, ()
    for note in _NOTES:
        name = f"note_{note}"
        with recorded(exam, name, wallet={note: 1}) as bench:
            owned = bench.wealth()
            bench.until(partial(getattr, bench.cab, "note_open"), 5_000)
            bench.cab.insert_note(note)
            bench.wait(4_000)
            if not bench.cab.wallet.get(note, 0):
                taken.add(note)
            lost += owned - bench.wealth()
        files.append(f"{name}.jsonl")
    return taken, lost, tuple(files)
