# SPDX-License-Identifier: MIT
"""Main door, cash box and logic area, opened at rest and in a play (G-41 to G-44: OK 325:85-15-49, 20-5; NZ03)."""

from __future__ import annotations

from emulator.lab.bench.drill import Drilled, drill, verdict, visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.support.errors import EmulatorError

_FILE = "doors.json"
_DOORS = ("main", "box", "logic")
_NAMES = {
    "main": Words("principal", "main"),
    "box": Words("cajón", "cash box"),
    "logic": Words("zona lógica", "logic area"),
}
# The alarm of an open door: NZ04 1.10.45.
_ALARM_MS = 1_500
# A door is told at once: nobody could put a hand in sooner.
_AT_ONCE_MS = 500


def examine(exam: Examination) -> Findings:
    """Open every door, in every state, and look at light, line, coins and plays."""
    found = Findings()
    told = {name: _told(exam, name) for name in _DOORS}
    at_rest = drill(exam, "door main", begin=_open("main"), end=_shut("main"), wait_ms=1_000)
    playing = drill(exam, "door main in a play", begin=_open("main"), use=None, end=_shut("main"),
                    before=_start, wait_ms=3_000)  # fmt: skip
    box = drill(exam, "door box", begin=_open("box"), end=_shut("box"), wait_ms=1_000)
    logic = _logic(exam)
    stays = _says_so_until_a_play(exam)
    inhibits = _inhibits(exam)
    exam.keep(
        _FILE,
        {
            "told": told,
            "drills": [one.as_dict() for one in (at_rest, playing, box)],
            "logic": logic,
            "says_so_until_a_play": stays,
            "inhibits": inhibits,
        },
    )
    _registered(found, told)
    found["G-42"] = verdict(
        [at_rest, playing],
        lambda one: one.stands and one.survived,
        Words(
            "Con la puerta abierta no entra moneda ni empieza partida, con luz y mensaje; al cerrarla la partida"
            " sigue y el dinero cuadra",
            "With the door open no coin is taken and no play begins, with light and words; shut, the play goes"
            " on and the money is right",
        ),
        _FILE,
    )
    found["G-42"] = verdict(
        [box],
        lambda one: one.survived and one.calls,
        Words("La puerta del cajón avisa sin parar el juego", "The cash box calls and need not stop play"),
        _FILE,
    )
    _alarm(found, told, stays)
    _after_logic(found, logic)
    _coins(found, inhibits)
    return found


def _open(name: str):  # type: ignore[no-untyped-def]
    return lambda visitor: visitor.cab.open_door(name)


def _shut(name: str):  # type: ignore[no-untyped-def]
    return lambda visitor: visitor.cab.close_door(name)
