# SPDX-License-Identifier: MIT
"""Sounds of what every machine is built of: coins, channels, the hopper, reels at speed, buttons, alarms."""

from __future__ import annotations

import math

import numpy as np

from emulator.panel.art.waves import RATE_HZ, Wave, knock, mix, noise, ring, room, seamless, soft, times

COINS_CENTS = (10, 20, 50, 100, 200)
TAKES = 4
"""So many recordings of a coin that falls: no two in a row sound alike."""


def _coin_hz(cents: int) -> float:
    """The smaller the coin the higher it rings."""
    return {10: 5200.0, 20: 4700.0, 50: 4200.0, 100: 4400.0, 200: 3700.0}[cents]


def coin_in(cents: int) -> Wave:
    """Over the rim, then two knocks on the way down, each duller than the one before."""
    hz = _coin_hz(cents)
    fall = mix(
        [
            (0, ring(hz, 160, 34), 0.8),
            (105, knock(hz * 0.22, 80, cents), 0.9),
            (105, ring(hz * 0.9, 90, 16, 0.6), 0.35),
            (225, knock(hz * 0.16, 100, cents + 1), 0.7),
        ]
    )
    return room(fall, 0.2)


def refused() -> Wave:
    """A coin through the return channel onto the tray."""
    fall = mix(
        [
            (0, knock(700, 70, 3), 0.8),
            (120, knock(560, 80, 4), 0.7),
            (260, ring(4300, 220, 40), 0.8),
            (330, ring(4100, 160, 24), 0.4),
        ]
    )
    return room(fall, 0.2)


def coin_paid(cents: int) -> tuple[Wave, ...]:
    """A coin that lands on others: a ring, bounces, a rattle; each take falls otherwise."""
    return tuple(room(_landing(cents, take), 0.25) for take in range(TAKES))


def _landing(cents: int, take: int) -> Wave:
    """One of them: pitch, bounces and the metal that it meets follow from its number."""
    rng = np.random.default_rng(1_000 * cents + take)
    hz = _coin_hz(cents) * (1 + 0.05 * float(rng.uniform(-1, 1)))
    parts = [
        (0.0, ring(hz, 240, 46, float(rng.uniform(0.7, 1.2))), 1.0),
        (0.0, knock(float(rng.uniform(760, 1_050)), 50, cents + take), 0.5),
    ]
    at, level = 0.0, 0.5
    for _ in range(int(rng.integers(2, 5))):
        at += float(rng.uniform(38, 95))
        level *= float(rng.uniform(0.55, 0.8))
        parts.append((at, ring(hz * float(rng.uniform(0.96, 1.06)), 130, 18), level))
    return mix(parts)


def ejected() -> tuple[Wave, ...]:
    """The hopper's disc throws a coin out past its spring: a clack of steel, the spring after it."""
    made = []
    for take in range(TAKES):
        rng = np.random.default_rng(77 + take)
        hz = float(rng.uniform(1_150, 1_450))
        spring = ring(hz * 2.1, 70, 9, 0.4)
        parts = [(0.0, knock(hz, 46, 90 + take), 1.0), (float(rng.uniform(9, 19)), spring, 0.4)]
        made.append(room(mix(parts), 0.12))
    return tuple(made)


def button() -> Wave:
    """A microswitch under a cap."""
    t = times(45)
    press = np.sin(2 * math.pi * 620 * t) * np.exp(-t * 180) + soft(noise(len(t), 7), 3) * np.exp(-t * 500)
    return room(np.asarray(press, dtype=np.float32), 0.10)


def run() -> Wave:
    """Reels at speed, as a loop: stepper hum and the tick of 60 stops a second (24 a turn, 2.5 turns)."""
    t = times(500)
    hum = sum(
        np.sin(2 * math.pi * hz * t) * level for hz, level in ((120, 0.8), (240, 0.6), (480, 0.25), (60, 0.4))
    )
    ticks = (0.5 + 0.5 * np.cos(2 * math.pi * 60 * t)) ** 8
    return seamless(np.asarray(hum * 0.5 + soft(noise(len(t), 8), 6) * ticks * 2.2, dtype=np.float32))


def motor() -> Wave:
    """The hopper's geared motor, as a loop; the coins that it turns over clatter at no even pace."""
    t = times(2_000)
    wobble = 1 + 0.2 * np.sin(2 * math.pi * 8 * t) + 0.08 * np.sin(2 * math.pi * 3 * t)
    tone = sum(np.sin(2 * math.pi * 90 * k * t) / k for k in (1, 2, 3, 5, 7))
    wave = np.asarray(tone * wobble + soft(noise(len(t), 9), 9) * 0.9, dtype=np.float32)
    rng = np.random.default_rng(12)
    for at in np.cumsum(rng.uniform(45, 190, 16)):
        begin = round(float(at) * RATE_HZ / 1_000)
        clink = ring(float(rng.uniform(3_300, 4_900)), 45, 8) * float(rng.uniform(0.25, 0.8))
        part = wave[begin : begin + len(clink)]
        part += clink[: len(part)]
    return seamless(wave)


def note() -> Wave:
    """A bank note drawn in by rubber wheels: a small motor starts, runs and stops."""
    t = times(620)
    speed = np.clip(np.minimum(t * 16, (0.62 - t) * 12), 0, 1)
    phase = 2 * math.pi * np.cumsum(150 + 170 * speed) / RATE_HZ
    motor_tone = (np.sin(phase) + 0.5 * np.sin(2 * phase) + 0.3 * np.sin(5 * phase)) * speed
    paper = soft(noise(len(t), 51), 3) * speed * (0.6 + 0.4 * np.sin(2 * math.pi * 23 * t))
    return room(np.asarray(motor_tone * 0.6 + paper * 0.5, dtype=np.float32), 0.12)


def ticket() -> Wave:
    """A stepper pushes a ticket by its length, and the next one's edge snaps past the knife."""
    t = times(190)
    steps = (0.5 + 0.5 * np.cos(2 * math.pi * 210 * t)) ** 6
    feed = (np.sin(2 * math.pi * 420 * t) * 0.6 + soft(noise(len(t), 53), 4)) * steps
    edge = np.clip(np.minimum(t * 200, (0.19 - t) * 90), 0, 1)
    push = np.asarray(feed * edge, dtype=np.float32)
    return room(mix([(0.0, push, 0.8), (188.0, knock(1_900, 40, 54), 0.5)]), 0.15)


def tilt() -> Wave:
    """Two tones in turn, for a second and a half and more."""
    t = times(1_800)
    hz = np.where((t * 1000 // 225) % 2 == 0, 880.0, 660.0)
    phase = np.cumsum(hz) / RATE_HZ * 2 * math.pi
    edge = np.clip(np.minimum(t, 1.8 - t) * 60, 0, 1)
    return np.asarray((np.sin(phase) + 0.3 * np.sin(3 * phase)) * edge, dtype=np.float32)


def buzzer() -> Wave:
    """A piezo disc behind sheet metal, as a loop: 2.3 kHz and odd harmonics, rough with its own resonance."""
    t = times(520)
    disc = sum(np.sin(2 * math.pi * 2_300 * k * t) / k**1.4 for k in (1, 3, 5))
    sheet = 0.35 * np.sin(2 * math.pi * 1_150 * t)
    rough = 0.8 + 0.2 * np.sign(np.sin(2 * math.pi * 100 * t))
    return seamless(np.asarray((disc + sheet) * soft(rough.astype(np.float32), 9), dtype=np.float32))
