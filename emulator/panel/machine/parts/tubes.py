# SPDX-License-Identifier: MIT
"""The tube behind a reel: it strikes as fluorescent tubes do, twice in vain, and then burns."""

from __future__ import annotations

# Level of the light from so many milliseconds on, of one that burns.
_STRIKES = ((0, 0.30), (40, 0.95), (75, 0.42), (125, 1.05), (160, 0.72), (205, 1.0))
STRIKE_MS = 205
# From one tube to the next: no two strike at once.
APART_MS = 45
_DARK = 0.78  # what the room's light alone leaves of a reel


class Backlights:
    """Follows the lamps of all reels; knows how bright each tube is."""

    def __init__(self, count: int) -> None:
        self._lit: list[bool | None] = [None] * count
        self._since_us = [0] * count

    def level(self, number: int, lit: bool, now_us: int) -> float:
        """What is left of a reel's light, 0 to 1: less while its tube has been switched on and strikes."""
        before, self._lit[number] = self._lit[number], lit
        if lit and before is False:
            self._since_us[number] = max(1, now_us)
        if not lit or not self._since_us[number]:
            self._since_us[number] = 0
            return 1.0
        return struck((now_us - self._since_us[number]) // 1_000 - number * APART_MS)


def struck(since_ms: int) -> float:
    """How bright a tube is so long after it was switched on; before its turn it is dark."""
    if since_ms >= STRIKE_MS:
        return 1.0
    level = next((level for begins_ms, level in reversed(_STRIKES) if since_ms >= begins_ms), 0.0)
    return min(1.0, _DARK + (1 - _DARK) * level)
