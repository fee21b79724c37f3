# SPDX-License-Identifier: MIT
"""Two versions of a table's device compared: what changed, its rows, and what two examinations found."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from emulator import cli
from emulator.lab.diff import Proposal, compare
from emulator.lab.diff.device import CHANGES
from emulator.lab.diff.model import general
from emulator.lab.diff.rules import kinds
from emulator.lab.diff.version import DiffError
from emulator.lab.exam.requirements import row_words
from machines.support.plain import read_toml
from machines.tables.cup import cup_names
from machines.tables.devices import DESCRIPTION, KINDS, build_device, open_device
from machines.tables.wheel import PROGRAM, wheel_names

DEVICES = [*wheel_names(), *cup_names()]
ROWS = {id for id in row_words() if id.startswith("D-")}


def program(folder: Path, module: str, old: str, new: str) -> Path:
    """A wheel of boule whose program is ours but for one place."""
    sources = PROGRAM.sources()
    assert sources[module].count(old) == 1
    sources[module] = sources[module].replace(old, new)
    path = folder / "boule.rom"
    path.write_bytes(build_device("boule", firmware=sources))
    return path


@pytest.mark.parametrize("name", DEVICES)
def test_every_key_of_a_description_is_of_a_kind(name: str) -> None:
    text = open_device(build_device(name)).box.parts[DESCRIPTION].decode()
    for key, value in read_toml(text).items():
        path = f"{key}.es" if isinstance(value, dict) else key
        assert kinds(CHANGES).of_path(general(path)) is not None, key


def test_rows_and_modules_of_the_table_are_there() -> None:
    table = kinds(CHANGES)
    named = {row for one in (*table.kinds.values(), *table.modules.values()) for row in one.rows}
    assert named | {row for rows in table.pins.values() for row in rows} <= ROWS | {"*"}
    programs = [kind.program for kind in KINDS.values()]
    assert set(table.modules) <= {module for one in programs for module in one.sources()}
    assert set(table.pins) <= {row[0].partition("_")[0] for one in programs for row in one.pins}


def test_the_same_device_is_the_same() -> None:
    found = compare("boule", "boule")
    assert (found.proposal, found.changes, found.examined) == (Proposal.NOTHING, (), None)


def test_another_game_draws_otherwise() -> None:
    found = compare("boule", "french-roulette")
    assert found.proposal == Proposal.WHOLE and found.memory
    assert set(found.rows) == ROWS
    assert found.checks and all(check.startswith("device_") for check in found.checks)


def test_a_change_of_the_program_touches_its_rows(tmp_path: Path) -> None:
    old = "def sounding(state: DeviceState) -> bool:\n"
    found = compare("boule", program(tmp_path, "device_show", old, f"{old}    state.now_ms\n"))
    assert found.proposal == Proposal.ROWS and not found.memory
    assert {"D-02", "D-06", "D-17"} <= set(found.rows) and "D-04" not in found.rows
    throws = program(tmp_path, "electronic_wheel", "NULL_ROW_MOST = 3", "NULL_ROW_MOST = 4")
    assert set(compare("boule", throws).rows) == ROWS
    (change,) = compare("boule", program(tmp_path, "main", "\n\ndef tick", "\n\n\ndef tick")).changes
    assert (change.kind, change.rows, change.substantial) == ("comment", ("D-02",), False)


def test_things_of_two_kinds_are_not_compared() -> None:
    for other in ("cierzo", "cubilete"):
        with pytest.raises(DiffError, match="two machines, two wheels or two cups"):
            compare("boule", other)


def examined(folder: Path) -> Path:
    """What is read of an examination: its sample, and its report with a row that has a figure."""
    (folder / "evidence").mkdir(parents=True)
    (folder / "evidence" / "sample.rom").write_bytes(build_device("boule"))
    name = {"es": "casillas", "en": "pockets"}
    figure = {"id": "pockets", "name": name, "value": 18, "unit": "places", "grade": "conforme"}
    findings = [{"check": "device_build", "figures": [figure]}]
    rows = [
        {"id": id, "topic": name, "grade": "conforme", "findings": findings}
        for id in ("D-01", "D-02", "D-03")
    ]
    (folder / "report.json").write_text(json.dumps({"rows": rows}), encoding="utf-8")
    return folder


def test_two_examinations_are_compared_row_by_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = examined(tmp_path / "before")
    after = Path(shutil.copytree(before, tmp_path / "after"))
    found = compare(before, after)
    assert found.examined == () and found.proposal == Proposal.NOTHING
    report = json.loads((after / "report.json").read_text(encoding="utf-8"))
    report["rows"][1]["grade"] = "no conforme"
    report["rows"][2]["findings"][0]["figures"][0]["value"] = "7/2"
    (after / "report.json").write_text(json.dumps(report), encoding="utf-8")
    graded, measured = compare(before, after).examined or ()
    assert (graded.id, graded.before, graded.after) == ("D-02", "conforme", "no conforme")
    assert (measured.id, [(one.before, one.after) for one in measured.figures]) == ("D-03", [("18", "7/2")])
    line = ["lab", "diff", str(before), str(after)]
    assert cli.run(line) == 0
    said = capsys.readouterr().out
    assert "what the examinations found otherwise" in said and "D-03" in said and "7/2" in said
    assert cli.run([*line, "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)["examined"]] == ["D-02", "D-03"]
