# SPDX-License-Identifier: MIT
"""What the NVRAM of a machine of type C says of its plays."""

from __future__ import annotations

import cext
from machines.check.problems import euro
from machines.support.plain import Json
from machines.types.chance.model import ChanceModel


def outcome_text(raw: bytes) -> str:
    """The last step and the play's win so far."""
    if not any(raw):
        return "none"
    try:
        seen = cext.unpack_chance_outcome(raw)
    except cext.CoreError:
        return "none"
    pots = "".join(f", pot {level + 1} {euro(cents)}" for level, cents in enumerate(seen.pot_cents) if cents)
    return f"{seen.kind} at {seen.stops}, {euro(seen.won_cents)} so far{pots}; next {seen.phase}"


def state_text(tables: cext.ChanceTables, raw: bytes) -> str:
    """The machine's place in its play, and its pots."""
    seen = cext.view_chance_state(tables, raw)
    pots = "".join(f", pot {n} {euro(pot.value_mc // 1000)}" for n, pot in enumerate(seen.pots, start=1))
    return f"machine {seen.machine}, play {seen.play}, {seen.phase}{pots}, key generation {seen.generation}"


def balance(model: ChanceModel, values: Json) -> None:
    """Stakes that nobody says are the prices of the plays."""
    values["staked_cents"] = values["staked_cents"] or values["plays"] * model.price_cents
