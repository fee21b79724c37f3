# SPDX-License-Identifier: MIT
"""Seeds: the hex digits that repeat a run."""

from __future__ import annotations

from emulator.support.errors import EmulatorError
from machines.memory.chip import test_key

KEY_BYTES = 32


class SeedError(EmulatorError):
    """What was given as a seed is none."""


def seed_key(seed: str) -> bytes:
    """
    Return the 256-bit key of a seed: its hex digits, padded with zero bytes on the right.

    Raises:
        SeedError: an odd number of digits, more than 64, or something else than hex digits.
    """
    try:
        key = bytes.fromhex(seed)
    except ValueError:
        key = bytes(KEY_BYTES + 1)
    # fromhex() reads over spaces, so the digits are counted too.
    if len(key) > KEY_BYTES or len(seed) != 2 * len(key):
        raise SeedError(f"seed must be an even number of hex digits, at most 64 (got {seed})")
    return key.ljust(KEY_BYTES, b"\0")


def chip_key_of(seed: str) -> bytes:
    """The key in the chip of a TEST machine of this seed; SeedError as for ``seed_key``."""
    return test_key(seed_key(seed))
