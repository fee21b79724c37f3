# SPDX-License-Identifier: MIT
"""What the self-audit asks of a machine of type B alone: prizes apart from credits, limits of the law."""

import nvram
import settings
from outcome_at import ENTRIES_AT
from state import State

# The books have a prize from the commit of its play on; its outcome hides it until the reels have shown it.
COUNTED_AT_ONCE = True
# The most that a play can win (B-04, B-05), with its gamble (B-22).
_PRIZE_MAX_CENTS = max(
    settings.LARGEST_SINGLE_CENTS,
    settings.LARGEST_DOUBLE_CENTS,
    settings.GAMBLE_SINGLE_MAX_CENTS,
    settings.GAMBLE_DOUBLE_MAX_CENTS,
)


def sums(state: State) -> str:
    """Prizes are paid as prizes, to the cent: none becomes a credit, no credit becomes one (B-13, B-14)."""
    prizes_cents = (
        state.prize_meter_cents + state.pending_cents + state.meter_paid_cents + state.prize_paid_cents
    )
    if state.queue_kinds[0]:
        for row in range(nvram.MAX_QUEUE):
            kind = state.queue_kinds[row]
            if kind == nvram.KIND_METER or nvram.prize(kind):
                prizes_cents += state.queue_cents[row]
    return "" if prizes_cents == state.won_cents else "apart"


def limits(state: State) -> str:
    """Each counter in its limit (B-12, B-13, B-14), no prize above the largest, the price of each play."""
    if state.credits_cents > settings.CREDITS_MAX_CENTS:
        return "credits"
    if state.reserve_cents > settings.RESERVE_MAX_CENTS:
        return "reserve"
    most_cents = max(settings.PRIZE_METER_MAX_CENTS, settings.PRIZE_METER_MAX_DOUBLE_CENTS)
    if state.prize_meter_cents and state.prize_meter_cents >= most_cents:
        return "prize"
    if state.pending_cents > _PRIZE_MAX_CENTS:
        return "prize"
    # How many entries the last play took; one more is none that the program makes.
    if state.outcome[ENTRIES_AT] > settings.SIMULTANEOUS_MAX:
        return "plays"
    return "" if state.staked_cents == state.plays * settings.PRICE_CENTS else "stakes"
