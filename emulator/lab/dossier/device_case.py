# SPDX-License-Identifier: MIT
"""The dossier of a table's device in the making: the device, its examination, and who files it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from emulator.lab.dossier.case import day_in_words
from emulator.lab.dossier.entity import Entity
from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.finding import Words
from emulator.sheets.writer import Writer
from machines.tables.wheel import Wheel


@dataclass(frozen=True)
class DeviceCase:
    """
    What every document is made from.

    Attributes:
        seed, mode: of its examination.
    """

    sample: DeviceSample
    entity: Entity
    language: str
    seed: str
    mode: str = "quick"

    def say(self, es: str, en: str) -> str:
        """The words in the language of the dossier."""
        return Words(es, en).said(self.language)

    def said(self, table: str, key: str) -> str:
        """What the file of the entity says; a blank where it says nothing."""
        return self.entity.said(table, key)

    @cached_property
    def write(self) -> Writer:
        """Writes figures as the language does."""
        return Writer(self.language)

    @property
    def date(self) -> str:
        """The date of the documents in words, or a blank."""
        return day_in_words(self.entity.day, self.say)

    @property
    def kind(self) -> str:
        """What it is."""
        if self.sample.type == "cup":
            return self.say("Cubilete electrónico de tres dados", "Electronic cup of three dice")
        made = self.sample.sealed.description
        if isinstance(made, Wheel) and made.ball:
            return self.say("Rueda electrónica con bola", "Electronic wheel with a ball")
        return self.say("Rueda electrónica con aguja", "Electronic wheel with a pointer")
