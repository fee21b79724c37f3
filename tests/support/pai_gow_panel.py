# SPDX-License-Identifier: MIT
"""A Pai Gow table for the screen: sizes of windows, and a game that has come to a phase."""

from __future__ import annotations

import pygame

from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.pai_gow_session import wait_for

SIZES = [(1280, 800), (1024, 600), (1920, 1080), (900, 1400), (1080, 1920), (768, 1024)]
PLACE = 4


def at_phase(phase: str) -> PaiGowGame:
    """A table of six at which somebody at place 4 has come to a phase."""
    game = PaiGowGame(seed="07", people=[PLACE])
    steps = (
        ("bank", lambda: game.take_bank(PLACE, take=False)),
        ("bets", lambda: (game.bet(PLACE, 4_500), game.ready(PLACE))),
        ("throw", lambda: (game.shake(1_700), game.run(3_200), game.lift(), game.run(500))),
        ("set", lambda: game.set_hand(PLACE, game.table.seat(PLACE).cards[:2])),
        ("clear", lambda: None),
    )
    for name, act in steps:
        wait_for(game, name)
        if name == phase:
            return game
        act()
    raise AssertionError(phase)


PHASES = ("bank", "bets", "throw", "set", "clear")


def now(*events: pygame.event.Event) -> list[tuple[int, pygame.event.Event]]:
    """Events that came as the time of a frame began."""
    return [(0, event) for event in events]
