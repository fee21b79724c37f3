# SPDX-License-Identifier: MIT
"""The NVRAM as people read it: every row where the docs put it, every damage called by its name."""

from __future__ import annotations

import functools
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import ROOT
from seal_rig import SEALS, rewritten

from emulator import Cabinet
from emulator.cli import run as azar
from emulator.records.images import ImageError, of_user, read_image
from emulator.records.journal import Recorder
from emulator.records.storage import open_machine
from machines.firmware import events, nvram
from machines.memory import factory
from machines.memory.chip import seals_of
from machines.memory.nvram_map import NvramMap, Record, nvram_map
from machines.memory.record import decode
from machines.model import load_model

DOCS = ROOT / "docs" / "nvram.md"


@functools.cache
def played() -> bytes:
    """The NVRAM of a machine after two plays."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_100)
    cab.insert(100)
    cab.run(ms=1_000)
    for _ in range(2):
        cab.press("start")
        cab.run(ms=6_000)
    return cab.nvram


def flipped(image: bytes, at: int, bit: int = 0) -> bytes:
    return image[:at] + bytes([image[at] ^ 1 << bit]) + image[at + 1 :]


def record(found: NvramMap, name: str) -> Record:
    return next(record for record in found.records if record.name == name)


def counting(found: NvramMap, kind: str) -> Record:
    """The copy that counts of main or marks."""
    return next(r for r in found.records if r.name.startswith(kind) and r.role == "counts")


# --- what stands where ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Main record", "main even"),
        ("Marks of the meters", "marks odd"),
        ("A row of the last plays", "play row 3"),
    ],
)
def test_every_row_stands_where_the_docs_put_it(heading: str, name: str) -> None:
    section = DOCS.read_text("utf-8").partition(f"## {heading}")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", section, re.MULTILINE)
    shown = record(nvram_map(played()), name)
    assert [(str(row.place - shown.place), row.name, row.encoding, row.what) for row in shown.rows] == rows


def test_values_are_those_that_the_firmware_reads() -> None:
    known = decode(played())
    assert known is not None
    main = counting(nvram_map(played()), "main")
    for row in main.rows:
        if row.name not in ("state", "outcome", "seal"):
            value = known[row.name]
            assert row.value == (list(value) if isinstance(value, tuple) else value), row.name
    assert main.value("outcome") == known["outcome"].hex()
    assert tuple(counting(nvram_map(played()), "marks").value("given")) == known["meters_given"]


def test_people_read_money_coins_and_phases() -> None:
    model = load_model("cierzo")
    shown = {row.name: row.shown for row in counting(nvram_map(played(), model), "main").rows}
    assert shown["credits_cents"] == "0.60 EUR"
    assert shown["phase"] == "idle"
    assert "1.00 EUR: 1" in shown["coins_in"]
    assert shown["hopper_counts"].startswith("0.10 EUR: ")
    assert "machine 1, play 2, cycle 0" in shown["state"]
    assert shown["queue_kinds"] == "free, free, free"
    unnamed = {row.name: row.shown for row in counting(nvram_map(played()), "main").rows}
    assert "#3: 1" in unnamed["coins_in"]


def test_the_key_of_plays_to_come_is_never_shown() -> None:
    key = bytes(range(0xA0, 0xC0))
    image = Cabinet("cierzo", seed=key.hex()).nvram
    known = decode(image)
    assert known is not None and key in known["state"]
    for model in (None, load_model("cierzo")):
        text = json.dumps(nvram_map(image, model).as_dict())
        assert not any(key[at : at + 4].hex() in text for at in range(len(key) - 3))
        assert "secret, sha256" in text


def test_a_whole_memory_has_one_counting_copy_each_and_its_plays() -> None:
    found = nvram_map(played())
    assert found.verdict == "whole" and found.strays == ()
    roles = [(r.name.partition(" ")[0], r.role) for r in found.records if not r.name.startswith("play")]
    assert sorted(roles) == [("main", "counts"), ("main", "older"), ("marks", "counts"), ("marks", "older")]
    plays = [r.value("sequence") for r in found.records if r.name.startswith("play") and r.role == "counts"]
    assert plays == [1, 2]


# --- damage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", ["main", "marks"])
def test_every_byte_of_a_copy_is_missed(kind: str, step: int) -> None:
    whole = counting(nvram_map(played()), kind)
    for at in range(whole.place, whole.place + whole.size, step):
        found = nvram_map(flipped(played(), at, bit=at % 8))
        assert record(found, whole.name).check.startswith("damaged: "), at
        assert found.verdict == f"recovered: {whole.name} not whole, the machine goes by the other copy"
        assert counting(found, kind).name != whole.name


@pytest.mark.parametrize(
    ("offset", "text"),
    [
        (0, f"damaged: version must be {nvram.VERSION} (got {nvram.VERSION ^ 1})"),
        (2, f"damaged: length must be {nvram.MAIN_SIZE} bytes (got {nvram.MAIN_SIZE ^ 1})"),
        (40, "CRC-32"),
    ],
)
def test_damage_is_called_by_its_name(offset: int, text: str) -> None:
    whole = counting(nvram_map(played()), "main")
    shown = record(nvram_map(flipped(played(), whole.place + offset)), whole.name)
    assert text in shown.check


def test_a_damaged_copy_still_shows_what_lies_there() -> None:
    whole = counting(nvram_map(played()), "main")
    place = next(row.place for row in whole.rows if row.name == "credits_cents")
    shown = record(nvram_map(flipped(played(), place)), whole.name)
    assert shown.value("credits_cents") == whole.value("credits_cents") ^ 1


def test_text_that_is_none_is_shown_as_bytes() -> None:
    whole = counting(nvram_map(played()), "main")
    place = next(row.place for row in whole.rows if row.name == "tilt")
    image = played()[:place] + b"\xff\xfe" + bytes(10) + played()[place + 12 :]
    assert record(nvram_map(image), whole.name).value("tilt") == "fffe" + "00" * 10


@pytest.mark.parametrize("slots", [nvram.SLOTS, nvram.MARKS_SLOTS])
def test_the_verdict_is_the_firmwares_own(slots: tuple[int, ...]) -> None:
    one = flipped(played(), slots[0] + 9)
    both = flipped(one, slots[1] + 9)
    for image, locked in ((one, False), (both, True)):
        assert nvram_map(image).verdict.startswith("locked" if locked else "recovered")
        cab = Cabinet("cierzo", seed="00", nvram=image)
        cab.run(ms=5_100)
        assert ("MEMORIA" in cab.display.message) == locked


def test_a_copy_with_text_that_no_machine_writes_is_not_whole() -> None:
    image = rewritten(played(), {"tilt": "\u00e9"}, SEALS)
    for place in nvram.SLOTS:
        copy = image[place : place + nvram.MAIN_SIZE]
        assert nvram.flaw(nvram.LAYOUT, nvram.MAIN_FORMAT, copy, place, SEALS) == "", (
            "all but the text is right"
        )
    assert nvram_map(image, seals=SEALS).verdict.startswith("locked")
    cab = Cabinet("cierzo", seed="00", nvram=image)
    cab.run(ms=5_100)
    assert "MEMORIA" in cab.display.message


def test_empty_and_short_memories_are_locked() -> None:
    for image in (b"", bytes(nvram.SIZE), played()[:100]):
        assert nvram_map(image).verdict.startswith("locked: no copy of main and marks is whole")
    assert record(nvram_map(b""), "main even").check == "empty"


def test_a_play_that_never_counted_is_told_apart() -> None:
    image = rewritten(played(), {"starts": 1}, SEALS)
    assert [record(nvram_map(image, seals=SEALS), f"play row {row}").role for row in (1, 2)] == [
        "counts",
        "never counted",
    ]


def test_a_damaged_play_and_a_stray_byte_are_told() -> None:
    image = flipped(flipped(played(), nvram.RING + nvram.RING_ROW + 12), 0x7FFF)
    found = nvram_map(image)
    assert found.verdict == "play row 1 damaged, that play cannot be recalled"
    assert found.strays == (0x7FFF,)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 0x1400), st.binary(min_size=1, max_size=40)), max_size=12))
def test_no_memory_is_unreadable(patches: list[tuple[int, bytes]]) -> None:
    image = bytearray(played())
    for at, piece in patches:
        image[at : at + len(piece)] = piece
    found = nvram_map(bytes(image[: nvram.SIZE]), load_model("cierzo") if not patches else None)
    known = decode(bytes(image[: nvram.SIZE]))
    lost = known is None or known["meters_given"] is None
    assert found.verdict.startswith("locked") == lost
    json.dumps(found.as_dict())


# --- files and the command line ---------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with two machines of one model."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for serial in (1, 2):
        with open_machine("cierzo", serial=serial) as machine:
            seals = seals_of(machine.chip_key or b"", serial)
            machine.save(factory.factory_image(bytes(256), serial, (3, 4), seals=seals), {})
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    status = azar([*arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_inspect_shows_your_newest_machine_or_the_one_named(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "inspect")[1]["serial"] == 2
    assert said(capsys, "inspect", "cierzo", "--serial", "1")[1]["serial"] == 1
    status, answer = said(capsys, "inspect", "cierzo", "--serial", "7")
    assert status == 1 and "got 1, 2" in answer["error"]["message"]
    assert said(capsys, "inspect", "nosuch")[1]["error"]["hint"] == "azar play nosuch commissions one"


def test_inspect_reads_machines_dumps_and_journals(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "dump.bin").write_bytes(played())
    cab = Cabinet("cierzo", seed="00", nvram=played())
    with (home / "run.jsonl").open("w", encoding="ascii", newline="\n") as stream:
        Recorder(cab, stream).close()
    shutil.copyfile(of_user("cierzo", 1).source, home / "kept")
    for name, kind, model in (
        ("dump.bin", "dump", None),
        ("run.jsonl", "journal", "cierzo"),
        ("kept", "machine", "cierzo"),
    ):
        status, answer = said(capsys, "inspect", name)
        assert (status, answer["kind"], answer["model"], answer["verdict"]) == (0, kind, model, "whole")
        azar(["inspect", name])
        assert ("as of the beginning of the journal" in capsys.readouterr().out) == (kind == "journal")
    assert said(capsys, "inspect", "dump.bin", "cierzo")[1]["model"] == "cierzo"


def test_inspect_prints_every_row_of_the_copy_that_counts(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "dump.bin").write_bytes(flipped(played(), 0x8000 - 1))
    assert azar(["inspect", "dump.bin", "cierzo"]) == 0
    shown = capsys.readouterr().out
    for name, *_ in nvram.LAYOUT:
        assert re.search(rf"^  0x[0-9a-f]{{4}}  {name} ", shown, re.MULTILINE), name
    assert "outside: 1 bytes belong to no record, from 0x7fff" in shown
    assert "play 2, stake 0.20 EUR" in shown


def test_a_damaged_machine_is_shown_with_a_warning_and_left_as_it_is(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(of_user("cierzo", 1).source)
    data = path.read_bytes()
    start = data.index(b"\n") + 1
    bent = flipped(data, start + 60)
    path.write_bytes(bent)
    status, answer = said(capsys, "inspect", "cierzo", "--serial", "1")
    assert (status, answer["verdict"].partition(":")[0]) == (0, "recovered")
    assert "damaged, NVRAM: sha256 must be" in answer["warnings"][0]
    assert azar(["inspect", str(path)]) == 0
    told = capsys.readouterr()
    assert "main even: damaged" in told.out and "warning: " in told.err
    assert path.read_bytes() == bent


def test_files_that_hold_no_memory_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_bytes(b"\xff" * 100)
    with pytest.raises(ImageError, match="32768 bytes"):
        read_image(tmp_path / "x")
    for name in ("missing.nvram", str(tmp_path / "missing")):
        assert said(capsys, "inspect", name)[0] == 1
    assert azar(["inspect", str(tmp_path / "x"), "--serial", "1"]) == 2


def test_inspect_shows_the_event_log(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_000)
    cab.open_door("box")
    cab.run(ms=1_000)
    (home / "dump.bin").write_bytes(cab.nvram)
    assert azar(["inspect", "dump.bin"]) == 0
    shown = capsys.readouterr().out
    assert "event log: 2 rows, 0 of the counted ones not whole" in shown
    assert "       2  2026-01-01 00:00:05  door_box_open 1" in shown
    found = said(capsys, "inspect", "dump.bin")[1]
    assert [row["text"] for row in found["log"]] == ["power_up 1", "door_box_open 1"]
    assert found["stray_bytes"] == 0
    bent = nvram_map(flipped(cab.nvram, events.place(2) + 3))
    assert (len(bent.log), bent.log_missing) == (1, 1)
