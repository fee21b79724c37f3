# SPDX-License-Identifier: MIT
"""
Boxes of the cloth: who has a stake on which, who holds it, and the hands that lie in it.

A box is a number from the croupier's left; its first hand lies on ``mano 3``, separated ones on ``mano 3b``.
"""

from __future__ import annotations

from machines.support.plain import Json, JsonView
from machines.tables.game import laid, on, seated, stakes

HAND, INSURANCE = "mano", "seguro"


def box_of(spot: str) -> int:
    """The number of the box of ``mano 3b`` or ``seguro 3``; 0 of another spot."""
    kind, _, name = spot.partition(" ")
    number = name.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(number) if kind in (HAND, INSURANCE) and number.isdigit() else 0


def hand_spot(box: int, place: int) -> str:
    """Where the stake of a box's hand lies: ``mano 3``, ``mano 3b``, ..., ``mano 3z``, ``mano 3zb``, ..."""
    tail = ""
    while place:
        step = min(place, 25)
        tail += chr(ord("a") + step)
        place -= step
    return f"{HAND} {box}{tail}"


def staked(state: JsonView, box: int) -> dict[int, int]:
    """Cents by seat on the first hand of a box, in the order of seats."""
    spot = hand_spot(box, 0)
    return {seat: cents for seat in seated(state) if (cents := laid(state, seat, spot))}


def played(state: JsonView) -> list[int]:
    """Boxes with a stake, from the croupier's left."""
    found = {box_of(spot) for _, spot, _ in stakes(state) if spot.startswith(f"{HAND} ")}
    return sorted(found - {0})


def holder(state: JsonView, box: int) -> int:
    """Who decides: who sits before the box, else the highest stake, of equal ones the lowest seat."""
    there = staked(state, box)
    if box in there:
        return box
    return max(there, key=lambda seat: (there[seat], -seat)) if there else 0


def new_hand(spot: str, cards: list[int], *, of_pair: bool = False, aces: bool = False) -> Json:
    """A hand as the state has it."""
    return {"spot": spot, "cards": cards, "of_pair": of_pair, "aces": aces, "doubled": False, "done": False}


def on_hand(state: JsonView, spot: str) -> dict[int, int]:
    """Cents by seat on one hand."""
    money = state["money"]
    return {seat: int(money[on(seat, spot)]) for seat in seated(state) if money.get(on(seat, spot))}
