# SPDX-License-Identifier: MIT
"""What the front of a machine of type A shows of the game that is in it, and where its lamps stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from machines.types.skill.schema import MEMORY

# Lamps behind the glass of type A, as firmware/skill/front.py and the rounds of each kind light them.
MARK = 32
TITLE_FIRST = 36
ROUND_FIRST = 44
# Of a memory game: pads, what is asked, notes of the tune, twelfths of the clock.
PADS = 4
LISTEN, REPEAT, MISSED = 4, 5, 6
TUNE_FIRST = 8
CLOCK_FIRST = 20
CLOCK_LIGHTS = 12


@dataclass(frozen=True)
class Skill:
    """One game as its glass tells of it."""

    number: int
    kind: str
    """"stopper" or "memory"."""
    zones: tuple[tuple[int, int], ...]
    """Of a light stopper how near, in ms, and what that is worth; from the nearest."""
    rounds: tuple[int, ...]
    """For each round the time of a lap in ms, or how many notes its tune has."""
    look: str = ""
    """What it is painted with: the style of its model."""
    most_points: int = 0
    """Of a play without a mistake."""

    @property
    def pads(self) -> int:
        """Pads that show a tune; 0 where a light runs."""
        return PADS if self.kind == MEMORY else 0


def game_lit(glass: frozenset[int]) -> int:
    """The number of the game whose title is lit behind the glass; the first one where none is."""
    return next((lamp - TITLE_FIRST for lamp in range(TITLE_FIRST, ROUND_FIRST) if lamp in glass), 0)


def in_round(glass: frozenset[int], lamps: Mapping[str, bool]) -> bool:
    """Whether a round goes on: a button of it is lit, or the glass says what is asked."""
    return LISTEN in glass or REPEAT in glass or any(on for name, on in lamps.items() if name != "tower")
