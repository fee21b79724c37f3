# SPDX-License-Identifier: MIT
"""
What a visitor would hear of a cabinet, rendered without a loudspeaker by the panel's own speaker and mixer.

    tape = Tape(cabinet, stage)
    tape.touch()                       # somebody plays from now on
    cabinet.insert(100)
    tape.run(ms=30_000)
    tape.wave                          # float32 samples, RATE_HZ a second, as long as the time that passed
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from emulator.panel.art import sounds_own
from emulator.panel.art.waves import RATE_HZ, Wave
from emulator.panel.frame.around import FRAMES_A_SECOND
from emulator.panel.machine.follow import Shown
from emulator.panel.machine.parts.kiosk import Attract
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.registry import look
from emulator.panel.machine.speaker import speaker_of
from emulator.panel.machine.stage import Stage
from emulator.panel.sound.hours import STEPS


class Tape:
    """
    Records a machine while its time passes in frames, as the panel lets it pass.

    Args:
        cabinet: whose sounds are recorded.
        stage: says which rows of the prize table are lit, unless ``rows`` does.
        step: of the volume, 1 to 4.
    """

    def __init__(
        self,
        cabinet: Shown,
        stage: Stage,
        step: int = STEPS,
        rows: Callable[[Seen], frozenset[int]] | None = None,
    ) -> None:
        self._cabinet = cabinet
        self._rows = rows or stage.lit_rows
        self.speaker = speaker_of(cabinet.model)
        self.speaker.step = step
        self.speaker.watch(stage.kit.front)
        self._prizes_cents = stage.prize_cents()
        self.attract = Attract()
        self.begun: list[tuple[int, str]] = []
        """Every sound that began, with the millisecond at which it did."""
        self._frames = 0
        self._parts: list[Wave] = []
        with sounds_own.silent_mixer():
            self.speaker.prepare()
        cabinet.listen(self.speaker.hear)

    @property
    def now_ms(self) -> int:
        """Since the recording began."""
        return self._frames * 1_000 // FRAMES_A_SECOND

    @property
    def wave(self) -> Wave:
        """What was recorded so far."""
        return np.concatenate([*self._parts, np.zeros(0, dtype=np.float32)])

    def touch(self) -> None:
        """Somebody touches the panel."""
        self.attract.touch(self.now_ms)

    def run(self, ms: int) -> None:
        """Let so much time pass in the cabinet."""
        until = self._frames + ms * FRAMES_A_SECOND // 1_000
        while self._frames < until:
            self._cabinet.run_us(self._us(self._frames + 1) - self._us(self._frames))
            self.note(look(self._cabinet))

    def note(self, seen: Seen) -> None:
        """Record the frame, a sixtieth of a second, that ends with what is seen."""
        self._frames += 1
        audible = self.attract.audible(seen, self.now_ms)
        heard = replace(seen, glass=self._rows(seen))
        begun = self.speaker.update(heard, self._prizes_cents, self.now_ms, audible)
        self.begun += [(self.now_ms, name) for name in begun]
        count = self._samples(self._frames) - self._samples(self._frames - 1)
        self._parts.append(self.speaker.mixer.rendered(count))

    @staticmethod
    def _us(frames: int) -> int:
        return frames * 1_000_000 // FRAMES_A_SECOND

    @staticmethod
    def _samples(frames: int) -> int:
        return frames * RATE_HZ // FRAMES_A_SECOND
