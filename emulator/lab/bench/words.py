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
