# SPDX-License-Identifier: MIT
"""Known answers: plays under the zero key by which a core shows that it plays some tables as it should."""

from __future__ import annotations

import hashlib

import numpy as np

import cext
from cext.cup import CupTables
from machines.types.common.base import PlayTables
from machines.types.skill.tables import SkillTables


def known_answer(tables: PlayTables | CupTables, plays: int) -> int:
    """The 64-bit digest of the first plays of machine 0 under the zero key, features and all."""
    if isinstance(tables, SkillTables):
        return tables.answer(plays)
    if isinstance(tables, CupTables):
        thrown = cext.throws(bytes(32), 0, plays, tables.dice)
        return int.from_bytes(hashlib.sha256(thrown.tobytes()).digest()[:8], "big")
    if isinstance(tables, cext.ChanceTables):
        bins = np.zeros(tables.cap_cents // tables.unit_cents + 1, dtype=np.uint64)
        tally, _ = cext.chance_campaign(
            tables, cext.Course(bytes(32), 0, 0, plays), histogram=bins, kernel="plain"
        )
        return tally.digest
    assert isinstance(tables, cext.Tables)
    return cext.campaign(tables, bytes(32), 0, plays)[1].digest
