# SPDX-License-Identifier: MIT
"""The chip of a board as its maker makes it: its number, and the key in it that seals records."""

from __future__ import annotations

import hashlib

from machines.firmware import nvram

KEY_BYTES = nvram.KEY_SIZE
ID_BYTES = 8
# What nvram.keyed makes of a key; empty: seals are not checked.
Seals = tuple[bytes, ...]

_TEST_DOMAIN = b"azar: the chip key of a TEST machine\0"


def chip_id(serial: int) -> bytes:
    """The number that a machine's chip gives as its own: here, the serial number of the machine."""
    return serial.to_bytes(ID_BYTES, "big")


def seals_of(key: bytes, serial: int) -> Seals:
    """
    What seals and checks the records of one machine.

    Args:
        key: of its chip, KEY_BYTES bytes.
        serial: its serial number.

    Raises:
        ValueError: a key of another length, or one that is all zero, as of a chip that was never programmed.
    """
    if len(key) != KEY_BYTES or not any(key):
        raise ValueError(f"key must be {KEY_BYTES} bytes, not all zero (got {len(key)} bytes)")
    seals: Seals = nvram.keyed(key, chip_id(serial))
    return seals


def test_key(seed_key: bytes) -> bytes:
    """The chip key of a TEST machine, from the 32 bytes of its seed: no secret, so that runs repeat."""
    return hashlib.sha256(_TEST_DOMAIN + seed_key).digest()
