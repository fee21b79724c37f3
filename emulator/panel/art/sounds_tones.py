# SPDX-License-Identifier: MIT
"""Instruments on which a machine's tunes are played: each takes pitch in Hz, times in s, length in ms."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from emulator.panel.art.waves import Wave, noise, soft


def _partials(hz: float, t: Wave, decays_ms: Iterable[tuple[float, float, float]]) -> Wave:
    """Partials that die away: (ratio to the pitch, level, milliseconds)."""
    out = np.zeros_like(t)
    for ratio, level, decay_ms in decays_ms:
        if hz * ratio < 14_000:
            out += level * np.sin(2 * math.pi * hz * ratio * t) * np.exp(-t * 1000 / decay_ms)
    return np.asarray(out, dtype=np.float32)


def bars(hz: float, t: Wave, length_ms: int) -> Wave:
    """Struck steel bars, as of a glockenspiel."""
    return _partials(
        hz,
        t,
        (
            (ratio, level, length_ms * 0.38 / ratio**0.6)
            for ratio, level in ((1.0, 1.0), (2.0, 0.35), (2.76, 0.35), (5.4, 0.12))
        ),
    )


def strings(hz: float, t: Wave, length_ms: int) -> Wave:
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


def marimba(hz: float, t: Wave, length_ms: int) -> Wave:
    """Rosewood over a tube: the fourth harmonic of an arched bar, a soft mallet."""
    wood = _partials(hz, t, ((1.0, 1.0, 190), (3.93, 0.28, 60), (9.3, 0.10, 18)))
    tube = np.sin(2 * math.pi * hz * t) * np.exp(-t * 1000 / (length_ms * 0.5)) * 0.3
    mallet = soft(noise(len(t), 31), 12) * np.exp(-t * 260) * 0.5
    return np.asarray(wood + tube + mallet, dtype=np.float32)


def drops(hz: float, t: Wave, length_ms: int) -> Wave:
    """Drops in a still pool: the bubble's pitch rises as it closes, and a ring is left on the water."""
    bend = 1 - 0.22 * np.exp(-t * 70)
    phase = 2 * math.pi * hz * np.cumsum(bend) / max(1, len(t)) * (t[-1] if len(t) else 0)
    bubble = np.sin(phase) * np.exp(-t * 1000 / (length_ms * 0.3))
    ring = 0.3 * np.sin(2 * math.pi * hz * 2.01 * t) * np.exp(-t * 1000 / (length_ms * 0.45))
    return np.asarray((bubble + ring) * np.clip(t * 300, 0, 1), dtype=np.float32)


def horn(hz: float, t: Wave, length_ms: int) -> Wave:
    """A horn without valves: brightness follows loudness, and the note is lipped from below."""
    end = length_ms / 1_000
    swell = np.clip(t / 0.045, 0, 1) * np.clip((end - t) / 0.09, 0, 1) ** 0.5
    phase = 2 * math.pi * hz * (t - 0.0012 * np.exp(-t * 45))
    tone = sum(np.sin(k * phase) * swell ** (1 + 0.35 * k) / k**0.9 for k in range(1, 9))
    return np.asarray(tone, dtype=np.float32)


def crystal(hz: float, t: Wave, length_ms: int) -> Wave:
    """Ice and glass: frequency modulation at 3.5 times the pitch, pure once it rings out."""
    index = 2.4 * np.exp(-t * 1000 / (length_ms * 0.16))
    tone = np.sin(2 * math.pi * hz * t + index * np.sin(2 * math.pi * hz * 3.5 * t))
    return np.asarray(tone * np.exp(-t * 1000 / (length_ms * 0.42)), dtype=np.float32)


def psaltery(hz: float, t: Wave, length_ms: int) -> Wave:
    """Metal strings in courses of two, a hair apart, with a quill: bright, and beating."""
    out = np.zeros_like(t)
    for course in (0.9985, 1.0015):
        for k in range(1, 13):
            if hz * k < 13_000:
                level = math.sin(math.pi * k * 0.13) / k**0.75
                out += (
                    level
                    * np.sin(2 * math.pi * hz * course * k * t)
                    * np.exp(-t * (2.2 + k) * 900 / length_ms)
                )
    quill = noise(len(t), 37) * np.exp(-t * 900) * 0.35
    return np.asarray(out + quill, dtype=np.float32)


def organ(hz: float, t: Wave, length_ms: int) -> Wave:
    """Flue pipes of eight, four and two feet: they speak with a breath, and do not die away."""
    end = length_ms / 1_000
    wind = np.clip(t / 0.03, 0, 1) * np.clip((end - t) / 0.06, 0, 1)
    pipes = sum(
        level * np.sin(2 * math.pi * hz * k * t)
        for k, level in ((1, 1.0), (2, 0.55), (3, 0.18), (4, 0.35), (8, 0.12))
    )
    breath = soft(noise(len(t), 41), 5) * np.exp(-t * 60) * 0.5
    return np.asarray((pipes + breath) * wind, dtype=np.float32)


def celesta(hz: float, t: Wave, length_ms: int) -> Wave:
    """Steel plates over wood, struck by felt, with the sparkle of a comet's tail behind each note."""
    plate = _partials(hz, t, ((1.0, 1.0, length_ms * 0.4), (4.0, 0.3, length_ms * 0.15), (6.3, 0.12, 60)))
    late = np.clip(t - 0.07, 0, None)
    tail = (
        0.18 * np.sin(2 * math.pi * hz * 4 * late) * np.exp(-late * 9) * np.sin(2 * math.pi * 17 * late) ** 2
    )
    return np.asarray(plate + tail, dtype=np.float32)


def barrel_organ(hz: float, t: Wave, length_ms: int) -> Wave:
    """Reeds of a street organ: odd harmonics, two ranks out of tune, the bellows' tremor."""
    end = length_ms / 1_000
    wind = (
        np.clip(t / 0.02, 0, 1) * np.clip((end - t) / 0.04, 0, 1) * (1 + 0.18 * np.sin(2 * math.pi * 6.5 * t))
    )
    reeds = np.zeros_like(t)
    for rank in (0.996, 1.004):
        for k in (1, 3, 5, 7):
            reeds += np.sin(2 * math.pi * hz * rank * k * t) / k**1.1
    return np.asarray(reeds * wind, dtype=np.float32)


def bandurria(hz: float, t: Wave, length_ms: int) -> Wave:
    """Steel strings played tremolo with a plectrum, fifteen strokes a second, as a round of strings does."""
    stroke_s = 1 / 15
    since = np.mod(t, np.float32(stroke_s))
    strike = np.exp(-since * 16)
    tone = sum(
        math.sin(math.pi * k * 0.17) / k * np.sin(2 * math.pi * hz * k * t) * np.exp(-since * 3 * k)
        for k in range(1, 10)
    )
    pick = soft(noise(len(t), 43), 3) * np.exp(-since * 800) * 0.18
    swell = np.clip((length_ms / 1_000 - t) / 0.05, 0, 1)
    return np.asarray((tone * strike + pick) * swell, dtype=np.float32)


def music_box(hz: float, t: Wave, length_ms: int) -> Wave:
    """A steel comb plucked by pins: modes of a bar held at one end, and the tick of the damper before."""
    teeth = _partials(hz, t, ((1.0, 1.0, length_ms * 0.35), (6.27, 0.22, 70), (17.55, 0.06, 18)))
    tick = soft(noise(len(t), 61), 2) * np.exp(-t * 1_200) * 0.3
    return np.asarray(teeth + tick, dtype=np.float32)


def muted_trumpet(hz: float, t: Wave, length_ms: int) -> Wave:
    """A trumpet with a harmon mute, as a casino's band has: thin below, a nasal band about 1,700 Hz."""
    end = length_ms / 1_000
    swell = np.clip(t / 0.02, 0, 1) * np.clip((end - t) / 0.05, 0, 1)
    bend = 0.0006 * np.sin(2 * math.pi * 5.5 * t) * np.clip(t * 4 - 0.4, 0, 1)
    out = np.zeros_like(t)
    for k in range(1, 15):
        if hz * k < 12_000:
            level = 0.12 + math.exp(-(((hz * k - 1_700) / 900) ** 2))
            out += level / k**0.3 * np.sin(2 * math.pi * hz * k * (t + bend))
    return np.asarray(out * swell, dtype=np.float32)


def brass_band(hz: float, t: Wave, length_ms: int) -> Wave:
    """Three players of a village band in unison and in the octave below, none quite in tune."""
    return np.asarray(
        horn(hz * 0.997, t, length_ms) + horn(hz * 1.004, t, length_ms) + 0.8 * horn(hz / 2, t, length_ms),
        dtype=np.float32,
    )


def vibraphone(hz: float, t: Wave, length_ms: int) -> Wave:
    """Aluminium bars over tubes whose discs turn five times a second, as in a club."""
    bar = _partials(hz, t, ((1.0, 1.0, length_ms * 0.6), (4.0, 0.18, length_ms * 0.2), (10.0, 0.05, 30)))
    return np.asarray(bar * (1 - 0.28 * (0.5 - 0.5 * np.cos(2 * math.pi * 5 * t))), dtype=np.float32)
