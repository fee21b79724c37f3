# SPDX-License-Identifier: MIT
"""What sounds of tables are made of: hard bodies that meet, cards on cloth, a small chime."""

from __future__ import annotations

import math

import numpy as np

from emulator.panel.art.waves import Wave, mix, noise, times


def click(hz: float, ms: float, seed: int, hiss: float = 0.5) -> Wave:
    """Two hard bodies that meet: a short tone of their material, and the blow itself."""
    t = times(ms)
    body = np.sin(2 * math.pi * hz * t) + 0.5 * np.sin(2 * math.pi * hz * 2.31 * t)
    return np.asarray((body + noise(len(t), seed) * hiss) * np.exp(-t * 1000 / (ms / 6)), dtype=np.float32)


def slide(ms: float, seed: int) -> Wave:
    """Card on cloth: noise that swells and goes, and the flick at its end."""
    t = times(ms)
    shape = np.sin(np.pi * np.clip(t * 1000 / ms, 0, 1)) ** 2
    hiss = np.convolve(noise(len(t), seed), np.ones(5, dtype=np.float32) / 5, mode="same") * shape
    return mix([(0, np.asarray(hiss, dtype=np.float32), 1.0), (ms * 0.7, click(900, 24, seed + 1, 1.2), 0.6)])


def chime() -> Wave:
    """Three notes that rise: a win."""
    parts = []
    for i, semitones in enumerate((3, 7, 12)):
        t = times(420)
        hz = 440 * 2 ** (semitones / 12)
        tone = np.sin(2 * math.pi * hz * t) * np.exp(-t * 9) + 0.3 * np.sin(4 * math.pi * hz * t) * np.exp(
            -t * 16
        )
        parts.append((i * 90.0, np.asarray(tone, dtype=np.float32), 1.0))
    return mix(parts)


def roll(ms: float, seed: int) -> Wave:
    """A ball on polished wood, a stretch of it that can follow itself."""
    t = times(ms)
    low = np.convolve(noise(len(t), seed), np.ones(22, dtype=np.float32) / 22, mode="same")
    grit = np.convolve(noise(len(t), seed + 1), np.ones(4, dtype=np.float32) / 4, mode="same")
    shape = np.sin(np.pi * np.clip(t * 1000 / ms, 0, 1)) ** 0.7
    return np.asarray((low * 2.2 + grit * 0.35) * shape, dtype=np.float32)
