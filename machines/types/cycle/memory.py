# SPDX-License-Identifier: MIT
"""What the NVRAM of a machine of type B says of its plays."""

from __future__ import annotations

import cext
from machines.check.problems import euro
from machines.firmware import nvram
from machines.support.plain import Json, JsonView
from machines.types.cycle.model import CycleModel


def outcome_text(raw: bytes) -> str:
    """The prize of each entry and where its reels stand."""
    try:
        entries = cext.unpack_outcome(raw).entries
    except cext.CoreError:
        entries = ()
    return "; ".join(f"{euro(entry.prize_cents)} at {entry.stops}" for entry in entries) or "none"


def state_text(tables: cext.Tables, raw: bytes) -> str:
    """Where the machine is in its cycle."""
    view = cext.view_state(tables, raw)
    return (
        f"machine {view.machine}, play {view.play}, cycle {view.cycle}, "
        f"stratum {view.stratum}, {view.remaining} plays left in it, key generation {view.generation}"
    )


def balance(model: CycleModel, values: Json) -> None:
    """Stakes follow from the plays; prizes that wait nowhere were paid on their own."""
    values["staked_cents"] = values["plays"] * model.price_cents
    values["prize_paid_cents"] += max(0, values["won_cents"] - _prizes_cents(values))
    values["won_cents"] = _prizes_cents(values)


def _prizes_cents(values: JsonView) -> int:
    """Cents ever won of type B: prizes that wait, and prizes paid."""
    cents = sum(values[name] for name in ("prize_meter_cents", "pending_cents"))
    cents += values["meter_paid_cents"] + values["prize_paid_cents"]
    for kind, owed_cents in zip(values["queue_kinds"], values["queue_cents"], strict=True):
        cents += owed_cents if kind == nvram.KIND_METER or nvram.prize(kind) else 0
    return int(cents)
