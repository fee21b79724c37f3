# SPDX-License-Identifier: MIT
"""
The machine beside the model that its maker filed: game memory, prizes, options; and what its reels show.

    Sample.of("delivered.rom", declared="filed.toml")

Tables, strips, prizes and options are compared part by part. From outside plays are made, and a window that
no declared strip has shows that the reels are others. Where nothing was filed beside the ROM nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from emulator.lab.bench.bench import Bench
from emulator.lab.bench.visitor import PURSE, BenchError, Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Method, Words, judged
from machines.model import ChanceModel, CycleModel, Model
from machines.support.plain import Json

_FILES = ("declared.json",)
# Plays that one visitor makes before another, at a new machine, makes the next.
_VISIT_PLAYS = 30


def examine(exam: Examination) -> Findings:
    """Compare, then look at the reels; nothing is said where no model was filed beside the ROM."""
    found, declared = Findings(), exam.sample.declared
    if declared is None:
        return found
    memory, prizes, options = (
        _differences(part, exam.model, declared) for part in (_memory, _prizes, _options)
    )
    made, strange = _windows(exam, declared)
    exam.keep(
        "declared.json",
        {"memory": memory, "prizes": prizes, "options": options, "plays": made, "windows": strange},
    )
    found["K-14"] = _compared("memory", _MEMORY, memory, *_returns(exam.model, declared))
    if made:
        found["K-14"] = _seen(made, strange)
    found["G-20"] = _compared("prizes", _PRIZES, prizes)
    if exam.model.type == "B":
        found["B-25"] = _compared("options", _OPTIONS, options)
    return found


_MEMORY = Words("la memoria de juego", "the game memory")
_PRIZES = Words("el precio y la tabla de premios", "price and paytable")
_OPTIONS = Words("los dispositivos opcionales", "the optional devices")
_NAMES = {
    "game": Words("tablas del juego", "tables of the game"),
    "kind": Words("tipo", "type"),
    "plan": Words("plan de premios", "prize plan"),
    "weights": Words("pesos de los rodillos", "weights of the reels"),
    "price": Words("precio", "price"),
    "paytable": Words("tabla de premios", "paytable"),
    "lines": Words("líneas", "lines"),
    "double": Words("partidas simultáneas", "plays made at once"),
    "hold": Words("retención", "hold"),
    "reserve": Words("contador de reserva", "reserve counter"),
    "prize_meter": Words("acumulador de premios", "prize meter"),
    "gamble": Words("doble o nada", "gamble"),
    "raises": Words("dispositivos que elevan el premio", "devices that raise a prize"),
    "link": Words("enlace", "link"),
}


# -- part by part -----------------------------------------------------------------------------------


def _memory(model: Model) -> Json:
    """What decides a play, by part; the digest of all of it first."""
    parts: Json = {"game": model.tables.digest, "kind": model.type}
    for number, strip in enumerate(model.strips, 1):
        parts[f"reel_{number}"] = " ".join(strip)
    if isinstance(model, CycleModel):
        parts["plan"] = [list(row) for row in model.plan.strata]
    elif isinstance(model, ChanceModel):
        parts["weights"] = [list(row) for row in model.layout.paid.weights]
    return parts


def _prizes(model: Model) -> Json:
    """What a player pays and is promised."""
    named = ("paytable", "scatters", "picks", "pots", "free_plays")
    return {
        "price": list(model.bets_cents),
        "paytable": [repr(getattr(model.draft, name, None)) for name in named],
        "lines": [list(line) for line in model.paylines],
    }


def _options(model: Model) -> Json:
    """The devices of art. 7 that a machine has."""
    return {
        "double": getattr(model, "simultaneous_max", 1),
        "hold": bool(getattr(model, "hold", False)),
        "reserve": bool(getattr(model, "reserve", False)),
        "prize_meter": getattr(model, "prize_meter_max_cents", 0),
        "gamble": repr(model.gamble),
        "raises": repr(getattr(model, "raises", ())),
        "link": repr(model.link),
    }


def _differences(part: Any, model: Model, declared: Model) -> list[str]:
    """Names of what differs."""
    delivered, filed = part(model), part(declared)
    return [name for name in {**filed, **delivered} if delivered.get(name) != filed.get(name)]


def _named(names: list[str]) -> Words:
    said = [
        _NAMES.get(name, Words(f"rodillo {name.rpartition('_')[2]}", f"reel {name.rpartition('_')[2]}"))
        for name in names
    ]
    return Words(", ".join(one.es for one in said), ", ".join(one.en for one in said))


def _compared(id: str, what: Words, names: list[str], *more: Figure) -> Finding:
    said = Words(f"Coinciden con la declaración {what.es}", f"{what.en.capitalize()}: the same as was filed")
    if names:
        differ = _named(names)
        said = Words(
            f"No es lo declarado: difieren {differ.es}", f"Not what was filed: these differ: {differ.en}"
        )
    count = Figure(
        f"{id}_differ", Words("partes que difieren", "parts that differ"), len(names), "parts", 0, EXACTLY
    )
    return judged(said, Method.DOCUMENTARY, count, *more, files=_FILES)


def _returns(model: Model, declared: Model) -> Iterator[Figure]:
    """What each returns: a remark, since the digest says already whether they are one."""
    for id, one, name in (
        ("filed", declared, Words("porcentaje declarado", "payout as filed")),
        ("delivered", model, Words("porcentaje de la muestra", "payout of the sample")),
    ):
        if one.payout is not None:
            yield Figure(f"payout_{id}", name, Fraction(one.payout) * 100, "percent")


# -- from outside -----------------------------------------------------------------------------------


def _windows(exam: Examination, declared: Model) -> tuple[int, list[str]]:
    """Plays made, and each window of a reel seen that no declared strip of it can show."""
    if not exam.model.strips:
        return 0, []
    known = [_shown(declared, reel) for reel in range(len(exam.model.strips))]
    made, wanted = 0, exam.pick(60, 240, 900)
    strange: set[str] = set()
    while made < wanted:
        with exam.cabinet(seed=exam.stream(f"visit {made}"), purse=dict(PURSE)) as cabinet:
            bench = Bench(cabinet)
            visitor = Visitor(bench)
            visitor.arrive()
            for _ in range(min(_VISIT_PLAYS, wanted - made)):
                try:
                    visitor.play()
                except BenchError:
                    return made, sorted(strange)
                made += 1
                exam.told(made, wanted)
                for reel, view in enumerate(cabinet.reels):
                    strips = _strips(exam.model, reel)
                    window = _window(strips[min(view.set, len(strips) - 1)], view.stop, exam.model.rows)
                    if window not in known[reel]:
                        strange.add(f"reel {reel + 1}: {' '.join(window)}")
    return made, sorted(strange)


def _strips(model: Model, reel: int) -> list[tuple[str, ...]]:
    """The strips that a reel may show: another one in free plays, on a screen."""
    free = getattr(model, "free_strips", ())
    return [model.strips[reel], *([free[reel]] if free else [])]


def _window(strip: tuple[str, ...], stop: int, rows: int) -> tuple[str, ...]:
    """The symbols about a stop, as many as there are rows."""
    return tuple(strip[(stop + row - rows // 2) % len(strip)] for row in range(rows))


def _shown(model: Model, reel: int) -> set[tuple[str, ...]]:
    if reel >= len(model.strips):
        return set()
    return {_window(strip, stop, model.rows) for strip in _strips(model, reel) for stop in range(len(strip))}


def _seen(made: int, strange: list[str]) -> Finding:
    said = Words(
        f"{made} jugadas con dinero y botón: los rodillos muestran lo que cabe en las tiras declaradas",
        f"{made} plays by money and button: the reels show what the declared strips can show",
    )
    if strange:
        said = Words(
            f"{made} jugadas con dinero y botón muestran lo que ninguna tira declarada tiene: {strange[0]}",
            f"{made} plays by money and button show what no declared strip has: {strange[0]}",
        )
    count = Words("ventanas que la declaración no tiene", "windows that were not filed")
    figure = Figure("windows", count, len(strange), "windows", 0, EXACTLY)
    return judged(said, Method.OBSERVED, figure, files=_FILES)
