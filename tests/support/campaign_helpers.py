# SPDX-License-Identifier: MIT
"""What tests of campaigns share: a small machine, a worker with moods, a walk that knows no pieces."""

from __future__ import annotations

import hashlib
import json
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import cext
from emulator.lab.campaign_pieces import Course, Ledger, Part, Recipe, Sizes, Work, play_all
from emulator.lab.campaign_result import Campaign
from emulator.lab.campaign_work import open_work

# Two strata of four and three entries: small enough to walk every order of each.
SMALL = cext.Tables(
    cext.pack_tables(
        cext.CycleGame(
            strips=[[0, 1, 2, 0]],
            rows=1,
            paylines=[[0]],
            pays=[([1], 20), ([2], 100)],
            prizes_cents=[0, 20, 100],
            strata=[[2, 1, 1], [1, 2, 0]],
            price_cents=20,
            simultaneous_max=1,
            hold=False,
        )
    )
)
KEY = bytes(range(32))


class Moody:
    """
    Plays pieces in whatever order ``choose`` says, and is interrupted when it likes.

    Args:
        work: what is played.
        choose: returns a number from 0 up to its argument, both included.
        sizes: plays of the shortest and the longest piece.
        workers: how many pieces it takes at once.
    """

    played = 0

    def __init__(self, work: Work, choose: Callable[[int], int], sizes: Sizes, workers: int) -> None:
        self.sizes, self.workers = sizes, workers
        self._work, self._choose = work, choose
        self._waiting: list[tuple[int, int]] = []

    def submit(self, first: int, last: int) -> None:
        self._waiting.append((first, last))

    def finished(self) -> list[Part]:
        first, last = self._waiting.pop(self._choose(len(self._waiting) - 1))
        return [self._work.play(first, last, lambda: False, lambda plays: None)]

    def stop(self) -> list[Part]:
        """Each piece under way is given up after some questions whether to stop."""
        parts = []
        for first, last in self._waiting:
            left = self._choose(3)

            def stopped() -> bool:
                nonlocal left
                left -= 1
                return left < 0

            parts.append(self._work.play(first, last, stopped, lambda plays: None))
        return parts

    def close(self) -> None:
        self._waiting.clear()


def play_with_moods(recipe: Recipe, choose: Callable[[int], int]) -> Ledger:
    """A campaign in pieces of any size in any order, put down and taken up any number of times."""
    work = open_work(recipe)
    ledger = work.ledger()
    for _ in range(choose(4)):
        interrupt_after = choose(8)

        def tick() -> None:
            nonlocal interrupt_after
            interrupt_after -= 1
            if interrupt_after < 0:
                raise KeyboardInterrupt

        _some(work, ledger, choose, tick)
        work = open_work(recipe)
        ledger = work.ledger(json.loads(json.dumps(ledger.save())))
    _some(work, ledger, choose, lambda: None)
    return ledger


def _some(work: Work, ledger: Ledger, choose: Callable[[int], int], tick: Callable[[], None]) -> None:
    least = 1 + choose(40)
    pool = Moody(work, choose, Sizes(least, least + choose(40)), 1 + choose(3))
    course = Course(work, ledger)
    try:
        play_all(course, pool, tick)
    except KeyboardInterrupt:
        for part in pool.stop():
            course.enter(part)


def walk(tables: cext.Tables, recipe: Recipe, unit_plays: int) -> dict[str, Any]:
    """
    Each machine from its first play to its last, one state handed on, without pieces.

    Args:
        tables: of a prize cycle.
        recipe: the campaign.
        unit_plays: plays that the campaign's digest takes together.
    """
    counts = [0] * len(tables.prizes_cents)
    digest = hashlib.sha256()
    for machine in range(1, recipe.machines + 1):
        state = cext.new_state(tables, recipe.key, machine)
        for first in range(0, recipe.plays, unit_plays):
            plays = min(unit_plays, recipe.plays - first)
            state, tally = cext.campaign(tables, recipe.key, machine, plays, state=state)
            counts = [total + n for total, n in zip(counts, tally.counts, strict=True)]
            digest.update(struct.pack("<Q", tally.digest))
    prizes = tuple(zip(tables.prizes_cents, counts, strict=True))
    return {"prizes": prizes, "digest": digest.hexdigest()}


def outcome(ledger: Ledger) -> dict[str, Any]:
    """What ``walk`` returns, of a ledger."""
    return {"prizes": ledger.prizes, "digest": ledger.digest}


class ChanceWalk(NamedTuple):
    """What a campaign of chance counts, of a walk from step to step."""

    prizes: tuple[tuple[int, int], ...]
    won_cents: int
    hits: int
    free_plays: int
    picks: int
    gambles: int
    capped: int
    pot_hits: tuple[int, ...]
    pot_cents: tuple[int, ...]
    pots_mc: tuple[tuple[int, int], ...]
    """What they show and what their reserves hold in the end."""


def walk_chance(tables: cext.ChanceTables, recipe: Recipe) -> ChanceWalk:
    """Every machine step by step, its pots in its state."""
    levels = range(len(tables.pots))
    totals: Counter[int] = Counter()
    steps: Counter[str] = Counter()
    pot_hits, pot_cents, values, reserves = ([0] * len(levels) for _ in range(4))
    for machine in range(1, recipe.machines + 1):
        state = cext.new_chance_state(tables, recipe.key, machine)
        for _ in range(recipe.plays):
            kind, gambles = "play", 0
            while True:
                state, seen = cext.chance_step(tables, state, kind)
                steps[kind] += 1
                for level in seen.pots_hit:
                    pot_hits[level] += 1
                    pot_cents[level] += seen.pot_cents[level]
                if seen.settled:
                    break
                kind = seen.phase
                if kind == "gamble":
                    kind = "gamble" if gambles < recipe.gamble_rounds else "collect"
                    gambles += 1
            totals[seen.won_cents] += 1
            steps["capped"] += seen.capped
        for level, pot in enumerate(cext.view_chance_state(tables, state).pots):
            values[level] += pot.value_mc
            reserves[level] += pot.reserve_mc
    return ChanceWalk(
        tuple(sorted(totals.items())), sum(cents * n for cents, n in totals.items()),
        sum(n for cents, n in totals.items() if cents), steps["free"], steps["pick"], steps["gamble"],
        steps["capped"], tuple(pot_hits), tuple(pot_cents), tuple(zip(values, reserves, strict=True)),
    )  # fmt: skip


def chance_outcome(ledger: Any) -> ChanceWalk:
    """The same of a ledger."""
    tally, pots = ledger.tally, ledger.pots
    return ChanceWalk(
        ledger.prizes, ledger.won_cents, *tally[2:3], *tally[4:8],
        tuple(pot.hits for pot in pots), tuple(pot.awarded_cents for pot in pots),
        tuple((pot.value_mc, pot.reserve_mc) for pot in pots),
    )  # fmt: skip


def figures(campaign: Campaign) -> dict[str, Any]:
    """All of a campaign but its speed and who made it."""
    told = campaign.as_dict()
    del told["plays_per_second"], told["kernels"]
    return told
