# SPDX-License-Identifier: MIT
"""
Gamble (B-22): double or nothing with what a play won, while the play program offers it.

What can still be gambled is not won yet: it comes into the books with the answer that ends it. Every answer
is one step, committed before it shows; one that a power cut prevented is asked for again.
"""

import struct

import nvram
import payout
import recall
import settings
import store
import texts
from outcome_at import ANSWER_AT, ENTRIES_AT, ENTRY_AT, ENTRY_SIZE, PLANNED_AT, PRIZE_CENTS_AT, RETURNED_AT
from state import COLLECT, DOUBLE, START, State

TAKE = 1
DARE = 2

# Where the state of the play program says that a gamble is offered, how many of this prize were won, and
# what it has come to.
_PHASE_AT = 158
_WON_AT = 159
_STAKE_AT = 160
# Where the first entry of an outcome has its prize; that of an answer is what the play has won.
_PRIZE_AT = ENTRY_AT + PRIZE_CENTS_AT
# How long what the draw brought stays before the play goes on.
ANSWER_PAUSE_MS = 1_400


def offered(program: bytes) -> bool:
    """Tell whether a state of the play program offers a gamble."""
    return settings.GAMBLE_ROUNDS > 0 and program[_PHASE_AT] != 0


def at_stake(program: bytes) -> int:
    """Return the cents that can be gambled."""
    return int(struct.unpack_from("<I", program, _STAKE_AT)[0])


def answered(outcome: bytes) -> bool:
    """Tell whether an outcome is what a gamble brought."""
    return outcome[ANSWER_AT] != 0


def asking(state: State) -> bool:
    """Tell whether the player is asked now, once the reels have shown what was won."""
    return state.phase == nvram.PHASE_ROLLING and state.ask_until_ms >= 0


def news_ms(state: State) -> int:
    """Return for how long still the front tells of a raise before it tells of the gamble; 0: it does not."""
    if not raised(state.outcome):
        return 0
    return max(state.ask_until_ms - settings.AUTO_START_MS + ANSWER_PAUSE_MS - state.now_ms, 0)


def ask(state: State) -> None:
    """Let the player choose; unpressed so long, the machine keeps the prize and goes on by itself (B-11)."""
    if state.ask_until_ms < 0:
        # The clock rounds down; the player gets the whole time.
        state.ask_until_ms = state.now_ms + settings.AUTO_START_MS + 1
        state.note = ()
    if state.presses >> DOUBLE & 1:
        _answer(state, DARE)
    elif state.presses >> START & 1 or state.presses >> COLLECT & 1 or state.now_ms >= state.ask_until_ms:
        _answer(state, TAKE)
    else:
        state.wake_at(state.ask_until_ms)


def _answer(state: State, what: int) -> None:
    """Decide the answer and commit it, with the prize if it ends there."""
    won = state.state[_WON_AT]
    state.state, outcome = payout.step(state.state, 0, what)
    cents = struct.unpack_from("<I", outcome, _PRIZE_AT)[0]
    if what == DARE:
        state.outcome = outcome
        state.roll = 0
        state.roll_due_ms = state.now_ms + ANSWER_PAUSE_MS
        won += 1 if cents else 0
    if not offered(state.state):
        book(state, cents)
    state.ask_until_ms = -1
    state.presses = 0
    state.wake_at(state.now_ms)
    _record(state, won, not cents)
    store.commit(state)


def book(state: State, cents: int) -> None:
    """Take what the play of the last outcome has won into the books; the caller commits."""
    state.pending_cents = cents
    state.won_cents += cents
    if answered(state.outcome):
        state.prizes += 1 if cents else 0
        return
    for number in range(state.outcome[ENTRIES_AT]):
        if struct.unpack_from("<I", state.outcome, _PRIZE_AT + ENTRY_SIZE * number)[0]:
            state.prizes += 1


def _record(state: State, won: int, lost: bool) -> None:
    """
    Count the gambles of this prize in the row of its play, unless that row is somebody else's.

    The row differs from the one that stands there in this count, its seal and its CRC alone, so one that a
    power cut tore half way can be read as well.
    """
    raw = recall.raw(state.starts)
    row = nvram.fields(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, raw)
    genuine = recall.play(state, state.starts) is not None or _torn(state, row, raw)
    if row["sequence"] == state.starts and genuine:
        row["gamble"] = won + (nvram.LOST if lost else 0)
        store.write_play(state, state.starts, row)


def _torn(state: State, row: dict, raw: bytes) -> bool:
    """Tell whether bytes are the beginning of one row of ours and the end of another, but for its gambles."""
    at = nvram.place(state.starts)
    counts = list(range(settings.GAMBLE_ROUNDS + 1))
    ours = []
    for count in counts + [nvram.LOST + number for number in counts] + [nvram.RETURNED]:
        row["gamble"] = count
        ours.append(nvram.pack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, state.starts, row, at, state.seals))
    for cut in range(len(raw)):
        begun = [known for known in ours if raw[:cut] == known[:cut]]
        if begun and [known for known in ours if raw[cut:] == known[cut:]]:
            return True
    return False


def returned(outcome: bytes) -> int:
    """Return the cents of a play's prizes that give back what gambles had lost."""
    cents = 0
    for number in range(outcome[ENTRIES_AT]):
        at = ENTRY_SIZE * number
        if outcome[ENTRY_AT + at + RETURNED_AT]:
            cents += struct.unpack_from("<I", outcome, _PRIZE_AT + at)[0]
    return cents


def given_back(outcome: bytes) -> tuple:
    """Return the message of a play that gives something back, or an empty one."""
    cents = returned(outcome)
    if not cents:
        return ()
    won = 0
    for number in range(outcome[ENTRIES_AT]):
        won += struct.unpack_from("<I", outcome, _PRIZE_AT + ENTRY_SIZE * number)[0]
    given = texts.amount(cents)
    return ("returned", given) if cents == won else ("prize_returned", texts.amount(won), given)


def raised(outcome: bytes) -> tuple:
    """Return the row of settings.RAISES by which a prize of the play was raised (B-24), or an empty one."""
    for number in range(outcome[ENTRIES_AT]):
        # The class that the plan dealt stands beside the one that is shown.
        planned = outcome[ENTRY_AT + ENTRY_SIZE * number + PLANNED_AT]
        for row in settings.RAISES:
            if planned and row[0] == settings.PRIZES_CENTS[planned]:
                return row
    return ()
