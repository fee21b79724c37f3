# SPDX-License-Identifier: MIT
"""
What the maker filed, read against the law: money, prizes, options and texts of the model.

Every rule that reading shows to be broken turns its row red, with what came and the limit. Conforme is said
only of rows for which reading is an examination: the price that a model names, the prizes of its plan, its
coins. How the machine behaves is for other checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

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
from machines.check.problems import Problem
from machines.model import ChanceModel, CycleModel, Model

_FILES = ("documents.json",)
_UNITS = {
    "cents": Words("céntimos", "cents"), "plays": Words("partidas", "plays"), "ms": Words("ms", "ms"),
    "of stakes": Words("% de lo apostado", "% of stakes"),
}  # fmt: skip


class Read(NamedTuple):
    """One thing that reading answers: the row, a sentence, and the figure."""

    row: str
    said: Words
    figure: Figure


def examine(exam: Examination) -> Findings:
    """Each broken rule, and what the model says where that is all that the row asks."""
    found, problems = Findings(), exam.sample.problems
    broken = {problem.rule for problem in problems}
    reads = [
        read for read in _read(exam.model) if exam.law.rule(read.row).in_force and read.row not in broken
    ]
    exam.keep(
        "documents.json",
        {
            "problems": [_row(problem) for problem in problems],
            "read": {read.row: read.figure.as_dict() for read in reads},
        },
    )
    for read in reads:
        found[read.row] = judged(read.said, Method.DOCUMENTARY, read.figure, files=_FILES)
    for problem in problems:
        if problem.rule:
            found[problem.rule] = _broken(problem)
    return found


# -- what is broken ---------------------------------------------------------------------------------


def _broken(problem: Problem) -> Finding:
    value, limit = _number(problem.value, problem.unit), _number(problem.limit, problem.unit)
    unit = _UNITS.get(problem.unit or "", Words(problem.unit or "", problem.unit or ""))
    figures: tuple[Figure, ...] = ()
    if value is not None:
        sense = (
            None if limit is None else AT_MOST if value > limit else AT_LEAST if value < limit else EXACTLY
        )
        name = Words(f"{problem.path}, declarado", f"{problem.path}, as declared")
        measured = "percent" if problem.unit == "of stakes" else unit.en
        figures = (Figure(_id(problem.path), name, value, measured, limit, sense),)
    said = Words(
        f"El modelo incumple {problem.rule} ({problem.article}) en {problem.path}{_told(problem, unit.es)}",
        f"{problem.path}: {problem.message}",
    )
    return Finding(Grade.NO_CONFORME, said, Method.DOCUMENTARY, figures, _FILES)


def _told(problem: Problem, unit: str) -> str:
    """What came and what is allowed, where both are figures or choices that need no words."""
    value, limit = _number(problem.value, problem.unit), _number(problem.limit, problem.unit)
    if value is None:
        return ""
    came = f": {_written(value)} {unit}".rstrip()
    if limit is not None:
        return f"{came}; límite {_written(limit)} {unit}".rstrip()
    if isinstance(problem.limit, list):
        return f"{came}; límite {', '.join(map(str, problem.limit))}"
    return came


def _number(value: object, unit: str | None) -> int | Fraction | None:
    """A figure of a problem; shares of the stakes become percent."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None
    number *= 100 if unit == "of stakes" else 1
    return number.numerator if number.denominator == 1 else number


def _written(value: int | Fraction) -> str:
    """A figure as a Spanish reader writes it, rounded down to hundredths."""
    if isinstance(value, int):
        return str(value)
    hundredths = value * 100 // 1
    return f"{hundredths // 100},{hundredths % 100:02d}"


def _id(path: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in path).strip("_")


def _row(problem: Problem) -> dict[str, object]:
    """Plain values of a problem; limits may be lists."""
    return {
        "path": problem.path, "message": problem.message, "value": str(problem.value),
        "limit": str(problem.limit), "unit": problem.unit, "rule": problem.rule, "article": problem.article,
    }  # fmt: skip


# -- what reading answers ---------------------------------------------------------------------------


def _read(model: Model) -> Iterator[Read]:
    if isinstance(model, CycleModel):
        yield from _cycle(model)
    elif isinstance(model, ChanceModel):
        yield from _chance(model)
    else:
        yield from _skill()


def _cycle(model: CycleModel) -> Iterator[Read]:
    limits = model.limits
    price = Words("El precio que declara el modelo", "The price that the model declares")
    if limits.price_fixed_cents is not None:
        yield Read(
            "B-02", price, _cents("price", price, model.price_cents, limits.price_fixed_cents, EXACTLY)
        )
    yield Read("B-01", price, _cents("price", price, model.price_cents, limits.price_max_cents))
    plays = Words("Partidas simultáneas que declara el modelo", "Plays made at once, as the model declares")
    yield Read(
        "B-03", plays,
        Figure("plays", plays, model.simultaneous_max, "plays", limits.simultaneous_max, AT_MOST),
    )  # fmt: skip
    prize = Words("El mayor premio del plan y de la tabla", "The largest prize of plan and paytable")
    largest = max(*model.plan.prizes_cents, *(pay.cents for pay in model.paytable))
    yield Read(limits.prize_rule, prize, _cents("prize", prize, largest, limits.prize_max_cents))
    pair = Words("El mayor premio de dos partidas a la vez", "The largest prize of two plays at once")
    if model.simultaneous_max > 1 and not model.special:
        both = max(pair.cents for pair in model.plan.pairs())
        yield Read("B-05", pair, _cents("double", pair, both, limits.double_prize_max_cents))
    if model.prize_meter_max_cents:
        meter = Words("El máximo del acumulador de premios", "The maximum of the prize meter")
        yield Read("B-14", meter, _cents("meter", meter, model.prize_meter_max_cents, limits.prize_max_cents))
    money = Words("La mayor moneda o billete que admite", "The largest coin or note that it takes")
    assert model.draft.money
    taken = max(*model.draft.money.coins_cents, model.draft.money.note_cents or 0)
    yield Read("B-17", money, _cents("money", money, taken, limits.insert_max_cents))
    yield _coins("B-18", model.draft.money.coins_cents, limits.coins_cents)
    yield from _none("B-29", _TEXTS)


def _chance(model: ChanceModel) -> Iterator[Read]:
    limits = model.limits
    price = Words("El precio o la apuesta mayor que declara", "The price or largest bet that it declares")
    most = max(model.bets_cents)
    if limits.price_fixed_cents is not None:
        yield Read("C-03", price, _cents("price", price, most, limits.price_fixed_cents, EXACTLY))
    yield Read("C-02", price, _cents("price", price, most, limits.price_max_cents))
    cap = Words("Lo más que gana una jugada, botes aparte", "The most that a play wins, pots apart")
    largest = limits.cap_cents(max(model.bets_cents))
    yield Read("C-04", cap, _cents("prize", cap, model.largest_prize_cents, largest))
    if model.draft.money is not None and model.draft.money.coins_cents and model.tokens is None:
        yield _coins("C-10", model.draft.money.coins_cents, limits.coins_cents)
    yield from _none("C-21", _TEXTS)
    yield from _none("C-22", _TEXTS)


def _skill() -> Iterator[Read]:
    for row in ("A-01", "A-02", "A-03"):
        yield from _none(row, _AWARDS)


_TEXTS = Words(
    "Textos del frente que faltan o que no dicen lo que la norma pide",
    "Texts of the front that are missing or do not say what the norm asks for",
)
_AWARDS = Words("Premios de destreza que la norma no admite", "Awards for skill that the norm does not allow")


def _none(row: str, of: Words) -> Iterator[Read]:
    """None of these: the checks of the model would have named one, and that problem is told beside it."""
    yield Read(row, of, Figure("none", of, 0, "count", 0, EXACTLY))


def _coins(row: str, taken: list[int], allowed: tuple[int, ...]) -> Read:
    other = Words("Monedas que admite y la norma no nombra", "Coins that it takes and the norm does not name")
    count = sum(cents not in allowed for cents in taken) if allowed else 0
    return Read(row, other, Figure("coins", other, count, "coins", 0, EXACTLY))


def _cents(id: str, name: Words, cents: int, limit: int, sense: str = AT_MOST) -> Figure:
    return Figure(id, name, cents, "cents", limit, sense)
