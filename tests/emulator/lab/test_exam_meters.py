# SPDX-License-Identifier: MIT
"""The check of the accounting: what was seen is counted; firmware that counts otherwise is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import MACHINES, at_work, examined, must_hold, refused
from mutants import Mutant

from emulator.lab.checks import meters
from emulator.lab.exam.finding import Findings

ROWS = {"K-01", "K-31", "G-22", "G-23", "G-24", "G-25", "G-26", "G-27", "G-29"}
DRAWN = [machine for machine in MACHINES if machine not in ("cometa", "ronda")]


@pytest.mark.parametrize(
    "machine",
    ["cierzo", "moncayo", *[pytest.param(m, marks=pytest.mark.long) for m in DRAWN if m != "moncayo"][1:]],
)
def test_what_is_seen_of_a_machine_that_ships_is_what_it_counts(machine: str, tmp_path: Path) -> None:
    """K-01, K-31, G-22 to G-29: coins, notes, cards, stakes and prizes of a visit."""
    must_hold(examined("meters", machine, tmp_path), *ROWS)


@pytest.mark.parametrize(
    ("file", "old", "new", "row"),
    [
        ("menu_meters.py", '"staked_sum", "staked_cents"', '"staked_sum", "won_cents"', "G-24"),
        ("doors.py", "state.box_opens += 1", "pass", "G-25"),
    ],
)
def test_firmware_that_counts_otherwise_is_refused(
    file: str, old: str, new: str, row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows prizes as stakes, or a door that nobody counted."""
    Mutant(f"machines/firmware/{file}", old, new, "").spoil(monkeypatch)
    assert refused(examined("meters", "cierzo", tmp_path)) == {row}


SEEN = {
    "in_cents": 100, "note_cents": 0, "card_cents": 0, "out_cents": 60, "staked_cents": 60, "starts": 3,
    "won_cents": 20, "wins": 1, "marked": 1, "held_cents": 0, "least_cents": 0, "slowest_ms": 20,
}  # fmt: skip
PAGE = [*meters._PAGE]
WHEELS = {"plays": 3, "prizes": 2, "in": 10, "out": 6}


def test_each_sum_that_is_off_by_one_is_refused(tmp_path: Path) -> None:
    """K-01, G-22, G-23, G-26, G-27, G-29: one pulse, one cent, one prize or one millisecond beyond."""
    exam = at_work("meters", "cierzo", tmp_path)
    found = Findings()
    meters._wheels(exam, found, SEEN, WHEELS, WHEELS)
    meters._identity(found, SEEN)
    meters._menu(found, WHEELS, WHEELS, PAGE)
    meters._stakes(found, {**SEEN, "slowest_ms": 500})
    assert not refused(found.rows)
    meters._wheels(exam, found, SEEN, {**WHEELS, "plays": 4}, WHEELS)
    meters._identity(found, {**SEEN, "out_cents": 61})
    meters._menu(found, WHEELS, {**WHEELS, "out": 7}, PAGE)
    meters._stakes(found, {**SEEN, "slowest_ms": 501, "marked": 0})
    assert refused(found.rows) == {"K-01", "G-26", "G-27", "G-29", "G-22", "G-23"}


@pytest.mark.parametrize(("period_ms", "rows"), [(625, set()), (626, {"K-31"})])
def test_a_meter_that_is_too_slow_is_refused(period_ms: int, rows: set[str], tmp_path: Path) -> None:
    """K-31: four pulses a double play of 5 s may take 625 ms each."""
    found = Findings()
    meters._pace(at_work("meters", "cierzo", tmp_path), found, period_ms)
    assert refused(found.rows) == rows
