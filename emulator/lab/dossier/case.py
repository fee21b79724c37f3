# SPDX-License-Identifier: MIT
"""One dossier in the making: the machine, who files it, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from emulator.lab.dossier.block import BLANK
from emulator.lab.dossier.entity import Entity
from emulator.lab.exam.finding import Words
from emulator.lab.exam.sample import Sample
from emulator.par.sections import par_sections
from emulator.sheets.section import Section
from emulator.sheets.writer import Writer
from machines.model import Model
from machines.par.sheet import par_sheet
from machines.rules import Profile
from machines.support.languages import written
from machines.support.plain import Json

# Of what a file of the entity may say, the line of the plate that says it, too.
_PLATED = {
    ("maker", "name"): "maker",
    ("maker", "registry"): "registry",
    ("machine", "model_number"): "model",
    ("machine", "series"): "series",
}


@dataclass(frozen=True)
class Case:
    """
    What every document of a dossier is made from.

    Attributes:
        seed: of what is simulated and played.
        full: whether the simulation of type C has the plays for its interval.
    """

    sample: Sample
    entity: Entity
    language: str
    seed: str
    full: bool = False

    def say(self, es: str, en: str) -> str:
        """The words in the language of the dossier."""
        return Words(es, en).said(self.language)

    def said(self, table: str, key: str) -> str:
        """What the file of the entity says; what the plate of the machine says where that is blank."""
        told = self.entity.said(table, key)
        line = _PLATED.get((table, key))
        return getattr(self.model.plate, line) or told if told == BLANK and line is not None else told

    @cached_property
    def write(self) -> Writer:
        """Writes figures as the language does."""
        return Writer(self.language)

    @property
    def model(self) -> Model:
        """The machine."""
        return self.sample.model

    @property
    def law(self) -> Profile:
        """Its rule profile."""
        return self.sample.law

    @cached_property
    def sheet(self) -> Json:
        """Its PAR sheet: exact."""
        return dict(par_sheet(self.model))

    @cached_property
    def sections(self) -> dict[str, Section]:
        """The sections of the PAR sheet, by id."""
        return {section.id: section for section in par_sections(self.sheet, self.write)}

    @property
    def drawn(self) -> bool:
        """Whether it gives prizes that are drawn: art. 17 asks its papers of such machines alone."""
        return self.model.payout is not None

    @cached_property
    def cyclic(self) -> bool:
        """Whether its prizes are those of a cycle."""
        return self.drawn and "cycle_plays" in self.sheet

    def number(self, text: str) -> str:
        """A number with a decimal point as the language writes it."""
        return written(text, self.language)

    def money(self, cents: int) -> str:
        """An amount."""
        return self.write.money(cents)

    def moneys(self, cents: tuple[int, ...] | list[int]) -> str:
        """Amounts, one behind the other."""
        return ", ".join(map(self.money, cents))

    def yes(self, holds: object) -> str:
        """Yes or no."""
        return self.say("Sí", "Yes") if holds else self.say("No", "No")

    @property
    def kind(self) -> str:
        """The type of machine as the law names it."""
        names = {
            "A": self.say("A, recreativa", "A, amusement"),
            "B": self.say("B, recreativa con premio programado", "B, with programmed prize"),
            "C": self.say("C, de azar", "C, of chance"),
        }
        special = self.say(
            "; máquina especial para salones de juego, bingos y casinos (art. 8)",
            "; special machine for gaming halls, bingo halls and casinos (art. 8)",
        )
        return names[self.model.type] + (special if self.model.special else "")

    @property
    def norm(self) -> str:
        """The rules that the machine is made by, in words."""
        known = {
            "es-ar-2002": self.say(
                "Aragón: Decreto 159/2002 y, en lo demás, Real Decreto 2110/1998",
                "Aragón: Decreto 159/2002, and Real Decreto 2110/1998 for the rest",
            ),
            "es-rd2110-2001": self.say(
                "Real Decreto 2110/1998, con la Orden de 26 de febrero de 2001",
                "Real Decreto 2110/1998, with the Order of 26 February 2001",
            ),
        }
        return known.get(self.law.id, self.law.title)

    @property
    def date(self) -> str:
        """The date of the documents in words, or a blank."""
        return day_in_words(self.entity.day, self.say)


def day_in_words(day: date | None, say: Callable[[str, str], str]) -> str:
    """The date of documents, or a blank."""
    if day is None:
        return BLANK
    return say(f"{day.day} de {_MONTHS[day.month - 1]} de {day.year}", day.isoformat())


_MONTHS = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio"),
    *("agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)
