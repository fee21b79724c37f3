# SPDX-License-Identifier: MIT
"""Notes: forged, jammed, drawn out on a string, a full box, a pulled cable; when they are credited."""

from __future__ import annotations

from emulator.lab.bench.drill import drill, verdict, visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Findings, Method, Words, judged
from machines.support.plain import Json

_FILE = "notes.json"


def examine(exam: Examination) -> Findings:
    """A note is credited once it is stacked, and never while the machine is out of play."""
    found = Findings()
    if not exam.model.note_cents:
        return found
    survived = [drill(exam, fault, use=_note) for fault in ("note_forged", "note_box_full")]
    jams = [drill(exam, "note_jam", use=_note, name=name) for name in ("mouth", "gate", "stacker")]
    stands = [*jams, drill(exam, "note_unplugged", use=_note), drill(exam, "note_string", use=_note)]
    order = _order(exam)
    exam.keep(_FILE, {"drills": [one.as_dict() for one in (*survived, *stands)], "order": order})
    said = Words(
        "El billete se abona cuando está apilado; falso o con la caja llena vuelve; atascado, con hilo o"
        " desconectado para la máquina con luz y mensaje; parada, no admite ninguno",
        "A note is credited once stacked; forged or with a full box it comes back; jammed, on a string or"
        " unplugged it stops the machine with light and words; out of play none is taken",
    )
    found["G-58"] = verdict([*survived, *jams], lambda one: one.survived, said, _FILE)
    found["G-58"] = verdict(stands, lambda one: one.stands, said, _FILE)
    wrong = [what for what, held in order.items() if not held]
    if wrong:
        said = Words(f"No se cumple: {', '.join(wrong)}", f"Not met: {', '.join(wrong)}")
    figure = Figure("wrong", Words("estados incorrectos", "wrong states"), len(wrong), "states", 0, EXACTLY)
    found["G-58"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))
    return found


def _note(visitor: Visitor) -> None:
    visitor.cab.insert_note(visitor.cab.model.note_cents)


def _order(exam: Examination) -> Json:
    """Whether the credit follows the stacking, and whether no note is drawn in while out of play."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        bench, cents = visitor.bench, cab.model.note_cents
        before = bench.held
        _note(visitor)
        bench.until(lambda: bench.held > before, 10_000, step_ms=10)
        stacked = bench.of("note_stacked")
        found = {
            "credited": bench.held == before + cents,
            "stacked first": bool(stacked) and stacked[0].t_us <= cab.now_us,
        }
        visitor.rest()
        cab.open_door()
        bench.wait(800)
        wallet = dict(cab.wallet)
        _note(visitor)
        bench.wait(4_000)
        found["none with the door open"] = dict(cab.wallet) == wallet
        cab.close_door()
        bench.wait(3_000)
        cab.damage("note_unplugged")
        bench.power_cycle()
        bench.wait(6_000)
        found["self-test at power-up"] = visitor.calls
    return found
