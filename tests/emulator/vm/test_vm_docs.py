# SPDX-License-Identifier: MIT
"""docs/vm.md says what the code does: digests, versions, figures, files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from places import ROOT

import emulator.vm
from emulator.vm import derive, engine, guest_runtime, micropython
from emulator.vm.wasi import IMPORTS

DOCUMENT = ROOT / "docs" / "vm.md"
FOLDER = Path(emulator.vm.__file__).parent

if not DOCUMENT.exists():
    pytest.skip("the wheel carries no docs", allow_module_level=True)
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_it_names_the_pinned_digests_and_versions() -> None:
    for digest in (derive.ARTIFACT_SHA256, derive.DERIVED_SHA256):
        assert f"`{digest[:8]}…`" in TEXT
    for requirement in (derive.ARTIFACT[1], derive.TOOL[1], engine.REQUIREMENT):
        name, version = requirement.split("==")
        assert re.search(rf"{name}`? {re.escape(version)}", TEXT), requirement


def test_it_names_the_figures() -> None:
    assert f"{guest_runtime.HEAP_KB} KB" in TEXT
    assert f"{micropython.HANG_MS:,} ms at {guest_runtime.FUEL_PER_US} instructions a microsecond" in TEXT
    assert f"the {len(IMPORTS)} WASI functions" in TEXT


def test_it_lists_every_file() -> None:
    table = TEXT.split("# Files\n", 1)[1]
    listed = {Path(name).name for name in re.findall(r"`([\w/]+\.py)`", table)}
    files = {path.name for path in FOLDER.glob("*.py")} | {
        path.name for path in (FOLDER / "guest").glob("*.py")
    }
    assert listed == files - {"__init__.py", "errors.py"}


def test_the_extra_pins_what_the_code_wants() -> None:
    extra = (DOCUMENT.parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    for requirement in (derive.ARTIFACT[1], derive.TOOL[1], engine.REQUIREMENT):
        assert f'"{requirement}' in extra
