# SPDX-License-Identifier: MIT
"""
The few edits of a WebAssembly binary that come before Binaryen: export, name, rewrite try_table.

Source: WebAssembly core specification 3.0, binary format; the old try/catch is that of the legacy
exception handling proposal, opcodes 0x06 and 0x07.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

MAGIC = b"\0asm\x01\0\0\0"

# Sections by id.
CUSTOM, EXPORT, CODE = 0, 7, 10
# Kinds of an export.
EXPORT_TABLE, EXPORT_GLOBAL = 1, 3
_NAME_GLOBALS = 7

_UNREACHABLE, _BLOCK, _LOOP, _IF, _TRY, _CATCH = 0x00, 0x02, 0x03, 0x04, 0x06, 0x07
_THROW_REF, _END, _BR, _BR_TABLE, _TRY_TABLE = 0x0A, 0x0B, 0x0C, 0x0E, 0x1F
_EMPTY, _EXNREF = 0x40, 0x69
# Kinds of a try_table's catch clause.
_CATCH_TAG, _CATCH_ALL_REF = 0, 3

# Instructions by the immediates that follow the opcode: none, that many LEB128 numbers.
_NO_IMMEDIATE = {0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5)}
_ONE_NUMBER = {0x02, 0x03, 0x04, 0x08, 0x0C, 0x0D, 0x10, *range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42}
_TWO_NUMBERS = {0x11, *range(0x28, 0x3F)}
_PREFIX, _F32_CONST, _F64_CONST = 0xFC, 0x43, 0x44


class WasmError(ValueError):
    """The binary holds something that these edits do not know."""


def number(data: bytes, at: int) -> tuple[int, int]:
    """Read an unsigned LEB128 number; return it and the index behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def encoded(value: int) -> bytes:
    """An unsigned number as LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """(id, body) of every section, in order."""
    if module[: len(MAGIC)] != MAGIC:
        raise WasmError("module must begin with the WebAssembly magic number and version 1")
    at = len(MAGIC)
    while at < len(module):
        size, start = number(module, at + 1)
        yield module[at], module[start : start + size]
        at = start + size


def rewritten(module: bytes, edit: Callable[[int, bytes], bytes], extra: bytes = b"") -> bytes:
    """The module with ``edit(id, body)`` in place of each section's body, and whole sections appended."""
    parts = [MAGIC]
    for kind, body in sections(module):
        changed = edit(kind, body)
        parts += [bytes([kind]), encoded(len(changed)), changed]
    return b"".join([*parts, extra])


def with_exports(module: bytes, exports: list[tuple[str, int, int]], global_name: str) -> bytes:
    """
    Export items that the module kept to itself, and name global 0.

    Args:
        module: a whole module.
        exports: name, kind and index of each item.
        global_name: for global 0; Binaryen finds the C stack pointer by its name.
    """
    rows = [_text(name) + bytes([kind]) + encoded(index) for name, kind, index in exports]

    def edit(kind: int, body: bytes) -> bytes:
        if kind != EXPORT:
            return body
        count, start = number(body, 0)
        return encoded(count + len(rows)) + body[start:] + b"".join(rows)

    names = encoded(1) + encoded(0) + _text(global_name)
    body = _text("name") + bytes([_NAME_GLOBALS]) + encoded(len(names)) + names
    return rewritten(module, edit, bytes([CUSTOM]) + encoded(len(body)) + body)


def with_legacy_exceptions(module: bytes) -> bytes:
    """The module with every try_table as an old try/catch."""

    def edit(kind: int, body: bytes) -> bytes:
        if kind != CODE:
            return body
        count, at = number(body, 0)
        parts = [encoded(count)]
        for _ in range(count):
            size, at = number(body, at)
            function = _legacy_function(body[at : at + size])
            parts += [encoded(len(function)), function]
            at += size
        return b"".join(parts)

    return rewritten(module, edit)


def _text(text: str) -> bytes:
    return encoded(len(text)) + text.encode()


def _skip(data: bytes, at: int, count: int) -> int:
    """Index behind ``count`` LEB128 numbers."""
    for _ in range(count):
        while data[at] & 0x80:
            at += 1
        at += 1
    return at


def _instruction_end(data: bytes, at: int) -> int:
    """Index behind one instruction: version 1, sign extension, bulk memory, exceptions."""
    opcode = data[at]
    at += 1
    if opcode in _NO_IMMEDIATE:
        return at
    if opcode in _ONE_NUMBER:
        return _skip(data, at, 1)
    if opcode in _TWO_NUMBERS:
        return _skip(data, at, 2)
    if opcode in (_F32_CONST, _F64_CONST):
        return at + (4 if opcode == _F32_CONST else 8)
    if opcode == _BR_TABLE:
        count, at = number(data, at)
        return _skip(data, at, count + 1)
    if opcode == _PREFIX:
        kind, at = number(data, at)
        # Saturating conversions take nothing; memory.init, memory.copy and table.copy take two.
        return _skip(data, at, 0 if kind < 8 else 1 if kind in (9, 11, 13) else 2)
    if opcode == _TRY_TABLE:
        count, at = number(data, _skip(data, at, 1))
        for _ in range(count):
            at = _skip(data, at + 1, 2 if data[at] < 2 else 1)
        return at
    raise WasmError(f"opcode must be one that MicroPython's artifact uses (got {opcode:#04x})")


def _legacy_function(function: bytes) -> bytes:
    """
    One function body without try_table.

    ``try_table (catch T L) X end`` becomes ``try X catch T br L+1 end``: the catch arm is one block
    deeper than the label that it leaves for. A ``catch_all_ref`` that only rethrows at the very end of
    the function goes away, since an exception that nobody catches leaves the function all the same.
    """
    at = _locals_end(function)
    out = bytearray(function[:at])
    closing = [b""]  # what goes before the end of each open block
    while at < len(function):
        end = _instruction_end(function, at)
        opcode, code = function[at], function[at:end]
        if opcode in (_BLOCK, _LOOP, _IF):
            # The block that received the reference of an exception receives nothing any more.
            if code == bytes([_BLOCK, _EXNREF]):
                code = bytes([_BLOCK, _EMPTY])
            closing.append(b"")
        elif opcode == _TRY_TABLE:
            code, last = _legacy_try(code, len(closing))
            closing.append(last)
        elif opcode == _THROW_REF:
            if len(closing) != 1 or function[end:] != bytes([_END]):
                raise WasmError("throw_ref must be the last instruction of its function")
            code = bytes([_UNREACHABLE])
        elif opcode == _END:
            code = closing.pop() + code
        out += code
        at = end
    return bytes(out)


def _locals_end(function: bytes) -> int:
    count, at = number(function, 0)
    return _skip(function, at, 2 * count)


def _legacy_try(code: bytes, depth: int) -> tuple[bytes, bytes]:
    """(opening, what closes it) of one try_table with a single clause."""
    block_type = code[1:2]
    count, at = number(code, 2)
    kind = code[at]
    if count == 1 and kind == _CATCH_TAG:
        tag, at = number(code, at + 1)
        label, _ = number(code, at)
        closing = bytes([_CATCH]) + encoded(tag) + bytes([_BR]) + encoded(label + 1)
        return bytes([_TRY]) + block_type, closing
    if count == 1 and kind == _CATCH_ALL_REF and number(code, at + 1)[0] == depth - 2:
        return bytes([_BLOCK]) + block_type, b""
    raise WasmError("try_table must have one clause, a catch or a catch_all_ref that only rethrows")
