# SPDX-License-Identifier: MIT
"""
The sealed counter of the metrology order: what it is told, and that nobody plays without it.

What a play or a prize adds is a frame, committed together with the books and sent at once; only one is ever
under way. Every answer is held against the books, so a counter that is missing, another one, one that
was opened, too cold or too hot, or one that shows anything else stops the machine (Orden
ICT/155/2020, Anexo XVII, ap. I.5.3). What is wrong stands in state.counter_fault; tilt.py reports it.

A machine of type A needs none: where settings.SEALED is 0 nothing is sent and nothing asked for.
"""

import board
import bounds
import counter_link as link
import pins
import settings
from state import State

# How often it is asked although nothing is counted.
READ_MS = 500
# Noise on the link is survived so often, one after the other.
TRIES = 4


def _shown(state: State) -> tuple:
    hiding = state.outcome if bounds.COUNTED_AT_ONCE else bytes(1)
    return link.totals(state.plays, state.prizes, state.won_cents, state.pending_cents, hiding)


def totals(state: State) -> tuple:
    """Return what the counter has to show: the books' plays, prizes and prize money, and its start."""
    counted = _shown(state)
    return tuple([(counted[i] + state.counter_base[i]) % link.MODULUS for i in range(3)])


def stage(state: State, plays: int, prizes: int, cents: int) -> None:
    """Make the next frame; the caller commits it with the books that it belongs to, then calls check."""
    if not settings.SEALED:
        return
    state.counter_sequence = (state.counter_sequence + 1) % link.NUMBERS
    state.counter_frame = [plays, prizes, cents]


def anchor(state: State) -> None:
    """
    Make an empty frame of money that is paid out, if no other is under way; the caller commits it with that.

    It counts nothing. But a memory of before that payment, put back afterwards, is behind the counter, and so
    pays nothing a second time.
    """
    if told(state):
        stage(state, 0, 0, 0)


def reveal(state: State) -> None:
    """Make the frame of the prize that was kept back until the reels have shown it, if there is one."""
    if not state.pending_cents:
        return
    shown = _shown(state)[1]
    if not bounds.COUNTED_AT_ONCE:
        state.prizes += 1
    stage(state, 0, state.prizes - shown, state.pending_cents)


def told(state: State) -> bool:
    """Tell whether the counter has taken the last frame, whatever else it says: then another may be made."""
    check(state)
    return state.counter_told or not settings.SEALED


def check(state: State) -> bool:
    """Send the frame that the counter lacks and look at its answer; True if everything is in order."""
    if not settings.SEALED:
        return True
    state.counter_due_ms = state.now_ms + READ_MS
    raw = _read()
    # The same answer to the same books is in order again.
    if raw == state.counter_heard and state.counter_at == state.sequence:
        return True
    return _judge(state, raw)


def _read() -> bytes:
    return board.bus_read(pins.COUNTER_ADDRESS, link.ANSWER, link.ANSWER_SIZE)


def _judge(state: State, raw: bytes) -> bool:
    """Look at an answer, and at others until one is whole and our counter has the last frame."""
    answer = None
    for tries in range(TRIES):
        if tries:
            raw = _read()
        answer = link.unpack_answer(raw)
        if answer is None:
            continue
        if not _lacks(state, answer):
            break
        board.bus_write(pins.COUNTER_ADDRESS, link.FRAME, _frame(state))
    state.counter_told = (
        answer is not None and _ours(state, answer) and answer[link.SEQUENCE] == state.counter_sequence
    )
    known, state.counter_fault = state.counter_fault, _fault(state, answer)
    if state.counter_fault != known:
        state.stirred = True
    state.counter_heard, state.counter_at = raw, -1 if state.counter_fault else state.sequence
    return not state.counter_fault


def _frame(state: State) -> bytes:
    return link.pack_frame(state.counter_sequence, *state.counter_frame)


def _ours(state: State, answer: tuple) -> bool:
    return answer[link.SERIAL] == state.counter_serial and answer[link.MACHINE] == state.serial


def _lacks(state: State, answer: tuple) -> bool:
    """Tell whether our counter waits for the last frame."""
    following = (answer[link.SEQUENCE] + 1) % link.NUMBERS
    return _ours(state, answer) and following == state.counter_sequence


def _fault(state: State, answer: tuple | None) -> str:
    """Return the tilt that an answer asks for, or none."""
    if answer is None or answer[link.FLAGS] & link.MEMORY_FAULT:
        return "counter"
    if not _ours(state, answer):
        return "counter_id"
    if answer[link.FLAGS] & link.SEAL_BROKEN:
        return "counter_seal"
    if answer[link.FLAGS] & link.OUT_OF_RANGE:
        return "counter_temp"
    shown = answer[link.PLAYS : link.CENTS + 1]
    if answer[link.FLAGS] or answer[link.SEQUENCE] != state.counter_sequence or shown != totals(state):
        return "counter"
    return ""


def poll(state: State) -> None:
    """Ask the counter now and then: no play without it (K-08)."""
    if state.locked or not settings.SEALED:
        return
    if state.now_ms >= state.counter_due_ms:
        check(state)
    state.tick_at(state.counter_due_ms)
