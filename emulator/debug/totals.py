# SPDX-License-Identifier: MIT
"""Sums and shares of what was counted in a firmware."""

from __future__ import annotations

from collections.abc import Iterable

from emulator.debug.coverage import Module
from machines.support.plain import Json


def totals(modules: Iterable[Module]) -> Json:
    """Sums over all modules."""
    every = list(modules)
    return {
        "lines": sum(len(one.lines) for one in every),
        "lines_run": sum(one.lines_run for one in every),
        "branches": sum(len(one.branches) for one in every),
        "branches_taken": sum(one.branches_taken for one in every),
    }


def percent(part: int, whole: int) -> str:
    """A share in whole percent, cut off: 100 only if nothing is missing; empty where there is nothing."""
    return str(part * 100 // whole) if whole else ""
