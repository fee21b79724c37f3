# SPDX-License-Identifier: MIT
"""What always holds of the prize meter of type B: of ours it does, of one that is wrong it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from firmware_rig import machine
from mutants import spoilt

from emulator.types.registry import always_of
from machines.rom.program import firmware_sources

DOUBLE = "double = state.simultaneous > 1"


def kept_too_much(changed: str, button: str, coming: Sequence[int]) -> list[str]:
    """What did not hold over a play with 80.20 in the meter, the firmware's choice of the maximum changed."""
    sources = spoilt(firmware_sources(), "credit", DOUBLE, changed)
    cab = machine(firmware=sources, credits_cents=40, prize_meter_cents=8_020, simultaneous=2, coming=coming)
    always = always_of(cab)
    assert always is not None and always.broken() == []
    cab.press(button)
    found = []
    for _ in range(40):
        cab.run(ms=200)
        found += always.broken()
    return found


@pytest.mark.parametrize("prize_cents", [0, 20])
@pytest.mark.parametrize("button", ["start", "double"])
def test_each_play_leaves_less_than_its_own_maximum(button: str, prize_cents: int) -> None:
    assert kept_too_much(DOUBLE, button, [prize_cents] * (1 + (button == "double"))) == []


def test_a_single_play_that_leaves_the_maximum_of_a_double_one_is_found() -> None:
    found = kept_too_much("double = True", "start", [20])
    assert found[0] == "prize_meter_cents must be below 8000 after a single play (B-14, got 8040)"
