# SPDX-License-Identifier: MIT
"""An outcome has one description (cext/outcome.py): what is written from it is what stands in the tree."""

from __future__ import annotations

import struct

import outcome_files
import pytest

import cext
from cext import outcome
from machines.firmware import counter_link


@pytest.mark.parametrize("path", outcome_files.files(), ids=lambda path: path.name)
def test_what_is_written_from_the_description_is_what_stands(path: outcome_files.Path) -> None:
    assert path.read_text("utf-8") == outcome_files.files()[path], "run python tests/support/outcome_files.py"


def test_another_place_of_a_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = outcome_files.files()
    head, *entry = outcome.ENTRY
    monkeypatch.setattr(outcome, "ENTRY", (*entry[:1], head, *entry[1:]))
    changed = [path.name for path, text in outcome_files.files().items() if text != before[path]]
    assert changed == ["outcome.h", "outcome_at.py"]


def test_every_outcome_has_its_48_bytes() -> None:
    head, entry, chance = (
        struct.calcsize(outcome.layout(rows)) for rows in (outcome.CYCLE, outcome.ENTRY, outcome.CHANCE)
    )
    assert head + 2 * entry == chance == cext.OUTCOME_SIZE


@pytest.mark.parametrize("prizes_cents", [(0, 0), (500, 0), (0, 20), (20, 20)])
def test_the_sealed_counter_finds_the_prizes_of_entries(prizes_cents: tuple[int, int]) -> None:
    """counter_link.py, which the host reads by itself, has the offsets as numbers."""
    raw = struct.pack(outcome.layout(outcome.CYCLE), 2, 3, 0, 0, 0, b"")
    for cents in prizes_cents:
        raw += struct.pack(outcome.layout(outcome.ENTRY), 1, 0, 0, cents, b"")
    won = sum(1 for cents in prizes_cents if cents)
    assert counter_link.totals(9, 5, 700, 1, raw) == (9, 5 - won, 699)
