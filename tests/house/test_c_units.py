# SPDX-License-Identifier: MIT
"""
The units of the C core: no file needs another in a circle, and no header speaks for many.

A file needs the headers that it includes and the files whose functions it calls. An inline function in a
header calls, too.
"""

from __future__ import annotations

import re
from pathlib import Path

from circles import circle

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
