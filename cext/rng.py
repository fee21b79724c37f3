# SPDX-License-Identifier: MIT
"""Words and draws: the ChaCha20 keystream as machines number it."""

from __future__ import annotations

from collections.abc import Sequence

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_bytes, need_range

KEY_SIZE = int(lib.CORE_KEY_SIZE)
MACHINE_MAX = (1 << int(lib.CORE_MACHINE_BITS)) - 1

PURPOSE_PLAY = int(lib.CORE_PURPOSE_PLAY)
PURPOSE_FEATURE = int(lib.CORE_PURPOSE_FEATURE)
PURPOSE_DISPLAY = int(lib.CORE_PURPOSE_DISPLAY)
PURPOSE_DEVICE = int(lib.CORE_PURPOSE_DEVICE)
PURPOSE_ABSORB = int(lib.CORE_PURPOSE_ABSORB)

_U32_MAX = (1 << 32) - 1
U64_MAX = (1 << 64) - 1


def need_source(key: bytes, machine: int, purpose: int) -> tuple[bytes, int, int]:
    """Return what a machine's words of a purpose follow from; CoreError if a value is out of range."""
    need_range("machine", machine, 0, MACHINE_MAX)
    need_range("purpose", purpose, 0, 255)
    return need_bytes("key", key, KEY_SIZE), machine, purpose


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
    need_range("stream", stream, 0, U64_MAX)
    need_range("block", block, 0, U64_MAX)
    need_range("size", size, 0, 1 << 40, "bytes")
    out = bytearray(size)
    if size:
        fill_keystream(key, stream, block, out)
    return bytes(out)


def fill_keystream(
    key: bytes, stream: int, block: int, buffer: bytearray | memoryview, *, tier: int | None = None
) -> None:
    """
    Fill a writable buffer with ChaCha20 keystream from the start of a block on. Lets other threads run.

    Args:
        key, stream, block: as for keystream.
        buffer: of bytes, as many as are wanted.
        tier: how wide the loops are, 0 to ``widest_tier()``, which None chooses; the bytes are the same.

    Raises:
        CoreError: an argument is out of range.
    """
    need_bytes("key", key, KEY_SIZE)
    need_range("stream", stream, 0, U64_MAX)
    need_range("block", block, 0, U64_MAX)
    chosen = need_range("tier", widest_tier() if tier is None else tier, 0, widest_tier())
    out = ffi.from_buffer("uint8_t[]", buffer, require_writable=True)
    check(lib.core_rng_fill(chosen, bytes(key), stream, block, out, len(out)))


def widest_tier() -> int:
    """How wide this processor can make many words: 0 plain C, 1 AVX2 or NEON, 2 AVX-512."""
    return int(lib.core_rng_tier())


def draws(
    key: bytes,
    machine: int,
    purpose: int,
    first: int,
    plays: int,
    bounds: Sequence[int],
    *,
    width: int | None = None,
) -> bytes:
    """
    Return the draws of many plays, 4 bytes each in this computer's byte order: shape (plays, len(bounds)).

    Play i owns the words ``i * width`` on; its j-th draw is ``draw_below`` of word ``i * width + j`` and
    ``bounds[j]``. Lets other threads run.

    Args:
        key, machine, purpose: as for draw_below.
        first: number of the first play.
        plays: 0 or more.
        bounds: 1 to 256 of them, each 1 to 2^32 - 1.
        width: words that a play owns, a power of two; None: the least that holds the bounds.

    Raises:
        CoreError: an argument is out of range, or the 64-bit numbers of the words run out.
    """
    source = need_source(key, machine, purpose)
    need_range("first", first, 0, U64_MAX)
    need_range("plays", plays, 0, 1 << 40, "plays")
    need_range("len(bounds)", len(bounds), 1, 256, "bounds")
    for bound in bounds:
        need_range("bound", bound, 1, _U32_MAX)
    least = 1 << (len(bounds) - 1).bit_length()
    words = least if width is None else width
    if words not in (1 << n for n in range(9)) or words < least:
        raise CoreError(f"width must be a power of two, {least} to 256 words (got {words})")
    out = bytearray(4 * plays * len(bounds))
    if plays:
        packed = ffi.new("uint32_t[]", list(bounds))
        values = ffi.from_buffer("uint32_t[]", out)
        check(lib.core_rng_draws(*source, first, plays, words, packed, len(bounds), values))
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
    source = need_source(key, machine, purpose)
    need_range("word", word, 0, U64_MAX)
    need_range("bound", bound, 1, _U32_MAX)
    value = ffi.new("uint32_t *")
    check(lib.core_rng_below(*source, word, bound, value))
    return int(value[0])
