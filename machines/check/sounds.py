# SPDX-License-Identifier: MIT
"""
Sounds of a maker's own: read from the folder ``art`` beside the model, or from its ROM.

    [art.sounds]
    coin_50 = "moneda.ogg"       # art/moneda.ogg
    win_large = "fanfarria.wav"

Only what a file says of itself is looked at here; what it sounds like, the panel examines.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING

from machines.check.art import FOLDER, Reader
from machines.check.pictures import BYTES_MAX
from machines.check.problems import Findings

if TYPE_CHECKING:
    from machines.check.schema_parts import Art

_COINS = (10, 20, 50, 100, 200)
SOUNDS: Mapping[str, int] = {
    **{f"coin_{cents}": 3 for cents in _COINS},
    "refused": 3,
    "run": 10,
    **{f"stop_{reel}": 3 for reel in (1, 2, 3, 4, 5)},
    **{f"stop_pad_{pad}": 3 for pad in (1, 2, 3, 4)},
    "button": 3,
    "motor": 10,
    "ejected": 3,
    **{f"paid_{cents}": 3 for cents in _COINS},
    "note": 3,
    "ticket": 3,
    "light": 3,
    "light_mark": 3,
    "win_small": 5,
    "win_middle": 10,
    "win_large": 15,
    "tilt": 5,
    "tilt_buzzer": 10,
}
"""Every sound of the panel, and how many seconds one of a maker's own may last."""
MS_MIN = 20
HZ_MIN, HZ_MAX = 8_000, 96_000
# What packets or frames could last at most: a file of a few bytes each fills the memory when it is decoded.
_DECODED_MAX_S = 600

_MISSING = "must be a file in the folder {} beside the model ({})"


class _FormatError(Exception):
    """What a file must be and is not."""


def check_names(art: Art | None, findings: Findings) -> None:
    """Every sound of the model is one that the panel makes."""
    for name in art.sounds if art else ():
        if name not in SOUNDS:
            near = get_close_matches(name, SOUNDS, 1)
            hint = f"did you mean {near[0]}?" if near else f"sounds: {', '.join(SOUNDS)}"
            message = f'must be a sound of the panel (got "{name}")'
            findings.add(f"art.sounds.{name}", message, hint, value=name, limit=list(SOUNDS))


def read_sounds(art: Art | None, read: Reader, findings: Findings) -> dict[str, bytes]:
    """
    The files that ``[art.sounds]`` names, by their names.

    Notes each that is missing, too large, too long or in no format that the panel decodes.
    """
    found: dict[str, bytes] = {}
    for name, file in art.sounds.items() if art else ():
        path = f"art.sounds.{name}"
        try:
            data = found[file] = read(file)
        except OSError as error:
            hint = f"save {FOLDER}/{file}, or leave {name} out: azar's own is heard"
            findings.add(path, _MISSING.format(FOLDER, error.strerror or error), hint, value=file)
            continue
        if findings.over(path, len(data), BYTES_MAX, "bytes", "save it as OGG, or shorter"):
            continue
        try:
            milliseconds = _milliseconds(file, data)
        except _FormatError as error:
            findings.add(path, f"must be {error}", "save it as WAV, OGG (Vorbis) or FLAC", value=file)
            continue
        findings.under(path, milliseconds, MS_MIN, "ms", "record more of it")
        if name in SOUNDS:
            findings.over(path, milliseconds, 1000 * SOUNDS[name], "ms", "cut it")
    return found


def _milliseconds(file: str, data: bytes) -> int:
    """How long a file says it is; _FormatError where it is none of its ending."""
    read = _READERS[file.rpartition(".")[2]]
    try:
        frames, rate_hz = read(data)
    except (struct.error, IndexError):
        raise _FormatError("a whole file (its head is cut off)") from None
    if not HZ_MIN <= rate_hz <= HZ_MAX:
        raise _FormatError(f"sampled at {HZ_MIN:,} to {HZ_MAX:,} Hz (got {rate_hz:,})")
    return round(Fraction(1000 * frames, rate_hz))


def _wav(data: bytes) -> tuple[int, int]:
    """Frames and their rate. Source: Microsoft and IBM, Multimedia Programming Interface 1.0 (1991)."""
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise _FormatError("a WAV file (its first bytes are none's)")
    at, rate_hz, frame_bytes = 12, 0, 0
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<4sI", data, at)
        if kind == b"fmt ":
            form, channels, rate_hz, _, frame_bytes = struct.unpack_from("<HHIIH", data, at + 8)
            if form not in (1, 3, 0xFFFE) or not 1 <= channels <= 8 or not frame_bytes:
                raise _FormatError(
                    f"a WAV file of PCM, one to eight channels (got format {form}, {channels})"
                )
        elif kind == b"data" and frame_bytes:
            return min(size, len(data) - at - 8) // frame_bytes, rate_hz
        at += 8 + size + size % 2
    raise _FormatError("a WAV file with samples (it has no part fmt or none called data)")


def _ogg(data: bytes) -> tuple[int, int]:
    """
    Frames and their rate: what the last page ends at.

    Source: RFC 3533, section 6; Xiph.Org, Vorbis I, section 4.2.2.
    """
    if data[:4] != b"OggS":
        raise _FormatError("an OGG file (its first bytes are none's)")
    head = data.find(b"\x01vorbis", 0, 128)
    if head < 0:
        raise _FormatError("an OGG file of Vorbis (it holds another codec)")
    rate_hz, block = struct.unpack_from("<I12xB", data, head + 12)
    frames, packets, at = 0, 0, 0
    while data[at : at + 4] == b"OggS":
        ends, segments = struct.unpack_from("<q12xB", data, at + 6)
        lengths = data[at + 27 : at + 27 + segments]
        frames = max(frames, ends)
        packets += sum(length < 255 for length in lengths)
        at += 27 + segments + sum(lengths)
    _require_short(packets << (block >> 4), rate_hz)
    return frames, rate_hz


def _flac(data: bytes) -> tuple[int, int]:
    """Frames and their rate. Source: RFC 9639, section 8.2."""
    if data[:4] != b"fLaC" or data[4] & 0x7F:
        raise _FormatError("a FLAC file (its first bytes are none's)")
    longest, packed = struct.unpack_from(">2xH6xQ", data, 8)
    rate_hz = packed >> 44
    # The sync code of a frame, wherever it stands by chance, too.
    frames = data.count(b"\xff\xf8") + data.count(b"\xff\xf9")
    _require_short(frames * longest, rate_hz)
    return packed & 0xF_FFFF_FFFF, rate_hz


def _require_short(samples_most: int, rate_hz: int) -> None:
    if rate_hz and samples_most > _DECODED_MAX_S * rate_hz:
        raise _FormatError(f"of fewer parts (what it holds could last {samples_most // rate_hz:,} s)")


_READERS: Mapping[str, Callable[[bytes], tuple[int, int]]] = {"wav": _wav, "ogg": _ogg, "flac": _flac}
