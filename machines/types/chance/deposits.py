# SPDX-License-Identifier: MIT
"""The two deposits of a machine of chance, as its books have them (C-13)."""

from __future__ import annotations

from typing import NamedTuple

from machines.support.plain import JsonView
from machines.types.chance.model import ChanceModel


class Deposits(NamedTuple):
    """Cents believed to be in the reserve of payments, and all that ever went to the deposit of winnings."""

    reserve_cents: int
    winnings_cents: int


def deposits(model: ChanceModel, record: JsonView) -> Deposits | None:
    """
    The deposits of a machine; None for one that takes cards only and needs none.

    Args:
        record: the decoded main record of its NVRAM.

    Source: RD 2110/1998 art. 11.1.
    """
    if not model.deposits:
        return None
    held = zip(model.hoppers, record["hopper_counts"], strict=False)
    reserve_cents = sum(hopper.cents * count for hopper, count in held)
    return Deposits(reserve_cents, record["drop_cents"] + record["test_drop_cents"])
