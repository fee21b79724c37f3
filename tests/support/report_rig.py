# SPDX-License-Identifier: MIT
"""
A report to lay out: real requirements, one real check, and invented findings of every grade and kind.

    report = invented_report()          # as exam.gather makes it
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Finding,
    Grade,
    Method,
    Words,
    joined,
    judged,
)
from emulator.lab.exam.requirements import requirements
from emulator.lab.exam.sample import Sample
from machines.support.plain import Json

MONEY = Words("importe mayor admitido", "largest amount accepted")
INVENTED: dict[str, tuple[str, Finding]] = {
    "B-04": (
        "exact",
        judged(
            Words("Ningún premio del plan es mayor", "No prize of the plan is larger"),
            Method.PROVED,
            Figure("largest", Words("premio mayor", "largest prize"), 8_020, "cents", 8_000, AT_MOST),
            files=("par.json",),
        ),
    ),
    "B-07": (
        "exact",
        judged(
            Words(
                "Cada ciclo de 20000 partidas paga lo mismo, con cualquier clave",
                "Every cycle of 20000 plays pays the same, with any key",
            ),
            Method.PROVED,
            Figure(
                "paid",
                Words("ciclo completo", "whole cycle"),
                Fraction(74_999_999, 1_000_000),
                "percent",
                75,
                AT_LEAST,
            ),
            files=("par.json",),
        ),
    ),
    "B-08": (
        "exact",
        judged(
            Words(
                "Ninguna serie de 5000 partidas seguidas paga menos, empiece donde empiece",
                "No 5000 plays in a row pay less, wherever they begin",
            ),
            Method.PROVED,
            Figure(
                "worst", Words("peor serie", "poorest series"), Fraction(4_121, 100), "percent", 40, AT_LEAST
            ),
            files=("par.json",),
        ),
    ),
    "B-10": (
        "pace",
        judged(
            Words(
                "Ninguna partida empieza antes de 5 s, por mucho que se pulse",
                "No play starts before 5 s, however often the button is pressed",
            ),
            Method.OBSERVED,
            Figure(
                "gap", Words("intervalo menor", "shortest gap"), 4_871, "ms", 5_000, AT_LEAST, uncertainty=2
            ),
            Figure(
                "in_ten",
                Words("partidas en diez minutos", "plays in ten minutes"),
                123,
                "plays",
                120,
                AT_MOST,
            ),
            files=("starts.json", "visit.jsonl"),
        ),
    ),
    "B-12": (
        "money_in",
        judged(
            Words(
                "Con 20 partidas en créditos se devuelve toda moneda",
                "At 20 plays of credit every coin comes back",
            ),
            Method.OBSERVED,
            Figure("held", Words("créditos mayores vistos", "most credits seen"), 400, "cents", 400, AT_MOST),
            files=("visit.jsonl",),
        ),
    ),
    "B-17": (
        "money_in",
        judged(
            Words("Se ofrecieron todas las monedas y billetes", "Every coin and note was offered"),
            Method.OBSERVED,
            Figure("largest", MONEY, 1_000, "cents", 800, AT_MOST),
            files=("visit.jsonl",),
        ),
    ),
    "B-28": (
        "silence",
        Finding(
            Grade.NO_CONFORME,
            Words(
                "Sonó una melodía a los 45 s de quedar sola", "A tune sounded 45 s after it was left alone"
            ),
            Method.OBSERVED,
            (),
            ("sound.json",),
        ),
    ),
    "K-06": (
        "counter",
        judged(
            Words("Modo «cobra cada premio»", "Mode “cash every win”"),
            Method.PLAYED,
            Figure(
                "error", Words("indicaciones falladas", "indications that failed"), 0, "ppm", 100, AT_MOST
            ),
            Figure(
                "error_random",
                Words("indicaciones falladas, premios al azar", "indications that failed, random wins"),
                12,
                "ppm",
                100,
                AT_MOST,
            ),
            files=("modes.json",),
        ),
    ),
    "K-18": (
        "reels",
        judged(
            Words("La velocidad de cada rodillo en 400 giros", "The speed of each reel in 400 spins"),
            Method.SAMPLED,
            Figure(
                "reels",
                Words("rodillos de velocidad variable", "reels of varying speed"),
                3,
                "reels",
                2,
                AT_LEAST,
            ),
            Figure(
                "p",
                Words("menor valor p de la variación", "smallest p-value of the variation"),
                Fraction(31, 1_000_000),
                "p",
                Fraction(1, 30_000),
                AT_LEAST,
            ),
            files=("spins.json",),
        ),
    ),
    "G-02": (
        "rng",
        judged(
            Words("Batería sobre 100 millones de bits", "Battery on 100 million bits"),
            Method.SAMPLED,
            Figure(
                "p",
                Words("menor valor p", "smallest p-value"),
                Fraction(43, 10_000),
                "p",
                Fraction(1, 3_800),
                AT_LEAST,
            ),
            files=("pvalues.json",),
        ),
    ),
    "B-06": (
        "chained",
        judged(
            Words(
                "El límite cae dentro del intervalo: harían falta 1,2 millones de partidas",
                "The limit lies inside the interval: 1.2 million plays would be needed",
            ),
            Method.SAMPLED,
            Figure(
                "rise",
                Words("aumento tras un premio", "rise after a prize"),
                Fraction(1, 1_000),
                "percent",
                Fraction(3, 1000),
                AT_MOST,
                low=-0.0052,
                high=0.0072,
                confidence_percent=99.0,
            ),
            files=("after.json",),
        ),
    ),
    "K-01": (
        "counters",
        judged(
            Words("Los contadores dicen lo que se vio", "The meters tell what was seen"),
            Method.OBSERVED,
            Figure("plays", Words("partidas", "plays"), 40_000, "plays", 40_000, EXACTLY),
            Figure("won", Words("premios", "prizes"), 641_280, "cents", 641_280, EXACTLY),
            files=("reconciliation.json",),
        ),
    ),
}
COMMON = Words("Visto en el mueble, dentro de su límite", "Seen on the cabinet, within its limit")
CHECKS = (
    "exact",
    "pace",
    "money_in",
    "silence",
    "counter",
    "reels",
    "rng",
    "chained",
    "counters",
    "cabinet",
    "played",
)
TITLES = {
    "exact": Words("Cálculo exacto del plan de premios", "Exact mathematics of the prizes"),
    "pace": Words("Ritmo de juego", "Pace of play"),
    "money_in": Words("Dinero admitido y devuelto", "Money accepted and returned"),
    "silence": Words("Sonido de una máquina sola", "Sound of a machine left alone"),
    "counter": Words("Los dos modos automáticos del contador", "The counter's two automatic modes"),
    "reels": Words("Velocidad de los rodillos", "Speed of the reels"),
    "rng": Words("Batería estadística del generador", "Statistical battery of the generator"),
    "chained": Words("Premios tras premios", "Prizes after prizes"),
    "counters": Words("Cuadre de contadores", "Reconciliation of meters"),
    "cabinet": Words("Recorrido del mueble", "Round of the cabinet"),
    "played": Words("Dos ciclos jugados", "Two cycles played"),
}


@cache
def sample(name: str = "cierzo") -> Sample:
    """A shipped machine as a sample; building its ROM takes a second."""
    return Sample.of(name, serial=137)


def invented_report(name: str = "cierzo", *, faulty: bool = True, filled: bool = False) -> Json:
    """A report; ``faulty``: with rows that missed their limits, ``filled``: the laboratory's data given."""
    one = sample(name)
    rows = [_row(row.as_dict(), faulty) for row in requirements(one.model, one.law)]
    entity = dict.fromkeys(
        ("entity", "address", "signatory", "accreditation", "work_from", "work_to", "issued", "place"), ""
    )
    if filled:
        entity |= {
            "entity": "Laboratorio del Ebro, S. L.",
            "signatory": "Inés Gállego Ara",
            "issued": "2026-11-20",
            "place": "Zaragoza",
            "work_from": "2026-11-02",
            "work_to": "2026-11-19",
        }
    failed = any(row["grade"] == Grade.NO_CONFORME for row in rows)
    return {
        "azar": "report",
        "format": 1,
        "code": "AZ-3F0C-91B2-77DA-E41C",
        "verdict": str(Grade.NO_CONFORME if failed else Grade.CONFORME),
        "sample": {**one.as_dict(), "has": ["coins", "double", "hold", "drums"]},
        "profile": {"id": one.law.id, "title": one.law.title},
        "entity": entity,
        "mode": "quick",
        "seed": "00",
        "tests": 38,
        "family_alpha": 0.01,
        "areas": _areas(rows),
        "rows": rows,
        "checks": [
            {"id": id, "title": TITLES[id]._asdict(), "method": "observed", "tests": 38 if id == "rng" else 0}
            for id in CHECKS
        ],
        "retests": [
            {
                "check": "rng",
                "number": 1,
                "why": "un valor p de 0,00012 en la primera pasada",
                "before": {"G-02": "no conforme"},
                "after": {"G-02": "conforme"},
            }
        ],
        "evidence_sha256": "5b1d" * 16,
        "versions": {"azar": "0.1.0", "core_sha256": "c0de" * 16},
    }


def _row(row: Json, faulty: bool) -> Json:
    """A requirement with what was found: invented, or within its limit, or nothing."""
    given = INVENTED.get(row["id"])
    found: list[Json] = []
    if row["grade"] is not None:
        return {**row, "findings": found}
    number = int(row["id"][2:])
    if given is not None and (faulty or given[1].grade != Grade.NO_CONFORME):
        found = [_found(row["id"], *given)]
    elif row["reason"] is None and number % 6 != 5:
        found = [
            _found(
                row["id"], "cabinet", Finding(Grade.CONFORME, COMMON, Method.OBSERVED, (), ("visit.jsonl",))
            )
        ]
    elif row["reason"] is None:
        row["reason"] = Words(
            "ningún ensayo del laboratorio la examina", "no check of the laboratory examines it"
        )._asdict()
    grade = joined(Grade(one["grade"]) for one in found)
    return {**row, "grade": str(grade), "findings": found}


def _found(row: str, check: str, finding: Finding) -> Json:
    return {
        "check": check,
        "title": TITLES[check]._asdict(),
        **finding.as_dict(),
        "command": f"azar lab verify DIR --only {row}",
    }


def _areas(rows: list[Json]) -> Json:
    found: Json = {}
    for row in rows:
        counts = found.setdefault(row["area"], dict.fromkeys(map(str, Grade), 0))
        counts[row["grade"]] += 1
    return found
