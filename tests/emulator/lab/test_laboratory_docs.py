# SPDX-License-Identifier: MIT
"""docs/laboratory.md: the check of one's own that it shows is done as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from places import ROOT

from emulator.lab.exam.catalogue import added
from emulator.lab.exam.gather import ENTITY_KEYS, gather
from emulator.lab.exam.run import begin
from emulator.lab.exam.sample import Sample
from machines.support.plain import read_toml

DOC = (ROOT / "docs" / "laboratory.md").read_text(encoding="utf-8")


def block(kind: str, start: str) -> str:
    """The one block of a language that begins so."""
    found = [text for text in re.findall(rf"```{kind}\n(.*?)```", DOC, re.DOTALL) if text.startswith(start)]
    assert len(found) == 1, start
    return str(found[0])


def write(folder: Path, most_cents: int) -> None:
    profile = block("toml", "schema = 1").replace("most_cents = 100", f"most_cents = {most_cents}")
    (folder / "madrid.toml").write_text(profile, encoding="utf-8")
    (folder / "madrid_price.toml").write_text(block("toml", "[check]"), encoding="utf-8")
    (folder / "madrid_price.py").write_text(block("python", "from emulator.lab"), encoding="utf-8")


@pytest.mark.parametrize(
    ("most_cents", "least_cents", "grade"),
    [(100, 20, "conforme"), (20, 20, "conforme"), (19, 19, "no conforme"), (100, 21, "no conforme")],
)
def test_a_row_of_madrid_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_cents: int, least_cents: int, grade: str
) -> None:
    write(tmp_path, most_cents)
    path = tmp_path / "madrid.toml"
    changed = path.read_text(encoding="utf-8").replace("least_cents = 20", f"least_cents = {least_cents}")
    path.write_text(changed, encoding="utf-8")
    monkeypatch.setattr("emulator.lab.exam.plan.shipped", lambda: ())
    sample = Sample.of("cierzo", profile=str(path))
    exam = begin(tmp_path / "out", sample, "quick", more=added([tmp_path / "madrid_price.toml"]))
    exam.carry_out(jobs=1)
    row = next(row for row in gather(exam)["rows"] if row["id"] == "M-01")
    assert (row["grade"], row["article"]) == (grade, "draft of 2008")
    assert [figure["value"] for figure in row["findings"][0]["figures"]] == [20, 20]


def test_the_entity_of_the_docs_has_every_key() -> None:
    assert set(read_toml(block("toml", "entity = "))) == set(ENTITY_KEYS)
