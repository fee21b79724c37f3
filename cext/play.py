# SPDX-License-Identifier: MIT
"""States, steps and campaigns: the one function that decides a play, and its loop."""

from __future__ import annotations

import struct
from typing import Literal, NamedTuple

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX
from cext.tables import MAX_REELS, Tables

STATE_SIZE = int(lib.CORE_STATE_SIZE)
OUTCOME_SIZE = int(lib.CORE_OUTCOME_SIZE)

CYCLE_MAX = (1 << 32) - 1
CYCLE_KERNELS = ("plain", "avx2", "avx512")  # by the core's tiers

_STATE = struct.Struct("<BBHIQ16s32sQIBBH32HII6s98x")
_OUTCOME = struct.Struct("<BBHI6sH")
_ENTRY = struct.Struct("<B3xI6sH")


class Entry(NamedTuple):
    """One entry of the prize cycle: its class, its prize and the stops that show it."""

    prize_class: int
    prize_cents: int
    stops: tuple[int, ...]


class Outcome(NamedTuple):
    """
    What a step decided.

    Attributes:
        entries: one for a single play, two for a double play, in the order shown.
        hold_offer: bit m set: the reels of mask m may be held in the next play.
        wobble: a byte a reel by which its speed may vary; moves no money.
    """

    entries: tuple[Entry, ...]
    hold_offer: int
    wobble: tuple[int, ...]


class StateView(NamedTuple):
    """A state, read. ``play`` counts entries; ``left`` has a count a class; ``stops`` one a reel."""

    version: int
    machine: int
    generation: int
    play: int
    cycle: int
    stratum: int
    left: tuple[int, ...]
    remaining: int
    hold_offer: int
    stops: tuple[int, ...]


class Tally(NamedTuple):
    """
    Totals of a campaign.

    Attributes:
        plays: plays made (a double play is one).
        counts: entries of each class.
        staked_cents, won_cents: money in and out of all of them.
        digest: 64 bits over the (class, window number) of each entry in turn; of prizes, over the (number,
            class) of each entry, and the digests of parts add up modulo 2^64.
        kind: "plays": every play was walked with the window that shows it; "prizes": only which prize each
            entry was.
    """

    plays: int
    counts: tuple[int, ...]
    staked_cents: int
    won_cents: int
    digest: int
    kind: Literal["plays", "prizes"] = "plays"


def new_state(tables: Tables, key: bytes, machine: int = 0, *, cycle: int = 0) -> bytes:
    """
    Return the first state of a machine, 256 bytes, or the one that one of its cycles begins with.

    Every prize and window from there on is the one that playing all cycles before would have led to,
    so that a campaign can begin anywhere; what the reels show, and with it a hold, is forgotten.

    Args:
        tables: the machine's tables; the state is bound to their digest.
        key: 32 bytes.
        machine: 0 to 2^40 - 1.
        cycle: 0 to 2^32 - 1.

    Raises:
        CoreError: an argument is out of range.
    """
    need_bytes("key", key, KEY_SIZE)
    need_range("machine", machine, 0, MACHINE_MAX)
    need_range("cycle", cycle, 0, CYCLE_MAX, "cycles")
    state = bytearray(STATE_SIZE)
    check(lib.core_state_new(tables._tables, bytes(key), machine, cycle, ffi.from_buffer("uint8_t[]", state)))
    return bytes(state)


def check_state(tables: Tables, state: bytes) -> None:
    """Raise CoreError unless ``state`` is whole and belongs to ``tables``."""
    check(lib.core_state_check(tables._tables, need_bytes("state", state, STATE_SIZE)))


def view_state(tables: Tables, state: bytes) -> StateView:
    """Return the fields of a checked state; raises CoreError as check_state does."""
    check_state(tables, state)
    fields = _STATE.unpack(state)
    version, _, _, generation, machine, _, _, play, cycle, stratum = fields[:10]
    left, (remaining, hold_offer, stops) = fields[12:44], fields[44:]
    return StateView(
        version, machine, generation, play, cycle, stratum, left[: len(tables.prizes_cents)], remaining,
        hold_offer, tuple(stops[: tables.reels]),
    )  # fmt: skip


def absorb(state: bytes, entropy: bytes) -> bytes:
    """
    Return the state with entropy mixed into its key and its generation one higher; between plays only.

    Args:
        state: 256 bytes.
        entropy: 32 bytes.

    Raises:
        CoreError: a length is wrong, or the state is damaged.
    """
    need_bytes("state", state, STATE_SIZE)
    need_bytes("entropy", entropy, KEY_SIZE)
    after = bytearray(STATE_SIZE)
    check(lib.core_state_absorb(bytes(state), bytes(entropy), ffi.from_buffer("uint8_t[]", after)))
    return bytes(after)


def step_bytes(tables: Tables, state: bytes, simultaneous: int, held: int) -> tuple[bytes, bytes]:
    """
    Decide one play; return the next state and the outcome as the 48 bytes that firmware sees.

    Args:
        tables: the machine's tables.
        state: 256 bytes.
        simultaneous: entries to take, 1 to ``tables.simultaneous_max``.
        held: bit r keeps reel r; 0, or a mask of the last hold offer with ``simultaneous`` 1.

    Raises:
        CoreError: an argument is out of range, the hold was not offered, or the state is damaged or foreign.
    """
    need_range("simultaneous", simultaneous, 1, tables.simultaneous_max, "entries")
    need_range("held", held, 0, 255)
    need_bytes("state", state, STATE_SIZE)
    after, outcome = bytearray(STATE_SIZE), bytearray(OUTCOME_SIZE)
    action = ffi.new("core_action *", (simultaneous, held))
    check(
        lib.core_step(
            tables._tables,
            bytes(state),
            action,
            ffi.from_buffer("uint8_t[]", after),
            ffi.from_buffer("uint8_t[]", outcome),
        )
    )
    return bytes(after), bytes(outcome)


def unpack_outcome(raw: bytes) -> Outcome:
    """Return the 48 bytes of an outcome as an Outcome; raises CoreError if they are none."""
    need_bytes("raw", raw, OUTCOME_SIZE)
    count, reels, _, hold_offer, wobble, _ = _OUTCOME.unpack_from(raw)
    need_range("raw[0]", count, 1, 2, "entries")
    need_range("raw[1]", reels, 1, MAX_REELS, "reels")
    entries = []
    for e in range(count):
        prize_class, prize_cents, stops, _ = _ENTRY.unpack_from(raw, _OUTCOME.size + e * _ENTRY.size)
        entries.append(Entry(prize_class, prize_cents, tuple(stops[:reels])))
    return Outcome(tuple(entries), hold_offer, tuple(wobble[:reels]))


def step(tables: Tables, state: bytes, simultaneous: int = 1, held: int = 0) -> tuple[bytes, Outcome]:
    """Decide one play; return the next state and the outcome. Arguments and errors as step_bytes."""
    after, raw = step_bytes(tables, state, simultaneous, held)
    return after, unpack_outcome(raw)


def cycle_kernels() -> tuple[str, ...]:
    """Return the kernels of a campaign that this computer can run, the plainest first; all give the same."""
    return CYCLE_KERNELS[: int(lib.core_cycle_tier()) + 1]


def campaign(
    tables: Tables,
    key: bytes,
    machine: int,
    plays: int,
    *,
    state: bytes | None = None,
    double: bool = False,
    display: bool = True,
    kernel: str = "auto",
) -> tuple[bytes, Tally]:
    """
    Make many plays without hold; return the state after them and their totals. Lets other threads run.

    Args:
        tables: the machine's tables.
        key, machine: of a new machine; not used if ``state`` is given.
        plays: 0 or more.
        state: where to go on from.
        double: every play takes two entries.
        display: whether each entry's window is drawn. Without, state and counts are the same, but the tally
            is of kind "prizes" and its digest is over prizes only.
        kernel: one of ``cycle_kernels()``, or "auto" for the quickest. The result does not depend on it.

    Raises:
        CoreError: an argument is out of range, or the state is damaged or foreign.
    """
    need_range("plays", plays, 0, (1 << 63) - 1, "plays")
    simultaneous = 2 if double else 1
    need_range("simultaneous", simultaneous, 1, tables.simultaneous_max, "entries")
    usable = cycle_kernels()
    if kernel not in ("auto", *usable):
        raise CoreError(f"kernel must be auto or one of {', '.join(usable)} (got {kernel})")
    tier = len(usable) - 1 if kernel == "auto" else usable.index(kernel)
    before = new_state(tables, key, machine) if state is None else need_bytes("state", state, STATE_SIZE)
    after, tally = bytearray(STATE_SIZE), ffi.new("core_tally *")
    check(
        lib.core_cycle_campaign(
            tier,
            int(display),
            tables._tables,
            before,
            simultaneous,
            plays,
            ffi.from_buffer("uint8_t[]", after),
            tally,
        )
    )
    counts = tuple(int(n) for n in tally.counts)[: len(tables.prizes_cents)]
    won_cents = sum(n * cents for n, cents in zip(counts, tables.prizes_cents, strict=True))
    staked_cents = plays * simultaneous * tables.price_cents
    kind: Literal["plays", "prizes"] = "plays" if display else "prizes"
    return bytes(after), Tally(plays, counts, staked_cents, won_cents, int(tally.digest), kind)
