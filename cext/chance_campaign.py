# SPDX-License-Identifier: MIT
"""Many plays of a machine of chance, its pots over them, and exact counts of what a turn pays."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from cext._core import ffi, lib
from cext.chance import ChanceTables, Turn
from cext.chance_play import MAX_PLAYS, PotView
from cext.chance_rows import MAX_POTS
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# By number, as src/fast.h has them.
_KERNELS = (
    "plain", "masks", "masks-avx2", "masks-avx512", "automaton", "automaton-avx2", "automaton-avx512",
    "staged-avx2", "staged-avx512",
)  # fmt: skip
_KERNEL_BYTES = 1 << 24
_SCRATCH_BYTES = 1 << 28
# A campaign from this many plays on is worth a trial of all kernels, each of some plays.
_TRIAL_FROM = 1 << 18
_TRIAL_PLAYS = 1 << 14
_CAMPAIGN_BYTES = int(lib.CORE_FAST_SCRATCH)

# Of turn_distribution. A machine of 5 reels with 100 stops and 20 lines takes about 10 MB.
DISTRIBUTION_BYTES = 1 << 29

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


class _Built:
    """The kernels of some tables, each made ready once; threads may share them."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.kernels: dict[str, NDArray[np.uint8] | None] = {"plain": None}
        self.quickest: str | None = None

    def get(self, tables: ChanceTables) -> dict[str, NDArray[np.uint8] | None]:
        with self.lock:
            if len(self.kernels) == 1:
                for number, name in enumerate(_KERNELS[1:], 1):
                    built = _build(tables, number)
                    if built is not None:
                        self.kernels[name] = built
            return self.kernels


_BUILT: WeakKeyDictionary[ChanceTables, _Built] = WeakKeyDictionary()


def _build(tables: ChanceTables, number: int) -> NDArray[np.uint8] | None:
    """Memory with a kernel made ready; None if the processor or the tables do not suit it."""
    import numpy as np

    memory = np.empty(_KERNEL_BYTES, np.uint8)
    room = ffi.from_buffer("uint8_t[]", memory)
    scratch = ffi.from_buffer("uint8_t[]", np.empty(_SCRATCH_BYTES, np.uint8))
    used = ffi.new("size_t *")
    code = lib.core_fast_build(tables._tables, number, room, len(room), scratch, len(scratch), used)
    if code in (lib.CORE_E_ARGUMENT, lib.CORE_E_EXHAUSTED):
        return None
    check(code)
    return memory


def _kernels(tables: ChanceTables) -> dict[str, NDArray[np.uint8] | None]:
    return _BUILT.setdefault(tables, _Built()).get(tables)


def _quickest(tables: ChanceTables, kernels: dict[str, NDArray[np.uint8] | None]) -> str:
    """Name of the kernel that plays these tables quickest here; tried once."""
    import numpy as np

    found = _BUILT[tables]
    with found.lock:
        if found.quickest is None:
            histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
            trial, times = Course(bytes(KEY_SIZE), 0, 0, _TRIAL_PLAYS), dict[str, int]()
            for name in list(kernels)[1:]:
                for _ in range(3):
                    start = time.thread_time_ns()
                    chance_campaign(tables, trial, kernel=name, histogram=histogram, capacity=1024)
                    took = time.thread_time_ns() - start
                    times[name] = min(took, times.get(name, took))
            found.quickest = min(times, key=times.__getitem__) if times else "plain"
        return found.quickest


def _chosen(tables: ChanceTables, kernel: str, plays: int) -> NDArray[np.uint8] | None:
    """The kernel that was asked for, made ready; None for the plain one."""
    kernels = _kernels(tables)
    if kernel not in ("auto", *kernels):
        raise CoreError(f"kernel must be auto or one of {', '.join(kernels)} (got {kernel!r})")
    if kernel != "auto":
        return kernels[kernel]
    return kernels[_quickest(tables, kernels) if plays >= _TRIAL_FROM else list(kernels)[-1]]


def chance_kernels(tables: ChanceTables) -> tuple[str, ...]:
    """Return the names of the kernels that can play these tables on this processor, the plainest first."""
    return tuple(_kernels(tables))


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
    built = _chosen(tables, kernel, course.plays)
    bins = tables.cap_cents // tables.unit_cents + 1
    if histogram.dtype != np.uint64 or histogram.shape != (bins,):
        raise CoreError(
            f"histogram must be of uint64 with shape ({bins},) (got {histogram.dtype}, {histogram.shape})"
        )
    events = np.empty((capacity, 2), np.uint64)
    tally = ffi.new("core_chance_tally *")
    counted = ffi.from_buffer("uint64_t[]", histogram, require_writable=True)
    arguments = (
        *packed,
        gamble_rounds,
        counted,
        ffi.from_buffer("core_pot_event[]", events),
        capacity,
        tally,
    )
    if built is None:
        check(lib.core_chance_campaign(tables._tables, *arguments))
    else:
        scratch = ffi.from_buffer("uint8_t[]", np.empty(_CAMPAIGN_BYTES, np.uint8))
        check(lib.core_fast_campaign(ffi.from_buffer("uint8_t[]", built), scratch, *arguments))
    totals = ChanceTally(*(int(getattr(tally, name)) for name in ChanceTally._fields))
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
    import numpy as np

    memory = np.empty(DISTRIBUTION_BYTES, np.uint8)  # only what is touched is ever there
    found = ffi.new("core_chance_shares *")
    code = lib.core_chance_distribution(
        tables._tables, int(free), ffi.from_buffer("uint8_t[]", memory), DISTRIBUTION_BYTES, found
    )
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
