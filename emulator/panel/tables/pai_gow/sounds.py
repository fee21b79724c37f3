# SPDX-License-Identifier: MIT
"""The table's sounds, synthesised: dice that rattle in the cup, its lid, cards, chips, and a small win."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from emulator.panel.art.sounds import VOLUMES
from emulator.panel.art.waves import RATE_HZ, Wave, at_peak, mix
from emulator.panel.sound.mixer import Mixer, Voice
from emulator.panel.sound.stream import Stream
from emulator.panel.tables.kit.clicks import chime, click, slide
from machines.support.plain import JsonView

# Peaks before the limiter, which keeps the sum below its ceiling.
VOICES: dict[str, Voice] = {
    "rattle": Voice(3, 0.50),
    "lid": Voice(1, 0.42),
    "dice": Voice(1, 0.60),
    "card": Voice(4, 0.28),
    "chip": Voice(3, 0.32),
    "win": Voice(1, 0.45),
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


@lru_cache(maxsize=1)
def samples() -> Mapping[str, Wave]:
    """Every sound by name, at its voice's peak: ``rattle_0`` to ``rattle_2`` and the others."""
    made = {
        f"rattle_{i}": mix(
            [(0, click(1_450 + 160 * i, 55, 21 + i), 1.0), (38 + 9 * i, click(1_250, 50, 31 + i), 0.8)]
        )
        for i in range(3)
    }
    made["lid"] = mix([(0, click(520, 130, 41, 0.3), 1.0), (60, click(1_900, 200, 42, 0.1), 0.35)])
    made["dice"] = mix(
        [
            (at, click(1_300 - 60 * i, 60, 51 + i), 1.0 - 0.1 * i)
            for i, at in enumerate((0, 120, 170, 320, 470, 560, 690))
        ]
    )
    made["card"] = slide(110, 61)
    made["chip"] = mix([(0, click(3_100, 60, 71, 0.2), 1.0), (70, click(2_800, 60, 72, 0.2), 0.7)])
    made["win"] = chime()
    return {name: at_peak(wave, VOICES[_voice_of(name)].peak) for name, wave in made.items()}


class TableSpeaker:
    """
    Plays what happens at the table through one mixer; without a sound device nothing is played.

    Args:
        place: the visitor's, whose wins are heard.
    """

    def __init__(self, place: int) -> None:
        self._place = place
        self._cues: list[str] = []
        self.mixer = Mixer(VOICES, _voice_of, RATE_HZ)
        self._stream = Stream(self.mixer)
        self._rattled_ms, self._rattles = -RATTLE_MS, 0
        self.volume = len(VOLUMES) - 2
        self._share = 1.0

    def open(self) -> None:
        """Open the sound device."""
        if self._stream.open():
            self.prepare()

    def prepare(self) -> None:
        """Synthesise the sounds."""
        self.mixer.takes = {name: (wave,) for name, wave in samples().items()}

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
        if cues:
            self._stream.turn_back()
            self.mixer.volume = VOLUMES[self.volume] * self._share
            for name in cues:
                self.mixer.begin(name)
        self._stream.fill()
        return cues

    def allow(self, share: float) -> None:
        """So much of the volume is allowed now, 0 to 1: what the house says of this hour."""
        self._share = min(1.0, max(0.0, share))

    def louder(self, steps: int) -> None:
        """Move the volume by steps, within its four."""
        self.volume = min(len(VOLUMES) - 1, max(0, self.volume + steps))


def _voice_of(name: str) -> str:
    return name.partition("_")[0]
