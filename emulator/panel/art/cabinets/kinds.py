# SPDX-License-Identifier: MIT
"""
The one list of cabinets, by the name that a front has for its own.

    cabinet = KINDS[front.cabinet]
    cabinet.body(base, shell)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art.cabinets import bandit, bar, fair, video
from emulator.panel.art.cabinets.lights import Lights
from emulator.panel.art.cabinets.shell import Shell
from emulator.panel.art.theme import Colour, Theme


def _no_trim(_base: pygame.Surface, _shell: Shell) -> None:
    """Nothing stands over the parts of this cabinet."""


def _no_ends(_shell: Shell) -> int:
    """Nothing hangs before the crown."""
    return 0


class Cabinet(NamedTuple):
    """The paintings of one kind of cabinet."""

    body: Callable[[pygame.Surface, Shell], None]
    """Everything that the zones' parts are mounted on."""
    crown_glass: Callable[[Shell], Rect]
    """Where the crown's glass is, in its zone."""
    deck: Callable[[tuple[int, int], Theme, tuple[Colour, Colour]], pygame.Surface]
    """The surface of the deck at this size; the two tones are those of its style's wood."""
    lights: Callable[[Shell], Lights]
    """What shines and moves on it."""
    trim: Callable[[pygame.Surface, Shell], None] = _no_trim
    """What lies over the parts."""
    metal: Colour | None = None
    """Of frames and trim where the maker names none; None for steel."""
    crown_ends: Callable[[Shell], int] = _no_ends
    """Width at either end of the crown's glass, within emblem and tower light, that no name may cover."""
    figures: Callable[[pygame.Surface, Rect, Sequence[int], bool], Colour] | None = None
    """Mounts the figures of the largest prize: surface, box, their edges, whether lit; says their ink."""
    arm: bool = False
    """An arm at its right side starts a play."""
    touch: bool = False
    """A touch of its screen starts a play."""


USUAL = "bar"
KINDS: Mapping[str, Cabinet] = {
    "bar": Cabinet(bar.body, bar.crown_glass, bar.deck, bar.lights),
    "bandit": Cabinet(
        bandit.body,
        bandit.crown_glass,
        bandit.deck,
        bandit.lights,
        bandit.trim,
        figures=bandit.figures,
        arm=True,
    ),
    "video": Cabinet(video.body, video.crown_glass, video.deck, video.lights, metal=video.METAL, touch=True),
    "fair": Cabinet(
        fair.body, fair.crown_glass, fair.deck, fair.lights, fair.trim, fair.METAL, fair.crown_ends
    ),
}
