# SPDX-License-Identifier: MIT
"""
The light stopper: where the light stands, and what a press is worth. Time and presses decide, nothing else.

Pure, with whole milliseconds since the round began. The light starts opposite the mark and is on it after
half a lap, and then once a lap; light 0 is the one at the mark.

    stopper.off_ms(803, 1600)                    # 3: pressed 3 ms late
    stopper.points(3, ((4, 100), (12, 60)))      # 100
"""


def light(at_ms: int, lap_ms: int, lights: int) -> int:
    """Return which light is lit; each is lit from half a step before its instant to half a step after it."""
    return (lights // 2 + (at_ms * lights + lap_ms // 2) // lap_ms) % lights


def off_ms(at_ms: int, lap_ms: int) -> int:
    """Return how far from the mark's instant a press comes: below 0 early, above 0 late."""
    return at_ms % lap_ms - lap_ms // 2


def points(off: int, zones: tuple) -> int:
    """Return the points of a press; zones are (within ms, points) from the nearest to the widest."""
    for within_ms, worth in zones:
        if abs(off) <= within_ms:
            return worth
    return 0
