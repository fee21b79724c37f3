# SPDX-License-Identifier: MIT
"""Where a journal is written to: for its owner's eyes, and never into another file of its run."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from emulator import EmulatorError
from emulator.records import storage
from emulator.records.chain import JournalError
from emulator.records.journal import read
from emulator.records.session import SessionError, Wanted, open_session
from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.pai_gow_session import recorded
from machines.support.private import HAS_MODES, ExposedError

WITH_MODES = pytest.mark.skipif(not HAS_MODES, reason="Windows has no modes: the user's folder protects")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data")
    return tmp_path / "data" / "machines"


def play(**wanted: object) -> None:
    with open_session(Wanted(**wanted)) as session:  # type: ignore[arg-type]
        session.cabinet.run(ms=100)


def linked(folder: Path) -> Path:
    """A way to F that the name does not show."""
    (folder / "here").symlink_to(folder)
    return folder / "here" / "F"


def hard(folder: Path) -> Path:
    os.link(folder / "F", folder / "G")
    return folder / "G"


def soft(folder: Path) -> Path:
    (folder / "G").symlink_to("F")
    return folder / "G"


NAMES: list[Callable[[Path], Path]] = [
    lambda folder: folder / "F",
    lambda folder: folder / "." / "x" / ".." / "F",
    linked,
    soft,
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("there", [False, True])
def test_journal_and_machine_are_two_files(name: Callable[[Path], Path], there: bool, tmp_path: Path) -> None:
    machine = tmp_path / "F"
    if there:
        play(nvram=machine)
    before = machine.read_bytes() if there else b""
    other = name(tmp_path)
    left = sorted(path.name for path in tmp_path.iterdir())
    for pair in ({"nvram": machine, "journal": other}, {"nvram": other, "journal": machine}):
        with pytest.raises(JournalError, match="--journal must be another file than --nvram"):
            play(**pair)
    assert sorted(path.name for path in tmp_path.iterdir()) == left, "nothing was written"
    assert (machine.read_bytes() if there else b"") == before


def test_a_second_name_of_the_machines_file_is_no_journal(tmp_path: Path) -> None:
    play(nvram=tmp_path / "F")
    before = (tmp_path / "F").read_bytes()
    with pytest.raises(JournalError, match="--journal must be another file"):
        play(nvram=tmp_path / "F", journal=hard(tmp_path))
    assert (tmp_path / "F").read_bytes() == before


def test_the_users_own_machine_is_no_journal(home: Path) -> None:
    play()
    path = storage.own_path("cierzo", 1)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="--journal must be another file than the machine's own"):
        play(journal=path)
    assert path.read_bytes() == before
    with pytest.raises(JournalError, match="must be a journal, or not be there yet"):
        play(journal=path, seed="00")
    assert path.read_bytes() == before


def test_what_is_no_journal_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("what I must not forget")
    path.chmod(0o600)
    with pytest.raises(JournalError, match="must be a journal, or not be there yet"):
        play(seed="00", journal=path)
    with pytest.raises(JournalError, match="must be a journal"), recorded(PaiGowGame(seed="00"), path):
        pass
    assert path.read_text() == "what I must not forget"


@WITH_MODES
def test_a_new_journal_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        play(seed="00", journal=tmp_path / "a.jsonl")
        with recorded(PaiGowGame(seed="00"), tmp_path / "b.jsonl"):
            pass
    finally:
        os.umask(before)
    for name in ("a.jsonl", "b.jsonl"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    play(seed="01", journal=tmp_path / "a.jsonl")
    assert read(tmp_path / "a.jsonl").header["seed"] == "01", "an older journal is replaced"


@WITH_MODES
@pytest.mark.parametrize("mode", [0o666, 0o640, 0o604, 0o620, 0o601])
def test_a_journal_that_others_may_read_is_refused_and_left(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    play(seed="00", journal=path)
    before = path.read_bytes()
    path.chmod(mode)
    with pytest.raises(ExposedError, match=rf"mode must be 0600 \(got 0{mode:o}\)") as caught:
        play(journal=path)
    assert caught.value.hint == f"chmod 600 {path}"
    assert path.read_bytes() == before
    path.chmod(0o600)
    play(journal=path)


def test_a_journal_may_go_nowhere(tmp_path: Path) -> None:
    play(seed="00", journal=Path(os.devnull))


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(SessionError, match="journal cannot be written"):
        play(seed="00", journal=tmp_path)
    assert issubclass(JournalError, EmulatorError)
