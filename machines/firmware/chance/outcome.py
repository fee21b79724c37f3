# SPDX-License-Identifier: MIT
"""What payout.step says of a step of a machine of chance, 48 bytes as outcome_at.py lays them out."""

import struct

import nvram
import outcome_at as at
import settings

# Actions, and what may be done after a step; both as payout.step has them.
PLAY = 0
PICK = 1
FREE = 2
GAMBLE = 3
COLLECT = 4

IDLE = 0
PICKING = 1
IN_FREE = 2
GAMBLING = 3

_SETTLED = 1
# Where the state of the play program says which set of reels it shows.
_SET_AT = 94


def kind(outcome: bytes) -> int:
    """Return the action that was taken."""
    return outcome[at.KIND_AT]


def phase(outcome: bytes) -> int:
    """Return what may be done next: IDLE once the play is settled; IDLE as well before the first play."""
    return outcome[at.PHASE_AT]


def settled(outcome: bytes) -> bool:
    """Tell whether the play is over."""
    return outcome[at.FLAGS_AT] & _SETTLED != 0


def turned(outcome: bytes) -> bool:
    """Tell whether the step turned the reels."""
    return outcome[at.KIND_AT] in (PLAY, FREE)


def step_cents(outcome: bytes) -> int:
    """Return what this turn, pick or gamble won."""
    return struct.unpack_from("<I", outcome, at.STEP_CENTS_AT)[0]


def won_cents(outcome: bytes) -> int:
    """Return what the play has won so far, pots apart."""
    return struct.unpack_from("<I", outcome, at.WON_CENTS_AT)[0]


def pots_cents(outcome: bytes) -> int:
    """Return what the pots pay that this step hit."""
    return sum(struct.unpack_from("<4I", outcome, at.POT_CENTS_AT))


def pot_hit(outcome: bytes) -> int:
    """Return the level of the first pot that this step hit, or -1."""
    for level in range(4):
        if outcome[at.POTS_HIT_AT] >> level & 1:
            return level
    return -1


def pots_hit(outcome: bytes) -> int:
    """Return the pots that this step hit, as bits by level."""
    return outcome[at.POTS_HIT_AT]


def row(outcome: bytes) -> int:
    """Return the row that a pick showed, or 1 if a gamble was won."""
    return outcome[at.ROW_AT]


def left(outcome: bytes) -> tuple:
    """Return (free plays left, free plays given, picks left)."""
    free_left, given = struct.unpack_from("<2H", outcome, at.FREE_LEFT_AT)
    return free_left, given, struct.unpack_from("<H", outcome, at.PICKS_LEFT_AT)[0]


def stops(outcome: bytes) -> list[int]:
    """Return the stops that the reels show."""
    return list(outcome[at.STOPS_AT : at.STOPS_AT + nvram.MAX_REELS])


def wobble(outcome: bytes) -> bytes:
    """Return a byte a reel by which its speed varies."""
    return outcome[at.WOBBLE_AT : at.WOBBLE_AT + nvram.MAX_REELS]


def strips(state: bytes) -> int:
    """Return 1 if a state of the play program shows the reels of free plays; drums have one set only."""
    return state[_SET_AT] if settings.SCREEN else 0
