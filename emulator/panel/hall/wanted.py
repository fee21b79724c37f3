# SPDX-License-Identifier: MIT
"""What a visit begins with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from emulator.hall.hall import Hall
from emulator.hall.stand import Stand
from emulator.panel.machine.coach import Coach

Came = Sequence[tuple[int, pygame.event.Event]]


class Wanted(NamedTuple):
    """What a visit begins with."""

    hall: Hall
    stand: Stand
    language: str
    in_public: bool
    place: Callable[[], pygame.Surface]
    """The part of the screen that it may draw on."""
    coach: Coach
