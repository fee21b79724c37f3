# SPDX-License-Identifier: MIT
"""Compiled modules in the cache: loaded only from bytes whose digest was checked, only from our own files."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from vm_helpers import engine

import emulator.vm.engine as compiling
from emulator.vm.engine import Engine
from emulator.vm.errors import VMUnavailableError

# The smallest module there is, and one more byte's worth of another.
EMPTY = b"\0asm\1\0\0\0"
OTHER = EMPTY + b"\0\3\2hi"


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Machine code that was handed to wasmtime to run."""
    engine()
    import wasmtime

    seen: list[bytes] = []
    real = wasmtime.Module.deserialize

    def deserialize(engine: wasmtime.Engine, code: bytes) -> wasmtime.Module:
        seen.append(bytes(code))
        return real(engine, code)

    monkeypatch.setattr(wasmtime.Module, "deserialize", deserialize)
    return seen


def test_a_compiled_module_is_kept_and_loaded_again(loaded: list[bytes], tmp_path: Path) -> None:
    told: list[str] = []
    Engine(EMPTY, tmp_path, told.append)
    Engine(EMPTY, tmp_path, told.append)
    assert len(loaded) == 1
    assert told == ["MicroPython: compiling it for this computer, a few seconds"]
    Engine(OTHER, tmp_path)
    assert len(loaded) == 1
    assert len([path for path in tmp_path.iterdir() if path.suffix == ".compiled"]) == 2


def kept(folder: Path) -> Path:
    """The one compiled module."""
    (path,) = folder.glob("*.compiled")
    return path


@pytest.mark.parametrize("place", [0, 10, 30, 60, 500, -1])
def test_one_flipped_byte_keeps_machine_code_from_being_loaded(
    loaded: list[bytes], tmp_path: Path, place: int
) -> None:
    Engine(EMPTY, tmp_path)
    data = bytearray(kept(tmp_path).read_bytes())
    data[place] ^= 0x20
    kept(tmp_path).write_bytes(data)
    Engine(EMPTY, tmp_path)
    assert loaded == []
    Engine(EMPTY, tmp_path)
    assert len(loaded) == 1


def test_half_a_file_is_compiled_anew(loaded: list[bytes], tmp_path: Path) -> None:
    Engine(EMPTY, tmp_path)
    for size in (0, 5, 40, 1000):
        kept(tmp_path).write_bytes(kept(tmp_path).read_bytes()[:size])
        Engine(EMPTY, tmp_path)
    assert loaded == []


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
@pytest.mark.parametrize("mode", [0o622, 0o660])
def test_a_file_that_others_may_write_is_not_loaded(loaded: list[bytes], tmp_path: Path, mode: int) -> None:
    Engine(EMPTY, tmp_path)
    kept(tmp_path).chmod(mode)
    Engine(EMPTY, tmp_path)
    assert loaded == []


def test_code_for_another_wasmtime_is_compiled_anew(loaded: list[bytes], tmp_path: Path) -> None:
    Engine(EMPTY, tmp_path)
    code = b"\x7fELF of another"
    kept(tmp_path).write_bytes(compiling._MAGIC + hashlib.sha256(code).digest() + code)
    Engine(EMPTY, tmp_path)
    assert loaded == [code]
    Engine(EMPTY, tmp_path)
    assert len(loaded) == 2


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    engine()
    (tmp_path / "file").write_bytes(b"")
    made = Engine(EMPTY, tmp_path / "file" / "vm")
    assert made.module.serialize() == Engine(EMPTY).module.serialize(), "compiled as without a cache"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_wasmtime_does_not_take_is_told_in_one_error() -> None:
    engine()
    with pytest.raises(VMUnavailableError, match="does not take the module"):
        Engine(b"not wasm")


def test_another_version_of_wasmtime_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "version", lambda name: "49.0.0")
    with pytest.raises(VMUnavailableError, match=r"wasmtime must be 50\.0\.1 \(got 49\.0\.0\)"):
        Engine(EMPTY)


def test_a_missing_wasmtime_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise compiling.PackageNotFoundError(name)

    monkeypatch.setattr(compiling, "version", missing)
    with pytest.raises(
        VMUnavailableError, match=r"^wasmtime==50\.0\.1 is not installed or does not run here"
    ):
        Engine(EMPTY)
