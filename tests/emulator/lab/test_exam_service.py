# SPDX-License-Identifier: MIT
"""The tests of the service menu: right machines hold, one with one thing wrong does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import MACHINES, examined, graded, must_hold, refused, spoil
from exam_rig import same_bytes
from mutants import Mutant

from emulator.lab.bench.attendant import Attendant
from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Grade
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine
from machines.model import model_text

LEFT = "state.hopper_counts[hopper] = 0"
SOON = ("cierzo", "moncayo", "moncayo_tarjeta", "cometa")
OTHERS = [pytest.param(one, marks=pytest.mark.long) for one in MACHINES if one not in SOON]


def rows(machine: str) -> set[str]:
    return {"G-29"} if machine == "moncayo_tarjeta" else {"G-29", "G-60"}


@pytest.mark.parametrize("machine", [*SOON, *OTHERS])
def test_the_tests_of_a_machine_that_ships_move_no_meter(machine: str, tmp_path: Path) -> None:
    """G-29, G-60; without hoppers there is no hopper test to speak of."""
    found = examined("service_tests", machine, tmp_path)
    must_hold(found, *rows(machine))
    assert set(found) == rows(machine)


@pytest.mark.long
def test_an_acceptor_on_a_bus_tells_what_it_rejects(tmp_path: Path) -> None:
    """G-60: with ccTalk the coin test counts slugs and coins that go backwards."""
    path = tmp_path / "bus.toml"
    text = model_text("cierzo")[1].decode()
    path.write_text(text.replace("hold = true", 'hold = true\nmechanisms = "cctalk"', 1), encoding="utf-8")
    found = examined("service_tests", path, tmp_path / "found")
    must_hold(found, "G-29", "G-60")
    assert "directions" in {figure.id for figure in found["G-60"].figures}


@pytest.mark.parametrize(
    ("wrong", "red"),
    [
        ("a coin of a test is credit", {"G-29", "G-60"}),
        ("a hopper test counts as paid", {"G-29", "G-60"}),
    ],
)
def test_a_test_that_moves_a_meter_is_refused(
    wrong: str, red: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-29, G-60."""
    spoil(monkeypatch, "service_tests", wrong)
    assert refused(examined("service_tests", "cierzo", tmp_path)) == red


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("menu.py", "state.door_open == nvram.DOOR_OPEN and state.keys", "state.keys"),
        ("test_hopper.py", "0 if _dumps(state) else COINS)", "0 if _dumps(state) else COINS + hopper)"),
        ("test_coin.py", "sum(state.test_tally))", "2 * sum(state.test_tally))"),
    ],
    ids=["the key alone opens the menu", "another number of each hopper", "counts a coin twice"],
)
def test_a_test_that_does_otherwise_is_refused(
    file: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-60: door, fixed number, count of coins."""
    Mutant(f"machines/firmware/{file}", old, new, "").spoil(monkeypatch)
    assert "G-60" in refused(examined("service_tests", "cierzo", tmp_path))


def test_a_menu_that_nobody_knows_is_not_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-29, G-60: another's program may have other pages."""
    monkeypatch.setattr(Attendant, "titles", lambda attendant: [])
    found = examined("service_tests", "cierzo", tmp_path)
    assert graded(found, Grade.NO_EXAMINADO) == {"G-29", "G-60"}


@pytest.mark.long
def test_both_runtimes_give_the_same_evidence(tmp_path: Path) -> None:
    (check,) = [one for one in shipped() if one.id == "service_tests"]
    for runtime in ("cpython", "micropython"):
        examine(check, Sample.of("cierzo"), Orders("quick", "00", runtime=runtime), tmp_path / runtime)
    assert same_bytes(tmp_path / "cpython", tmp_path / "micropython")


def test_a_dump_that_the_interlock_does_not_hear_of_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B-20: one hopper alone is dumped, and the machine goes on counting on its coins."""
    Mutant("machines/firmware/test_hopper.py", LEFT, LEFT.replace("0", "19"), "").spoil(monkeypatch)
    found = examined("hopper_interlock", "galacho", tmp_path)
    assert refused(found) == {"B-20"}
    assert {figure.id for figure in found["B-20"].figures if figure.grade == Grade.NO_CONFORME} == {"dumped"}
