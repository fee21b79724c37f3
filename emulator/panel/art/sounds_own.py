# SPDX-License-Identifier: MIT
"""
Sounds of a maker's own: decoded, made mono at the mixer's rate, and as loud as their voice.

    with silent_mixer():
        wave = fitted("win_large", decoded(data))
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pygame

from emulator.panel.art import sounds
from emulator.panel.art.waves import RATE_HZ, Wave, seamless
from machines.check.problems import Findings, Problem
from machines.check.sounds import MS_MIN, SOUNDS
from machines.model import Model

MIXED = (RATE_HZ, -16, 1)
"""What the mixer plays: rate in Hz, 16 bits with a sign, one channel."""
_FULL = 32_768
# Of full scale, -40 dB: what is not louder anywhere is noise, which raised to a voice's peak would roar.
HEARD_MIN = 0.01
# Of a loop's peak: softer than this at its ends it pauses at every turn.
_EDGE = 0.002
# Samples of silence that nobody hears as a pause: 4 ms.
_PAUSE = RATE_HZ // 250
_FADE_IN, _FADE_OUT = RATE_HZ // 1_000, RATE_HZ // 200


class SoundError(Exception):
    """A file that the mixer cannot decode."""


def decoded(data: bytes) -> Wave:
    """
    A file's samples, -1 to 1, in mono at the mixer's rate; the mixer is open.

    Raises:
        SoundError: it cannot be decoded.
    """
    assert pygame.mixer.get_init() == MIXED
    try:
        raw = pygame.mixer.Sound(file=io.BytesIO(data)).get_raw()
    except pygame.error as error:
        raise SoundError(str(error)) from error
    return np.frombuffer(raw, dtype=np.int16).astype(np.float32) / np.float32(_FULL)


def fitted(name: str, wave: Wave) -> Wave:
    """A sound as it is played in place of azar's: as loud as that; a loop goes round without a seam."""
    if not len(wave):
        return wave
    level = np.asarray(wave - wave.mean(), dtype=np.float32)
    shaped = _looped(level) if name in sounds.LOOPS else _edged(level)
    return sounds.fitted(name, shaped)


def _looped(wave: Wave) -> Wave:
    """Without silence at its ends, and faded into itself where its end does not meet its beginning."""
    loud = np.flatnonzero(np.abs(wave) > _EDGE * float(np.abs(wave).max()))
    if len(loud) and len(wave) - 1 - loud[-1] + loud[0] > _PAUSE:
        wave = wave[loud[0] : loud[-1] + 1]
    steps = np.abs(np.diff(wave))
    if len(steps) < 8 or abs(float(wave[0] - wave[-1])) <= 1.1 * float(np.quantile(steps, 0.99)):
        return wave
    return seamless(wave)


def _edged(wave: Wave) -> Wave:
    """From nothing and to nothing: what begins or ends within a wave would click."""
    out = wave.copy()
    begins, ends = min(_FADE_IN, len(out)), min(_FADE_OUT, len(out))
    out[:begins] *= np.linspace(0, 1, begins, dtype=np.float32)
    out[-ends:] *= np.linspace(1, 0, ends, dtype=np.float32)
    return out


@contextmanager
def silent_mixer() -> Iterator[None]:
    """The mixer, open without a loudspeaker; one that is open already stays as it is."""
    if pygame.mixer.get_init() == MIXED:
        yield
        return
    before = os.environ.get("SDL_AUDIODRIVER")
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    try:
        pygame.mixer.init(*MIXED, 512, allowedchanges=0)
        yield
    finally:
        pygame.mixer.quit()
        if before is None:
            del os.environ["SDL_AUDIODRIVER"]
        else:
            os.environ["SDL_AUDIODRIVER"] = before


def mistakes(model: Model) -> list[Problem]:
    """Every mistake of the model's own sounds that hearing them tells, in the words of ``azar check``."""
    findings = Findings(model.profile)
    with silent_mixer():
        for name, data in model.own_sounds.items():
            _examine(f"art.sounds.{name}", name, data, findings)
    return findings.problems


def _examine(path: str, name: str, data: bytes, findings: Findings) -> None:
    try:
        wave = decoded(data)
    except SoundError as error:
        findings.add(path, f"must be a sound that SDL decodes ({error})", "save it again")
        return
    milliseconds = round(1000 * len(wave) / RATE_HZ)
    if findings.under(path, milliseconds, MS_MIN, "ms", "record more of it"):
        return
    if findings.over(path, milliseconds, 1000 * SOUNDS[name], "ms", "cut it"):
        return
    loudest = float(np.abs(wave - wave.mean()).max())
    if loudest < HEARD_MIN:
        message = f"must be at its loudest {HEARD_MIN:.0%} of full scale or more, -40 dB (got {loudest:.2%})"
        hint = f"record it louder, or leave {name} out: azar's own is heard"
        findings.add(path, message, hint, value=round(loudest, 4), limit=HEARD_MIN)
