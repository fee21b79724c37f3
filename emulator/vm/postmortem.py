# SPDX-License-Identifier: MIT
"""
Where a guest was when its instructions ran out: read off its memory, as a debugger reads a core dump.

Each bytecode function that runs has its state on the C stack, or a pointer there to its state in the heap;
the innermost lies lowest. Its instruction pointer is kept at whatever may raise, so the line is that of the
last call, lookup or sum. Nothing here is trusted: a program may have written anywhere, and then has no place.

Source: py/bc.h (mp_code_state_t, the prelude of a function, its line numbers) and py/objfun.h of MicroPython.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from emulator.vm.places import enclosing

# mp_obj_fun_bc_t: type, context, children, bytecode.
_BYTECODE = 12
# No function of a firmware is longer, and no prelude has more arguments.
_LONGEST = 1 << 16
_MOST_ARGUMENTS = 256
# What looks like a state and is none of the program's: the boot code's own, and what a hostile program left.
_MOST_STATES = 64
# As much code as tells one function from another.
_KEY_BYTES = 24


class _Unreadable(Exception):  # noqa: N818 (it ends a look, and is no error)
    """The memory does not hold what it should."""


class Postmortem:
    """
    One look at a guest's memory.

    Args:
        data: all of it.
        files: ``module.mpy`` -> bytecode, as the guest loaded them.
        sources: module name -> source.
    """

    def __init__(self, data: bytes, files: Mapping[str, bytes], sources: Mapping[str, str]) -> None:
        self._data = data
        self._files = files
        self._sources = sources
        self._looked = 0

    def place(self, stack: range) -> str:
        """
        ``file:line in function`` of the innermost function of the program; empty if it cannot be told.

        Args:
            stack: the part of the C stack that is in use.
        """
        for at in stack[::4]:
            for state in (at, self._word(at)):
                with contextlib.suppress(_Unreadable):
                    found = self._of(state)
                    if found or self._looked > _MOST_STATES:
                        return found
        return ""

    def _of(self, state: int) -> str:
        """The place of what may be a function's state; empty for one that is not the program's."""
        code = self._u32(self._u32(state) + _BYTECODE)
        lines, begin = self._prelude(code)
        offset = self._u32(state + 4) - begin
        if not 0 <= offset < _LONGEST:
            raise _Unreadable
        self._looked += 1
        key = self._slice(code, begin + min(offset + 1, _KEY_BYTES))
        named = [name for name, mpy in self._files.items() if key in mpy]
        if len(named) != 1:
            return ""
        module = named[0].removesuffix(".mpy")
        return enclosing(self._sources.get(module, ""), f"{module}.py", _line_at(lines, offset))

    def _prelude(self, code: int) -> tuple[bytes, int]:
        """Line numbers of a function, and the address of its first instruction."""
        at, first = code, self._byte(code)
        arguments, bit, more = first & 3, 0, first
        while more & 0x80:
            at += 1
            more = self._byte(at)
            arguments += ((more & 4) << bit) + (((more & 8) >> 3) << bit)
            bit += 1
            if bit > 8:
                raise _Unreadable
        cells = size = bit = 0
        more = 0x80
        while more & 0x80:
            at += 1
            more = self._byte(at)
            cells |= (more & 1) << bit
            size |= ((more & 0x7E) >> 1) << (6 * bit)
            bit += 1
            if bit > 4:
                raise _Unreadable
        top, at = at + 1 + size, at + 1
        if arguments > _MOST_ARGUMENTS or size > _LONGEST:
            raise _Unreadable
        # Names of the function and of its arguments, each in seven bits a byte.
        for _ in range(1 + arguments):
            while self._byte(at) & 0x80:
                at += 1
            at += 1
        return self._slice(at, top), top + cells

    def _byte(self, at: int) -> int:
        if not 0 <= at < len(self._data):
            raise _Unreadable
        return self._data[at]

    def _word(self, at: int) -> int:
        return int.from_bytes(self._data[at : at + 4], "little")

    def _u32(self, at: int) -> int:
        if not 0 < at <= len(self._data) - 4:
            raise _Unreadable
        return self._word(at)

    def _slice(self, start: int, end: int) -> bytes:
        if not 0 <= start <= end <= len(self._data) or end - start > _LONGEST:
            raise _Unreadable
        return self._data[start:end]


def _line_at(lines: bytes, offset: int) -> int:
    """The line of an instruction: pairs of (bytes of code, lines), in one byte or two (py/bc.c)."""
    line, at = 1, 0
    while at < len(lines):
        if lines[at] & 0x80 and at + 1 < len(lines):
            code, step = lines[at] & 15, (lines[at] << 4 & 0x700) | lines[at + 1]
            at += 2
        else:
            code, step = lines[at] & 31, lines[at] >> 5
            at += 1
        if offset < code:
            break
        offset -= code
        line += step
    return line
