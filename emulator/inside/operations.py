# SPDX-License-Identifier: MIT
"""The observable operations of one tick of the firmware in their order, for a cut between two of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from emulator.board.board import Board
from emulator.board.line import Line
from emulator.inside.chips import ADDRESSES, record_at

PIN, BUS, BYTE = "pin", "bus", "byte"


class Operation(NamedTuple):
    """
    One operation.

    Attributes:
        number: operations done in the tick with it, so a cut after it is ``cut_power(ops=number)``.
        kind: PIN, BUS or BYTE of the memory; "" where nothing was heard of it, as of a pin's mode.
        text: what it did.
    """

    number: int
    kind: str
    text: str


class _Scribe:
    """Notes what is heard behind each operation that is counted."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.rows: list[list[str]] = []

    def counted(self) -> None:
        self.rows.append(["", ""])

    def note(self, kind: str, text: str) -> None:
        if self.rows and not self.rows[-1][0]:
            self.rows[-1][:] = [kind, text]

    def edge(self, line: Line, before: Callable[[bool], None] | None, asserted: bool) -> None:
        if before is not None:
            before(asserted)
        if line.is_output:
            self.note(PIN, f"{line.name} {'on' if asserted else 'off'}")

    def byte(self, address: int, byte: int) -> None:
        self.note(BYTE, f"0x{address:04x} {record_at(address)} = {byte:02x}")

    def transfer(self, address: int, written: bytes, read: bytes | None, answered: bool) -> None:
        if read is None and answered:
            self.note(BUS, f"{ADDRESSES.get(address, hex(address))}: {len(written)} bytes")


def record_tick(board: Board, tick: Callable[[], object]) -> tuple[Operation, ...]:
    """Let ``tick`` pass on a board, and return what the firmware did in its last tick, in order."""
    scribe, lines = _Scribe(board), [*board.lines.values()]
    heard = [line.heard for line in lines]
    transfer, watcher = board.i2c.heard, board.chip.operations.watcher
    for line, before in zip(lines, heard, strict=True):
        line.heard = partial(scribe.edge, line, before)

    def both(address: int, written: bytes, read: bytes | None, answered: bool) -> None:
        if transfer is not None:
            transfer(address, written, read, answered)
        scribe.transfer(address, written, read, answered)

    board.i2c.heard, board.fram.on_write = both, scribe.byte
    board.chip.operations.watcher = scribe.counted
    try:
        tick()
    finally:
        for line, before in zip(lines, heard, strict=True):
            line.heard = before
        board.i2c.heard, board.fram.on_write = transfer, None
        board.chip.operations.watcher = watcher
    done = scribe.rows[-board.ops :] if board.ops else []
    return tuple(Operation(number, kind, text) for number, (kind, text) in enumerate(done, 1))
