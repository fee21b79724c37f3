# SPDX-License-Identifier: MIT
"""A hash that is put down and taken up is the one that hashlib makes in one go."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cext


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.binary(max_size=200), max_size=8))
def test_any_parts_with_a_rest_after_each_are_one_hash(parts: list[bytes]) -> None:
    begun = cext.Sha256()
    for i, part in enumerate(parts):
        begun = cext.Sha256.from_state(begun.state)
        begun.update(part)
        assert begun.hexdigest() == hashlib.sha256(b"".join(parts[: i + 1])).hexdigest()


def test_published_vectors() -> None:
    """FIPS 180-2 appendix B: one block, two blocks, a million letters."""
    assert cext.Sha256(b"abc").hexdigest().startswith("ba7816bf8f01cfea414140de5dae2223")
    two = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    assert cext.Sha256(two).hexdigest().startswith("248d6a61d20638b8e5c026930c3e6039")
    assert cext.Sha256(b"a" * 1_000_000).hexdigest().startswith("cdc76e5c9914fb9281a1c7e284d73e67")


@pytest.mark.parametrize("state", [b"", bytes(39), bytes(41), cext.Sha256(b"abc").state[:-1]])
def test_other_bytes_are_no_state(state: bytes) -> None:
    with pytest.raises(cext.CoreError, match=r"state must be what Sha256\.state gave"):
        cext.Sha256.from_state(state)
