# SPDX-License-Identifier: MIT
"""The laboratory at devices of a table: every row has its check, and each fault turns its own rows red."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from device_exams import DeviceExams
from exam_rig import check, grades, same_bytes
from faulty_rig import findings, red
from soon import soon, spared

from emulator import cli
from emulator.lab.checks import device_throws
from emulator.lab.exam.device_rows import device_requirements
from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.finding import Grade
from emulator.lab.exam.intake import OptionError, taken_in
from emulator.lab.exam.plan import make_plan
from emulator.lab.exam.requirements import row_words
from emulator.lab.exam.work import Orders, examine
from emulator.lab.faulty.samples import faulty, named
from machines.rom.file import DamagedRomError, pack, unpack
from machines.rom.program import RomError
from machines.tables.cup import cup_names
from machines.tables.devices import build_device, device_kind, open_device
from machines.tables.wheel import PROGRAM, wheel_names

DEVICES = [*wheel_names(), *cup_names()]
FAULTY = sorted(name for name, one in faulty().items() if device_kind(one.model))
QUICK = ("device_build", "device_memory", "device_tilts", "device_replay")


# --- rows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DEVICES)
def test_every_row_names_its_article_and_its_check_or_why_it_does_not_apply(name: str) -> None:
    plan = make_plan(DeviceSample.of(name), "quick")
    assert [item.row.id for item in plan.items] == [f"D-{number:02d}" for number in range(1, 21)]
    for item in plan.items:
        if item.row.grade is None:
            assert item.checks and item.row.article != "-", item.row.id
        else:
            assert (item.row.grade, item.row.article) == (Grade.NO_APLICA, "-")
            assert item.reason is not None and item.reason.es != item.reason.en
    left_out = {item.row.id for item in plan.items if item.row.grade is not None}
    assert left_out == ({"D-03", "D-12", "D-13", "D-14"} if name == "cubilete" else set())


def test_a_game_of_its_own_article_is_held_to_that() -> None:
    rows = {
        game: {row.id: row.article for row in device_requirements("wheel", game)} for game in wheel_names()
    }
    assert rows["french-roulette"] == rows["american-roulette"]
    assert [rows[game]["D-03"] for game in ("french-roulette", "boule", "wheel-of-fortune")] == [
        "Aragón 1, IV.3.b", "Aragón 3, V.3", "Aragón 11, V.1",
    ]  # fmt: skip


def test_the_data_of_a_row_are_whole() -> None:
    rows = {id: table for id, table in row_words().items() if id.startswith("D-")}
    assert len(rows) == 20
    for table in rows.values():
        assert table["status"] in "VSD"
        assert table["topic"].keys() == table["text"].keys() == {"es", "en"}
        assert all(text.endswith(".") for text in table["text"].values())
        assert ("not_applicable" in table) == ("cup" not in table["article"])


# --- devices that ship -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DEVICES)
def test_what_is_looked_at_quickly_is_in_order(name: str, device_exam: DeviceExams) -> None:
    for id in QUICK:
        found = device_exam(name, id).found
        assert set(grades(found).values()) == {Grade.CONFORME}, (id, found)


@pytest.mark.parametrize("name", soon(DEVICES, "boule", "cubilete"))
def test_throws_and_cuts_are_in_order(name: str, device_exam: DeviceExams) -> None:
    plan = make_plan(DeviceSample.of(name), "quick")
    assert (plan.tests, plan.alpha) == (2, 0.005)
    for id in ("device_throws", "device_power"):
        found = device_exam(name, id).found
        assert set(grades(found).values()) == {Grade.CONFORME}, (id, found)


@pytest.mark.parametrize("name", ["boule", "cubilete"])
def test_the_evidence_is_the_same_on_both_runtimes(name: str, device_exam: DeviceExams) -> None:
    for id in ("device_build", "device_tilts", "device_replay"):
        one, other = (device_exam(name, id, runtime).folder for runtime in ("cpython", "micropython"))
        assert same_bytes(one / "checks" / id, other / "checks" / id), id


@pytest.mark.long
@pytest.mark.parametrize("name", ["french-roulette", "cubilete"])
def test_an_examination_is_told_and_repeated_to_its_bytes(name: str, tmp_path: Path, capsys) -> None:
    folder = str(tmp_path / "informe")
    assert cli.run(["lab", name, "--quick", "-o", folder, "--jobs", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["verdict"] == "conforme"
    assert {row["grade"] for row in report["rows"]} <= {"conforme", "no aplica"}
    assert cli.run(["lab", "verify", folder]) == 0


# --- devices that must fail ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "row", "figures"),
    [
        ("indecisa", "D-05", {"extra", "other", "dropped"}),
        ("precipitada", "D-06", {"behind"}),
        ("olvidadiza", "D-08", {"wrong", "rows"}),
        spared(("sesgada", "D-04", {"seen"})),
    ],
)
def test_a_fault_turns_its_row_red(
    name: str, row: str, figures: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uneven draws need the whole series; what is wrong with every throw is seen in 36, D-04 left out."""
    if row != "D-04":
        monkeypatch.setattr(device_throws, "_EACH", 2)
        monkeypatch.setattr(device_throws, "_evenness", lambda *seen: None)
    found = findings(name, tmp_path, of=[row])
    assert row in red(found)
    wrong = [one for one in found["device_throws"][row].figures if one.grade == Grade.NO_CONFORME]
    assert {figure.id for figure in wrong} == figures


def altered(module: str, old: str, new: str) -> DeviceSample:
    """A wheel of boule whose program is ours but for one place."""
    sources = PROGRAM.sources()
    assert sources[module].count(old) == 1
    sources[module] = sources[module].replace(old, new)
    return DeviceSample("boule", build_device("boule", firmware=sources), True)


def test_a_tilt_that_never_comes_is_seen(tmp_path: Path) -> None:
    sample = altered("electronic_wheel", '        _stop(state, "askew")\n', "        pass\n")
    found = examine(check("device_tilts"), sample, Orders("quick", "00"), tmp_path)
    assert [row for row, grade in grades(found).items() if grade != Grade.CONFORME] == ["D-12"]
    assert "tilt none instead of askew" in found["D-12"].figures[0].name.en


def test_a_device_that_makes_up_a_memory_is_seen(tmp_path: Path) -> None:
    lock = '    state.tilt = "memory"\n    state.locked = True\n'
    sample = altered("device_store", lock, "    state.phase = 0\n")
    found = examine(check("device_memory"), sample, Orders("quick", "00"), tmp_path)
    assert [row for row, grade in grades(found).items() if grade != Grade.CONFORME] == ["D-15"]


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTY)
def test_its_rows_turn_red_and_no_other(name: str, tmp_path: Path) -> None:
    assert red(findings(name, tmp_path)) == set(named(name).rows)


# --- the file ----------------------------------------------------------------------------------------------


def test_a_sealed_device_is_the_same_anywhere_and_altered_nowhere(tmp_path: Path) -> None:
    data = build_device("boule")
    assert data == build_device("boule")
    path = tmp_path / "boule.rom"
    path.write_bytes(data)
    sample = taken_in(path)
    assert isinstance(sample, DeviceSample) and sample.ours and not sample.built
    box = unpack(data)
    facts = {key: value for key, value in box.manifest.items() if key != "parts"}
    for part, wrong in (
        ("tables.bin", b"x"), ("pins.json", b"[]"), ("device.toml", b"name ="), ("firmware/main.py", b"\xff"),
    ):  # fmt: skip
        with pytest.raises(DamagedRomError):
            open_device(pack(facts, {**box.parts, part: wrong}))
    with pytest.raises(DamagedRomError, match="must be of a device"):
        open_device(pack({**facts, "azar": "rom"}, box.parts))
    with pytest.raises(DamagedRomError, match="manifest"):
        open_device(pack({**facts, "title": "OTRA"}, box.parts))


def test_what_no_device_has_is_refused() -> None:
    with pytest.raises(OptionError, match="profile must be left out"):
        taken_in("boule", profile="es-ar-2002")
    with pytest.raises(RomError, match="device must be one of"):
        build_device("cierzo")
