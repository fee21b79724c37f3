# SPDX-License-Identifier: MIT
"""
Mixes the voices of a machine in blocks and sends their sum through one limiter.

    mixer = Mixer(VOICES, voice_of, RATE_HZ)
    mixer.takes = {"button": (wave,)}
    mixer.begin("button")
    block = mixer.rendered(512)       # float32, never above CEILING x volume

The panel's loudspeaker and whoever renders a scene without one call the same ``rendered``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from emulator.panel.sound.limiter import Limiter, LimiterState

CEILING = 10 ** (-6 / 20)
"""Of full scale at full volume, whatever sounds at once: -6 dBFS."""
_STEAL_MS = 6
_TURN_MS = 20  # in which a new volume is reached

Wave = npt.NDArray[np.float32]


class Voice(NamedTuple):
    """How many of it may sound at once, and each one's peak as a share of full scale before the limiter."""

    channels: int
    peak: float


@dataclass(slots=True)
class _Sounding:
    """A sound on its way."""

    name: str
    wave: Wave
    at: int
    """The next sample; below 0 it has not begun."""
    gain: float = 1.0
    level: float = 1.0
    """How loud it is now, of its gain."""
    step: float = 0.0
    """What the level gains a sample, on its way to 0 or 1."""
    loops: bool = False

    @property
    def over(self) -> bool:
        faded = self.step < 0 and self.level <= 0
        return faded or (not self.loops and self.at >= len(self.wave))


class MixerState(NamedTuple):
    """Everything that the next block depends on."""

    sounding: tuple[_Sounding, ...]
    limiter: LimiterState
    volume: float


class Mixer:
    """
    Plays at most so many of each voice at once as ``voices`` allows; one more ends the oldest.

    Args:
        voices: by name.
        voice_of: the voice of a sound.
    """

    def __init__(self, voices: Mapping[str, Voice], voice_of: Callable[[str], str], rate_hz: int) -> None:
        self._voices, self._voice_of = voices, voice_of
        self.rate_hz = rate_hz
        self.takes: Mapping[str, tuple[Wave, ...]] = {}
        """Recordings of each sound; more than one differ a little."""
        self.volume = 1.0
        """Of CEILING: what is asked for; it is reached within 20 ms."""
        self._reached = 1.0
        self._sounding: list[_Sounding] = []
        self._limiter = Limiter(CEILING, rate_hz)

    @property
    def quiet(self) -> bool:
        """Nothing sounds, and nothing waits in the limiter."""
        return not self._sounding and self._limiter.at_rest

    @property
    def sounding(self) -> list[str]:
        """What sounds now, the oldest first, without what only fades out."""
        return [one.name for one in self._sounding if one.step >= 0]

    def loops(self, name: str) -> bool:
        """Whether a sound goes round."""
        return any(one.name == name and one.loops and one.step >= 0 for one in self._sounding)

    def begin(self, name: str, *, take: int = 0, gain: float = 1.0, delay_ms: float = 0.0) -> None:
        """Begin a sound; one without a recording is left out."""
        takes = self.takes.get(name)
        if not takes:
            return
        self._make_room(self._voice_of(name))
        late = round(delay_ms * self.rate_hz / 1_000)
        self._sounding.append(_Sounding(name, takes[take % len(takes)], -late, gain))

    def loop(self, name: str, on: bool, fade_ms: float) -> None:
        """Let a sound go round from now on, or end it; either takes ``fade_ms``."""
        step = 1_000 / (fade_ms * self.rate_hz)
        mine = [one for one in self._sounding if one.name == name and one.loops]
        if mine:
            mine[-1].step = step if on else -step
        elif on and (takes := self.takes.get(name)):
            self._make_room(self._voice_of(name))
            self._sounding.append(_Sounding(name, takes[0], 0, level=0.0, step=step, loops=True))

    def hush(self, fade_ms: float, besides: str) -> None:
        """End everything that sounds within ``fade_ms``, ``besides`` excepted."""
        for one in self._sounding:
            if one.name != besides:
                self._fade(one, fade_ms)

    def rendered(self, count: int) -> Wave:
        """The next ``count`` samples."""
        block = np.zeros(count, dtype=np.float32)
        for one in self._sounding:
            _add(one, block)
        self._sounding = [one for one in self._sounding if not one.over]
        limited = self._limiter.limited(block)
        return np.asarray(limited * self._volumes(count), dtype=np.float32)

    @property
    def state(self) -> MixerState:
        """What the next block depends on; blocks that follow leave it as it is."""
        return MixerState(tuple(replace(one) for one in self._sounding), self._limiter.state, self._reached)

    @state.setter
    def state(self, state: MixerState) -> None:
        self._sounding = [replace(one) for one in state.sounding]
        self._limiter.state, self._reached = state.limiter, state.volume

    def _volumes(self, count: int) -> float | npt.NDArray[np.float64]:
        """The volume at each sample of a block; it turns without a step."""
        if self._reached == self.volume:
            return self.volume
        step = 1_000 / (_TURN_MS * self.rate_hz)
        apart = self.volume - self._reached
        way = np.minimum(np.arange(1, count + 1) * step, abs(apart)) * np.sign(apart)
        volumes = self._reached + way
        self._reached = self.volume if abs(float(way[-1])) >= abs(apart) else float(volumes[-1])
        return np.asarray(volumes, dtype=np.float64)

    def _make_room(self, voice: str) -> None:
        """End the oldest of a voice that has no channel left."""
        mine = [one for one in self._sounding if self._voice_of(one.name) == voice and one.step >= 0]
        for one in mine[: max(0, len(mine) + 1 - self._voices[voice].channels)]:
            self._fade(one, _STEAL_MS)

    def _fade(self, one: _Sounding, fade_ms: float) -> None:
        one.step = min(one.step, -1_000 / (fade_ms * self.rate_hz))


def _add(one: _Sounding, block: Wave) -> None:
    """Add the next part of a sound to a block."""
    if one.at < 0:
        late = min(-one.at, len(block))
        one.at += late
        block = block[late:]
    count = len(block) if one.loops else min(len(block), len(one.wave) - one.at)
    if count <= 0:
        return
    if one.loops:
        part = one.wave.take(np.arange(one.at, one.at + count), mode="wrap")
        one.at = (one.at + count) % len(one.wave)
    else:
        part = one.wave[one.at : one.at + count]
        one.at += count
    if one.step:
        levels = np.clip(one.level + one.step * np.arange(1, count + 1, dtype=np.float32), 0, 1)
        block[:count] += part * levels * np.float32(one.gain)
        one.level = float(levels[-1])
        if one.level >= 1:
            one.step = 0.0
    else:
        block[:count] += part * np.float32(one.gain)
