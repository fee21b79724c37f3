# SPDX-License-Identifier: MIT
"""
Figures as a language writes them.

    Writer(DEFAULT_LANGUAGE).show(share("4021/5000"))    # "80,42 %"
    Writer(SOURCE_LANGUAGE).show(money(8000))           # "80.00 EUR"
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from emulator.sheets.section import Value
from machines.support.currency import EURO, Currency
from machines.support.languages import DEFAULT_LANGUAGE, translator, written


class Writer:
    """
    Writes values for people.

    Args:
        language: one of languages().
        currency: of all amounts.
    """

    def __init__(self, language: str, currency: Currency = EURO) -> None:
        self.language, self.currency = language, currency
        self.say = translator(language, "sheets")
        self._money = translator(language, "numbers")("{} EUR")
        if currency != EURO:
            shown = currency.placed("{}") if language == DEFAULT_LANGUAGE else f"{{}} {currency.code}"
            self._money = shown

    def show(self, value: Value) -> str:
        """A value as text; nothing as "-"."""
        match value.kind:
            case "money":
                return self.money(value.raw)
            case "count":
                return self.whole(value.raw)
            case "share":
                return self.percent(value.raw)
            case "number":
                return self.number(value.raw)
            case "yes":
                return self.say("yes") if value.raw else self.say("NO")
            case "none":
                return "-"
        return str(value.raw)

    def money(self, cents: int | float | Fraction) -> str:
        """An amount, to the cent; below ten cents and not whole, to a hundredth of a cent."""
        exact, digits = Fraction(cents), self.currency.digits
        places = digits if exact.denominator == 1 or abs(exact) >= 10 else digits + 2
        shown = self._local(f"{_rounded(exact / 10**digits, places):,f}")
        return self._money.format(shown)

    def whole(self, value: int) -> str:
        """A whole number with its thousands parted."""
        return self._local(f"{value:,}")

    def percent(self, ratio: Fraction) -> str:
        """A share in per cent, to two places; see _digits for one below a tenth."""
        return f"{self._local(_digits(ratio * 100, 2))} %"

    def number(self, value: Fraction) -> str:
        """A number to two places, from a hundred on to one and from a thousand on to none; see _digits."""
        size = abs(value)
        return self._local(_digits(value, 2 if size < 100 else 1 if size < 1000 else 0))

    def short(self, value: float) -> str:
        """A tick of a chart, with no more decimals than it needs."""
        return self._local(f"{value:,.10g}")

    def euros(self, value: float) -> str:
        """A tick of a chart in money, in its unit."""
        return self._money.format(self.short(value))

    def _local(self, shown: str) -> str:
        return written(shown, self.language)


def _rounded(value: Fraction, places: int) -> Decimal:
    scaled = round(value * 10**places)  # half to even
    return Decimal(scaled).scaleb(-places)


def _digits(value: Fraction, places: int) -> str:
    """To ``places`` decimals; below a tenth to three significant digits."""
    if value and abs(value) < Fraction(1, 10):
        short = Context(prec=3, rounding=ROUND_HALF_EVEN).divide(Decimal(value.numerator), value.denominator)
        return f"{short:f}" if short.adjusted() >= -6 else f"{short:e}"
    return f"{_rounded(value, places):,f}"
