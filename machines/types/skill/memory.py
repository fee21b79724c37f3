# SPDX-License-Identifier: MIT
"""What the NVRAM of a machine of type A says of its plays, for people."""

from __future__ import annotations

from machines.firmware.skill import rows
from machines.types.skill.tables import SkillTables


def state_text(tables: SkillTables, raw: bytes) -> str:
    """Every row of the play state."""
    return ", ".join(f"{name} {rows.get(raw, name)}" for name, _, _ in rows.LAYOUT[1:])
