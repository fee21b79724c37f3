# SPDX-License-Identifier: MIT
"""What a machine draws beside its plays: the variation of its mechanisms, and entropy to absorb."""

from __future__ import annotations

from collections.abc import Callable

import cext

# Mechanical variation is drawn apart from plays: same numbering, machine number + 2^39.
DEVICE_MACHINE = 1 << 39
# Blocks of 16 words that are drawn at once.
_BLOCKS = 16


class Variation:
    """
    Random words for the rhythm of devices; they move no money.

    Args:
        key: of the random stream, 32 bytes.
        serial: the machine's number.
        draws: words that were drawn before.
    """

    def __init__(self, key: bytes, serial: int, draws: int = 0) -> None:
        self.draws = draws
        self._key = key
        self._stream = (serial + DEVICE_MACHINE) | cext.PURPOSE_DEVICE << 40
        self._part = (-1, b"")

    def __call__(self) -> int:
        """The next word, 32 bits."""
        part, word = divmod(self.draws, 16 * _BLOCKS)
        if self._part[0] != part:
            self._part = (part, cext.keystream(self._key, self._stream, part * _BLOCKS, 64 * _BLOCKS))
        self.draws += 1
        return int.from_bytes(self._part[1][word * 4 : word * 4 + 4], "little")


class Entropy:
    """
    The entropy that the board absorbs after each play, recorded as an input of the run.

    Args:
        source: gives 32 bytes, or None for nothing.
        tell: called with ("entropy", hex=...).
    """

    def __init__(self, source: Callable[[], bytes | None], tell: Callable[..., None]) -> None:
        self.source = source
        self._tell = tell

    def __call__(self) -> bytes | None:
        """The next 32 bytes, or None."""
        entropy = self.source()
        if entropy is not None:
            self._tell("entropy", hex=entropy.hex())
        return entropy
