# SPDX-License-Identifier: MIT
"""Dice: a throw is the one that its number says, fair to the last word, alone or among many."""

from __future__ import annotations

import itertools

import cards_reference
import numpy as np
import pytest
from cext._core import ffi, lib
from hypothesis import given, settings
from hypothesis import strategies as st

import cext
from emulator.lab.rng_stats import chi_square

KEYS = st.binary(min_size=32, max_size=32)
MACHINES = st.integers(0, (1 << 40) - 1)


@settings(max_examples=40, deadline=None)
@given(
    key=KEYS,
    machine=MACHINES,
    purpose=st.integers(0, 255),
    number=st.integers(0, (1 << 64) - 1),
    dice=st.integers(1, 12),
)
def test_a_throw_is_the_reference(key: bytes, machine: int, purpose: int, number: int, dice: int) -> None:
    thrown = cext.throw(key, number, dice, machine=machine, purpose=purpose)
    assert list(thrown) == cards_reference.throw(key, machine, purpose, number, dice)


@settings(max_examples=30, deadline=None)
@given(
    key=KEYS,
    machine=MACHINES,
    first=st.integers(0, 1 << 50),
    throws=st.integers(0, 600),
    dice=st.integers(1, 12),
)
def test_many_throws_are_the_single_ones(
    key: bytes, machine: int, first: int, throws: int, dice: int
) -> None:
    made = cext.throws(key, first, throws, dice, machine=machine)
    assert made.shape == (throws, dice)
    assert made.tolist() == [list(cext.throw(key, first + i, dice, machine=machine)) for i in range(throws)]


def test_many_throws_keep_to_their_buffer() -> None:
    for dice, throws in itertools.product((1, 2, 3), (1, 2, 3, 4, 5, 256, 300)):
        buffer = ffi.new("uint8_t[]", throws * dice + 8)
        assert lib.core_dice_throws(bytes(32), 0, 0, 254, throws, dice, buffer) == 0
        assert bytes(buffer[throws * dice : throws * dice + 8]) == bytes(8)
        assert 0 not in bytes(buffer[0 : throws * dice])


def test_a_rejected_word_is_thrown_again_among_many() -> None:
    """Of 2^32 words 40 are one too many for three dice."""
    key, number = bytes(32), first_rejected(bytes(32), 216)
    around = cext.throws(key, number - 3, 7)
    assert around.tolist() == [cards_reference.throw(key, 0, 7, number - 3 + i, 3) for i in range(7)]


def first_rejected(key: bytes, bound: int) -> int:
    """Number of the first word of the purpose of dice that a draw below ``bound`` rejects."""
    size, excess = 1 << 22, (1 << 32) % bound
    for block in itertools.count(0, size // 16):
        raw = cext.keystream(key, cext.PURPOSE_DICE << 40, block, 4 * size)
        words = np.frombuffer(raw, dtype="<u4")
        odd = np.flatnonzero(words * np.uint32(bound) < excess)
        if len(odd):
            return int(block * 16 + odd[0])
    raise AssertionError


@pytest.mark.parametrize("dice", [2, 3])
def test_all_throws_are_equally_frequent(dice: int) -> None:
    """Chi-square of a million throws under a fixed key; false alarm: one in a thousand keys."""
    faces = cext.throws(bytes(range(32)), 0, 1_000_000, dice).astype(int) - 1
    counts = np.bincount(faces @ 6 ** np.arange(dice)[::-1], minlength=6**dice)
    assert chi_square(counts, np.full(6**dice, 1_000_000 / 6**dice)) > 0.001


def test_dice_and_cards_of_a_table_share_no_word() -> None:
    assert cext.PURPOSE_DICE not in range(7)
    assert cext.throw(bytes(32), 5) != cext.throw(bytes(32), 5, purpose=cext.PURPOSE_PLAY)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cext.throw(bytes(31), 0), r"key must be 32 bytes \(got 31\)"),
        (lambda: cext.throw(bytes(32), -1), "number must be 0 to"),
        (lambda: cext.throw(bytes(32), 0, 13), r"dice must be 1 to 12 dice \(got 13\)"),
        (lambda: cext.throw(bytes(32), 0, machine=1 << 40), "machine must be"),
        (lambda: cext.throw(bytes(32), 0, purpose=256), "purpose must be"),
        (lambda: cext.throws(bytes(32), 0, -1), r"throws must be 0 to \d+ throws \(got -1\)"),
        (lambda: cext.throws(bytes(32), (1 << 64) - 1, 1), r"throws must be 0 to 0 throws \(got 1\)"),
        (lambda: cext.throws(bytes(32), 0, 1, 0), "dice must be"),
    ],
)
def test_a_wrong_argument_is_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(cext.CoreError, match=message):
        call()
