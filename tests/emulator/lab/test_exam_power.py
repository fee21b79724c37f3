# SPDX-License-Identifier: MIT
"""The checks of power cuts: our firmware stands them, firmware that loses its balance does not."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from exam_common import MACHINES, at_work, examined, must_hold, refused, spoil
from mutants import Mutant
from places import ROOT

from emulator.lab.checks import power_outside
from emulator.lab.exam.sample import Sample

ROWS = {"B-31", "K-13", "K-16", "G-31", "G-32", "G-33", "G-35", "G-36"}
OUTSIDE = {"B-31", "K-13", "K-16", "G-31", "G-32"}


@pytest.mark.parametrize(
    "machine", [pytest.param(name, marks=pytest.mark.long) for name in ("cierzo", "moncayo", "cometa")]
)
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
        pytest.param("never commits the coin paid", {"K-16", "G-31"}, marks=pytest.mark.long),
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


@pytest.mark.parametrize(
    "machine", ["cierzo", *[pytest.param(m, marks=pytest.mark.long) for m in MACHINES[1:]]]
)
def test_cuts_of_a_visit_leave_everybody_what_is_his(machine: str, tmp_path: Path) -> None:
    """B-31, K-13, K-16, G-31, G-32: 42 cuts near coins, reels and buttons; all come to rest."""
    found = examined("power_outside", machine, tmp_path)
    must_hold(found, *OUTSIDE)
    kept = json.loads((tmp_path / "power_outside.json").read_text("utf-8"))
    assert len(kept["cuts"]) == 42
    assert {row["near"] for row in kept["cuts"]} >= {"button"}


BOOT = "        state.power_ups += 1"
TWICE = f"{BOOT}\n        if state.queue_cents[0]:\n            state.queue_cents[0] += 200"
FORGETS = f"{BOOT}\n        state.credits_cents = 0"


# G-32 is about money that comes in: what pays twice takes coins as it should.
PLAYED = OUTSIDE - {"G-32"}


@pytest.mark.parametrize(
    ("instead", "says", "rows"),
    [pytest.param(TWICE, "sobran|faltan", PLAYED, marks=pytest.mark.long), (FORGETS, "faltan", OUTSIDE)],
)
def test_firmware_that_pays_twice_or_forgets_is_refused_from_outside(
    instead: str, says: str, rows: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A payment that a cut broke off begins anew, or credits are gone after it: seen by who owns what."""
    Mutant("machines/firmware/main.py", BOOT, instead, "").spoil(monkeypatch)
    found = examined("power_outside", "cierzo", tmp_path)
    assert refused(found) == rows
    assert re.search(says, found["B-31"].said.es)


@pytest.mark.long
def test_firmware_that_forgets_a_play_is_refused_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A play that rolled at the cut was paid for and is gone."""
    spoil(monkeypatch, "firmware", "drops a play that was cut while it rolled")
    assert refused(examined("power_outside", "cierzo", tmp_path)) == PLAYED


@pytest.mark.long
def test_foreign_firmware_is_cut_with_nothing_known_of_it(tmp_path: Path) -> None:
    """A folder of firmware that is not ours byte for byte: on MicroPython, by inputs alone."""
    folder = tmp_path / "firmware"
    shutil.copytree(ROOT / "machines" / "firmware", folder)
    payer = folder / "payer.py"
    payer.write_text(payer.read_text("utf-8") + "\n# Another's.\n", "utf-8")
    sample = Sample.of("cierzo", firmware=folder)
    assert not sample.ours
    must_hold(examined("power_outside", sample, tmp_path / "evidence"), *OUTSIDE)


def test_a_pulse_that_the_cut_ended_may_be_made_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/power.md: the wheel has moved, its mark was not written; one click says nothing of the money."""
    monkeypatch.setattr(power_outside, "_NEAR", ("reel_start", "meter"))
    exam = at_work("power_outside", "moncayo", tmp_path)
    visit = power_outside._undisturbed(exam)
    turns = [t_us for t_us, kind in visit.seen if kind == "reel_start"]
    pulses = [t_us for t_us, kind in visit.seen if kind == "meter" and turns[0] < t_us < turns[0] + 2_000_000]
    # A pulse moves the wheel after 30 ms, and its mark is written within the next tick.
    moments = [t_us - back for t_us in pulses for back in range(20_000, 23_000, 500)]
    cuts = [power_outside._cut(exam, visit, at_us, "meter", 1) for at_us in moments]
    twice = [cut for cut in cuts if cut.owns_cents != cut.must_cents]
    assert twice
    assert not any(cut.wrong for cut in cuts)
    assert all(replace(cut, repeated_cents=None).wrong for cut in twice)
    assert all(replace(cut, owns_cents=cut.owns_cents + 20).wrong for cut in twice)
