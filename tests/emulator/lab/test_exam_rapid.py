# SPDX-License-Identifier: MIT
"""Buttons, coins and doors at once: right machines hold, one that is harmed by them does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import MACHINES, examined, must_hold, refused
from exam_rig import same_bytes
from mutants import Mutant

from emulator.lab.checks import rapid_inputs
from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Findings
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine

FIRMWARE = "machines/firmware/"
SOON = ("cierzo",)
OTHERS = [pytest.param(one, marks=pytest.mark.long) for one in MACHINES if one not in SOON]
PRICE = "stake_cents = number * settings.PRICE_CENTS"
SEEN = {
    "bursts": 600, "plays": 14, "off_cents": 0, "plays_on": True, "broken": "", "stops_before": [1, 2, 3],
    "stops_after": [1, 2, 3], "early_coins": 0,
}  # fmt: skip


@pytest.mark.parametrize("machine", [*SOON, *OTHERS])
def test_a_machine_that_ships_stands_everything_at_once(machine: str, tmp_path: Path) -> None:
    """G-34."""
    must_hold(examined("rapid_inputs", machine, tmp_path), "G-34")


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cycle/play.py", PRICE, "stake_cents = settings.PRICE_CENTS"),
        pytest.param(
            "coins.py",
            "tilt.ready(state) and state.homed and",
            "tilt.ready(state) and",
            marks=pytest.mark.long,
        ),
        pytest.param("buttons.py", "state.presses |= bit", "pass", marks=pytest.mark.long),
    ],
    ids=["two plays for one stake", "coins before the reels are home", "no button does anything"],
)
def test_a_machine_that_is_harmed_is_refused(
    file: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-34."""
    Mutant(FIRMWARE + file, old, new, "").spoil(monkeypatch)
    assert refused(examined("rapid_inputs", "cierzo", tmp_path)) == {"G-34"}


@pytest.mark.parametrize(
    ("name", "value"),
    [("off_cents", 1), ("off_cents", -1), ("stops_after", [1, 2, 4]), ("early_coins", 1), ("plays", 0),
     ("plays_on", False)],
)  # fmt: skip
def test_each_thing_that_is_off_is_refused(name: str, value: object) -> None:
    """G-34: a cent, a stop, a coin, a machine that stands."""
    found = Findings()
    rapid_inputs._judge(found, SEEN)
    assert not refused(found.rows)
    rapid_inputs._judge(found, {**SEEN, name: value})
    assert refused(found.rows) == {"G-34"}


@pytest.mark.long
def test_both_runtimes_give_the_same_evidence(tmp_path: Path) -> None:
    (check,) = [one for one in shipped() if one.id == "rapid_inputs"]
    for runtime in ("cpython", "micropython"):
        examine(check, Sample.of("cierzo"), Orders("quick", "00", runtime=runtime), tmp_path / runtime)
    assert same_bytes(tmp_path / "cpython", tmp_path / "micropython")
