# SPDX-License-Identifier: MIT
"""Payout and largest prizes, counted over every combination or proved over every window of the cycle."""

from __future__ import annotations

from fractions import Fraction

from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    Figure,
    Findings,
    Method,
    Words,
    judged,
)
from machines.par.sheet import par_sheet
from machines.support.plain import Json

_FILES = ("par.json",)
_CYCLE = Words("ciclo completo", "whole cycle")
_LARGEST = Words("premio mayor", "largest prize")
_DOUBLE = Words("premio mayor de dos partidas", "largest prize of two plays")
_NO_MORE = Words("Ningún premio del plan es mayor", "No prize of the plan is larger")


def examine(exam: Examination) -> Findings:
    """The exact sheet beside the limits of the profile."""
    sheet = par_sheet(exam.model)
    exam.keep("par.json", sheet)
    found = Findings()
    (_cycle if exam.model.type == "B" else _chance)(exam, sheet, found)
    return found


def _cycle(exam: Examination, sheet: Json, found: Findings) -> None:
    law = exam.law
    plays, paid = sheet["cycle_plays"], Fraction(sheet["rtp"]) * 100
    found["B-07"] = judged(
        Words(
            f"Cada ciclo de {plays} partidas paga lo mismo, con cualquier clave",
            f"Every cycle of {plays} plays pays the same, with any key",
        ),
        Method.PROVED,
        Figure("cycle_payout", _CYCLE, paid, "percent", law.value("B-07"), AT_LEAST),
        files=_FILES,
    )
    window = law.rules["B-08"].values["window_plays"]
    poorest = min(Fraction(one["worst_payout"]) * 100 for one in sheet["windows"] if one["plays"] == window)
    found["B-08"] = judged(
        Words(
            f"Ninguna serie de {window} partidas seguidas paga menos, empiece donde empiece",
            f"No {window} plays in a row pay less, wherever they begin",
        ),
        Method.PROVED,
        Figure(
            "worst_window",
            Words("peor serie", "poorest series"),
            poorest,
            "percent",
            law.value("B-08"),
            AT_LEAST,
        ),
        files=_FILES,
    )
    largest = sheet["largest_prize_cents"]
    single = "S-02" if exam.model.special else "B-04"
    found[single] = judged(
        _NO_MORE, Method.PROVED, _prize("largest_prize", largest, law.value(single)), files=_FILES
    )
    if not exam.model.special:
        found["B-05"] = judged(
            _NO_MORE,
            Method.PROVED,
            _prize("largest_double", sheet["largest_double_cents"], law.value("B-05"), _DOUBLE),
            files=_FILES,
        )


def _chance(exam: Examination, sheet: Json, found: Findings) -> None:
    law, model = exam.law, exam.model
    bets = getattr(model, "bets_cents", None) or (model.price_cents,)
    sheets = {bet: par_sheet(model, bet) for bet in bets}
    for bet, one in sheets.items():
        percent = Fraction(one["rtp"]) * 100
        found["C-06"] = judged(
            Words(
                "El porcentaje de todas las combinaciones posibles, sin la parte de los botes",
                "The payout over all possible combinations, without the share of the pots",
            ),
            Method.ENUMERATED,
            Figure(
                f"rtp_{bet}",
                _at("porcentaje", "payout", bet),
                percent,
                "percent",
                law.value("C-06"),
                AT_LEAST,
            ),
            files=_FILES,
        )
        most = one["largest_prize_cents"]
        limit = (law.rules["C-04"].multiple or 0) * bet
        figure = Figure(
            f"largest_{bet}", _at("premio mayor", "largest prize", bet), most, "cents", limit, AT_MOST
        )
        found["C-04"] = judged(_NO_MORE, Method.ENUMERATED, figure, files=_FILES)


def _prize(id: str, cents: int, limit: int, name: Words = _LARGEST) -> Figure:
    return Figure(id, name, cents, "cents", limit, AT_MOST)


def _at(es: str, en: str, bet_cents: int) -> Words:
    euros = f"{bet_cents // 100}.{bet_cents % 100:02d}"
    return Words(f"{es} a {euros.replace('.', ',')} EUR", f"{en} at {euros} EUR")
