# SPDX-License-Identifier: MIT
"""Hold (B-23): reels of a losing play that the player keeps for the next one."""

import struct

import settings
from outcome_at import HOLD_OFFER_AT
from state import HOLD, REELS, State


def offer(state: State) -> int:
    """Return the masks on offer after the last play: bit m set means that mask m may be held next."""
    if not settings.HOLD:
        return 0
    outcome = state.test_outcome if state.test_state else state.outcome
    return int(struct.unpack_from("<I", outcome, HOLD_OFFER_AT)[0])


def offered(state: State, mask: int) -> bool:
    """Tell whether exactly these reels may be held, bit 0 the left one."""
    return offer(state) >> mask & 1 != 0


def reachable(state: State, mask: int) -> bool:
    """Tell whether pressing more hold buttons can still make an offered mask of this one."""
    masks = offer(state)
    wanted = mask
    while masks >> wanted:
        if masks >> wanted & 1 and wanted & mask == mask:
            return True
        wanted += 1
    return False


def take(state: State) -> bool:
    """Toggle the reels whose hold buttons were pressed; True if any changed."""
    changed = False
    for reel in range(REELS):
        if state.presses >> (HOLD + reel) & 1:
            mask = state.hold_mask ^ (1 << reel)
            if not mask or state.hold_mask >> reel & 1 or reachable(state, mask):
                state.hold_mask = mask
                changed = True
    return changed
