# SPDX-License-Identifier: MIT
"""azar rom extract writes what a ROM holds, each byte of it, and nothing outside of its folder."""

import json
import re
import shlex

import pytest
from places import ROOT

from emulator import cli
from machines.rom.build import build_file
from machines.rom.file import pack, unpack


@pytest.fixture(scope="module")
def rom(tmp_path_factory):
    path = tmp_path_factory.mktemp("rom") / "cierzo.rom"
    path.write_bytes(build_file("cierzo"))
    return path


def run(line, capsys):
    status = cli.run(shlex.split(line))
    return status, *capsys.readouterr()


def test_every_part_is_a_file_of_its_own(rom, tmp_path, capsys):
    folder = tmp_path / "parts"
    status, out, _ = run(f"rom extract {rom} -o {folder} --json", capsys)
    box = unpack(rom.read_bytes())
    assert status == 0 and set(json.loads(out)["files"]) == {*box.parts, "manifest.json"}
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert json.loads(found.pop("manifest.json")) == box.manifest
    assert found == dict(box.parts)


def test_a_folder_with_something_in_it_is_left_alone(rom, tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("kept")
    status, _, err = run(f"rom extract {rom} -o {tmp_path}", capsys)
    assert status != 0 and "must be a new or an empty folder" in err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_part_that_would_lie_elsewhere_is_refused(rom, tmp_path, capsys):
    box = unpack(rom.read_bytes())
    strange = tmp_path / "strange.rom"
    manifest = {key: value for key, value in box.manifest.items() if key != "parts"}
    strange.write_bytes(pack(manifest, {**box.parts, "../outside.py": b"x"}))
    status, _, err = run(f"rom extract {strange} -o {tmp_path / 'a' / 'b'}", capsys)
    assert status != 0 and "must lie inside of the folder (got ../outside.py)" in err
    assert not list(tmp_path.rglob("outside.py")) and not (tmp_path / "a" / "b").exists()


def test_the_page_of_a_real_board_has_its_pins(rom):
    pins = json.loads(unpack(rom.read_bytes()).parts["pins.json"])["pins"]
    page = (ROOT / "docs" / "real_board.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (\w+)", page, re.MULTILINE)
    assert [(int(gpio), name) for gpio, name, _ in rows] == [(gpio, name) for name, gpio, *_ in pins]
    plain = {name: way for _, name, way in rows if way in ("in", "out")}
    assert plain == {name: "out" if out else "in" for name, _, out, *_ in pins if name in plain}
    assert len(plain) == 43
