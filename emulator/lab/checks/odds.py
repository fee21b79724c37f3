# SPDX-License-Identifier: MIT
"""The exact odds of what is advertised, of pots and of the gamble, from the prize plan."""

from __future__ import annotations

from fractions import Fraction

from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    judged,
)
from machines.model import Model
from machines.par.sheet import par_sheet
from machines.support.plain import Json
from machines.types.chance.model import ChanceModel
from machines.types.cycle.model import CycleModel

_FILES = ("odds.json",)
# GLI-11 v3.0, 4.8.2: what is rarer than once in so many games must show its odds.
_RAREST_GAMES = 100_000_000
# The gamble returns all that is staked on it (GLI-11, S).
_WHOLE = Words("devolución del doble o nada", "return of the gamble")
_GAMBLE_PERCENT = 100
# Until the reels of a new machine have found their places.
_HOMED_MS = 6_000


def examine(exam: Examination) -> Findings:
    """Every row of the odds, of the model that the ROM carries."""
    sheet, found = par_sheet(exam.model), Findings()
    rows = [*_advertised(sheet), *_pots(sheet)]
    exam.keep(
        "odds.json",
        [{"row": row, "plays": f"{plays.numerator}/{plays.denominator}"} for row, plays in rows],
    )
    _rarest(found, rows)
    _minimum(exam, sheet, found)
    _gamble(sheet, found)
    _first_window(exam, found)
    if isinstance(exam.model, ChanceModel):
        _jackpots(exam, exam.model, sheet, found)
        _raised(exam.model, found)
    return found


def _advertised(sheet: Json) -> list[tuple[str, Fraction]]:
    """Each printed row and the mean number of plays to it; 0 plays: it never comes."""
    printed = [row for row in sheet["contributions"] if row["feature"] != "cap"]
    rows = [(row["row"], Fraction(row["times_per_play"])) for row in printed]
    return [(row, 1 / times if times else Fraction(0)) for row, times in rows]


def _pots(sheet: Json) -> list[tuple[str, Fraction]]:
    return [
        (f"pot {pot['name']}", Fraction(pot["mean_plays_to_hit_high"])) for pot in sheet.get("jackpots", ())
    ]


def _rarest(found: Findings, rows: list[tuple[str, Fraction]]) -> None:
    """G-18: the rarest of what is advertised."""
    never = [row for row, plays in rows if not plays]
    row, plays = max(rows, key=lambda one: one[1])
    said = Words(
        f"El premio anunciado más raro ({row}) sale de media una vez cada {_games(plays)} jugadas: ninguno"
        " exige mostrar su probabilidad",
        f"The rarest advertised award ({row}) comes once in {_games(plays)} games; none must show its odds",
    )
    if never:
        names = ", ".join(never)
        said = Words(f"Anunciado y sin salir nunca: {names}", f"Advertised and never won: {names}")
    found["G-18"] = judged(
        said,
        Method.ENUMERATED,
        Figure("rarest", Words("premio más raro", "rarest award"), plays, "games", _RAREST_GAMES, AT_MOST),
        Figure(
            "never", Words("anunciados que no salen", "advertised, never won"), len(never), "rows", 0, EXACTLY
        ),
        files=_FILES,
    )


def _games(plays: Fraction) -> str:
    return str(round(plays))


def _minimum(exam: Examination, sheet: Json, found: Findings) -> None:
    """G-17: the regulator's minimum, pots at nothing, at every bet, and by the best way to play."""
    model, law = exam.model, exam.law
    row = "B-07" if model.type == "B" else "C-06"
    figures = []
    for bet in model.bets_cents:
        one = sheet if len(model.bets_cents) == 1 else par_sheet(model, bet)
        name = Words(f"porcentaje a {_euros(bet, ',')} EUR", f"payout at {_euros(bet, '.')} EUR")
        figures.append(
            Figure(f"rtp_{bet}", name, 100 * Fraction(one["rtp"]), "percent", law.value(row), AT_LEAST)
        )
    said = Words(
        f"El mínimo del {row} se cumple con cada apuesta, sin contar botes; ninguna forma de jugar lo baja",
        f"The minimum of {row} is met at every bet without the pots; no way of playing lowers it",
    )
    found["G-17"] = judged(said, Method.ENUMERATED, *figures, files=_FILES)


def _euros(cents: int, point: str) -> str:
    return f"{cents // 100}{point}{cents % 100:02d}"


def _gamble(sheet: Json, found: Findings) -> None:
    """G-19: double or nothing gives back what is staked on it, in the mean."""
    gamble = sheet.get("gamble")
    if gamble is None:
        none = Words("La máquina no ofrece doble o nada", "The machine offers no gamble")
        found["G-19"] = Finding(Grade.NO_APLICA, none, Method.DOCUMENTARY)
        return
    percent = 200 * Fraction(gamble["odds"])
    said = Words(
        f"Se dobla con probabilidad {gamble['odds']}: devuelve de media {percent} %",
        f"It doubles with probability {gamble['odds']}: it returns {percent} % in the mean",
    )
    figure = Figure("gamble", _WHOLE, percent, "percent", _GAMBLE_PERCENT, EXACTLY)
    found["G-19"] = judged(said, Method.ENUMERATED, figure, files=_FILES)


def _first_window(exam: Examination, found: Findings) -> None:
    """G-21: a new machine does not stand on its largest prize."""
    with exam.cabinet() as cabinet:
        cabinet.run(ms=_HOMED_MS)
        stops = tuple(reel.stop for reel in cabinet.reels)
    won, most = _shown_cents(exam.model, stops), exam.model.largest_prize_cents
    said = Words(
        "Recién puesta en marcha, la ventana no muestra el premio mayor",
        "Just put into service, the window does not show the largest prize",
    )
    figure = Figure("shown", Words("premio a la vista", "prize shown"), won, "cents", most - 1, AT_MOST)
    exam.keep(
        "first_window.json", {"stops": [*stops], "window": [[*row] for row in exam.model.window(stops)]}
    )
    found["G-21"] = judged(said, Method.OBSERVED, figure, files=("first_window.json",))


def _shown_cents(model: Model, stops: tuple[int, ...]) -> int:
    """What the printed table pays for the window that these stops show."""
    if isinstance(model, ChanceModel):
        return model.tables.evaluate(stops).prize_cents
    assert isinstance(model, CycleModel)
    window = model.window(stops)
    lines = [[window[row][reel] for reel, row in enumerate(line)] for line in model.paylines]
    return max(
        (
            row.cents
            for line in lines
            for row in model.paytable
            if all(wanted in ("*", seen) for wanted, seen in zip(row.symbols, line, strict=True))
        ),
        default=0,
    )


def _jackpots(exam: Examination, model: ChanceModel, sheet: Json, found: Findings) -> None:
    """C-05, C-07: pots are fed by a share of the stakes, and are no part of the 80 %."""
    if not model.pots:
        none = Words("La máquina no tiene bote propio", "The machine has no jackpot of its own")
        for row in ("C-05", "C-07"):
            found[row] = Finding(Grade.NO_APLICA, none, Method.DOCUMENTARY)
        return
    rows = sheet["jackpots"]
    fed = [row for row in rows if Fraction(row["contribution"]) <= 0]
    won = [row for row in rows if row["hit"] == "combination"]
    names = ", ".join(f"{row['name']} ({row['contribution']})" for row in rows)
    said = Words(
        f"Cada bote acumula una parte de lo apostado: {names}; por combinación se ganan {len(won)}",
        f"Each pot builds up a share of the stakes: {names}; {len(won)} won by a combination",
    )
    name = Words("botes sin aportación", "pots without a share")
    found["C-05"] = judged(
        said, Method.DOCUMENTARY, Figure("unfed", name, len(fed), "pots", 0, EXACTLY), files=_FILES
    )
    share = 100 * sum((Fraction(row["rtp"]) for row in rows), Fraction(0))
    found["C-07"] = judged(
        Words(
            f"El porcentaje exigido se alcanza sin los botes, que añaden {_percent(share, ',')} %",
            f"The percentage wanted is reached without the pots, which add {_percent(share, '.')} %",
        ),
        Method.ENUMERATED,
        Figure(
            "without_pots",
            Words("porcentaje sin botes", "payout without pots"),
            100 * Fraction(sheet["rtp"]),
            "percent",
            exam.law.value("C-06"),
            AT_LEAST,
        ),
        Figure("of_pots", Words("parte de los botes", "share of the pots"), share, "percent"),
        files=_FILES,
    )


def _percent(value: Fraction, point: str) -> str:
    hundredths = round(value * 100)
    return f"{hundredths // 100}{point}{hundredths % 100:02d}"


def _raised(model: ChanceModel, found: Findings) -> None:
    """C-08: what raises the percentage is declared, so that it can be homologated."""
    raising = [
        *(["free plays"] if model.tables.max_free_plays else []),
        *(["picks"] if model.draft.picks else []),
    ]
    spanish = {"free plays": "jugadas gratis", "picks": "elecciones"}
    if not raising:
        none = Words("Ningún dispositivo eleva el porcentaje", "No device raises the percentage")
        found["C-08"] = Finding(Grade.NO_APLICA, none, Method.DOCUMENTARY)
        return
    said = Words(
        f"Declarados en el modelo y contados en el porcentaje: {', '.join(spanish[one] for one in raising)}",
        f"Declared in the model and counted in the percentage: {', '.join(raising)}",
    )
    figure = Figure("declared", Words("dispositivos declarados", "devices declared"), len(raising), "devices")
    found["C-08"] = judged(said, Method.DOCUMENTARY, figure, files=_FILES)
