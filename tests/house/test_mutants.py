# SPDX-License-Identifier: MIT
"""
The product with one thing wrong: the test that a row names must notice it.

    pytest -n0 tests/house/test_mutants.py -k "bounce"
"""

from __future__ import annotations

from pathlib import Path

import pytest
from core_mutants import built
from mutants import PASSED, must_be_noticed, rows, rows_of
from places import ROOT

ROWS = rows()


@pytest.mark.parametrize(
    "name", [name if row.soon else pytest.param(name, marks=pytest.mark.long) for name, row in ROWS.items()]
)
def test_a_mutant_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    must_be_noticed(ROWS[name], monkeypatch, tmp_path=tmp_path)


CHECKS = {
    f"{row.test} {row.arguments}": row
    for row in ROWS.values()
    if not row.arguments.get("near") and ".py" not in row.test and not row.of_core
}
CORE_CHECKS = {f"{row.test} {row.arguments}": row for row in ROWS.values() if row.of_core}


@pytest.mark.long
@pytest.mark.parametrize("name", CHECKS)
def test_the_same_test_passes_without_the_mutant(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Or it would notice nothing. Sweeps round a place have long tests of their own."""
    CHECKS[name].check({"monkeypatch": monkeypatch, "tmp_path": tmp_path})


@pytest.mark.long
def test_a_copy_of_the_core_without_a_fault_passes_every_check(tmp_path: Path) -> None:
    """Its mutants fail for their fault, not for the way they are built."""
    with built(tmp_path, "cext/src/error.c", "no error", "no error at all") as core:
        for row in CORE_CHECKS.values():
            row.check({"core": core})


def test_a_change_that_changes_nothing_is_not_caught() -> None:
    """Or every row of a process of its own would be worth nothing."""
    row = ROWS["records: a machine's file without fsync"]
    assert row._replace(new=row.old).run().returncode == PASSED


def test_the_black_box_has_mutants_for_every_group_of_rules() -> None:
    rows = rows_of("blackbox")
    spoilt = {wrong.partition(":")[0] for wrong in rows}
    assert len(rows) >= 62
    assert all(row.test.startswith("test_blackbox_") for row in rows.values())
    assert spoilt >= {
        *("B-02", "B-03", "B-10", "B-11", "B-12", "B-13", "B-14", "B-16", "B-18", "B-20", "B-21", "B-23"),
        *("B-29", "B-30", "B-31", "K-01", "K-02", "K-16", "K-17", "K-18"),
    }


def test_every_row_stands_in_its_file_and_one_of_each_list_in_this_process_is_tried_soon() -> None:
    """Rows in processes of their own take half a second and more: a few of them are tried soon."""
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in {row.file for row in ROWS.values()}}
    assert [name for name, row in ROWS.items() if texts[row.file].count(row.old) != 1] == []
    soon = {name: row for name, row in ROWS.items() if row.soon}
    lists = [name.partition(": ")[0] for name in soon]
    assert len(set(lists)) == len(lists)
    assert {name.partition(": ")[0] for name, row in ROWS.items() if ".py" not in row.test} <= set(lists)
    apart = {row.file.partition("/")[0] for row in soon.values() if ".py" in row.test}
    assert apart == {"machines", "emulator"}


def test_no_two_rows_are_the_same_mutant_for_the_same_test() -> None:
    rows = [(row.file, row.old, row.new, row.test, str(row.arguments)) for row in ROWS.values()]
    assert len(set(rows)) == len(rows)
    assert all(row.old != row.new for row in ROWS.values())
