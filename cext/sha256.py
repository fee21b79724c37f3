# SPDX-License-Identifier: MIT
"""
SHA-256 that can be put down and taken up again, on another computer too; ``hashlib`` keeps its state inside.

    begun = Sha256(b"one thing ")
    later = Sha256.from_state(begun.state)
    later.update(b"after another")
    later.hexdigest() == hashlib.sha256(b"one thing after another").hexdigest()
"""

from __future__ import annotations

import struct

from cext._core import ffi, lib
from cext.errors import CoreError

_BLOCK = 64
_STATE = struct.Struct(">Q32s")
# The first 32 bits of the fractional parts of the square roots of the first eight primes (FIPS 180-4, 5.3.3).
_BEGIN = bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19")


class Sha256:
    """A hash under way (FIPS 180-4); ``state`` is size, chain, and up to 63 bytes that fill no block yet."""

    def __init__(self, data: bytes = b"") -> None:
        self._chain = bytearray(_BEGIN)
        self._rest = b""
        self._size = 0
        self.update(data)

    @classmethod
    def from_state(cls, state: bytes) -> Sha256:
        """
        Take up a hash.

        Raises:
            CoreError: the bytes are no ``state``.
        """
        taken = cls()
        if len(state) >= _STATE.size:
            taken._size, chain = _STATE.unpack_from(state)
            taken._chain = bytearray(chain)
            taken._rest = bytes(state[_STATE.size :])
        if len(state) != _STATE.size + taken._size % _BLOCK:
            raise CoreError(f"state must be what Sha256.state gave (got {len(state)} bytes)")
        return taken

    @property
    def state(self) -> bytes:
        """All there is to go on from."""
        return _STATE.pack(self._size, bytes(self._chain)) + self._rest

    def update(self, data: bytes) -> None:
        """Hash some more bytes."""
        self._size += len(data)
        self._rest += data
        blocks = len(self._rest) // _BLOCK
        if blocks:
            lib.core_sha256_blocks(ffi.from_buffer("uint8_t[]", self._chain), self._rest, blocks)
            self._rest = self._rest[blocks * _BLOCK :]

    def hexdigest(self) -> str:
        """The hash of all bytes so far; more may follow."""
        padding = b"\x80" + bytes(-(self._size + 9) % _BLOCK) + struct.pack(">Q", 8 * self._size)
        end = Sha256.from_state(self.state)
        end.update(padding)
        return bytes(end._chain).hex()
