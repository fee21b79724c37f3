# SPDX-License-Identifier: MIT
"""The language of the drawing, and the money of its machine."""

from __future__ import annotations

from collections.abc import Callable

from machines.model import Model
from machines.support.currency import amount
from machines.support.languages import translator, written

# Its catalogue.
DOMAIN = "inside"


class Speech:
    """
    Args:
        model: whose money is written.
        language: one of languages().
    """

    def __init__(self, model: Model, language: str) -> None:
        self.language = language
        self.say: Callable[[str], str] = translator(language, DOMAIN)
        self.of_firmware: Callable[[str], str] = translator(language, "firmware")
        self._currency = model.currency

    def number(self, value: int) -> str:
        """A whole number as this language writes it."""
        return written(f"{value:,}", self.language)

    def money(self, cents: int, whole: bool = False) -> str:
        """An amount as this language writes it."""
        sign = "-" if cents < 0 else ""
        return sign + amount(abs(cents), self.language, self._currency, whole)
