# SPDX-License-Identifier: MIT
"""
Two whole cycles of type B on the core, machine by machine: what cycles, series and single plays paid.

The campaign counts many machines; a few of them are played once more, step by step, so that every series of
plays can be summed, and both must agree to the cent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import numpy as np

import cext
from emulator.lab.campaign import run_campaign
from emulator.lab.campaign_result import Campaign
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Findings,
    Method,
    Words,
    judged,
)
from emulator.lab.exam.statistics import rounded
from emulator.lab.rng_plays import Plays, prize_runs
from emulator.lab.rng_stats import Array, normal_two_sided
from emulator.support.seed import seed_key
from machines.par.sheet import par_sheet
from machines.support.plain import Json

if TYPE_CHECKING:
    from machines.model import CycleModel

CYCLES = 2  # RD 2110/1998 art. 17.2
MACHINES = ((20, 2), (200, 8), (2_000, 40))
"""Of each mode: machines of the campaign, and how many of them are played once more, step by step."""
CURVE_STEP = 100  # plays between two points of the curve of windows
_FILES = ("windows.json", "prizes.json")
_EXACT = Words("frente al valor exacto", "against the exact figure")


@dataclass(frozen=True)
class Walked:
    """The plays of one machine, one by one."""

    machine: int
    won_cents: Array
    classes: Array
    """Prize class of each play."""


def examine(exam: Examination) -> Findings:
    """Two cycles of many machines, every cycle and every series of them."""
    tables = _model(exam).tables
    machines, singly = exam.pick(*MACHINES)
    plays = CYCLES * tables.cycle_plays
    campaign = run_campaign(exam.model, plays, machines=machines, seed=exam.seed, jobs=1)
    walked = []
    for number in range(1, singly + 1):
        walked.append(walk(tables, exam.seed, number, plays))
        exam.told(number, singly + 1)
    doubles = None
    if _model(exam).simultaneous_max > 1:
        doubles = walk(tables, exam.seed, 1, tables.cycle_plays, simultaneous=2)
    exam.told(singly + 1, singly + 1)
    found = Findings()
    _keep(exam, campaign, walked)
    _cycles(exam, campaign, walked, found)
    _series(exam, walked, found)
    _single(exam, walked, doubles, found)
    return found


def _model(exam: Examination) -> CycleModel:
    return cast("CycleModel", exam.model)


def walk(tables: cext.Tables, seed: str, machine: int, plays: int, simultaneous: int = 1) -> Walked:
    """Make plays without hold one by one, every gamble declined."""
    state = cext.new_state(tables, seed_key(seed), machine)
    won, classes = [], []
    for _ in range(plays):
        state, outcome = cext.step(tables, state, simultaneous)
        if outcome.phase:
            state, _ = cext.answer_gamble(tables, state, dare=False)
        won.append(sum(entry.prize_cents for entry in outcome.entries))
        classes.append(outcome.entries[0].prize_class)
    return Walked(machine, np.array(won, np.int64), np.array(classes))


def blocks(won_cents: Array, plays: int) -> Array:
    """What blocks of so many plays paid, counted from the first play."""
    whole: Array = won_cents[: len(won_cents) // plays * plays].reshape(-1, plays)
    return np.asarray(whole.sum(axis=1))


def sliding(won_cents: Array, plays: int) -> Array:
    """What so many plays in a row paid, wherever they began."""
    sums = np.concatenate([[0], np.cumsum(won_cents)])
    return np.asarray(sums[plays:] - sums[:-plays])


def _window_plays(exam: Examination) -> int:
    return exam.law.rules["B-08"].values["window_plays"]


def _keep(exam: Examination, campaign: Campaign, walked: list[Walked]) -> None:
    """The data of both charts."""
    cycle, window = _model(exam).tables.cycle_plays, _window_plays(exam)
    rows = []
    for one in walked:
        every = sliding(one.won_cents, window)
        row: Json = {
            "machine": one.machine,
            "cycles_cents": blocks(one.won_cents, cycle).tolist(),
            "blocks_cents": blocks(one.won_cents, window).tolist(),
            "poorest": {"first_play": int(every.argmin()), "won_cents": int(every.min())},
            "richest": {"first_play": int(every.argmax()), "won_cents": int(every.max())},
        }
        rows.append(row | {"windows_cents": every[::CURVE_STEP].tolist()})
    head = {
        "seed": exam.seed,
        "price_cents": exam.model.price_cents,
        "cycle_plays": cycle,
        "window_plays": window,
        "window_step_plays": CURVE_STEP,
        "cycle_limit_percent": exam.law.value("B-07"),
        "window_limit_percent": exam.law.value("B-08"),
    }
    exam.keep("windows.json", head | {"machines": rows})
    plan = {row["prize_cents"]: row["probability"] for row in par_sheet(exam.model)["prizes"]}
    total = campaign.machines * campaign.plays
    prizes = [
        {"prize_cents": cents, "plays": count, "expected": _whole(plan.get(cents, "0/1"), total)}
        for cents, count in campaign.prizes
        if cents
    ]
    told = {
        "seed": exam.seed,
        "machines": campaign.machines,
        "plays": campaign.plays,
        "staked_cents": campaign.staked_cents,
        "won_cents": campaign.won_cents,
        "digest": campaign.digest,
        "repeat": _command(campaign),
    }
    exam.keep("prizes.json", told | {"prizes": prizes})


def _whole(ratio: str, plays: int) -> str:
    share = Fraction(ratio) * plays
    return f"{share.numerator}/{share.denominator}"


def _command(campaign: Campaign) -> str:
    return (
        f"azar simulate {campaign.model} --plays {campaign.plays} --machines {campaign.machines} "
        f"--seed {campaign.seed}"
    )


def _cycles(exam: Examination, campaign: Campaign, walked: list[Walked], found: Findings) -> None:
    cycle, price = _model(exam).tables.cycle_plays, exam.model.price_cents
    paid = np.concatenate([blocks(one.won_cents, cycle) for one in walked])
    poorest = Fraction(100 * int(paid.min()), cycle * price)
    apart = sum(_apart(exam, campaign, one) for one in walked)
    found["B-07"] = judged(
        Words(
            f"{campaign.machines} máquinas hicieron {CYCLES} ciclos de {cycle} partidas cada una; de "
            f"{len(walked)} se sumó cada ciclo",
            f"{campaign.machines} machines made {CYCLES} cycles of {cycle} plays each; of {len(walked)} "
            "every cycle was added up",
        ),
        Method.PLAYED,
        Figure(
            "poorest_cycle",
            Words("peor ciclo jugado", "poorest cycle played"),
            poorest,
            "percent",
            exam.law.value("B-07"),
            AT_LEAST,
        ),
        _against_exact(exam, campaign),
        Figure(
            "walk_against_campaign",
            Words("partida a partida frente a la campaña", "play by play against the campaign"),
            apart,
            "cents",
            0,
            EXACTLY,
        ),
        files=_FILES,
    )
    plan_cents = par_sheet(exam.model)["cycle_paid_cents"]
    other = int((paid < plan_cents).sum() if _model(exam).tables.raises else (paid != plan_cents).sum())
    found["B-09"] = judged(
        Words(
            f"Cada bloque de {cycle} partidas, contado desde la primera, paga lo que fija el plan",
            f"Each block of {cycle} plays, counted from the first, pays what the plan sets",
        ),
        Method.PLAYED,
        Figure(
            "other_cycles",
            Words("ciclos que no pagan lo del plan", "cycles that do not pay the plan's"),
            other,
            "cycles",
            0,
            EXACTLY,
        ),
        files=("windows.json",),
    )


def _apart(exam: Examination, campaign: Campaign, one: Walked) -> int:
    """How far the plays of one machine, one by one, lie from those of a campaign, in cents."""
    _, tally = cext.campaign(_model(exam).tables, seed_key(exam.seed), one.machine, campaign.plays)
    return abs(int(one.won_cents.sum()) - tally.won_cents)


def _against_exact(exam: Examination, campaign: Campaign) -> Figure:
    """The whole campaign against mathematics: to the cent, or as likely as raises by chance have it."""
    exact = campaign.expected_cents
    assert exact is not None
    if campaign.sigma_from_exact is None:
        more = campaign.won_cents - exact
        return Figure("against_exact", _EXACT, more, "cents", 0, EXACTLY)
    p, name = rounded(normal_two_sided(campaign.sigma_from_exact)), Words("valor p", "p-value")
    name = Words(f"{_EXACT.es} ({name.es})", f"{_EXACT.en} ({name.en})")
    return Figure("against_exact", name, p, "p", rounded(exam.alpha), AT_LEAST)


def _series(exam: Examination, walked: list[Walked], found: Findings) -> None:
    law, price, window = exam.law, exam.model.price_cents, _window_plays(exam)
    fixed = min(int(blocks(one.won_cents, window).min()) for one in walked)
    any_ = min(int(sliding(one.won_cents, window).min()) for one in walked)
    names = (
        ("poorest_block", Words("peor serie del ciclo", "poorest series of the cycle"), fixed),
        (
            "poorest_window",
            Words("peor serie, empiece donde empiece", "poorest series, begin anywhere"),
            any_,
        ),
    )
    many = sum(len(one.won_cents) - window + 1 for one in walked)
    found["B-08"] = judged(
        Words(
            f"Se sumaron {many} series de {window} partidas seguidas de {len(walked)} máquinas",
            f"{many} series of {window} plays in a row of {len(walked)} machines were added up",
        ),
        Method.PLAYED,
        *(
            Figure(id, name, Fraction(100 * cents, window * price), "percent", law.value("B-08"), AT_LEAST)
            for id, name, cents in names
        ),
        files=("windows.json",),
    )


def _single(exam: Examination, walked: list[Walked], doubles: Walked | None, found: Findings) -> None:
    """No play obtains more than the largest prize, and a prize makes the next one no likelier."""
    law, tables = exam.law, _model(exam).tables
    most = max(int(one.won_cents.max()) for one in walked)
    limit = law.value("S-02" if exam.model.special else "B-04")
    figures = [
        Figure(
            "largest_win",
            Words("mayor premio de una partida", "largest win of a play"),
            most,
            "cents",
            limit,
            AT_MOST,
        )
    ]
    if doubles is not None:
        name = Words("mayor premio de una partida doble", "largest win of a double play")
        twice = int(doubles.won_cents.max())
        limit = law.value("S-02" if exam.model.special else "B-05")
        figures.append(Figure("largest_double", name, twice, "cents", limit, AT_MOST))
    classes = np.concatenate([one.classes for one in walked])
    for p in prize_runs(Plays(tables, classes, np.zeros(len(classes), np.int64))):
        name = Words("rachas de premios (valor p)", "runs of prizes (p-value)")
        figures.append(Figure("runs", name, rounded(p), "p", rounded(exam.alpha), AT_LEAST))
    found["B-06"] = judged(
        Words(
            "Ninguna partida obtiene más que el premio máximo, y los premios no se encadenan: se alternan "
            "con las pérdidas como al sacar sin reponer",
            "No play obtains more than the largest prize, and prizes are not chained: they take turns with "
            "losses as in drawing without replacement",
        ),
        Method.PLAYED,
        *figures,
        files=("windows.json",),
    )
