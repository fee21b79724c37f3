# SPDX-License-Identifier: MIT
"""The constants that the firmware of a linked machine is built with."""

from __future__ import annotations

from collections.abc import Sequence

from machines.check.draft import ReelsDraft
from machines.check.schema_parts import ANY_SYMBOL
from machines.types.common.settings import Value

ALONE: dict[str, Value] = {"LINK": 0, "LINK_PRIZES": (), "LINK_AWARD_MAX_CENTS": 0}
"""Those of a machine without a link."""


def link_settings(draft: ReelsDraft, strips: Sequence[Sequence[str]]) -> dict[str, Value]:
    """
    LINK is 1 for a linked machine; LINK_PRIZES holds the combinations that win a prize of the link.

    A combination is a bit set a reel: bit s stands for stop s, where the first payline shows its symbol.
    """
    if draft.link is None:
        return ALONE
    prizes = tuple(stop_sets(draft, strips, symbols) for symbols in draft.link.prizes)
    return {"LINK": 1, "LINK_PRIZES": prizes, "LINK_AWARD_MAX_CENTS": draft.link.award_max_cents}


def stop_sets(draft: ReelsDraft, strips: Sequence[Sequence[str]], symbols: Sequence[str]) -> tuple[int, ...]:
    """The stops of each reel that show these symbols on the first payline, as bit sets."""
    assert draft.paylines and draft.rows
    found = []
    for strip, row, wanted in zip(strips, draft.paylines[0], symbols, strict=True):
        shown = [strip[(stop + draft.rows // 2 - row) % len(strip)] for stop in range(len(strip))]
        found.append(sum(1 << stop for stop, symbol in enumerate(shown) if wanted in (symbol, ANY_SYMBOL)))
    return tuple(found)
