# SPDX-License-Identifier: MIT
"""
What visitors earn at a light stopper on average, exactly: every one of their equally likely presses counted.

    found = Expected(rules_of(model.tables), read_visitors())
    found.awards                       # share of paid plays that end with each award, by number
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from machines.firmware.skill import awards as award_rules
from machines.firmware.skill import stopper
from machines.support.plain import JsonView
from machines.types.common.own import Own
from machines.types.skill.schema import MEMORY
from machines.types.skill.visitor import NEVER, PARTS, Kind, Visitors, press_runs

PLAY, REFUND, TICKETS = "play", "refund", "tickets"
# A ticket takes as long from notch to notch, as emulator/devices/ticket_dispenser.py has it.
TICKET_MS = 200
# (up to so many ms from the mark's instant, points).
Zone = tuple[int, int]


@dataclass(frozen=True)
class Rules:
    """What decides the plays of the game that a machine of type A is registered with."""

    price_cents: int
    kind: str
    awards: tuple[tuple[int, str, int], ...]
    """(points, what they give, how many)."""
    extra_plays_max: int
    pause_ms: int
    rules: Own
    """As firmware/skill/game.py has them for the kind of game."""

    @property
    def tickets(self) -> tuple[int, ...]:
        """Tickets that each award gives; none is award 0."""
        return (0, *(count if gives == TICKETS else 0 for _, gives, count in self.awards))

    @property
    def refunds(self) -> tuple[bool, ...]:
        """Whether each award gives the price back; award 0 does not."""
        return (False, *(gives == REFUND for _, gives, _ in self.awards))

    @property
    def again(self) -> tuple[bool, ...]:
        """Whether each award is one play more; award 0 is not."""
        return (False, *(gives == PLAY for _, gives, _ in self.awards))

    def award(self, points: int) -> int:
        """The number of the award that so many points reach, or 0."""
        return award_rules.award(points, self.awards)


def rules_of(game: JsonView, price_cents: int) -> Rules:
    """The rules in the settings of a game, of which LIGHTS and GAMES are read."""
    _, kind, awards, extra_plays_max, pause_ms, rules = game["GAMES"][0]
    return Rules(price_cents, kind, tuple(map(tuple, awards)), extra_plays_max, pause_ms, tuple(rules))


def stop(press_ms: int, kind: Kind, lap_ms: int, laps: int, zones: tuple[Zone, ...]) -> tuple[int, int]:
    """
    Points of one round, and how long it took.

    Args:
        press_ms: from the mark's instant to the press, or NEVER.
        kind: whose press it is: which pass of the light he aims at.
        lap_ms, laps, zones: of the round.
    """
    at_ms = pressed_ms(press_ms, kind, lap_ms, laps)
    if at_ms is None:
        return 0, laps * lap_ms
    return stopper.points(stopper.off_ms(at_ms, lap_ms), zones), at_ms


def pressed_ms(press_ms: int, kind: Kind, lap_ms: int, laps: int) -> int | None:
    """When in a round a press falls, in ms since it began; None: none does."""
    at_ms = (kind.pass_ - 1) * lap_ms + lap_ms // 2 + press_ms
    return None if press_ms == NEVER or at_ms >= laps * lap_ms else max(0, at_ms)


class Expected:
    """Exact figures of a paid play with the plays that prolong it; a memory game has none."""

    def __init__(self, rules: Rules, visitors: Visitors) -> None:
        self._rules, self._visitors = rules, visitors

    @cached_property
    def _chains(self) -> list[tuple[Fraction, Mapping[tuple[int, int], Fraction], Fraction]]:
        """Of each kind its share, how likely (turns, award of the last) are, and the mean ms of a turn."""
        shares = [Fraction(parts, PARTS) for parts in self._visitors.parts]
        return [
            (share, *self._of_kind(kind)) for share, kind in zip(shares, self._visitors.kinds, strict=True)
        ]

    def _of_kind(self, kind: Kind) -> tuple[Mapping[tuple[int, int], Fraction], Fraction]:
        laps_ms, laps, zones = self._rules.rules
        totals, rounds_ms = Counter({0: 1}), 0
        presses = press_runs(kind)
        for lap_ms in laps_ms:
            worth: Counter[int] = Counter()
            for press_ms, parts in presses:
                points, took_ms = stop(press_ms, kind, lap_ms, laps, zones)
                worth[points] += parts
                rounds_ms += parts * took_ms
            added: Counter[int] = Counter()
            for total, ways in totals.items():
                for points, parts in worth.items():
                    added[total + points] += ways * parts
            totals = added
        of_turn: dict[int, Fraction] = {}
        for total, ways in totals.items():
            number = self._rules.award(total)
            of_turn[number] = of_turn.get(number, Fraction(0)) + Fraction(ways, PARTS ** len(laps_ms))
        pauses_ms = (len(laps_ms) + 1) * self._rules.pause_ms
        return self._chain(of_turn), Fraction(rounds_ms, PARTS) + pauses_ms

    def _chain(self, of_turn: Mapping[int, Fraction]) -> dict[tuple[int, int], Fraction]:
        """How likely the play and those that prolong it end after so many turns, with such an award."""
        chain: dict[tuple[int, int], Fraction] = {}
        reached = Fraction(1)
        for turn in range(1, self._rules.extra_plays_max + 2):
            more = Fraction(0)
            for number, share in of_turn.items():
                if self._rules.again[number] and turn <= self._rules.extra_plays_max:
                    more += share
                    continue
                # No play more than its maximum: such an award is none.
                place = turn, 0 if self._rules.again[number] else number
                chain[place] = chain.get(place, Fraction(0)) + reached * share
            reached *= more
            if not reached:
                break
        return chain

    @cached_property
    def ends(self) -> dict[tuple[int, int], Fraction] | None:
        """How likely a paid play ends after so many turns with such an award; None for a memory game."""
        if self._rules.kind == MEMORY:
            return None
        ends: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for share, chain, _ in self._chains:
            for place, likely in chain.items():
                ends[place] += share * likely
        return dict(ends)

    @property
    def play_ms(self) -> Fraction | None:
        """Mean time of a paid play with all that belongs to it: coin, START, turns and tickets."""
        if self.ends is None:
            return None
        total = sum(
            (likely * self._rules.tickets[number] * TICKET_MS for (_, number), likely in self.ends.items()),
            Fraction(0),
        )
        for share, chain, turn_ms in self._chains:
            turns = sum((likely * place[0] for place, likely in chain.items()), Fraction(0))
            total += share * turns * (turn_ms + self._visitors.between_ms)
        return total
