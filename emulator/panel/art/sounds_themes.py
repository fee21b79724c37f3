# SPDX-License-Identifier: MIT
"""
The music of each family of machines: scale, tempo and instrument of its wins, and how its reels stop.

A tune is written in beats and degrees of its theme's scale, so that every note belongs to it: ``(2, 4, 1)``
sounds at the third beat the fifth note of the scale for one beat; degree 7 of a scale of seven is the tonic
an octave higher.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from emulator.panel.art import sounds_stops as stops
from emulator.panel.art import sounds_tones as tones
from emulator.panel.art.waves import Wave, mix, times

Score = tuple[tuple[float, int, float], ...]
"""Notes as (beat, degree, beats)."""
SIZES = ("small", "middle", "large")
REELS = 5
"""So many reels stop at pitches of their own."""
_STOPS = (0, 2, 4, 5, 7)
# A stop's lowest pitch is that of its drum, moved by at most half an octave towards the theme's tonic.
_FIFTH = 7


class Theme(NamedTuple):
    """What sounds otherwise from one family of machines to another."""

    tone: Callable[[float, Wave, int], Wave]
    """A note of its tunes: pitch in Hz, times in s, length in ms."""
    stop: stops.Stop
    tonic: int
    """Of its scale, in semitones over A of 440 Hz."""
    scale: tuple[int, ...]
    """Semitones over the tonic, rising, within an octave."""
    beat_ms: int
    small: Score
    middle: Score
    large: Score

    def semitones(self, degree: int) -> int:
        """A degree of the scale, in semitones over A of 440 Hz."""
        octave, step = divmod(degree, len(self.scale))
        return self.tonic + 12 * octave + self.scale[step]

    def notes(self, size: str) -> list[tuple[float, int, int]]:
        """The tune of a size of prize: (start in ms, semitones over A, length in ms)."""
        score: Score = getattr(self, size)
        return [
            (beat * self.beat_ms, self.semitones(degree), round(beats * self.beat_ms))
            for beat, degree, beats in score
        ]

    def tune(self, size: str) -> Wave:
        """The tune, on the theme's instrument, without a room."""
        return played(self.notes(size), self.tone)

    def passing(self, octave: int) -> Wave:
        """A light that passes: a short note of the theme's instrument."""
        note = played([(0, self.semitones(octave * len(self.scale)), 150)], self.tone)
        return np.asarray(note * np.exp(-times(150) * 22), dtype=np.float32)

    def stopping(self, reel: int) -> Wave:
        """The stop of a reel, 1 to 5: the notes of the scale's chord, one after the other."""
        shift = (self.tonic + _FIFTH) % 12 - _FIFTH
        degree = _STOPS[reel - 1] * len(self.scale) // 7
        over = self.semitones(degree) - self.tonic
        return self.stop(2 ** ((shift / 2 + over) / 12), times(170))


def played(notes: Iterable[tuple[float, int, int]], tone: Callable[[float, Wave, int], Wave]) -> Wave:
    """Notes one after and over another, none cut off."""
    parts = []
    for start, semitones, length in notes:
        t = times(length)
        note = tone(440 * 2 ** (semitones / 12), t, length)
        tail = np.clip((length / 1000 - t) * 100, 0, 1)
        parts.append((start, np.asarray(note * tail, dtype=np.float32), 0.8))
    return mix(parts)


def _run(begin: float, degrees: Iterable[int], step: float, beats: float) -> Score:
    """One note after the other."""
    return tuple((begin + step * i, degree, beats) for i, degree in enumerate(degrees))


def _chord(begin: float, degrees: Iterable[int], beats: float, apart: float = 0.0) -> Score:
    """Notes together, or broken upwards."""
    return tuple((begin + apart * i, degree, beats) for i, degree in enumerate(degrees))


MAJOR = (0, 2, 4, 5, 7, 9, 11)
_THREE = 0.18  # of a beat between the strings of a strummed chord

# The north wind: it climbs, comes in gusts, and stands.
_CIERZO = Theme(
    tones.bars, stops.motor, 3, MAJOR, 100,
    small=(*_run(0, (0, 2), 1.1, 1.8), (2.2, 4, 3.8)),
    middle=(*_run(0, (0, 2, 4, 7, 4), 1, 1.8), *_chord(5.4, (7, 9), 6.2)),
    large=(
        *_run(0, (0, 2, 4, 7, 4, 7, 9, 11, 7, 9, 11, 14), 0.9, 1.8),
        *_chord(11, (7, 9, 11), 7), *_chord(15, (8, 10, 12), 5), *_chord(19, (7, 9, 11, 14), 13),
    ),
)  # fmt: skip
# The sultry south wind: slow, swung, a seventh that never leads home.
_BOCHORNO = Theme(
    tones.marimba, stops.block, -2, (0, 2, 4, 5, 7, 9, 10), 165,
    small=((0, 0, 2), (0.66, 4, 2), (1, 6, 2.6)),
    middle=((0, 0, 2), (0.66, 2, 2), (1, 4, 2), (1.66, 6, 2), (2, 4, 2), *_chord(3, (0, 4, 7, 9), 4)),
    large=(
        *_chord(0, (0, 4), 2), (0.66, 7, 1), (1, 6, 2), (1.66, 4, 1), (2, 5, 2), (2.66, 4, 1), (3, 2, 2),
        *_chord(4, (-1, 3), 2), (4.66, 6, 1), (5, 5, 2), (5.66, 3, 1), (6, 4, 2), (6.66, 2, 1), (7, 0, 2),
        *_run(8, (0, 2, 4, 6, 7, 9, 11, 13), 0.66, 1.6), *_chord(13.4, (0, 4, 7, 11, 14), 7),
    ),
)  # fmt: skip
# The old arm of the Ebro: drops that fall where they like, five notes that never quarrel.
_GALACHO = Theme(
    tones.drops, stops.drop, 5, (0, 2, 4, 7, 9), 130,
    small=((0, 3, 2.4), (0.8, 0, 2.4), (2, 5, 3.4)),
    middle=((0, 0, 3), (0.7, 3, 3), (1.7, 2, 3), (2.6, 5, 3), (3.3, 4, 3), (4.6, 7, 4), (5, 5, 4)),
    large=(
        (0, 0, 3), (0.5, 5, 3), (1.3, 3, 3), (2.2, 7, 3), (2.7, 4, 3), (3.8, 8, 3), (4.3, 5, 3), (5.4, 9, 3),
        *_run(6.6, (10, 8, 9, 7, 8, 5, 7, 4), 0.6, 2.4), *_run(11.6, (0, 2, 3, 5, 7, 8, 10), 0.7, 4),
        *_chord(17, (0, 5, 8, 12), 9, 0.3),
    ),
)  # fmt: skip
# The steppe: the cadence that goes down A, G, F, E on gut strings.
_A, _G, _F, _E = (-5, 0, 4, 6, 9), (-6, 2, 5, 7, 10), (-7, 1, 4, 6, 9), (-8, -3, 0, 3, 5, 8)
_MONEGROS = Theme(
    tones.strings, stops.castanet, -5, (0, 1, 3, 4, 5, 7, 8, 10), 90,
    small=(*_chord(0, (0, 3, 5), 3.4, 0.45), (1.7, 8, 5.8)),
    middle=(
        *_chord(0, _A, 2.9, _THREE), *_chord(2.2, _G, 2.9, _THREE), *_chord(4.4, _F, 2.9, _THREE),
        *_chord(6.6, _E, 10, 0.27), (8.4, 11, 7.8),
    ),
    large=(
        *_run(0, (0, 1, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6), 0.94, 2.7),
        *_chord(11.8, _A, 3.5, _THREE), *_chord(13.8, _A, 2.2, _THREE),
        *_chord(15.8, _G, 3.5, _THREE), *_chord(17.8, _G, 2.2, _THREE),
        *_chord(19.8, _F, 3.5, _THREE), *_chord(21.8, _F, 2.2, _THREE),
        *_chord(23.8, _E, 15, 0.33), *_run(27, (8, 11, 13, 16), 1, 3.5),
    ),
)  # fmt: skip
# The mountain: a horn's own notes from valley to valley, and their echo.
_MONCAYO = Theme(
    tones.horn, stops.chrome, -7, (0, 2, 4, 6, 7, 9, 10), 140,
    small=((0, 0, 1), (1, 4, 1), (2, 7, 2.6)),
    middle=((0, 0, 1), (1, 4, 0.5), (1.5, 4, 0.5), (2, 7, 1), (3, 9, 1), (4, 8, 0.9),
            *_chord(5, (4, 7, 9), 4)),
    large=(
        (0, 0, 1), (1, 4, 0.5), (1.5, 4, 0.5), (2, 7, 2), (4, 7, 0.5), (4.5, 8, 0.5), (5, 9, 2),
        (7, 10, 1), (8, 9, 1), (9, 8, 1),
        *_chord(10, (4, 7), 2), *_chord(12, (5, 8), 1), *_chord(13, (6, 9), 1),
        *_chord(14, (0, 4, 7, 11), 3), (17.5, 7, 0.5), (18, 9, 0.5), *_chord(18.5, (0, 4, 7, 11, 14), 6),
    ),
)  # fmt: skip
# The ice of the highest peak: a raised fourth, notes that fall like light.
_ANETO = Theme(
    tones.crystal, stops.glass, 7, (0, 2, 4, 6, 7, 9, 11), 115,
    small=((0, 4, 3), (0.75, 3, 3), (1.5, 7, 4)),
    middle=(*_run(0, (7, 4, 3, 8, 6, 4), 0.75, 3), *_chord(5, (0, 4, 7, 10), 6, 0.25)),
    large=(
        *_run(0, (0, 4, 3, 7, 6, 10, 9, 11), 0.75, 3), *_run(6.5, (14, 11, 10, 8, 7, 4, 3, 1), 0.5, 3),
        *_chord(11, (0, 3, 7), 4, 0.2), *_chord(14, (1, 4, 8), 4, 0.2), *_chord(17, (2, 6, 9), 4, 0.2),
        *_chord(20, (0, 4, 7, 10, 14), 10, 0.35),
    ),
)  # fmt: skip
# Brick and tile: the maqam hijaz, a step and a half between its second and third notes.
_MUDEJAR = Theme(
    tones.psaltery, stops.tile, -7, (0, 1, 4, 5, 7, 8, 10), 105,
    small=((0, 4, 1.5), (1, 3, 1), (1.5, 2, 1), (2, 1, 1), (2.5, 0, 3.6)),
    middle=(*_run(0, (4, 5, 4, 3, 2, 3, 2, 1), 0.75, 1.6), *_chord(6.4, (0, 4, 7), 6, 0.2)),
    large=(
        *_run(0, (0, 1, 2, 3, 4), 0.75, 1.8), (3.75, 5, 1), (4.25, 4, 1), (4.75, 5, 1), (5.25, 4, 3),
        *_run(7.5, (7, 6, 5, 6, 5, 4, 5, 4, 3, 4, 3, 2), 0.6, 1.6),
        *_chord(15, (1, 5, 8), 3, 0.15), *_chord(17.5, (1, 3, 6, 8), 3, 0.15),
        *_chord(20, (0, 4, 7, 9, 11, 14), 12, 0.2),
    ),
)  # fmt: skip
# The monastery: plainchant in the first mode, an organ in fifths beneath it.
_VERUELA = Theme(
    tones.organ, stops.bell, -7, (0, 2, 3, 5, 7, 9, 10), 200,
    small=((0, 0, 1), (1, 4, 1), *_chord(2, (0, 4, 7), 2)),
    middle=((0, 0, 1), (1, 4, 1), (2, 5, 0.5), (2.5, 4, 1),
            *_chord(3.5, (-1, 3, 6), 1.2), *_chord(4.7, (0, 4, 7), 3)),
    large=(
        (0, 0, 1), (1, 4, 1.5), (2.5, 5, 0.5), (3, 4, 1), (4, 6, 1), (5, 7, 1.5), (6.5, 6, 0.5),
        *_chord(7, (0, 4), 2), (9, 3, 0.7), (9.7, 2, 0.7), *_chord(10.4, (-3, 1, 3), 1.6),
        *_chord(12, (-1, 1, 4, 6), 1.6), *_chord(13.6, (-7, 0, 4, 7, 11), 5),
    ),
)  # fmt: skip
# The comet: whole tones that have no home, ever higher.
_COMETA = Theme(
    tones.celesta, stops.motor, 8, (0, 2, 4, 6, 8, 10), 85,
    small=(*_run(0, (0, 2, 4), 1, 3), (3, 6, 5)),
    middle=(*_run(0, (0, 2, 1, 3, 2, 4, 3, 5), 0.9, 3), *_chord(7.6, (4, 6, 8), 8)),
    large=(
        *_run(0, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 0.7, 3), *_run(10, (12, 10, 8, 6), 0.7, 3),
        *_run(13.5, (1, 3, 5, 7, 9, 11), 1, 4), *_run(20, (2, 4, 6, 8, 10, 12), 1, 4),
        *_chord(27, (0, 2, 4, 6, 8, 12), 14, 0.5),
    ),
)  # fmt: skip
# The fair: a waltz from the street organ.
_VERBENA = Theme(
    tones.barrel_organ, stops.tin, -4, (0, 2, 4, 5, 6, 7, 9, 11), 150,
    small=((0, 0, 0.8), *_chord(1, (2, 5), 0.6), *_chord(2, (2, 5, 8), 1.6)),
    middle=(
        (0, -8, 0.8), (0, 8, 0.9), (1, 7, 0.45), (1.5, 6, 0.45), (2, 5, 0.9), *_chord(1, (0, 2), 0.5),
        *_chord(2, (0, 2), 0.5), (3, -3, 0.8), (3, 4, 0.45), (3.5, 5, 0.45), (4, 7, 0.9),
        *_chord(4, (-3, 1), 0.5),
        *_chord(5, (-8, 0, 2, 8), 2.4),
    ),
    large=(
        (0, -8, 0.8), (0, 5, 1.4), (1.5, 4, 0.45), (2, 5, 0.9), *_chord(1, (0, 2), 0.5), *_chord(2, (0, 2),
        0.5),
        (3, -6, 0.8), (3, 10, 1.9), (5, 8, 0.9), *_chord(4, (0, 2), 0.5), *_chord(5, (0, 2), 0.5),
        (6, -3, 0.8), (6, 7, 1.4), (7.5, 6, 0.45), (8, 7, 0.9), *_chord(7, (-1, 1), 0.5),
        *_chord(8, (-1, 1), 0.5),
        (9, -5, 0.8), (9, 11, 1.9), (11, 9, 0.9), *_chord(10, (-1, 1), 0.5), *_chord(11, (-1, 1), 0.5),
        *_run(12, (8, 9, 10, 11, 12, 13), 0.5, 0.5), *_chord(15, (-3, 1, 5, 7), 0.9),
        *_chord(16, (-3, 1, 5, 7), 0.9),
        *_chord(17, (-8, 0, 5, 8, 10, 16), 4.5),
    ),
)  # fmt: skip
# The round that plays under balconies: a jota in three, tonic and dominant.
_RONDA = Theme(
    tones.bandurria, stops.tin, 0, (0, 2, 4, 5, 7, 9, 10, 11), 125,
    small=((0, 4, 0.9), (1, 5, 0.9), (2, 4, 0.9), *_chord(3, (2, 8), 2.4)),
    middle=(
        (0, 4, 0.9), (1, 4, 0.9), (2, 5, 0.9), (3, 4, 0.9), (4, 3, 0.9), (5, 2, 0.9), (6, 3, 0.9),
        (7, 1, 0.9),
        (8, -1, 0.9), *_chord(9, (0, 2, 4), 3),
    ),
    large=(
        (0, 2, 0.9), (1, 4, 0.9), (2, 8, 0.9), *_chord(3, (4, 7), 1.9), (5, 9, 0.9), (6, 8, 0.9), (7, 7, 0.9),
        (8, 5, 0.9), *_chord(9, (2, 4), 2.6), (12, 1, 0.9), (13, 3, 0.9), (14, 7, 0.9), *_chord(15, (3, 9),
        1.9),
        (17, 10, 0.9), (18, 9, 0.9), (19, 8, 0.9), (20, 7, 0.9), *_chord(21, (4, 8), 2.6),
        *_chord(24, (-1, 3, 4, 7), 1.4), *_chord(25.5, (-1, 3, 4, 9), 1.4), *_chord(27, (0, 2, 4, 8, 10), 5),
    ),
)  # fmt: skip

THEMES: Mapping[str, Theme] = {
    "cierzo": _CIERZO,
    "aneto": _ANETO,
    "bochorno": _BOCHORNO,
    "cometa": _COMETA,
    "cometa_nacional": _COMETA._replace(tone=tones.music_box, tonic=3, scale=(0, 3, 4, 7, 8, 11), beat_ms=96),
    "galacho": _GALACHO,
    "moncayo": _MONCAYO,
    # The mountain's calls in other keys: by a casino's band, a village's, and in a club.
    "moncayo_fichas": _MONCAYO._replace(
        tone=tones.muted_trumpet, tonic=-4, scale=(0, 2, 3, 5, 7, 9, 11), beat_ms=122
    ),
    "moncayo_nacional": _MONCAYO._replace(
        tone=tones.brass_band, tonic=1, scale=(0, 2, 4, 5, 7, 9, 11), beat_ms=155
    ),
    "moncayo_tarjeta": _MONCAYO._replace(
        tone=tones.vibraphone, tonic=-2, scale=(0, 3, 5, 6, 7, 10, 11), beat_ms=136
    ),
    "monegros": _MONEGROS,
    "mudejar": _MUDEJAR,
    "ronda": _RONDA,
    "verbena": _VERBENA,
    "veruela": _VERUELA,
}
"""By style."""
HOUSE = "cierzo"


def set_name(style: str) -> str:
    """The set of sounds of a style; one that has no sounds of its own sounds as the house does."""
    return style if style in THEMES else HOUSE
