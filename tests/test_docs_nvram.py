# SPDX-License-Identifier: MIT
"""docs/nvram.md names every tilt that the firmware of the machines can report, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from machines.firmware import events

ROOT = Path(__file__).resolve().parent.parent
# Reported by a number or by what the sealed counter finds, and what stops a machine without being one.
BY_NUMBER = {"hopper_N", "reel_N"}
NO_REPORT = {"door", "logic", "memory"}


def reported() -> set[str]:
    """Codes that stand in the firmware's own calls; the dice cup has a board of its own."""
    sources = [path for path in (ROOT / "machines" / "firmware").rglob("*.py") if path.parent.name != "cup"]
    texts = "\n".join(path.read_text("utf-8") for path in sources)
    return set(re.findall(r"\breport\(state, \"(\w+)\"\)", texts))


def described() -> set[str]:
    section = (ROOT / "docs" / "nvram.md").read_text("utf-8").partition("\n## Tilts\n")[2]
    return set(re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", section.partition("\n## ")[0], re.MULTILINE))


def test_every_tilt_has_a_row() -> None:
    counter = {name for name in events.TILTS if name.startswith("counter")}
    assert described() == reported() | counter | BY_NUMBER | NO_REPORT


def test_every_tilt_that_is_reported_has_a_place_in_the_log() -> None:
    assert len(reported()) >= 18
    assert reported() <= set(events.TILTS)
