# SPDX-License-Identifier: MIT
"""
Writes a Value Change Dump as IEEE 1364-2005 clause 18 has it, block by block, in bounded memory.

    file = VCDFile(stream.write, [Signal("pins.coin_200"), Signal("meters.plays", bits=32)], "cierzo")
    file.change(0, 0, 0)
    file.change(1_500_000, 0, 1)
    file.close(2_000_000)

Text is no type of the standard: as other writers do, it is ``$var string`` with values ``sTEXT id``, blanks
as ``\\x20``, which GTKWave reads. A time is a whole microsecond of the machine's own clock.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from emulator.trace.errors import TraceError

# What a signal can be besides a number: nobody knows, and nobody drives it.
UNKNOWN, FLOATING = "x", "z"
Value = int | str

TEXT = 0
"""``bits`` of a signal that holds text."""

_BLOCK_CHARACTERS = 1 << 16
# Identifiers are of the printable characters of ASCII, the shortest first (18.2.1).
_FIRST, _CHARACTERS = ord("!"), 94
_ESCAPES = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r", " ": "\\x20", "\\": "\\\\"})


@dataclass(frozen=True)
class Signal:
    """
    One signal.

    Attributes:
        path: scope and name, with a full stop between them.
        bits: 1: a wire; more: a number; TEXT.
        rest: what a reader that knows only 0 and 1 is given for UNKNOWN and FLOATING.
    """

    path: str
    bits: int = 1
    rest: int = 0

    @property
    def scope(self) -> str:
        """What it belongs to."""
        return self.path.partition(".")[0]

    @property
    def name(self) -> str:
        """Without its scope."""
        return self.path.partition(".")[2]


class VCDFile:
    """
    The changes of some signals in a window of time.

    Args:
        write: takes text.
        signals: those of the file, scope by scope; a change names one by its place here.
        comment: what the run is, for the head; lines.
        begin_us, end_us: the window; what was before is in ``$dumpvars``, what comes behind is left out.
        plain: the reader knows 0 and 1 only.

    Attributes:
        changes: value changes written.
        characters: written; all are ASCII.
    """

    def __init__(
        self,
        write: Callable[[str], object],
        signals: Sequence[Signal],
        comment: str,
        *,
        begin_us: int = 0,
        end_us: int | None = None,
        plain: bool = False,
    ) -> None:
        self.changes = self.characters = 0
        self._write = write
        self._signals = tuple(signals)
        self._begin_us, self._end_us, self._plain = begin_us, end_us, plain
        self._names = [identifier(number) for number in range(len(self._signals))]
        self._now: list[Value] = [self._known(signal, _unknown(signal)) for signal in self._signals]
        self._at_us = self._last_us = -1
        self._block: list[str] = []
        self._waiting = 0
        self._head(comment)

    # -- head ---------------------------------------------------------------------------------------

    def _head(self, comment: str) -> None:
        self._put("$version azar trace $end\n")
        for line in comment.splitlines():
            self._put(f"$comment {_ascii(line).replace('$', '')} $end\n")
        self._put("$timescale 1 us $end\n")
        open_ = ""
        for number, signal in enumerate(self._signals):
            # A reader of wires knows a channel by its name alone: uart0_rx.
            scope, label = (
                ("azar", signal.path.replace(".", "_")) if self._plain else (signal.scope, signal.name)
            )
            if scope != open_:
                self._put("$upscope $end\n" * bool(open_))
                self._put(f"$scope module {scope} $end\n")
                open_ = scope
            name = self._names[number]
            kind, bits = ("string", 1) if signal.bits == TEXT else ("wire", signal.bits)
            size = f" [{bits - 1}:0]" if bits > 1 else ""
            self._put(f"$var {kind} {bits} {name} {label}{size} $end\n")
        self._put("$upscope $end\n" * bool(open_))
        self._put("$enddefinitions $end\n")

    # -- body ---------------------------------------------------------------------------------------

    def change(self, at_us: int, number: int, value: Value) -> None:
        """
        A signal has another value from ``at_us`` on.

        Args:
            at_us: no earlier than that of the change before.
            number: of the signal.
            value: a number; UNKNOWN or FLOATING, but of text any text.

        Raises:
            TraceError: time would go back.
        """
        if at_us < self._last_us:
            raise TraceError(f"at_us must be {self._last_us} or later (got {at_us})")
        self._last_us = at_us
        signal = self._signals[number]
        value = self._known(signal, value)
        if value == self._now[number]:
            return
        if at_us >= self._begin_us and (self._end_us is None or at_us <= self._end_us):
            self._time(at_us)
            self._now[number] = value
            self._put(self._line(number))
            self.changes += 1
        elif at_us < self._begin_us:
            self._now[number] = value

    def close(self, at_us: int) -> None:
        """The run ended at this time; all is written."""
        if self._end_us is not None:
            at_us = min(at_us, self._end_us)
        self._time(max(at_us, self._begin_us, self._at_us))
        self._flush()

    def _time(self, at_us: int) -> None:
        if self._at_us < 0:
            self._at_us = self._begin_us
            lines = "".join(self._line(number) for number in range(len(self._signals)))
            self._put(f"#{self._begin_us}\n$dumpvars\n{lines}$end\n")
        if at_us != self._at_us:
            self._at_us = at_us
            self._put(f"#{at_us}\n")

    def _known(self, signal: Signal, value: Value) -> Value:
        if self._plain and signal.bits != TEXT and value in (UNKNOWN, FLOATING):
            return signal.rest
        return value

    def _line(self, number: int) -> str:
        signal, value, name = self._signals[number], self._now[number], self._names[number]
        if signal.bits == 1:
            return f"{value}{name}\n"
        if signal.bits == TEXT:
            return f"s{_ascii(str(value)).translate(_ESCAPES)} {name}\n"
        return f"b{value:b} {name}\n" if isinstance(value, int) else f"b{value} {name}\n"

    def _put(self, text: str) -> None:
        self._block.append(text)
        self._waiting += len(text)
        if self._waiting >= _BLOCK_CHARACTERS:
            self._flush()

    def _flush(self) -> None:
        text = "".join(self._block)
        self._block.clear()
        self.characters += len(text)
        self._waiting = 0
        self._write(text)


def identifier(number: int) -> str:
    """The short name of the signal with this number; no two are alike."""
    name = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, _CHARACTERS)
        name += chr(_FIRST + digit)
    return name


def _unknown(signal: Signal) -> Value:
    return "" if signal.bits == TEXT else UNKNOWN


def _ascii(text: str) -> str:
    """Letters without their marks, and what ASCII has not as a question mark."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(one for one in plain if not unicodedata.combining(one)).encode("ascii", "replace").decode()
