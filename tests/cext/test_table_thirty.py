# SPDX-License-Identifier: MIT
"""Coups of treinta y cuarenta counted by the core: as plain Python deals them, one by one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import thirty_checks

import cext
from cext import CoreError
from cext.table_thirty import ThirtyRules, ThirtyTally

KEY = thirty_checks.KEY
POINTS = [thirty_checks.worth(card) for card in range(312)]
RED = [thirty_checks.is_red(card) for card in range(312)]


@pytest.mark.parametrize(
    "check", [thirty_checks.check_shoes, thirty_checks.check_fresh, thirty_checks.check_parts]
)
def test_the_core_counts_what_plain_python_does(check: Callable[[object], None]) -> None:
    check(cext)


def test_the_coups_of_the_check_have_what_they_are_for() -> None:
    assert thirty_checks.fresh(thirty_checks.PRISONER - 1).end("rojo") == 3
    assert thirty_checks.fresh(thirty_checks.LONG).used > 16
    scaled = thirty_checks.draw(KEY, 0, 0, 16 * thirty_checks.REJECTED, 1 << 32) * 312
    assert scaled % (1 << 32) < (1 << 32) % 312


def same(one: ThirtyTally, other: ThirtyTally) -> bool:
    plain = (one.shoes, one.coups, one.dealt, one.moments, one.jail)
    return plain == (other.shoes, other.coups, other.dealt, other.moments, other.jail) and bool(
        (one.cells == other.cells).all() and (one.ends == other.ends).all()
    )


@pytest.mark.parametrize("frees", [False, True])
def test_parts_add_up_to_the_whole_wherever_they_begin(frees: bool) -> None:
    rules = ThirtyRules(POINTS, RED, below_red=5, null_frees=frees)
    for played, units in (
        (rules.shoes, 40),
        (lambda key, first, shoes: rules.fresh(key, first=first, coups=shoes), 400),
    ):
        whole = played(KEY, first=0, shoes=units)
        for cut in range(0, units, 7):
            assert same(whole, played(KEY, first=0, shoes=cut) + played(KEY, first=cut, shoes=units - cut)), (
                cut
            )


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: ThirtyRules(POINTS[:103], RED[:103], below_red=5), r"len\(points\) must be 104 to 512"),
        (lambda: ThirtyRules(POINTS, RED[:9], below_red=5), "red must be of all 312 cards"),
        (lambda: ThirtyRules([*POINTS[:-1], 11], RED, below_red=5), "points must be 1 to 10"),
        (lambda: ThirtyRules(POINTS, RED, below_red=1), "below_red must be 2 to"),
        (lambda: ThirtyRules(POINTS, RED, below_red=5, ends_at=32), "ends_at must be 11 to 31"),
        (lambda: ThirtyRules(POINTS, RED, below_red=5).shoes(KEY, first=-1, shoes=1), "first must be 0 to"),
        (lambda: ThirtyRules(POINTS, RED, below_red=5).fresh(b"", first=0, coups=1), "key must be 32 bytes"),
    ],
)  # fmt: skip
def test_what_is_out_of_range_is_refused(made: Callable[[], object], says: str) -> None:
    with pytest.raises(CoreError, match=says):
        made()


def test_the_core_itself_refuses_a_shoe_that_is_none() -> None:
    lib, ffi = cext._core.lib, cext._core.ffi
    for name, value in (("cards", 513), ("below_red", 200), ("ends_at", 32), ("jailed", 1 << 16)):
        rules = thirty_checks.rules_of(cext)
        setattr(rules, name, value)
        for played in (lib.core_table_thirty, lib.core_table_thirty_fresh):
            assert played(rules, KEY, 0, 0, 1, ffi.new("core_thirty_tally *")) != 0, name
