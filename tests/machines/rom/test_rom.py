# SPDX-License-Identifier: MIT
"""Sealed ROMs: the same bytes everywhere, nothing at odds or foreign inside, and a board that boots them."""

from __future__ import annotations

import functools
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import vm_helpers

from emulator import Cabinet
from emulator.cabinet import CabinetError
from emulator.cabinet.machine import Machine
from emulator.cli import run as azar
from emulator.records.journal import Recorder
from emulator.records.replay import DigestError, replay
from machines.firmware import pins
from machines.model import MODELS_FOLDER
from machines.rom import mpy
from machines.rom.build import build_file
from machines.rom.file import DamagedRomError, pack, unpack
from machines.rom.program import RESERVED, RomError, firmware_digest, firmware_sources
from machines.rom.read import is_rom, read_rom, sources_of, verify_compiled

PartBytes = dict[str, bytes]


@functools.cache
def whole() -> bytes:
    return build_file("cierzo")


@pytest.fixture
def rom(tmp_path: Path) -> Path:
    path = tmp_path / "cierzo.rom"
    path.write_bytes(whole())
    return path


def forged(path: Path, change: Callable[[dict[str, Any], PartBytes], None]) -> Path:
    """A ROM whose digests are all right, but whose contents somebody changed."""
    box = unpack(whole())
    facts = {name: value for name, value in box.manifest.items() if name != "parts"}
    parts = dict(box.parts)
    change(facts, parts)
    path.write_bytes(pack(facts, parts))
    return path


def reseal_settings(parts: PartBytes) -> None:
    """Give the settings the digest of the firmware as it is now."""
    sources = sources_of(parts)
    lines = sources["settings"].splitlines(keepends=True)
    name = "FIRMWARE_SHA256"
    source = "".join(
        f"{name} = {firmware_digest(sources)!r}\n" if line.startswith(name) else line for line in lines
    )
    parts["firmware/settings.py"] = source.encode()
    parts["firmware/settings.mpy"] = mpy.compile_module("settings", source)


def findings(path: Path, **options: Any) -> dict[str, str]:
    """What the boot code says of a ROM that it must refuse."""
    with pytest.raises(DamagedRomError) as refusal:
        read_rom(path, **options)
    return {finding.part: finding.message for finding in refusal.value.findings}


# --- the same bytes ---------------------------------------------------------------------------------


def test_the_same_input_gives_the_same_bytes_whatever_surrounds_it(tmp_path: Path) -> None:
    made = []
    for number, (zone, mask) in enumerate((("UTC", 0o022), ("Asia/Tokyo", 0o077))):
        folder = tmp_path / f"folder {number}"
        firmware = folder / "ours"
        firmware.mkdir(parents=True)
        for name, text in firmware_sources().items():
            (firmware / f"{name}.py").write_text(text, encoding="utf-8")
            os.utime(firmware / f"{name}.py", (number * 10**8, number * 10**8))
        shutil.copyfile(MODELS_FOLDER / "cierzo.toml", folder / "cierzo.toml")
        code = (
            "import sys, os; os.umask(int(sys.argv[1])); from emulator.cli import run; "
            "sys.exit(run(['build', 'cierzo.toml', '-o', 'x.rom', '--firmware', 'ours']))"
        )
        environment = {**os.environ, "TZ": zone, "HOME": str(folder), "PYTHONHASHSEED": str(number)}
        command = [sys.executable, "-P", "-c", code, str(mask)]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        made.append((folder / "x.rom").read_bytes())
    assert made[0] == made[1] == whole()


def test_no_path_is_in_the_file() -> None:
    for folder in (Path.cwd(), Path.home(), Path(sys.prefix)):
        assert folder == Path("/") or str(folder).encode() not in whole()


def test_another_language_profile_or_firmware_is_another_rom(tmp_path: Path) -> None:
    digests = {unpack(whole()).digest}
    digests.add(unpack(build_file("cierzo", language="en")).digest)
    (tmp_path / "main.py").write_text("def boot():\n    pass\n\n\ndef tick():\n    return 500\n")
    digests.add(unpack(build_file("cierzo", firmware=tmp_path)).digest)
    assert len(digests) == 3


# --- what the boot code refuses ---------------------------------------------------------------------


def test_a_whole_rom_is_read(rom: Path) -> None:
    sealed = read_rom(rom)
    assert (sealed.model.name, sealed.model.profile.id, sealed.signer) == ("cierzo", "es-ar-2002", None)
    assert sealed.boot().sources == Cabinet("cierzo").rom.sources
    assert verify_compiled(sealed) == []


@pytest.mark.parametrize(
    "part", ["model.toml", "profile.json", "pins.json", "tables.bin", "firmware/main.py"]
)
def test_a_missing_part_is_named(part: str, tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda _, parts: (parts.pop(part), None)[1])
    assert findings(path)[part] == "missing"


def test_missing_bytecode_and_bytecode_without_source_are_named(tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda _, parts: (parts.pop("firmware/play.mpy"), None)[1])
    assert findings(path) == {"firmware/play.mpy": "missing"}
    path = forged(tmp_path / "x.rom", lambda _, parts: (parts.pop("firmware/play.py"), None)[1])
    assert list(findings(path)) == ["firmware/play.mpy"]


@pytest.mark.parametrize("name", ["readme.txt", "firmware/notes.txt", "tables.bin.old", "../x.py"])
def test_an_extra_part_is_named(name: str, tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda _, parts: parts.update({name: b"?"}))
    assert findings(path)[name].startswith("extra")


def test_tables_of_another_model_are_refused(tmp_path: Path) -> None:
    def swap(_: dict[str, Any], parts: PartBytes) -> None:
        parts["tables.bin"] = parts["tables.bin"][:-40] + bytes(8) + parts["tables.bin"][-32:]

    assert findings(forged(tmp_path / "x.rom", swap)) == {"tables.bin": "must be what model.toml compiles to"}


def test_settings_that_the_law_does_not_make_are_refused(tmp_path: Path) -> None:
    """B-10: a manufacturer's ROM with half a second between plays, all digests right."""

    def quicken(_: dict[str, Any], parts: PartBytes) -> None:
        name = "firmware/settings.py"
        assert b"PLAY_MIN_MS = 5000" in parts[name]
        parts[name] = parts[name].replace(b"PLAY_MIN_MS = 5000", b"PLAY_MIN_MS = 500")

    assert list(findings(forged(tmp_path / "x.rom", quicken))) == ["firmware/settings.py"]


def test_a_law_that_the_model_breaks_is_refused(tmp_path: Path) -> None:
    def raise_minimum(_: dict[str, Any], parts: PartBytes) -> None:
        law = json.loads(parts["profile.json"])
        for rule in law["rules"]:
            if rule["id"] == "B-07":
                rule["value"] = 99
        parts["profile.json"] = json.dumps(law).encode()

    assert "model.toml" in findings(forged(tmp_path / "x.rom", raise_minimum))


@pytest.mark.parametrize(
    "text", [b"{}", b"[]", b"", b'{"rules":[{"id":3}]}', b'{"id":"x","rules":[]}', b"\xff"]
)
def test_a_law_that_is_none_is_refused(text: bytes, tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda _, parts: parts.update({"profile.json": text}))
    assert set(findings(path)) <= {"profile.json", "model.toml"}


@pytest.mark.parametrize("text", [b"", b"price_cents = 20", b"\xff", b"[[["])
def test_a_model_that_is_none_is_refused(text: bytes, tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda _, parts: parts.update({"model.toml": text}))
    assert list(findings(path)) == ["model.toml"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("title", "OTHER"), ("price_cents", 10), ("format", 2), ("tables_version", 9), ("core_sha256", 5)],
)
def test_a_manifest_that_lies_is_refused(name: str, value: object, tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda facts, _: facts.update({name: value}))
    assert findings(path)["manifest"].startswith(f"{name} must be")


def test_a_core_that_makes_other_plays_is_refused(tmp_path: Path) -> None:
    def other(facts: dict[str, Any], _: PartBytes) -> None:
        facts["known_answer"] = {**facts["known_answer"], "digest": "0" * 16}

    assert "other plays" in findings(forged(tmp_path / "x.rom", other))["manifest"]


@pytest.mark.parametrize("language", [None, 1, ["es"]])
def test_a_language_that_is_none_is_refused(language: object, tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda facts, _: facts.update(language=language))
    assert "language must be" in findings(path)["manifest"]


def test_a_language_that_the_settings_have_not_is_refused(tmp_path: Path) -> None:
    path = forged(tmp_path / "x.rom", lambda facts, _: facts.update(language="en"))
    assert "must be the settings" in findings(path)["firmware/settings.py"]


@pytest.mark.parametrize("name", RESERVED)
def test_a_module_may_not_stand_between_firmware_and_board(name: str, tmp_path: Path) -> None:
    """A module ``machine`` could reach the host; ``payout`` could bring another chance."""
    (tmp_path / "fw").mkdir()
    (tmp_path / "fw" / "main.py").write_text("import machine\n")
    (tmp_path / "fw" / f"{name}.py").write_text("import _board\n")
    with pytest.raises(RomError, match=rf"board offers \(got {name}.py\)"):
        build_file("cierzo", firmware=tmp_path / "fw")
    evil = {f"firmware/{name}.py": b"import _board\n", f"firmware/{name}.mpy": b""}
    path = forged(tmp_path / "x.rom", lambda _, parts: parts.update(evil))
    assert list(findings(path)) == ["firmware"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda t: t.update(i2c_bus=0), "another board: i2c_bus"),
        (lambda t: t["addresses"].update(fram=0x51), "another board: addresses"),
        (lambda t: t.update(more=1), "another board: more"),
        (lambda t: t["pins"].pop(3), "row for every line"),
        (lambda t: t["pins"][0].pop(), "rows of name"),
        (lambda t: t.update(pins=[["a", 1, 2, 3, "x"]]), "rows of name"),
    ],
)
def test_a_pin_table_of_another_board_is_refused(
    change: Callable[[Any], object], text: str, tmp_path: Path
) -> None:
    def alter(_: dict[str, Any], parts: PartBytes) -> None:
        table = json.loads(parts["pins.json"])
        change(table)
        parts["pins.json"] = json.dumps(table).encode()

    assert text in findings(forged(tmp_path / "x.rom", alter))["pins.json"]


def test_bytecode_of_another_source_boots_nothing_unseen(tmp_path: Path) -> None:
    """Only verify compiles again; the seal is what keeps a whole ROM whole."""

    def swap(_: dict[str, Any], parts: PartBytes) -> None:
        parts["firmware/play.mpy"] = mpy.compile_module("play", "import settings\n")

    sealed = read_rom(forged(tmp_path / "x.rom", swap))
    assert [finding.part for finding in verify_compiled(sealed)] == ["firmware/play.mpy"]


def test_a_source_that_does_not_compile_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another mpy-cross than the one that made the ROM may refuse one of its sources."""
    compile_module = mpy.compile_module

    def refuse(name: str, source: str) -> bytes:
        if name == "play":
            raise mpy.CompileError("play.py: line 7: SyntaxError")
        return compile_module(name, source)

    sealed = read_rom(forged(tmp_path / "x.rom", lambda facts, parts: None))
    monkeypatch.setattr(mpy, "compile_module", refuse)
    (finding,) = verify_compiled(sealed)
    assert (finding.part, finding.message) == ("firmware/play.mpy", "play.py: line 7: SyntaxError")


def test_bytecode_by_another_compiler_cannot_be_judged(tmp_path: Path) -> None:
    def swap(facts: dict[str, Any], parts: PartBytes) -> None:
        facts["mpy_cross"] = "1.0.0"
        parts["firmware/play.mpy"] += b"\0"

    (finding,) = verify_compiled(read_rom(forged(tmp_path / "x.rom", swap)))
    assert "cannot be judged: made by mpy-cross 1.0.0" in finding.message


# --- firmware of one's own --------------------------------------------------------------------------

LAMP = """
from machine import Pin, Signal


class State:
    pass


state = State()


def boot():
    Signal(Pin(37, Pin.OUT)).on()


def tick():
    return 500
"""


def test_a_laboratory_boots_its_own_firmware(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(LAMP)
    (tmp_path / "x.rom").write_bytes(build_file("cierzo", firmware=tmp_path))
    cab = Cabinet(rom=tmp_path / "x.rom")
    cab.run(ms=1000)
    assert cab.lamps["tower"]
    assert not Cabinet("cierzo").lamps["tower"]


@pytest.mark.parametrize(
    ("name", "source", "text"),
    [
        ("main", "def tick(:\n", 'File "main.py", line 1'),
        ("two words", "", "name that can be imported"),
        ("other", "x = [*a, **b]\n", "other.py"),
    ],
)
def test_firmware_that_cannot_be_one_is_refused(name: str, source: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("")
    (tmp_path / f"{name}.py").write_text(source)
    with pytest.raises((RomError, mpy.CompileError), match=text):
        build_file("cierzo", firmware=tmp_path)


def test_firmware_without_main_or_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RomError, match=r"main\.py"):
        build_file("cierzo", firmware=tmp_path)
    (tmp_path / "main.py").write_bytes(b"\xff")
    with pytest.raises(RomError, match="UTF-8"):
        build_file("cierzo", firmware=tmp_path)


# --- the board boots it -----------------------------------------------------------------------------


def play(cab: Cabinet) -> tuple[Any, ...]:
    cab.run(ms=5_100)
    cab.insert(200)
    cab.run(ms=1_000)
    cab.press("start")
    cab.run(ms=6_000)
    return cab.display, cab.nvram, cab.meters


def test_a_rom_plays_as_its_model_does(rom: Path) -> None:
    assert play(Cabinet(rom=rom, seed="00")) == play(Cabinet("cierzo", seed="00"))
    assert play(Cabinet(rom, seed="00")) == play(Cabinet("cierzo", seed="00"))


def test_micropython_runs_the_bytecode_of_the_rom(tmp_path: Path) -> None:
    """Bytecode that says something else than its source is what runs there; rom verify would have told."""
    vm_helpers.engine()
    (tmp_path / "main.py").write_text(LAMP)

    def swap(_: dict[str, Any], parts: PartBytes) -> None:
        dark = LAMP.replace(".on()", ".off()")
        own = {name: text for name, text in unpack(lit).parts.items() if name.startswith("firmware/")}
        for name in [name for name in parts if name.startswith("firmware/")]:
            del parts[name]
        parts.update(own | {"firmware/main.mpy": mpy.compile_module("main", dark)})

    lit = build_file("cierzo", firmware=tmp_path)
    (tmp_path / "lit.rom").write_bytes(lit)
    dark = forged(tmp_path / "dark.rom", swap)
    shown = {}
    for runtime in vm_helpers.BOTH:
        for path in (tmp_path / "lit.rom", dark):
            cab = Cabinet(rom=path, runtime=runtime, trust_firmware=True)
            cab.run(ms=1000)
            shown[runtime, path.stem] = cab.lamps["tower"]
    assert shown == {
        ("cpython", "lit"): True,
        ("cpython", "dark"): True,
        ("micropython", "lit"): True,
        ("micropython", "dark"): False,
    }


def test_a_machine_of_other_tables_is_not_spoilt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    text = (MODELS_FOLDER / "cierzo.toml").read_text("utf-8")
    # The same money in other prizes: the first stratum's urn holds more of the smallest than there are.
    (tmp_path / "other.toml").write_text(text.replace("20 = 140, 40 = 70", "20 = 130, 40 = 75", 1), "utf-8")
    test = ("--headless", "--seed", "00", "--nvram", str(tmp_path / "kept"))
    assert said(capsys, "play", "cierzo", *test)[0] == 0
    kept = (tmp_path / "kept").read_bytes()
    assert said(capsys, "build", str(tmp_path / "other.toml"), "-o", str(tmp_path / "other.rom"))[0] == 0
    for name in ("other.rom", "other.toml"):
        status, answer = said(capsys, "play", str(tmp_path / name), *test)
        assert status == 1 and "made for other tables" in answer["error"]["message"]
    assert (tmp_path / "kept").read_bytes() == kept


def test_a_damaged_rom_is_refused_before_the_first_instruction(
    rom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a board was wired")

    monkeypatch.setattr(Machine, "__init__", never)
    data = whole()
    rom.write_bytes(data[:-9] + bytes([data[-9] ^ 4]) + data[-8:])
    with pytest.raises(DamagedRomError, match=r"refused: tables\.bin: altered"):
        Cabinet(rom=rom)


def test_the_board_is_wired_by_the_pin_table_of_the_rom(tmp_path: Path) -> None:
    """Two lamps change places in table and firmware alike: the machine is the same, its GPIO are not."""

    def swap(text: str) -> str:
        return (
            text.replace('"lamp_start", 30', '"lamp_start", 99')
            .replace('"lamp_double", 31', '"lamp_double", 30')
            .replace('"lamp_start", 99', '"lamp_start", 31')
        )

    def alter(_: dict[str, Any], parts: PartBytes) -> None:
        source = swap(parts["firmware/pins.py"].decode())
        parts["firmware/pins.py"] = source.encode()
        parts["firmware/pins.mpy"] = mpy.compile_module("pins", source)
        reseal_settings(parts)
        parts["pins.json"] = swap(parts["pins.json"].decode().replace('",', '", ')).encode()

    cab = Cabinet(rom=forged(tmp_path / "x.rom", alter), seed="00")
    rows = {row[0]: row[1] for row in cab.rom.pin_rows}
    assert (rows["lamp_start"], rows["lamp_double"]) == (31, 30)
    assert play(cab) == play(Cabinet("cierzo", seed="00"))
    assert cab.rom.digests["pins"] != Cabinet("cierzo", seed="00").rom.digests["pins"]
    assert rows.keys() == {row[0] for row in pins.PINS}


def test_a_sealed_rom_takes_no_other_profile_language_or_firmware(rom: Path) -> None:
    for options in ({"profile": "es-rd2110-2001"}, {"language": "en"}, {"firmware": {"main": ""}}):
        with pytest.raises(CabinetError, match="sealed with"):
            Cabinet(rom=rom, **options)
    assert Cabinet(rom=rom, profile="es-ar-2002", language="es").language == "es"


def test_a_seed_makes_a_test_machine_of_a_rom(rom: Path) -> None:
    cab, real = Cabinet(rom=rom, seed="00"), Cabinet(rom=rom)
    assert cab.test and not real.test
    cab.run(ms=5_100)
    assert cab.display.message.startswith("TEST")
    differing = {name for name, digest in cab.rom.digests.items() if real.rom.digests[name] != digest}
    assert differing == {"settings"}
    assert cab.rom.mpy.keys() == real.rom.mpy.keys()


def test_a_saved_cabinet_finds_its_rom_again(rom: Path) -> None:
    cab = Cabinet(rom=rom, seed="00")
    play(cab)
    again = Cabinet.restore(cab.save())
    assert again.rom.sealed == cab.rom.sealed == unpack(whole()).digest
    assert again.nvram == cab.nvram


def test_a_journal_names_its_rom_and_replays_with_it_alone(rom: Path, tmp_path: Path) -> None:
    cab = Cabinet(rom=rom, seed="00")
    path = tmp_path / "run.jsonl"
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        play(cab)
        recorder.close()
    assert cab.origin()["digests"]["rom"] == unpack(whole()).digest
    assert replay(path).same
    moved = rom.rename(tmp_path / "moved.rom")
    assert replay(path, model=moved).same
    with pytest.raises(DigestError) as refusal:
        replay(path, model="cierzo")
    assert refusal.value.part == "rom"


def test_a_rom_is_known_by_its_name_or_its_first_bytes(rom: Path, tmp_path: Path) -> None:
    other = tmp_path / "machine"
    other.write_bytes(rom.read_bytes())
    assert is_rom(rom) and is_rom(other) and is_rom("missing.rom")
    assert not is_rom("cierzo") and not is_rom(tmp_path) and not is_rom("cierzo.toml")


# --- from the command line --------------------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    status = azar([*arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_build_verify_and_play_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "rom", "keygen", "-o", "k.pem")[0] == 0
    status, built = said(capsys, "build", "cierzo", "-o", "x.rom", "--sign", "k.pem")
    assert (status, built["parts"]) == (0, len(unpack(whole()).parts))
    assert stat.S_IMODE((tmp_path / "x.rom").stat().st_mode) == 0o644
    status, verified = said(capsys, "rom", "verify", "x.rom", "--key", "k.pem.pub")
    assert (status, verified["ok"], verified["core_same"]) == (0, True, True)
    assert verified["signer"] == built["signer"]
    for asked, says in (
        (["--key", "k.pem.pub"], "the key that was asked for"),
        ([], "nobody asked for this key"),
    ):
        assert azar(["rom", "verify", "x.rom", *asked]) == 0
        assert says in " ".join(capsys.readouterr().out.split())
    assert verified["digest"] == built["digest"] == said(capsys, "rom", "info", "x.rom")[1]["digest"]
    status, played = said(
        capsys, "play", "x.rom", "--seed", "00", "--key", "k.pem.pub", "--journal", "j.jsonl"
    )
    assert (status, played["model"], played["flags"]) == (0, "cierzo", [])
    assert said(capsys, "replay", "j.jsonl")[0] == 0
    assert said(capsys, "recall", "j.jsonl", "--plays", "2")[1]["how"] == "replay"


def test_the_command_line_names_what_is_damaged(
    rom: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(rom.parent))
    data = whole()
    rom.write_bytes(data[:-9] + bytes([data[-9] ^ 4]) + data[-8:])
    for action in ("info", "verify"):
        status, answer = said(capsys, "rom", action, str(rom))
        assert (status, [row["part"] for row in answer["error"]["findings"]]) == (1, ["tables.bin"])
    status, answer = said(capsys, "play", str(rom), "--seed", "00")
    assert status == 1 and "tables.bin: altered" in answer["error"]["message"]
    assert azar(["rom", "verify", str(rom)]) == 1
    assert "  tables.bin: altered" in capsys.readouterr().err


def test_wrong_usage_of_rom_is_told(capsys: pytest.CaptureFixture[str], rom: Path) -> None:
    for line in (["rom", "keygen"], ["rom", "verify"], ["rom", "info", str(rom), "-o", "x"], ["rom", "list"]):
        assert azar(line) == 2, line
    assert azar(["play", "cierzo", "--key", str(rom), "--headless"]) == 1
    assert "key must come with a ROM file" in capsys.readouterr().err
