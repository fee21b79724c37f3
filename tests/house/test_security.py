# SPDX-License-Identifier: MIT
"""What docs/security.md promises: its tests exist, and files that hold a key are for their owner alone."""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path

import pytest
from places import ROOT, TESTS

from emulator.records.session import Wanted, open_session

DOCS = ROOT / "docs" / "security.md"


def test_every_answer_names_a_test_that_is_there() -> None:
    named = re.findall(r"\*(`[^*]+`)\*", DOCS.read_text("utf-8"))
    assert len(named) >= 10
    there = {
        name
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"^ *def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE)
    }
    for name in re.findall(r"`([^`]+)`", " ".join(named)):
        assert (ROOT / name).is_file() if "/" in name else name in there, name


def held() -> list[list[str]]:
    """The cells of the table of what an attacker can hold."""
    section = DOCS.read_text("utf-8").partition("## What an attacker can hold")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[1:]]


@pytest.mark.parametrize(
    "thing", ["ROM", "journal", "NVRAM", "key of a machine's chip", "link key", "database", "network", "USB"]
)
def test_each_thing_that_an_attacker_can_hold_has_a_row(thing: str) -> None:
    rows = held()
    assert all(len(row) == 4 and all(row) for row in rows)
    assert any(thing in row[0] for row in rows)


def test_a_row_names_paragraphs_that_are_there() -> None:
    named = {name for row in held() for name in re.findall(r"\*([^*]+)\*", row[3])}
    assert len(named) >= 8
    text = DOCS.read_text("utf-8")
    assert [name for name in sorted(named) if f"\n**{name}.**" not in text] == []


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_files_that_hold_a_key_are_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    mask = os.umask(0o022)
    try:
        with open_session(Wanted(nvram=tmp_path / "kept.nvram", journal=tmp_path / "run.jsonl")) as session:
            session.cabinet.run(ms=100)
        with open_session(Wanted()) as session:
            own = (session.machine.path, session.journal)
    finally:
        os.umask(mask)
    for path in (tmp_path / "kept.nvram", tmp_path / "run.jsonl", *own):
        assert path is not None
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
