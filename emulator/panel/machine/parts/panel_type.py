# SPDX-License-Identifier: MIT
"""What a type of machine is to the panel: its front, the game in it, the cards of its recalled plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.recalled import Card, Say
from machines.types.common.own import Own

if TYPE_CHECKING:
    from emulator.records.recall import Play


@dataclass(frozen=True)
class PanelType:
    """One type of machine; ``registry`` has those that the law knows."""

    letter: str
    """How a model file names it: A, B or C."""
    front: Callable[[Own, int, bool, int], Front]
    """The front of a model: model, serial number, whether a test, number of the game in it."""
    cards: Callable[[Own, Play, Say, str], Iterator[Card]]
    """The pictures of a recalled play: model, play, translator, language."""
    game: Callable[[frozenset[int]], int] = lambda _glass: 0
    """The number of the game that is in the machine, by the lamps behind its glass."""
    games: Callable[[Own], int] = lambda _model: 1
    """How many games a model has, each with a front of its own."""
    points: bool = False
    """What it counts as won are points, which stay after the play."""
    in_round: Callable[[frozenset[int], Mapping[str, bool]], bool] = lambda _glass, _lamps: False
    """Whether a round goes on, in which nothing need move: by the lamps behind the glass and the others."""
    recalled_zones: tuple[str, ...] = ("reels",)
    """The zones of the front that a recalled play shows."""
