# SPDX-License-Identifier: MIT
"""What somebody else packed: unpacked up to a limit, nested up to a limit, and refused in one line beyond."""

from __future__ import annotations

import base64
import json
import random
import tomllib
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest
from soon import spared

from emulator.cabinet import Cabinet, CabinetError, saved
from emulator.cabinet.inflate import inflate, inflate_head
from emulator.lab import campaign_checkpoint
from emulator.lab.campaign_pieces import CampaignError
from emulator.records import journal, storage
from emulator.records.chain import JournalError, chain
from emulator.records.images import ImageError, read_image
from emulator.records.journal import Recorder
from emulator.scenario import file as scenario
from emulator.scenario.script import ScriptError
from machines.model import ModelError, parse_model
from machines.rom.file import DamagedRomError, unpack
from machines.support.plain import DEPTH_MOST, read_json, read_toml

MANY = 100_000
DEEP = "[" * MANY + "]" * MANY


def test_what_fits_is_unpacked_to_the_byte() -> None:
    for size in (0, 1, 1000, 65_536):
        data = random.Random(size).randbytes(size)
        assert inflate(zlib.compress(data), size) == data
        assert inflate_head(zlib.compress(data) + b"more", size) == (data, b"more")


def test_one_byte_too_many_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(ValueError, match=r"at most 999 bytes \(got more\)"):
        inflate(zlib.compress(bytes(1000)), 999)
    bomb = zlib.compress(bytes(64 << 20))
    tracemalloc.start()
    with pytest.raises(ValueError, match="at most 65,536 bytes"):
        inflate(bomb, 65_536)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("data", [b"", b"x", zlib.compress(bytes(99))[:-1], zlib.compress(b"a") + b"b"])
def test_what_is_damaged_short_or_long_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="compressed data must"):
        inflate(data, 1000)


def bomb(path: Path, **nvram: Any) -> Path:
    """A journal whose first line holds an image that unpacks to 128 MiB."""
    with path.open("w", encoding="ascii", newline="\n") as stream:
        Recorder(Cabinet("cierzo", seed="00"), stream).close()
    header = json.loads(path.read_text("ascii").split("\n", 1)[0])
    del header["h"]
    packed = base64.b64encode(zlib.compress(bytes(128 << 20), 9)).decode()
    header["nvram"] |= {"zlib": packed, **nvram}
    text = json.dumps(header, sort_keys=True, separators=(",", ":"))
    path.write_text(f'{text[:-1]},"h":"{chain("", text)}"}}\n', "ascii")
    return path


@pytest.mark.parametrize(
    ("nvram", "message"),
    [
        ({}, "must unpack to at most 32,768 bytes"),
        ({"size": 1 << 40}, "size must be 0 to 65536 bytes"),
        spared(({"size": -1}, "size must be 0 to 65536 bytes")),
        spared(({"size": "32768"}, "size must be 0 to 65536 bytes")),
    ],
)
def test_a_journal_unpacks_to_the_memory_of_a_board_at_most(
    nvram: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = bomb(tmp_path / "bomb.jsonl", **nvram)
    tracemalloc.start()
    with pytest.raises(JournalError, match=message):
        journal.read(path)
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


def test_a_saved_state_unpacks_to_a_state_at_most() -> None:
    bombs = [zlib.compress(text) for text in (b"{" + b" " * (16 << 20), b"[" + b"1," * (4 << 20) + b"]")]
    tracemalloc.start()
    for bomb in bombs:
        with pytest.raises(ValueError, match="at most 262,144 bytes"):
            saved.unpack(bomb)
    assert tracemalloc.get_traced_memory()[1] < 2 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("text", ["(" * 250, "-" * 50_000 + "1", "[" * 90 + "]" * 90, "{1: 2}[3]"])
def test_a_saved_state_of_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="data must"):
        saved.unpack(zlib.compress(text.encode()))


def test_a_saved_cabinet_never_unpacks_more_than_a_memory() -> None:
    value = saved.unpack(Cabinet("cierzo", seed="00").save())
    value["origin"]["nvram"] = zlib.compress(bytes(128 << 20))
    with pytest.raises(CabinetError, match="at most 65,536 bytes"):
        Cabinet.restore(saved.pack(value))


@pytest.mark.parametrize("part", ["origin", "state", "runtime"])
def test_a_saved_cabinet_without_a_part_is_refused(part: str) -> None:
    value = saved.unpack(Cabinet("cierzo", seed="00").save())
    del value[part]
    with pytest.raises(CabinetError, match=r"saved must be what save\(\) returned"):
        Cabinet.restore(saved.pack(value))


def test_texts_nest_as_deep_as_a_format_can_need() -> None:
    deepest = "[" * DEPTH_MOST + "]" * DEPTH_MOST
    assert read_json(deepest) == read_toml(f"a = {deepest[1:-1]}")["a"][:0] + json.loads(deepest)
    assert read_json(json.dumps({"text": DEEP})) == {"text": DEEP}
    assert read_json(json.dumps(['"[{\\' * MANY])) == ['"[{\\' * MANY]
    assert read_json(b"[[1]]" * 1) == [[1]]
    assert read_json(json.dumps([[]] * MANY)) == [[]] * MANY


@pytest.mark.parametrize(
    "text", [f"[{'[' * DEPTH_MOST}{']' * DEPTH_MOST}]", DEEP, '{"a":' * MANY, "[{" * MANY]
)
def test_deeper_json_is_no_value(text: str) -> None:
    with pytest.raises(ValueError, match="nested at most 64 deep"):
        read_json(text)
    with pytest.raises(ValueError, match="nested at most 64 deep"):
        read_json(text.encode())


@pytest.mark.parametrize(
    "text", [f"a = {DEEP}", "a = " + "{a = " * 300 + "1" + "}" * 300, "a." * 70 + "b = 1"]
)
def test_deeper_toml_is_no_table(text: str) -> None:
    with pytest.raises(ValueError, match="nested at most 64 deep"):
        read_toml(text)


@pytest.mark.parametrize("day", ["", "day = 2004-05-01\n"])
def test_tables_that_are_read_again_are_the_callers_own(day: str) -> None:
    text = f"{day}[one]\nlist = [1, 2.5, true, {{ name = 'ñ' }}]\n"
    first, whole = read_toml(text), tomllib.loads(text)
    first["one"]["list"].append(3)
    first["one"]["list"][3]["name"] = "m"
    again = read_toml(text)
    assert again == whole and [type(one) for one in again["one"]["list"]] == [int, float, bool, dict]


def test_every_reader_refuses_a_deep_text_by_name(tmp_path: Path) -> None:
    path = tmp_path / "deep"
    path.write_text(DEEP, "ascii")
    readers: list[tuple[type[Exception], Any]] = [
        (JournalError, lambda: journal.read(path)),
        (ImageError, lambda: read_image(path)),
        (storage.DamagedError, lambda: storage.read_file(path)),
        (CampaignError, lambda: campaign_checkpoint.load(path)),
        (ScriptError, lambda: scenario.parse(f"about = {DEEP}")),
        (ModelError, lambda: parse_model(f"name = {DEEP}".encode())),
        (DamagedRomError, lambda: unpack(rom_of(DEEP.encode()))),
    ]
    for error, reader in readers:
        with pytest.raises(error):
            reader()


def rom_of(manifest: bytes) -> bytes:
    """A ROM file with this manifest and all check sums right."""
    import binascii
    import hashlib
    import struct

    head = struct.pack("<8sIII32s", b"AZAR-ROM", 1, len(manifest), 0, hashlib.sha256(manifest).digest())
    return head + struct.pack("<I", binascii.crc32(head)) + manifest
