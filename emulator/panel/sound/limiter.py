# SPDX-License-Identifier: MIT
"""
A look-ahead limiter: no sample of what it lets through is above its ceiling, whatever comes in.

    limiter = Limiter(ceiling=0.5, rate_hz=32_000)
    out = limiter.limited(block)          # as long as the block, LOOK_MS later

The gain that a sample needs is held over the look-ahead (a running minimum) and averaged over as long again.
Every gain in the mean that meets a peak is then at most what the peak needs, and the gain turns without a
corner. Source: U. Zoelzer (ed.), DAFX, 2nd edition (2011), section 4.2.2, limiter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LOOK_MS = 4
# The gain comes back by 20 dB in so long: slow enough not to follow the waves of a low note.
_RELEASE_MS = 200
# A ramp up and down again is 1 less some 1e-16: taken as 1, or a gain that has come back would never rest.
_ROUNDING = 1e-9

_Samples = npt.NDArray[np.float64]


class LimiterState(NamedTuple):
    """What the limiter remembers between two blocks."""

    waiting: _Samples
    """Samples that came in and are not out yet."""
    held: _Samples
    """Gains before the mean."""
    needs: _Samples
    """Gains that the latest samples need."""


class Limiter:
    """
    Keeps one channel below a ceiling.

    Args:
        ceiling: of full scale, 0 to 1.
        rate_hz: samples a second.
    """

    def __init__(self, ceiling: float, rate_hz: int) -> None:
        self.ceiling = ceiling
        self.look = rate_hz * LOOK_MS // 1_000
        self._rise = 10 ** (1_000 / (_RELEASE_MS * rate_hz))
        self._flat = np.ones(self.look - 1)
        self.state = LimiterState(np.zeros(self.look - 1), self._flat, self._flat)
        self._looked_at: LimiterState | None = None
        self._rests = True

    @property
    def at_rest(self) -> bool:
        """Nothing waits to come out, and the gain is 1."""
        state = self.state
        if state is not self._looked_at:  # one that is silent is asked in every frame, and stays what it is
            self._looked_at = state
            self._rests = not state.waiting.any() and bool(
                (state.held >= 1).all() and (state.needs >= 1).all()
            )
        return self._rests

    def limited(self, block: npt.NDArray[np.float32]) -> _Samples:
        """The samples of ``look - 1`` before and on, as many as came in, at or below the ceiling."""
        waiting, held, needs = self.state
        came = np.concatenate([waiting, block])
        out, rest = came[: len(block)], came[len(block) :]
        loudest = float(np.abs(block).max(initial=0.0))
        if loudest <= self.ceiling and held[-1] >= 1 and (needs >= 1).all() and (held >= 1).all():
            self.state = LimiterState(rest, self._flat, self._flat)
            return out
        over = np.maximum(np.abs(block) / self.ceiling, 1.0)
        needed = np.concatenate([needs, 1.0 / over])
        least = np.lib.stride_tricks.sliding_window_view(needed, self.look).min(axis=1)
        gains = np.concatenate([held, self._released(least, float(held[-1]))])
        sums = np.cumsum(np.concatenate([[0.0], gains]))
        mean = (sums[self.look :] - sums[: -self.look]) / self.look
        self.state = LimiterState(rest, gains[-(self.look - 1) :], needed[-(self.look - 1) :])
        # Rounding leaves 1e-12 over it.
        return np.asarray(np.clip(out * mean, -self.ceiling, self.ceiling), dtype=np.float64)

    def _released(self, least: _Samples, before: float) -> _Samples:
        """Down at once, up by no more than the release allows."""
        ramp = self._rise ** np.arange(1, len(least) + 1)
        lowest = np.minimum.accumulate(np.concatenate([[before], least / ramp]))[1:]
        gains = np.asarray(lowest * ramp, dtype=np.float64)
        gains[gains > 1 - _ROUNDING] = 1.0
        return gains
