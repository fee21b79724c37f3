# SPDX-License-Identifier: MIT
"""A journal in segments: nothing is lost between them, and none can be left out or exchanged."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from emulator.cabinet import Cabinet
from emulator.kiosk.journals import new_journal, prune
from emulator.records import segments
from emulator.records.chain import AlteredError, JournalError
from emulator.records.journal import Recorder, read
from emulator.records.journal_file import open_journal
from emulator.records.replay import replay
from emulator.records.segments import SegmentedJournal, joined


def played(path: Path, segment_bytes: int, seed: str = "00") -> str:
    """A short run in segments; the same journal in one file."""
    whole = path.with_name("whole.txt")
    texts = []
    cabinet = Cabinet("cierzo", seed=seed)
    with SegmentedJournal(path, segment_bytes) as stream:

        class Both:
            def write(self, text: str, /) -> int:
                texts.append(text)
                return stream.write(text)

            def flush(self) -> None:
                stream.flush()

        recorder = Recorder(cabinet, Both())
        cabinet.run(ms=4_000)
        for _ in range(3):
            cabinet.insert(100)
            cabinet.run(ms=1_000)
            cabinet.press("start")
            cabinet.run(ms=6_000)
        recorder.close()
    whole.write_text("".join(texts), encoding="ascii")
    return "".join(texts)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("segments")
    return folder / "run.jsonl", played(folder / "run.jsonl", 4_000)


def copied(run: tuple[Path, str], folder: Path) -> Path:
    for path in run[0].parent.glob("*.jsonl"):
        shutil.copy(path, folder)
    return folder / "run.jsonl"


def test_the_segments_are_the_whole_journal(run: tuple[Path, str]) -> None:
    path, whole = run
    files = segments.segments(path)
    assert len(files) > 3
    assert all(one.stat().st_size <= 4_000 for one in files[1:])
    assert joined(path).decode() == whole
    assert (files[1].stat().st_mode & 0o777) == 0o600


def test_they_replay_as_one(run: tuple[Path, str]) -> None:
    report = replay(run[0])
    assert report.same and report.complete and report.lines == run[1].count("\n")


def test_a_missing_segment_is_named(run: tuple[Path, str], tmp_path: Path) -> None:
    path = copied(run, tmp_path)
    (tmp_path / "run.3.jsonl").unlink()
    with pytest.raises(AlteredError, match=r"run\.3\.jsonl: this segment is missing"):
        read(path)


def test_an_exchanged_or_altered_one_is_named(run: tuple[Path, str], tmp_path: Path) -> None:
    path = copied(run, tmp_path)
    second, third = tmp_path / "run.2.jsonl", tmp_path / "run.3.jsonl"
    shutil.copy(third, second)
    with pytest.raises(AlteredError, match=r"run\.2\.jsonl: line 1"):
        read(path)
    path = copied(run, tmp_path)
    second.write_bytes(second.read_bytes().replace(b'"number":2', b'"number":4'))
    with pytest.raises(AlteredError, match=r"run\.2\.jsonl: line 1"):
        read(path)


def test_a_line_that_is_gone_between_two_segments_is_found(run: tuple[Path, str], tmp_path: Path) -> None:
    path = copied(run, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(AlteredError):
        read(path)


def test_a_later_segment_names_the_first(run: tuple[Path, str]) -> None:
    with pytest.raises(JournalError, match=r"later segment .* run\.jsonl|later segment of a journal"):
        read(run[0].with_name("run.2.jsonl"))


def test_a_journal_written_anew_has_no_old_segments(run: tuple[Path, str], tmp_path: Path) -> None:
    path = copied(run, tmp_path)
    (tmp_path / "run.txt").write_text("kept", encoding="ascii")
    open_journal(path).close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["run.jsonl", "run.txt"]


def test_a_full_disk_loses_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, room = tmp_path / "run.jsonl", [100]
    write = os.write

    def short(descriptor: int, data: bytes) -> int:
        """As a disk with so much room: what fits is written, then nothing."""
        fits = min(room[0], len(data))
        if not fits:
            raise OSError(errno.ENOSPC, "No space left on device")
        room[0] -= fits
        return write(descriptor, data[:fits])

    monkeypatch.setattr(os, "write", short)
    blocks = [f'{{"n":{number},"h":"{number:032x}"}}\n' for number in range(10)]
    stream = SegmentedJournal(path, 150)
    for block in blocks[:5]:
        stream.write(block)
    assert stream.failure and stream.waiting_bytes > 0
    assert path.read_bytes().endswith(b"}\n")
    room[0] = 10_000
    for block in blocks[5:]:
        stream.write(block)
    assert not stream.failure and stream.waiting_bytes == 0
    stream.close()
    assert joined(path).decode() == "".join(blocks)


def test_old_journals_go_with_all_their_segments(tmp_path: Path) -> None:
    for day in (1, 2, 3):
        for part in ("", ".2"):
            (tmp_path / f"2026010{day}-000000-cierzo-000001{part}.jsonl").write_bytes(b"x" * 100)
    other = tmp_path / "notes.jsonl"
    other.write_bytes(b"x" * 1_000)
    running = tmp_path / "20260101-000000-cierzo-000001.jsonl"
    removed = prune(tmp_path, 450, [running])
    assert [one.name[:8] for one in removed] == ["20260102"]
    assert len(list(tmp_path.glob("20260102*"))) == 0 and len(list(tmp_path.iterdir())) == 5
    assert prune(tmp_path, 450, [running]) == []


def test_two_journals_of_one_second_have_two_names(tmp_path: Path) -> None:
    first = new_journal(tmp_path, "cierzo", 1)
    first.touch()
    second = new_journal(tmp_path, "cierzo", 1)
    assert second != first
