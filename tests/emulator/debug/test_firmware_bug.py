# SPDX-License-Identifier: MIT
"""The bug of docs/firmware.md: the page shows what the commands say of it, and mended it is gone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from debug_rig import typed
from firmware_bug import COMMANDS, SCENARIO, TYPED, mended, planted, prints, shown
from places import ROOT

PAGE = (ROOT / "docs" / "firmware.md").read_text(encoding="utf-8")


def block(line: str) -> list[str]:
    """What the page shows below a command."""
    found = re.search(rf"(?m)^```\n\$ {re.escape(line)}\n((?:.*\n)*?)```$", PAGE)
    assert found, line
    return found[1].splitlines()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_shows_what_the_commands_say(
    name: str, azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    own = planted(tmp_path)
    if name == "CONSOLE":
        prints(own)
    typed(monkeypatch, *TYPED)
    line = COMMANDS[name]
    ran = azar(line.removeprefix("azar "))
    assert shown(name, ran.out, ran.err, tmp_path) == block(line)
    assert ran.status == (0 if name in ("SCENARIO", "COVERAGE") else 1)


def test_mended_the_scenario_holds_and_no_cut_finds_anything(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mended(planted(tmp_path))
    assert SCENARIO in PAGE
    for runtime in ("cpython", "micropython"):
        ran = azar(f"{COMMANDS['CUT'].removeprefix('azar ')} --runtime {runtime}")
        assert ran.status == 0, ran.out
    ran = azar(COMMANDS["POWERCUT"].removeprefix("azar ") + " --json --jobs 1")
    assert ran.json["violations"] == 0 and ran.json["cuts"] == 100
