# SPDX-License-Identifier: MIT
"""A ccTalk line goes as it went when somebody had looked at it, whatever host and hands do."""

from __future__ import annotations

import pytest
from line_prints import LINES, lived, refused
from prints import kept, prints_of
from soon import soon

KEPT = kept("line_prints")


@pytest.mark.parametrize("name", soon(LINES, *list(LINES)[::2]))
def test_a_line_goes_as_it_did(name: str) -> None:
    """A change that is meant is written by ``line_prints.py``; the kinds that differ say where to look."""
    assert prints_of(lived(name)) == KEPT[name]


def test_devices_that_cannot_be_are_refused_as_they_were() -> None:
    assert prints_of(refused()) == KEPT["refused"]
