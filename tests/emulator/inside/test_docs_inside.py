# SPDX-License-Identifier: MIT
"""docs/inside.md: its example runs, and it names every module, every table and every withheld row."""

from __future__ import annotations

import doctest
import re

from inside_rig import played
from places import ROOT

from emulator.inside.commits import TELLING
from emulator.inside.ear import Ear
from emulator.inside.pace import Pace
from emulator.panel.machine.inside.speech import Speech
from emulator.panel.machine.inside.tables import tables
from machines.support.languages import SOURCE_LANGUAGE

TEXT = (ROOT / "docs" / "inside.md").read_text("utf-8")


def test_the_example_runs() -> None:
    example = TEXT.partition("```pycon\n")[2].partition("```")[0]
    parsed = doctest.DocTestParser().get_doctest(example, {}, "inside.md", None, 0)
    assert parsed.examples and doctest.DocTestRunner().run(parsed).failed == 0


def test_every_module_has_a_row() -> None:
    table = TEXT.partition("| module | what |\n")[2]
    rows = [row.split("|")[1] for row in table.partition("\n\n")[0].splitlines()]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    found = {path.stem for path in (ROOT / "emulator" / "inside").glob("*.py")} - {"__init__"}
    assert named == found


def test_every_table_and_every_withheld_row_is_told() -> None:
    cabinet = played()
    made = tables(cabinet, Speech(cabinet.model, SOURCE_LANGUAGE), Ear(cabinet), Pace(cabinet))
    titles = {table.title for table in made.values()}
    listed = TEXT.partition("| table | what it lists |\n")[2].partition("\n\n")[0]
    assert all(title in listed for title in titles)
    assert all(f"`{name}`" in TEXT for name in TELLING)
