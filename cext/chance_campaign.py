# SPDX-License-Identifier: MIT
"""Many plays of a machine of chance, its pots over them, and exact counts of what a turn pays."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cext._core import ffi, lib
from cext.chance import ChanceTables, Turn
from cext.chance_play import MAX_PLAYS, PotView
from cext.chance_rows import MAX_POTS
from cext.errors import CoreError, check, need_bytes, need_range
from cext.kernel_choice import NAMES, kernels_of
from cext.rng import KEY_SIZE, MACHINE_MAX

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CAMPAIGN_BYTES = int(lib.CORE_FAST_SCRATCH)

# Of turn_distribution. A machine of 5 reels with 100 stops and 20 lines takes about 10 MB.
DISTRIBUTION_BYTES = 1 << 29
_untouched = ffi.new_allocator(should_clear_after_alloc=False)  # only what is touched is ever there

PotState = tuple[PotView, ...]


class ChanceTally(NamedTuple):
    """
    Totals of a campaign, pots apart. Those of parts of it add up, the digest modulo 2^64.

    Attributes:
        plays: paid plays made.
        won_cents: what they won in all.
        hits: plays that won something.
        featured: plays whose paid turn gave picks or free plays.
        free_plays, picks, gambles: made.
        capped: plays whose total reached the cap.
        digest: 64 bits over the number, the draw and the total of each play.
    """

    plays: int
    won_cents: int
    hits: int
    featured: int
    free_plays: int
    picks: int
    gambles: int
    capped: int
    digest: int


class Course(NamedTuple):
    """
    Paid plays of a machine, one after the other.

    Attributes:
        key: 32 bytes.
        machine: 0 to 2^40 - 1.
        first, plays: plays ``first`` to ``first + plays - 1``; 0 or more, together at most 2^44.
    """

    key: bytes
    machine: int
    first: int
    plays: int


class PotAwards(NamedTuple):
    """How often each pot was hit, and the cents that it paid in all; one a level."""

    hits: tuple[int, ...]
    cents: tuple[int, ...]


def chance_kernels(tables: ChanceTables) -> tuple[str, ...]:
    """Return the names of the kernels that can play these tables on this processor, the plainest first."""
    return ("plain", *kernels_of(tables).of_kinds(tables))


def chosen_kernel(tables: ChanceTables, plays: int) -> str:
    """
    Return the name of the kernel that "auto" takes for so many plays.

    From 2^16 plays on an automaton is made, and from 2^18 on the kernels are tried once. What they take is
    remembered in the user's cache folder by tables and processor; what proves slower is tried again.
    """
    return kernels_of(tables).choose(tables, plays, partial(_timed, tables))


def _timed(tables: ChanceTables, kernel: str, plays: int) -> float:
    """Nanoseconds a play that a kernel takes."""
    import numpy as np

    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    start = time.thread_time_ns()
    tally, _ = chance_campaign(
        tables, Course(bytes(KEY_SIZE), 0, 0, plays), kernel=kernel, histogram=histogram
    )
    return (time.thread_time_ns() - start) / max(1, tally.plays)


def _packed(course: Course) -> Course:
    """The course as the core takes it; CoreError if it has none such."""
    key = need_bytes("key", course.key, KEY_SIZE)
    need_range("machine", course.machine, 0, MACHINE_MAX)
    need_range("first", course.first, 0, MAX_PLAYS, "plays")
    need_range("plays", course.plays, 0, MAX_PLAYS - course.first, "plays")
    return course._replace(key=key)


def chance_campaign(
    tables: ChanceTables,
    course: Course,
    *,
    gamble_rounds: int = 0,
    kernel: str = "auto",
    histogram: NDArray[np.uint64],
    capacity: int = 65536,
) -> tuple[ChanceTally, NDArray[np.uint64]]:
    """
    Make the paid plays of a course, features included. Lets other threads run.

    Args:
        tables: the machine's tables.
        course: the plays to make.
        gamble_rounds: how many rounds are gambled wherever the machine offers it, 0 to 255.
        kernel: one of chance_kernels(tables), or "auto" for the quickest; they all give the same.
        histogram: is added to: bin n counts the plays that won n * unit_cents; shape
            (cap_cents / unit_cents + 1,).
        capacity: how many plays that hit a pot by combination or mystery can be listed.

    Returns:
        The totals and those plays, shape (n, 2): number of the play, and bit l for pot l. If there were more
        than `capacity` of them the totals have fewer plays than asked for: call again from
        course.first + tally.plays.

    Raises:
        CoreError: an argument is out of range.
    """
    import numpy as np

    packed = _packed(course)
    need_range("gamble_rounds", gamble_rounds, 0, 255, "rounds")
    need_range("capacity", capacity, 1, 1 << 24, "plays")
    name = chosen_kernel(tables, course.plays) if kernel == "auto" else kernel
    kernels = kernels_of(tables)
    built = kernels.get(tables, name)
    bins = tables.cap_cents // tables.unit_cents + 1
    if histogram.dtype != np.uint64 or histogram.shape != (bins,):
        raise CoreError(
            f"histogram must be of uint64 with shape ({bins},) (got {histogram.dtype}, {histogram.shape})"
        )
    events = np.empty((capacity, 2), np.uint64)
    tally = ffi.new("core_chance_tally *")
    counted = ffi.from_buffer("uint64_t[]", histogram, require_writable=True)
    listed = ffi.from_buffer("core_pot_event[]", events)
    arguments = (*packed, gamble_rounds, counted, listed, capacity, tally)
    start = time.thread_time_ns()
    if built is None:
        check(lib.core_chance_campaign(tables._tables, *arguments))
    else:
        scratch = ffi.from_buffer("uint8_t[]", np.empty(_CAMPAIGN_BYTES, np.uint8))
        made = ffi.from_buffer("uint8_t[]", built)
        check(lib.core_fast_campaign(made, NAMES.index(name), scratch, *arguments))
    totals = ChanceTally(*(int(getattr(tally, name)) for name in ChanceTally._fields))
    if not gamble_rounds and totals.plays:
        kernels.told(name, totals.plays, (time.thread_time_ns() - start) / totals.plays)
    return totals, events[: int(tally.events)].copy()


def pots_new(tables: ChanceTables, key: bytes, machine: int, first_play: int = 0) -> PotState:
    """
    Return the pots with which a machine begins at play `first_play`, one a level.

    Raises:
        CoreError: an argument is out of range.
    """
    key, machine, first_play, _ = _packed(Course(key, machine, first_play, 0))
    pots = ffi.new("core_pot[]", MAX_POTS)
    check(lib.core_chance_pots_new(tables._tables, key, machine, first_play, pots))
    return _view(tables, pots)


def _view(tables: ChanceTables, pots: ffi.CData) -> PotState:
    return tuple(
        PotView(*(int(getattr(pots[level], name)) for name in PotView._fields))
        for level in range(len(tables.pots))
    )


def pots_course(
    tables: ChanceTables, course: Course, events: NDArray[np.uint64] | Sequence[Sequence[int]], pots: PotState
) -> tuple[PotState, PotAwards]:
    """
    Run the pots of a machine over the plays of a course, exactly as playing them would.

    Args:
        tables: the machine's tables.
        course: the plays.
        events: the plays among them that hit a pot by combination or mystery, as chance_campaign lists them.
        pots: before the first of these plays.

    Returns:
        The pots after the last of them, and what they paid.

    Raises:
        CoreError: an argument is out of range.
    """
    import numpy as np

    packed = _packed(course)
    need_range("len(pots)", len(pots), len(tables.pots), len(tables.pots), "pots")
    listed = np.ascontiguousarray(events, np.uint64).reshape(-1, 2)
    levels = ffi.new("core_pot[]", MAX_POTS)
    for level, pot in enumerate(pots):
        for name in PotView._fields:
            setattr(levels[level], name, getattr(pot, name))
    awards = ffi.new("core_pot_awards *")
    check(
        lib.core_chance_pots(
            tables._tables, *packed, ffi.from_buffer("core_pot_event[]", listed), len(listed), levels, awards
        )
    )
    many = len(tables.pots)
    return _view(tables, levels), PotAwards(tuple(awards.hits)[:many], tuple(awards.cents)[:many])


def turn_distribution(tables: ChanceTables, free: bool = False) -> dict[Turn, int]:
    """
    Return how many of all combinations(free) show each turn, exactly; the counts add up to all of them.

    The columns are read from the left by an automaton whose states tell apart only what can still make a
    difference, so that 10^10 combinations take a fraction of a second.

    Args:
        free: the turns of free plays.

    Raises:
        CoreError: the automaton of these tables is too large to be built.
    """
    memory = _untouched("uint8_t[]", DISTRIBUTION_BYTES)
    found = ffi.new("core_chance_shares *")
    code = lib.core_chance_distribution(tables._tables, int(free), memory, DISTRIBUTION_BYTES, found)
    if code == lib.CORE_E_EXHAUSTED:
        raise CoreError(
            f"automaton of all turns must fit {DISTRIBUTION_BYTES >> 20} MB and 255 states a line or group "
            f"(got more, with {found.states} states before the largest reel that was reached); "
            "count it by simulation, or make reels, lines or multipliers fewer",
            code,
        )
    check(code)
    shares = ffi.unpack(found.shares, found.count)
    turns = (share.turn for share in shares)
    return {
        Turn(turn.prize_cents, turn.free_plays, turn.picks, turn.pots): int(share.count)
        for turn, share in zip(turns, shares, strict=True)
    }
