# SPDX-License-Identifier: MIT
"""The prize cycle's wide loops give what the portable core gives, to the bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import core_kernels
import numpy as np
import pytest
from core_checks import KEY
from hypothesis import given, settings
from hypothesis import strategies as st

import cext


@st.composite
def machines(pick: st.DrawFn) -> tuple[list[int], list[list[int]]]:
    """A strip that shows up to 32 classes, and strata of up to some thousand entries."""
    classes = pick(st.integers(2, 32))
    extra = pick(st.lists(st.integers(0, classes - 1), max_size=200))
    counts = st.integers(0, 3) | st.integers(0, 300)
    entries = st.lists(counts, min_size=classes, max_size=classes).filter(any)
    return [*range(classes), *extra], pick(st.lists(entries, min_size=1, max_size=4))


@settings(max_examples=60, deadline=None)
@given(
    machine=machines(),
    cycle=st.integers(0, (1 << 32) - 40),
    plays=st.integers(0, 6_000),
    double=st.booleans(),
)
def test_any_plan_gives_the_same_by_every_kernel(
    machine: tuple[list[int], list[list[int]]], cycle: int, plays: int, double: bool
) -> None:
    tables = core_kernels.machine_of(cext, *machine)
    plays = min(plays, 15 * tables.cycle_plays)
    state = cext.new_state(tables, KEY, 3, cycle=cycle)
    core_kernels.check_alike(cext, tables, plays, state=state, player=cext.Player(double=double))


@pytest.mark.parametrize("check", core_kernels.CHECKS, ids=lambda check: check.__name__)
def test_the_core_holds(check: Callable[[Any], None]) -> None:
    check(cext)


def test_rejected_words_are_among_the_large_machine_s() -> None:
    """Else check_rejections would check nothing."""
    strata = [sum(entries) for entries in core_kernels.LARGE_STRATA]
    cycle = np.concatenate([np.arange(entries, 0, -1, dtype=np.uint64) for entries in strata])
    losing = np.uint64(len(core_kernels.large_machine(cext).windows(0)))
    for purpose, bounds in ((cext.PURPOSE_PLAY, cycle), (cext.PURPOSE_DISPLAY, losing)):
        stream = 3 | purpose << 40
        words = np.frombuffer(cext.keystream(KEY, stream, 0, 4 * core_kernels.LARGE_PLAYS), "<u4")
        below = np.resize(bounds, words.size)
        low = words * below & np.uint64(0xFFFFFFFF)
        assert np.count_nonzero(low < np.uint64(1 << 32) % below) >= 5


def test_prizes_only_is_called_so_and_pays_the_same() -> None:
    tables = core_kernels.machine_of(cext, [0, 1, 0, 2], [[50, 4, 3]])
    after, tally = cext.campaign(tables, KEY, 0, 1_000)
    prizes_after, prizes = cext.campaign(tables, KEY, 0, 1_000, display=False)
    assert (tally.kind, prizes.kind) == ("plays", "prizes")
    assert prizes_after == after
    assert prizes.counts == tally.counts
    assert prizes.won_cents == tally.won_cents
    assert prizes.digest != tally.digest


def test_digests_of_prizes_add_up() -> None:
    tables = core_kernels.machine_of(cext, [0, 1, 0, 2], [[50, 4, 3], [20, 1, 6]])
    for kernel in cext.cycle_kernels():
        _, whole = cext.campaign(tables, KEY, 0, 5_000, display=False, kernel=kernel)
        state, digest = cext.new_state(tables, KEY, 0), 0
        for plays in (1, 40, 2_459, 2_500):
            state, part = cext.campaign(tables, KEY, 0, plays, state=state, display=False, kernel=kernel)
            digest += part.digest
        assert digest & core_kernels.MASK == whole.digest


def test_an_unknown_kernel_is_refused() -> None:
    tables = core_kernels.machine_of(cext, [0, 1], [[5, 4]])
    with pytest.raises(cext.CoreError, match=r"kernel must be auto or one of plain.* \(got fast\)"):
        cext.campaign(tables, KEY, 0, 1, kernel="fast")
