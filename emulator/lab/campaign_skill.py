# SPDX-License-Identifier: MIT
"""
Campaigns of skill (Type A): visitors, as a file describes them, play a model's registered game.

A unit is a paid play with the plays that prolong it. Nothing in the machine is drawn; who comes and when he
presses is drawn from words of a purpose that no machine uses, so that a campaign is repeated and split like
any other. What is drawn decides a press through the functions that the firmware calls.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext.rng import fill_keystream
from emulator.lab.campaign_cycle import FIRST_MACHINE
from emulator.lab.campaign_pieces import PLAIN, Playable, Recipe, need, need_next, variance_of_plays
from machines.support.plain import Json
from machines.types.skill.expected import TICKET_MS, Expected, Rules, rules_of, stop
from machines.types.skill.schema import MEMORY
from machines.types.skill.visitor import PARTS, Kind, Visitors, note_times, press_runs

# Beyond the purposes of the core (src/rng.h, cards.h, link.h, pai_gow.h): nothing but visitors draws from it.
PURPOSE_VISITOR = 64
PLAYS_MAX = 1 << 40
# Words of the plays that are made at once: they stay in the second-level cache.
_CALL_WORDS = 1 << 17
_BLOCK_WORDS = 16
_U64 = (1 << 64) - 1

Array = NDArray[np.int64]


class SkillPart(NamedTuple):
    """What some neighbouring units counted."""

    first: int
    last: int
    ends: tuple[tuple[int, ...], ...]
    """Plays by turns, from 1 on, and by the award of the last turn."""
    ms: int
    digest: int


class Visits(NamedTuple):
    """What the plays of a machine of type A came to, beside the prices that it gave back."""

    visitors: str
    turns: int
    """Plays, those that prolong a paid one included."""
    tickets: int
    ms: int
    """Time of all plays, as visitors and machine take it."""
    awards: tuple[tuple[str, int, int, float | None], ...]
    """(what it gives, how many of it, paid plays that ended with it, share exactly expected)."""
    sigma_tickets: float | None
    """By how many standard deviations there were more tickets than on average; None if that is not known."""
    expected_per_hour: tuple[float, float] | None
    """Paid plays and tickets an hour, exactly expected."""
    plays: int

    @property
    def plays_per_hour(self) -> float:
        """Paid plays an hour of a machine that is never left alone."""
        return 3_600_000 * self.plays / self.ms

    @property
    def tickets_per_hour(self) -> float:
        """Tickets an hour of such a machine."""
        return 3_600_000 * self.tickets / self.ms

    def as_dict(self) -> Json:
        """The same under the names that ``azar simulate --json`` uses."""
        names = ("gives", "count", "plays", "expected_share")
        told = self._asdict() | {"awards": [dict(zip(names, row, strict=True)) for row in self.awards]}
        of_hour = {"plays_per_hour": self.plays_per_hour, "tickets_per_hour": self.tickets_per_hour}
        return {name: told[name] for name in told if name != "plays"} | of_hour


class SkillWork:
    """
    The plays of a campaign of skill.

    Raises:
        CampaignError: plays or gambles are out of range.
    """

    unit_plays = 1
    exact_is_quick = True
    kernels = (PLAIN,)

    def __init__(self, recipe: Recipe) -> None:
        need("plays", recipe.plays, 1, PLAYS_MAX)
        need("gamble_rounds of a game of skill", recipe.gamble_rounds, 0, 0)
        game = json.loads(recipe.blob)
        self.recipe, self.price_cents = recipe, int(game["PRICE_CENTS"])
        self.units = recipe.machines * recipe.plays
        self.rules = rules_of(game, self.price_cents)
        self.visitors = Visitors.from_blob(recipe.visitors)
        self.expected = Expected(self.rules, self.visitors)
        self._kinds = np.repeat(np.arange(len(self.visitors.kinds)), self.visitors.parts)
        presses = _Tunes if self.rules.kind == MEMORY else _Stops
        self._presses: _Tunes | _Stops = presses(self.rules, self.visitors)
        self._award_of = np.array([self.rules.award(total) for total in range(self._presses.most + 1)])
        draws = 1 + (1 + self.rules.extra_plays_max) * self._presses.draws
        self.words = _BLOCK_WORDS
        while 2 * self.words < draws:
            self.words *= 2

    def ledger(self, saved: Json | None = None) -> SkillLedger:
        """A new ledger, or the one that was saved."""
        return SkillLedger(self.rules, saved)

    def part_plays(self, parts: int) -> int:
        """Plays of the longest part: any, it keeps sums alone."""
        return PLAYS_MAX

    def plays_before(self, unit: int) -> int:
        """Plays of all units before this one."""
        return unit

    @cached_property
    def _won(self) -> tuple[Fraction, Fraction] | None:
        """Mean and variance of what a paid play gives back."""
        ends = self.expected.ends
        if ends is None:
            return None
        likely = sum(
            (share for (_, number), share in ends.items() if self.rules.refunds[number]), Fraction(0)
        )
        return likely * self.price_cents, likely * (1 - likely) * self.price_cents**2

    def exact(self, plays: int) -> tuple[Fraction, Fraction] | None:
        """Mean and variance of what ``plays`` plays of a machine give back; None if unknown."""
        return None if self._won is None else (plays * self._won[0], plays * self._won[1])

    def play(
        self, first: int, last: int, stopped: Callable[[], bool], count: Callable[[int], None]
    ) -> SkillPart:
        """Play some units, as ``Work.play`` says."""
        shape = (self.rules.extra_plays_max + 1, len(self.rules.awards) + 1)
        ends, ms, digest, at = np.zeros(shape, np.int64), 0, 0, first
        while at < last and not stopped():
            number, begin = divmod(at, self.recipe.plays)
            plays = min(_CALL_WORDS // self.words, last - at, self.recipe.plays - begin)
            turns, awards, took_ms = self._call(self._halves(FIRST_MACHINE + number, begin, plays))
            ends += np.bincount((turns - 1) * shape[1] + awards, minlength=ends.size).reshape(shape)
            ms += int(took_ms.sum())
            digest += _digest(at, turns * shape[1] + awards, took_ms)
            at += plays
            count(plays)
        return SkillPart(first, at, tuple(map(tuple, ends.tolist())), ms, digest & _U64)

    def visit(self, machine: int, play: int) -> tuple[Kind, list[list[int]]]:
        """Who makes a paid play of a machine, and for each of its turns his draws, 16 bits each."""
        halves, draws = self._halves(machine, play, 1)[0].tolist(), self._presses.draws
        ends = range(1 + draws, len(halves), draws)[: self.rules.extra_plays_max + 1]
        return self.visitors.kinds[self._kinds[halves[0]]], [halves[end - draws : end] for end in ends]

    def _halves(self, machine: int, first: int, plays: int) -> NDArray[np.uint16]:
        """The draws of some plays, 16 bits each: shape (plays, 2 * words)."""
        words = np.empty((plays, 2 * self.words), "<u2")
        stream = machine | PURPOSE_VISITOR << 40
        fill_keystream(self.recipe.key, stream, first * self.words // _BLOCK_WORDS, words.data.cast("B"))
        return words

    def _call(self, halves: NDArray[np.uint16]) -> tuple[Array, Array, Array]:
        """Turns of each play, the award of its last one, and the time that it took."""
        of = self._kinds[halves[:, 0]]
        again, tickets = np.array(self.rules.again), np.array(self.rules.tickets)
        plays = len(halves)
        turns, awards, took_ms = (np.zeros(plays, np.int64) for _ in range(3))
        going, draws = np.arange(plays), self._presses.draws
        for turn in range(self.rules.extra_plays_max + 1):
            of_turn = slice(1 + turn * draws, 1 + (turn + 1) * draws)
            drawn = halves[going, of_turn] if turn else halves[:, of_turn]
            total, ms = self._presses.turn(of[going], drawn)
            number = self._award_of[total]
            turns[going] += 1
            took_ms[going] += ms + self.visitors.between_ms
            # Of the last turn an award of one play more is none.
            awards[going] = np.where(again[number], 0, number)
            going = going[again[number]]
        return turns, awards, took_ms + tickets[awards] * TICKET_MS

    def found(self, model: Playable, ledger: SkillLedger) -> Json:
        """Tickets, plays an hour and awards, beside the exact shares."""
        by_award, tickets = ledger.by_award, self.rules.tickets
        plays, ends = sum(by_award), self.expected.ends
        shares: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (_, number), share in (ends or {}).items():
            shares[number] += share
        given = sum(tickets[number] * n for number, n in enumerate(by_award))
        names = [("none", 0), *((gives, count) for _, gives, count in self.rules.awards)]
        awards = tuple(
            (*name, n, None if ends is None else float(shares[number]))
            for number, (name, n) in enumerate(zip(names, by_award, strict=True))
            if number not in self._again
        )
        sigma = hourly = None
        if ends is not None and self.expected.play_ms:
            mean = sum(share * tickets[number] for number, share in shares.items())
            variance = sum(share * tickets[number] ** 2 for number, share in shares.items()) - mean**2
            hour = 3_600_000 / self.expected.play_ms
            hourly = float(hour), float(hour * mean)
            sigma = float(given - plays * mean) / sqrt(plays * variance) if variance else None
        visits = Visits(self.visitors.title, ledger.turns, given, ledger.ms, awards, sigma, hourly, plays)
        return {"visits": visits}

    @property
    def _again(self) -> set[int]:
        return {number for number, more in enumerate(self.rules.again) if more}


class SkillLedger:
    """The totals of all units before ``done``; ``saved`` is what ``save`` returned."""

    gambled_cents = 0

    def __init__(self, rules: Rules, saved: Json | None = None) -> None:
        self._rules = rules
        self.done: int = 0
        self._ends = np.zeros((rules.extra_plays_max + 1, len(rules.awards) + 1), np.int64)
        self.ms = self._digest = 0
        if saved is not None:
            self.done, self.ms, self._digest = saved["done"], saved["ms"], saved["digest"]
            self._ends += np.array(saved["ends"], np.int64)

    @property
    def kernels(self) -> Counter[str]:
        """There is one."""
        return Counter({PLAIN: self.done})

    def add(self, part: SkillPart) -> None:
        """Enter the next part."""
        need_next(part, self.done)
        self.done = part.last
        self._ends += np.array(part.ends, np.int64)
        self.ms += part.ms
        self._digest = (self._digest + part.digest) & _U64

    def save(self) -> Json:
        """The totals as JSON values."""
        return {"done": self.done, "ends": self._ends.tolist(), "ms": self.ms, "digest": self._digest}

    @property
    def by_award(self) -> list[int]:
        """Paid plays that ended with each award, from none on."""
        return [int(n) for n in self._ends.sum(axis=0)]

    @property
    def turns(self) -> int:
        """Plays, those that prolong a paid one included."""
        return sum(turn * int(n) for turn, n in enumerate(self._ends.sum(axis=1), 1))

    @property
    def prizes(self) -> tuple[tuple[int, int], ...]:
        """(price given back in cents, plays), nothing first."""
        back = sum(n for n, gives in zip(self.by_award, self._rules.refunds, strict=True) if gives)
        return (0, self.done - back), (self._rules.price_cents, back)

    @property
    def won_cents(self) -> int:
        """Prices given back."""
        return sum(cents * count for cents, count in self.prizes)

    def variance(self, plays: int) -> Fraction:
        """Of what so many plays give back, by how much these differ."""
        return variance_of_plays(self, plays)

    @property
    def digest(self) -> str:
        """64 bits: a sum over number, turns, award and time of every play."""
        return f"{self._digest:016x}"


def _digest(first: int, ends: Array, ms: Array) -> int:
    """Each play stirred with its number (Stafford's thirteenth variant, as in SplitMix64), added up."""
    with np.errstate(over="ignore"):
        mixed = np.arange(first, first + len(ends), dtype=np.uint64) << np.uint64(8)
        mixed += ends.astype(np.uint64) + (ms.astype(np.uint64) << np.uint64(40))
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return int((mixed ^ (mixed >> np.uint64(31))).sum(dtype=np.uint64))


class _Stops:
    """Rounds of a light stopper for many visitors at once: a draw a round."""

    def __init__(self, rules: Rules, visitors: Visitors) -> None:
        laps_ms, laps, zones = rules.rules
        self._pauses_ms = (len(laps_ms) + 1) * rules.pause_ms
        self.draws = len(laps_ms)
        self.most = len(laps_ms) * max(points for _, points in zones)
        self._bits = self.most.bit_length()
        # By round, and by kind and draw: points in the low bits, the round's time above them.
        self._stops = np.empty((len(laps_ms), len(visitors.kinds) * PARTS), np.int64)
        for number, kind in enumerate(visitors.kinds):
            of_kind, runs = slice(number * PARTS, (number + 1) * PARTS), press_runs(kind)
            for place, lap_ms in enumerate(laps_ms):
                came = [stop(press_ms, kind, lap_ms, laps, zones) for press_ms, _ in runs]
                both = [points | ms << self._bits for points, ms in came]
                self._stops[place, of_kind] = np.repeat(both, [many for _, many in runs])

    def turn(self, kinds: Array, drawn: NDArray[np.uint16]) -> tuple[Array, Array]:
        """Points of a play of each visitor, and how long its rounds and pauses took."""
        first, both = kinds * PARTS, np.zeros(len(kinds), np.int64)
        for place, stops in enumerate(self._stops):
            both += stops.take(first + drawn[:, place])
        return both & (1 << self._bits) - 1, (both >> self._bits) + self._pauses_ms


class _Tunes:
    """Rounds of a memory game for many visitors at once: a draw a note, of all tries within the clock."""

    def __init__(self, rules: Rules, visitors: Visitors) -> None:
        (_, _, lengths, note_ms, self._time_ms, self._most_ms, self._bonus_ms, self._miss_ms, worth) = (
            rules.rules
        )
        self._lengths = np.array((*lengths, 0))
        self._shown_ms = np.array([note_ms[min(at, len(note_ms) - 1)] for at in range(len(lengths))] + [0])
        self._pause_ms, self._worth = rules.pause_ms, worth
        self.most = worth * sum(lengths)
        clock_ms = self._time_ms + len(lengths) * self._bonus_ms
        # A wrong tune takes at least a note of 1 ms and what it costs.
        self._tries = len(lengths) + clock_ms // (self._miss_ms + 1) + 1
        self._longest = max(lengths)
        self.draws = self._tries * self._longest
        # By kind, within his span and beyond it, and by draw.
        self._notes = np.array([[note_times(kind, far) for far in (False, True)] for kind in visitors.kinds])
        self._spans = np.array([kind.span_notes for kind in visitors.kinds])

    def turn(self, kinds: Array, drawn: NDArray[np.uint16]) -> tuple[Array, Array]:
        """Points of a play of each visitor, and how long tunes, answers and pauses took."""
        plays = len(kinds)
        total, done = np.zeros(plays, np.int64), np.zeros(plays, np.int64)
        left, ms = np.full(plays, self._time_ms), np.full(plays, self._pause_ms, np.int64)
        for number in range(self._tries):
            going = np.flatnonzero((left > 0) & (done < len(self._lengths) - 1))
            if not len(going):
                break
            length, of = self._lengths[done[going]][:, None], kinds[going][:, None]
            draws = drawn[going, number * self._longest : (number + 1) * self._longest]
            places = np.arange(self._longest)
            notes = self._notes[of, (places >= self._spans[of]).astype(int), draws]
            wrong = (notes < 0) & (places < length)
            missed = wrong.any(axis=1)
            heard = np.where(missed, wrong.argmax(axis=1) + 1, length[:, 0])
            spent = np.where(places < heard[:, None], abs(notes), 0).sum(axis=1)
            length = length[:, 0]
            over = spent >= left[going]
            ms[going] += (
                length * self._shown_ms[done[going]] + np.minimum(spent, left[going]) + self._pause_ms
            )
            right = ~missed & ~over
            after = np.where(
                right, np.minimum(left[going] - spent + self._bonus_ms, self._most_ms), left[going] - spent
            )
            left[going] = np.where(over, 0, np.maximum(0, np.where(missed, after - self._miss_ms, after)))
            total[going] += np.where(right, self._worth * length, 0)
            done[going] += right
        return total, ms
