# SPDX-License-Identifier: MIT
"""A croupier's day goes as it went when somebody had looked at it."""

from __future__ import annotations

import pytest
from cup_prints import DAYS, day
from prints import kept, prints_of

KEPT = kept("cup_prints")


@pytest.mark.parametrize("name", DAYS)
def test_a_day_goes_as_it_did(name: str) -> None:
    """A change that is meant is written by ``cup_prints.py``; the kinds that differ say where to look."""
    assert prints_of(day(name)) == KEPT[name]
