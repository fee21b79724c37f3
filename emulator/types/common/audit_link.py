# SPDX-License-Identifier: MIT
"""The audit of a power cut of a linked machine: its books and the controller's, at the cut and at rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from emulator.types.common.laws import Record


class _Known(NamedTuple):
    """What the controller knows of the machine."""

    seq: int
    staked_mc: int
    award: int
    settled_award: int
    won_cents: int
    settled_cents: int
    agreed: bool


def audit_link(record: Record, known: Sequence[Any], *, rest: bool) -> list[str]:
    """
    Hold the books of a machine against its controller's.

    A play is told once it is committed, an award acknowledged once it is; so at a cut the machine is ahead
    of its controller by one play at most, behind in awards that wait, and never the other way round.

    Args:
        record: the machine's.
        known: as ``script.link.books_of`` gives it.
        rest: the machine is at rest and its link up: nothing may be under way.
    """
    row = _Known(*known[: len(_Known._fields)])
    found = []
    if not row.seq <= record["link_seq"] <= row.seq + (0 if rest else 1):
        found.append(f"the controller knows of {row.seq} plays, the books of {record['link_seq']}")
    if not row.settled_award <= record["link_award"] <= row.award:
        found.append(
            f"award {record['link_award']} is in the books, {row.award} were made and {row.settled_award} "
            "acknowledged"
        )
    if not row.settled_cents <= record["link_won_cents"] <= row.won_cents:
        found.append(
            f"awards of {record['link_won_cents']} cents are in the books, of {row.won_cents} were made"
        )
    if rest and not record["link_award"] == row.settled_award == row.award:
        found.append(f"{row.award} awards were made, {row.settled_award} are settled at rest")
    if rest and record["link_won_cents"] != row.won_cents:
        found.append(f"awards of {row.won_cents} cents, {record['link_won_cents']} given at rest")
    if rest and record["link_staked_mc"] != row.staked_mc:
        found.append(f"{row.staked_mc} mc are told, {record['link_staked_mc']} in the books at rest")
    if not row.agreed:
        found.append("the controller does not agree with the machine's meters")
    return found
