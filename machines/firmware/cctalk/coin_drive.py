# SPDX-License-Identifier: MIT
"""
A ccTalk coin acceptor: found and set up, opened and closed, and its events turned into coins.

It is asked five times a second. Its event counter says how many events are new, and 0 after another number
that it began afresh, so that it is set up again. More than five new events cannot be read back: they are told
as lost and never made up (ccTalk Generic Specification 4.7, header 229).
"""

import alerts
import coins
import events
import line
import settings
import store
import testcoins
import tilt
from state import COINS, POSITIONS, State

ADDRESS = 2
OWNER = 1
POLL_MS = 200
# How long no answer is a device that is still starting, or that another try may find.
LOST_MS = 3_000
AGAIN_MS = 300
CASH_BOX_PATH = 1
HOPPER_PATH = 2
_CATEGORY = b"Coin Acceptor"

# Headers.
_SIMPLE_POLL = 254
_CATEGORY_ID = 245
_SELF_CHECK = 232
_INHIBITS = 231
_EVENTS = 229
_MASTER = 228
_SORTER = 210
_COIN_ID = 184

# Stages of the set-up; positions and paths count on from theirs.
FIND = 0
KIND = 1
CHECK = 2
READ = 3
ROUTE = READ + POSITIONS
BEGIN = ROUTE + POSITIONS
OPEN = BEGIN + 1
MASTER = OPEN + 1
WORK = MASTER + 1

# Events that are no coin but say that somebody tampers, or that something is stuck.
_FRAUD = (16, 17, 18, 20, 23)
_TOO_CLOSE = 8
_STUCK = (5, 6, 14, 15, 26, 32)


def boot(state: State) -> None:
    """Nothing is known of the acceptor yet; it is found first."""


def poll(state: State) -> None:
    """Fetch an answer, then ask for what comes next."""
    if line.done(state, OWNER):
        header, data = line.answer(state)
        if header == line.NO_ANSWER:
            _silent(state)
        else:
            state.acceptor_seen_ms = state.now_ms
            _heard(state, header, data)
    if state.now_ms < state.acceptor_due_ms:
        state.wake_at(state.acceptor_due_ms)
    elif line.idle(state):
        _ask(state)


def _silent(state: State) -> None:
    """No answer after all tries: look for it again, and stop the machine if it stays away."""
    state.acceptor_stage = FIND
    state.acceptor_due_ms = state.now_ms + AGAIN_MS
    if state.now_ms - state.acceptor_seen_ms >= LOST_MS:
        tilt.report(state, "acceptor")


def _mask(state: State) -> int:
    """Return the positions to open: those of the coins that may come in now."""
    mask = 0
    for position in range(POSITIONS):
        coin = state.acceptor_coins[position]
        if coin >= 0 and not state.inhibits >> coin & 1:
            mask |= 1 << position
    return mask


def _path(state: State, coin: int) -> int:
    hopper = coins.hopper_for(settings.COINS[coin][0])
    return HOPPER_PATH if hopper >= 0 and coins.room(state, hopper) else CASH_BOX_PATH


def _next_route(state: State) -> int:
    """Return the first position whose path is not the one it should have, or -1."""
    for position in range(POSITIONS):
        coin = state.acceptor_coins[position]
        if coin >= 0 and state.acceptor_paths[position] != _path(state, coin):
            return position
    return -1


def _ask(state: State) -> None:
    stage = state.acceptor_stage
    if stage == FIND:
        _send(state, _SIMPLE_POLL)
    elif stage == KIND:
        _send(state, _CATEGORY_ID)
    elif stage == CHECK:
        _send(state, _SELF_CHECK)
    elif stage < ROUTE:
        _send(state, _COIN_ID, bytes([stage - READ + 1]))
    elif stage < BEGIN:
        position = stage - ROUTE
        coin = state.acceptor_coins[position]
        if coin < 0:
            state.acceptor_stage += 1
            state.wake_at(state.now_ms)
            return
        state.acceptor_paths[position] = _path(state, coin)
        _send(state, _SORTER, bytes([position + 1, state.acceptor_paths[position]]))
    elif stage == BEGIN:
        _send(state, _EVENTS)
    elif stage == OPEN:
        _open(state)
    elif stage == MASTER:
        _send(state, _MASTER, b"\x01")
    else:
        _work(state)


def _work(state: State) -> None:
    """Inhibits first: a coin that may not come in matters more than one that waits to be counted."""
    position = _next_route(state)
    if _mask(state) != state.acceptor_mask:
        _open(state)
    elif position >= 0:
        state.acceptor_paths[position] = _path(state, state.acceptor_coins[position])
        _send(state, _SORTER, bytes([position + 1, state.acceptor_paths[position]]))
    elif state.now_ms >= state.acceptor_poll_ms:
        _send(state, _EVENTS)
    else:
        state.wake_at(state.acceptor_poll_ms)


def _open(state: State) -> None:
    state.acceptor_mask = _mask(state)
    _send(state, _INHIBITS, bytes([state.acceptor_mask & 0xFF, state.acceptor_mask >> 8]))


def _send(state: State, header: int, data: bytes = b"") -> None:
    state.acceptor_asked = header
    line.ask(state, OWNER, ADDRESS, header, data, line.TRIES)


def _heard(state: State, header: int, data: bytes) -> None:
    asked, stage = state.acceptor_asked, state.acceptor_stage
    if header == line.BUSY:
        state.acceptor_due_ms = state.now_ms + AGAIN_MS
        return
    good = header == line.ACK
    if asked == _CATEGORY_ID:
        good = good and data == _CATEGORY
    elif asked == _SELF_CHECK:
        good = good and data[:1] == b"\x00"
    elif asked == _COIN_ID:
        state.acceptor_coins[stage - READ] = _coin(data) if good else -1
        good = True
    elif asked == _EVENTS:
        good = good and len(data) == 11
        if good:
            _events(state, data)
            if state.acceptor_stage == FIND:
                return
    if not good:
        tilt.report(state, "acceptor")
        state.acceptor_stage = FIND
        state.acceptor_due_ms = state.now_ms + AGAIN_MS
    elif stage < WORK:
        state.acceptor_stage = stage + 1
        state.wake_at(state.now_ms)


def _coin(text: bytes) -> int:
    """Return which of our coins an identification of the euro names, or -1."""
    if text[:2] == b"EU" and len(text) == 6:
        for coin in range(COINS):
            if text[2:5] == b"%03d" % settings.COINS[coin][0]:
                return coin
    return -1


def _events(state: State, data: bytes) -> None:
    state.acceptor_poll_ms = state.now_ms + POLL_MS
    counter, last = data[0], state.acceptor_event
    state.acceptor_event = counter
    if state.acceptor_stage < WORK:
        return  # what happened before it was set up is not ours
    if counter == 0 and last != 0:
        state.acceptor_stage = FIND  # it began afresh
        return
    new = (counter - last) % 255 if counter and last else counter
    if new > 5:
        state.acceptor_missed += new - 5
        new = 5
    counted = False
    for pair in range(new - 1, -1, -1):
        first, second = data[1 + 2 * pair], data[2 + 2 * pair]
        if first:
            counted = _credit(state, first, second) or counted
        elif testcoins.taking(state) and second not in _STUCK:
            testcoins.told(state, second in _FRAUD)
        elif second in _FRAUD:
            store.log(state, events.FRAUD, second)
            counted = True
            tilt.report(state, "string")
        elif second == _TOO_CLOSE:
            alerts.begin(state, "close")
        elif second in _STUCK:
            tilt.report(state, "coin")
    if counted:
        store.commit(state)


def _credit(state: State, position: int, path: int) -> bool:
    """Book a coin that is in; False if no coin of ours has this position."""
    coin = state.acceptor_coins[position - 1] if position <= POSITIONS else -1
    if coin < 0 or state.locked:
        return False
    coins.count(state, coin, path == HOPPER_PATH and coins.hopper_for(settings.COINS[coin][0]) >= 0)
    return True


def close(state: State) -> None:
    """The inhibits changed: tell it as soon as the line is free."""
    if state.acceptor_stage == WORK and _mask(state) != state.acceptor_mask:
        state.wake_at(state.now_ms)
