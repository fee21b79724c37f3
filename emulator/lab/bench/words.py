# SPDX-License-Identifier: MIT
"""What several checks say alike: counts that must be zero or whole, a machine that does not go on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from emulator.cabinet.books import BalanceError
from emulator.cabinet.ledger import LedgerError
from emulator.lab.bench.guest import StuckError
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Findings, Grade, Method, Words
from machines.model import Model


def in_force(exam: Examination, *rows: str) -> tuple[str, ...]:
    """Those of the rows that the profile has in force."""
    return tuple(row for row in rows if exam.law.rules[row].in_force)


def filed(exam: Examination) -> Model:
    """What the maker filed: the model beside a ROM, or else the one that it carries."""
    return exam.sample.declared or exam.model


@contextlib.contextmanager
def kept(found: Findings, *rows: str) -> Iterator[None]:
    """Examine some rows: what the machine refuses to go on with leaves those rows unexamined, with why."""
    try:
        yield
    except StuckError as error:
        for row in rows:
            found[row] = stuck(error)
    except (BalanceError, LedgerError) as error:
        for row in rows:
            found[row] = unbalanced(error)


def unbalanced(error: Exception) -> Finding:
    """The coins that were counted are not those that the machine says."""
    return Finding(
        Grade.NO_CONFORME,
        Words(f"El dinero no cuadra: {error}", f"The money does not balance: {error}"),
        Method.OBSERVED,
    )


def none_of(id: str, es: str, en: str, count: int, unit: str) -> Figure:
    """A count that must be zero: whatever broke the rule."""
    return Figure(id, Words(es, en), count, unit, 0, EXACTLY)


def all_of(id: str, es: str, en: str, count: int, of: int, unit: str) -> Figure:
    """A count that must be whole: whatever kept the rule."""
    return Figure(id, Words(es, en), count, unit, of, EXACTLY)


def stuck(error: StuckError) -> Finding:
    """A machine that a player cannot use is not examined: why."""
    return Finding(
        Grade.NO_EXAMINADO,
        Words(
            f"La máquina no se deja usar: {error.words.es}", f"The machine cannot be used: {error.words.en}"
        ),
        Method.OBSERVED,
    )


def without(es: str, en: str) -> Finding:
    """The model has nothing of what a row is about."""
    return Finding(Grade.NO_APLICA, Words(es, en), Method.OBSERVED)
