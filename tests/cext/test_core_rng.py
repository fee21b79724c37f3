# SPDX-License-Identifier: MIT
"""Words and draws: RFC 8439's vectors, the plain Python reference, and the numbering of streams."""

from __future__ import annotations

import hashlib
import re
import struct
import tomllib
from pathlib import Path

import pytest
from cext._core import ffi, lib
from core_reference import chacha20_block, draw
from hypothesis import given, settings
from hypothesis import strategies as st
from places import TESTS

import cext

VECTORS = tomllib.loads((TESTS / "vectors/chacha20.toml").read_text(encoding="utf-8"))["vector"]
KEYS = st.binary(min_size=32, max_size=32)
U64 = st.integers(0, (1 << 64) - 1)
CPUINFO = Path("/proc/cpuinfo")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_keystream_is_rfc_8439(vector: dict[str, str]) -> None:
    expected = bytes.fromhex(vector["keystream"])
    key = bytes.fromhex(vector["key"])
    got = cext.keystream(key, int(vector["stream"]), int(vector["block"]), len(expected))
    assert got == expected


def test_cipher_example_of_rfc_8439() -> None:
    """Section 2.4.2: the text that the keystream enciphers."""
    text = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you "
        b"only one tip for the future, sunscreen would be it."
    )
    stream = cext.keystream(bytes(range(32)), 0x4A000000, 1, len(text))
    sealed = bytes(a ^ b for a, b in zip(text, stream, strict=True))
    assert sealed[:16].hex() == "6e2e359a2568f98041ba0728dd0d6981"
    assert sealed[-16:].hex() == "0bbf74a35be6b40b8eedf2785e42874d"


@settings(max_examples=25, deadline=None)
@given(key=KEYS, stream=U64, block=U64, size=st.integers(0, 130))
def test_keystream_is_the_reference(key: bytes, stream: int, block: int, size: int) -> None:
    blocks = [chacha20_block(key, (block + n) % (1 << 64), stream) for n in range(3)]
    assert cext.keystream(key, stream, block, size) == b"".join(blocks)[:size]


@pytest.mark.skipif(not CPUINFO.is_file(), reason="only Linux lists what a processor has")
def test_the_widest_tier_is_that_of_the_processor() -> None:
    """Else the mutants of wide loops would be skipped where they can run."""
    flags = re.search(r"^flags\s*: (.+)$", CPUINFO.read_text(encoding="utf-8"), re.MULTILINE)
    has = set(flags[1].split()) if flags else set()
    wide = [{"avx2", "popcnt"} <= has, {"avx512f", "avx512bw", "avx512vl"} <= has]
    assert cext.widest_tier() == max((tier for tier, there in enumerate(wide, 1) if there), default=0)
    assert len(cext.cycle_kernels()) == cext.widest_tier() + 1


@pytest.mark.parametrize("tier", range(3))
@pytest.mark.parametrize("block", [0, (1 << 32) - 17, (1 << 64) - 9])
def test_every_tier_makes_the_same_bytes(tier: int, block: int) -> None:
    """Wide loops take over from 1,024 bytes on; 37 blocks and a bit cross their end and both counters'."""
    size, stream = 37 * 64 + 13, 0x0123_4567_89AB_CDEF
    key = bytes(range(32))
    blocks = [chacha20_block(key, (block + n) % (1 << 64), stream) for n in range(38)]
    buffer = bytearray(b"x" * (size + 1))
    if tier > cext.widest_tier():
        with pytest.raises(cext.CoreError, match="tier must be 0 to"):
            cext.fill_keystream(key, stream, block, buffer, tier=tier)
        assert buffer == b"x" * (size + 1)
        return
    cext.fill_keystream(key, stream, block, memoryview(buffer)[:size], tier=tier)
    assert buffer == b"".join(blocks)[:size] + b"x"


@settings(max_examples=25, deadline=None)
@given(
    key=KEYS,
    machine=st.integers(0, (1 << 40) - 1),
    purpose=st.integers(0, 4),
    first=st.integers(0, 1 << 40),
    plays=st.integers(0, 40),
    bounds=st.lists(st.integers(1, (1 << 32) - 1), min_size=1, max_size=9),
    wider=st.integers(0, 2),
)
def test_many_draws_are_the_single_ones(
    key: bytes, machine: int, purpose: int, first: int, plays: int, bounds: list[int], wider: int
) -> None:
    """Bounds of every size: about one word in four is rejected and drawn again from the next stream."""
    width = 1 << (len(bounds) - 1).bit_length() + wider
    raw = cext.draws(key, machine, purpose, first, plays, bounds, width=width)
    assert list(struct.unpack(f"={plays * len(bounds)}I", raw)) == [
        cext.draw_below(key, machine, purpose, (first + i) * width + j, bound)
        for i in range(plays)
        for j, bound in enumerate(bounds)
    ]


def test_the_words_of_draws_run_out() -> None:
    last = (1 << 62) - 2
    assert len(cext.draws(bytes(32), 0, 0, last, 1, [6, 6, 6])) == 12
    with pytest.raises(cext.CoreError, match="run out"):
        cext.draws(bytes(32), 0, 0, last, 2, [6, 6, 6])


def test_the_block_counter_carries_into_its_high_half() -> None:
    last = (1 << 32) - 1
    both = cext.keystream(bytes(32), 0, last, 128)
    assert both == chacha20_block(bytes(32), last, 0) + chacha20_block(bytes(32), last + 1, 0)


@settings(max_examples=60, deadline=None)
@given(
    key=KEYS,
    machine=st.integers(0, (1 << 40) - 1),
    purpose=st.integers(0, 4),
    word=st.integers(0, (1 << 64) - 1),
    bound=st.integers(1, (1 << 32) - 1),
)
def test_draw_is_the_reference(key: bytes, machine: int, purpose: int, word: int, bound: int) -> None:
    assert cext.draw_below(key, machine, purpose, word, bound) == draw(key, machine, purpose, word, bound)


def test_excess_words_are_those_that_the_bound_leaves_over() -> None:
    """The shift-and-subtract remainder equals the real one."""
    bounds = [*range(1, 3000), *((1 << n) + d for n in range(12, 32) for d in (-1, 0, 1)), (1 << 32) - 1]
    for bound in bounds:
        assert lib.core_rng_excess(bound) == (1 << 32) % bound


def test_sha256_at_every_length_of_padding() -> None:
    digest = ffi.new("uint8_t[32]")
    for size in (*range(130), 1000):
        data = bytes(n & 255 for n in range(size))
        lib.core_sha256(data, size, digest)
        assert bytes(digest) == hashlib.sha256(data).digest()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cext.keystream(bytes(31), 0, 0, 1), r"key must be 32 bytes \(got 31\)"),
        (lambda: cext.keystream(bytes(32), 1 << 64, 0, 1), r"stream must be 0 to \d+ \(got \d+\)"),
        (lambda: cext.keystream(bytes(32), 0, -1, 1), "block must be"),
        (lambda: cext.draw_below(bytes(32), 1 << 40, 0, 0, 1), "machine must be"),
        (lambda: cext.draw_below(bytes(32), 0, 256, 0, 1), "purpose must be"),
        (
            lambda: cext.fill_keystream(bytes(32), 0, 0, bytearray(1), tier=9),
            r"tier must be 0 to \d \(got 9\)",
        ),
        (lambda: cext.draws(bytes(32), 0, 0, 0, 1, []), r"len\(bounds\) must be 1 to 256 bounds \(got 0\)"),
        (lambda: cext.draws(bytes(32), 0, 0, 0, 1, [6, 0]), r"bound must be 1 to 4294967295 \(got 0\)"),
        (
            lambda: cext.draws(bytes(32), 0, 0, 0, 1, [6, 6], width=3),
            "width must be a power of two, 2 to 256",
        ),
        (lambda: cext.draws(bytes(32), 0, 0, 0, 1, [6, 6], width=1), r"2 to 256 words \(got 1\)"),
        (lambda: cext.draw_below(bytes(32), 0, 0, 0, 0), r"bound must be 1 to 4294967295 \(got 0\)"),
    ],
)
def test_a_wrong_argument_is_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(cext.CoreError, match=message):
        call()
