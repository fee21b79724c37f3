# SPDX-License-Identifier: MIT
"""What a machine is painted with, by the style of its model: crown, glass beside the reels, emblem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame

from emulator.panel.art.scenery import (
    cloister,
    feast,
    heat,
    mountains,
    night,
    oxbow,
    skies,
    steppe,
    street,
    towers,
    woods,
)
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


USUAL = "cierzo"
"""The style of machines whose own nobody painted."""
_WALNUT: tuple[Colour, Colour] = ((104, 58, 34), (58, 30, 20))
_PLUM: tuple[Colour, Colour] = ((88, 46, 62), (40, 20, 32))
_NIGHT = Scenery(night.crown, night.flank, "kite", 0.16, _WALNUT)
_OAK: tuple[Colour, Colour] = ((126, 82, 42), (70, 42, 20))
_SLATE: tuple[Colour, Colour] = ((86, 88, 98), (36, 38, 46))
_STYLES: Mapping[str, Scenery] = {
    "bochorno": Scenery(heat.crown, heat.flank, "sun", 0.16, _OAK),
    "galacho": Scenery(oxbow.crown, oxbow.flank, "heron", 0.16, _WALNUT),
    "monegros": Scenery(steppe.crown, steppe.flank, "scorpion", 0.0, _PLUM),
    "moncayo": Scenery(mountains.dawn, mountains.dawn_pane, "mountain", 0.16, _WALNUT),
    "moncayo_nacional": Scenery(woods.beeches, woods.beeches_pane, "almond", 0.16, _OAK),
    "moncayo_fichas": Scenery(mountains.midnight, mountains.midnight_pane, "moon", 0.0, _WALNUT),
    "moncayo_tarjeta": Scenery(woods.vines, woods.vines_pane, "grapes", 0.16, _PLUM),
    "veruela": Scenery(cloister.crown, cloister.pane, "bell", 0.0, _OAK),
    "mudejar": Scenery(towers.crown, towers.pane, "tower", 0.0, _OAK),
    "aneto": Scenery(mountains.glacier, mountains.glacier_pane, "star", 0.16, _SLATE),
    "cometa": Scenery(skies.kites, skies.kites_pane, "wind", 0.16, _OAK),
    "cometa_nacional": Scenery(skies.comet, skies.comet_pane, "star", 0.0, _SLATE),
    "verbena": Scenery(feast.crown, feast.pane, "castanets", 0.16, _PLUM),
    "ronda": Scenery(street.night, street.night_pane, "guitar", 0.16, _WALNUT),
    "memory": Scenery(street.morning, street.morning_pane, "tambourine", 0.16, _OAK),
}


def emblems() -> frozenset[str]:
    """Drawings that stand beside a name."""
    return frozenset(scenery.emblem for scenery in (_NIGHT, *_STYLES.values()))


def style_names() -> list[str]:
    """The styles that somebody painted, that of most machines first."""
    return [USUAL, *_STYLES]


# What game of skill a style was painted for; another one in its cabinet has a glass of its kind.
_GAMES: Mapping[str, str] = {
    "cometa": "stopper",
    "cometa_nacional": "stopper",
    "verbena": "stopper",
    "ronda": "memory",
}


def style_of_game(style: str, kind: str) -> str:
    """The style of a game of skill: the model's, or its kind's where that was made for another kind."""
    return style if _GAMES.get(style, kind) == kind else kind


def scenery_of(style: str) -> Scenery:
    """The scenery of a style; night over the Ebro where nobody painted one."""
    return _STYLES.get(style, _NIGHT)
