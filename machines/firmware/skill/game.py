# SPDX-License-Identifier: MIT
"""
Which game a machine of type A plays: one of those that its model was registered with or notified of (A-06).

A row of settings.GAMES is a whole game; the number of the one in force is committed with the play.
"""

import rows
import settings
from state import State

# Places in a row of settings.GAMES: title, kind, awards, plays one price can be extended by, ms between two
# rounds, and what only its kind has, as its module of rounds says.
TITLE = 0
KIND = 1
AWARDS = 2
EXTRA_PLAYS_MAX = 3
PAUSE_MS = 4
RULES = 5

STOPPER = "stopper"
MEMORY = "memory"


def number(state: State) -> int:
    """Return the number of the game in force, from 0."""
    chosen = rows.get(state.state, "game")
    return chosen if chosen < len(settings.GAMES) else 0


def row(state: State) -> tuple:
    """Return the row of the game in force."""
    return settings.GAMES[number(state)]


def kind(state: State) -> str:
    """Return the kind of the game in force, STOPPER or MEMORY."""
    return row(state)[KIND]


def rules(state: State) -> tuple:
    """Return what only the kind of the game in force has."""
    return row(state)[RULES]
