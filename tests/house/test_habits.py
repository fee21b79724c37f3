# SPDX-License-Identifier: MIT
"""The hooks before a commit are the checks of .ci/run, and CONTRIBUTING.md names what there is."""

from __future__ import annotations

import os
import re

import pytest
from places import ROOT

RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHECKS = r"\.ci/check-[a-z]+"


def test_the_hooks_are_the_checks_of_the_whole_run() -> None:
    entries = re.findall(r"entry: (.*)", HOOKS)
    assert set(entries) == set(re.findall(CHECKS, RUN))
    assert len(entries) == HOOKS.count("- id: ") == HOOKS.count("pass_filenames: false") == 5


def test_the_whole_run_calls_no_tool_that_a_hook_lacks() -> None:
    assert re.findall(r'"\$bin/(?!\w*\$)[a-z]+"', RUN) == []


@pytest.mark.parametrize("script", sorted(set(re.findall(CHECKS, RUN)) | {".ci/run", ".ci/bin"}))
def test_a_script_can_be_run_and_is_named(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert script == ".ci/bin" or script in CONTRIBUTING


def test_every_script_and_file_that_is_named_is_there() -> None:
    named = re.findall(r"`(?:pytest -n0 )?((?:\.ci|tests|docs)/[\w./-]+)", CONTRIBUTING)
    named += re.findall(r"\]\(([^)]+)\)", CONTRIBUTING)
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_install_is_that_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for text in (readme, CONTRIBUTING):
        assert "pip install -e '.[vm,test]'" in text
    assert "pre-commit install" in CONTRIBUTING and "pre-commit run --all-files" in CONTRIBUTING
    assert "(CONTRIBUTING.md)" in readme
