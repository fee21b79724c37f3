# SPDX-License-Identifier: MIT
"""What plays by hand came to, beside what is exactly expected and what a campaign of the same key has."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from emulator.lab.campaign import run_campaign
from emulator.lab.campaign_pieces import Recipe
from emulator.lab.campaign_work import open_work
from emulator.lab.hand_plays import Hand
from machines.firmware.skill import rows
from machines.support.plain import Json


class Sums(NamedTuple):
    """What the books have, or should have."""

    plays: int
    staked_cents: int
    won_cents: int
    prizes: int
    tickets: int = 0


class Compared(NamedTuple):
    """Three times the same plays."""

    books: Sums
    expected_won_cents: float | None
    """On average over all keys; None where nothing exact is known."""
    sigma: float | None
    """By how many standard deviations more was won; None where these plays win the same for every key."""
    campaign: Sums | None
    """The same key through the core alone; None of a machine whose chance does not repeat."""

    def as_dict(self) -> Json:
        """The same under the names that ``azar play --json`` uses."""
        campaign = None if self.campaign is None else self.campaign._asdict()
        return {**self._asdict(), "books": self.books._asdict(), "campaign": campaign}


def compared(hand: Hand) -> Compared | None:
    """
    Hold the books against mathematics and core; None before the first play.

    Args:
        hand: who played, on a machine that was new.
    """
    cab, record, plays = hand.cab, hand.record(), hand.plays
    visitors = hand.visitors if hand.skilled else None
    if not plays:
        return None
    tickets = 0 if visitors is None else rows.get(record["state"], "tickets_won")
    books = Sums(plays, record["staked_cents"], record["won_cents"], record["prizes"], tickets)
    who = b"" if visitors is None else visitors.blob
    exact = open_work(Recipe(cab.model.tables.blob, bytes(32), 1, plays, visitors=who)).exact(plays)
    expected, sigma = None, None
    if exact is not None:
        expected = float(exact[0])
        sigma = float(books.won_cents - exact[0]) / sqrt(exact[1]) if exact[1] else None
    campaign = None
    if cab.seed is not None:
        told = run_campaign(cab.model, plays, seed=cab.seed, visitors=visitors, jobs=1)
        given = 0 if told.visits is None else told.visits.tickets
        campaign = Sums(told.plays, told.staked_cents, told.won_cents, told.hits, given)
    return Compared(books, expected, sigma, campaign)
