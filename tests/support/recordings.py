# SPDX-License-Identifier: MIT
"""Recordings as a maker would bring them: WAV files made here, and one OGG and one FLAC file."""

from __future__ import annotations

import io
import wave

import numpy as np
from places import TESTS

FOLDER = TESTS / "vectors" / "sounds"
# 0.4 s at 16,000 Hz in stereo: 440 Hz, 0.6 of full scale at the left and 0.2 at the right, dying away.
# Written with libsndfile 1.2.2 (Vorbis; FLAC of 16 bits).
OGG, FLAC = ((FOLDER / f"tone.{ending}").read_bytes() for ending in ("ogg", "flac"))


def wav(samples: np.ndarray, rate_hz: int = 44_100) -> bytes:
    """Samples from -1 to 1, shape (frames,) or (frames, channels), as a WAV file of 16 bits."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as out:
        out.setnchannels(1 if samples.ndim == 1 else samples.shape[1])
        out.setsampwidth(2)
        out.setframerate(rate_hz)
        out.writeframes((np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes())
    return stream.getvalue()


def tone(ms: int, level: float = 0.5, hz: float = 441.0, rate_hz: int = 44_100) -> np.ndarray:
    """A sine of this length."""
    return level * np.sin(2 * np.pi * hz * np.arange(round(rate_hz * ms / 1000)) / rate_hz)
