# SPDX-License-Identifier: MIT
"""
The ccTalk line: one command at a time over the UART, its echo, its answer, its retries.

    line.ask(state, 2, 229, b"", line.TRIES)          # only while nothing is under way
    header, data = line.answer(state)                 # once line.done(state); header -1: no answer

8-bit checksum mode; the host's address is 1 (ccTalk Generic Specification 4.7, part 1).
"""

import board
from state import EDGE_LINE, State

HOST = 1
ACK = 0
NAK = 5
BUSY = 6
NO_ANSWER = -1
# What the specification recommends; a command that must not be repeated takes 1.
TRIES = 3
# A byte at 9600 baud takes 1.04 ms. An answer begins within 10 ms of a command as a rule; a device may take
# longer for one that moves something. Between two bytes of an answer there are less than 50 ms.
BYTE_US = 1_042
FIRST_MS = 60
GAP_MS = 50


def idle(state: State) -> bool:
    """Tell whether a command may be sent: none is under way, and no answer waits to be fetched."""
    return not state.line_sent and not state.line_done


def done(state: State, owner: int) -> bool:
    """Tell whether the command that this owner sent has come to its end."""
    return state.line_done and state.line_owner == owner


def ask(state: State, owner: int, address: int, header: int, data: bytes, tries: int) -> None:
    """Send a command; ``owner`` is who will fetch the answer, a number of the caller's choice."""
    body = bytes([address, len(data), HOST, header]) + data
    state.line_sent = body + bytes([-sum(body) & 0xFF])
    state.line_owner = owner
    state.line_tries = tries
    state.line_done = False
    # Whoever was asked before would wait for something else now.
    state.stirred = True
    _send(state)


def _send(state: State) -> None:
    board.line_read()  # what nobody waits for
    state.line_heard = b""
    board.line_write(state.line_sent)
    state.line_due_ms = state.now_ms + len(state.line_sent) * BYTE_US // 1000 + 1 + FIRST_MS
    state.tick_at(state.line_due_ms)


def answer(state: State) -> tuple:
    """Fetch the answer: its header (0 answer or ACK, 5 NAK, 6 BUSY, -1 none) and its data."""
    state.line_done = False
    # Whoever waits for the line may have it in the next tick.
    state.stirred = True
    return state.line_answer


def poll(state: State) -> None:
    """Take what has come; repeat or give up what stays without a good answer."""
    if not state.line_sent:
        return
    if state.take_edge(EDGE_LINE):
        heard = board.line_read()
        if heard:
            state.line_heard = state.line_heard + heard
            state.line_due_ms = state.now_ms + GAP_MS
            found = _read(state)
            if found:
                _finish(state, found)
                return
    if state.now_ms < state.line_due_ms:
        state.tick_at(state.line_due_ms)
        return
    state.line_tries -= 1
    if state.line_tries > 0:
        _send(state)
    else:
        _finish(state, (NO_ANSWER, b""))


def _finish(state: State, found: tuple) -> None:
    state.line_sent = b""
    state.line_answer = found
    state.line_done = True
    state.stirred = True
    state.tick_at(state.now_ms)


def _read(state: State) -> tuple:
    """
    Return header and data of the answer once it is whole and good, or ().

    One wire brings the host's own bytes back first. If they come back changed, two talked at once: there is
    no answer in that, and the command is repeated.
    """
    heard, sent = state.line_heard, state.line_sent
    if heard[: len(sent)] == sent[: len(heard)]:
        heard = heard[len(sent) :]
    if len(heard) < 5 or len(heard) < heard[1] + 5:
        return ()
    frame = heard[: heard[1] + 5]
    if frame[0] != HOST or frame[2] != sent[0] or sum(frame) & 0xFF:
        return ()
    return (frame[3], frame[4:-1])
