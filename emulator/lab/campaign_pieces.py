# SPDX-License-Identifier: MIT
"""
How a campaign is cut into pieces and put together again, whoever plays them and in whatever order they end.

The plays of a campaign are numbered in units, machine after machine. A piece is a run of units, and a part
is what a piece counted. Pieces are cut one at a time when somebody is free to play one, and parts are
entered in a ledger in the order of their units, so that neither lists nor results pile up, however long the
campaign is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from emulator.support.errors import HintedError
from machines.support.plain import Json
from machines.types.common.own import Own

if TYPE_CHECKING:
    from machines.model import Model

    Playable = Model
else:
    Playable = object

# Pieces cut and not yet entered, for each worker: one under way, one waiting for him, and some slack for
# parts that end before one which began earlier.
AHEAD = 4
# Pieces shrink towards the end, so that nobody plays a long one while the others have nothing left.
SHARE = 4
MACHINES_MAX = 1 << 30
# What takes the quickest kernel, and the kernel that makes any plays anywhere.
AUTO, PLAIN = "auto", "plain"


class CampaignError(HintedError):
    """
    A campaign was asked for something that it cannot do, or a worker could not do it.

    Args:
        message: what is allowed and what came.
        hint: the next step.
    """


class Part(Protocol):
    """What the units from ``first`` to ``last`` - 1 counted; goes from one process to another."""

    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...


class Recipe(NamedTuple):
    """All that decides a campaign, and all that another computer needs to play a piece of it."""

    blob: bytes
    """The tables."""
    key: bytes
    machines: int
    plays: int
    """Plays of each machine."""
    gamble_rounds: int = 0
    kernel: str = AUTO
    display: bool = True
    """Of Type B: whether the window that shows each prize is drawn."""
    visitors: bytes = b""
    """Of Type A: who plays, as ``Visitors.blob``."""


class Work(Protocol):
    """The plays of a campaign in units."""

    @property
    def recipe(self) -> Recipe: ...
    @property
    def price_cents(self) -> int: ...
    @property
    def kernels(self) -> tuple[str, ...]:
        """Names of the kernels that can make these plays here."""

    def ledger(self, saved: Json | None = None) -> Ledger:
        """A new ledger, or the one whose ``save`` returned ``saved``."""

    def exact(self, plays: int) -> tuple[Fraction, Fraction] | None:
        """Mean and variance, over all keys, of what ``plays`` plays of a machine win; None if unknown."""

    @property
    def exact_is_quick(self) -> bool:
        """Whether ``exact`` may be asked for while others play."""

    @property
    def units(self) -> int: ...
    @property
    def unit_plays(self) -> int:
        """Plays of a unit, where it is whole."""

    def part_plays(self, parts: int) -> int:
        """Plays of the longest part of which so many can be kept in memory."""

    def plays_before(self, unit: int) -> int:
        """Plays of all units before this one."""

    def play(self, first: int, last: int, stopped: Callable[[], bool], count: Callable[[int], None]) -> Part:
        """
        Play units ``first`` to ``last`` - 1; only as far as it comes once ``stopped`` says so.

        Args:
            first, last: a range of units that is not empty.
            stopped: asked every few hundredths of a second.
            count: told of plays as they are made.
        """

    def found(self, model: Playable, ledger: Own) -> Json:
        """What of a ``Campaign`` only this kind of plays has; CampaignError for plays that cannot be."""


class Ledger(Protocol):
    """The totals of all units before ``done``."""

    done: int

    @property
    def kernels(self) -> Counter[str]:
        """How many plays each kernel made."""

    """Plays that each kernel made."""

    @property
    def prizes(self) -> tuple[tuple[int, int], ...]:
        """(cents, plays that won as much) ascending, losses first."""

    @property
    def won_cents(self) -> int:
        """What all these plays won, pots apart."""

    @property
    def gambled_cents(self) -> int:
        """By how much gambles changed what the prizes came to, where those do not include it."""

    @property
    def digest(self) -> str:
        """Hex digest of all these plays."""

    def variance(self, plays: int) -> Fraction:
        """Of what so many plays win, by those that were seen; 0 where they are too few."""

    def add(self, part: Own) -> None:
        """Enter the part that begins at ``done``; CampaignError for any other."""

    def save(self) -> Json:
        """The totals as JSON values."""


def variance_of_plays(ledger: Ledger, plays: int) -> Fraction:
    """The variance of what these plays won, as independent plays that differ as they do."""
    squares = sum(count * cents * cents for cents, count in ledger.prizes)
    return squares - Fraction(ledger.won_cents**2, plays)


class Sizes(NamedTuple):
    """Plays of the shortest piece worth its trouble, and of the longest."""

    least: int
    most: int


class Pace:
    """
    Sizes of pieces that take a time worth their trouble, by how long the latest one took.

    Args:
        least_ms, most_ms: how long the shortest and the longest piece should take.
    """

    START_PLAYS = 1 << 16

    def __init__(self, least_ms: int, most_ms: int) -> None:
        self._least_ms, self._most_ms = least_ms, most_ms
        self.sizes = Sizes(self.START_PLAYS, self.START_PLAYS)

    def took(self, plays: int, ns: int) -> None:
        """A piece of so many plays took so long."""
        per_ms = plays * 1_000_000 // max(1, ns)
        self.sizes = Sizes(max(1, per_ms * self._least_ms), max(1, per_ms * self._most_ms))


class Pool(Protocol):
    """Whoever plays pieces."""

    @property
    def sizes(self) -> Sizes:
        """Of the next piece; may change."""

    @property
    def workers(self) -> int:
        """How many pieces are played at once; may change."""

    @property
    def played(self) -> int:
        """Plays made so far, those of unfinished pieces too where they are known."""

    def submit(self, first: int, last: int) -> None:
        """Have a piece played."""

    def finished(self) -> list[Part]:
        """Wait for a part, a moment at most; raises what stopped a worker."""

    def stop(self) -> list[Part]:
        """End as soon as possible; return what is done of the pieces under way."""

    def close(self) -> None:
        """Let go of threads or connections."""


class Course:
    """Cuts the pieces of a work and enters their parts in order."""

    def __init__(self, work: Work, ledger: Ledger) -> None:
        self._work, self._ledger = work, ledger
        self._cut = ledger.done
        self._open = 0
        self._early: dict[int, Part] = {}

    @property
    def complete(self) -> bool:
        """Whether every unit is entered."""
        return self._ledger.done == self._work.units

    @property
    def stuck(self) -> bool:
        """Whether nothing is under way although units are missing."""
        return not self._open and not self.complete

    def next(self, workers: int, sizes: Sizes) -> tuple[int, int] | None:
        """The next piece, first and last + 1; None if there is none or enough are on their way."""
        left = self._work.units - self._cut
        if not left or self._open + len(self._early) >= AHEAD * workers:
            return None
        plays = self._work.unit_plays
        most = max(1, min(sizes.most, self._work.part_plays(AHEAD * workers)) // plays)
        size = min(max(left // (SHARE * workers), sizes.least // plays, 1), most, left)
        piece = self._cut, self._cut + size
        self._cut += size
        self._open += 1
        return piece

    def enter(self, part: Part) -> None:
        """Take a part; enter it and all that waited for it, if it is next."""
        self._open -= 1
        self._early[part.first] = part
        while (following := self._early.pop(self._ledger.done, None)) is not None:
            self._ledger.add(following)


def play_all(course: Course, pool: Pool, tick: Callable[[], None]) -> None:
    """
    Have all pieces played and entered.

    Args:
        course: what is to be played.
        pool: who plays.
        tick: called at least a few times a second, with everything in order; may raise to end it.
    """
    while not course.complete:
        while (piece := course.next(pool.workers, pool.sizes)) is not None:
            pool.submit(*piece)
        if course.stuck:
            raise CampaignError("every piece must come back (got one too few)")
        for part in pool.finished():
            course.enter(part)
        tick()


def need(name: str, value: int, low: int, high: int) -> None:
    """Raise CampaignError unless ``value`` lies between ``low`` and ``high``, both included."""
    if not low <= value <= high:
        raise CampaignError(f"{name} must be {low:,} to {high:,} (got {value:,})")


def need_next(part: Part, done: int) -> None:
    """Raise CampaignError unless a part begins where a ledger ends: none may be lost or entered twice."""
    if part.first != done or part.last < done:
        raise CampaignError(f"a part must begin at unit {done:,} (got {part.first:,} to {part.last:,})")
