# SPDX-License-Identifier: MIT
"""What is journalled, printed or told to a controller lies in the machine's file, and soon on the disk."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from emulator import cli
from emulator.cabinet import Cabinet
from emulator.commands import play_visit
from emulator.records import session
from emulator.records.journal import Recorder
from emulator.records.session import Session, Wanted, open_session
from emulator.records.storage import open_machine, read_file
from emulator.support import files


class Watcher:
    """A stream for a journal that looks into the machine's file before it takes lines."""

    def __init__(self, path: Path, cabinet: Cabinet) -> None:
        self._path, self._cabinet = path, cabinet
        self.inputs = self.commits = 0

    def write(self, block: str) -> int:
        require_kept(self._path, self._cabinet)
        events = [json.loads(line) for line in block.splitlines()]
        self.inputs += sum(event.get("in", "entropy") != "entropy" for event in events)
        self.commits += sum(event.get("out") == "commit" for event in events)
        return len(block)

    def flush(self) -> None:
        pass


def require_kept(path: Path, cabinet: Cabinet) -> None:
    """The file holds the machine as it is now: books, coins and wheels of meters."""
    left, now = read_file(path), cabinet.physical()
    assert left.nvram == cabinet.nvram
    assert left.physical is not None
    # Where reels stand is nobody's money; they find their places without it.
    names = now.keys() - {"reels", "draws"}
    assert {name: left.physical[name] for name in names} == {name: now[name] for name in names}


@contextlib.contextmanager
def opened(path: Path, **wanted: Any) -> Iterator[Session]:
    with open_session(Wanted("cierzo", seed="00", nvram=path, **wanted)) as found:
        yield found


def visit(cabinet: Cabinet) -> None:
    """Acts on the heels of one another: a coin that falls, one more, a play, money back, the tray."""
    cabinet.run(ms=4_000)
    for cents in (100, 50):
        cabinet.insert(cents)
        cabinet.run(ms=700)
    cabinet.press("start")
    cabinet.run(ms=7_000)
    cabinet.press("collect")
    cabinet.run(ms=2_500)
    # Nothing passes between these two: coins have moved, and no time.
    cabinet.take_tray()
    cabinet.insert(20)
    cabinet.new_visitor()
    cabinet.run(ms=1_000)


def test_no_line_of_a_journal_tells_more_than_the_machines_file_holds(tmp_path: Path) -> None:
    path = tmp_path / "m.nvram"
    with opened(path) as found:
        watcher = Watcher(path, found.cabinet)
        recorder = Recorder(found.cabinet, watcher)  # type: ignore[arg-type]
        visit(found.cabinet)
        recorder.close()
        assert watcher.inputs >= 7 and watcher.commits > 10
        require_kept(path, found.cabinet)


def test_what_moved_between_two_turns_is_kept_at_once(tmp_path: Path) -> None:
    """A wheel of a meter turns with no coin and no write; so the file is looked at each millisecond."""
    path = tmp_path / "m.nvram"
    with opened(path) as found:
        cabinet = found.cabinet
        cabinet.run(ms=4_000)
        cabinet.insert(50)
        meters = set()
        for _ in range(1_500):
            cabinet.run(ms=1)
            if cabinet.meters["in"] not in meters:
                meters.add(cabinet.meters["in"])
                require_kept(path, cabinet)
        assert len(meters) == 6, "five pulses of 0.10 EUR"


def test_no_step_is_printed_before_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, found, printed = tmp_path / "m.nvram", [], 0
    honest = session.open_session

    @contextlib.contextmanager
    def watched(wanted: Wanted) -> Iterator[Session]:
        with honest(wanted) as one:
            found.append(one.cabinet)
            yield one

    def look(*shown: Any, **_: Any) -> None:
        nonlocal printed
        if shown and "step" in str(shown[0]):
            printed += 1
            require_kept(path, found[0])

    monkeypatch.setattr(session, "open_session", watched)
    monkeypatch.setattr(play_visit, "print", look, raising=False)
    assert (
        cli.run(["play", "cierzo", "--seed", "00", "--headless", "--nvram", str(path), "--script", "visit"])
        == 0
    )
    assert printed > 15


def test_a_controller_hears_nothing_that_is_not_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.nvram"
    with open_machine("cierzo", seed="00", nvram=path) as machine:
        cabinet = Cabinet("cierzo", seed="00")
        keeper = session._Keeper(machine, cabinet, None)
        cabinet.run(ms=2_000)
        synced: list[bool] = []

        def sync(descriptor: int) -> None:
            synced.append(os.fstat(descriptor).st_ino == path.stat().st_ino)
            require_kept(path, cabinet)

        monkeypatch.setattr(files, "sync", sync)
        keeper.tell()
        assert synced == [True]
        keeper.close()


class Slow:
    """In the place of the thread that puts things onto the disk: it waits until somebody calls ``sync``."""

    def __init__(self, sync: Callable[[], None]) -> None:
        self.sync = sync
        self.touched = 0
        made.append(self)

    def touch(self) -> None:
        self.touched += 1

    def close(self) -> None:
        pass


made: list[Slow] = []


def test_steps_and_journal_are_put_onto_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, journal = tmp_path / "m.nvram", tmp_path / "j" / "run.jsonl"
    journal.parent.mkdir()
    done: list[int | str] = []
    monkeypatch.setattr(session, "Flusher", Slow)
    made.clear()
    with opened(path, journal=journal) as found:
        found.cabinet.run(ms=4_000)
        (flusher,) = made
        monkeypatch.setattr(files, "sync", lambda descriptor: done.append(os.fstat(descriptor).st_ino))
        monkeypatch.setattr(files, "sync_folder", lambda folder: done.append(folder.name))
        before = flusher.touched
        found.cabinet.insert(100)
        found.cabinet.run(ms=900)
        assert flusher.touched > before, "whoever writes a step asks for the disk"
        flusher.sync()
        assert done == [path.stat().st_ino, journal.stat().st_ino]
        done.clear()
    assert done[-2:] == [journal.stat().st_ino, "j"], "a finished journal and its name"
