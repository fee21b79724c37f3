# SPDX-License-Identifier: MIT
"""Bits that flip in the critical memory: one copy is survived, both lock the machine up (K-14, G-37)."""

from __future__ import annotations

from emulator.cabinet.faults import faults
from emulator.lab.bench.bench import Bench
from emulator.lab.bench.drill import Drilled, Hand, drill, verdict, visitor_of
from emulator.lab.bench.reading import readable
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Findings, Method, Words, judged
from machines.support.plain import Json

_FILE = "memory.json"
_RECORDS = ("main", "marks")
# Its memory is looked at once a minute while nothing goes on.
_SELF_TEST_MS = 66_000
_BOOT_MS = 6_500


def examine(exam: Examination) -> Findings:
    """Damage every part of the memory, with the machine on and off."""
    found = Findings()
    copies = [
        drill(exam, f"memory_copy {name}", begin=_while_off("memory_copy", name=name)) for name in _RECORDS
    ]
    rows = [drill(exam, fault, begin=_while_off(fault)) for fault in _rows(exam)]
    lost = [_lost(exam, name, on) for name in _RECORDS for on in (False, True)]
    exam.keep(_FILE, {"survived": [one.as_dict() for one in (*copies, *rows)], "lost": lost})
    survived = Words(
        "Dañada una copia o una fila, la máquina sigue con la otra y el dinero cuadra",
        "With one copy or one row damaged the machine goes by the other, and the money is right",
    )
    locked = Words(
        "Dañadas las dos copias, se bloquea con luz y mensaje, también tras un reinicio; no enseña ceros, no"
        " mueve contadores y, reparada la memoria, todo el dinero vuelve",
        "With both copies damaged it locks up with light and words, after a restart too; it shows no zeros,"
        " moves no meter, and once the memory is mended all the money is back",
    )
    wrong = [f"{one['what']}: {what}" for one in lost for what, held in one["held"].items() if not held]
    if wrong:
        locked = Words(f"No se cumple: {'; '.join(wrong)}", f"Not met: {'; '.join(wrong)}")
    for row in ("K-14", "G-37"):
        found[row] = verdict([*copies, *rows], _survived, survived, _FILE)
        name = Words("estados incorrectos", "wrong states")
        figure = Figure("lost", name, len(wrong), "states", 0, EXACTLY)
        found[row] = judged(locked, Method.OBSERVED, figure, files=(_FILE,))
    return found


def _survived(one: Drilled) -> bool:
    return one.survived


def _rows(exam: Examination) -> list[str]:
    rows = [faults()[name] for name in ("memory_log", "memory_plays", "memory_steps")]
    return [row.id for row in rows if exam.model.type in row.types]


def _while_off(fault: str, **parameters: str) -> Hand:
    def begin(visitor: Visitor) -> None:
        visitor.cab.power_off()
        visitor.bench.wait(500)
        visitor.cab.damage(fault, **parameters)  # type: ignore[arg-type]
        visitor.cab.power_on()

    return begin


def _lost(exam: Examination, name: str, on: bool) -> Json:
    """Both copies of a record damaged: what the machine does, and what is owned once it is mended."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        bench = visitor.bench
        visitor.play()
        if on:
            visitor.collect()
        else:
            visitor.pay_in()
        visitor.rest()
        wheels, owned = bench.clicks(), visitor.owns_cents
        if on:
            cab.damage("memory_lost", name=name)
            bench.wait(_SELF_TEST_MS)
        else:
            _while_off("memory_lost", name=name)(visitor)
            bench.wait(_BOOT_MS)
        held = {"locks up": visitor.calls and not visitor.out_of_service()}
        bench.power_cycle()
        bench.wait(_BOOT_MS)
        held["after a restart"] = visitor.calls and not visitor.out_of_service()
        held["shows no zeros"] = not readable(cab.display.credits)
        held["moves no meter"] = bench.wheels == wheels
        cab.mend("memory_lost")
        if not cab.powered:
            cab.power_on()
        bench.wait(_BOOT_MS)
        visitor.mend()
        held["all is back"] = _back(visitor, bench, owned)
        return {"what": f"{name} lost {'on' if on else 'off'}", "held": held}


def _back(visitor: Visitor, bench: Bench, owned: int) -> bool:
    if not readable(visitor.cab.display.credits):
        return False
    visitor.rest()
    return visitor.owns_cents == owned or len(bench.starts) > 1
