# SPDX-License-Identifier: MIT
"""Firmware that is not ours reaches nothing of the host, whatever file it comes in and whoever runs it."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from soon import soon
from stranger_rig import ESCAPES, escaping, hostile_rom, hostile_sources
from vm_helpers import engine

import emulator.cabinet
import emulator.cabinet.keep
import emulator.cabinet.trust
import emulator.vm.engine
from emulator import Cabinet
from emulator.cabinet.trust import UntrustedFirmwareError, choose_runtime, differences
from emulator.records.journal import Recorder, read
from emulator.records.replay import replay
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from machines.model import MODELS_FOLDER, ModelError, load_model, model_names, read_model
from machines.rom import mpy
from machines.rom.build import build_file
from machines.rom.program import SETTINGS, build_rom, firmware_sources
from machines.rom.read import SealedRom, read_rom
from machines.tables import cup, wheel


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's machines."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def got_out(tmp_path: Path) -> Path:
    """What a firmware that got out of its board writes."""
    return tmp_path / "got_out"


@pytest.fixture
def rom(tmp_path: Path, got_out: Path) -> Path:
    path = tmp_path / "x.rom"
    path.write_bytes(hostile_rom(tmp_path, got_out))
    return path


@pytest.fixture
def without_vm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A computer on which genuine MicroPython cannot run."""
    monkeypatch.setattr(emulator.vm.engine, "_engine", None)
    monkeypatch.setattr("emulator.vm.derive.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr("emulator.vm.derive.TOOL", ("no_such_package", "no-such-package==1", "bin/wasm-opt"))
    yield


def recorded(path: Path, **options: Any) -> Path:
    """A journal of a short visit to a machine."""
    cab = Cabinet(seed="00", **options)
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.insert(200)
        cab.run(ms=1_000)
        recorder.close()
    return path


SCENARIO = """
title = "Another's machine"
[machine]
model = "x.rom"
[[step]]
after_ms = 200
do = "press"
name = "start"
"""


# Every command that runs a firmware, with a ROM, a journal, a scenario or a folder of another's.
COMMANDS = (
    "play x.rom --headless --seed 00 --script script.toml",
    "play x.rom --headless --fresh --script script.toml",
    "replay x.jsonl",
    "recall x.jsonl",
    "scenario --model x.rom s.toml",
    "scenario x.toml",
    "powercut x.rom --cuts 2 --seed 00 --chapter refund --jobs 1",
    "powercut cierzo --firmware firmware --cuts 2 --seed 00 --chapter refund --jobs 1",
    "counter check x.rom --plays 10000",
)


@pytest.fixture
def files(rom: Path, tmp_path: Path) -> Path:
    """x.rom, a journal and a scenario that name it, and a script; the hostile sources lie in ``firmware``."""
    engine()
    (tmp_path / "x.toml").write_text(SCENARIO)
    (tmp_path / "s.toml").write_text(SCENARIO.replace("x.rom", "cierzo"))
    step = SCENARIO.partition("[[step]]")[2]
    (tmp_path / "script.toml").write_text(f'title = "Short"\n[[step]]{step}')
    recorded(tmp_path / "x.jsonl", rom=rom)
    return tmp_path


@pytest.mark.parametrize("line", soon(COMMANDS, *COMMANDS[1::3]))
def test_no_command_lets_another_firmware_write_on_the_host(
    line: str, files: Path, got_out: Path, azar: Any
) -> None:
    status, _, err = azar(line)
    assert status == 0, err
    assert not got_out.exists()
    notes = [row for row in err.splitlines() if "not our firmware" in row]
    assert len(notes) == 1, err
    assert "(escape.py, main.py differ): genuine MicroPython runs it, without files and network" in notes[0]


@pytest.mark.parametrize("line", soon(COMMANDS, *COMMANDS[::3]))
def test_a_person_who_trusts_it_by_name_has_what_he_asked_for(
    line: str, files: Path, got_out: Path, azar: Any
) -> None:
    """It also shows that the firmware of these tests gets out wherever it is let."""
    status, _, err = azar(f"{line} --trust-firmware")
    assert status == 0, err
    assert got_out.exists()
    assert "CPython runs it as a program of yours, since you trust it" in err


@pytest.mark.parametrize("line", soon(COMMANDS, *COMMANDS[::3]))
def test_where_nothing_holds_it_it_is_refused_with_the_next_step(
    line: str, files: Path, got_out: Path, azar: Any, without_vm: None
) -> None:
    status, _, err = azar(line)
    assert not got_out.exists()
    if line.startswith("recall"):
        # The steps of a journal tell without its firmware.
        assert (status, "cannot be run again (not our firmware" in err) == (0, True)
        return
    assert status == 1 and "not our firmware (escape.py, main.py differ)" in err
    assert "no-such-package==1 is not installed" in err
    assert "hint: pip install 'azar[vm]'; or --trust-firmware" in err
    assert "a program of yours, with your files and your network" in err


@pytest.mark.parametrize("line", [row for row in COMMANDS if not row.startswith(("recall", "counter"))])
def test_cpython_is_not_to_be_had_by_asking_for_it(line: str, files: Path, got_out: Path, azar: Any) -> None:
    status, _, err = azar(f"{line} --runtime cpython")
    assert status == 1 and not got_out.exists()
    assert "cpython must run our firmware or one that is trusted" in err
    assert "hint: leave it to MicroPython, which holds it; or --trust-firmware" in err


def test_asking_for_micropython_where_it_is_missing_does_not_fall_back_on_cpython(
    files: Path, got_out: Path, azar: Any, without_vm: None
) -> None:
    status, _, err = azar(f"{COMMANDS[0]} --runtime micropython")
    assert status == 1 and not got_out.exists()
    assert "not our firmware" in err


@pytest.mark.parametrize(
    "line", ["rom info x.rom", "rom verify x.rom", "build cierzo -o y.rom --firmware firmware"]
)
def test_looking_at_a_rom_and_building_one_runs_nothing(
    line: str, rom: Path, got_out: Path, azar: Any
) -> None:
    status, _, err = azar(line)
    assert status == 0, err
    assert not got_out.exists()


# -- Python -------------------------------------------------------------------------------------------


def check_python(rom: Path, got_out: Path, folder: Path) -> None:
    """Whatever Python can make a machine of, without a word of trust."""
    sealed = read_rom(rom)
    for options in (
        {"rom": rom},
        {"rom": sealed},
        {"model": str(rom)},
        {"firmware": hostile_sources(got_out)},
        {"firmware": folder},
    ):
        made = Cabinet(seed="00", **options)  # type: ignore[arg-type]
        made.run(ms=50)
        assert (made.runtime, made.choice.ours, made.choice.trusted) == ("micropython", False, False)
    Cabinet.restore(made.save(), firmware=folder)
    made.remember()
    made.run(ms=2_000)
    made.rewind(made.now_us - 1_500_000)
    for make, ours in ((DiceCup, cup.PROGRAM.sources()), (ElectronicWheel, wheel.PROGRAM.sources())):
        theirs = {**ours, "escape": escaping(got_out), "main": f"import escape\n{ours['main']}"}
        assert make(seed="00", firmware=theirs).runtime == "micropython"
    assert not got_out.exists()


def test_no_argument_of_python_lets_it_out_without_trust(rom: Path, got_out: Path, tmp_path: Path) -> None:
    engine()
    check_python(rom, got_out, tmp_path / "firmware")


def check_saved(got_out: Path) -> None:
    """A saved cabinet that CPython ran is no permission for the computer that restores it."""
    sources = hostile_sources(got_out)
    saved = Cabinet(seed="00", firmware=sources, trust_firmware=True).save()
    got_out.unlink()
    with pytest.raises(UntrustedFirmwareError):
        Cabinet.restore(saved, firmware=sources)
    assert not got_out.exists()


def test_a_saved_cabinet_trusts_nothing_by_itself(got_out: Path) -> None:
    check_saved(got_out)


def check_journal(rom: Path, got_out: Path, folder: Path) -> None:
    """Nor is a journal, though its header says that somebody trusted the firmware."""
    path = recorded(folder / "trusting.jsonl", rom=rom, trust_firmware=True)
    got_out.unlink()
    assert read(path).header["firmware"] == {"ours": False, "trusted": True}
    assert replay(path).same
    assert not got_out.exists()


def test_a_journal_cannot_grant_itself_the_trust(rom: Path, got_out: Path, tmp_path: Path) -> None:
    engine()
    check_journal(rom, got_out, tmp_path)


def test_a_journal_tells_whose_firmware_it_was(rom: Path, tmp_path: Path) -> None:
    engine()
    assert read(recorded(tmp_path / "held.jsonl", rom=rom)).header["firmware"] == {
        "ours": False,
        "trusted": False,
    }
    assert "firmware" not in read(recorded(tmp_path / "ours.jsonl")).header


def test_a_header_that_says_something_else_of_the_firmware_is_not_reproduced(
    rom: Path, tmp_path: Path
) -> None:
    """A journal that hides or denies that its firmware is another's, or gives ours for another's."""
    engine()
    for options, change in (
        ({"rom": rom}, lambda header: header.pop("firmware")),
        ({"rom": rom}, lambda header: header["firmware"].update(ours=True)),
        ({"rom": rom}, lambda header: header["firmware"].update(trusted="by me")),
        ({"rom": rom}, lambda header: header.update(firmware=True)),
        ({}, lambda header: header.update(firmware={"ours": False, "trusted": False})),
    ):
        path = recorded(tmp_path / "run.jsonl", **options)
        rewrite(path, change)
        report = replay(path)
        assert report.difference is not None and report.difference.line == 1


def rewrite(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a journal's header and make all hashes right again, as somebody who knows the format can."""
    from emulator.records.chain import chain

    def _encode(line: Any) -> str:
        return json.dumps(line, sort_keys=True, separators=(",", ":"))

    lines = [json.loads(line) for line in path.read_text("ascii").splitlines()]
    change(lines[0])
    previous, text = "", []
    for line in lines:
        line.pop("h")
        previous = chain(previous, _encode(line))
        text.append(f'{_encode(line)[:-1]},"h":"{previous}"}}')
    path.write_text("\n".join(text) + "\n", encoding="ascii")


def test_a_journal_that_names_our_digests_runs_nothing_but_ours(
    rom: Path, got_out: Path, tmp_path: Path
) -> None:
    """The header is a claim: what counts is what would run."""
    engine()
    path = recorded(tmp_path / "run.jsonl", rom=rom)
    ours = build_rom(load_model("cierzo"), test=True).digests
    rewrite(path, lambda header: header["digests"].update(ours))
    with pytest.raises(emulator.EmulatorError, match="digest must be"):
        replay(path)
    assert not got_out.exists()


# -- what is ours -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", model_names())
def test_our_firmware_is_ours_from_a_model_a_folder_and_a_rom(name: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.rom"
    path.write_bytes(build_file(name))
    for options in ({"model": name}, {"rom": path}):
        for seed in ("00", None):
            cab = Cabinet(seed=seed, **options)
            assert (cab.runtime, cab.choice.ours, cab.choice.note) == ("cpython", True, "")


def test_a_copy_of_our_sources_is_ours_and_one_more_byte_is_not() -> None:
    engine()
    sources = firmware_sources()
    assert Cabinet("cierzo", seed="00", firmware=sources).choice.ours
    for change in (
        {"main": sources["main"] + "\n"},
        {"main": sources["main"].replace("\n", "\r\n")},
        {"json": ""},
        {"coins": sources["coins"] + "#"},
    ):
        choice = Cabinet("cierzo", seed="00", firmware={**sources, **change}).choice
        assert not choice.ours and choice.differs == tuple(f"{name}.py" for name in change)
    less = {name: text for name, text in sources.items() if name != "battery"}
    model = load_model("cierzo")
    assert differences(build_rom(model, firmware=less), build_rom(model)) == ("battery.py",)


def check_settings(got_out: Path, rom: Path) -> None:
    """Settings are program text: those of a ROM that nobody verified make it another's."""
    sealed = read_rom(rom)
    parts = dict(sealed.box.parts)
    trick = parts["firmware/settings.py"] + b"\n" + escaping(got_out).encode()
    parts["firmware/settings.py"] = trick
    parts["firmware/settings.mpy"] = mpy.compile_module("settings", trick.decode())
    forged = SealedRom(str(rom), sealed.data, replace(sealed.box, parts=parts), None, sealed.model)
    cab = Cabinet(rom=forged)
    assert cab.runtime == "micropython" and cab.choice.differs == ("settings.py",)
    assert not got_out.exists()


def test_settings_of_another_make_a_firmware_that_is_not_ours(got_out: Path, tmp_path: Path) -> None:
    engine()
    path = tmp_path / "ours.rom"
    path.write_bytes(build_file("cierzo"))
    check_settings(got_out, path)


def test_settings_given_with_sources_are_made_anew(got_out: Path) -> None:
    cab = Cabinet("cierzo", seed="00", firmware={**firmware_sources(), SETTINGS: escaping(got_out)})
    assert cab.choice.ours and cab.runtime == "cpython"
    assert not got_out.exists()


@pytest.mark.parametrize("name", model_names())
def test_settings_are_constants_and_nothing_else(name: str) -> None:
    """Whatever a model file says: its texts are text there."""
    text = (MODELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    for title in (raw["title"], "'+open('a')+'", 'x";open()#', "a\\'"):
        try:
            model = read_model({**raw, "title": title})
        except ModelError:
            continue  # refused already, which serves as well
        source = build_rom(model).sources[SETTINGS]
        for node in ast.parse(source).body:
            assert isinstance(node, ast.Assign)
            ast.literal_eval(node.value)


def test_a_model_file_names_no_program(tmp_path: Path) -> None:
    text = (MODELS_FOLDER / "cierzo.toml").read_text(encoding="utf-8")
    for line in ('firmware = "evil"', 'settings = "evil.py"', 'python = "evil.py"', "[firmware]\nmain = 'x'"):
        path = tmp_path / "m.toml"
        path.write_text(f"{line}\n{text}" if not line.startswith("[") else f"{text}\n{line}\n")
        with pytest.raises(Exception, match=r"firmware|settings|python"):
            Cabinet(str(path), seed="00")


def test_bytecode_that_is_not_of_our_sources_is_told(tmp_path: Path) -> None:
    """On CPython the sources run, which are ours; on MicroPython the bytecode, held as another's."""
    engine()
    path = tmp_path / "ours.rom"
    path.write_bytes(build_file("cierzo"))
    sealed = read_rom(path)
    parts = dict(sealed.box.parts)
    parts["firmware/coins.mpy"] = mpy.compile_module("coins", firmware_sources()["coins"] + "\nX = 1\n")
    forged = SealedRom(str(path), sealed.data, replace(sealed.box, parts=parts), None, sealed.model)
    assert Cabinet(rom=sealed, runtime="micropython").choice.ours
    assert Cabinet(rom=forged).choice.ours
    assert Cabinet(rom=forged, runtime="micropython").choice.differs == ("coins.mpy",)


# -- the prison ---------------------------------------------------------------------------------------


def test_no_way_out_of_micropython_is_open(got_out: Path) -> None:
    """Files, modules of the host and of MicroPython's own, sockets, native code: each fails inside."""
    engine()
    lines: list[str] = []
    source = escaping(got_out) + "print('tried', len(got_out), got_out)\ndef boot():\n    pass\n"
    source += "def tick():\n    return 100\n"
    cab = Cabinet("cierzo", seed="00", firmware={"main": source}, console=lines.append)
    cab.run(ms=100)
    assert cab.fault is None
    assert lines == ["tried 0 []\n"]
    assert not got_out.exists()
    assert len(ESCAPES) > 20


# -- mutants: the checks above fail where the rule has a hole ------------------------------------------


def trusting(original: Callable[..., Any]) -> Callable[..., Any]:
    def build(*arguments: Any, **options: Any) -> Any:
        return original(*arguments, **{**options, "trust_firmware": True})

    return build


def test_a_rule_that_compares_no_sources_is_caught(
    rom: Path, got_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine()
    monkeypatch.setattr(emulator.cabinet.trust, "differences", lambda rom, ours: ())
    with pytest.raises(AssertionError):
        check_python(rom, got_out, tmp_path / "firmware")


def test_a_rule_that_looks_at_names_alone_is_caught(
    rom: Path, got_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine()
    less = hostile_sources(got_out)
    less["battery"] += less.pop("escape")
    less["main"] = less["main"].replace("import escape", "import battery")
    monkeypatch.setattr(
        emulator.cabinet.trust,
        "differences",
        lambda rom, ours: tuple(rom.sources.keys() ^ ours.sources.keys()),
    )
    Cabinet("cierzo", seed="00", firmware=less)
    assert got_out.exists()


def test_a_rule_that_does_not_derive_settings_again_is_caught(
    got_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine()
    path = tmp_path / "ours.rom"
    path.write_bytes(build_file("cierzo"))

    def digest_alone(rom: Any, ours: Any) -> tuple[str, ...]:
        return () if rom.firmware_digest == ours.firmware_digest else ("main.py",)

    monkeypatch.setattr(emulator.cabinet.trust, "differences", digest_alone)
    with pytest.raises(AssertionError):
        check_settings(got_out, path)


def test_a_replay_that_is_not_covered_is_caught(
    rom: Path, got_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine()
    monkeypatch.setattr(
        emulator.cabinet.Cabinet, "from_origin", trusting(emulator.cabinet.Cabinet.from_origin)
    )
    with pytest.raises(AssertionError):
        check_journal(rom, got_out, tmp_path)


def test_a_saved_state_that_is_not_covered_is_caught(got_out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cabinet, "from_origin", trusting(Cabinet.from_origin))
    with pytest.raises(BaseException) as caught:
        check_saved(got_out)
    assert "DID NOT RAISE" in str(caught.value)


def test_a_rule_that_cpython_alone_may_overrule_is_caught(got_out: Path) -> None:
    model = load_model("cierzo")
    another, ours = build_rom(model, firmware=hostile_sources(got_out)), build_rom(model)
    with pytest.raises(UntrustedFirmwareError):
        choose_runtime(another, ours, "cpython")
    assert choose_runtime(ours, ours, "cpython").ours
    assert choose_runtime(another, ours, "cpython", trusted=True).note.endswith("since you trust it")
