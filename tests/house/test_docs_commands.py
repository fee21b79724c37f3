# SPDX-License-Identifier: MIT
"""docs/commands.md: the keys that --json is said to have are those of the object that comes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from emulator import cli

TEXT = (ROOT / "docs" / "commands.md").read_text("utf-8")


def section(verb: str) -> str:
    return TEXT.partition(f"\n## azar {verb}\n")[2].partition("\n## ")[0]


def top_keys(said: str) -> set[str]:
    """Keys of a list of words in code, without what stands in brackets behind one: that is inside of it."""
    return set(re.findall(r"\b[a-z][a-z_0-9]*\b", " ".join(re.findall(r"`([^`]+)`", without_brackets(said)))))


def without_brackets(text: str) -> str:
    while (shorter := re.sub(r"\([^()]*\)", "", text)) != text:
        text = shorter
    return text


def printed(line: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert cli.run([*line, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a TEST machine's file and of the journal of its first visit."""
    folder = tmp_path_factory.mktemp("kept")
    line = ["play", "cierzo", "--headless", "--script", "visit", "--seed", "00"]
    assert cli.run([*line, "--nvram", str(folder / "m.nvram"), "--journal", str(folder / "j.jsonl")]) == 0
    return folder


def test_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = section("play").partition("`--json` keys: ")[2].partition(".\n")[0]
    found = printed(["play", "--seed", "00", "--journal", str(tmp_path / "j.jsonl")], capsys)
    assert top_keys(said) == set(found)


@pytest.mark.parametrize(("verb", "name"), [("replay", "j.jsonl"), ("service", "m.nvram")])
def test_report(verb: str, name: str, kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (said,) = re.findall(r"^\| `--json` \| (.+) \|$", section(verb), re.MULTILINE)
    assert top_keys(said.partition("; with `--mend`")[0]) == set(printed([verb, str(kept / name)], capsys))


def test_inspect(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Keys of records, rows and events stand in the same list."""
    (said,) = re.findall(r"^\| `--json` \| (.+) \|$", section("inspect"), re.MULTILINE)
    found = printed(["inspect", str(kept / "m.nvram")], capsys)
    inner = {*found["records"][0], *found["log"][0]}
    assert top_keys(said.replace("(", "").replace(")", "")) >= {
        *found,
        *inner,
        *found["records"][0]["rows"][0],
    }


def test_service_that_writes(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (said,) = re.findall(r"^\| `--json` \| (.+) \|$", section("service"), re.MULTILINE)
    path = tmp_path / "m.nvram"
    path.touch(mode=0o600)
    path.write_bytes((kept / "m.nvram").read_bytes())
    found = printed(["service", str(path), "--reseal"], capsys)
    assert top_keys(said.partition("`--reseal`")[2]) == set(found)


def test_powercut(capsys: pytest.CaptureFixture[str]) -> None:
    (said,) = re.findall(r"^\| `--json` \| (.+) \|$", section("powercut"), re.MULTILINE)
    line = ["powercut", "cierzo", "--cuts", "2", "--seed", "00", "--chapter", "refund", "--jobs", "1"]
    assert top_keys(said) == set(printed(line, capsys))
