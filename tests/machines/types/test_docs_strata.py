# SPDX-License-Identifier: MIT
"""The tables of docs/par.md that set a watcher's gain against the worst windows are what the search finds."""

from __future__ import annotations

import io
import re
import runpy
from contextlib import redirect_stdout

import pytest
from places import ROOT

from machines.model import load_cycle
from machines.types.cycle import strata_search

CHOSEN = {"cierzo": 16, "monegros": 8, "galacho": 16}


def rows_of(text: str) -> list[tuple[str, ...]]:
    """The cells of each row of a table that begins with a number."""
    rows = re.findall(r"^\| (\d+ \|.*) \|$", text, re.MULTILINE)
    return [tuple(cell.strip() for cell in row.split(" |")) for row in rows]


def tables() -> dict[str, tuple[int, dict[int, tuple[str, ...]]]]:
    """For each model what its command spares, and the rows printed below it by number of strata."""
    text = (ROOT / "docs" / "par.md").read_text("utf-8")
    found = {}
    for part in re.split(r"\n`python benchmarks/strata\.py ", text)[1:]:
        command, rest = part.split("`", 1)
        if "\n| strata " not in rest:
            continue
        spared = re.search(r"--spare-cents (\d+)", command)
        cells = rows_of(rest)
        asked = re.search(r"--strata ([\d ]+)", command)
        if asked:
            assert [row[0] for row in cells] == asked[1].split()
        spare_cents = int(spared[1]) if spared else 0
        found[command.split()[0]] = spare_cents, {int(row[0]): row for row in cells}
    return found


def wrong_rows(name: str, numbers: list[int]) -> list[int]:
    """The numbers of strata whose printed row is not what the search finds."""
    spare_cents, rows = tables()[name]
    script, said = str(ROOT / "benchmarks" / "strata.py"), io.StringIO()
    asked = [script, name, "--spare-cents", str(spare_cents), "--strata", *map(str, numbers)]
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr("sys.argv", asked)
        runpy.run_path(script, run_name="__main__")
    found = rows_of(said.getvalue())
    assert [int(row[0]) for row in found] == numbers
    return [int(row[0]) for row in found if row != rows[int(row[0])]]


def test_every_table_holds_the_number_that_ships() -> None:
    assert set(tables()) == set(CHOSEN)
    for name, strata in CHOSEN.items():
        assert len(load_cycle(name).plan.strata) == strata
        assert tables()[name][1][strata][-1] == ""


@pytest.mark.long
@pytest.mark.parametrize("name", CHOSEN)
def test_the_row_of_the_number_that_ships_is_what_the_search_finds(name: str) -> None:
    assert wrong_rows(name, [CHOSEN[name]]) == []


@pytest.mark.long
@pytest.mark.parametrize("name", CHOSEN)
def test_every_row_is_what_the_search_finds(name: str) -> None:
    rows = tables()[name][1]
    assert wrong_rows(name, list(rows)) == []
    assert len(rows) >= 9


@pytest.mark.long
def test_a_search_that_leaves_the_strata_as_they_come_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the order of the strata is not improved."""
    monkeypatch.setattr(strata_search, "_ordered", lambda plan, _: plan)
    assert wrong_rows("cierzo", [16]) == [16]
