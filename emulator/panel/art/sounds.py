# SPDX-License-Identifier: MIT
"""
The machine's sounds, synthesised: short, dry, with a small room around them.

Every voice has a share of full scale and a number of channels; all channels together stay below
clipping, whatever happens at once. Nothing here runs unless something in the machine moved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from emulator.panel.art import sounds_steppe

RATE_HZ = 32_000
VOLUMES = (0.25, 0.5, 0.75, 1.0)
CEILING = 0.95  # of full scale, for all voices at once

Wave = npt.NDArray[np.float32]
Notes = tuple[tuple[int, int, int], ...]


class Voice(NamedTuple):
    """How many of it may sound at once, and each one's peak as a share of full scale."""

    channels: int
    peak: float


VOICES: dict[str, Voice] = {
    "coin": Voice(2, 0.085),
    "refused": Voice(1, 0.08),
    "run": Voice(1, 0.07),
    "stop": Voice(2, 0.085),
    "button": Voice(1, 0.05),
    "motor": Voice(1, 0.05),
    "paid": Voice(2, 0.07),
    "win": Voice(1, 0.13),
    "tilt": Voice(1, 0.085),
}
# The alarm that the panel makes up, and the buzzer of a machine that has one: never both at once.
BUZZER = "tilt_buzzer"
LOOPS = ("run", "motor", BUZZER)
# A pad of a memory game speaks with the voice of the reels, which such a machine has not: D, F sharp, A, D
# over middle C, in semitones over A of 440 Hz.
PAD = "stop_pad_{}"
_PAD_SEMITONES = (-7, -3, 0, 5)
COINS_CENTS = (10, 20, 50, 100, 200)
MIDDLE_FROM_CENTS = 200
LARGE_FROM_CENTS = 1_000


class Theme(NamedTuple):
    """What sounds otherwise from one family of machines to another."""

    tone: Callable[[float, Wave, int], Wave]
    """A note of its tunes: pitch in Hz, times in s, length in ms."""
    stop: Callable[[float, Wave], Wave]
    """A reel caught by its motor: pitch, the higher from reel to reel, and times in s."""
    tunes: tuple[Notes, Notes, Notes]
    """Of a small, a middle and a large prize."""


@lru_cache(maxsize=2)
def samples(style: str = "") -> Mapping[str, Wave]:
    """
    Every sound by name, each at its voice's peak; ``coin_50``, ``stop_1``, ``win_large`` and so on.

    Args:
        style: of the machine's model; most have the same tunes and stops.
    """
    theme = _THEMES.get(style, _BARS)
    raw: dict[str, tuple[str, Wave]] = {
        "button": ("button", _room(_button(), 0.10)),
        "run": ("run", _run()),
        "motor": ("motor", _motor()),
        "refused": ("refused", _room(_refused(), 0.2)),
        "win_small": ("win", _room(_tune(theme.tunes[0], theme.tone), 0.3)),
        "win_middle": ("win", _room(_tune(theme.tunes[1], theme.tone), 0.3)),
        "win_large": ("win", _room(_tune(theme.tunes[2], theme.tone), 0.4)),
        "tilt": ("tilt", _tilt()),
        BUZZER: ("tilt", _buzzer()),
    }
    for cents in COINS_CENTS:
        raw[f"coin_{cents}"] = ("coin", _room(_coin_in(cents), 0.2))
        raw[f"paid_{cents}"] = ("paid", _room(_coin_paid(cents), 0.25))
    for number, pitch in enumerate((1.0, 1.12, 1.26), start=1):
        raw[f"stop_{number}"] = ("stop", _room(theme.stop(pitch, times(170)), 0.18))
    for number, semitones in enumerate(_PAD_SEMITONES, start=1):
        raw[PAD.format(number)] = ("stop", _room(_tune(((0, semitones, 420),), _BARS.tone), 0.25))
    return {name: at_peak(wave, VOICES[voice].peak) for name, (voice, wave) in raw.items()}


def set_names() -> list[str]:
    """The styles that have sounds of their own, behind that of all others."""
    return ["cierzo", *_THEMES]


def voice_of(name: str) -> str:
    """The voice that a sound belongs to."""
    return name.split("_", maxsplit=1)[0]


def coin_name(kind: str, cents: int) -> str:
    """The sound of a coin, ``coin_50``, or that of the nearest known in value, the smaller of two as near."""
    return f"{kind}_{min(COINS_CENTS, key=lambda known: abs(known - cents))}"


def win_name(cents: int) -> str:
    """The sound of a prize: small, middle from 2 EUR, large from 10 EUR."""
    if cents >= LARGE_FROM_CENTS:
        return "win_large"
    return "win_middle" if cents >= MIDDLE_FROM_CENTS else "win_small"


def at_peak(wave: Wave, peak: float) -> Wave:
    """As loud as this at its loudest."""
    return np.asarray(wave * (peak / max(1e-9, float(np.abs(wave).max()))), dtype=np.float32)


def times(ms: float) -> Wave:
    """The seconds of every sample."""
    return np.arange(round(RATE_HZ * ms / 1000), dtype=np.float32) / np.float32(RATE_HZ)


def noise(count: int, seed: int) -> Wave:
    """White noise, the same for a seed."""
    return np.random.default_rng(seed).standard_normal(count).astype(np.float32)


def _soft(wave: Wave, length: int) -> Wave:
    """A moving mean: takes the hiss out of noise."""
    return np.asarray(
        np.convolve(wave, np.ones(length, dtype=np.float32) / length, mode="same"), dtype=np.float32
    )


def _ring(base_hz: float, ms: float, decay_ms: float, bright: float = 1.0) -> Wave:
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


def _coin_hz(cents: int) -> float:
    """The smaller the coin the higher it rings."""
    return {10: 5200.0, 20: 4700.0, 50: 4200.0, 100: 4400.0, 200: 3700.0}[cents]


def mix(parts: list[tuple[float, Wave, float]]) -> Wave:
    """Waves laid over one another: (start in ms, wave, level)."""
    end = max(round(at * RATE_HZ / 1000) + len(wave) for at, wave, _ in parts)
    out = np.zeros(end, dtype=np.float32)
    for at, wave, level in parts:
        start = round(at * RATE_HZ / 1000)
        out[start : start + len(wave)] += wave * level
    return out


def _knock(hz: float, ms: float, seed: int) -> Wave:
    """Something hard against a metal channel."""
    t = times(ms)
    body = np.sin(2 * math.pi * hz * t) * np.exp(-t * 1000 / (ms / 5))
    click = _soft(noise(len(t), seed), 4) * np.exp(-t * 1000 / (ms / 12))
    return np.asarray(body + click * 1.2, dtype=np.float32)


def _coin_in(cents: int) -> Wave:
    """Over the rim, then two knocks on the way down, each duller than the one before."""
    hz = _coin_hz(cents)
    return mix(
        [
            (0, _ring(hz, 160, 34), 0.8),
            (105, _knock(hz * 0.22, 80, cents), 0.9),
            (105, _ring(hz * 0.9, 90, 16, 0.6), 0.35),
            (225, _knock(hz * 0.16, 100, cents + 1), 0.7),
        ]
    )


def _refused() -> Wave:
    return mix(
        [
            (0, _knock(700, 70, 3), 0.8),
            (120, _knock(560, 80, 4), 0.7),
            (260, _ring(4300, 220, 40), 0.8),
            (330, _ring(4100, 160, 24), 0.4),
        ]
    )


def _coin_paid(cents: int) -> Wave:
    """A coin that lands on others: a ring, a bounce, a rattle."""
    hz = _coin_hz(cents)
    return mix(
        [
            (0, _ring(hz, 240, 46), 1.0),
            (0, _knock(900, 50, cents), 0.5),
            (92, _ring(hz * 1.04, 130, 20), 0.4),
            (140, _ring(hz * 0.97, 90, 14), 0.25),
        ]
    )


def _button() -> Wave:
    t = times(45)
    return np.asarray(
        np.sin(2 * math.pi * 620 * t) * np.exp(-t * 180) + _soft(noise(len(t), 7), 3) * np.exp(-t * 500),
        dtype=np.float32,
    )


def _run() -> Wave:
    """Reels at speed, as a loop: stepper hum and the tick of 60 stops a second (24 a turn, 2.5 turns)."""
    t = times(500)
    hum = sum(
        np.sin(2 * math.pi * hz * t) * level for hz, level in ((120, 0.8), (240, 0.6), (480, 0.25), (60, 0.4))
    )
    ticks = (0.5 + 0.5 * np.cos(2 * math.pi * 60 * t)) ** 8
    return seamless(np.asarray(hum * 0.5 + _soft(noise(len(t), 8), 6) * ticks * 2.2, dtype=np.float32))


def _motor() -> Wave:
    """The hopper's geared motor, as a loop."""
    t = times(500)
    wobble = 1 + 0.2 * np.sin(2 * math.pi * 8 * t)
    tone = sum(np.sin(2 * math.pi * 90 * k * t) / k for k in (1, 2, 3, 5, 7))
    return seamless(np.asarray(tone * wobble + _soft(noise(len(t), 9), 9) * 0.9, dtype=np.float32))


def seamless(wave: Wave) -> Wave:
    """Fade the end into the beginning, for a fiftieth of a second, so that the loop has no seam."""
    count = min(RATE_HZ // 50, len(wave) // 4)
    fade = np.linspace(0, 1, count, dtype=np.float32)
    out = wave[:-count].copy()
    out[:count] = out[:count] * fade + wave[-count:] * (1 - fade)
    return out


def _stop(pitch: float, t: Wave) -> Wave:
    """A reel caught by its motor: a thump and a click, higher from reel to reel."""
    sweep = 2 * math.pi * pitch * (95 * t + 85 * (1 - np.exp(-t * 45)) / 45)
    thump = np.sin(sweep) * np.exp(-t * 24)
    tone = np.sin(2 * math.pi * 392 * pitch * t) * np.exp(-t * 42) * 0.5
    click = _soft(noise(len(t), 11), 5) * np.exp(-t * 260)
    return np.asarray(thump + tone + click * 0.8, dtype=np.float32)


# Notes as (start in ms, semitones over A4, length in ms).
_SMALL = ((0, 3, 180), (110, 7, 180), (220, 10, 380))
_MIDDLE = (
    (0, 3, 160),
    (100, 7, 160),
    (200, 10, 160),
    (300, 15, 220),
    (470, 10, 160),
    (570, 15, 620),
    (570, 19, 620),
)
_LARGE = (
    *((90 * i, note, 170) for i, note in enumerate((3, 7, 10, 15, 10, 15, 19, 22, 15, 19, 22, 27))),
    (1_100, 15, 700), (1_100, 19, 700), (1_100, 22, 700),
    (1_500, 17, 500), (1_500, 20, 500), (1_500, 24, 500),
    (1_900, 15, 1_300), (1_900, 19, 1_300), (1_900, 22, 1_300), (1_900, 27, 1_300),
)  # fmt: skip


def _bar(hz: float, t: Wave, length_ms: int) -> Wave:
    """A struck bar, as of a glockenspiel."""
    tone = sum(
        level * np.sin(2 * math.pi * hz * ratio * t) * np.exp(-t * 1000 * ratio**0.6 / (length_ms * 0.38))
        for ratio, level in ((1.0, 1.0), (2.0, 0.35), (2.76, 0.35), (5.4, 0.12))
    )
    return np.asarray(tone, dtype=np.float32)


_BARS = Theme(_bar, _stop, (_SMALL, _MIDDLE, _LARGE))
_THEMES: Mapping[str, Theme] = {
    "monegros": Theme(
        sounds_steppe.pluck,
        sounds_steppe.castanet,
        (sounds_steppe.SMALL, sounds_steppe.MIDDLE, sounds_steppe.LARGE),
    ),
}


def _tune(notes: Notes, tone: Callable[[float, Wave, int], Wave]) -> Wave:
    """Notes one after and over another, none cut off."""
    parts = []
    for start, semitones, length in notes:
        hz = 440 * 2 ** (semitones / 12)
        t = times(length)
        note = tone(hz, t, length)
        tail = np.clip((length / 1000 - t) * 100, 0, 1)
        parts.append((float(start), np.asarray(note * tail, dtype=np.float32), 0.8))
    return mix(parts)


def _tilt() -> Wave:
    """Two tones in turn, for a second and a half and more."""
    t = times(1_800)
    hz = np.where((t * 1000 // 225) % 2 == 0, 880.0, 660.0)
    phase = np.cumsum(hz) / RATE_HZ * 2 * math.pi
    edge = np.clip(np.minimum(t, 1.8 - t) * 60, 0, 1)
    return np.asarray((np.sin(phase) + 0.3 * np.sin(3 * phase)) * edge, dtype=np.float32)


def _buzzer() -> Wave:
    """A piezo disc behind sheet metal, as a loop: 2.3 kHz and odd harmonics, rough with its own resonance."""
    t = times(520)
    disc = sum(np.sin(2 * math.pi * 2_300 * k * t) / k**1.4 for k in (1, 3, 5))
    sheet = 0.35 * np.sin(2 * math.pi * 1_150 * t)
    rough = 0.8 + 0.2 * np.sign(np.sin(2 * math.pi * 100 * t))
    return seamless(np.asarray((disc + sheet) * _soft(rough.astype(np.float32), 9), dtype=np.float32))


def _room(wave: Wave, wet: float) -> Wave:
    """A small hard room: reflections that die within a quarter of a second."""
    count = RATE_HZ // 4
    t = np.arange(count, dtype=np.float32) / RATE_HZ
    echo = _soft(noise(count, 5), 3) * np.exp(-t * 22)
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
