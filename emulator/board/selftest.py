# SPDX-License-Identifier: MIT
"""
The self test of the native module: its random numbers, its plays, and the ROM that the board booted.

The firmware reaches it through ``payout.check``, at boot and once a minute while nothing goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cext
from machines.rom.cores import known_answer

if TYPE_CHECKING:
    from machines.rom.cores import AnyTables
    from machines.rom.program import Rom

# RFC 8439, 2.3.2. Its 32-bit counter and 96-bit nonce are, as four words in a row, the core's 64-bit block
# number and 64-bit stream: counter 1 with nonce word 09000000, then words 4a000000 and 00000000.
RFC_KEY = bytes(range(32))
RFC_BLOCK = 0x0900_0000_0000_0001
RFC_STREAM = 0x0000_0000_4A00_0000
RFC_BYTES = bytes.fromhex(
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)
# Plays under the zero key that are made again in every test; the 1,000 of the ROM were made when it was read.
PLAYS = 64


class SelfTest:
    """
    Holds the machine to what it was when it was wired; called, it tells whether all of it still holds.

    Args:
        rom: what the board booted, verified by the boot code if it came out of a file.
        tables: what the core plays.
    """

    def __init__(self, rom: Rom, tables: AnyTables) -> None:
        self._rom = rom
        self._tables = tables
        self._sources = dict(rom.sources)
        self._blob = rom.tables
        self._answer = self._plays()

    def __call__(self) -> bool:
        """Whether known answers come out, and the ROM is the one that was verified."""
        return self.rng_answers() and self._plays() == self._answer and self.rom_holds()

    @staticmethod
    def rng_answers() -> bool:
        """Whether the core's ChaCha20 gives the block of RFC 8439, 2.3.2."""
        return cext.keystream(RFC_KEY, RFC_STREAM, RFC_BLOCK, 64) == RFC_BYTES

    def rom_holds(self) -> bool:
        """Whether modules and tables are those that were verified, and the core plays those tables."""
        same = dict(self._rom.sources) == self._sources and self._rom.tables == self._blob
        return same and self._tables.blob == self._blob

    def _plays(self) -> int:
        return known_answer(self._tables, PLAYS)
