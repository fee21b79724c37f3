# SPDX-License-Identifier: MIT
"""The dossier of a table's device: what it is, its twenty rows, and an examination that can be done again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from emulator import cli
from emulator.lab.dossier.block import BLANK, Facts, Table
from emulator.lab.dossier.bundle import SUMS
from emulator.lab.dossier.device_case import DeviceCase
from emulator.lab.dossier.device_papers import (
    examination_document,
    program_document,
    sheet_document,
    wiring_of_device,
    wiring_paper,
)
from emulator.lab.dossier.entity import Entity
from emulator.lab.exam.device_sample import DeviceSample
from machines.tables.cup import cup_names
from machines.tables.wheel import wheel_names

DEVICES = [*wheel_names(), *cup_names()]
ROWS = [f"D-{number:02d}" for number in range(1, 21)]


def case_of(name: str, language: str = "es") -> DeviceCase:
    return DeviceCase(DeviceSample.of(name), Entity.read(None), language, "00")


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("name", DEVICES)
def test_sheet_wiring_and_program_say_what_the_device_is(name: str, language: str) -> None:
    case = case_of(name, language)
    sealed = case.sample.sealed
    sheet = " ".join(sheet_document(case, [("a.png", "rest")]).texts())
    assert sealed.box.digest in sheet and BLANK in sheet and case.sample.law.title in sheet
    if name == "boule":
        assert (
            "18: 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9" in sheet
            and "2.800 ms" in sheet.replace(",", ".")
        )
    wiring = wiring_of_device(case)
    assert [line.name for line in wiring.chip] == [row[0] for row in sealed.rom().pin_rows]
    assert not [line.name for line in wiring.chip if line.device == line.name]  # each has a name for people
    texts = " ".join(wiring_paper(case, wiring, "board.svg").texts())
    assert "0x50" in texts and "0x3C" in texts and ("0x68" in texts) == (name == "cubilete")
    program = program_document(case, "memoria/x.rom")
    (parts,) = [block for block in program.blocks if isinstance(block, Table)]
    assert {row[0]: row[2] for row in parts.rows} == {
        part: hashlib.sha256(data).hexdigest() for part, data in sealed.box.parts.items()
    }
    (facts,) = [block for block in program.blocks if isinstance(block, Facts)]
    assert sealed.rom().firmware_digest in [value for _, value in facts.rows]


def test_a_row_has_article_figures_and_evidence() -> None:
    figure = {"name": "casillas", "found": "18", "limit": "= 18"}
    finding = {
        "said": "Contadas.",
        "figures": [figure],
        "files": ["evidence/checks/device_build/digests.json"],
    }
    rows = [
        {"id": id, "topic": "Casillas", "article": "Aragón 3, II.1", "word": "Conforme", "text": "Son 18.",
         "reason": "", "findings": [finding]}
        for id in reversed(ROWS)
    ]  # fmt: skip
    shown = {
        "areas": [{"rows": rows}], "verdict": {"word": "Conforme", "sentence": "Todo."}, "code": "AZ-1",
        "evidence_sha256": "00", "statistics": "",
    }  # fmt: skip
    document = examination_document(case_of("boule"), shown, [("chart.svg", "chart")], "examen")
    table = next(block for block in document.blocks if isinstance(block, Table))
    assert [row[0] for row in table.rows] == ROWS
    said = list(document.texts())
    assert said.count("examen/evidence/checks/device_build/digests.json") == 20
    assert said.count("casillas") == 20 and "azar lab verify examen" in said and "chart" in said


@pytest.mark.long
@pytest.mark.parametrize(("name", "language"), [("boule", "es"), ("cubilete", "en")])
def test_it_is_written_to_the_same_bytes_and_its_examination_is_done_again(
    name: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sums = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        assert cli.run(["dossier", name, "-o", str(folder), "--lang", language, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {
            *told["files"]
        }
        sums.append((folder / SUMS).read_text())
    assert sums[0] == sums[1]
    for line in sums[0].splitlines():
        digest, _, file = line.partition("  ")
        assert hashlib.sha256((tmp_path / "one" / file).read_bytes()).hexdigest() == digest
    inside = tmp_path / "one" / ("examen" if language == "es" else "examination")
    report = json.loads((inside / "report.json").read_text())
    assert sorted(row["id"] for row in report["rows"]) == ROWS and report["verdict"] == "conforme"
    assert cli.run(["lab", "verify", str(inside)]) == 0
    assert cli.run(["dossier", name, "-o", str(tmp_path / "one")]) == 1  # not empty
