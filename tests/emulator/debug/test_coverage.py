# SPDX-License-Identifier: MIT
"""Coverage of a firmware: true to the line against a count by hand and against Python's own trace."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from board_helpers import run_ms
from debug_rig import MAIN, STEPS, STEPS_BRANCHES, STEPS_LINES, STEPS_NEVER, laid, watched_board

from emulator import Cabinet
from emulator.debug.coverage import Coverage, Module
from emulator.debug.page import rows
from emulator.debug.report import lcov
from emulator.debug.totals import percent, totals
from emulator.prototype.folder import new_folder


def counted(folder: Path, *, ms: int = 1_000, thorough: bool = True, **modules: str) -> dict[str, Module]:
    """Coverage of a small firmware by module."""
    coverage = Coverage()
    board = watched_board(laid(folder, **modules), coverage, thorough=thorough)
    board.power_on()
    run_ms(board, ms)
    assert board.alive
    return {one.name: one for one in coverage.modules()}


@pytest.mark.parametrize("thorough", [False, True])
def test_lines_and_branches_are_those_of_a_count_by_hand(thorough: bool, tmp_path: Path) -> None:
    found = counted(tmp_path, thorough=thorough)
    steps = found["steps.py"]
    assert list(steps.lines) == STEPS_LINES
    assert steps.missing_lines == STEPS_NEVER
    by_line: dict[int, list[bool]] = {}
    for branch in steps.branches:
        by_line.setdefault(branch.line, []).append(branch.count > 0)
    assert [(line, *taken) for line, taken in by_line.items()] == STEPS_BRANCHES
    assert (steps.lines_run, steps.branches_taken) == (10, 6)
    assert percent(steps.lines_run, len(steps.lines)) == "83"
    assert found["main.py"].missing == ""
    # Eleven ticks, at 0 to 1,000 ms: left goes 3, 2, 1, 0, 3 and so on.
    assert found["main.py"].lines[19] == 11
    assert (steps.lines[4], steps.lines[7], steps.lines[15]) == (2, 9, 3 * (2 + 1 + 0) + 2 * 3)


def test_a_branch_that_never_runs_is_told_once_and_one_without_lines_too(tmp_path: Path) -> None:
    steps = counted(tmp_path)["steps.py"]
    assert steps.missing == "6, 12"
    never_false = STEPS.replace(
        "if number > 5:\n        number = 5", "if number < 5:\n        number = number"
    )
    assert counted(tmp_path, main=MAIN, steps=never_false)["steps.py"].missing == "6, 11 never false"
    planted = STEPS.replace(
        "    sums.append(", "    if number == 77:\n        number = 0\n        sums.pop()\n    sums.append("
    )
    found = counted(tmp_path, main=MAIN, steps=planted)["steps.py"]
    assert found.missing == "6, 12, 16-17"


def test_handlers_and_loops_that_end_early_are_told_apart(tmp_path: Path) -> None:
    tries = """\
def next_of(left: int) -> int:
    for one in (1, 2, 9):
        if one > left:
            break
    while True:
        try:
            [].pop()
        except ValueError:
            left = 9
        except IndexError:
            pass
        finally:
            left += 0
        return 2


def add(sums: list, number: int) -> None:
    global seen
    seen = number
    word: int
    for one in sums[9:]:
        number = one
"""
    found = counted(tmp_path, main=MAIN, steps=tries)["steps.py"]
    assert list(found.lines) == [1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 14, 17, 19, 21, 22]
    assert found.missing == "2 never run to its end, 9, 22"


def traced_lines(work: Any, wanted: set[str]) -> dict[str, set[int]]:
    """Lines that Python itself tells of some files while work is done."""
    lines: dict[str, set[int]] = {path: set() for path in wanted}

    def trace(frame: Any, event: str, _: object) -> Any:
        path = frame.f_code.co_filename
        if path not in lines or "." in frame.f_globals["__name__"]:  # the host's own use of the file
            return None
        if event == "line":
            lines[path].add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


def test_every_line_of_the_firmware_is_counted_as_python_tells_it(tmp_path: Path) -> None:
    """Two ways of counting that share nothing: counters in the tree, and the interpreter's trace."""
    coverage = Coverage()

    def visit() -> None:
        cab = Cabinet("cierzo", seed="00", watch=coverage)
        cab.run(ms=4_000)
        cab.insert(20)
        cab.run(ms=1_500)
        cab.press("start")
        cab.run(ms=7_000)

    Cabinet("cierzo", seed="00", watch=coverage)  # meets the files
    paths = {one.path for one in coverage.modules()}
    told = traced_lines(visit, paths)
    for one in coverage.modules():
        counted_lines = {line for line, count in one.lines.items() if count}
        assert told[one.path] & set(one.lines) == counted_lines, one.name
    assert len(paths) > 60


def test_a_run_that_is_counted_is_the_same_run() -> None:
    kept = []
    for watch in (None, Coverage()):
        cab = Cabinet("cometa", seed="00", watch=watch)
        cab.run(ms=4_000)
        cab.insert(100)
        cab.run(ms=6_000)
        kept.append((cab.nvram, cab.board.save()["chip"]))
    assert kept[0] == kept[1]


def test_machines_add_to_one_count_and_keep_their_rooms_apart() -> None:
    coverage = Coverage()
    for model in ("cierzo", "cierzo", "moncayo"):
        Cabinet(model, seed="00", watch=coverage).run(ms=100)
    found = {one.name: one for one in coverage.modules()}
    assert found["main.py"].lines[min(found["main.py"].lines)] == 3
    assert {"cycle/play.py", "chance/play.py"} < found.keys() and "skill/play.py" not in found
    assert "settings.py" not in found


def test_lcov_and_pages_say_the_same(tmp_path: Path) -> None:
    steps = counted(tmp_path)["steps.py"]
    text = lcov([steps])
    assert f"SF:{tmp_path / 'steps.py'}\n" in text
    assert "DA:12,0\n" in text and "DA:15,15\n" in text
    assert [line for line in text.splitlines() if line.startswith("BRDA:11,")] == [
        "BRDA:11,2,0,0",
        "BRDA:11,2,1,15",
    ]
    assert text.endswith("BRF:8\nBRH:6\nLF:12\nLH:10\nend_of_record\n")
    shown = rows(steps)
    assert [row.line for row in shown if row.kind == "missed"] == STEPS_NEVER
    assert [(row.line, row.never) for row in shown if row.kind == "partly"] == [
        (5, "never true"),
        (11, "never true"),
    ]
    assert len(shown) == len(STEPS.splitlines())
    assert totals([steps]) == {"lines": 12, "lines_run": 10, "branches": 8, "branches_taken": 6}


def test_a_share_is_whole_only_if_nothing_is_missing() -> None:
    assert [percent(*shares) for shares in ((999, 1_000), (4, 4), (0, 3), (0, 0))] == ["99", "100", "0", ""]


def test_scenarios_of_a_folder_of_ones_own_are_counted_together(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    new_folder(Path("mistral"), "B", firmware=True)
    coins = Path("mistral/firmware/coins.py")
    text = coins.read_text(encoding="utf-8")
    planted = text.replace(
        "    if to_hopper:\n", "    if cents == 7:\n        state.drop_cents = 0\n    if to_hopper:\n", 1
    )
    coins.write_text(planted, encoding="utf-8")
    line = planted.splitlines().index("    if cents == 7:") + 1
    words = "scenario mistral/scenario.toml coin_close --model mistral --firmware mistral/firmware"
    shown = azar(f"{words} --trust-firmware --coverage seen.json")
    assert shown.status == 0, shown.err
    assert "2 scenarios, all held" in shown.out and "coverage: seen.json" in shown.out
    found = json.loads(Path("seen.json").read_text(encoding="utf-8"))
    (row,) = [row for row in found["modules"] if row["module"] == "coins.py"]
    assert row["path"] == str((tmp_path / coins).absolute())
    assert line + 1 in row["missing_lines"] and line not in row["missing_lines"]
    assert f"{line} never true" in row["missing_branches"]
    (told,) = [line for line in shown.out.splitlines() if line.split()[:1] == ["coins.py"]]
    assert told.split()[1:4] == [
        str(row["lines"]),
        str(row["lines_run"]),
        percent(row["lines_run"], row["lines"]),
    ]
    total = azar(f"{words} --trust-firmware --coverage pages --json").json["coverage"]
    assert total == {"file": "pages", **found["totals"]}
    assert f'id="{line + 1}" class="missed"' in next(Path("pages").glob("*_coins.py.html")).read_text("utf-8")
    assert Path("pages/index.html").read_text("utf-8").count("<tr>") == len(found["modules"]) + 1


@pytest.mark.parametrize(
    ("words", "says", "status"),
    [
        ("--coverage c --pdb", "--pdb and --coverage must not both be given", 2),
        ("--coverage c --runtime micropython", "--coverage must be on CPython (got micropython)", 2),
        ("--pdb --json", "--pdb must be without --json", 2),
        ("--break nix.py:1", "break must be in a module of the firmware (got nix.py)", 1),
        ("--debugpy x:y", "debugpy must be [HOST:]PORT", 1),
        ("--firmware nowhere", "firmware must be a folder with a main.py", 1),
    ],
)
def test_what_cannot_be_looked_at_is_refused(azar: Any, words: str, says: str, status: int) -> None:
    shown = azar(f"play cierzo --headless --seed 00 {words}")
    assert (shown.status, says in shown.out + shown.err) == (status, True), shown


def test_another_firmware_is_not_counted_without_trust(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    new_folder(Path("mistral"), "B", firmware=True)
    with Path("mistral/firmware/coins.py").open("a", encoding="utf-8") as stream:
        stream.write("\nopen\n")
    shown = azar("play mistral --headless --seed 00 --firmware mistral/firmware --coverage c")
    assert shown.status == 1 and "cpython must run our firmware or one that is trusted" in shown.err
    assert "hint: --trust-firmware" in shown.err
    assert not Path("c").exists()
