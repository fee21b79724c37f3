# SPDX-License-Identifier: MIT
"""States, steps and campaigns: the one function that decides a play, and its loop."""

from __future__ import annotations

import struct
from typing import Literal, NamedTuple

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_bytes, need_range
from cext.outcome import CYCLE, ENTRY, layout
from cext.rng import KEY_SIZE, MACHINE_MAX
from cext.tables import Tables
from cext.tables_pack import MAX_REELS

STATE_SIZE = int(lib.CORE_STATE_SIZE)
OUTCOME_SIZE = int(lib.CORE_OUTCOME_SIZE)

CYCLE_MAX = (1 << 32) - 1
CYCLE_KERNELS = ("plain", "avx2", "avx512")  # by the core's tiers

_STATE = struct.Struct("<BBHIQ16s32sQIBBH32HII6sBBIII84x")
_OUTCOME, _ENTRY = (struct.Struct(layout(rows)) for rows in (CYCLE, ENTRY))

GAMBLE_TAKE = int(lib.CORE_GAMBLE_TAKE)
GAMBLE_DARE = int(lib.CORE_GAMBLE_DARE)


class Entry(NamedTuple):
    """One entry of the prize cycle: its class, its prize and the stops that show it."""

    prize_class: int
    prize_cents: int
    stops: tuple[int, ...]


class Outcome(NamedTuple):
    """
    What a step decided.

    Attributes:
        entries: one for a single play, two for a double play, in the order shown; none for an answer.
        hold_offer: bit m set: the reels of mask m may be held in the next play.
        wobble: a byte a reel by which its speed may vary; moves no money.
        phase: 0, or what the play won may be gambled: 1 after a single play, 2 after a double one.
        answer: 0 for a play, else GAMBLE_TAKE or GAMBLE_DARE.
        won_cents: what the play has won by then.
        planned: for each entry, the class that the plan dealt if it was raised, else 0.
        returned_cents: what of won_cents came out of the return account of gambles.
    """

    entries: tuple[Entry, ...]
    hold_offer: int
    wobble: tuple[int, ...]
    phase: int = 0
    answer: int = 0
    won_cents: int = 0
    planned: tuple[int, ...] = ()
    returned_cents: int = 0


class StateView(NamedTuple):
    """
    A state, read. ``play`` counts entries; ``left`` has a count a class; ``stops`` one a reel.

    The last five are the gamble's: see cext/src/state.h.
    """

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
    phase: int = 0
    gambles: int = 0
    at_stake_cents: int = 0
    return_cents: int = 0
    advance_cents: int = 0


class Tally(NamedTuple):
    """
    Totals of a campaign.

    Attributes:
        plays: plays made (a double play is one).
        counts: entries of each class.
        staked_cents, won_cents: money in and out of all of them.
        digest: 64 bits over the (class, window number) of each entry in turn; of prizes, over the (number,
            class) of each entry, and the digests of parts add up modulo 2^64.
        offers: plays after which a gamble was offered; not counted by ``campaign``.
        gambles, gambles_won: how often the player dared, and won.
        lost_cents: prizes that gambles lost.
        added_cents: what won gambles gave on top of prizes.
        returned_cents: prizes, counted like any, that gave lost ones back.
        kind: "plays": every play was walked with the window that shows it; "prizes": only which prize each
            entry was.
    """

    plays: int
    counts: tuple[int, ...]
    staked_cents: int
    won_cents: int
    digest: int
    kind: Literal["plays", "prizes"] = "plays"
    offers: int = 0
    gambles: int = 0
    gambles_won: int = 0
    lost_cents: int = 0
    added_cents: int = 0
    returned_cents: int = 0


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
    left, (remaining, hold_offer, stops, *gamble) = fields[12:44], fields[44:]
    return StateView(
        version, machine, generation, play, cycle, stratum, left[: len(tables.prizes_cents)], remaining,
        hold_offer, tuple(stops[: tables.reels]), *gamble,
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
        simultaneous: entries to take, 1 to ``tables.simultaneous_max``; 0 if a gamble is answered.
        held: bit r keeps reel r; 0, or a mask of the last hold offer with ``simultaneous`` 1. An answer's:
            GAMBLE_TAKE or GAMBLE_DARE.

    Raises:
        CoreError: an argument is out of range, the hold or gamble was not offered, a gamble was offered and
            this is no answer, or the state is damaged or foreign.
    """
    least = 0 if tables.gamble else 1
    need_range("simultaneous", simultaneous, least, tables.simultaneous_max, "entries")
    if simultaneous:
        need_range("held", held, 0, 255)
    else:
        need_range("answer", held, GAMBLE_TAKE, GAMBLE_DARE)
    need_bytes("state", state, STATE_SIZE)
    after, outcome = ffi.new("uint8_t[]", STATE_SIZE), ffi.new("uint8_t[]", OUTCOME_SIZE)
    action = ffi.new("core_action *", (simultaneous, held, 0) if simultaneous else (0, 0, held))
    check(lib.core_step(tables._tables, bytes(state), action, after, outcome))
    return bytes(ffi.buffer(after)), bytes(ffi.buffer(outcome))


def unpack_outcome(raw: bytes) -> Outcome:
    """Return the 48 bytes of an outcome as an Outcome; raises CoreError if they are none."""
    need_bytes("raw", raw, OUTCOME_SIZE)
    count, reels, phase, answer, hold_offer, wobble = _OUTCOME.unpack_from(raw)
    need_range("raw[0]", count, 0 if answer else 1, 2, "entries")
    need_range("raw[1]", reels, 1, MAX_REELS, "reels")
    entries, planned, won_cents, returned_cents = [], [], 0, 0
    for e in range(count or 1):
        prize_class, plan_class, returned, prize_cents, stops = _ENTRY.unpack_from(
            raw, _OUTCOME.size + e * _ENTRY.size
        )
        won_cents += prize_cents
        returned_cents += returned * prize_cents
        if count:
            entries.append(Entry(prize_class, prize_cents, tuple(stops[:reels])))
            planned.append(plan_class)
    return Outcome(
        tuple(entries), hold_offer, tuple(wobble[:reels]), phase, answer, won_cents, tuple(planned),
        returned_cents,
    )  # fmt: skip


def step(tables: Tables, state: bytes, simultaneous: int = 1, held: int = 0) -> tuple[bytes, Outcome]:
    """Decide one play; return the next state and the outcome. Arguments and errors as step_bytes."""
    after, raw = step_bytes(tables, state, simultaneous, held)
    return after, unpack_outcome(raw)


def answer_gamble(tables: Tables, state: bytes, dare: bool) -> tuple[bytes, Outcome]:
    """
    Take what the play won, or dare it; return the next state and the outcome.

    Raises:
        CoreError: no gamble is offered, or the state is damaged or foreign.
    """
    after, raw = step_bytes(tables, state, 0, GAMBLE_DARE if dare else GAMBLE_TAKE)
    return after, unpack_outcome(raw)


class Player(NamedTuple):
    """
    How a campaign is played.

    Attributes:
        double: every play takes two entries.
        rounds: dares of one prize, 0 to the tables' ``gamble.rounds``; with 0 every gamble is declined.
    """

    double: bool = False
    rounds: int = 0


PLAINLY = Player()


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
    player: Player = PLAINLY,
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
        player: takes one entry a play and declines every gamble, unless told otherwise. One who dares needs
            ``display``, and the one kernel is the plain one.
        display: whether each entry's window is drawn. Without, state and counts are the same, but the tally
            is of kind "prizes" and its digest is over prizes only.
        kernel: one of ``cycle_kernels()``, or "auto" for the quickest. The result does not depend on it.

    Raises:
        CoreError: an argument is out of range, or the state is damaged or foreign.
    """
    need_range("plays", plays, 0, (1 << 63) - 1, "plays")
    simultaneous = 2 if player.double else 1
    need_range("simultaneous", simultaneous, 1, tables.simultaneous_max, "entries")
    usable = cycle_kernels()
    if kernel not in ("auto", *usable):
        raise CoreError(f"kernel must be auto or one of {', '.join(usable)} (got {kernel})")
    tier = len(usable) - 1 if kernel == "auto" else usable.index(kernel)
    before = new_state(tables, key, machine) if state is None else need_bytes("state", state, STATE_SIZE)
    after, tally = bytearray(STATE_SIZE), ffi.new("core_tally *")
    into = ffi.from_buffer("uint8_t[]", after)
    if player.rounds:
        need_range("rounds", player.rounds, 1, tables.gamble.rounds if tables.gamble else 0, "gambles")
        need_range("display with rounds", int(display), 1, 1)
        check(
            lib.core_campaign_gamble(tables._tables, before, simultaneous, plays, player.rounds, into, tally)
        )
    else:
        check(
            lib.core_cycle_campaign(
                tier, int(display), tables._tables, before, simultaneous, plays, into, tally
            )
        )
    return bytes(after), _totals(tables, plays, simultaneous, display, tally)


def _totals(tables: Tables, plays: int, simultaneous: int, display: bool, tally: ffi.CData) -> Tally:
    counts = tuple(int(n) for n in tally.counts)[: len(tables.prizes_cents)]
    won_cents = sum(n * cents for n, cents in zip(counts, tables.prizes_cents, strict=True))
    won_cents += int(tally.added_cents) - int(tally.lost_cents)
    staked_cents = plays * simultaneous * tables.price_cents
    kind: Literal["plays", "prizes"] = "plays" if display else "prizes"
    gambled = (
        tally.offers, tally.gambles, tally.gambles_won, tally.lost_cents, tally.added_cents,
        tally.returned_cents,
    )  # fmt: skip
    return Tally(plays, counts, staked_cents, won_cents, int(tally.digest), kind, *map(int, gambled))
