# SPDX-License-Identifier: MIT
"""Where machines are kept: books and coins together, one process at a time, nothing ever zeroed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from emulator import EmulatorError
from emulator.records import storage
from emulator.records.storage import (
    DamagedError,
    ExistsError,
    LockedError,
    OtherMachineError,
    ReadOnlyError,
    StorageError,
    open_machine,
    read_file,
)

IMAGE = bytes(range(256)) * 128
COINS = {"purse": {"100": 3}, "hoppers": {"10": 200, "100": 99}, "reels": [0, 512, 65535]}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: folder)
    return folder / "machines"


def commission(**options: Any) -> Path:
    with open_machine("cierzo", **options) as machine:
        machine.save(IMAGE, COINS)
        assert machine.path is not None
        return machine.path


def test_the_first_machine_is_commissioned_and_kept(home: Path) -> None:
    with open_machine("cierzo") as machine:
        assert machine.fresh and not machine.test
        assert (machine.serial, machine.path) == (1, home / "cierzo" / "000001.nvram")
        machine.save(IMAGE, COINS)
    with open_machine("cierzo") as again:
        assert not again.fresh
        assert (again.nvram, again.physical, again.serial) == (IMAGE, COINS, 1)
    assert storage.machines() == [("cierzo", 1)]


def test_fresh_takes_the_next_number_and_leaves_the_old_machine() -> None:
    first = commission()
    before = first.read_bytes()
    with open_machine("cierzo", fresh=True) as machine:
        assert machine.fresh and machine.serial == 2
        machine.save(bytes(512), {})
    assert first.read_bytes() == before
    with open_machine("cierzo") as newest, open_machine("cierzo", serial=1) as oldest:
        assert (newest.serial, oldest.serial, oldest.nvram) == (2, 1, IMAGE)


def test_two_commissionings_at_once_take_two_numbers() -> None:
    with open_machine("cierzo", fresh=True) as one, open_machine("cierzo", fresh=True) as two:
        assert (one.serial, two.serial) == (1, 2)


def test_each_model_has_its_own_numbers() -> None:
    commission()
    with open_machine("moncayo") as other:
        assert other.fresh and other.serial == 1


def test_a_stray_file_among_the_machines_is_no_machine(home: Path) -> None:
    path = commission()
    (path.parent / "notes.nvram").write_text("mine")
    assert storage.machines() == [("cierzo", 1)]


def test_a_seed_never_touches_the_real_machine(home: Path) -> None:
    path = commission()
    before = path.read_bytes()
    with open_machine("cierzo", seed="00") as machine:
        assert machine.test and machine.fresh and machine.path is None
        machine.save(bytes(512), {})
    assert path.read_bytes() == before
    assert storage.machines() == [("cierzo", 1)]


def test_a_seed_needs_no_folder(home: Path) -> None:
    open_machine("cierzo", seed="abcd").close()
    assert not home.exists()


def test_a_test_machine_in_a_file_stays_one(tmp_path: Path) -> None:
    path = commission(seed="ab", nvram=tmp_path / "t.nvram")
    with open_machine("cierzo", nvram=path) as machine:
        assert machine.test and machine.seed == "ab" and machine.nvram == IMAGE
    with open_machine("cierzo", nvram=path, seed="AB00") as same:
        assert same.seed == "ab"
    with pytest.raises(OtherMachineError, match=r"seed must be ab \(got ac\)"):
        open_machine("cierzo", nvram=path, seed="ac")


def test_a_seed_on_a_real_machines_file_is_refused(tmp_path: Path) -> None:
    path = commission(nvram=tmp_path / "real.nvram")
    before = path.read_bytes()
    with pytest.raises(OtherMachineError, match="must be a TEST machine"):
        open_machine("cierzo", nvram=path, seed="00")
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", ["0", "xy", "00" * 33, "0 0", " 00", "0x00"])
def test_a_seed_that_is_no_key_is_refused(seed: str) -> None:
    with pytest.raises(EmulatorError, match="seed must be"):
        open_machine("cierzo", seed=seed)


def test_a_named_file_is_opened_wherever_it_is(tmp_path: Path, home: Path) -> None:
    path = commission(nvram=tmp_path / "deep" / "er" / "m.nvram", serial=12)
    with open_machine("cierzo", nvram=path) as machine:
        assert (machine.serial, machine.nvram) == (12, IMAGE)
    assert not home.exists()


def test_fresh_never_replaces_a_machine(tmp_path: Path) -> None:
    path = commission(nvram=tmp_path / "m.nvram")
    before = path.read_bytes()
    with pytest.raises(ExistsError, match="must not be there for a new machine"):
        open_machine("cierzo", nvram=path, fresh=True)
    assert path.read_bytes() == before


def test_another_models_file_is_refused_by_name(tmp_path: Path) -> None:
    path = commission(nvram=tmp_path / "m.nvram")
    with pytest.raises(OtherMachineError, match=r"model must be moncayo \(got cierzo\)") as caught:
        open_machine("moncayo", nvram=path)
    assert caught.value.hint == f"azar play cierzo --nvram {path}"


def test_a_machine_in_use_is_refused_and_its_process_named() -> None:
    with (
        open_machine("cierzo") as machine,
        pytest.raises(LockedError, match=f"in use by process {os.getpid()}") as caught,
    ):
        open_machine("cierzo")
    assert "--fresh" in caught.value.hint and machine.path is not None
    open_machine("cierzo").close()


def test_a_lock_holds_between_processes_and_ends_with_the_process(tmp_path: Path) -> None:
    path = tmp_path / "m.nvram"
    code = f"from emulator.records.storage import open_machine; open_machine('cierzo', nvram={str(path)!r})"
    with open_machine("cierzo", nvram=path):
        refused = subprocess.run(
            [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
        )
        assert "in use by process" in refused.stderr
    # This one ends without closing, as a crash does.
    killed = subprocess.run([sys.executable, "-P", "-c", code + "; import os; os._exit(9)"], check=False)
    assert killed.returncode == 9
    open_machine("cierzo", nvram=path).close()


@pytest.mark.parametrize("place", [0, 30, 150, 400, 9000, -1])
def test_any_flipped_byte_is_damage_and_the_file_is_left_alone(tmp_path: Path, place: int) -> None:
    path = commission(nvram=tmp_path / "m.nvram")
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedError, match=r"m\.nvram") as caught:
        open_machine("cierzo", nvram=path)
    assert "--fresh" in caught.value.hint
    assert path.read_bytes() == data


@pytest.mark.parametrize("size", [0, 1, 100, 5000])
def test_a_truncated_file_is_damage(tmp_path: Path, size: int) -> None:
    path = commission(nvram=tmp_path / "m.nvram")
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(DamagedError):
        open_machine("cierzo", nvram=path)
    assert path.stat().st_size == size


@pytest.mark.parametrize("data", [b"[" * 100_000, b"9" * 10_000, b"\xff\xfe\n", b"[]\n"])
def test_what_never_was_a_machine_is_told_so(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "m.nvram"
    path.write_bytes(data)
    with pytest.raises(DamagedError, match="line 1 must be the header of a machine"):
        read_file(path)


def test_a_damaged_machine_gives_its_lock_free(tmp_path: Path) -> None:
    path = tmp_path / "m.nvram"
    path.write_bytes(b"")
    for _ in range(2):
        with pytest.raises(DamagedError):
            open_machine("cierzo", nvram=path)


def test_another_version_is_refused_by_number(tmp_path: Path) -> None:
    path = commission(nvram=tmp_path / "m.nvram")
    path.write_bytes(path.read_bytes().replace(b'"version":3', b'"version":9'))
    with pytest.raises(StorageError, match=r"version must be 3 \(got 9\)"):
        read_file(path)


def test_a_read_only_folder_is_refused_before_the_first_coin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = commission(nvram=tmp_path / "m.nvram")

    def refuse(**_: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(ReadOnlyError, match="cannot be written: Read-only file system") as caught:
        open_machine("cierzo", nvram=path)
    assert "--nvram" in caught.value.hint and "--seed" in caught.value.hint


def test_a_folder_that_cannot_be_made_ends_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReadOnlyError) as caught:
        open_machine("cierzo", nvram=tmp_path / "file" / "m.nvram")
    assert "\n" not in str(caught.value)


def test_a_save_that_fails_leaves_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = commission(nvram=tmp_path / "m.nvram")
    before = path.read_bytes()
    with open_machine("cierzo", nvram=path) as machine:

        def fail(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(ReadOnlyError, match="No space left on device"):
            machine.save(bytes(512), {})
    assert path.read_bytes() == before
    assert sorted(item.name for item in tmp_path.iterdir()) == [".m.nvram.lock", "m.nvram", "m.nvram.key"]


def test_a_save_while_playing_is_whole_too(tmp_path: Path) -> None:
    path = tmp_path / "m.nvram"
    with open_machine("cierzo", nvram=path) as machine:
        for number in range(3):
            machine.save(bytes([number]) * 512, COINS)
            assert read_file(path).nvram == bytes([number]) * 512


@pytest.mark.parametrize("model", ["", "../cierzo", "a/b", "Cierzo", ".", "-x"])
def test_a_model_name_never_leads_out_of_the_folder(model: str) -> None:
    with pytest.raises(StorageError, match="model must be a name"):
        open_machine(model)


def test_serial_numbers_begin_at_one() -> None:
    with pytest.raises(StorageError, match=r"serial must be 1 to .* \(got 0\)"):
        open_machine("cierzo", serial=0)
