# SPDX-License-Identifier: MIT
"""
Brings what a mixer renders to the loudspeaker, a fifth of a second ahead and yet without its delay.

    stream = Stream(mixer)
    stream.open()
    stream.turn_back()          # what comes now is heard now: forget what was rendered ahead
    mixer.begin("coin_50")
    stream.fill()               # and at least once every AHEAD_MS

The ring is one Sound that SDL plays again and again out of memory that this module writes: no thread of
Python's has to answer in time, so a frame that takes long is not heard. What was rendered ahead is kept with
the mixer's state before each part; a new sound takes the mixer back to the first part that SDL has not read
for certain. Where SDL reads follows from the time since the ring began, and is set right each time it begins
again.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pygame

from emulator.panel.sound.mixer import Mixer, MixerState

BUFFER = 512
"""Samples that SDL reads at once."""
PART = 256
"""Samples that are rendered at once."""
AHEAD_MS = 200
_RING_BUFFERS = 256  # 4.1 s at 32,000 Hz
# SDL reads a buffer when it wants to; so far beyond the time that has passed nothing is written any more.
_MARGIN = BUFFER + PART
# What may still be read, however early the ring is thought to have begun, is left as it is.
_KEPT = 6 * _MARGIN
# Samples before the ring's end at which it is told to go round once more: a window that hangs falls silent.
_LAST = 48 * BUFFER
# After so much silence the ring stands still until the next sound.
_REST_MS = 600


class Out(Protocol):
    """A channel of pygame's mixer."""

    def play(self, sound: pygame.mixer.Sound, /) -> None: ...
    def queue(self, sound: pygame.mixer.Sound, /) -> None: ...
    def get_queue(self) -> pygame.mixer.Sound | None: ...
    def get_busy(self) -> bool: ...
    def stop(self) -> None: ...


class _Part(NamedTuple):
    """A part that was rendered ahead, and the mixer before it."""

    begins: int
    before: MixerState


class Stream:
    """
    A mixer on the loudspeaker; does nothing until it is open.

    Args:
        clock: seconds that only rise, as the sound device counts them.
    """

    def __init__(self, mixer: Mixer, clock: Callable[[], float] = time.perf_counter) -> None:
        self._mixer = mixer
        self._clock = clock
        self._out: Out | None = None
        self._ring: npt.NDArray[np.int16] = np.zeros(_RING_BUFFERS * BUFFER, dtype=np.int16)
        self._sound: pygame.mixer.Sound | None = None
        self._parts: deque[_Part] = deque()
        self._written = 0
        """Samples rendered since the ring began."""
        self._began_s = 0.0
        self._looked_s = 0.0
        self._turns = 0
        self._queued = False
        self._loud_until = 0
        self.running = False

    def open(self) -> bool:
        """Open the sound device; False where there is none."""
        try:
            pygame.mixer.init(self._mixer.rate_hz, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error:
            return False
        pygame.mixer.set_num_channels(1)
        sound = pygame.mixer.Sound(buffer=bytes(2 * len(self._ring)))
        self.use(pygame.mixer.Channel(0), sound, pygame.sndarray.samples(sound))
        return True

    def use(self, out: Out, sound: pygame.mixer.Sound, ring: npt.NDArray[np.int16]) -> None:
        """Play on this channel from now on; ``ring`` is the memory of ``sound``."""
        self._out, self._sound, self._ring = out, sound, ring

    def close(self) -> None:
        """Fall silent."""
        self._out = self._sound = None
        self._ring = np.zeros_like(self._ring)
        self.running = False
        with contextlib.suppress(pygame.error):
            pygame.mixer.quit()

    def turn_back(self) -> None:
        """Take the mixer back to the first part that nobody has heard yet."""
        if not self._runs():
            return
        safe = self._read()
        state = None
        while self._parts and self._parts[-1].begins >= safe:
            part = self._parts.pop()
            self._written, state = part.begins, part.before
        if state is not None:
            self._mixer.state = state

    def fill(self) -> None:
        """Render as far ahead as is kept ready; begin the ring with a sound, and end it after silence."""
        if self._out is None or self._sound is None:
            return
        if not self._runs():
            if self._mixer.quiet:
                return
            self._start()
        read = self._read()
        if read > self._written:  # a frame took longer than what was ready
            self._written = -(-read // PART) * PART
        while self._parts and self._parts[0].begins + PART <= read - _MARGIN:
            self._parts.popleft()
        until = read + AHEAD_MS * self._mixer.rate_hz // 1_000
        while self._written < until:
            self._render()
        self._clear_behind(read)
        if self._mixer.quiet and read > self._loud_until + _REST_MS * self._mixer.rate_hz // 1_000:
            self._ring[:] = 0
            for _ in range(2):  # what is queued begins when what plays is stopped
                self._out.stop()
            self.running = False

    def _runs(self) -> bool:
        """Whether the ring goes round; it ends by itself where nobody looks."""
        self.running = self.running and self._out is not None and self._out.get_busy()
        return self.running

    def _start(self) -> None:
        assert self._out is not None and self._sound is not None
        self._parts.clear()
        self._written = self._loud_until = self._turns = 0
        self._ring[:] = 0
        for _ in range(_MARGIN // PART):
            self._render()
        self._began_s = self._looked_s = self._clock()
        self.running = True
        self._queued = False
        self._out.play(self._sound)

    def _render(self) -> None:
        self._parts.append(_Part(self._written, self._mixer.state))
        part = self._mixer.rendered(PART)
        begin = self._written % len(self._ring)
        self._ring[begin : begin + PART] = np.round(part * 32_767).astype(np.int16)
        self._written += PART
        if part.any():
            self._loud_until = self._written

    def _read(self) -> int:
        """From here on nothing has been read yet, in samples since the ring began."""
        assert self._out is not None and self._sound is not None
        now_s = self._clock()
        if self._queued and self._out.get_queue() is None:
            self._turned(now_s)
        self._looked_s = now_s
        read = round((now_s - self._began_s) * self._mixer.rate_hz) + _MARGIN
        if not self._queued and read > (self._turns + 1) * len(self._ring) - _LAST:
            self._out.queue(self._sound)
            self._queued = True
        return read

    def _turned(self, now_s: float) -> None:
        """The ring has begun again since the last look: between the two, whatever the clocks say."""
        assert self._out is not None and self._sound is not None
        self._turns += 1
        length_s = len(self._ring) / self._mixer.rate_hz
        expected_s = self._began_s + self._turns * length_s
        buffer_s = BUFFER / self._mixer.rate_hz  # the queue is empty once the last buffer is read
        turned_s = min(max(expected_s, self._looked_s + buffer_s), now_s + buffer_s)
        self._began_s += turned_s - expected_s
        self._queued = False

    def _clear_behind(self, read: int) -> None:
        """What has been played is silence when the ring comes round, should nobody write there in time."""
        first = self._written % len(self._ring)
        count = len(self._ring) - (self._written - read) - _KEPT
        for begin, end in ((first, first + count), (0, first + count - len(self._ring))):
            self._ring[begin : max(begin, end)] = 0
