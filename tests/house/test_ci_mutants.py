# SPDX-License-Identifier: MIT
"""``.ci/mutants`` on a toy package: what its tests notice and what not, C as well, the same for a seed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from compiler import compiler, python_headers
from places import ROOT

CI = ROOT / ".ci"
sys.path.insert(0, str(CI))

from mutation import c_rows, python_rows, rooms  # noqa: E402
from mutation.change import Change  # noqa: E402
from mutation.score import TIME_IS_UP, Result, printed, scores, wilson  # noqa: E402

PYTHON = '''\
"""A toy."""


def share(won: int, of: int) -> int:
    """Per cent."""
    return 100 * won // of


def told(cents: int) -> str:
    """In words."""
    if cents > 100:
        return "much"
    while cents:
        cents -= 1
    return "little"
'''
C = """\
// A toy.
int toy_half(int number) {
    return number / 2;
}

int toy_twice(int number) {
    return number * 2;
}

#ifdef ANOTHER_PROCESSOR
int toy_half(int number) {
    return number >> 1;
}
#endif
"""
TESTS = """\
import cext._core as core
from machines.toy import share, told


def test_half():
    assert core.lib.toy_half(4) == 2


def test_twice():
    assert core.lib.toy_twice(3) > 0


def test_share():
    assert share(1, 4) == 25


def test_told():
    assert told(200) and told(3)
"""
BUILD = """\
from cffi import FFI

ffi = FFI()
ffi.cdef("int toy_half(int number); int toy_twice(int number);")
ffi.set_source("cext._core", "int toy_half(int number); int toy_twice(int number);")
"""


# Half a minute a run: a tree of its own is built and tested many times.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of two rooms."""
    compiler()
    python_headers()
    root = tmp_path_factory.mktemp("toy")
    files = {
        "machines/__init__.py": "", "machines/toy.py": PYTHON, "cext/__init__.py": "", "cext/build.py": BUILD,
        "cext/src/toy.c": C, "tests/test_toy.py": TESTS, "pyproject.toml": "[tool.pytest.ini_options]\n",
    }  # fmt: skip
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def run(root: Path, *arguments: str, status: int = 0) -> dict[str, Any]:
    command = [sys.executable, str(CI / "mutants"), "--root", str(root), "--json", "--jobs", "1", *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == status, told.stderr
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def noticed(found: dict[str, Any]) -> dict[tuple[str, str], str]:
    """Who noticed what: (place, change) -> test."""
    return {(row["place"], row["change"]["what"]): row["by"] for row in found["mutants"]}


@pytest.mark.parametrize("mapped", [False, True])
def test_what_the_tests_see_is_noticed_and_the_rest_is_not(toy: Path, tmp_path: Path, mapped: bool) -> None:
    """By names the toy's one file is asked; by a map the one test that runs the line."""
    before = {path: path.read_bytes() for path in toy.rglob("*.[cp]*") if path.is_file()}
    chosen = ("--map", str(tmp_path / "map")) if mapped else ()
    found = noticed(run(toy, "--replay", "machines/toy.py:6", *chosen))
    assert found["machines/toy.py:6", "100 * won // -> *"] == "tests/test_toy.py::test_share"
    found = noticed(run(toy, "--replay", "machines/toy.py:11", *chosen))
    assert found["machines/toy.py:11", "cents > -> >="] == ""
    found = noticed(run(toy, "--replay", "cext/src/toy.c:3", *chosen))
    assert found["cext/src/toy.c:3", "return number / -> *"] == "tests/test_toy.py::test_half"
    found = noticed(run(toy, "--replay", "cext/src/toy.c:7", *chosen))
    assert found["cext/src/toy.c:7", "return number * -> +"] == ""
    assert run(toy, "--replay", "cext/src/toy.c:12", *chosen)["mutants"] == [], "the same machine code"
    assert {path: path.read_bytes() for path in before} == before, "the tree itself is never changed"


def test_what_no_test_sees_is_shown_to_the_check_of_the_file(toy: Path, tmp_path: Path) -> None:
    """Which must pass without the bug, or it would notice everything."""
    root = tmp_path / "toy"
    shutil.copytree(toy, root)
    check = root / ".ci" / "check-c"
    check.parent.mkdir()
    check.write_text("#!/bin/sh\n! grep -q 'number + 2' cext/src/toy.c\n", encoding="utf-8")
    check.chmod(0o755)
    found = noticed(run(root, "--replay", "cext/src/toy.c:7"))
    assert found["cext/src/toy.c:7", "return number * -> +"] == ".ci/check-c"
    assert found["cext/src/toy.c:7", "2 -> 3"] == ""
    check.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    command = [sys.executable, str(CI / "mutants"), "--root", str(root), "--replay", "cext/src/toy.c:7"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode and ".ci/check-c must pass without a bug" in told.stderr


def test_a_seed_makes_the_same_bugs_evenly_over_rooms_and_the_bar_is_held(toy: Path) -> None:
    one = run(toy, "--sample", "4", "--seed", "7", "--bar", "100.1", status=1)
    other = run(toy, "--sample", "4", "--seed", "7")
    assert [row["change"] for row in one["mutants"]] == [row["change"] for row in other["mutants"]]
    assert [row["room"] for row in one["mutants"]] == ["core", "core", "machines", "machines"]
    assert [row["of"] for row in one["scores"]] == [2, 2, 4]
    drawn = {seed: [change.place for change in rooms.drawn(toy, "machines", seed)] for seed in ("7", "8")}
    assert drawn["7"] != drawn["8"]


def changed(rows: Any, name: str, text: str) -> dict[str, str]:
    """Every change of a text: in words -> the text with it."""

    def made(change: Change) -> str:
        source = text.encode()
        return (source[: change.start] + change.new.encode() + source[change.end :]).decode()

    return {change.what: made(change) for change in rows.changes(name, text.encode())}


def test_rows_of_python_change_exactly_what_they_name() -> None:
    text = "def f(a, b):\n    'é < 1'\n    if a < b and not a == 2:\n        a.x = f(b, a)\n"
    text += "    return 'ñ', a + 1\n"
    found = changed(python_rows, "x.py", text)
    assert found["a < -> <="] == text.replace("a < b", "a <= b")
    assert found["a < b and -> or"] == text.replace(" and ", " or ")
    assert found["2 -> 3"] == text.replace("2", "3")
    assert found["removed: a.x = f(b, a)"] == text.replace("a.x = f(b, a)", "pass")
    assert found["swapped: b, a"] == text.replace("f(b, a)", "f(a, b)")
    assert found["a + -> -"] == text.replace("a + 1", "a - 1")
    assert found["swapped: 'ñ', a + 1"] == text.replace("'ñ', a + 1", "a + 1, 'ñ'")
    assert found["negated: a < b and not a == 2"] == text.replace(
        "a < b and not a == 2", "(not (a < b and not a == 2))"
    )
    assert all(python_rows.compiles(one.encode()) for one in found.values())
    assert not any(what.startswith("swapped") for what in changed(python_rows, "x.py", "max(a, b)\n"))
    assert set(changed(python_rows, "x.py", "LEVEL = 176\n")) == {"176 -> 198", "176 -> 154"}
    assert set(changed(python_rows, "x.py", "REELS = 3\n")) == {"3 -> 4", "3 -> 2"}


def test_rows_of_c_leave_comments_strings_and_directives_alone() -> None:
    text = '#define X (1 + 2)\n// a < b\nint f(int a) {\n    g("1 < 2");  // 1 + 1\n    if (a < X) {\n'
    text += "        a += 1;\n    }\n    return a;\n}\n"
    found = changed(c_rows, "x.c", text)
    assert found["if (a < -> <="] == text.replace("(a < X", "(a <= X")
    assert found["negated: (a < X)"] == text.replace("(a < X)", "(!(a < X))")
    assert found["removed: a += 1;"] == text.replace("a += 1;", ";")
    assert found['removed: g("1 < 2");'] == text.replace('g("1 < 2");', ";")
    assert {what.partition(":")[0] for what in found if "1 <" in what} == {"removed"}


def test_the_interval_is_wilsons() -> None:
    """21 of 30 are 52 to 83 per cent."""
    low, high = wilson(21, 30)
    assert (round(low), round(high)) == (52, 83)
    assert wilson(0, 0) == (0.0, 100.0)


def test_a_bug_whose_time_was_up_counts_as_unnoticed_and_is_told_apart() -> None:
    change = next(iter(rooms.changes(ROOT, "machines/firmware/stock.py")))
    results = [
        Result("firmware", change, by, 1.0, why)
        for by, why in (("a test", ""), ("", f"14 asked, {TIME_IS_UP}"), ("", "3 asked"))
    ]
    *_, whole = printed(scores(results))
    assert whole.startswith("all         1 of   3")
    assert whole.endswith("1 of the others undecided, time is up")
