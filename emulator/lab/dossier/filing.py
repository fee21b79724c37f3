# SPDX-License-Identifier: MIT
"""What every document needs of a dossier, whatever is filed: who files, and in which words."""

from __future__ import annotations

from typing import Protocol

from emulator.sheets.writer import Writer


class Filing(Protocol):
    """A dossier in the making, of a machine or of a table's device."""

    @property
    def date(self) -> str:
        """The date of the documents in words, or a blank."""

    @property
    def write(self) -> Writer:
        """Writes figures as the language does."""

    def say(self, es: str, en: str) -> str:
        """The words in the language of the dossier."""

    def said(self, table: str, key: str) -> str:
        """What the file of the entity says."""
