# SPDX-License-Identifier: MIT
"""A payout variant of a model with its sheet, and what its parts of a workbook are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from machines.model import Model
from machines.support.plain import JsonView

TAB_MOST = 31
"""Characters of the name of a workbook's sheet."""
_MARK_MOST = 12


class Variant(NamedTuple):
    """One machine of those that share a model file."""

    model: Model
    sheet: JsonView


def marks(names: Iterable[str]) -> dict[str, str]:
    """
    Short names of variants that differ even where the long ones begin alike; upper and lower case are one.
    """
    found: dict[str, str] = {}
    for name in names:
        mark, number = name[:_MARK_MOST], 2
        while mark.casefold() in map(str.casefold, found.values()):
            mark, number = f"{name[: _MARK_MOST - len(str(number))]}{number}", number + 1
        found[name] = mark
    return found


def tab(title: str, mark: str, taken: Iterable[str]) -> str:
    """The name of a variant's sheet of a workbook: no other has it, and it fits."""
    others, number = {other.casefold() for other in taken}, 1
    while True:
        end = f" ({mark})" if number == 1 else f" {number} ({mark})"
        name = f"{title[: TAB_MOST - len(end)].rstrip()}{end}"
        if name.casefold() not in others:
            return name
        number += 1
