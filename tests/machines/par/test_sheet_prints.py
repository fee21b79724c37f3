# SPDX-License-Identifier: MIT
"""The PAR sheets of the shipped models are what they were when somebody had looked at them."""

from __future__ import annotations

import pytest
from prints import kept, prints_of
from sheet_prints import names, sheet
from soon import soon

KEPT = kept("sheet_prints")


@pytest.mark.parametrize("name", soon(names(), "cierzo", "galacho", "aneto", "moncayo", "cometa"))
def test_a_sheet_is_as_it_was(name: str) -> None:
    """A change that is meant is written by ``sheet_prints.py``; the keys that differ say where to look."""
    assert prints_of(sheet(name)) == KEPT[name]
