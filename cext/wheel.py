# SPDX-License-Identifier: MIT
"""
The electronic wheel in the core: a state, and one pocket a step.

    wheel = WheelTables(tuple(range(37)))
    state = new_wheel_state(wheel, key=bytes(32))
    state, outcome = wheel_step_bytes(wheel, state)
    pocket_of(outcome)                # 25, which is draw 0 of the core's stream
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

from cext._core import ffi, lib
from cext.errors import check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX

STATE_SIZE, OUTCOME_SIZE = 256, 48
POCKETS_MAX = int(lib.CORE_WHEEL_POCKETS_MAX)


@dataclass(frozen=True)
class WheelTables:
    """
    What a wheel is.

    Attributes:
        pockets: the numbers written on them, clockwise; 2 to 250 pockets, of which several may say the same.
    """

    pockets: tuple[int, ...]
    reels = 0

    def __post_init__(self) -> None:
        need_range("pockets", len(self.pockets), 2, POCKETS_MAX, "pockets")

    @cached_property
    def blob(self) -> bytes:
        """The wheel as canonical JSON, as a ROM carries it."""
        return json.dumps({"pockets": list(self.pockets)}, separators=(",", ":")).encode()

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the blob, as hex digits; a state carries its first half."""
        return hashlib.sha256(self.blob).hexdigest()

    @property
    def name(self) -> bytes:
        """What of the digest a state carries."""
        return bytes.fromhex(self.digest)[:16]


def new_wheel_state(wheel: WheelTables, key: bytes, machine: int = 0) -> bytes:
    """Return the state of a wheel that has drawn nothing; 32 bytes of key, machine 0 to 2^40 - 1."""
    state = ffi.new("uint8_t[]", STATE_SIZE)
    need_range("machine", machine, 0, MACHINE_MAX)
    source = need_bytes("key", key, KEY_SIZE)
    check(lib.core_wheel_new(wheel.name, len(wheel.pockets), source, machine, state))
    return bytes(ffi.buffer(state))


def check_wheel_state(wheel: WheelTables, state: bytes) -> None:
    """Raise CoreError unless the state is one of this wheel."""
    check(lib.core_wheel_check(wheel.name, len(wheel.pockets), need_bytes("state", state, STATE_SIZE)))


def wheel_step_bytes(wheel: WheelTables, state: bytes) -> tuple[bytes, bytes]:
    """Draw a pocket; return (state', outcome), 256 and 48 bytes."""
    after, outcome = ffi.new("uint8_t[]", STATE_SIZE), ffi.new("uint8_t[]", OUTCOME_SIZE)
    before = need_bytes("state", state, STATE_SIZE)
    check(lib.core_wheel_step(wheel.name, len(wheel.pockets), before, after, outcome))
    return bytes(ffi.buffer(after)), bytes(ffi.buffer(outcome))


def pocket_of(outcome: bytes) -> int:
    """Return the pocket of an outcome, counted from 0."""
    return int.from_bytes(need_bytes("outcome", outcome, OUTCOME_SIZE)[:2], "little")
