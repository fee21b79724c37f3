# SPDX-License-Identifier: MIT
"""Reads traces with a library that is not ours, and decodes their lines as a logic analyser would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vcd.reader import TokenKind, tokenize

Changes = list[tuple[int, int | str]]


class Read(NamedTuple):
    """A trace as pyvcd reads it."""

    comments: list[str]
    bits: dict[str, int]
    first: dict[str, int | str]
    """What ``$dumpvars`` says."""
    changes: dict[str, Changes]
    """(time in us, value) behind that; x and z are text."""
    end_us: int

    def values(self, path: str) -> list[int | str]:
        """The values of one signal in their order, the first one among them."""
        return [self.first[path], *(value for _, value in self.changes[path])]

    def at(self, path: str, at_us: int) -> int | str:
        """The value at the end of this microsecond."""
        found = self.first[path]
        for changed_us, value in self.changes[path]:
            if changed_us > at_us:
                break
            found = value
        return found


def read(path: Path) -> Read:
    """A whole trace; it is for short ones, since the library takes a second for 100,000 changes."""
    names: dict[str, str] = {}
    read = Read([], {}, {}, {}, 0)
    scope, now_us, dumping = "", -1, False
    with path.open("rb") as stream:
        for token in tokenize(stream):
            kind, data = token.kind, token.data
            if kind is TokenKind.COMMENT:
                read.comments.append(data)
            elif kind is TokenKind.SCOPE:
                scope = data.ident
            elif kind is TokenKind.VAR:
                name = names[data.id_code] = f"{scope}.{data.reference}"
                assert name not in read.bits
                read.bits[name] = 0 if data.type_.value == "string" else data.size
                read.changes[name] = []
            elif kind is TokenKind.CHANGE_TIME:
                assert data > now_us
                now_us = data
            elif kind is TokenKind.DUMPVARS:
                dumping = True
            elif kind is TokenKind.END:
                dumping = False
            elif kind in (TokenKind.CHANGE_SCALAR, TokenKind.CHANGE_VECTOR, TokenKind.CHANGE_STRING):
                value = data.value
                if kind is TokenKind.CHANGE_SCALAR and value in "01":
                    value = int(value)
                if dumping:
                    read.first[names[data.id_code]] = value
                else:
                    read.changes[names[data.id_code]].append((now_us, value))
    assert read.first.keys() == read.bits.keys()
    return read._replace(end_us=now_us)


def serial_bytes(trace: Read, path: str, baud: int = 9_600) -> list[tuple[int, int]]:
    """(time of its start bit, byte) of all that goes over a line, looked at in the middle of each bit."""
    found = []
    free_us = -1
    for at_us, value in trace.changes[path]:
        if value == 0 and at_us >= free_us:
            middles = [at_us + (2 * bit + 1) * 500_000 // baud for bit in range(10)]
            levels = [trace.at(path, middle) for middle in middles]
            assert (levels[0], levels[9]) == (0, 1), f"no start and stop at {at_us} us"
            found.append((at_us, sum(int(level) << bit for bit, level in enumerate(levels[1:9]))))
            free_us = middles[9]
    return found


class Frame(NamedTuple):
    """A transfer on SCL and SDA from start to stop: (byte, acknowledged), addresses among them."""

    begin_us: int
    end_us: int
    rows: tuple[tuple[int, bool], ...]


def i2c_frames(trace: Read, scl: str = "i2c.scl", sda: str = "i2c.sda") -> Iterator[Frame]:
    """What goes over the two lines, by the rules of the bus: data hold while the clock is high."""
    edges = sorted(
        [(at_us, 0, value) for at_us, value in trace.changes[sda]]
        + [(at_us, 1, value) for at_us, value in trace.changes[scl]],
        key=lambda edge: edge[0],
    )
    clock, data = trace.first[scl], trace.first[sda]
    bits: list[int] | None = None
    rows: list[tuple[int, bool]] = []
    begin_us, at = 0, 0
    while at < len(edges):
        now_us = edges[at][0]
        before = (clock, data)
        while at < len(edges) and edges[at][0] == now_us:
            _, is_clock, value = edges[at]
            if is_clock:
                clock = value
            else:
                data = value
            at += 1
        if before == (1, 1) and (clock, data) == (1, 0):
            if bits is None:
                begin_us, rows = now_us, []
            bits = []
        elif before == (1, 0) and (clock, data) == (1, 1) and bits is not None:
            assert len(bits) <= 1, f"a stop within a byte at {now_us} us"
            yield Frame(begin_us, now_us, tuple(rows))
            bits = None
        elif before[0] == 0 and clock == 1 and bits is not None:
            bits.append(int(data))
            if len(bits) == 9:
                rows.append((sum(bit << 7 - place for place, bit in enumerate(bits[:8])), not bits[8]))
                bits = []
