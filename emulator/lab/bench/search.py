# SPDX-License-Identifier: MIT
"""
Keys of TEST machines: which of them brings a wanted situation within a few plays of a fresh commission.

    found = search(model, largest_next(8_000), Budget(keys=400, plays=2_560), stream="00")
    found.seed, found.play                  # the play that brings it, 1 the first; None: not in the budget

The keys are tried by the core of the machine's own tables, not by its firmware; nobody holds or gambles.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, cast

import numpy as np

import cext
from cext.chance_campaign import Course, chance_campaign
from emulator.lab.bench.reading import euros
from emulator.lab.exam.finding import Words
from emulator.support.seed import seed_key
from machines.model import Model

# Steps of one play of chance, features included; no game has as many.
_STEPS = 10_000


class Made(NamedTuple):
    """What one play won: each entry of the cycle in its order, or the whole of a play of chance."""

    prizes_cents: tuple[int, ...]
    pots: tuple[int, ...] = ()

    @property
    def won_cents(self) -> int:
        """All of it, pots apart."""
        return sum(self.prizes_cents)


@dataclass(frozen=True)
class Wish:
    """
    A situation to bring about.

    Args:
        name: what a finding calls it, such as "a prize of 80.00 EUR".
        brought: whether the last of these plays brought it; called after each.
        prize_cents: no key without an entry or play of this much need be looked at; 0: any.
        total_cents: no key whose plays win less in all need be looked at.
        entries: of each play: 2 are double ones.
        pot: level that must be hit, of a machine of chance with pots; -1: any play.
    """

    name: Words
    brought: Callable[[Sequence[Made]], bool]
    prize_cents: int = 0
    total_cents: int = 0
    entries: int = 1
    pot: int = -1


class Budget(NamedTuple):
    """How much a search may try: so many keys, so many plays of each."""

    keys: int
    plays: int


class Found(NamedTuple):
    """A key, and the play that brings what was wished for."""

    seed: str
    play: int
    plays: tuple[Made, ...]
    """All of them, with the one that brings it."""
    tried: int
    """Keys, with this one."""


def prize_next(cents: int) -> Wish:
    """A play that wins so much or more."""
    name = Words(f"un premio de {euros(cents, ',')} o más", f"a prize of {euros(cents)} or more")
    return Wish(name, lambda plays: plays[-1].won_cents >= cents, prize_cents=cents)


def meter_near(cents: int, within_cents: int, entries: int = 1) -> Wish:
    """Plays whose prizes together come near a sum, and not to it: the next small prize brings it."""
    low = cents - within_cents
    name = Words(
        f"premios que sumen de {euros(low, ',')} a menos de {euros(cents, ',')}",
        f"prizes that add up to {euros(low)} and less than {euros(cents)}",
    )

    def brought(plays: Sequence[Made]) -> bool:
        return low <= sum(one.won_cents for one in plays) < cents

    return Wish(name, brought, total_cents=low, entries=entries)


def double_next(cents: int, each_cents: int) -> Wish:
    """A double play that wins so much in all, each of its two at least the other sum."""

    def brought(plays: Sequence[Made]) -> bool:
        last = plays[-1]
        return last.won_cents >= cents and min(last.prizes_cents) >= each_cents

    name = Words(
        f"una jugada doble de {euros(cents, ',')} o más con dos premios",
        f"a double play of {euros(cents)} or more with two prizes",
    )
    return Wish(name, brought, prize_cents=-(-cents // 2), entries=2)


def pot_next(level: int) -> Wish:
    """A play that hits a pot."""
    name = Words(f"el bote {level + 1}", f"pot {level + 1}")
    return Wish(name, lambda plays: level in plays[-1].pots, pot=level)


def search(model: Model, wish: Wish, budget: Budget, stream: str, serial: int = 1) -> Found | None:
    """
    Try keys until one brings the wish; None: none did within the budget.

    Args:
        model: one whose plays are drawn.
        wish: what is wanted.
        budget: how much to try.
        stream: hex digits from which the keys follow, one after the other.
        serial: of the machine.
    """
    look = _cycle if isinstance(model.tables, cext.Tables) else _chance
    for number in range(budget.keys):
        seed = hashlib.sha256(f"{stream}/key/{number}".encode()).hexdigest()[:32]
        plays = look(model, seed, serial, wish, budget.plays)
        if plays:
            return Found(seed, len(plays), plays, number + 1)
    return None


def _first(wish: Wish, plays: Iterator[Made], most: int) -> tuple[Made, ...]:
    """The plays up to the one that brings the wish; () if none does."""
    made: list[Made] = []
    for _, play in zip(range(most), plays, strict=False):
        made.append(play)
        if wish.brought(made):
            return tuple(made)
    return ()


# -- type B -------------------------------------------------------------------------------------------------


def _cycle(model: Model, seed: str, serial: int, wish: Wish, most: int) -> tuple[Made, ...]:
    """One key of a machine with a cycle: first whether it can bring it at all, by the loop in C."""
    tables, key = cast(cext.Tables, model.tables), seed_key(seed)
    player = cext.Player(double=wish.entries == 2)
    _, tally = cext.campaign(tables, key, serial, most, player=player, display=False)
    counts = zip(tables.prizes_cents, tally.counts, strict=True)
    if wish.prize_cents and not any(count and cents >= wish.prize_cents for cents, count in counts):
        return ()
    if tally.won_cents < wish.total_cents:
        return ()
    return _first(wish, cycle_plays(model, seed, serial, wish.entries), most)


def cycle_plays(model: Model, seed: str, serial: int, entries: int = 1) -> Iterator[Made]:
    """What a fresh machine of type B wins, play by play."""
    tables, state = cast(cext.Tables, model.tables), model.first_state(seed_key(seed), serial)
    while True:
        state, outcome = cext.step(tables, state, entries)
        yield Made(tuple(entry.prize_cents for entry in outcome.entries))
        while outcome.phase:
            state, outcome = cext.answer_gamble(tables, state, dare=False)


# -- type C -------------------------------------------------------------------------------------------------


def _chance(model: Model, seed: str, serial: int, wish: Wish, most: int) -> tuple[Made, ...]:
    tables, key = cast(cext.ChanceTables, model.tables), seed_key(seed)
    bins = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    totals, hits = chance_campaign(tables, Course(key, serial, 0, most), histogram=bins)
    # A campaign lists no hit of a pot that must hit: it draws no threshold.
    listed = wish.pot >= 0 and tables.pots[wish.pot].hit != "must_hit"
    if listed and not any(int(levels) >> wish.pot & 1 for _, levels in hits):
        return ()
    if totals.won_cents < wish.total_cents:
        return ()
    if wish.prize_cents and not bins[-(-wish.prize_cents // tables.unit_cents) :].any():
        return ()
    return _first(wish, chance_plays(model, seed, serial), most)


def chance_plays(model: Model, seed: str, serial: int) -> Iterator[Made]:
    """What a fresh machine of type C wins, play by play, at its first bet."""
    tables, state = cast(cext.ChanceTables, model.tables), model.first_state(seed_key(seed), serial)
    answers = {"pick": "pick", "free": "free", "gamble": "collect"}
    step = partial(cext.chance_step, tables)
    while True:
        state, outcome = step(state, "play")
        pots = outcome.pots_hit
        for _ in range(_STEPS):
            if outcome.settled:
                break
            state, outcome = step(state, answers[outcome.phase])  # type: ignore[arg-type]
            pots += outcome.pots_hit
        yield Made((outcome.won_cents,), pots)
