# SPDX-License-Identifier: MIT
"""Lines, bus and serial port of a board, told as they change."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from emulator.board.line import Line
from emulator.cctalk.trace import Tracer, row_text
from emulator.inside.chips import ADDRESSES, hexed, meaning_of
from emulator.prompt.pins import lines_named
from emulator.prompt.row import Row, Say
from emulator.prompt.words import shown_us
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

I2C, UART, PINS = "i2c", "uart", "pins"


class Watch:
    """
    Tells of what changes.

    Args:
        cabinet: whose board is watched.
        say: takes a row for each change.

    Attributes:
        hushed: nothing is told: what happens was told before.
    """

    def __init__(self, cabinet: Cabinet, say: Say) -> None:
        self._cabinet, self._say = cabinet, say
        self._lines: list[Line] = []
        self.others: set[str] = set()
        self.hushed = False

    @property
    def watched(self) -> list[str]:
        """What is watched, by name."""
        return [line.name for line in self._lines] + sorted(self.others)

    def watch(self, names: Iterable[str]) -> None:
        """
        Watch lines by name or pattern, ``pins`` for all of them, ``i2c`` and ``uart``, besides the others.

        Raises:
            PromptError: nothing has such a name.
        """
        wanted = list(names)
        buses = [name for name in wanted if name in (I2C, UART)]
        lines = ["*" if name == PINS else name for name in wanted if name not in (I2C, UART)]
        for line in lines_named(self._cabinet, lines):
            if line not in self._lines:
                self._lines.append(line)
                line.heard = partial(self._changed, line)
        board = self._cabinet.board
        if I2C in buses:
            board.i2c.heard = self._transferred
        if UART in buses:
            bus = self._cabinet.machine.mechanisms.bus
            if bus is not None:
                Tracer(bus, self._spoken)
            for port in board.chip.uarts:
                if bus is None or port.number:
                    port.heard = lambda out, data, number=port.number: self._sent(number, out, data)
        self.others.update(buses)

    def unwatch(self) -> None:
        """Watch nothing any longer."""
        for line in self._lines:
            line.heard = None
        board, bus = self._cabinet.board, self._cabinet.machine.mechanisms.bus
        board.i2c.heard = None
        for port in board.chip.uarts:
            port.heard = None
        if bus is not None:
            bus.listen_bytes(None)
        self._lines.clear()
        self.others.clear()

    def _tell(self, kind: str, what: str, **fields: object) -> None:
        now_us = self._cabinet.board.now_us
        if not (self.hushed or self._cabinet.board.loading):
            self._say(Row(kind, f"{shown_us(now_us):>14}  {what}", {"t_us": now_us, **fields}))

    def _changed(self, line: Line, asserted: bool) -> None:
        means = "asserted" if asserted else "-"
        way = "out" if line.is_output else "in"
        self._tell(
            "line",
            f"{way:<3}  {line.name:<16} {line.level}  {means}",
            name=line.name,
            level=line.level,
            asserted=asserted,
        )

    def _transferred(self, address: int, written: bytes, read: bytes | None, answered: bool) -> None:
        name = ADDRESSES.get(address, f"{address:#04x}")
        shown = f"i2c  > {name:<14} {meaning_of(address, written, read) if answered else 'nobody answers'}"
        fields = {"address": address, "device": name, "written": written.hex(), "answered": answered}
        self._tell(I2C, shown.rstrip(), **fields, read=None if read is None else read.hex())

    def _sent(self, number: int, out: bool, data: bytes) -> None:
        way = ">" if out else "<"
        self._tell(UART, f"uart {number} {way} {hexed(data)}", number=number, out=out, data=data.hex())

    def _spoken(self, row: JsonView) -> None:
        if not (self.hushed or self._cabinet.board.loading):
            self._say(Row(UART, f"  {row_text(dict(row))}", row))
