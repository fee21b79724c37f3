# SPDX-License-Identifier: MIT
"""The black-box checks of type B: our machines meet every row, and each row turns red for a reason."""

from __future__ import annotations

import dataclasses
import functools
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import exam_common
import pytest
from soon import soon

from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Finding, Grade
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine
from machines.rules import Profile
from machines.types.cycle.model import CycleModel

# Rows by check, as they are driven from outside on machines of type B.
ROWS = {
    "price": ("B-01", "B-02"),
    "double": ("B-03", "B-05"),
    "pace": ("B-10",),
    "autostart": ("B-11",),
    "credits": ("B-12",),
    "reserve": ("B-13",),
    "prizes": ("B-04", "B-06", "B-14", "B-15", "B-16"),
    "money_in": ("B-17", "B-18"),
    "hopper_interlock": ("B-20",),
    "excess": ("B-21",),
    "hold": ("B-23",),
    "options": ("B-25",),
    "video": ("B-27",),
    "silence": ("B-28",),
    "reels_power": ("K-16",),
    "reels_blocked": ("K-17",),
    "reels_speed": ("K-18",),
}
MODELS = ("bochorno", "galacho", "monegros")
SLOW = {"hopper_interlock", "pace", "prizes"}
CHECKS = {check.id: check for check in shipped()}


@dataclasses.dataclass
class Altered(Examination):
    """An examination whose law has other figures: row -> value, or row -> {key: value}."""

    figures: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def law(self) -> Profile:
        rules = dict(self.sample.law.rules)
        for row, figure in self.figures.items():
            rule = rules[row]
            if isinstance(figure, dict):
                rules[row] = dataclasses.replace(rule, values=MappingProxyType({**rule.values, **figure}))
            else:
                rules[row] = dataclasses.replace(rule, value=figure)
        return dataclasses.replace(self.sample.law, rules=MappingProxyType(rules))


def examined(check: str, model: str = "cierzo", **figures: Any) -> dict[str, Finding]:
    """What a check finds in quick mode."""
    with tempfile.TemporaryDirectory() as folder:
        sample = Sample.of(model)
        named = {name.replace("_", "-"): value for name, value in figures.items()}
        exam = Altered(sample, "quick", "ab" * 16, Path(folder), figures=named)
        found = CHECKS[check].examine(exam)
        assert found.rows.keys() <= set(CHECKS[check].rows)
        for finding in found.rows.values():
            assert all((Path(folder) / name).is_file() for name in finding.files), finding.files
            assert finding.said.es and finding.said.en
        sizes = [path.stat().st_size for path in Path(folder).glob("*.jsonl")]
        assert model != "cierzo" or max(sizes, default=0) < 1_000_000
        return found.rows


def check_row(check: str, row: str, model: str = "cierzo") -> None:
    """The row is met; what a mutant is shown to."""
    finding = examined(check, model)[row]
    figures = "; ".join(f"{one.name.en} {one.value} {one.grade}" for one in finding.figures)
    assert finding.grade is Grade.CONFORME, f"{finding.said.en} ({figures})"


@functools.cache
def ours(check: str, model: str) -> dict[str, Finding]:
    return examined(check, model)


@pytest.mark.parametrize("check", soon(ROWS, *(row for row in ROWS if row not in SLOW)))
def test_our_machine_meets_every_row(check: str) -> None:
    """Cierzo, quick: every row of the check is Conforme."""
    found = ours(check, "cierzo")
    for row in ROWS[check]:
        assert found[row].grade is Grade.CONFORME, found[row]
    left = {row: one for row, one in found.items() if row not in ROWS[check]}
    assert all(one.grade is Grade.NO_APLICA for one in left.values()), left


def test_our_machine_has_no_double_or_nothing() -> None:
    """B-22: not declared, so it does not apply, and DOUBLE gambles nothing."""
    assert examined("gamble")["B-22"].grade is Grade.NO_APLICA
    assert examined("special")["S-03"].grade is Grade.NO_APLICA


@pytest.mark.long
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("check", [*ROWS, "gamble", "special"])
def test_every_machine_that_ships_meets_every_row(check: str, model: str) -> None:
    """Linked, with a gamble, special: Conforme or not applicable, nothing else."""
    for row, finding in ours(check, model).items():
        assert finding.grade in (Grade.CONFORME, Grade.NO_APLICA), (row, finding)


@pytest.mark.long
def test_a_cut_after_the_spin_is_not_one_of_the_spin(tmp_path: Path) -> None:
    """The last two of 51 moments come when moncayo's reels stand and its prize shows."""
    found = exam_common.examined("reels_power", "moncayo", tmp_path, "full")["K-16"]
    assert found.grade is Grade.CONFORME, found
    assert {one.id: one.value for one in found.figures}["cuts"] == 49


def test_a_special_machine_is_held_to_its_own_rows() -> None:
    """S-01 and S-03 are answered of a special machine alone."""
    for check, row in (("price", "S-01"), ("options", "S-01"), ("special", "S-03")):
        assert ours(check, "monegros")[row].grade is Grade.CONFORME


# -- a limit one step tighter ----------------------------------------------------------------------------

TIGHTER: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("price", "B-01", {"B_01": 19}),
    ("price", "B-02", {"B_02": 21}),
    ("double", "B-03", {"B_03": {"stake_cents": 39}}),
    ("double", "B-05", {"B_05": 1_000}),
    ("autostart", "B-11", {"B_11": 5_100}),
    ("autostart", "B-11", {"B_11": 4_800}),
    ("credits", "B-12", {"B_12": 399}),
    ("money_in", "B-17", {"B_17": 499}),
    ("money_in", "B-18", {"B_18": (20, 50, 100, 200)}),
    ("reels_speed", "K-18", {"K_18": 4}),
)


@pytest.mark.parametrize(("check", "row", "figures"), TIGHTER)
def test_one_step_beyond_the_limit_is_not_met(check: str, row: str, figures: dict[str, Any]) -> None:
    """A law one step stricter than the machine turns the row red."""
    assert examined(check, **figures)[row].grade is Grade.NO_CONFORME


@pytest.mark.parametrize(
    "figures", [{"B_10": 5_002}, pytest.param({"B_10": {"max_plays": 119}}, marks=pytest.mark.long)]
)
def test_one_play_too_many_is_not_met(figures: dict[str, Any]) -> None:
    """B-10: a longer play, or a play less in ten minutes."""
    assert examined("pace", **figures)["B-10"].grade is Grade.NO_CONFORME


@pytest.mark.parametrize(
    ("row", "limit"), [("B-04", 1_999), pytest.param("B-14", 7_000, marks=pytest.mark.long)]
)
def test_a_smaller_maximum_prize_is_not_met(row: str, limit: int) -> None:
    """B-04, B-14: what was seen in the prepared run is above it."""
    assert examined("prizes", B_04=limit)[row].grade is Grade.NO_CONFORME


def test_a_linked_special_machine_with_other_options_is_not_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """S-01, S-03: a machine with a carrusel, double plays and holds, called special."""
    monkeypatch.setattr(CycleModel, "special", property(lambda self: self.name in ("bochorno", "cierzo")))
    assert examined("special", "bochorno")["S-03"].grade is Grade.NO_CONFORME
    assert examined("options")["S-01"].grade is Grade.NO_CONFORME


@pytest.mark.long
def test_a_special_prize_above_its_maximum_is_not_met() -> None:
    """S-02: a machine of halls with a law that allows less."""
    found = examined("prizes", "monegros", S_02=1_999)
    assert found["S-02"].grade is Grade.NO_CONFORME


def test_sound_without_a_player_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """B-28: a machine that sounds while nobody plays."""
    from emulator.lab.bench.bench import Bench

    wait = Bench.wait

    def luring(bench: Bench, ms: int) -> None:
        wait(bench, ms)
        if ms > 60_000:
            bench.cab.board.emit("buzzer", on=True)

    monkeypatch.setattr(Bench, "wait", luring)
    assert examined("silence")["B-28"].grade is Grade.NO_CONFORME


@pytest.mark.parametrize("check", ["price", "reserve"])
def test_both_runtimes_leave_the_same_evidence(check: str, tmp_path: Path) -> None:
    """Journals, figures and sentences: byte for byte, whichever runs the firmware."""

    def evidence(runtime: str) -> dict[str, bytes]:
        folder = tmp_path / runtime
        examine(CHECKS[check], Sample.of("cierzo"), Orders("quick", "00", runtime=runtime), folder)
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    assert evidence("cpython") == evidence("micropython")
