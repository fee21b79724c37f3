# SPDX-License-Identifier: MIT
"""The check of the sealed counter: ours holds, counters and firmware that cheat do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exam_common import MACHINES, at_work, examined, must_hold, refused, spoil
from mutants import Mutant

from emulator.devices import sealed_counter
from emulator.devices.counter_memory import Reading
from emulator.devices.sealed_counter import SealedCounter
from emulator.lab.checks import counter as check
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Findings

ROWS = {"K-01", "K-02", "K-05", "K-06", "K-07", "K-08", "K-09", "K-10", "K-11", "K-12"}
DRAWN = [machine for machine in MACHINES if machine not in ("cometa", "ronda")]


@pytest.mark.parametrize("machine", ["cierzo", *[pytest.param(m, marks=pytest.mark.long) for m in DRAWN[1:]]])
def test_the_counter_of_a_machine_that_ships_holds(machine: str, tmp_path: Path) -> None:
    """K-01 to K-12, on machines paid by coins, notes and cards."""
    must_hold(examined("counter", machine, tmp_path), *ROWS)


Part = Callable[[Examination, Findings], None]


def found_by(part: Part, folder: Path) -> set[str]:
    """Rows that one part of the check refuses."""
    found = Findings()
    part(at_work("counter", "cierzo", folder), found)
    return refused(found.rows)


@pytest.mark.parametrize(
    ("subject", "wrong", "part", "rows"),
    [
        ("faults", "plays without its counter", check._faults, {"K-02", "K-08", "K-12"}),
        ("faults", "takes any counter", check._faults, {"K-02", "K-12"}),
        ("firmware", "plays on without its meters", check._faults, {"K-02", "K-12"}),
    ],
)
def test_firmware_that_overlooks_its_counter_is_refused(
    subject: str, wrong: str, part: Part, rows: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays on where it must stop."""
    spoil(monkeypatch, subject, wrong)
    assert found_by(part, tmp_path) == rows


def test_firmware_that_forgets_its_faults_with_the_power_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-12: a restart brings the machine back although its counter is pulled."""
    old = "= state.counter_fault, _fault(state, answer)"
    new = f'{old} if state.power_ups < 2 else ""'
    spoil(monkeypatch, "firmware", "forgets its tilt with the power")
    Mutant("machines/firmware/counter.py", old, new, "").spoil(monkeypatch)
    assert {"K-12"} <= found_by(check._faults, tmp_path)


def test_a_machine_that_tells_its_counter_less_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-01, K-11: the counter shows fewer plays than were made."""
    read = SealedCounter.read

    def fewer(unit: SealedCounter) -> Reading:
        at = read(unit)
        return replace(at, plays=at.plays - at.plays // 10)

    monkeypatch.setattr(SealedCounter, "read", fewer)
    assert found_by(check._in_machine, tmp_path) == {"K-01", "K-11"}


def test_a_counter_beyond_its_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K-05, K-06: one frame in a thousand counts once too often."""
    count = SealedCounter._count

    def doubled(unit: SealedCounter, number: int, plays: int, prizes: int, cents: int) -> None:
        count(unit, number, plays + (number % 1000 == 0), prizes, cents)

    monkeypatch.setattr(SealedCounter, "_count", doubled)
    assert found_by(check._accuracy, tmp_path) == {"K-05", "K-06"}


@pytest.mark.parametrize(("end", "dc"), [("HIGHEST_DC", 450), ("LOWEST_DC", -150), ("LOWEST_DC", -90)])
def test_a_counter_of_another_range_is_refused(
    end: str, dc: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-09: it works where it must not, or does not where it must."""
    monkeypatch.setattr(sealed_counter, end, dc)
    sealed_counter._answer.cache_clear()
    assert found_by(check._temperature, tmp_path) == {"K-09"}
    sealed_counter._answer.cache_clear()


def test_the_limit_is_that_of_the_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K-06: at the row's 100 ppm the counter holds, with one failed indication more it does not."""
    for failed, rows in ((2, set()), (3, {"K-05", "K-06"})):
        monkeypatch.setattr(check, "accuracy", lambda *_, failed=failed, **__: Result(failed))
        assert found_by(check._accuracy, tmp_path) == rows


class Result:
    """What came of 20,000 plays, some of them counted wrongly."""

    def __init__(self, failed: int) -> None:
        self.quantities = (Quantity(failed),)

    def as_dict(self) -> dict[str, Any]:
        return {}


class Quantity:
    """One total."""

    given = 20_000

    def __init__(self, failed: int) -> None:
        self.failed = failed


def test_a_counter_that_forgets_or_cannot_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-07, K-02, K-10: without current nothing of it is left, or nothing can be read."""
    read = SealedCounter.read

    def dark(unit: SealedCounter) -> Reading:
        at = read(unit)
        return at if unit._board.powered else replace(at, plays=0, machine=0)

    monkeypatch.setattr(SealedCounter, "read", dark)
    assert found_by(check._retention, tmp_path) == {"K-07"}
    assert found_by(check._reading, tmp_path) == {"K-02", "K-10"}
