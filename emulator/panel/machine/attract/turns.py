# SPDX-License-Identifier: MIT
"""
Reels that turn in a picture alone, over a machine that rests.

Nothing moves in the cabinet meanwhile: no motor runs and no stop is drawn by lot. Every reel makes a whole
number of turns and comes to rest on the stop on which it really stands.
"""

from __future__ import annotations

from dataclasses import replace

from emulator.cabinet.front import ReelView
from emulator.panel.machine.parts.seen import WINDOW_FIRST, Seen

TURN_U16 = 65_536
TURNS_A_SECOND = 0.36  # slow enough that a passer-by knows the symbols
SPEED_UP_MS = 600
BRAKE_MS = 450
STOPS_APART_MS = 420
# From the last stop to the end of the idea, in which the true window stands.
REST_MS = 1_100


def turned(seen: Seen, since_ms: int, length_ms: int) -> Seen:
    """
    What is seen with its reels in a drawn turn, the tubes behind them lit.

    Args:
        since_ms: milliseconds since the idea began, 0 to ``length_ms``.
    """
    last = len(seen.reels) - 1
    reels = [
        _turned(reel, since_ms, length_ms - REST_MS - (last - number) * STOPS_APART_MS, seen.now_us)
        for number, reel in enumerate(seen.reels)
    ]
    tubes = frozenset(WINDOW_FIRST + number for number in range(len(reels)))
    return replace(seen, reels=reels, glass=seen.glass | tubes)


def _turned(reel: ReelView, since_ms: int, stops_ms: int, now_us: int) -> ReelView:
    if since_ms >= stops_ms:
        return replace(reel, moving=False, stopped_at_us=max(1, now_us - (since_ms - stops_ms) * 1_000))
    way = round(way_turns(since_ms, stops_ms) * TURN_U16)
    return replace(reel, position_u16=(reel.position_u16 + way) % TURN_U16, moving=True, stopped_at_us=0)


def way_turns(since_ms: int, stops_ms: int) -> float:
    """Turns made so far of a turn that speeds up, runs, brakes and ends after a whole number of them."""
    at_speed_ms = stops_ms - (SPEED_UP_MS + BRAKE_MS) / 2
    whole = max(1, round(TURNS_A_SECOND * at_speed_ms / 1_000))
    speed = whole / at_speed_ms
    if since_ms < SPEED_UP_MS:
        return speed * since_ms * since_ms / (2 * SPEED_UP_MS)
    left_ms = stops_ms - since_ms
    if left_ms < BRAKE_MS:
        return whole - speed * left_ms * left_ms / (2 * BRAKE_MS)
    return speed * (since_ms - SPEED_UP_MS / 2)
