# SPDX-License-Identifier: MIT
"""The core of type B: entries of a prize cycle, and answers to a gamble."""

from __future__ import annotations

import cext
from machines.support.plain import Json
from machines.types.common.core import Core


def _describe(tables: cext.Tables) -> tuple[int, int, int, int]:
    return (tables.reels, tables.price_cents, tables.simultaneous_max, int(tables.hold))


def _answer(tables: cext.Tables, plays: int) -> int:
    return cext.campaign(tables, bytes(32), 0, plays)[1].digest


def _action(first: int, second: int) -> Json:
    if first:
        return {"simultaneous": first, "held": second}
    return {"answer": "dare" if second == cext.GAMBLE_DARE else "take"}


CORE = Core(cext.Tables, cext.step_bytes, cext.new_state, cext.check_state, _describe, _answer, _action)
