# SPDX-License-Identifier: MIT
"""Tables look as somebody saw them: at betting, at chance and at settlement."""

from __future__ import annotations

import json

import numpy as np
import pytest
import table_prints
from panel_prints import print_of, unpacked
from soon import soon

KEPT = json.loads(table_prints.FILE.read_text(encoding="utf-8"))
# Letters and edges of another SDL are a few levels in a mean; a chip or a ball elsewhere is many.
LEVELS = 8
HINT = "hint: look at it, keep it by `python tests/support/table_prints.py DIR`, if that is how it is meant"


@pytest.mark.parametrize("name", soon(table_prints.NAMES, *table_prints.NAMES[2::4]))
def test_a_table_is_as_it_was_looked_at(name: str) -> None:
    kept, now = unpacked(KEPT[name]), print_of(table_prints.drawn(name), table_prints.CELL)
    assert kept.shape == now.shape
    apart = np.abs(kept - now).max(axis=2)
    row, column = np.unravel_index(int(apart.argmax()), apart.shape)
    where = (table_prints.CELL * int(column), table_prints.CELL * int(row))
    assert apart.max() <= LEVELS, f"{name}: {apart.max()} levels apart round {where}; {HINT}"


def test_every_print_is_of_a_table_that_is_still_drawn() -> None:
    assert list(KEPT) == table_prints.NAMES
