# SPDX-License-Identifier: MIT
"""
The return of type C on the core, with as many plays as its exact variance asks for.

The count is worked out before the first play: n = (z s / h)^2, s being the exact standard deviation of a play
in stakes and h the half width wanted. Where the interval straddles the limit, four times as many are made.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import numpy as np

from emulator.lab.campaign_pieces import Ledger, Recipe, Work
from emulator.lab.campaign_work import open_work
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Figure, Findings, Method, Words, judged
from emulator.lab.exam.statistics import half_width, outward, plays_needed, rounded
from emulator.lab.rng_stats import chi_square, normal_two_sided
from emulator.sheets.section import quotient
from emulator.support.seed import seed_key
from machines.par.sheet import par_sheet
from machines.support.plain import Json
from machines.types.chance.bet import at_bet

if TYPE_CHECKING:
    from machines.model import ChanceModel

CONFIDENCE_PERCENT = 99
POINTS = 50
PROBE_PLAYS = 1_000_000
"""From which the variance is estimated where it cannot be counted exactly."""
RETESTS, MORE = 2, 4
_FILES = ("convergence.json", "prizes.json")


@dataclass
class Series:
    """The plays of one machine at one bet, in order."""

    model: ChanceModel
    seed: str
    points: list[tuple[int, int]] = field(default_factory=list)
    """(plays, won so far in cents)."""

    def __post_init__(self) -> None:
        # Of a play the number is all that its draw depends on, so any maximum of plays will do.
        recipe = Recipe(self.model.tables.blob, seed_key(self.seed), 1, 1 << 40)
        self.work: Work = open_work(recipe)
        self.ledger: Ledger = self.work.ledger(None)

    def play(self, plays: int, points: int) -> None:
        """Go on until there are so many plays; note what was won at so many places."""
        first = self.ledger.done
        for point in range(1, points + 1):
            self._until(first + (plays - first) * point // points)
            self.points.append((self.ledger.done, self.ledger.won_cents))

    def _until(self, end: int) -> None:
        most = self.work.part_plays(1)
        while self.ledger.done < end:
            at = self.ledger.done
            self.ledger.add(self.work.play(at, min(end, at + most), lambda: False, lambda plays: None))


@dataclass(frozen=True)
class Measured:
    """What the plays at one bet came to."""

    bet_cents: int
    variance_stakes2: Fraction
    exact: bool
    """The variance is counted over all combinations, not estimated."""
    wanted: int
    """Plays that were worked out beforehand."""
    plays: int
    retests: int
    payout: Fraction
    low: float
    high: float
    """Of the payout, in percent."""
    p_payout: float | None
    """Of the distance to the exact payout."""
    p_prizes: float
    """Of the distribution of prizes."""


def examine(exam: Examination) -> Findings:
    """Every bet in turn: the return with its interval, and the prizes beside the exact odds."""
    model = cast("ChanceModel", exam.model)
    half_ppm = exam.pick(5_000, 1_000, 1_000)
    measured, convergence, prizes = [], [], []
    for number, bet in enumerate(model.bets_cents):
        at = at_bet(model, bet)
        series = Series(at, exam.stream(str(bet)))
        one, seen = _measure(exam, at, series, Fraction(half_ppm, 1_000_000))
        measured.append(one)
        convergence.append(_curve(one, series))
        prizes.append({"bet_cents": bet, "plays": one.plays, "prizes": seen})
        exam.told(number + 1, len(model.bets_cents))
    exam.keep("convergence.json", {"limit_percent": exam.law.value("C-06"), "bets": convergence})
    exam.keep("prizes.json", {"bets": prizes})
    found = Findings()
    _payout(exam, measured, half_ppm, found)
    _prizes(exam, measured, found)
    return found


def _measure(
    exam: Examination, model: ChanceModel, series: Series, half: Fraction
) -> tuple[Measured, list[list[int | float]]]:
    exact = series.work.exact(1)
    price = model.price_cents
    variance = (exact[1] if exact else _probed(model, exam.stream("probe"))) / price**2
    wanted = plays_needed(variance, half, CONFIDENCE_PERCENT)
    series.play(wanted, POINTS)
    retests = 0
    while _straddles(exam, series, variance) and exam.mode != "quick" and retests < RETESTS:
        retests += 1
        series.play(MORE * series.ledger.done, POINTS)
    plays = series.ledger.done
    low, high = _interval(series, variance)
    p_payout = None
    if exact:
        away = series.ledger.won_cents - plays * exact[0]
        p_payout = normal_two_sided(float(away) / float(plays * exact[1]) ** 0.5)
    seen, p_prizes = _against_odds(model, series)
    payout = Fraction(100 * series.ledger.won_cents, plays * price)
    return Measured(
        price, variance, exact is not None, wanted, plays, retests, payout, low, high, p_payout, p_prizes
    ), seen


def _probed(model: ChanceModel, seed: str) -> Fraction:
    """The variance of a play, from plays of their own."""
    probe = Series(model, seed)
    probe.play(PROBE_PLAYS, 1)
    return probe.ledger.variance(PROBE_PLAYS) / PROBE_PLAYS


def _interval(series: Series, variance: Fraction, point: int = -1) -> tuple[float, float]:
    """In percent, at one of the points noted."""
    plays, won_cents = series.points[point]
    payout = Fraction(won_cents, plays * series.model.price_cents)
    half = half_width(variance, plays, CONFIDENCE_PERCENT)
    return outward(100 * (payout - half), 100 * (payout + half))


def _straddles(exam: Examination, series: Series, variance: Fraction) -> bool:
    low, high = _interval(series, variance)
    return low < exam.law.value("C-06") <= high


def _curve(one: Measured, series: Series) -> Json:
    """The data of the chart of convergence."""
    points = []
    for place, (plays, won_cents) in enumerate(series.points):
        low, high = _interval(series, one.variance_stakes2, place)
        points.append({"plays": plays, "won_cents": won_cents, "low_percent": low, "high_percent": high})
    deviation = float(rounded(float(one.variance_stakes2) ** 0.5, 12))
    return {
        "bet_cents": one.bet_cents,
        "seed": series.seed,
        "deviation_stakes": deviation,
        "exact_deviation": one.exact,
        "confidence_percent": CONFIDENCE_PERCENT,
        "plays_worked_out": one.wanted,
        "retests": one.retests,
        "repeat": f"azar simulate {series.model.name} --bet {one.bet_cents} --plays {one.plays} "
        f"--seed {series.seed}",
        "points": points,
    }


def _against_odds(model: ChanceModel, series: Series) -> tuple[list[list[int | float]], float]:
    """Of every total its cents, the plays that won it and what is expected; and the p-value of them all."""
    plays = series.ledger.done
    sheet, seen = par_sheet(model), dict(series.ledger.prizes)
    odds = {row["prize_cents"]: quotient(row["probability"]) for row in sheet["prizes"]}
    if not odds:  # free plays are too many for every total: in classes, by their upper ends
        ends = [row["to_cents"] for row in sheet["classes"]]
        odds = {row["to_cents"]: quotient(row["probability"]) for row in sheet["classes"] if row["to_cents"]}
        seen = Counter[int]()
        for cents, times in series.ledger.prizes:
            seen[ends[bisect_left(ends, cents)]] += times
    odds[0] = max(0.0, 1.0 - sum(sorted(odds.values())))
    every = sorted(odds | seen)
    expected = np.array([plays * odds.get(cents, 0.0) for cents in every])
    observed = np.array([seen.get(cents, 0) for cents in every], dtype=float)
    expected *= plays / expected.sum()
    rows: list[list[int | float]] = [
        [cents, seen.get(cents, 0), float(rounded(float(mean), 9))]
        for cents, mean in zip(every, expected, strict=True)
    ]
    return rows, chi_square(observed, expected)


def _payout(exam: Examination, measured: list[Measured], half_ppm: int, found: Findings) -> None:
    for one in measured:
        deviation = float(rounded(float(one.variance_stakes2) ** 0.5))
        half = half_ppm / 10_000
        figures = [_return(exam, one)]
        if one.p_payout is not None:
            p = min(1.0, len(measured) * one.p_payout)
            name = _at(Words("frente al exacto, valor p", "against the exact one, p-value"), one.bet_cents)
            figures.append(Figure(f"exact_{one.bet_cents}", name, rounded(p), "p", _alpha(exam), AT_LEAST))
        more = (
            Words(
                f"; el intervalo cruzaba el límite y se amplió {one.retests} veces la serie",
                f"; the interval straddled the limit, and the series was made longer {one.retests} times",
            )
            if one.retests
            else Words("", "")
        )
        found["C-06"] = judged(
            Words(
                f"{one.plays} partidas a {_euros(one.bet_cents, ',')} EUR; n = (2,576 × "
                f"{_comma(deviation)} / {_comma(half / 100)})² = {one.wanted}, calculado antes, da ±"
                f"{_comma(half)} % al {CONFIDENCE_PERCENT} %{more.es}",
                f"{one.plays} plays at {_euros(one.bet_cents, '.')} EUR; n = (2.576 × {deviation:g} / "
                f"{half / 100:g})² = {one.wanted}, worked out before, gives ±{half:g} % at "
                f"{CONFIDENCE_PERCENT} %{more.en}",
            ),
            Method.SAMPLED,
            *figures,
            files=_FILES,
        )


def _return(exam: Examination, one: Measured) -> Figure:
    return Figure(
        f"return_{one.bet_cents}",
        _at(Words("porcentaje medido", "return measured"), one.bet_cents),
        one.payout,
        "percent",
        exam.law.value("C-06"),
        AT_LEAST,
        one.low,
        one.high,
        CONFIDENCE_PERCENT,
    )


def _prizes(exam: Examination, measured: list[Measured], found: Findings) -> None:
    figures = [
        Figure(
            f"prizes_{one.bet_cents}",
            _at(Words("ji cuadrado de los premios, valor p", "chi-square of prizes, p-value"), one.bet_cents),
            rounded(min(1.0, len(measured) * one.p_prizes)),
            "p",
            _alpha(exam),
            AT_LEAST,
        )
        for one in measured
    ]
    found["C-01"] = judged(
        Words(
            "Cada premio salió tantas veces como dice la cuenta de todas las combinaciones",
            "Every prize came as often as the count of all combinations says",
        ),
        Method.SAMPLED,
        *figures,
        files=("prizes.json",),
    )


def _alpha(exam: Examination) -> Fraction:
    return rounded(exam.alpha)


def _at(name: Words, bet_cents: int) -> Words:
    return Words(f"{name.es}, a {_euros(bet_cents, ',')} EUR", f"{name.en}, at {_euros(bet_cents, '.')} EUR")


def _euros(cents: int, point: str) -> str:
    return f"{cents // 100}{point}{cents % 100:02d}"


def _comma(value: float) -> str:
    return f"{value:g}".replace(".", ",")
