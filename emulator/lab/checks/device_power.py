# SPDX-License-Identifier: MIT
"""
The plug pulled in a throw: at operations on lines and bus, all of them in the full mode, and, on genuine
MicroPython, between two instructions of the program.
"""

from __future__ import annotations

from emulator.lab.exam.examination import DeviceExamination
from emulator.lab.exam.finding import (
    AT_LEAST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    judged,
)
from emulator.tables.device_sweep import Swept, sweep
from emulator.vm.choose import MICROPYTHON, require_micropython
from emulator.vm.errors import VMUnavailableError
from machines.support.plain import Json

_FILE, _FUEL_FILE, _MAP = "operations.json", "instructions.json", "map.json"
_OPERATIONS = Words("Operaciones de líneas y bus", "Operations on lines and bus")
_INSTRUCTIONS = Words("Entre instrucciones", "Between instructions")
_EVERY = 1_000_000
_TOLD = 20


def examine(exam: DeviceExamination) -> Findings:
    """Both sweeps."""
    found = Findings()
    swept = sweep(exam.hand, exam.pick(120, 600, _EVERY), at=lambda done, of: exam.told(done, 2 * of))
    exam.keep(_FILE, _told(swept))
    chapters = [_chapter(_OPERATIONS, swept, swept.cuts)]
    whole = swept.cuts == swept.places
    found["D-17"] = _finding(
        Words(
            f"{swept.cuts} cortes en {swept.places} lugares de un arranque y una tirada",
            f"{swept.cuts} cuts in {swept.places} places of a boot and a throw",
        ),
        Method.ENUMERATED if whole else Method.SAMPLED,
        swept,
        swept.cuts,
        _FILE,
    )
    try:
        require_micropython()
    except VMUnavailableError as error:
        said = Words(f"MicroPython no puede ejecutarse: {error}", f"MicroPython cannot run: {error}")
        exam.keep(_MAP, {"chapters": chapters})
        found["D-18"] = Finding(Grade.NO_EXAMINADO, said)
        return found
    fuel = exam.pick(45, 300, 6_000)
    cut = sweep(
        lambda: exam.hand(runtime=MICROPYTHON),
        0,
        fuel_cuts=fuel,
        at=lambda done, of: exam.told(of + done, 2 * of),
    )
    exam.keep(_FUEL_FILE, _told(cut))
    exam.keep(_MAP, {"chapters": [*chapters, _chapter(_INSTRUCTIONS, cut, fuel)]})
    found["D-18"] = _finding(
        Words(
            f"{fuel} cortes entre las {cut.instructions} instrucciones de un arranque y una tirada",
            f"{fuel} cuts among the {cut.instructions} instructions of a boot and a throw",
        ),
        Method.SAMPLED,
        cut,
        fuel,
        _FUEL_FILE,
    )
    return found


def _chapter(title: Words, swept: Swept, cuts: int) -> Json:
    """What a report draws of a sweep."""
    broken = len({said.partition(":")[0] for said in swept.violations})
    return {"title": title._asdict(), "cuts": cuts, "open": 0, "violations": broken}


def _told(swept: Swept) -> dict[str, object]:
    return {**swept._asdict(), "violations": [*swept.violations[:_TOLD]]}


def _finding(said: Words, method: Method, swept: Swept, cuts: int, file: str) -> Finding:
    wrong = len(swept.violations)
    if wrong:
        said = Words(
            f"{said.es}; el primero: {swept.violations[0]}", f"{said.en}; the first: {swept.violations[0]}"
        )
    return judged(
        said,
        method,
        Figure("violations", Words("leyes rotas", "laws broken"), wrong, "violations", 0, EXACTLY),
        Figure("cuts", Words("cortes hechos", "cuts made"), cuts, "cuts", 1, AT_LEAST),
        files=[file],
    )
