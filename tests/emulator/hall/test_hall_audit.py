# SPDX-License-Identifier: MIT
"""The audit of a hall: sound after any walk, and not where a machine or the ledger says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from hall_killed import walk

from emulator.hall.audit import audit
from emulator.hall.ledger import HallLedger, own_ledger
from emulator.records.storage import open_machine


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_a_machine_that_says_otherwise_is_found() -> None:
    walk()
    found = audit(own_ledger())
    assert found.sound and [row.place for row in found.rows] == ["machine:cierzo:1", "machine:cometa:1"]
    with open_machine("cierzo") as machine:
        physical = dict(machine.physical or {})
        (hall,) = physical["halls"]
        book = physical["halls"][hall]
        physical["halls"] = {hall: {**book, "carried_cents": book["carried_cents"] + 10}}
        machine.save(machine.nvram or b"", physical)
    again = audit(own_ledger())
    assert [text.split(":")[1] for text in again.problems] == ["cierzo"]


def test_a_ledger_without_one_of_its_transfers_is_found(tmp_path: Path) -> None:
    walk()
    before = own_ledger().read_bytes()
    walk()
    own_ledger().write_bytes(before)
    assert len(audit(own_ledger()).problems) == 2


def test_a_ledger_that_was_written_anew_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    walk()
    before = audit(own_ledger())
    monkeypatch.setattr("emulator.hall.ledger.LINES_MOST", 3)
    HallLedger.open(own_ledger()).close()
    assert len(own_ledger().read_text().splitlines()) == 2
    after = audit(own_ledger())
    assert after.sound and after.as_json() == before.as_json()
    walk()
    assert audit(own_ledger()).sound
