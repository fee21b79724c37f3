# SPDX-License-Identifier: MIT
"""The prize cycle's gamble and raises (B-22, B-24): against the reference and by bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import core_checks
import core_gamble_checks as checks
import pytest
from core_checks import KEY, SMALL, resign, tables_of
from core_reference import Definition
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_core_step import definitions

import cext


@pytest.mark.parametrize("check", checks.CHECKS, ids=lambda check: check.__name__)
def test_the_core_holds(check: Callable[[Any], None]) -> None:
    check(cext)


@st.composite
def gambled(pick: st.DrawFn) -> Definition:
    """Any small machine, with a gamble, raises, or both."""
    made = pick(definitions())
    if pick(st.booleans()):
        single = pick(st.integers(1, 900))
        made.gamble = (
            pick(st.integers(1, 4)),
            single,
            pick(st.integers(single, 1200)),
            pick(st.integers(1, 400)),
            pick(st.integers(0, 200)),
            pick(st.integers(1, 4)),
            pick(st.integers(0, 6)),
        )
    shown = {cents for _, cents in made.windows()}
    can = [cls for cls, cents in enumerate(made.prizes_cents) if cls and cents in shown]
    for low in can[:-1]:
        if pick(st.booleans()):
            to = pick(st.sampled_from([cls for cls in can if cls > low]))
            of = pick(st.integers(1, 4))
            made.raises.append((low, to, pick(st.integers(1, of)), of))
    return made


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    definition=gambled(),
    key=st.binary(min_size=32, max_size=32),
    choices=st.lists(st.integers(0, 999), max_size=20),
)
def test_any_machine_steps_as_the_reference(definition: Definition, key: bytes, choices: list[int]) -> None:
    core_checks.check_steps(cext, definition, key, 3, choices)


def test_tables_tell_what_they_were_packed_with() -> None:
    tables = tables_of(cext, checks.GAMBLED)
    assert tables.gamble == cext.CycleGamble(*checks.GAMBLE)
    assert tables.raises == (cext.Raise(1, 3, 1, 3), cext.Raise(2, 4, 2, 5))
    plain = tables_of(cext, SMALL)
    assert plain.gamble is None
    assert plain.raises == ()


def test_a_machine_without_options_has_the_bytes_it_always_had() -> None:
    """Neither blob nor state tells that there are such options: digests of machines that lack them stay."""
    blob = tables_of(cext, SMALL).blob
    assert blob[40:64] == bytes(24)
    assert tables_of(cext, SMALL).digest == "8afd799da835d73494324788efc9b19183ad79d372547e8c81430540e4583d96"
    state, _ = cext.campaign(cext.Tables(blob), KEY, 1, 1000)
    assert state[158:] == bytes(98)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (40, 0), (40, 21), (42, 1), (43, 1), (44, 0), (44, 801), (52, 0), (55, 1), (59, 1), (60, 0),
    ],
)  # fmt: skip
def test_a_header_with_a_wrong_gamble_is_refused(at: int, value: int) -> None:
    blob = bytearray(tables_of(cext, checks.GAMBLED).blob)
    size = {44: 4, 52: 4, 60: 2}.get(at, 1)
    blob[at : at + size] = value.to_bytes(size, "little")
    with pytest.raises(cext.CoreError):
        cext.Tables(resign(bytes(blob)))


@pytest.mark.parametrize(
    "raises",
    [[(0, 1, 1, 2)], [(2, 1, 1, 2)], [(1, 5, 1, 2)], [(1, 2, 0, 2)], [(1, 2, 3, 2)],
     [(2, 3, 1, 2), (1, 3, 1, 2)], [(1, 1, 1, 2)], [(4, 4, 1, 2)]],
)  # fmt: skip
def test_a_raise_that_raises_nothing_is_refused(raises: list[tuple[int, int, int, int]]) -> None:
    wrong = Definition(**{**vars(SMALL), "raises": raises})
    with pytest.raises(cext.CoreError):
        tables_of(cext, wrong)


def test_a_raise_to_a_prize_that_no_window_shows_is_refused() -> None:
    hidden = Definition([[0, 1]], 1, [[0]], [([1], 20)], [0, 20, 40], [[2, 2, 0]], raises=[(1, 2, 1, 2)])
    with pytest.raises(cext.CoreError):
        tables_of(cext, hidden)


def test_an_answer_that_nobody_asked_for_is_refused() -> None:
    tables = tables_of(cext, checks.GAMBLED)
    state = cext.new_state(tables, KEY)
    for dare in (False, True):
        with pytest.raises(cext.CoreError) as caught:
            cext.answer_gamble(tables, state, dare)
        assert "phase" in str(caught.value)
    with pytest.raises(cext.CoreError):
        cext.step_bytes(tables, state, 0, 3)
