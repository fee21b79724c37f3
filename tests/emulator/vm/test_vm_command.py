# SPDX-License-Identifier: MIT
"""``azar play --runtime``: genuine MicroPython where it can run, CPython and one clear line where not."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from vm_helpers import engine

import emulator.vm.engine
from emulator import Cabinet, cli
from emulator.vm.derive import derived_module
from emulator.vm.errors import VMError, VMUnavailableError


def azar_play(runtime: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object], str]:
    """A visit without a screen on a runtime: exit status, what it found, what it said."""
    status = cli.run(["play", "cierzo", "--headless", "--seed", "00", "--runtime", runtime, "--json"])
    out, err = capsys.readouterr()
    return status, json.loads(out), err


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's machines or keeps the command's own handler of signals."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(signal, "signal", lambda *_: before)


def test_the_visit_comes_to_the_same_on_both_runtimes(capsys: pytest.CaptureFixture[str]) -> None:
    engine()
    found = {}
    for runtime in ("cpython", "micropython"):
        status, result, err = azar_play(runtime, capsys)
        assert (status, err) == (0, "")
        assert result.pop("runtime") == runtime
        result.pop("journal")
        found[runtime] = result
    assert found["cpython"] == found["micropython"]


@pytest.mark.parametrize(("recorded", "replayed"), [("cpython", "micropython"), ("micropython", "cpython")])
def test_a_journal_of_one_runtime_replays_on_the_other(
    capsys: pytest.CaptureFixture[str], recorded: str, replayed: str
) -> None:
    engine()
    line = f"play cierzo --headless --seed 00 --runtime {recorded} --journal run.jsonl --json"
    assert cli.run(line.split()) == 0
    capsys.readouterr()
    assert cli.run(f"replay run.jsonl --runtime {replayed} --json".split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["same"]
    assert found["compared"] > 300


def test_where_micropython_cannot_run_one_line_says_why_and_cpython_serves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(emulator.vm.engine, "_engine", None)
    monkeypatch.setattr("emulator.vm.derive.cache_folder", lambda: tmp_path)
    monkeypatch.setattr("emulator.vm.derive.TOOL", ("no_such_package", "no-such-package==1", "bin/wasm-opt"))
    status, result, err = azar_play("micropython", capsys)
    assert status == 0
    assert result["runtime"] == "cpython"
    assert err == (
        "CPython runs our firmware, since genuine MicroPython cannot: "
        "no-such-package==1 is not installed, or has no package for this platform\n"
    )


def test_the_first_use_says_what_it_is_doing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = derived_module()
    monkeypatch.setattr(emulator.vm.engine, "_engine", None)
    monkeypatch.setattr(emulator.vm.engine, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(emulator.vm.engine, "derived_module", lambda progress: module)
    status, _, err = azar_play("micropython", capsys)
    assert status == 0
    assert err == "MicroPython: compiling it for this computer, a few seconds\n"


def test_the_library_says_it_with_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(emulator.vm.engine, "_engine", None)
    monkeypatch.setattr("emulator.vm.derive.cache_folder", lambda: tmp_path)
    monkeypatch.setattr("emulator.vm.derive.ARTIFACT", ("no_such_package", "no-such-package==1", "x"))
    with pytest.raises(VMUnavailableError, match=r"^no-such-package==1 is not installed"):
        Cabinet(seed="00", runtime="micropython")


def test_another_name_is_refused() -> None:
    with pytest.raises(VMError, match=r"runtime must be one of cpython, micropython \(got pypy\)"):
        Cabinet(seed="00", runtime="pypy")
