# SPDX-License-Identifier: MIT
"""Two versions compared: each kind of change is named, touches its rows, and is proposed as what it is."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from emulator.commands.lab.diff import diff, print_difference
from emulator.lab.diff import Difference, Proposal, compare, difference
from emulator.lab.diff.firmware import functions
from emulator.lab.diff.model import pin_changes
from emulator.lab.diff.rules import enforced, kinds
from emulator.lab.diff.version import DiffError, Version
from emulator.lab.exam.requirements import requirements
from machines.model import MODELS_FOLDER, load_model, model_names
from machines.rom.build import build_file
from machines.rom.file import DamagedRomError, canonical, pack, unpack
from machines.rom.pins import pins_data
from machines.rom.program import FIRMWARE_FOLDER
from machines.types.registry import TYPES

Alter = Callable[[str, str, str], Path]


@pytest.fixture
def altered(tmp_path: Path) -> Alter:
    """A model with one text in place of another; both must be there."""

    def make(name: str, old: str, new: str) -> Path:
        text = (MODELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        assert old in text
        made = tmp_path / f"{name}.toml"
        made.write_text(text.replace(old, new, 1), encoding="utf-8")
        return made

    return make


@pytest.fixture(scope="module")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of our firmware to be altered."""
    return Path(shutil.copytree(FIRMWARE_FOLDER, tmp_path_factory.mktemp("firmware") / "firmware"))


def with_firmware(folder: Path, module: str, old: str, new: str) -> Difference:
    """Cierzo before and after one text of a module was replaced; the copy is put back."""
    path = folder / module
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    try:
        return difference(Version.of("cierzo"), Version.of("cierzo", firmware=folder))
    finally:
        path.write_text(before, encoding="utf-8")


def test_the_same_machine_has_no_difference() -> None:
    found = compare("cierzo", "cierzo")
    assert (found.changes, found.parts, found.rows, found.checks) == ((), (), {}, ())
    assert found.proposal == Proposal.NOTHING


def test_one_prize_fewer_is_another_game_memory(altered: Alter) -> None:
    found = compare("cierzo", altered("cierzo", "20 = 139, 40 = 71", "20 = 138, 40 = 71"))
    assert found.proposal == Proposal.HOMOLOGATION
    change = next(change for change in found.changes if change.kind == "prize_plan")
    assert (change.where, change.before, change.after) == ("cycle.strata[0].prizes.20", "139", "138")
    assert {f"B-0{number}" for number in range(4, 10)} <= set(found.rows)
    assert {"exact", "played_cycle"} <= set(found.checks)
    assert "tables.bin" in {name for name, _, _ in found.parts}


def test_a_weight_of_a_reel_of_chance_touches_its_payout(altered: Alter) -> None:
    found = compare("moncayo", altered("moncayo", "1, 2, 2, 5, 4, 3, 5,", "1, 2, 2, 4, 5, 3, 5,"))
    assert found.proposal == Proposal.HOMOLOGATION
    assert {"C-01", "C-04", "C-06"} <= set(found.rows)
    assert not {row for row in found.rows if row.startswith("B-")}


def test_a_text_is_not_substantial_and_touches_the_front(altered: Alter) -> None:
    found = compare("cierzo", altered("cierzo", "Introduzca monedas y pulse", "Meta monedas y pulse"))
    assert found.proposal == Proposal.NOT_SUBSTANTIAL
    assert not found.memory
    assert [(change.kind, change.where) for change in found.changes] == [("texts", "texts.rules.es")]
    assert {"B-29", "K-21"} <= set(found.rows)
    assert "B-07" not in found.rows


def test_a_colour_is_not_substantial(altered: Alter) -> None:
    found = compare("cierzo", altered("cierzo", 'lemon = "#FFD23F"', 'lemon = "#FFD240"'))
    assert {change.kind for change in found.changes} == {"art"}
    assert found.proposal == Proposal.NOT_SUBSTANTIAL


def test_another_price_is_another_game_memory(altered: Alter) -> None:
    path = altered("moncayo_nacional", "bets_cents = [100, 200,", "bets_cents = [100, 300,")
    text = path.read_text(encoding="utf-8").replace("1,00, 2,00 o 6,00", "1,00, 3,00 o 6,00")
    path.write_text(text.replace("1.00, 2.00 or 6.00", "1.00, 3.00 or 6.00"), encoding="utf-8")
    found = compare("moncayo_nacional", path)
    assert "price" in {change.kind for change in found.changes}
    assert found.proposal == Proposal.HOMOLOGATION
    assert {"C-02", "C-04", "C-06", "C-21"} <= set(found.rows)


def test_a_price_of_skill_touches_type_a_alone(altered: Alter) -> None:
    found = compare("ronda", altered("ronda", "price_cents = 50", "price_cents = 100"))
    assert "price" in {change.kind for change in found.changes}
    assert {row[0] for row in found.rows} <= {"A", "G"}


def test_less_money_in_a_hopper_is_substantial_and_no_game_memory(altered: Alter) -> None:
    found = compare("cierzo", altered("cierzo", "capacity_coins = 800", "capacity_coins = 700"))
    assert (found.memory, found.proposal) == (False, Proposal.SUBSTANTIAL)
    assert {"B-16", "B-20", "K-24"} <= set(found.rows)


def test_a_function_of_the_hoppers_is_named_with_its_rows(firmware: Path) -> None:
    source = (firmware / "hoppers.py").read_text(encoding="utf-8")
    name = next(line for line in source.splitlines() if line.startswith("def "))
    found = with_firmware(firmware, "hoppers.py", name, f"{name}\n    0")
    where = name.removeprefix("def ").partition("(")[0]
    assert [change.where for change in found.changes] == [f"hoppers.py: {where}"]
    assert {"K-24", "B-16", "B-20"} <= set(found.rows)
    assert (found.memory, found.proposal) == (False, Proposal.SUBSTANTIAL)


def test_a_comment_in_the_firmware_touches_next_to_nothing(firmware: Path) -> None:
    found = with_firmware(firmware, "payer.py", "from ", "# A comment.\nfrom ")
    assert [change.kind for change in found.changes] == ["comment"]
    assert found.proposal == Proposal.NOT_SUBSTANTIAL
    assert set(found.rows) <= {"K-14", "G-38"}


def test_what_the_rules_say_of_a_module_is_touched(firmware: Path) -> None:
    """``enforced_by`` of the profile counts beside our own table."""
    law = load_model("cierzo").profile
    assert {"B-03", "B-10", "B-11", "K-16"} <= enforced(law, "B", "play")
    assert enforced(law, "C", "play") == {"C-02", "C-03", "C-09"}
    found = with_firmware(
        firmware, "cycle/play.py", "\n\n\ndef ", "\n\n\ndef added():\n    return 1\n\n\ndef "
    )
    assert [change.where for change in found.changes] == ["play.py: added"]
    assert {"B-03", "B-10", "B-11"} <= set(found.rows)


def test_a_module_of_somebody_else_touches_every_row(firmware: Path) -> None:
    (firmware / "extra.py").write_text("def more():\n    return 1\n", encoding="utf-8")
    try:
        found = difference(Version.of("cierzo"), Version.of("cierzo", firmware=firmware))
    finally:
        (firmware / "extra.py").unlink()
    model = load_model("cierzo")
    binding = {row.id for row in requirements(model, model.profile) if row.grade is None}
    assert binding <= set(found.rows)


def test_a_line_on_another_pin_touches_its_device() -> None:
    before = pins_data("B")
    after = json.loads(json.dumps(before))
    row = next(row for row in after["pins"] if row[0] == "hopper_10_sense")
    row[3] = 1 - row[3]
    changes = list(pin_changes(canonical(before), canonical(after), kinds()))
    assert [(change.kind, change.where) for change in changes] == [("pins", "pins.hopper_10_sense")]
    assert {"B-20", "K-24"} <= changes[0].rows


def test_functions_are_told_apart_by_name_and_code() -> None:
    one = functions("A = 1\nclass B:\n    C = 2\n    def d(self):\n        'text'\n        return 1\n")
    other = functions("A = 1\nclass B:\n    C = 2\n    # why\n    def d(self):\n        return 1\n")
    assert one == other
    assert set(one) == {"(module)", "B", "B.d"}
    assert functions("A = 1\nclass B:\n    C = 3\n    def d(self):\n        return 1\n")["B"] != one["B"]
    assert functions("def e(") == {"(module)": "def e("}


def test_a_folder_that_holds_one_rom_is_a_machine(tmp_path: Path) -> None:
    rom = tmp_path / "dossier" / "memoria" / "x.rom"
    rom.parent.mkdir(parents=True)
    rom.write_bytes(build_file("cierzo"))
    assert compare(tmp_path / "dossier", "cierzo").changes == ()
    (rom.parent / "y.rom").write_bytes(rom.read_bytes())
    with pytest.raises(DiffError, match=r"must hold one ROM \(got 2"):
        Version.of(tmp_path / "dossier")


def test_every_row_of_the_data_is_a_row_somewhere() -> None:
    known = {
        row.id
        for name in ("cierzo", "moncayo", "ronda", "cometa_nacional", "monegros")
        for row in requirements(load_model(name), load_model(name).profile)
    }
    table = kinds()
    named = {row for kind in table.kinds.values() for row in kind.rows}
    named |= {row for module in table.modules.values() for row in module.rows}
    named |= {row for rows in table.pins.values() for row in rows}
    assert named - {"*"} <= known


def test_every_module_that_ships_is_known() -> None:
    """But those of a table's devices, which are no machines of these types."""
    apart = ("chance_device", "cup", "wheel", "typecheck")
    here = {path.stem for path in FIRMWARE_FOLDER.rglob("*.py") if path.parent.name not in apart}
    assert here - {"__init__"} == set(kinds().modules)


def test_every_key_of_a_model_file_has_a_kind() -> None:
    table = kinds()
    keys = {key for kind in TYPES.values() for key in kind.shape.model_fields}
    assert [key for key in sorted(keys) if table.of_path(key) is None] == []
    for name in model_names():
        raw = tomllib.loads((MODELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
        assert [path for path in _paths("", raw) if table.of_path(path) is None] == []


def _paths(path: str, value: Any) -> list[str]:
    if isinstance(value, dict):
        return [found for key, one in value.items() for found in _paths(f"{path}.{key}".lstrip("."), one)]
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        return [found for number, one in enumerate(value) for found in _paths(f"{path}.{number}", one)]
    return [path]


def test_another_type_of_machine_differs_in_everything() -> None:
    found = compare("cierzo", "moncayo")
    assert found.proposal == Proposal.HOMOLOGATION
    assert {"B-07", "C-06"} <= set(found.rows)


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_table_says_what_and_why(
    altered: Alter, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    found = compare("cierzo", altered("cierzo", "20 = 139, 40 = 71", "20 = 138, 40 = 71"))
    print_difference(found, language)
    said = capsys.readouterr().out
    assert "cycle.strata[0].prizes.20" in said and "B-07" in said
    assert ("nueva homologación" if language == "es" else "new homologation") in said
    assert found.second.digest in said


def test_json_has_every_change_and_row(altered: Alter, capsys: pytest.CaptureFixture[str]) -> None:
    path = altered("cierzo", "capacity_coins = 800", "capacity_coins = 700")
    diff("cierzo", str(path), as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["proposal"] == "substantial"
    assert told["game_memory_changed"] is False
    assert told["changes"][0]["where"] == "hoppers[0].capacity_coins"
    assert {row["row"] for row in told["rows"]} >= {"B-16", "K-24"}
    assert told["first"]["rom_sha256"] != told["second"]["rom_sha256"]


def test_another_core_is_another_game_memory(tmp_path: Path) -> None:
    """A ROM of a core that makes other plays boots nowhere here, and is compared all the same."""
    box = unpack(build_file("cierzo"))
    facts = {key: value for key, value in box.manifest.items() if key != "parts"}
    facts["core_sha256"] = "0" * 64
    facts["known_answer"] = {**facts["known_answer"], "digest": "0" * 16}
    path = tmp_path / "other.rom"
    path.write_bytes(pack(facts, box.parts))
    found = compare("cierzo", path)
    assert [change.kind for change in found.changes] == ["core"]
    assert (found.memory, found.parts) == (True, ())
    assert {"B-07", "B-30", "G-02"} <= set(found.rows)


def test_a_damaged_rom_is_refused(tmp_path: Path) -> None:
    data = bytearray(build_file("cierzo"))
    data[-1] ^= 1
    (tmp_path / "x.rom").write_bytes(data)
    with pytest.raises(DamagedRomError):
        compare("cierzo", tmp_path / "x.rom")
