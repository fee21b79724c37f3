# SPDX-License-Identifier: MIT
"""Every optional device that shows itself was declared, and every declared one shows itself (B-25)."""

from __future__ import annotations

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.driving import count_of, driven, feed, filed, recorded
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Findings, Method, Words, judged

_NAMES = {
    "reserve": Words("reserva", "reserve"),
    "note": Words("billetes", "notes"),
    "double": Words("jugada doble", "double play"),
    "hold": Words("retención", "hold"),
    "prize meter": Words("contador de premios", "prize meter"),
}
_NOTE_CENTS = 500
# No machine loses so many plays in a row.
_PATIENCE = 8


@driven("B-25")
def examine(exam: Examination, found: Findings) -> None:
    """A visitor who presses everything at every moment."""
    model = filed(exam)
    declared = {
        name
        for name, there in (
            ("reserve", model.reserve),
            ("note", model.note_cents > 0),
            ("double", model.simultaneous_max > 1),
            ("hold", model.hold), ("prize meter", model.prize_meter_max_cents > 0),

        )
        if there
    }  # fmt: skip
    note = model.note_cents or _NOTE_CENTS
    with recorded(exam, "visit", wallet={note: 2}) as bench:
        met = _visit(bench, note, declared, exam.pick(16, 40, 200))
    extra, missing = met - declared, declared - met
    es, en = (
        ", ".join(getattr(_NAMES[name], language) for name in sorted(met)) or "-"
        for language in Words._fields
    )
    found["B-25"] = judged(
        Words(f"Desde fuera se ven: {es}", f"Seen from outside: {en}"),
        Method.OBSERVED,
        count_of("undeclared", "dispositivos sin declarar", "devices not declared", len(extra), "devices"),
        count_of("missing", "declarados que no se ven", "declared and not met", len(missing), "devices"),
        files=("visit.jsonl",),
    )
    _special(exam, found, met)


def _special(exam: Examination, found: Findings, met: set[str]) -> None:
    """A special machine may have what keeps the player's money, and nothing that changes a play (S-01)."""
    if not exam.model.special:
        return
    allowed = {option.replace("_", " ") for option in exam.law.rules["S-01"].options} | {"note"}
    found["S-01"] = judged(
        Words("Solo tiene las opciones que admite el perfil", "It has only options that the profile admits"),
        Method.OBSERVED,
        count_of("options", "opciones no admitidas", "options not admitted", len(met - allowed), "devices"),
        files=("visit.jsonl",),
    )


def _visit(bench: Bench, note: int, declared: set[str], plays: int) -> set[str]:
    """Play so often and more while one is missed; name the optional devices that showed themselves."""
    found: set[str] = set()
    price = bench.cab.model.price_cents
    if bench.cab.note_open:
        bench.cab.insert_note(note)
        bench.wait(4_000)
        found |= {"note"} if not bench.cab.wallet.get(note) or bench.cab.wallet[note] < 2 else set()
    bench.insert(*[max(bench.cab.model.coins_cents)] * 2)
    found |= {"reserve"} if bench.reserve else set()
    for number in range(plays * _PATIENCE):
        if number >= plays and declared <= found:
            break
        feed(bench, 2 * price)
        doubled = number % 4 == 3
        for button in ("reserve",) if doubled else ("hold_1", "reserve"):
            bench.press(button)
        if not bench.until(lambda: bench.lit("start"), 15_000):
            break
        bench.keep()
        play = bench.play("double" if doubled and bench.lit("double") else "start")
        found |= {"double"} if play.stake_cents != price else set()
        found |= {"hold"} if len(play.moved) < len(bench.cab.reels) else set()
        found |= {"prize meter"} if bench.prizes else set()
        found |= {"hold"} if any(bench.lit(lamp) for lamp in bench.cab.lamps if lamp[:4] == "hold") else set()
    return found
