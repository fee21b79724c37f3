# SPDX-License-Identifier: MIT
"""The table's sounds, synthesised: dice that rattle in the cup, its lid, cards, chips, and a small win."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import pygame

from emulator.panel.art.sounds import CEILING, RATE_HZ, VOLUMES, Voice, Wave, at_peak, mix, noise, times
from machines.support.plain import JsonView

# All channels together stay below clipping.
VOICES: dict[str, Voice] = {
    "rattle": Voice(2, 0.12),
    "lid": Voice(1, 0.10),
    "dice": Voice(1, 0.14),
    "card": Voice(3, 0.06),
    "chip": Voice(2, 0.07),
    "win": Voice(1, 0.13),
}
RATTLE_MS = 95
# What is heard when something happens at the table.
HEARD = {
    "bets": "chip",
    "dealt": "card",
    "sets": "card",
    "shows": "card",
    "cup_dice": "dice",
    "cup_lid": "lid",
}


def _click(hz: float, ms: float, seed: int, hiss: float = 0.5) -> Wave:
    """Two hard bodies that meet: a short tone of their material, and the blow itself."""
    t = times(ms)
    body = np.sin(2 * math.pi * hz * t) + 0.5 * np.sin(2 * math.pi * hz * 2.31 * t)
    return np.asarray((body + noise(len(t), seed) * hiss) * np.exp(-t * 1000 / (ms / 6)), dtype=np.float32)


def _slide(ms: float, seed: int) -> Wave:
    """Card on cloth: noise that swells and goes, and the flick at its end."""
    t = times(ms)
    shape = np.sin(np.pi * np.clip(t * 1000 / ms, 0, 1)) ** 2
    hiss = np.convolve(noise(len(t), seed), np.ones(5, dtype=np.float32) / 5, mode="same") * shape
    return mix(
        [(0, np.asarray(hiss, dtype=np.float32), 1.0), (ms * 0.7, _click(900, 24, seed + 1, 1.2), 0.6)]
    )


def _chime() -> Wave:
    parts = []
    for i, semitones in enumerate((3, 7, 12)):
        t = times(420)
        hz = 440 * 2 ** (semitones / 12)
        tone = np.sin(2 * math.pi * hz * t) * np.exp(-t * 9) + 0.3 * np.sin(4 * math.pi * hz * t) * np.exp(
            -t * 16
        )
        parts.append((i * 90.0, np.asarray(tone, dtype=np.float32), 1.0))
    return mix(parts)


@lru_cache(maxsize=1)
def samples() -> Mapping[str, Wave]:
    """Every sound by name, at its voice's peak: ``rattle_0`` to ``rattle_2`` and the others."""
    made = {
        f"rattle_{i}": mix(
            [(0, _click(1_450 + 160 * i, 55, 21 + i), 1.0), (38 + 9 * i, _click(1_250, 50, 31 + i), 0.8)]
        )
        for i in range(3)
    }
    made["lid"] = mix([(0, _click(520, 130, 41, 0.3), 1.0), (60, _click(1_900, 200, 42, 0.1), 0.35)])
    made["dice"] = mix(
        [
            (at, _click(1_300 - 60 * i, 60, 51 + i), 1.0 - 0.1 * i)
            for i, at in enumerate((0, 120, 170, 320, 470, 560, 690))
        ]
    )
    made["card"] = _slide(110, 61)
    made["chip"] = mix([(0, _click(3_100, 60, 71, 0.2), 1.0), (70, _click(2_800, 60, 72, 0.2), 0.7)])
    made["win"] = _chime()
    return {name: at_peak(wave, VOICES[name.partition("_")[0]].peak) for name, wave in made.items()}


def loudest() -> float:
    """All channels at their peaks at once, as a share of full scale; at most CEILING."""
    return sum(voice.channels * voice.peak for voice in VOICES.values())


class TableSpeaker:
    """
    Plays what happens at the table; without a sound device nothing is played.

    Args:
        place: the visitor's, whose wins are heard.
    """

    def __init__(self, place: int) -> None:
        assert loudest() <= CEILING
        self._place = place
        self._cues: list[str] = []
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._channels: dict[str, list[pygame.mixer.Channel]] = {}
        self._rattled_ms, self._rattles = -RATTLE_MS, 0
        self.volume = len(VOLUMES) - 2

    def open(self) -> None:
        """Open the sound device."""
        try:
            pygame.mixer.init(RATE_HZ, -16, 1, 512, allowedchanges=0)
        except pygame.error:
            return
        number = 0
        pygame.mixer.set_num_channels(sum(voice.channels for voice in VOICES.values()))
        for name, voice in VOICES.items():
            self._channels[name] = [pygame.mixer.Channel(number + i) for i in range(voice.channels)]
            number += voice.channels
        for name, wave in samples().items():
            self._sounds[name] = pygame.mixer.Sound(buffer=np.round(wave * 32_767).astype(np.int16).tobytes())

    def hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        """Something happened at the table; a sound may belong to it."""
        del t_us
        if kind == "compared":
            won = fields["place"] == self._place and fields["result"] == "win"
            self._cues.append("win" if won else "chip")
        elif kind in HEARD and not (kind == "cup_dice" and not fields["faces"]):
            self._cues.append(HEARD[kind])

    def update(self, moving: bool, now_ms: int) -> list[str]:
        """Play what is due; return the names of the sounds begun. While the cup moves its dice rattle."""
        cues, self._cues = self._cues, []
        if moving and now_ms - self._rattled_ms >= RATTLE_MS:
            self._rattled_ms, self._rattles = now_ms, self._rattles + 1
            cues.append(f"rattle_{self._rattles % 3}")
        for name in cues:
            self._play(name)
        return cues

    def louder(self, steps: int) -> None:
        """Move the volume by steps, within its four."""
        self.volume = min(len(VOLUMES) - 1, max(0, self.volume + steps))

    def _play(self, name: str) -> None:
        if name not in self._sounds:
            return
        channels = self._channels[name.partition("_")[0]]
        channel = next((one for one in channels if not one.get_busy()), channels[0])
        channel.set_volume(VOLUMES[self.volume])
        channel.play(self._sounds[name])
