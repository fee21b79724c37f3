# SPDX-License-Identifier: MIT
"""
The units of the C core: no file needs another in a circle, and no header speaks for many.

A file needs the headers that it includes and the files whose functions it calls. An inline function in a
header calls, too.
"""

from __future__ import annotations

import os
import re
import runpy
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from circles import circle
from places import ROOT

import cext

CORE = Path(cext.__file__).parent
CODE = {path.name: path for path in CORE.glob("*/*.[ch]") if path.parent.name in ("src", "fast")}
# What users include. A unit of ours includes what it needs.
WHOLE = ("core.h", "chance.h")
# At the head of a line: what others see begins with the type of what it returns.
HEAD = r"^(?:const )?(?:void|int|char|uint\w+_t|core_\w+)[ *]+(\w+)\([^;{]*\)"
DEFINED = re.compile(HEAD + r" \{$", re.MULTILINE)
DECLARED = re.compile(HEAD + ";", re.MULTILINE)

Texts = dict[str, str]


def texts() -> Texts:
    """The files without their comments."""
    found = {name: path.read_text(encoding="utf-8") for name, path in CODE.items()}
    return {name: re.sub(r"//.*", "", text) for name, text in found.items()}


def owners(files: Texts) -> dict[str, str]:
    """The file that defines each function that others can call."""
    return {
        name: file for file, text in files.items() if file.endswith(".c") for name in DEFINED.findall(text)
    }


def included(text: str) -> set[str]:
    return {name for name in re.findall(r'^#include "(.+)"', text, re.MULTILINE) if name in CODE}


def needs(files: Texts) -> dict[str, set[str]]:
    owner, spoken = owners(files), spoken_for(files)
    graph = {}
    for file, text in files.items():
        bodies = "\n".join(line for line in text.splitlines() if line.startswith(" "))
        called = {owner[name] for name in re.findall(r"\b\w+\b", bodies) if name in owner}
        # A header and the file that makes what it declares are one unit.
        own = spoken.get(file, set()) | {file}
        graph[file] = included(text) | called - own
    return graph


def spoken_for(files: Texts) -> dict[str, set[str]]:
    """The files that define what a header declares."""
    owner = owners(files)
    return {
        file: {owner[name] for name in DECLARED.findall(text) if name in owner}
        for file, text in files.items()
        if file.endswith(".h")
    }


def test_no_unit_runs_in_a_circle() -> None:
    files = texts()
    assert len(owners(files)) > 100
    assert circle(needs(files)) == []
    # A header that calls back, and a file that does.
    assert circle(
        needs({**files, "bytes_inner.h": files["bytes_inner.h"] + "\n    core_rng_word(key, 0, 0);"})
    )
    assert circle(needs({**files, "rng.c": files["rng.c"] + "\n    core_step(0, 0, 0, 0, 0);"}))


def test_no_header_ties_everything_to_everything() -> None:
    files = texts()
    spoken = spoken_for(files)
    assert len(set().union(*spoken.values())) > 50
    # The five loops of the campaign kernels are one thing, five times.
    assert {file: units for file, units in spoken.items() if len(units) > 4 and file != "loops.h"} == {}
    assert [file for file in files if file not in WHOLE and included(files[file]) & set(WHOLE)] == []


def test_a_header_that_declares_everything_is_found() -> None:
    files = texts()
    everything = "\n".join(text for file, text in files.items() if file.endswith("_inner.h"))
    assert len(spoken_for({**files, "errors.h": everything})["errors.h"]) > 15


@pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="a wheel is built already")
def test_units_are_compiled_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the two ends before both have begun; objects come in the order of their sources."""
    pytest.importorskip("setuptools", reason="builds the core")
    from setuptools.dist import Distribution

    taken: dict[str, Any] = {}
    monkeypatch.setattr("setuptools.setup", lambda **named: taken.update(named))
    runpy.run_path(str(ROOT / "setup.py"))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    both = threading.Barrier(2)

    def compile_one(sources: list[str], output_dir: str) -> list[str]:
        both.wait(timeout=20)
        return [f"{output_dir}/{source}.o" for source in sources]

    command = taken["cmdclass"]["build_ext"](Distribution())
    command.extensions, command.compiler = [], SimpleNamespace(compile=compile_one)
    command.build_extensions()
    assert command.compiler.compile(["core", "walk"], output_dir="x") == ["x/core.o", "x/walk.o"]
