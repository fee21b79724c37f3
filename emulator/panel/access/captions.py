# SPDX-License-Identifier: MIT
"""
What a sound is called where it is written instead of heard, and which were heard lately.

    captions = Captions()
    captions.note(["coin_50"], now_ms=0)
    captions.shown(frozenset({"run"}), now_ms=900)       # ["coin", "run"]
    words("coin", kit.say)                               # "Entra una moneda"
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

CAPTIONS = (
    "coin", "refused", "run", "stop", "stop_pad", "button", "motor", "ejected", "paid", "note", "ticket",
    "light", "light_mark", "win_small", "win_middle", "win_large", "tilt", "tilt_buzzer",
)  # fmt: skip
"""Their names: that of the sound without its number."""
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


def words(caption: str, say: Callable[[str], str]) -> str:
    """What is written for a caption."""
    return {
        "coin": say("Coin in"),
        "refused": say("Coin returned"),
        "run": say("Reels turn"),
        "stop": say("Reel stops"),
        "stop_pad": say("Pad"),
        "button": say("Button"),
        "motor": say("Hopper pays"),
        "ejected": say("Hopper"),
        "paid": say("Coin in the tray"),
        "note": say("Note"),
        "ticket": say("Ticket"),
        "light": say("Light passes"),
        "light_mark": say("Light at the mark"),
        "win_small": say("Small win"),
        "win_middle": say("Win"),
        "win_large": say("Large win"),
        "tilt": say("Alarm"),
        "tilt_buzzer": say("Buzzer"),
    }[caption]
