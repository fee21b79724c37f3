# SPDX-License-Identifier: MIT
"""What the NVRAM of a machine of type B says of its plays, for people."""

from __future__ import annotations

import cext
from machines.check.problems import euro


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
