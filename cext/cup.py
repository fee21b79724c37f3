# SPDX-License-Identifier: MIT
"""
The dice cup in the core: a state, and one throw a step.

    cup = CupTables(dice=3)
    state = new_cup_state(cup, key=bytes(32))
    state, outcome = cup_step_bytes(cup, state)
    cup_faces(outcome)                # (4, 1, 6)
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

from cext._core import ffi, lib
from cext.dice import DICE_MAX
from cext.errors import check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX

STATE_SIZE, OUTCOME_SIZE = 256, 48


@dataclass(frozen=True)
class CupTables:
    """
    What a cup is.

    Attributes:
        dice: how many, 1 to 12.
    """

    dice: int = 3
    reels = 0

    def __post_init__(self) -> None:
        need_range("dice", self.dice, 1, DICE_MAX, "dice")

    @cached_property
    def blob(self) -> bytes:
        """The cup as canonical JSON, as a ROM carries it."""
        return json.dumps({"dice": self.dice, "faces": 6}, separators=(",", ":")).encode()

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the blob, as hex digits; a state carries its first half."""
        return hashlib.sha256(self.blob).hexdigest()

    @property
    def name(self) -> bytes:
        """What of the digest a state carries."""
        return bytes.fromhex(self.digest)[:16]


def new_cup_state(cup: CupTables, key: bytes, machine: int = 0) -> bytes:
    """Return the state of a cup that has thrown nothing; 32 bytes of key, machine 0 to 2^40 - 1."""
    state = ffi.new("uint8_t[]", STATE_SIZE)
    need_range("machine", machine, 0, MACHINE_MAX)
    check(lib.core_cup_new(cup.name, cup.dice, need_bytes("key", key, KEY_SIZE), machine, state))
    return bytes(ffi.buffer(state))


def check_cup_state(cup: CupTables, state: bytes) -> None:
    """Raise CoreError unless the state is one of this cup."""
    check(lib.core_cup_check(cup.name, cup.dice, need_bytes("state", state, STATE_SIZE)))


def cup_step_bytes(cup: CupTables, state: bytes) -> tuple[bytes, bytes]:
    """Throw all dice; return (state', outcome), 256 and 48 bytes."""
    after, outcome = ffi.new("uint8_t[]", STATE_SIZE), ffi.new("uint8_t[]", OUTCOME_SIZE)
    check(lib.core_cup_step(cup.name, cup.dice, need_bytes("state", state, STATE_SIZE), after, outcome))
    return bytes(ffi.buffer(after)), bytes(ffi.buffer(outcome))


def cup_faces(outcome: bytes) -> tuple[int, ...]:
    """Return the faces of an outcome, 1 to 6 each."""
    return tuple(need_bytes("outcome", outcome, OUTCOME_SIZE)[1 : 1 + outcome[0]])
