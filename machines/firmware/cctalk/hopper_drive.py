# SPDX-License-Identifier: MIT
"""
ccTalk hoppers: found and set up, asked for coins, and every coin booked exactly once.

The truth about what left a hopper is its life counter (header 168), which outlives the power. The books keep
how far they have followed it; whatever it is ahead of them has left and was not booked yet, after a power cut
in the middle of a payment as well. A payment is asked for once: if no answer comes, the hopper's event
counter says whether it was heard (header 166; Serial Compact Hopper 2 manual). At rest it is read once a
second: a coin that nobody asked for is a motor that runs away.
"""

import line
import settings
import tilt
from state import HOPPERS, State

FIRST_ADDRESS = 3
FIRST_OWNER = 10
LOST_MS = 3_000
AGAIN_MS = 300
PAYING_MS = 100
IDLE_MS = 1_000
LIFE_MASK = 0xFFFFFF
COINS_MAX = 255
# A life counter that is further ahead belongs to another hopper.
AHEAD_MAX = 512
_CATEGORY = b"Payout"

# Headers.
_SIMPLE_POLL = 254
_CATEGORY_ID = 245
_LEVELS = 217
_STOP = 172
_LIFE = 168
_PAY = 167
_STATUS = 166
_ENABLE = 164
_TEST = 163
_KEY = 160
_RESET = 1
_ON = b"\xa5"
# What levels() tells, as header 217 does.
LOW = 1
FULL = 2

# Register 1 of header 163.
_NEEDS_RESET = 0x01 | 0x08 | 0x10 | 0x20
_POWER_UP = 0x40

# Stages.
FIND = 0
KIND = 1
TEST = 2
RESET = 3
LIFE = 4
REST = 5
ENABLE = 6
KEY = 7
EVENT = 8
PAY = 9
ASKED = 10
PAYING = 11
STOP = 12
SETTLE = 13
LOOK = 14
# What is asked in each stage.
_HEADERS = (
    _SIMPLE_POLL, _CATEGORY_ID, _TEST, _RESET, _LIFE, _LEVELS, _ENABLE, _KEY, _STATUS, _PAY, _STATUS, _STATUS,
    _STOP, _LIFE, _LIFE,
)  # fmt: skip
# The least that an answer brings in each stage.
_SIZES = (0, 0, 1, 0, 3, 1, 0, 0, 4, 0, 4, 4, 0, 3, 3)


def poll(state: State) -> None:
    """Fetch an answer, then ask for what comes next, the hopper that pays first."""
    for hopper in range(HOPPERS):
        if line.done(state, FIRST_OWNER + hopper):
            header, data = line.answer(state)
            if header == line.NO_ANSWER:
                _silent(state, hopper)
            else:
                state.hopper_seen_ms[hopper] = state.now_ms
                _heard(state, hopper, header, data)
    order = list(range(HOPPERS))
    if state.pay_hopper > 0:
        order.remove(state.pay_hopper)
        order.insert(0, state.pay_hopper)
    for hopper in order:
        if state.now_ms < state.hopper_due_ms[hopper]:
            state.wake_at(state.hopper_due_ms[hopper])
        elif line.idle(state):
            _ask(state, hopper)


def left(state: State) -> list[int]:
    """Return the hoppers whose coins left since the last call, one entry a coin."""
    found: list[int] = []
    for hopper in range(HOPPERS):
        found += [hopper] * state.hopper_left[hopper]
        state.hopper_left[hopper] = 0
    return found


def booked(state: State, hopper: int) -> None:
    """A coin goes into the books, in the commit that follows: they have followed the life counter so far."""
    state.hopper_life[hopper] = state.hopper_life[hopper] + 1 & LIFE_MASK


def ready(state: State) -> bool:
    """Tell whether a payment can be asked for: of no hopper is it unknown what has left it."""
    return all([_rests(stage) for stage in state.hopper_stage])


def _rests(stage: int) -> bool:
    return stage in (REST, LOOK)


def start(state: State, hopper: int, coins: int) -> None:
    """
    Ask for coins, at most 255 at once; the payer asks again for the rest.

    One that came short the last time is tested first: what it complained of may need a reset by now.
    """
    state.hopper_asked[hopper] = min(coins, COINS_MAX)
    state.hopper_stage[hopper] = TEST if state.hopper_short[hopper] else ENABLE
    state.hopper_short[hopper] = 0
    _soon(state, hopper)


def stop(state: State, hopper: int) -> None:
    """Break a payment off; coins that are out already are still booked."""
    if ENABLE <= state.hopper_stage[hopper] <= PAYING:
        state.hopper_stage[hopper] = STOP
        _soon(state, hopper)


def over(state: State, hopper: int) -> bool:
    """Tell whether a payment that was asked for has come to its end, with all of its coins or not."""
    return _rests(state.hopper_stage[hopper])


def short(state: State, hopper: int) -> bool:
    """Tell whether a payment that is over ended without all of its coins."""
    return state.hopper_short[hopper] > 0


def moved(state: State) -> bool:
    """Tell whether a level is another one than was looked at; no edge tells of it."""
    for hopper in range(HOPPERS):
        if state.hopper_levels[hopper] & (LOW | FULL) != state.levels_seen[hopper]:
            return True
    return False


def levels(state: State, hopper: int) -> int:
    """Return LOW if the level is below low, and FULL if it is at full, as last asked."""
    return state.hopper_levels[hopper] & (LOW | FULL)


def _soon(state: State, hopper: int) -> None:
    state.hopper_due_ms[hopper] = state.now_ms
    state.wake_at(state.now_ms)


def _silent(state: State, hopper: int) -> None:
    """No answer: a payment may go on all the same, and its life counter will tell."""
    if state.hopper_stage[hopper] == PAY:
        state.hopper_stage[hopper] = ASKED  # was it heard? its event counter knows
        _soon(state, hopper)
        return
    state.hopper_stage[hopper] = FIND
    state.hopper_due_ms[hopper] = state.now_ms + AGAIN_MS
    if state.now_ms - state.hopper_seen_ms[hopper] >= LOST_MS:
        tilt.report(state, settings.HOPPERS[hopper][1])


def _ask(state: State, hopper: int) -> None:
    stage = state.hopper_stage[hopper]
    data = b""
    if stage == ENABLE:
        data = _ON
    elif stage == PAY:
        data = bytes(8) + bytes([state.hopper_asked[hopper]])
    state.hopper_header[hopper] = header = _HEADERS[stage]
    # A payment is never repeated unseen.
    tries = 1 if stage == PAY else line.TRIES
    line.ask(state, FIRST_OWNER + hopper, FIRST_ADDRESS + hopper, header, data, tries)


def _heard(state: State, hopper: int, header: int, data: bytes) -> None:
    """Take an answer; whatever is not as it should be begins again with finding the hopper."""
    stage = state.hopper_stage[hopper]
    state.hopper_due_ms[hopper] = state.now_ms
    if header == line.BUSY:
        state.hopper_due_ms[hopper] = state.now_ms + AGAIN_MS
    elif state.hopper_header[hopper] != _HEADERS[stage]:
        return  # the answer to what was asked before a payment, or its end, was decided
    elif header == line.NAK:
        _refused(state, hopper)
    elif len(data) < _SIZES[stage]:
        state.hopper_stage[hopper] = FIND
    elif stage < ENABLE:
        _set_up(state, hopper, stage, data)
    else:
        _pay(state, hopper, stage, data)
    state.wake_at(state.hopper_due_ms[hopper])


def _set_up(state: State, hopper: int, stage: int, data: bytes) -> None:
    if stage == FIND:
        state.hopper_stage[hopper] = KIND
    elif stage == KIND and data != _CATEGORY:
        tilt.report(state, settings.HOPPERS[hopper][1])
        state.hopper_stage[hopper] = FIND
        state.hopper_due_ms[hopper] = state.now_ms + AGAIN_MS
    elif stage == KIND:
        state.hopper_stage[hopper] = TEST
    elif stage == TEST:
        state.hopper_stage[hopper] = RESET if data[0] & (_NEEDS_RESET | _POWER_UP) else LIFE
    elif stage == RESET:
        state.hopper_stage[hopper] = LIFE
        state.hopper_due_ms[hopper] = state.now_ms + AGAIN_MS
    elif stage == LIFE:
        _follow(state, hopper, data)
    else:
        state.hopper_levels[hopper] = data[0]
        state.hopper_stage[hopper] = LOOK


def _pay(state: State, hopper: int, stage: int, data: bytes) -> None:
    if stage == ENABLE:
        state.hopper_stage[hopper] = KEY
    elif stage == KEY:
        state.hopper_stage[hopper] = EVENT
    elif stage == EVENT:
        state.hopper_event[hopper] = data[0]
        state.hopper_paid[hopper] = 0
        state.hopper_stage[hopper] = PAY
    elif stage == PAY:
        state.hopper_stage[hopper] = PAYING
        state.hopper_due_ms[hopper] = state.now_ms + PAYING_MS
    elif stage == ASKED:
        # The same event counter: it did not hear the payment, so it is asked for again, key first.
        state.hopper_stage[hopper] = KEY if data[0] == state.hopper_event[hopper] else PAYING
    elif stage == PAYING:
        _paying(state, hopper, data)
    elif stage == STOP:
        state.hopper_stage[hopper] = SETTLE
        # A coin at the exit still falls and is counted.
        state.hopper_due_ms[hopper] = state.now_ms + AGAIN_MS
    else:
        _follow(state, hopper, data)
        if stage == LOOK:
            state.hopper_due_ms[hopper] = state.now_ms + IDLE_MS
            if state.hopper_left[hopper]:
                tilt.report(state, "runaway")


def _refused(state: State, hopper: int) -> None:
    """A payment that is refused has paid nothing: look what the hopper complains of, after a reset."""
    state.hopper_stage[hopper] = TEST
    state.hopper_short[hopper] = state.hopper_asked[hopper]
    state.hopper_due_ms[hopper] = state.now_ms + AGAIN_MS


def _paying(state: State, hopper: int, data: bytes) -> None:
    _, remaining, paid, unpaid = data
    new = paid - state.hopper_paid[hopper]
    if data[0] != state.hopper_event[hopper] % 255 + 1 or new < 0:
        state.hopper_stage[hopper] = FIND  # it began afresh: its life counter tells what left
        return
    state.hopper_paid[hopper] = paid
    state.hopper_left[hopper] += new
    if remaining:
        state.hopper_due_ms[hopper] = state.now_ms + PAYING_MS
    else:
        state.hopper_short[hopper] = unpaid
        state.hopper_stage[hopper] = SETTLE


def _follow(state: State, hopper: int, data: bytes) -> None:
    """Book what the life counter is ahead by; one that cannot be ours is taken over with a fault."""
    state.hopper_stage[hopper] = REST
    life = data[0] | data[1] << 8 | data[2] << 16
    ahead = (life - state.hopper_life[hopper] - state.hopper_left[hopper]) & LIFE_MASK
    if ahead <= AHEAD_MAX:
        state.hopper_left[hopper] += ahead
    else:
        state.hopper_life[hopper] = life
        tilt.report(state, settings.HOPPERS[hopper][1])
