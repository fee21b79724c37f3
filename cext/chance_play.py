# SPDX-License-Identifier: MIT
"""States and steps of machines of chance: a paid play, then its picks, free plays and gambles."""

from __future__ import annotations

import struct
from typing import Literal, NamedTuple, get_args

from cext._core import ffi, lib
from cext.chance import ChanceTables
from cext.chance_rows import MAX_POTS
from cext.errors import CoreError, check, need_bytes, need_range
from cext.outcome import CHANCE, layout
from cext.play import OUTCOME_SIZE, STATE_SIZE
from cext.rng import KEY_SIZE, MACHINE_MAX

MAX_PLAYS = 1 << 44

Action = Literal["play", "pick", "free", "gamble", "collect"]
Phase = Literal["idle", "pick", "free", "gamble"]
ACTIONS: tuple[Action, ...] = get_args(Action)
PHASES: tuple[Phase, ...] = get_args(Phase)

_STATE = struct.Struct("<BBHIQ16s32sQBBHHHII6sBB32x")
_POT = struct.Struct("<QQQII")
_OUTCOME = struct.Struct(layout(CHANCE))


class PotView(NamedTuple):
    """A pot: what it shows, its hidden reserve, its threshold (0: none), and the carried remainders."""

    value_mc: int
    reserve_mc: int
    threshold_mc: int
    carry: int
    reserve_carry: int


class ChanceView(NamedTuple):
    """
    A state, read.

    Attributes:
        play: number of the next play, or of the one under way.
        phase: what may be done next: idle: play; pick; free; gamble: gamble or collect.
        gambles, picks_left, free_left, free_given, won_cents: of the play under way; 0 when idle. The cents
            are those of the first bet.
        drawn: how many draws its features took.
        stops: what the reels show, shape (reels,); on the reels of free plays if `free_set` is 1.
        bet: of the play under way, by its place among the bets; 0 when idle.
        pots: one a level.
    """

    version: int
    machine: int
    generation: int
    play: int
    phase: Phase
    gambles: int
    picks_left: int
    free_left: int
    free_given: int
    drawn: int
    won_cents: int
    stops: tuple[int, ...]
    free_set: int
    bet: int
    pots: tuple[PotView, ...]


class ChanceOutcome(NamedTuple):
    """
    What a step decided.

    Attributes:
        kind: the action.
        phase: what may be done next.
        settled: whether the play is over; won_cents is then to be paid.
        capped: whether the play reached the cap.
        step_cents: won by this turn, pick or gamble, before the play's cap.
        won_cents: won by the play so far, pots apart.
        pots_hit: the levels of the pots that were hit.
        pick_row: row that a pick showed; 1 if a gamble was won; else 0.
        free_left, free_given, picks_left: what is left, and the free plays given so far.
        stops: what the reels show.
        wobble: a byte a reel by which its speed may vary; moves no money. All 0 where nothing turned.
        pot_cents: what each pot pays.
    """

    kind: Action
    phase: Phase
    settled: bool
    capped: bool
    step_cents: int
    won_cents: int
    pots_hit: tuple[int, ...]
    pick_row: int
    free_left: int
    free_given: int
    picks_left: int
    stops: tuple[int, ...]
    wobble: tuple[int, ...]
    pot_cents: tuple[int, ...]


def new_chance_state(tables: ChanceTables, key: bytes, machine: int = 0, first_play: int = 0) -> bytes:
    """
    Return the state of a new machine, 256 bytes; its first play may have any number.

    Args:
        tables: the machine's tables; the state is bound to their digest.
        key: 32 bytes.
        machine: 0 to 2^40 - 1.
        first_play: 0 to 2^44 - 1.

    Raises:
        CoreError: an argument is out of range.
    """
    need_bytes("key", key, KEY_SIZE)
    need_range("machine", machine, 0, MACHINE_MAX)
    need_range("first_play", first_play, 0, MAX_PLAYS - 1, "plays")
    state = ffi.new("uint8_t[]", STATE_SIZE)
    check(lib.core_chance_state_new(tables._tables, bytes(key), machine, first_play, state))
    return bytes(ffi.buffer(state))


def check_chance_state(tables: ChanceTables, state: bytes) -> None:
    """Raise CoreError unless ``state`` is whole and belongs to ``tables``."""
    check(lib.core_chance_state_check(tables._tables, need_bytes("state", state, STATE_SIZE)))


def view_chance_state(tables: ChanceTables, state: bytes) -> ChanceView:
    """Return the fields of a checked state; raises CoreError as check_chance_state does."""
    check_chance_state(tables, state)
    version, _, _, generation, machine, _, _, play, phase, *course, stops, free_set, bet = _STATE.unpack_from(
        state
    )
    gambles, picks_left, free_left, free_given, drawn, won_cents = course
    pots = (PotView(*_POT.unpack_from(state, _STATE.size + _POT.size * i)) for i in range(len(tables.pots)))
    return ChanceView(
        version, machine, generation, play, PHASES[phase], gambles, picks_left, free_left, free_given, drawn,
        won_cents, tuple(stops[: tables.reels]), free_set, bet, tuple(pots),
    )  # fmt: skip


def chance_step_bytes(
    tables: ChanceTables, state: bytes, kind: Action = "play", choice: int = 0
) -> tuple[bytes, bytes]:
    """
    Decide one step; return the next state and the outcome as the 48 bytes that firmware sees.

    Args:
        tables: the machine's tables.
        state: 256 bytes.
        kind: what the state's phase asks for: "play", "pick", "free", "gamble" or "collect".
        choice: of a play the place of its bet, where there are several. The object or colour chosen in a
            pick or gamble, 0 to 255, is shown and moves nothing.

    Raises:
        CoreError: an argument is out of range, the phase has no such action, or the state is damaged or
            foreign.
    """
    if kind not in ACTIONS:
        raise CoreError(f"kind must be one of {', '.join(ACTIONS)} (got {kind!r})")
    need_range("choice", choice, 0, 255)
    need_bytes("state", state, STATE_SIZE)
    after, outcome = ffi.new("uint8_t[]", STATE_SIZE), ffi.new("uint8_t[]", OUTCOME_SIZE)
    check(lib.core_chance_step(tables._tables, bytes(state), ACTIONS.index(kind), choice, after, outcome))
    return bytes(ffi.buffer(after)), bytes(ffi.buffer(outcome))


def unpack_chance_outcome(raw: bytes) -> ChanceOutcome:
    """Return the 48 bytes of an outcome as a ChanceOutcome; raises CoreError if they are none."""
    need_bytes("raw", raw, OUTCOME_SIZE)
    kind, reels, phase, flags, step_cents, wobble, hits, row, won_cents, *rest = _OUTCOME.unpack(raw)
    free_left, free_given, stops, picks_left, *pot_cents = rest
    need_range("raw[0]", kind, 0, len(ACTIONS) - 1)
    need_range("raw[1]", reels, 1, len(stops), "reels")
    need_range("raw[2]", phase, 0, len(PHASES) - 1)
    return ChanceOutcome(
        ACTIONS[kind], PHASES[phase], bool(flags & 1), bool(flags & 2), step_cents, won_cents,
        tuple(level for level in range(MAX_POTS) if hits >> level & 1), row, free_left, free_given,
        picks_left, tuple(stops[:reels]), tuple(wobble[:reels]), tuple(pot_cents),
    )  # fmt: skip


def chance_step(
    tables: ChanceTables, state: bytes, kind: Action = "play", choice: int = 0
) -> tuple[bytes, ChanceOutcome]:
    """Decide one step; return the next state and the outcome. Arguments and errors as chance_step_bytes."""
    after, raw = chance_step_bytes(tables, state, kind, choice)
    outcome = unpack_chance_outcome(raw)
    return after, outcome._replace(pot_cents=outcome.pot_cents[: len(tables.pots)])
