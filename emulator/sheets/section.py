# SPDX-License-Identifier: MIT
"""What a sheet is made of: sections of rows whose values know what they are, not how they look."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, Literal, NamedTuple

from machines.support.plain import JsonView
from machines.types.common.par_terms import fraction, whole

Kind = Literal["text", "exact", "money", "count", "share", "number", "yes", "none"]


class Value(NamedTuple):
    """One figure or word of a sheet."""

    kind: Kind
    raw: Any

    @property
    def is_figure(self) -> bool:
        """Whether it is set flush right."""
        return self.kind in ("money", "count", "share", "number")


NONE = Value("none", None)


def text(words: str) -> Value:
    """Words, already in the reader's language."""
    return Value("text", words)


def exact(ratio: str) -> Value:
    """An exact ratio "p/q", shown as it is."""
    return Value("exact", ratio)


def money(cents: int | float | Fraction) -> Value:
    """An amount in cents; parts of a cent are rounded where it is shown."""
    return Value("money", cents)


def count(number: int) -> Value:
    """A whole number of things."""
    return Value("count", number)


def share(ratio: str | Fraction | float) -> Value:
    """A share of a whole, shown in per cent."""
    return Value("share", fraction(ratio) if isinstance(ratio, str) else Fraction(ratio))


def number(value: str | Fraction | float) -> Value:
    """Any other number."""
    return Value("number", fraction(value) if isinstance(value, str) else Fraction(value))


def yes(holds: bool | None) -> Value:
    """Whether something holds; None where it is not asked."""
    return NONE if holds is None else Value("yes", holds)


def quotient(ratio: str) -> float:
    """An exact ratio "p/q" as the nearest float, however many digits it has."""
    numerator, _, denominator = ratio.partition("/")
    return whole(numerator) / whole(denominator)


def between(part: JsonView, key: str, make: Callable[[float], Value], show: Callable[[Value], str]) -> Value:
    """
    A figure of a sheet that may be enclosed: its value, or its two ends where they are shown differently.

    Args:
        part: has the figure, an exact ratio, under ``key``, and if it is not exact its upper end under
            ``key_high``.
        make: of a number the value.
        show: writes it.
    """
    found = make(quotient(part[key]))
    if f"{key}_high" not in part:
        return found
    low, high = show(found), show(make(quotient(part[f"{key}_high"])))
    return found if low == high else text(f"{low} – {high}")


class Column(NamedTuple):
    """A column of a section."""

    title: str
    figures: bool = False
    """Whether it is set flush right."""


def columns(say: Callable[[str], str], *titles: str) -> tuple[Column, ...]:
    """Columns with these titles in the reader's language; one that begins with ">" is set flush right."""
    return tuple(Column(say(title.lstrip(">")), title.startswith(">")) for title in titles)


@dataclass(frozen=True)
class Section:
    """One table of a sheet with its heading; without columns, a list of facts: a name and a value a row."""

    id: str
    title: str
    rows: tuple[tuple[Value, ...], ...]
    columns: tuple[Column, ...] = ()
    note: str = ""
    """What the table says in a sentence or two, or what it rests on."""


def facts(id_: str, title: str, rows: list[tuple[str, Value]], note: str = "") -> Section:
    """A list of names with a value each."""
    return Section(id_, title, tuple((text(name), value) for name, value in rows), (), note)


def alike(places: Iterable[str]) -> str:
    """Places of a line with equal symbols in one: "cereza ×2 *"."""
    found: list[str] = []
    for symbol, group in groupby(places):
        times = len(list(group))
        found += [symbol] * times if times == 1 or symbol == "*" else [f"{symbol} ×{times}"]
    return " ".join(found)
