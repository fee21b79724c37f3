# SPDX-License-Identifier: MIT
"""The reader says of models with one value changed what it said when somebody had looked at it."""

from __future__ import annotations

import pytest
from check_prints import NAMES, told
from prints import kept, prints_of
from soon import soon

KEPT = kept("check_prints")


@pytest.mark.parametrize("name", soon(NAMES, "cometa"))
def test_a_changed_value_is_answered_as_it_was(name: str) -> None:
    """A change that is meant is written by ``check_prints.py``; the tables that differ say where to look."""
    assert prints_of(told(name)) == KEPT[name]
