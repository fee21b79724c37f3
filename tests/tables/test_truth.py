# SPDX-License-Identifier: MIT
"""Every game does what its text says, case by case: truth/*.toml, written from the text."""

from __future__ import annotations

import pytest
from truth_rig import cases, check_case

from machines.support.plain import Json


@pytest.mark.parametrize(("game", "case"), cases())
def test_a_table_does_what_the_text_says(game: str, case: Json) -> None:
    check_case(game, case)
