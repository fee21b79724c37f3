# SPDX-License-Identifier: MIT
"""Words and draws: the ChaCha20 keystream as machines number it."""

from __future__ import annotations

from cext._core import ffi, lib
from cext.errors import check, need_bytes, need_range

KEY_SIZE = int(lib.CORE_KEY_SIZE)
MACHINE_MAX = (1 << int(lib.CORE_MACHINE_BITS)) - 1

PURPOSE_PLAY = int(lib.CORE_PURPOSE_PLAY)
PURPOSE_FEATURE = int(lib.CORE_PURPOSE_FEATURE)
PURPOSE_DISPLAY = int(lib.CORE_PURPOSE_DISPLAY)
PURPOSE_DEVICE = int(lib.CORE_PURPOSE_DEVICE)
PURPOSE_ABSORB = int(lib.CORE_PURPOSE_ABSORB)

_U32_MAX = (1 << 32) - 1
_U64_MAX = (1 << 64) - 1


def keystream(key: bytes, stream: int, block: int, size: int) -> bytes:
    """
    Return ChaCha20 keystream bytes from the start of a block on.

    Args:
        key: 32 bytes.
        stream: 64-bit stream number (machine | purpose << 40 | rejection << 48).
        block: 64-bit number of the first block of 64 bytes.
        size: bytes wanted, 0 or more.

    Raises:
        CoreError: an argument is out of range.

    Source: RFC 8439 section 2.3, with its counter and nonce read as a 64-bit block counter and a 64-bit
        stream number.
    """
    need_bytes("key", key, KEY_SIZE)
    need_range("stream", stream, 0, _U64_MAX)
    need_range("block", block, 0, _U64_MAX)
    need_range("size", size, 0, 1 << 40, "bytes")
    out = bytearray(size)
    if size:
        lib.core_rng_stream(bytes(key), stream, block, ffi.from_buffer("uint8_t[]", out), size)
    return bytes(out)


def draw_below(key: bytes, machine: int, purpose: int, word: int, bound: int) -> int:
    """
    Return one even draw of 0 <= value < bound from word ``word`` of a machine's purpose.

    Args:
        key: 32 bytes.
        machine: 0 to 2^40 - 1.
        purpose: one of the PURPOSE constants.
        word: 64-bit number of the word.
        bound: 1 to 2^32 - 1.

    Raises:
        CoreError: an argument is out of range.

    Source: Lemire (2019), Fast Random Integer Generation in an Interval; a rejected word is replaced by
        the same word of the next rejection stream.
    """
    need_bytes("key", key, KEY_SIZE)
    need_range("machine", machine, 0, MACHINE_MAX)
    need_range("purpose", purpose, 0, 255)
    need_range("word", word, 0, _U64_MAX)
    need_range("bound", bound, 1, _U32_MAX)
    value = ffi.new("uint32_t *")
    check(lib.core_rng_below(bytes(key), machine, purpose, word, bound, value))
    return int(value[0])
