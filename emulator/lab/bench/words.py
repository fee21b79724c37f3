# SPDX-License-Identifier: MIT
"""What several checks say alike: counts that must be zero or whole, a machine that does not go on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from emulator.cabinet.books import BalanceError
from emulator.cabinet.ledger import LedgerError
from emulator.lab.bench.guest import StuckError
from emulator.lab.bench.reading import euros
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_MOST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    joined,
)
from machines.model import Model


def in_force(exam: Examination, *rows: str) -> tuple[str, ...]:
    """Those of the rows that the profile has in force."""
    return tuple(row for row in rows if exam.law.rules[row].in_force)


def filed(exam: Examination) -> Model:
    """What the maker filed: the model beside a ROM, or else the one that it carries."""
    return exam.sample.declared or exam.model


@contextlib.contextmanager
def kept(found: Findings, *rows: str) -> Iterator[None]:
    """Examine some rows; where the machine breaks that off they are graded by how it does."""
    try:
        yield
    except StuckError as error:
        for row in rows:
            found[row] = stuck(error)
    except (BalanceError, LedgerError):
        for row in rows:
            found[row] = unbalanced()


def unbalanced() -> Finding:
    """The coins that were counted are not those that the machine says."""
    return Finding(
        Grade.NO_CONFORME,
        Words(
            "Las monedas contadas no son las que dice la máquina, y la visita no pudo seguir",
            "The coins that were counted are not those that the machine says, and the visit could not go on",
        ),
        Method.OBSERVED,
    )


def none_of(id: str, es: str, en: str, count: int, unit: str) -> Figure:
    """A count that must be zero: whatever broke the rule."""
    return Figure(id, Words(es, en), count, unit, 0, EXACTLY)


def all_of(id: str, es: str, en: str, count: int, of: int, unit: str) -> Figure:
    """A count that must be whole: whatever kept the rule."""
    return Figure(id, Words(es, en), count, unit, of, EXACTLY)


def stuck(error: StuckError) -> Finding:
    """A machine that no player can use is none of the law's; what did not come was not examined."""
    return Finding(
        Grade.NO_CONFORME if error.broken else Grade.NO_EXAMINADO,
        Words(f"La visita no pudo seguir: {error.words.es}", f"The visit could not go on: {error.words.en}"),
        Method.OBSERVED,
    )


def without(es: str, en: str) -> Finding:
    """The model has nothing of what a row is about."""
    return Finding(Grade.NO_APLICA, Words(es, en), Method.OBSERVED)


def largest_prize(
    exam: Examination, said: Words, seen: Figure, plan_cents: int, *more: Figure, files: tuple[str, ...]
) -> Finding:
    """
    The finding of a row that limits a prize, of which a run has seen some.

    What was seen alone never shows that no prize is larger. Where the largest of the plan was not seen, the
    plan itself bounds it, over all its combinations, if it is known to decide: not in another's program.

    Args:
        said: what the run did.
        seen: the largest prize that it saw, beside the limit.
        plan_cents: the largest prize of the plan.
        more: further figures of the run.
    """
    if seen.value >= plan_cents or seen.grade != Grade.CONFORME:
        grade = joined(figure.grade for figure in (seen, *more))
        return Finding(grade, said, Method.OBSERVED, (seen, *more), files)
    es, en = euros(plan_cents, ","), euros(plan_cents)
    if not exam.sample.ours:
        grade = joined((Grade.NO_EXAMINADO, *(figure.grade for figure in more)))
        unseen = Words(
            f"{said.es}; el mayor del plan, {es}, no se vio, y nadie conoce aquí el programa que decide",
            f"{said.en}; the largest of the plan, {en}, was not seen, and nobody knows the program here",
        )
        return Finding(grade, unseen, Method.OBSERVED, (seen, *more), files)
    plan = Figure(
        "plan", Words("premio mayor del plan", "largest prize of the plan"), plan_cents, "cents",
        seen.limit, AT_MOST,
    )  # fmt: skip
    bounded = Words(
        f"{said.es}; el mayor del plan, {es}, no se vio: lo acotan todas las combinaciones del plan",
        f"{said.en}; the largest of the plan, {en}, was not seen: all combinations of the plan bound it",
    )
    figures = (seen, plan, *more)
    return Finding(joined(figure.grade for figure in figures), bounded, Method.ENUMERATED, figures, files)
