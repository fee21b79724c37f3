# SPDX-License-Identifier: MIT
"""
Why a coin or a note comes back: by its acceptor, or else by doors and books.

An inhibited acceptor cannot say why: its lines carry yes or no. So the cabinet checks what the firmware
checked, in the same order.
"""

from __future__ import annotations

from machines.firmware import nvram
from machines.model import Model
from machines.support.plain import JsonView
from machines.types.registry import TYPES

REASONS = (
    # Known to the acceptor.
    "power",
    "jam",
    "slug",
    "close",
    # Of the coin or note.
    "unknown",
    "too_large",
    # Of the machine.
    "door",
    "logic",
    "tilt",
    "paying",
    "link",
    "card",
    "full",
    "change",
    "closed",
)
# The box behind the stacker can be full; coins fall where there is room.
NOTE_REASONS = (*REASONS, "box")


def reason(
    model: Model,
    record: JsonView | None,
    cents: int,
    *,
    note: bool = False,
    door_open: bool,
    link_up: bool = True,
    homing: bool = False,
) -> str:
    """
    Why an acceptor that works sent a coin or a note of this value back.

    Args:
        record: what the firmware has committed; None: nothing that can be read.
        note: whether it is a note.
        door_open: whether the main door is open.
        link_up: whether the link is up, of a machine that has one.
        homing: whether reels turn, which they also do when the machine starts.

    Returns:
        One of REASONS; "closed" where nothing that can be seen tells: the machine starts, or tests itself.
    """
    limits: JsonView = model.settings()
    if cents not in ((limits["NOTE_CENTS"],) if note else model.coins_cents):
        return "unknown"
    if cents > limits["MAX_INSERT_CENTS"]:
        return "too_large"
    if door_open:
        return "door"
    if record is None:
        return "tilt"
    if record["logic"]:
        return "logic"
    if record["tilt"]:
        return "tilt"
    if any(record["queue_cents"]):
        return "paying"
    if not link_up:
        return "link"
    if homing and record["phase"] == nvram.PHASE_IDLE:
        return "closed"
    if note and record["note_stage"] != nvram.NOTE_NONE:
        return "close"
    return _of_money(limits, record, cents)


def _of_money(limits: JsonView, record: JsonView, cents: int) -> str:
    if record["card_stage"] != nvram.CARD_NONE:
        return "card"
    room_cents = limits["CREDITS_MAX_CENTS"] + limits.get("RESERVE_MAX_CENTS", 0)
    coming_cents = limits.get("NOTE_CENTS", 0) if record["note_stage"] == nvram.NOTE_SENT else 0
    if record["credits_cents"] + record["reserve_cents"] + coming_cents + cents > room_cents:
        return "full"
    if TYPES[limits["TYPE"]].gives_change and record["phase"] in (nvram.PHASE_IDLE, nvram.PHASE_ROLLING):
        return "change"
    return "closed"
