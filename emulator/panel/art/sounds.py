# SPDX-License-Identifier: MIT
"""
The machine's sounds, synthesised: short, dry, with a small room around them.

Every voice has a number of channels and a peak, its share of full scale before the limiter, which keeps
whatever sounds at once below its ceiling (``emulator.panel.sound``). Nothing here runs unless something in
the machine moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from emulator.panel.art import sounds_tones as tones
from emulator.panel.art import sounds_works as works
from emulator.panel.art.sounds_themes import HOUSE, REELS, SIZES, THEMES, played, set_name
from emulator.panel.art.sounds_works import COINS_CENTS
from emulator.panel.art.waves import RATE_HZ, Wave, at_peak, levelled, room
from emulator.panel.sound.mixer import Voice

__all__ = ["COINS_CENTS", "HOUSE", "RATE_HZ", "Voice", "Wave", "set_name"]

VOLUMES = (0.25, 0.5, 0.75, 1.0)

VOICES: dict[str, Voice] = {
    "coin": Voice(4, 0.55),
    "refused": Voice(2, 0.50),
    "run": Voice(1, 0.40),
    "stop": Voice(5, 0.62),
    "button": Voice(2, 0.42),
    "motor": Voice(1, 0.24),
    "ejected": Voice(4, 0.34),
    "paid": Voice(6, 0.60),
    "note": Voice(1, 0.26),
    "ticket": Voice(2, 0.30),
    "light": Voice(4, 0.62),
    "win": Voice(2, 0.90),
    "tilt": Voice(1, 0.22),
}
# The alarm that the panel makes up, and the buzzer of a machine that has one: never both at once.
BUZZER = "tilt_buzzer"
LOOPS = ("run", "motor", BUZZER)
# A light that runs round a ring is heard at every fourth of its places, and higher at the mark.
LIGHT, LIGHT_MARK = "light", "light_mark"
LIGHTS_APART = 4
# A pad of a memory game speaks with the voice of the reels, which such a machine has not: D, F sharp, A, D
# over middle C, in semitones over A of 440 Hz.
PAD = "stop_pad_{}"
# How loud a prize is, over its loudest fifth of a second, as a share of full scale: 2.5 dB from size to size,
# whatever it is played on, and a maker's own as well. A light is as loud on every instrument, too.
LEVELS = {"win_small": 0.15, "win_middle": 0.20, "win_large": 0.27, "light": 0.09, "light_mark": 0.09}
_PAD_SEMITONES = (-7, -3, 0, 5)
MIDDLE_FROM_CENTS = 200
LARGE_FROM_CENTS = 1_000


@lru_cache(maxsize=2)
def takes(name: str = "") -> Mapping[str, tuple[Wave, ...]]:
    """
    Every sound by name, each take of it as loud as it is: ``coin_50``, ``stop_1``, ``win_large`` and so on.

    Args:
        name: of the set, as ``set_name`` finds it for a machine; one that nobody made is the house's.
    """
    theme = THEMES.get(name, THEMES[HOUSE])
    raw: dict[str, tuple[Wave, ...]] = {
        "button": (works.button(),),
        "run": (works.run(),),
        "motor": (works.motor(),),
        "refused": (works.refused(),),
        "ejected": works.ejected(),
        "note": (works.note(),),
        "ticket": (works.ticket(),),
        "light": (room(theme.passing(0), 0.15),),
        "light_mark": (room(theme.passing(2), 0.15),),
        "tilt": (works.tilt(),),
        BUZZER: (works.buzzer(),),
    }
    for size in SIZES:
        raw[f"win_{size}"] = (room(theme.tune(size), 0.4 if size == "large" else 0.3),)
    for cents in COINS_CENTS:
        raw[f"coin_{cents}"] = (works.coin_in(cents),)
        raw[f"paid_{cents}"] = works.coin_paid(cents)
    for reel in range(1, REELS + 1):
        raw[stop_name(reel)] = (room(theme.stopping(reel), 0.18),)
    for number, semitones in enumerate(_PAD_SEMITONES, start=1):
        raw[PAD.format(number)] = (room(played([(0, semitones, 420)], tones.bars), 0.25),)
    return {name: tuple(fitted(name, wave) for wave in waves) for name, waves in raw.items()}


def samples(name: str = "") -> Mapping[str, Wave]:
    """The first take of every sound of a set."""
    return {sound: waves[0] for sound, waves in takes(name).items()}


def fitted(name: str, wave: Wave) -> Wave:
    """As loud as this sound is: prizes and lights by their level, all others at the peak of their voice."""
    peak = VOICES[voice_of(name)].peak
    return levelled(wave, LEVELS[name], peak) if name in LEVELS else at_peak(wave, peak)


def set_names() -> list[str]:
    """The sets of sounds, that of the house first."""
    return list(THEMES)


def voice_of(name: str) -> str:
    """The voice that a sound belongs to."""
    return name.split("_", maxsplit=1)[0]


def coin_name(kind: str, cents: int) -> str:
    """The sound of a coin, ``coin_50``, or that of the nearest known in value, the smaller of two as near."""
    return f"{kind}_{min(COINS_CENTS, key=lambda known: abs(known - cents))}"


def stop_name(reel: int) -> str:
    """The sound of a reel that stops, the sixth as the first."""
    return f"stop_{1 + (reel - 1) % REELS}"


def win_name(cents: int) -> str:
    """The sound of a prize: small, middle from 2.00, large from 10.00 of the machine's money."""
    if cents >= LARGE_FROM_CENTS:
        return "win_large"
    return "win_middle" if cents >= MIDDLE_FROM_CENTS else "win_small"
