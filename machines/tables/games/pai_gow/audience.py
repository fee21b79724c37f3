# SPDX-License-Identifier: MIT
"""
Who may see and hear what at the table: cards that lie face down reach nobody else.

Source: Orden of the Illes Balears of 30 December 2005, number 16: IV and VIII.2 (nobody shows
their cards), VII (the croupier's stay face down until all have set, what is left over goes away unseen).
"""

from __future__ import annotations

from dataclasses import asdict

from machines.support.plain import Json
from machines.tables.games.pai_gow.moves import Event
from machines.tables.games.pai_gow.state import CROUPIER, TableState

ONLOOKER = -1
"""Somebody who stands at the table and has no place."""
_SHOWN = ("settle", "clear")


def view(state: TableState, place: int = ONLOOKER) -> Json:
    """
    Return what somebody may see of a table, as plain values.

    Cards that they may not see are empty lists, and ``used`` is how many cards lie in the container. The
    croupier's and the bank's are face up once all have set, each other hand when it is compared.

    Args:
        place: where they sit; 0 is the croupier, who turns their own packet up only once all have set.
    """
    seen = asdict(state)
    seen["used"] = len(state.used)
    face_up = {CROUPIER, state.bank} if state.phase in _SHOWN else set()
    for other, seat in seen["seats"].items():
        own = other == place and (place != CROUPIER or state.phase == "show")
        if not own and other not in face_up and not seat["case"]:
            seat["cards"], seat["low"] = [], []
    return seen


def heard(event: Event, place: int = ONLOOKER) -> Event:
    """
    Return an event as somebody at a place takes note of it.

    A packet is dealt face down: its cards reach the player to whom it was dealt, and not even the
    croupier who deals them to their own place. What is left over reaches nobody.
    """
    own = event.place == place != CROUPIER
    if event.kind == "discards" or (event.kind == "dealt" and not own):
        return event._replace(values={**event.values, "cards": []})
    return event
