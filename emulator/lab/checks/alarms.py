# SPDX-License-Identifier: MIT
"""The tilts of the list: each lights the top, says on the line what it is, and is ended by hand."""

from __future__ import annotations

from emulator.lab.bench.drill import Drilled, Hand, drill, verdict
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Findings, Method, Words, judged

_FILE = "alarms.json"


def examine(exam: Examination) -> Findings:
    """Let each fault of the list begin, read the line, and mend it."""
    found, model = Findings(), exam.model
    drills = [drill(exam, "battery_low"), _door(exam), _meter(exam)]
    if model.coins_cents:
        drills.append(drill(exam, "coin_jam", use=_coin))
    for row in model.hoppers[:1]:
        drills += [
            drill(exam, fault, use=_collect, extra_cents=_extra(exam), cents=row.cents)
            for fault in ("hopper_jam", "hopper_runaway", "hopper_sensor_stuck")
        ]
    if model.note_cents:
        drills.append(drill(exam, "note_jam", use=_note))
    drills += [
        drill(exam, "reel_jam", use=_start, number=number) for number in range(1, len(model.motor_steps) + 1)
    ]
    exam.keep(_FILE, [one.as_dict() for one in drills])
    said = Words(
        f"{len(drills)} averías de la lista: luz, texto propio en el visor y máquina parada",
        f"{len(drills)} tilts of the list: light, words of their own on the line, and the machine stopped",
    )
    found["G-53"] = verdict(drills, lambda one: one.calls and not one.works, said, _FILE)
    words = [one.said for one in drills if not one.what.startswith("hopper")]
    same = len(words) - len(set(words))
    name = Words("textos repetidos", "words that say two things")
    found["G-53"] = judged(
        said, Method.OBSERVED, Figure("same", name, same, "texts", 0, EXACTLY), files=(_FILE,)
    )
    cleared = Words(
        "Cada avería acaba cuando se repara y se abre y cierra la puerta; entonces se juega",
        "Each fault ends once it is mended and the door opened and shut; then it is played",
    )
    found["G-56"] = verdict(drills, lambda one: one.back, cleared, _FILE)
    return found


def _extra(exam: Examination) -> int:
    cents = [row.cents for row in exam.model.hoppers]
    return 2 * max(cents) + 2 * min(cents)


def _coin(visitor: Visitor) -> None:
    cab = visitor.cab
    cab.insert(min(one for one in cab.model.coins_cents if cab.purse.get(one, 0)))


def _collect(visitor: Visitor) -> None:
    visitor.bench.press("collect")


def _note(visitor: Visitor) -> None:
    visitor.cab.insert_note(visitor.cab.model.note_cents)


def _start(visitor: Visitor) -> None:
    visitor.bench.press("start")


def _door(exam: Examination) -> Drilled:
    begin: Hand = lambda visitor: visitor.cab.open_door()  # noqa: E731
    end: Hand = lambda visitor: visitor.cab.close_door()  # noqa: E731
    return drill(exam, "door", begin=begin, end=end, wait_ms=800)


def _meter(exam: Examination) -> Drilled:
    begin: Hand = lambda visitor: visitor.cab.unplug("plays")  # noqa: E731
    end: Hand = lambda visitor: visitor.cab.plug("plays")  # noqa: E731
    return drill(exam, "meter", begin=begin, end=end)
