# SPDX-License-Identifier: MIT
"""The checks of power cuts: our firmware stands them, firmware that loses its balance does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from exam_common import examined, must_hold, refused, spoil

ROWS = {"B-31", "K-13", "K-16", "G-31", "G-32", "G-33", "G-35", "G-36"}


@pytest.mark.parametrize("machine", ["cierzo", "moncayo", pytest.param("cometa", marks=pytest.mark.long)])
def test_the_sweep_finds_nothing_wrong_and_keeps_its_map(machine: str, tmp_path: Path) -> None:
    """B-31, K-13, K-16: 300 places of the script; the map has places, cuts and violations by chapter."""
    found = examined("power_sweep", machine, tmp_path)
    must_hold(found, *ROWS)
    kept = json.loads((tmp_path / "power_cuts.json").read_text("utf-8"))
    assert kept["cuts"] == 300 == sum(row["cuts"] for row in kept["chapters"])
    assert all(row["places"] and not row["violations"] for row in kept["chapters"])
    assert not {"ms", "jobs", "runtime", "cuts_per_second"} & kept.keys()


@pytest.mark.parametrize(
    ("wrong", "rows"),
    [
        ("never commits the coin paid", {"K-16", "G-31"}),
        ("keeps one copy of its memory", {"B-31", "K-13"}),
    ],
)
def test_firmware_that_loses_its_balance_is_refused(
    wrong: str, rows: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of the chapters in which a cut leaves something wrong turn red."""
    spoil(monkeypatch, "powercut", wrong)
    found = examined("power_sweep", "cierzo", tmp_path)
    assert rows <= refused(found)
    assert found["B-31"].figures[0].value > 0


def test_a_machine_without_hoppers_is_left_to_the_cuts_from_outside(tmp_path: Path) -> None:
    """The sweep's script pays coins: of a machine that pays to a card it says nothing."""
    assert examined("power_sweep", "moncayo_tarjeta", tmp_path) == {}
