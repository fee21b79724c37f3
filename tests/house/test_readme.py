# SPDX-License-Identifier: MIT
"""The README says what is true: its example runs, its commands are two lines, its links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_the_example_runs_as_it_is_written(tmp_path: Path) -> None:
    (example,) = blocks("python")
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    run = subprocess.run(
        [sys.executable, "-c", example],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    (expected,) = blocks("text")
    assert run.stdout == expected
    assert (tmp_path / "cierzo.png").stat().st_size > 100_000


def test_the_example_has_ten_lines() -> None:
    (example,) = blocks("python")
    assert len(example.strip().splitlines()) == 10


def test_the_set_up_is_two_commands_before_line_25() -> None:
    commands = blocks("sh")[:2]
    assert [len(command.strip().splitlines()) for command in commands] == [1, 1]
    first_code = README[: README.index("```sh")].count("\n") + 1
    assert first_code < 25


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_every_link_leads_to_a_file(link: str) -> None:
    assert (ROOT / link).is_file()
