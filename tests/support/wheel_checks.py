# SPDX-License-Identifier: MIT
"""A core's wheel against its own even draws; a mutant can be put to the check."""

from __future__ import annotations

import importlib
from typing import Any

KEY = bytes(range(32))


def check_pockets(core: Any) -> None:
    """Draw i of a wheel is draw i of its key and serial number; every pocket comes."""
    wheel = importlib.import_module(f"{core.__name__}.wheel")
    for pockets in (2, 18, 37, 64, 250):
        tables = wheel.WheelTables(tuple(range(pockets)))
        state = wheel.new_wheel_state(tables, KEY, 5)
        seen = set()
        for number in range(20 * pockets):
            state, outcome = wheel.wheel_step_bytes(tables, state)
            seen.add(wheel.pocket_of(outcome))
            assert wheel.pocket_of(outcome) == core.draw_below(KEY, 5, core.PURPOSE_PLAY, number, pockets)
        assert seen == set(range(pockets)), f"of {pockets} pockets"
