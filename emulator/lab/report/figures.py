# SPDX-License-Identifier: MIT
"""
A measured figure as people read it: with its unit, its interval, its limit and what it misses it by.

    Scribe(DEFAULT_LANGUAGE).figure({"value": "371/5", "unit": "percent", "limit": 75, "sense": ">=", ...})
    # found "74,20 %", limit "≥ 75 %", by "0,80 puntos (1,07 % del límite)"
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from emulator.lab.exam.finding import AT_LEAST, AT_MOST, EXACTLY, Grade
from emulator.lab.report.texts import Texts
from emulator.sheets.writer import Writer
from machines.support.languages import written
from machines.support.plain import Json, JsonView

_SIGNS = {AT_LEAST: "≥", AT_MOST: "≤", EXACTLY: "="}
_MOST_PLACES = 9
_TIMES = {"ms": 1_000, "us": 1_000_000}
# A figure is read beside its limit: more decimals than these only where the two would look alike.
_PLACES = 2


class Scribe:
    """Writes figures in one language."""

    def __init__(self, language: str) -> None:
        self.texts = Texts(language)
        self.writer = Writer(language)

    def figure(self, figure: JsonView) -> Json:
        """What a row of a table of figures says: name, found, interval, limit, by, grade."""
        value, unit = _exact(figure["value"]), figure["unit"]
        limit = None if figure["limit"] is None else _exact(figure["limit"])
        places = self._places(value, limit, unit)
        found = self.amount(value, unit, places)
        if figure.get("uncertainty"):
            found += f" ± {self.amount(_exact(figure['uncertainty']), unit, _PLACES)}"
        shown = (
            "" if limit is None else f"{_SIGNS.get(figure['sense'], '')} {self.amount(limit, unit)}".strip()
        )
        return {
            "name": self.texts.said(figure["name"]),
            "found": found,
            "interval": self._interval(figure, places),
            "limit": shown,
            "by": self._by(figure, value, limit) if figure["grade"] == Grade.NO_CONFORME else "",
            "grade": figure["grade"],
        }

    def amount(self, value: Fraction, unit: str, places: int = _PLACES) -> str:
        """A value with its unit."""
        if unit == "cents":
            whole = value.denominator == 1
            shown = self.writer.money(value) if whole else f"{self.number(value / 100, places + 2)} €"
        elif unit == "cents/h":
            shown = f"{self.writer.money(Fraction(round(value)))}/h"
        elif unit == "percent":
            shown = f"{self.number(value, places)} %"
        elif unit in _TIMES and abs(value) >= _TIMES[unit]:
            shown = f"{self.number(value / _TIMES[unit], max(places, 3))} s"
        elif unit == "us" and abs(value) >= 1_000:
            shown = f"{self.number(value / 1_000, max(places, 3))} ms"
        else:
            shown = f"{self.number(value, places)} {self.texts.unit(unit)}".strip()
        # A line never ends between a number and its unit.
        return shown.replace(" ", _TIED)

    def number(self, value: Fraction, places: int = _PLACES) -> str:
        """A number with no more decimals than it has or are wanted; a very small one by its exponent."""
        if value and abs(value) < Fraction(1, 10**places):
            exponent = _exponent(value)
            if exponent < -places - 2:
                head = self.number(value / Fraction(10) ** exponent)
                return f"{head}{_TIED}×{_TIED}10{str(exponent).translate(_RAISED)}"
            places = min(_MOST_PLACES, 1 - exponent)
        scaled = Decimal(round(value * 10**places)).scaleb(-places)
        shown = f"{scaled:,f}"
        return written(shown.rstrip("0").rstrip(".") if "." in shown else shown, self.texts.language)

    def _places(self, value: Fraction, limit: Fraction | None, unit: str) -> int:
        """Enough decimals that a value and a limit which differ are told apart."""
        if limit is None or value == limit:
            return _PLACES
        for places in range(_PLACES, _MOST_PLACES):
            if self.amount(value, unit, places) != self.amount(limit, unit, places):
                return places
        return _MOST_PLACES

    def _interval(self, figure: JsonView, places: int) -> str:
        if figure["low"] is None or figure["high"] is None:
            return ""
        low, high = (self.number(Fraction(figure[key]).limit_denominator(10**12), places)
                     for key in ("low", "high"))  # fmt: skip
        shown = f"[{low}; {high}]"
        if figure["confidence_percent"] is None:
            return shown
        percent = self.number(Fraction(str(figure["confidence_percent"])))
        return f"{shown} {self.texts('confidence', percent=percent)}"

    def _by(self, figure: JsonView, value: Fraction, limit: Fraction | None) -> str:
        """How far a figure lies beyond its limit, in its unit and as a share of the limit."""
        if limit is None:
            return ""
        away = abs(value - limit)
        if figure["unit"] == "percent":
            places = next((n for n in range(_PLACES, _MOST_PLACES) if round(away * 10**n) >= 1), _MOST_PLACES)
            shown = f"{self.number(away, places)}{_TIED}{self.texts('points')}"
        else:
            shown = self.amount(away, figure["unit"])
        if not limit:
            return shown
        return f"{shown} ({self.texts('of_limit', percent=self.number(away / abs(limit) * 100))})"


_TIED = "\u00a0"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def _exponent(value: Fraction) -> int:
    """Of the leading digit: value = d.dd x 10^exponent."""
    exponent = 0
    size = abs(value)
    while size < 1:
        size *= 10
        exponent -= 1
    return exponent


def _exact(value: int | str | float) -> Fraction:
    """A figure of a report, an int or "p/q", as the exact number."""
    return Fraction(value)
