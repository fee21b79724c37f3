# SPDX-License-Identifier: MIT
"""
Amounts in the money of a machine: whole minor units, and how they are written.

    amount(1250, language)                                        # "12,50 €"
    amount(1250, language, Currency("GBP", "£", 2, before=True))  # "£12,50"

A key that ends in ``_cents`` counts minor units, whatever the money.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from machines.support.languages import euros, written


@dataclass(frozen=True, slots=True)
class Currency:
    """One money."""

    code: str
    """By ISO 4217."""
    symbol: str
    digits: int
    """Decimals: 10 ** digits minor units are one of the money."""
    before: bool
    """Whether the symbol stands before the figures."""

    @property
    def unit_cents(self) -> int:
        """Minor units of one of the money."""
        return int(10**self.digits)

    def shown(self, cents: int) -> str:
        """An amount as segments show it: ``12.50``, ``1250`` of a money without decimals."""
        units, rest = divmod(cents, self.unit_cents)
        return f"{units}.{rest:0{self.digits}d}" if self.digits else str(units)

    def placed(self, figures: str) -> str:
        """Figures with the symbol."""
        return f"{self.symbol}{figures}" if self.before else f"{figures} {self.symbol}"


EURO = Currency("EUR", "€", 2, before=False)
"""Where its symbol stands is the reader's language's own."""


def amount(cents: int, language: str, currency: Currency = EURO, whole: bool = False) -> str:
    """
    An amount as people write it.

    Args:
        whole: leave the decimals out where they are zero, as a prize table does.
    """
    if currency == EURO:
        return euros(cents, language, whole)
    units, rest = divmod(cents, currency.unit_cents)
    figures = f"{units:,}" if units >= 10_000 else str(units)
    if currency.digits and not (whole and rest == 0):
        figures = f"{figures}.{rest:0{currency.digits}d}"
    return currency.placed(written(figures, language))


_told: ContextVar[Currency] = ContextVar("told", default=EURO)
"""In which messages tell amounts."""


def tell_in(currency: Currency) -> None:
    """From now on messages tell amounts in this money."""
    _told.set(currency)


@contextmanager
def telling(currency: Currency) -> Iterator[None]:
    """Messages tell amounts in this money meanwhile."""
    before = _told.set(currency)
    try:
        yield
    finally:
        _told.reset(before)


def told(cents: int) -> str:
    """An amount exactly, in the money that a message is about: ``12.50 EUR``."""
    return coded(cents, _told.get())


def coded(cents: int, currency: Currency = EURO) -> str:
    """An amount with its code, for programs' users: ``12.50 GBP``."""
    sign, size = "-" if cents < 0 else "", abs(cents)
    units, rest = divmod(size, currency.unit_cents)
    figures = f"{units:,}.{rest:0{currency.digits}d}" if currency.digits else f"{units:,}"
    return f"{sign}{figures} {currency.code}"
