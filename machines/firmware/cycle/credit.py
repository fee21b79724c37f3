# SPDX-License-Identifier: MIT
"""
Money inside a machine of type B: credits, reserve, prize meter, and what of it is queued for payment.

Every function moves cents from one bucket to another on the state object and commits nothing: the
caller gathers all that one event moves and commits it once.
"""

import nvram
import owed
import settings
import stock
from state import State


def fits(state: State, cents: int) -> bool:
    """Tell whether a coin still fits into credits and reserve together (B-12, B-13)."""
    room_cents = settings.CREDITS_MAX_CENTS + settings.RESERVE_MAX_CENTS
    return _inserted(state) + cents <= room_cents


def _inserted(state: State) -> int:
    """Return the money that was inserted and not played, with a note that is on its way to the stacker."""
    coming_cents = settings.NOTE_CENTS if state.note_stage == nvram.NOTE_SENT else 0
    return state.credits_cents + state.reserve_cents + coming_cents


def insert(state: State, coin: int) -> None:
    """
    Book a coin that fell through.

    Args:
        coin: index of its value in settings.COINS.
    """
    cents = settings.COINS[coin][0]
    state.coin_in_cents += cents
    state.coins_in[coin] += 1
    take(state, cents)


def take(state: State, cents: int) -> None:
    """Keep money that came in: credits first, then reserve, and what fits neither goes back (B-21)."""
    to_credits = min(cents, settings.CREDITS_MAX_CENTS - state.credits_cents)
    to_reserve = min(cents - to_credits, settings.RESERVE_MAX_CENTS - state.reserve_cents)
    state.credits_cents += to_credits
    state.reserve_cents += to_reserve
    owed.owe(state, nvram.KIND_EXCESS, cents - to_credits - to_reserve)


def admits(state: State, cents: int) -> bool:
    """Tell whether a coin of this value may come in now (B-12, B-17, B-20, B-21)."""
    # While a double play is shown its prize may still have to be paid.
    entries = 2 if state.phase == nvram.PHASE_ROLLING and state.simultaneous > 1 else 1
    return cents <= settings.MAX_INSERT_CENTS and fits(state, cents) and payable(state, entries, cents)


def reserve_may_move(state: State) -> bool:
    """Tell whether the reserve may go to the credits: only to an empty credit counter (B-13)."""
    return state.reserve_cents > 0 and not state.credits_cents


def reserve_to_credits(state: State) -> bool:
    """Move the reserve to the empty credit counter (B-13); False if there is nothing that may move."""
    if state.credits_cents or not state.reserve_cents:
        return False
    cents = min(state.reserve_cents, settings.CREDITS_MAX_CENTS)
    state.reserve_cents -= cents
    state.credits_cents += cents
    return True


def collect(state: State) -> bool:
    """Queue what COLLECT pays: the prize meter, or else all money not played; False if there is none."""
    if state.prize_meter_cents:
        owe_prize_meter(state)
        return True
    cents = state.reserve_cents + state.credits_cents
    state.reserve_cents = 0
    state.credits_cents = 0
    owed.owe(state, nvram.KIND_REFUND, cents)
    return cents > 0


def owe_prize_meter(state: State) -> None:
    """Queue the whole prize meter for payment."""
    owed.owe(state, nvram.KIND_METER, state.prize_meter_cents)
    state.prize_meter_cents = 0


def give(state: State, cents: int) -> None:
    """Queue what a shared pot gave (B-26)."""
    owed.owe(state, nvram.KIND_LINK, cents)


def award(state: State) -> None:
    """
    Give the prize of the play that was just shown: to the prize meter, or out at once (B-14, B-16).

    When meter and prize together reach the maximum the meter is paid first and then the prize, each
    payment booked on its own. The maximum is that of this play, single or double, whatever the plays
    before it were, and whether it wins or loses: after a single play no more than that of one remains.
    """
    cents = state.pending_cents
    state.pending_cents = 0
    double = state.simultaneous > 1
    limit_cents = settings.PRIZE_METER_MAX_DOUBLE_CENTS if double else settings.PRIZE_METER_MAX_CENTS
    if state.prize_meter_cents + cents < limit_cents:
        state.prize_meter_cents += cents
        return
    owe_prize_meter(state)
    owed.owe(state, nvram.KIND_PRIZE, cents)


def _hardest(amounts: list[int]) -> tuple:
    """
    Return the amounts that are hardest to pay, one for each remainder by the largest coin.

    Whoever can pay one of them can pay every smaller amount of the same remainder, too.
    """
    coin_cents = max([row[0] for row in settings.HOPPERS])
    hardest: dict[int, int] = {}
    for cents in amounts:
        rest = cents % coin_cents
        hardest[rest] = max(cents, hardest.get(rest, 0))
    return tuple(sorted(hardest.values()))


def _double_prizes() -> list[int]:
    found = []
    for first in settings.PRIZES_CENTS:
        for second in settings.PRIZES_CENTS:
            if first + second <= settings.LARGEST_DOUBLE_CENTS:
                found.append(first + second)
    return found


def _with_gambles(amounts: list[int], most_cents: int) -> list[int]:
    """Return these prizes and whatever gambles can make of them."""
    found = list(amounts)
    for cents in amounts:
        for _ in range(settings.GAMBLE_ROUNDS):
            cents *= 2
            if 0 < cents <= most_cents and cents not in found:
                found.append(cents)
    return found


SINGLE_PRIZES = _hardest(
    _with_gambles(
        [cents for cents in settings.PRIZES_CENTS if cents <= settings.LARGEST_SINGLE_CENTS],
        settings.GAMBLE_SINGLE_MAX_CENTS,
    )
)
DOUBLE_PRIZES = _hardest(_with_gambles(_double_prizes(), settings.GAMBLE_DOUBLE_MAX_CENTS))


def _award() -> tuple:
    """
    Return amounts that whoever can pay one after the other can pay any award of the link (B-20, B-26).

    Awards are multiples of the smallest coin: the largest of them in whole coins of the largest value, and
    the most that is missing to one more.
    """
    if not settings.LINK:
        return ()
    coin_cents, unit_cents = max(stock.VALUES), min(stock.VALUES)
    return settings.LINK_AWARD_MAX_CENTS // coin_cents * coin_cents, coin_cents - unit_cents


AWARD = _award()

# Hoppers of the largest coin and of the smallest, where every prize is made of these.
_TOP, _UNIT = stock.BY_VALUE[0], stock.BY_VALUE[-1]
_TOP_CENTS, _UNIT_CENTS = stock.VALUES[_TOP], stock.VALUES[_UNIT]
_EVEN = (
    stock.NESTED
    and _TOP != _UNIT
    and not any([cents % _UNIT_CENTS for cents in SINGLE_PRIZES + DOUBLE_PRIZES])
)


def payable(state: State, entries: int, coin_cents: int = 0) -> bool:
    """
    Tell whether the hoppers can pay the meter, the inserted money and any prize of a play (B-20).

    The inserted money is what it is now and what the stake leaves of it: 1.00 may need one coin and the
    0.80 that remain of it eight. Answers hold until the next commit: what they follow from is all committed.

    Args:
        entries: 1 for a single play, 2 for a double one.
        coin_cents: a coin that is about to be inserted, too.
    """
    if state.payable_at != state.sequence:
        state.payable_at = state.sequence
        key = (stock.counts(state), state.prize_meter_cents, _inserted(state))
        if key != state.payable_key:
            state.payable_key = key
            state.payable_answers = []
    question = coin_cents * 2 + entries
    for known in state.payable_answers:
        if known >> 1 == question:
            return known & 1 != 0
    answer = _answer(state, entries, coin_cents)
    state.payable_answers.append(question << 1 | answer)
    return answer


def _answer(state: State, entries: int, coin_cents: int) -> bool:
    counts, meter_cents, inserted_cents = state.payable_key
    prizes = DOUBLE_PRIZES if entries > 1 else SINGLE_PRIZES
    inserted_cents += coin_cents
    rest_cents = max(0, inserted_cents - entries * settings.PRICE_CENTS)
    return all([_all_payable(counts, meter_cents, cents, prizes) for cents in (inserted_cents, rest_cents)])


def _all_payable(counts: list[int], meter_cents: int, inserted_cents: int, prizes: tuple) -> bool:
    left = list(counts)
    for cents in (meter_cents, inserted_cents) + AWARD:
        if stock.take(left, cents):
            return False
    # As much as the largest coins may leave of a prize; what the smallest pay alone nobody has to plan.
    rest_cents = max(_TOP_CENTS - _UNIT_CENTS, prizes[-1] - left[_TOP] * _TOP_CENTS)
    if _EVEN and left[_UNIT] * _UNIT_CENTS >= rest_cents:
        return True
    return all(stock.take(list(left), prize_cents) == 0 for prize_cents in prizes)
