# SPDX-License-Identifier: MIT
"""Spins, throws and shoes counted by the core: as plain Python draws and deals them, one by one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import table_checks

import cext
from cext import CoreError, draw_below
from cext.table_units import ShoeRules, walk

KEY = table_checks.KEY
POINTS = [table_checks.points_of(card) for card in range(312)]
DRAWS = [[not table_checks.stands(p, None if t == 10 else t) for t in range(11)] for p in range(8)]


@pytest.mark.parametrize(
    "check", [table_checks.check_walk, table_checks.check_shoes, table_checks.check_fresh]
)
def test_the_core_counts_what_plain_python_does(check: Callable[[object], None]) -> None:
    check(cext)


@pytest.mark.parametrize(("bound", "word"), table_checks.REJECTED)
def test_the_word_of_the_check_is_one_that_is_rejected(bound: int, word: int) -> None:
    scaled = table_checks.draw(KEY, 0, 0, word, 1 << 32) * bound
    assert scaled % (1 << 32) < (1 << 32) % bound
    assert draw_below(KEY, 0, 0, word, bound) != scaled >> 32


def test_parts_of_a_walk_add_up_to_the_whole() -> None:
    following = np.array([[(s + v) % 5 for v in range(9)] for s in range(5)], dtype=np.uint16)
    whole, end = walk(KEY, 0, 9, first=100, units=3_000, following=following, state=2)
    one, middle = walk(KEY, 0, 9, first=100, units=1_234, following=following, state=2)
    two, last = walk(KEY, 0, 9, first=1_334, units=1_766, following=following, state=middle)
    assert (one + two == whole).all()
    assert last == end


def test_parts_of_shoes_add_up_to_the_whole() -> None:
    shoe = ShoeRules(POINTS, 7, 5, DRAWS)
    whole, one, two = (shoe.shoes(KEY, first=f, shoes=n) for f, n in ((0, 30), (0, 11), (11, 19)))
    added = one + two
    assert (added.shoes, added.coups, added.moments) == (whole.shoes, whole.coups, whole.moments)
    assert (added.cells == whole.cells).all()


def test_a_bound_of_one_gives_one_value() -> None:
    counts, _ = walk(KEY, 0, 1, first=0, units=1 << 20)
    assert counts.tolist() == [[1 << 20]]


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: walk(KEY, 0, 257, first=0, units=1), "bound must be 1 to 256"),
        (lambda: walk(KEY, 0, 9, first=0, units=-1), "units must be 0 to"),
        (lambda: walk(KEY, 0, 2, first=0, units=1, following=np.zeros((1, 3), np.uint16)), "of shape"),
        (
            lambda: walk(KEY, 0, 2, first=0, units=1, following=np.ones((1, 2), np.uint16)),
            "following must be",
        ),
        (lambda: walk(KEY, 0, 2, first=0, units=1, state=1), "state must be 0 to 0"),
        (lambda: ShoeRules(POINTS[:51], 7, 5, DRAWS), "len\\(points\\) must be 52 to 512"),
        (lambda: ShoeRules([10, *POINTS[1:]], 7, 5, DRAWS), "points must be 0 to 9"),
        (lambda: ShoeRules(POINTS, 5, 5, DRAWS), "below_red must be 6 to"),
        (lambda: ShoeRules(POINTS, 7, 8, DRAWS), "punto_draws_to must be 0 to 7"),
        (lambda: ShoeRules(POINTS, 7, 5, DRAWS[1:]), "shape \\(8, 11\\)"),
    ],
)
def test_what_is_out_of_range_is_refused(made: Callable[[], object], says: str) -> None:
    with pytest.raises(CoreError, match=says):
        made()
