# SPDX-License-Identifier: MIT
"""The sounds of a table, synthesised: chips, cards, dice, the ball in its gallery and on the frets, a win."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from emulator.panel.art.sounds import VOLUMES
from emulator.panel.art.waves import RATE_HZ, Wave, at_peak, mix
from emulator.panel.sound.mixer import Mixer, Voice
from emulator.panel.sound.stream import Stream
from emulator.panel.tables.kit.ball import FALL_S, REST_S
from emulator.panel.tables.kit.clicks import chime, click, roll, slide
from emulator.panel.tables.kit.face import Face, Told

# Peaks before the limiter, which keeps the sum below its ceiling.
VOICES: dict[str, Voice] = {
    "roll": Voice(2, 0.22),
    "fret": Voice(3, 0.46),
    "tongue": Voice(3, 0.40),
    "dice": Voice(1, 0.60),
    "card": Voice(4, 0.28),
    "chip": Voice(4, 0.32),
    "rake": Voice(1, 0.26),
    "win": Voice(1, 0.45),
    "no": Voice(1, 0.30),
}
_HEARD = {
    "stake": "chip",
    "taken": "chip",
    "moved": "chip",
    "card": "card",
    "parted": "card",
    "lost": "rake",
    "back": "chip",
}
ROLL_MS = 150
TONGUE_MS = 55
_FRETS_S = (0.0, 0.42, 0.78, 1.02, 1.2)


@lru_cache(maxsize=1)
def samples() -> Mapping[str, Wave]:
    """Every sound by name, at its voice's peak."""
    made = {f"roll_{i}": roll(ROLL_MS * 1.7, 91 + 2 * i) for i in range(3)}
    made |= {f"fret_{i}": click(2_300 - 210 * i, 46, 101 + i, 0.4) for i in range(3)}
    made["tongue"] = click(760, 40, 111, 0.8)
    made["dice"] = mix(
        [
            (at, click(1_500 - 70 * i, 55, 51 + i), 1.0 - 0.1 * i)
            for i, at in enumerate((0, 90, 380, 470, 760, 900, 1_060))
        ]
    )
    made["card"] = slide(110, 61)
    made["chip"] = mix([(0, click(3_100, 60, 71, 0.2), 1.0), (70, click(2_800, 60, 72, 0.2), 0.7)])
    made["rake"] = mix(
        [
            (0, slide(380, 121), 0.8),
            *((60 * i, click(2_900 - 90 * i, 50, 131 + i, 0.2), 0.5) for i in range(6)),
        ]
    )
    made["win"] = chime()
    made["no"] = click(210, 110, 141, 0.2)
    return {name: at_peak(wave, VOICES[_voice_of(name)].peak) for name, wave in made.items()}


class Speaker:
    """
    Plays what a table tells through one mixer; without a sound device nothing is played.

    Args:
        seat: the visitor's, whose wins are heard.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self.mixer = Mixer(VOICES, _voice_of, RATE_HZ)
        self._stream = Stream(self.mixer)
        self.volume = len(VOLUMES) - 2
        self._share = 1.0
        self._heard: tuple[int, int] = (-1, 0)
        self._until_ms = -1
        self._rolled_ms, self._rolls = 0, 0
        self._cues: list[str] = []
        self._pegs = 0

    def open(self) -> None:
        """Open the sound device."""
        if self._stream.open():
            self.mixer.takes = {name: (wave,) for name, wave in samples().items()}

    def refuse(self) -> None:
        """A chip that was not taken."""
        self._cues.append("no")

    def update(self, face: Face, pegs: int | None = None) -> list[str]:
        """
        Play what is due; return the names of the sounds begun.

        Args:
            pegs: how many have passed the tongue of a wheel of fortune; None for other tables.
        """
        cues, self._cues = self._cues, []
        number, count = self._heard
        if number != face.number:
            count = 0 if number >= 0 else len(face.told)
        new = face.told[count:]
        self._heard = (face.number, len(face.told))
        cues += dict.fromkeys(filter(None, map(self._of, new)))
        cues += self._motion(face) if pegs is None else self._tongue(face.now_ms, pegs)
        if cues:
            self._stream.turn_back()
            self.mixer.volume = VOLUMES[self.volume] * self._share
            for name in cues:
                self.mixer.begin(name)
        self._stream.fill()
        return cues

    def _of(self, one: Told) -> str:
        if one.kind == "paid":
            return "win" if one.seat == self._seat else "chip"
        if one.kind == "drawn" and len(one.faces) == 2:
            return "dice"
        return _HEARD.get(one.kind, "")

    def _motion(self, face: Face) -> list[str]:
        """A ball that rolls, then falls among the frets."""
        begun = next((one for one in face.told if one.kind == "spin"), None)
        drawn = next((one for one in face.told if one.kind == "drawn" and len(one.faces) == 1), None)
        now_ms, since_ms = face.now_ms, self._rolled_ms
        if begun is None and drawn is None:
            return []
        fell_ms = drawn.t_ms + round((REST_S - FALL_S - 1.2) * 1000) if drawn else 1 << 40
        if now_ms < fell_ms:
            if now_ms - since_ms < ROLL_MS:
                return []
            self._rolled_ms, self._rolls = now_ms, self._rolls + 1
            return [f"roll_{self._rolls % 3}"]
        self._rolled_ms = now_ms
        return [
            f"fret_{i % 3}" for i, s in enumerate(_FRETS_S) if since_ms < fell_ms + round(s * 1000) <= now_ms
        ]

    def _tongue(self, now_ms: int, pegs: int) -> list[str]:
        """A tongue that falls from peg to peg: each is heard once they are slow enough."""
        passed, self._pegs = pegs != self._pegs, pegs
        if not passed or now_ms - self._rolled_ms < TONGUE_MS:
            return []
        self._rolled_ms = now_ms
        return ["tongue"]

    def allow(self, share: float) -> None:
        """So much of the volume is allowed now, 0 to 1: what the house says of this hour."""
        self._share = min(1.0, max(0.0, share))

    def louder(self, steps: int) -> None:
        """Move the volume by steps, within its four."""
        self.volume = min(len(VOLUMES) - 1, max(0, self.volume + steps))


def _voice_of(name: str) -> str:
    return name.partition("_")[0]
