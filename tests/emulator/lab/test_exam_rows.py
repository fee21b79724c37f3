# SPDX-License-Identifier: MIT
"""Recall and chance held beside what is seen: right machines hold, one with one thing wrong does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from exam_common import MACHINES, examined, must_hold, refused
from exam_rig import same_bytes

from emulator.lab.checks import chance_outside, recall
from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Findings
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine
from emulator.records.recall import Play

CHECKS = {"recall": ("G-30",), "chance_outside": ("G-09", "G-13", "G-14")}
OTHERS = [pytest.param(one, marks=pytest.mark.long) for one in (*MACHINES[1:4], "bochorno", "veruela")]


@pytest.mark.parametrize("machine", ["cierzo", "moncayo", *OTHERS])
@pytest.mark.parametrize("check", CHECKS)
def test_a_machine_that_ships_holds(check: str, machine: str, tmp_path: Path) -> None:
    """G-09, G-13, G-14, G-30."""
    must_hold(examined(check, machine, tmp_path), *CHECKS[check])


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS)
def test_both_runtimes_give_the_same_evidence(check: str, tmp_path: Path) -> None:
    """Files of the same bytes, whichever runs the firmware."""
    done = next(one for one in shipped() if one.id == check)
    for runtime in ("cpython", "micropython"):
        examine(done, Sample.of("cierzo"), Orders("quick", "00", runtime=runtime), tmp_path / runtime)
    assert same_bytes(tmp_path / "cpython", tmp_path / "micropython")


@pytest.mark.parametrize(
    ("name", "value"), [("stake_cents", 1), ("stops", ((0,),)), ("credits_before_cents", -1)]
)
def test_one_recalled_play_that_differs_is_refused(
    name: str, value: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-30: the third newest play tells another stake, other stops, other credits."""
    honest = recall.recent_plays

    def altered(*given: object) -> tuple[Play, ...]:
        plays = honest(*given)  # type: ignore[arg-type]
        return (*plays[:2], replace(plays[2], **{name: value}), *plays[3:])  # type: ignore[arg-type]

    monkeypatch.setattr(recall, "recent_plays", altered)
    assert refused(examined("recall", "cierzo", tmp_path)) == {"G-30"}


def test_nine_recalled_plays_are_too_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-30: the memory forgets the tenth."""
    honest = recall.recent_plays
    monkeypatch.setattr(recall, "recent_plays", lambda *given: honest(*given)[:9])
    assert refused(examined("recall", "cierzo", tmp_path)) == {"G-30"}


def test_a_machine_that_draws_by_what_happens_between_plays_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-13: one more play meanwhile stands for a draw that something else took."""
    monkeypatch.setattr(chance_outside, "_ACTS", (lambda visitor: visitor.play(),))
    assert refused(examined("chance_outside", "cierzo", tmp_path)) == {"G-13"}


def test_a_machine_that_absorbs_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-09: there is no entropy to absorb, and the outcomes are those of the key alone."""
    monkeypatch.setattr(chance_outside, "_given", lambda exam, told: None)
    assert refused(examined("chance_outside", "cierzo", tmp_path)) == {"G-09"}


def test_an_implementation_that_draws_otherwise_is_refused() -> None:
    """G-14: one digest is another."""
    found = Findings()
    chance_outside._implementations(found, ["aa", "aa"])
    assert not refused(found.rows)
    chance_outside._implementations(found, ["aa", "ab"])
    assert refused(found.rows) == {"G-14"}
