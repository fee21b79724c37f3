# SPDX-License-Identifier: MIT
"""The native module ``payout``: chance for the firmware, and a witness of what it does with it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Protocol

from cext import CoreError
from emulator.board import cores
from emulator.board.bench import Bench
from emulator.board.errors import PowerCut
from machines.rom.cores import AnyTables
from machines.types.common.own import Own

ENTROPY_BYTES = 32
NOT_COMMITTED = "step_not_committed"
TRIAL_COMMITTED = "trial_committed"
# A test play's state says so itself: its machine number has this bit, which no serial number reaches.
TRIAL_MACHINE = 1 << 39
# Where a state of any type carries its machine number: 64 bits, little endian (core.h).
_MACHINE_AT, _MACHINE_BYTES = 8, 8


class Core(Protocol):
    """The part of the core that a machine runs on; ``cores.py`` is it but in tests."""

    def step_bytes(self, tables: Own, state: bytes, first: int, second: int) -> tuple[bytes, bytes]:
        """One step: (state', outcome)."""

    def absorb(self, state: bytes, entropy: bytes) -> bytes:
        """Mix 32 bytes into the key."""

    def new_state(self, tables: Own, key: bytes, machine: int) -> bytes:
        """The first state of a machine."""

    def check_state(self, tables: Own, state: bytes) -> None:
        """Raise ``CoreError`` unless the state fits the tables."""


class Payout:
    """
    ``step``, ``absorb``, ``describe``, ``check`` and ``trial`` on one machine's tables.

    The board emits every step, and flags one whose result is not in the FRAM by the time the
    firmware asks for the next one: such a firmware looked at a play and dropped it.

    ``trial`` makes the state that test plays begin with. It knows nothing of the machine's own: another key,
    another machine number, a cycle of its own, so no test play foretells a real one. Its steps may be
    dropped; one that begins in the FRAM is flagged: there it would be a play tried before it counted.

    Args:
        tables: what the machine plays.
        entropy: returns 32 bytes to absorb, or None if this run absorbs nothing.
        core: the module that decides; ``cores.py`` but in tests.
        self_test: tells whether core and ROM are sound; ``check`` asks it first.
    """

    def __init__(
        self,
        tables: AnyTables,
        entropy: Callable[[], bytes | None] | None = None,
        core: Core | None = None,
        self_test: Callable[[], bool] | None = None,
    ) -> None:
        self._tables = tables
        self._self_test = self_test
        self._entropy = entropy
        self._core = core if core is not None else cores
        self._uncommitted = b""
        self._board: Bench | None = None

    def attach(self, board: Bench) -> None:
        """Join the board whose FRAM and journal this module uses."""
        self._board = board

    def functions(self) -> dict[str, object]:
        """What the firmware can import."""
        return {
            "step": self.step,
            "absorb": self.absorb,
            "describe": self.describe,
            "check": self.check,
            "trial": self.trial,
        }

    def forget(self) -> None:
        """The supply went: a step that was not committed never happened."""
        self._uncommitted = b""

    def step(self, state: bytes, first: int, second: int) -> tuple[bytes, bytes]:
        """
        Decide one step; ``ValueError`` for a state, stake, hold or action that the core refuses.

        Args:
            state: 256 bytes.
            first, second: type B: plays at once, and reels held, bit 0 the left one; 0 plays answer a
                gamble, 1 taken, 2 dared, which is told as an "answer". Type C: the action, 0 play, 1 pick, 2
                free play, 3 gamble, 4 collect, and what was chosen.
        """
        board = self._witness()
        before = bytes(state)
        try:
            after, outcome = self._core.step_bytes(self._tables, before, first, second)
        except CoreError as error:
            raise ValueError(str(error)) from error
        kind = "step"
        if _is_trial(before):
            kind = "trial_step"
            if before in board.fram.data:
                self._flag(board, TRIAL_COMMITTED)
        else:
            self._uncommitted = after
        asked = cores.action(self._tables, first, second)
        if "answer" in asked and kind == "step":
            kind = "answer"
        self._tell(kind, **asked, before=before, after=after, outcome=outcome)
        return after, outcome

    def absorb(self, state: bytes) -> bytes:
        """Mix fresh entropy into the key, or return the state as it came if the run has none."""
        board = self._witness()
        entropy = None if board.loading else self._fresh_entropy(board)
        if entropy is None:
            return bytes(state)
        try:
            after = self._core.absorb(bytes(state), entropy)
        except CoreError as error:
            raise ValueError(str(error)) from error
        self._uncommitted = after
        self._tell("absorb", entropy=entropy)
        return after

    def describe(self) -> tuple[int, int, int, int, bytes]:
        """(reels, price in cents, plays at once at most, 1 if hold is offered, SHA-256 of the tables)."""
        return cores.describe(self._tables)

    def trial(self) -> bytes:
        """The state that test plays begin with; made of fresh entropy, or else of the time."""
        board = self._witness()
        entropy = None if board.loading else self._fresh_entropy(board)
        seen = entropy or board.now_us.to_bytes(8, "little")
        key = hashlib.sha256(b"azar test play" + seen).digest()
        machine = TRIAL_MACHINE | int.from_bytes(board.unique_id, "big") % TRIAL_MACHINE
        self._tell("trial")
        return self._core.new_state(self._tables, key, machine)

    def check(self, state: bytes) -> bool:
        """Whether core and ROM pass their self test and a state is one of these tables and no trial."""
        if self._self_test is not None and not self._self_test():
            return False
        try:
            self._core.check_state(self._tables, bytes(state))
        except CoreError:
            return False
        return not _is_trial(state)

    def _fresh_entropy(self, board: Bench) -> bytes | None:
        try:
            return None if self._entropy is None else self._entropy()
        except Exception as error:
            board.chip.guard.failed(error)

    def _tell(self, kind: str, **fields: object) -> None:
        assert self._board is not None
        try:
            self._board.emit(kind, **fields)
        except Exception as error:
            self._board.chip.guard.failed(error)

    def _witness(self) -> Bench:
        board = self._board
        if board is None or not board.alive:
            raise PowerCut
        if self._uncommitted and self._uncommitted not in board.fram.data:
            self._flag(board, NOT_COMMITTED)
        self._uncommitted = b""
        return board

    def _flag(self, board: Bench, flag: str) -> None:
        board.flags.append(flag)
        self._tell(flag)

    def save(self) -> bytes:
        """The state that the firmware still owes its FRAM."""
        return self._uncommitted

    def load(self, saved: bytes) -> None:
        """Put back what ``save`` returned."""
        self._uncommitted = saved


def _is_trial(state: bytes) -> bool:
    return int.from_bytes(state[_MACHINE_AT : _MACHINE_AT + _MACHINE_BYTES], "little") >= TRIAL_MACHINE
