# SPDX-License-Identifier: MIT
"""What a machine is painted with, by the style of its model: crown, glass beside the reels, emblem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame

from emulator.panel.art.scenery import heat, night, oxbow, steppe
from emulator.panel.art.theme import Colour, Theme


class Scenery(NamedTuple):
    """The paintings of one family of machines."""

    crown: Callable[[tuple[int, int], Theme], pygame.Surface]
    """Behind the name, at this size."""
    flank: Callable[[tuple[int, int], Theme, bool, float], pygame.Surface]
    """Beside the reels: size, whether the right one, how brightly lit."""
    emblem: str
    """Drawing at the left of the name."""
    slant: float
    """How far the letters of the name lean, in their height."""
    deck: tuple[Colour, Colour]
    """Where light falls on the deck's wood, and in its grain."""
    hero: bool
    """The largest prize stands apart from the table, as tall as all of it."""


USUAL = "cierzo"
"""The style of machines whose own nobody painted."""
_WALNUT: tuple[Colour, Colour] = ((104, 58, 34), (58, 30, 20))
_PLUM: tuple[Colour, Colour] = ((88, 46, 62), (40, 20, 32))
_NIGHT = Scenery(night.crown, night.flank, "kite", 0.16, _WALNUT, hero=False)
_OAK: tuple[Colour, Colour] = ((126, 82, 42), (70, 42, 20))
_STYLES: Mapping[str, Scenery] = {
    "bochorno": Scenery(heat.crown, night.flank, "sun", 0.16, _OAK, hero=False),
    "memory": _NIGHT._replace(emblem="guitar"),
    "galacho": Scenery(oxbow.crown, oxbow.flank, "heron", 0.16, _WALNUT, hero=False),
    "monegros": Scenery(steppe.crown, steppe.flank, "scorpion", 0.0, _PLUM, hero=True),
}


def emblems() -> frozenset[str]:
    """Drawings that stand beside a name."""
    return frozenset(scenery.emblem for scenery in (_NIGHT, *_STYLES.values()))


def style_names() -> list[str]:
    """The styles that somebody painted, that of most machines first."""
    return [USUAL, *_STYLES]


# Of machines of skill the game that is in them decides.
_BY_GAME = frozenset({"cometa", "ronda", "verbena"})


def style_of_game(style: str, kind: str) -> str:
    """The style of a game of skill: the model's, or, where that is one of those machines', its kind's."""
    return kind if style in _BY_GAME else style


def scenery_of(style: str) -> Scenery:
    """The scenery of a style; night over the Ebro where nobody painted one."""
    return _STYLES.get(style, _NIGHT)
