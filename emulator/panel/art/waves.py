# SPDX-License-Identifier: MIT
"""What sounds are made of: times, noise, struck metal, layers, loops, and the small room around all of it."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

RATE_HZ = 32_000

Wave = npt.NDArray[np.float32]


def times(ms: float) -> Wave:
    """The seconds of every sample."""
    return np.arange(round(RATE_HZ * ms / 1000), dtype=np.float32) / np.float32(RATE_HZ)


def noise(count: int, seed: int) -> Wave:
    """White noise, the same for a seed."""
    return np.random.default_rng(seed).standard_normal(count).astype(np.float32)


def soft(wave: Wave, length: int) -> Wave:
    """A moving mean: takes the hiss out of noise."""
    return np.asarray(
        np.convolve(wave, np.ones(length, dtype=np.float32) / length, mode="same"), dtype=np.float32
    )


def at_peak(wave: Wave, peak: float) -> Wave:
    """As loud as this at its loudest."""
    return np.asarray(wave * (peak / max(1e-9, float(np.abs(wave).max()))), dtype=np.float32)


def levelled(wave: Wave, rms: float, peak: float) -> Wave:
    """As loud as this over its loudest fifth of a second; what would pass the peak is bent below it."""
    span = min(len(wave), RATE_HZ // 5)
    energy = np.concatenate([[0.0], np.cumsum(wave.astype(np.float64) ** 2)])
    loudest = math.sqrt(float((energy[span:] - energy[:-span]).max()) / max(1, span))
    scaled = wave * (rms / max(1e-9, loudest))
    return np.asarray(peak * np.tanh(scaled / peak), dtype=np.float32)


def mix(parts: list[tuple[float, Wave, float]]) -> Wave:
    """Waves laid over one another: (start in ms, wave, level)."""
    end = max(round(at * RATE_HZ / 1000) + len(wave) for at, wave, _ in parts)
    out = np.zeros(end, dtype=np.float32)
    for at, wave, level in parts:
        start = round(at * RATE_HZ / 1000)
        out[start : start + len(wave)] += wave * level
    return out


def ring(base_hz: float, ms: float, decay_ms: float, bright: float = 1.0) -> Wave:
    """Struck metal: partials that are no harmonics, the higher the sooner gone (a free disc's modes)."""
    t = times(ms)
    out = np.zeros_like(t)
    for ratio, level in (
        (1.0, 1.0),
        (1.73, 0.5),
        (2.33, 0.65 * bright),
        (3.91, 0.4 * bright),
        (5.6, 0.22 * bright),
    ):
        out += level * np.sin(2 * math.pi * base_hz * ratio * t) * np.exp(-t * 1000 * ratio**0.7 / decay_ms)
    return np.asarray(out, dtype=np.float32)


def knock(hz: float, ms: float, seed: int) -> Wave:
    """Something hard against a metal channel."""
    t = times(ms)
    body = np.sin(2 * math.pi * hz * t) * np.exp(-t * 1000 / (ms / 5))
    click = soft(noise(len(t), seed), 4) * np.exp(-t * 1000 / (ms / 12))
    return np.asarray(body + click * 1.2, dtype=np.float32)


def seamless(wave: Wave) -> Wave:
    """Fade the end into the beginning, for a fiftieth of a second, so that the loop has no seam."""
    count = min(RATE_HZ // 50, len(wave) // 4)
    fade = np.linspace(0, 1, count, dtype=np.float32)
    out = wave[:-count].copy()
    out[:count] = out[:count] * fade + wave[-count:] * (1 - fade)
    return out


def room(wave: Wave, wet: float) -> Wave:
    """A small hard room: reflections that die within a quarter of a second."""
    count = RATE_HZ // 4
    t = np.arange(count, dtype=np.float32) / RATE_HZ
    echo = soft(noise(count, 5), 3) * np.exp(-t * 22)
    echo[: RATE_HZ // 150] = 0
    size = len(wave) + count
    full = 1 << (size - 1).bit_length()
    tail = np.fft.irfft(np.fft.rfft(wave, full) * np.fft.rfft(echo, full), full)[:size]
    out = np.zeros(size, dtype=np.float32)
    out[: len(wave)] = wave
    scale = wet * float(np.abs(wave).max()) / max(1e-9, float(np.abs(tail).max()))
    out += (tail * scale).astype(np.float32)
    out[-200:] *= np.linspace(1, 0, 200, dtype=np.float32)
    return out
