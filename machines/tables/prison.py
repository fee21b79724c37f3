# SPDX-License-Identifier: MIT
"""
What a zero, or whatever a text likens to it, does to simple bets: half back or prison, until the last round.

A stake in prison lies on ``prison rojo 1``: the spot that it was on, and how many zeros it has seen.
Source: Decreto 159/2002 de Aragón, catálogo, artículo 3, epígrafe 1, IV.1.B.b; epígrafe 4, V.1;
Orden de 9 de octubre de 1979, 01.4.1.2.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from machines.support.plain import JsonView
from machines.tables.bank import half_kept
from machines.tables.game import Event, Transfer, laid, on
from machines.tables.rules import Rules

PRISON = "prison"
ZERO, WON, LOST, NULL = "zero", "won", "lost", "null"
EndOf = Callable[[JsonView, str], str]
"""What a round has brought to a plain spot: ZERO, WON, LOST or NULL."""


class Fate(NamedTuple):
    """What becomes of one stake: events, transfers, and what its seat has to decide, as (spot, words)."""

    events: tuple[Event, ...]
    transfers: tuple[Transfer, ...]
    asked: tuple[str, tuple[str, ...]] | None = None


class Prison:
    """
    The prison of a game.

    Args:
        rules: with the readings ``prison`` and ``below_minimum``.
        end: what a round has brought to a spot.
        null_frees: a null round frees prisoners; else they stay in prison.
    """

    def __init__(self, rules: Rules, end: EndOf, *, null_frees: bool = False) -> None:
        self.rules, self.end, self.null_frees = rules, end, null_frees
        self.article = rules.article("zero")
        self.simple = set(rules.data["simple"])

    def fate(self, state: JsonView, seat: int, spot: str, cents: int) -> Fate | None:
        """What becomes of a simple bet at zero, and of a stake in prison whatever comes."""
        if spot.startswith(PRISON):
            return self._prisoner(state, seat, spot, cents)
        if spot not in self.simple or self.end(state, spot) != ZERO:
            return None
        return self._zero(state, seat, spot, cents, zeros=0)

    def decide(self, state: JsonView, seat: int, spot: str, word: str) -> Fate:
        """A seat takes half of what lies on a spot, or leaves it in prison."""
        cents, plain, zeros = laid(state, seat, spot), *_parted(spot)
        if word == "half":
            return half_back(seat, spot, cents, self.article)
        return self._jail(seat, spot, plain, cents, zeros)

    def _prisoner(self, state: JsonView, seat: int, spot: str, cents: int) -> Fate:
        plain, zeros = _parted(spot)
        end = self.end(state, plain)
        if end == ZERO:
            return self._again(state, seat, spot, cents, zeros)
        if end == WON or (end == NULL and self.null_frees):
            freed = Transfer(on(seat, spot), f"seat {seat}", cents, "released", self.article)
            return Fate((Event("released", seat, spot, cents),), (freed,))
        if end == NULL:  # nothing has happened; on the last round nobody can be left in prison
            return half_back(seat, spot, cents, self.article) if state["last"] else Fate((), ())
        lost_all = Transfer(on(seat, spot), "house", cents, "lost", self.article)
        return Fate((Event("lost", seat, spot, cents),), (lost_all,))

    def _again(self, state: JsonView, seat: int, spot: str, cents: int, zeros: int) -> Fate:
        """A prisoner sees another zero."""
        lost = cents - half_kept(cents)  # half of its value at each zero
        rest = half_kept(cents)
        taken = Transfer(on(seat, spot), "house", lost, "zero", self.article)
        events = (Event("lost", seat, spot, lost),)
        if not rest:
            return Fate(events, (taken,))
        if state["last"]:
            # What is left is halved once more, now as at the first zero: 1/4, 1/8 of the initial stake.
            half = half_back(seat, spot, rest, self.article)
            return Fate((*events, *half.events), (taken, *half.transfers))
        return Fate(events, (taken,), (spot, self._words(state, rest, zeros)))

    def _zero(self, state: JsonView, seat: int, spot: str, cents: int, zeros: int) -> Fate:
        if state["last"]:
            return half_back(seat, spot, cents, self.article)
        return Fate((), (), (spot, self._words(state, cents, zeros)))

    def _words(self, state: JsonView, cents: int, zeros: int) -> tuple[str, ...]:
        """What may be chosen: a stake too small to be halved has to stay."""
        least = self.rules.minimum_cents(state)
        if self.rules.readings["below_minimum"] == "from_second_zero":
            halves = zeros == 0 or cents >= least
        else:
            halves = half_kept(cents) >= least
        return ("half", "prison") if halves else ("prison",)

    def _jail(self, seat: int, spot: str, plain: str, cents: int, zeros: int) -> Fate:
        there = f"{PRISON} {plain} {zeros + 1}"
        lost: tuple[Transfer, ...] = ()
        events: tuple[Event, ...] = ()
        if self.rules.readings["prison"] == "b" and zeros == 0:
            half = cents - half_kept(cents)
            lost = (Transfer(on(seat, spot), "house", half, "zero", self.article),)
            events = (Event("lost", seat, spot, half),)
            cents -= half
        moved = Transfer(on(seat, spot), on(seat, there), cents, PRISON, self.article)
        return Fate((*events, Event("prison", seat, there, cents, says=PRISON)), (*lost, moved))


def half_back(seat: int, spot: str, cents: int, article: str) -> Fate:
    """Half of a stake is lost, half goes back; an odd cent is the house's."""
    kept = half_kept(cents)
    back = (Transfer(on(seat, spot), f"seat {seat}", kept, "half", article),) if kept else ()
    lost = Transfer(on(seat, spot), "house", cents - kept, "zero", article)
    events = (Event("lost", seat, spot, cents - kept), Event("back", seat, spot, kept, says="half"))
    return Fate(events, (*back, lost))


def _parted(spot: str) -> tuple[str, int]:
    """The plain spot of a stake and how many zeros it has seen in prison."""
    if not spot.startswith(PRISON):
        return spot, 0
    _, plain, zeros = spot.split(" ")
    return plain, int(zeros)
