# SPDX-License-Identifier: MIT
"""docs/prompt.md: its sessions are what the prompt says, its example runs, its bug is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from places import ROOT
from prompt_sessions import PAGE, buggy_firmware, done, plain, sessions
from vm_helpers import engine

if not PAGE.exists():
    pytest.skip("the wheel carries no docs", allow_module_level=True)
TEXT = PAGE.read_text(encoding="utf-8")
SESSIONS = sessions(TEXT)


@pytest.mark.parametrize("number", range(len(SESSIONS)))
def test_a_session_says_what_stands_there(number: int) -> None:
    engine()
    session = SESSIONS[number]
    for block, made in zip(session.blocks, done(session), strict=True):
        assert plain(made) == plain(block)


def test_all_sessions_are_found() -> None:
    assert len(SESSIONS) == TEXT.count("$ azar board") == 4
    assert len(SESSIONS[-1].blocks) == 2


def test_the_hunt_finds_a_bug_that_only_a_wire_shows(tmp_path: Path) -> None:
    """With our firmware the same bounce counts one coin: what the page shows is the bug, not the wire."""
    engine()
    hunt = SESSIONS[-1]._replace(command="board cierzo --seed 00", blocks=SESSIONS[-1].blocks[:1])
    (said,) = done(hunt)
    assert "do not balance" in hunt.blocks[0]
    assert "do not balance" not in said
    assert ">>> state.credits_cents\n200\n" in said
    changed = buggy_firmware(tmp_path / "fw") / "parallel" / "coin_drive.py"
    honest = (ROOT / "machines/firmware/parallel/coin_drive.py").read_text(encoding="utf-8")
    wrong = changed.read_text(encoding="utf-8")
    assert wrong != honest
    assert "if state.take_edge(EDGE_COIN + coin):" in wrong
    assert "if state.take_edge(EDGE_COIN + coin) and state.coin_since_ms[coin] < 0:" in honest


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    engine()
    (example,) = re.findall(r"## In Python\n\n```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(example, "prompt.md", "exec"), {})
    wanted = re.findall(r"^print\(.*#\s*(\S.*)$", example, re.MULTILINE)
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(wanted) == 4
    for line, stands in zip(said, wanted, strict=True):
        assert stands.startswith(line)


def test_every_input_of_the_bench_stands_there() -> None:
    for name in ("probe", "evaluate", "set_line", "free_line", "rewind"):
        assert f"`{name}`" in TEXT
