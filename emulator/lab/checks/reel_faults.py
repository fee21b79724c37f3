# SPDX-License-Identifier: MIT
"""Each reel held, slipped, with a dirty optic and a dead encoder, at rest and in full turn (K-17, G-54)."""

from __future__ import annotations

from emulator.lab.bench.drill import Drilled, drill, verdict
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Findings, Words

_FILE = "reels.json"
# In full turn.
_TURNING_MS = 300


def examine(exam: Examination) -> Findings:
    """A reel that does not turn freely, or stands wrong, stops the machine; freed, the play ends."""
    found, model = Findings(), exam.model
    numbers = range(1, len(model.motor_steps) + 1)
    if not numbers:
        return found
    held = [_held(exam, number, turning) for number in numbers for turning in (False, True)]
    told = [
        drill(exam, fault, use=_start, number=number)
        for number in numbers
        for fault in ("reel_slip", "reel_optic_dirty", "reel_encoder_dead")
    ]
    exam.keep(_FILE, {"held": [one.as_dict() for one in held], "told": [one.as_dict() for one in told]})
    found["K-17"] = verdict(
        held,
        _names_it,
        Words(
            "Cada rodillo frenado, parado o en pleno giro: la máquina se desconecta y nombra el rodillo;"
            " libre, la partida acaba y el dinero cuadra",
            "Each reel held, at rest or in full turn: the machine disconnects and names the reel; freed, the"
            " play ends and the money is right",
        ),
        _FILE,
    )
    found["G-54"] = verdict(
        [*held, *told],
        _names_it,
        Words(
            "Índice, atasco, manipulación y posición final: todo para la máquina y nombra el rodillo",
            "Index, jam, manipulation and final position: each stops the machine and names the reel",
        ),
        _FILE,
    )
    return found


def _start(visitor: Visitor) -> None:
    visitor.bench.press("start")


def _held(exam: Examination, number: int, turning: bool) -> Drilled:
    def begin(visitor: Visitor) -> None:
        if turning:
            visitor.bench.press("start")
            visitor.bench.wait(_TURNING_MS)
        visitor.cab.jam_reel(number)
        if not turning:
            visitor.bench.press("start")

    def end(visitor: Visitor) -> None:
        visitor.cab.jam_reel(number, False)

    what = "turning" if turning else "at rest"
    return drill(exam, f"reel {number} held {what}", begin=begin, end=end)


def _names_it(one: Drilled) -> bool:
    """Out of service, nothing lost, and the number of the reel in the words of its line."""
    number = next(filter(str.isdigit, one.what), "?")
    return one.stands and one.survived and number in one.said
