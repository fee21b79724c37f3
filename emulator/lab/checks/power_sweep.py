# SPDX-License-Identifier: MIT
"""
The plug pulled at places drawn from a whole script, or at every one, with books and coins audited after each.

The sweep knows our program: it audits the books against what really happened (docs/power.md). What any
other firmware is held to, from outside, is ``power_outside``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from fractions import Fraction
from pathlib import Path

from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Method, Words, judged
from emulator.lab.powercut import PowercutError, run_powercut
from emulator.lab.powercut_result import Part, Sweep
from machines.support.plain import Json

_FILES = ("power_cuts.json",)
_CONFIDENCE_PERCENT = 99
# Where no cut of n drawn ones left anything wrong, fewer than -ln(1 - 0.99) / n of all places do, at 99 %.
_NONE_OF_N = Fraction(4606, 1000)
# What each row speaks of: chapters of the script; none: all of them. docs/power.md has what each does.
_ROWS = {
    "B-31": (),
    "K-13": (),
    "K-16": ("prize", "hold", "gamble", "free", "pick", "award", "rounds", "tickets", "refund", "hopper"),
    "G-31": (),
    "G-32": ("coins", "note"),
    "G-33": ("faults", "hopper", "short", "hand", "empty"),
    "G-35": ("dips",),
    "G-36": ("recovery", "prize", "free", "pick", "cycle", "stratum", "rounds"),
}
_SAID = {
    "B-31": Words("la memoria se conserva y el programa sigue donde estaba", "memory kept, program goes on"),
    "K-13": Words("la partida sigue en el estado que tenía", "the play goes on in the state that it had"),
    "K-16": Words("se completan el giro y el pago", "the spin and the payment are completed"),
    "G-31": Words("se recupera el estado de justo antes", "the state just before is recovered"),
    "G-32": Words("el dinero que entraba se abona o se devuelve", "money on its way is credited or returned"),
    "G-33": Words("los fallos vuelven a mostrarse", "errors are shown again"),
    "G-35": Words("ningún bajón de red pierde un dato", "no dip of the mains loses data"),
    "G-36": Words(
        "contadores, créditos, partidas y fallos siguen en memoria", "meters, credits, plays, errors are kept"
    ),
}


def examine(exam: Examination) -> Findings:
    """Sweep the script of the model, keep the map of the cuts, and speak of each row by its chapters."""
    found = Findings()
    try:
        sweep = _sweep(exam)
    except PowercutError:
        # Paid by card alone, or mechanisms on a bus: the cuts from outside examine those.
        return found
    exam.keep("power_cuts.json", _map(sweep))
    for row, chapters in _ROWS.items():
        if any(not chapters or part.chapter in chapters for part in sweep.parts):
            found[row] = _finding(sweep, row, chapters)
    return found


def _sweep(exam: Examination) -> Sweep:
    cuts = exam.pick(300, 4_000, None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.rom"
        path.write_bytes(exam.sample.data)
        return run_powercut(
            path,
            cuts=cuts,
            fuel_cuts=exam.pick(0, 0, 1_000),
            jobs=1,
            progress=exam.told,
            seed=exam.seed,
            runtime=exam.runtime,
        )


def _map(sweep: Sweep) -> Json:
    """The map of the cuts: what repeats on any computer and with either runtime."""
    whole = sweep.as_dict()
    return {
        "model": whole["model"],
        "seed": whole["seed"],
        "complete": whole["complete"],
        "places": whole["places"],
        "cuts": whole["cuts"],
        "violations": whole["violations"],
        "open": whole["open"],
        "found": whole["found"],
        "chapters": [
            {key: value for key, value in row.items() if key != "kills"} for row in whole["chapters"]
        ],
    }


def _finding(sweep: Sweep, row: str, chapters: Collection[str]) -> Finding:
    parts = [part for part in sweep.parts if not chapters or part.chapter in chapters]
    cuts, places = sum(part.tally.cuts for part in parts), sum(part.places for part in parts)
    wrong = sum(part.tally.violations for part in parts)
    held, names = _SAID[row], ", ".join(part.chapter for part in parts)
    said = Words(
        f"{_many(cuts)} cortes en {_many(places)} lugares del guion ({names}): {held.es}",
        f"{cuts:,} cuts in {places:,} places of the script ({names}): {held.en}",
    )
    if wrong:
        said = _told(parts, wrong)
    figures = [
        Figure(
            "violations",
            Words("cortes con algo mal", "cuts that left something wrong"),
            wrong,
            "cuts",
            0,
            EXACTLY,
        ),
        Figure("cuts", Words("cortes hechos", "cuts made"), cuts, "cuts"),
        Figure("places", Words("lugares posibles", "possible places"), places, "places"),
    ]
    if not sweep.complete and not wrong and cuts:
        figures.append(_bound(cuts))
    method = Method.ENUMERATED if sweep.complete else Method.SAMPLED
    return judged(said, method, *figures, files=_FILES)


def _bound(cuts: int) -> Figure:
    """With no cut of a sample wrong, the share of places that may be."""
    name = Words("lugares malos como mucho", "places wrong at most")
    percent = min(Fraction(100), 100 * _NONE_OF_N / cuts)
    return Figure("bad_places", name, percent, "percent", confidence_percent=_CONFIDENCE_PERCENT)


def _told(parts: list[Part], wrong: int) -> Words:
    # Each chapter keeps its first violations; the sum of all of them need not.
    place, what = next(one for part in parts for one in part.tally.told)
    return Words(
        f"{_many(wrong)} cortes dejan algo mal; el primero, en {place}: {what}",
        f"{wrong:,} cuts leave something wrong; the first, at {place}: {what}",
    )


def _many(count: int) -> str:
    return f"{count:,}".replace(",", ".")
