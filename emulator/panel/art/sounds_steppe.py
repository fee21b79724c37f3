# SPDX-License-Identifier: MIT
"""Sounds of the steppe: tunes on plucked strings, reels that stop like castanets."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

_Wave = npt.NDArray[np.float32]
_Notes = tuple[tuple[int, int, int], ...]


def pluck(hz: float, t: _Wave, length_ms: int) -> _Wave:
    """A gut string plucked near its bridge: high partials are weak at the knot there, and die first."""
    decay = 3_000 / length_ms
    tone = sum(
        math.sin(math.pi * k * 0.21)
        / k
        * np.sin(2 * math.pi * hz * k * t)
        * np.exp(-t * decay * (0.7 + k / 2))
        for k in range(1, 9)
    )
    nail = np.sin(2 * math.pi * 3_100 * t) * np.exp(-t * 700) * 0.12
    return np.asarray(tone + nail, dtype=np.float32)


def castanet(pitch: float, t: _Wave) -> _Wave:
    """Two shells of wood, the second a moment after the first, over the thump of the motor that holds."""
    out = np.sin(2 * math.pi * 105 * pitch * t) * np.exp(-t * 30) * 0.8
    for start, level in ((0.0, 1.0), (0.028, 0.55)):
        late = np.clip(t - start, 0, None)
        clack = sum(
            np.sin(2 * math.pi * hz * pitch * late) * part
            for hz, part in ((1_180, 1.0), (2_260, 0.6), (3_490, 0.3))
        )
        out = out + clack * np.exp(-late * 110) * (t >= start) * level
    return np.asarray(out, dtype=np.float32)


def _strum(start: int, chord: tuple[int, ...], length: int, apart: int = 16) -> _Notes:
    return tuple((start + apart * i, note, length) for i, note in enumerate(chord))


# Notes as (start in ms, semitones over A4, length in ms): a minor, G, F, E, as so many songs go down.
_A, _G, _F, _E = (-12, -5, 0, 3, 7), (-14, -7, -2, 2, 5), (-16, -9, -4, 0, 3), (-17, -10, -5, -1, 2, 7)
SMALL: _Notes = (*_strum(0, (-5, -1, 2), 300, 40), (150, 7, 520))
MIDDLE: _Notes = (
    *_strum(0, _A, 260),
    *_strum(200, _G, 260),
    *_strum(400, _F, 260),
    *_strum(600, _E, 900, 24),
    (760, 11, 700),
)
LARGE: _Notes = (
    *((85 * i, note, 240) for i, note in enumerate((-5, -4, -1, 0, 2, 3, 5, 7, 8, 7, 5, 3))),
    *_strum(1_060, _A, 320), *_strum(1_240, _A, 200),
    *_strum(1_420, _G, 320), *_strum(1_600, _G, 200),
    *_strum(1_780, _F, 320), *_strum(1_960, _F, 200),
    *_strum(2_140, _E, 1_400, 30),
    *((2_420 + 90 * i, note, 320) for i, note in enumerate((7, 11, 14, 19))),
)  # fmt: skip
