# SPDX-License-Identifier: MIT
"""What a run says of the largest prize where it has not seen it: the plan bounds it, or nobody does."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import at_work

from emulator.lab.bench.words import largest_prize, none_of
from emulator.lab.exam.finding import AT_MOST, Figure, Finding, Grade, Method, Words
from emulator.lab.exam.sample import Sample

LIMIT = 8_000


def said(folder: Path, seen: int, plan: int, short: int = 0) -> Finding:
    exam = at_work("prizes", "cierzo", folder)
    figure = Figure("prize", Words("premio", "prize"), seen, "cents", LIMIT, AT_MOST)
    rest = none_of("short", "falta", "short", short, "cents")
    return largest_prize(exam, Words("Visto", "Seen"), figure, plan, rest, files=())


def test_a_prize_that_was_seen_speaks_for_itself(tmp_path: Path) -> None:
    """B-04, C-04: the largest of the plan was paid."""
    finding = said(tmp_path, 8_000, 8_000)
    assert (finding.grade, finding.method) == (Grade.CONFORME, Method.OBSERVED)
    assert len(finding.figures) == 2


def test_a_prize_that_was_not_seen_is_bounded_by_the_plan_alone(tmp_path: Path) -> None:
    """The finding says so, and the largest of the plan stands beside the limit."""
    finding = said(tmp_path, 2_000, 8_000)
    assert (finding.grade, finding.method) == (Grade.CONFORME, Method.ENUMERATED)
    assert "80.00 EUR, was not seen" in finding.said.en
    assert "80,00 EUR, no se vio" in finding.said.es
    assert said(tmp_path, 2_000, 8_001).grade == Grade.NO_CONFORME
    assert said(tmp_path, 2_000, 8_000, short=1).grade == Grade.NO_CONFORME


def test_a_prize_beyond_the_limit_is_refused_whatever_the_plan_says(tmp_path: Path) -> None:
    assert said(tmp_path, 8_001, 9_000).grade == Grade.NO_CONFORME
    assert said(tmp_path, 8_001, 8_000).grade == Grade.NO_CONFORME


def test_the_plan_of_anothers_program_bounds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not seen there is not examined."""
    monkeypatch.setattr(Sample, "ours", False)
    assert said(tmp_path, 2_000, 8_000).grade == Grade.NO_EXAMINADO
    assert said(tmp_path, 8_000, 8_000).grade == Grade.CONFORME
    assert said(tmp_path, 8_001, 8_000).grade == Grade.NO_CONFORME
