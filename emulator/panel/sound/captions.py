# SPDX-License-Identifier: MIT
"""
What a sound is called where it is written instead of heard, and which were heard lately.

    captions = Captions()
    captions.note(["coin_50"], now_ms=0)
    captions.shown(frozenset({"run"}), now_ms=900)       # ["coin", "run"]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import NamedTuple

CAPTIONS: Mapping[str, str] = {
    "coin": "Coin in",
    "refused": "Coin returned",
    "run": "Reels turn",
    "stop": "Reel stops",
    "stop_pad": "Pad",
    "button": "Button",
    "motor": "Hopper pays",
    "ejected": "Hopper",
    "paid": "Coin in the tray",
    "note": "Note",
    "ticket": "Ticket",
    "light": "Light passes",
    "light_mark": "Light at the mark",
    "win_small": "Small win",
    "win_middle": "Win",
    "win_large": "Large win",
    "tilt": "Alarm",
    "tilt_buzzer": "Buzzer",
}
"""English words of each caption, for the catalogues; its name is that of the sound without its number."""
SHOWN_MS = 2_500
_KEPT = 40


class Heard(NamedTuple):
    """A sound that was begun."""

    at_ms: int
    caption: str


class Captions:
    """The sounds of late, by the names of their captions."""

    def __init__(self) -> None:
        self.heard: deque[Heard] = deque(maxlen=_KEPT)
        """The latest sounds, the newest last."""

    def note(self, names: Iterable[str], now_ms: int) -> None:
        """These sounds begin."""
        self.heard.extend(Heard(now_ms, caption_of(name)) for name in names)

    def shown(self, loops: Iterable[str], now_ms: int) -> list[str]:
        """Captions of what began within 2.5 s, the newest first, and of what goes on; each once."""
        late = [one.caption for one in reversed(self.heard) if now_ms - one.at_ms < SHOWN_MS]
        return list(dict.fromkeys([*late, *sorted(caption_of(name) for name in loops)]))


def caption_of(sound: str) -> str:
    """The caption of a sound: ``coin`` of ``coin_50``, ``win_large`` of itself."""
    if sound in CAPTIONS:
        return sound
    whole = sound.rpartition("_")[0]
    return whole if whole in CAPTIONS else sound.partition("_")[0]
