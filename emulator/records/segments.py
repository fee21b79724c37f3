# SPDX-License-Identifier: MIT
"""
A journal in several files: a new segment begins where one has become too large, chained to it by its hash.

    with SegmentedJournal(Path("run.jsonl"), segment_bytes=1 << 24) as stream:
        Recorder(cabinet, stream)            # run.jsonl, run.2.jsonl, run.3.jsonl ...
    joined(Path("run.jsonl"))                # the bytes of the whole journal, as if it were one file

The first line of a further segment names the hash of the line before it, so that each is verified by itself,
and none can be left out, exchanged or put into another run unnoticed. Nothing is lost where a disk is full:
what cannot be written waits, in its order, until there is room.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
from pathlib import Path
from typing import Protocol

from emulator.records.chain import AlteredError, JournalError, chain, unhashed
from emulator.support import files
from emulator.support.closing import Closing

SEGMENT = "segment"
_BEGINNING = b'{"azar":"segment"'
_NUMBERED = re.compile(r"\.([1-9][0-9]*)\.jsonl$")


class Written(Protocol):
    """Where a recorder writes: a text stream, or a journal in segments."""

    def write(self, text: str, /) -> int:
        """Take a block of whole lines."""

    def flush(self) -> None:
        """Hand it on to the system."""


class SegmentedJournal(Closing):
    """
    The file that a recorder writes into, parted by size at the end of its blocks.

    Args:
        path: of the first segment; an older journal there was opened, and so emptied, before.
        segment_bytes: how large a segment may become; a block that is larger has one of its own.

    Attributes:
        failure: why the last write failed, a phrase; empty where all is written.

    Raises:
        OSError: the first segment cannot be made.
    """

    def __init__(self, path: Path, segment_bytes: int) -> None:
        self._path = path
        self._most = segment_bytes
        self._waiting: list[bytes] = []
        self._number = 1
        self._size = 0
        self._lines = 0
        self._last_hash = ""
        self.failure = ""
        self._descriptor = _open_new(path)

    def write(self, block: str) -> int:
        """Write whole lines. What cannot be written now is written before the next, or by ``retry``."""
        self._waiting.append(block.encode("ascii"))
        self.retry()
        return len(block)

    def flush(self) -> None:
        """Nothing: each block is one write."""

    def fileno(self) -> int:
        """The segment that is written now; those before it are on the disk."""
        return self._descriptor

    @property
    def waiting_bytes(self) -> int:
        """How much has yet to be written."""
        return sum(map(len, self._waiting))

    def retry(self) -> None:
        """Write what waits, as far as there is room."""
        try:
            while self._waiting:
                if self._size and self._size + len(self._waiting[0]) > self._most:
                    self._next_segment()
                self._put(self._waiting[0])
                self._noted(self._waiting.pop(0))
            self.failure = ""
        except OSError as error:
            self.failure = error.strerror or str(error)

    def close(self) -> None:
        """Write what waits, as far as it goes; a second call does nothing."""
        if self._descriptor >= 0:
            self.retry()
            os.close(self._descriptor)
            self._descriptor = -1

    def _noted(self, block: bytes) -> None:
        self._size += len(block)
        self._lines += block.count(b"\n")
        self._last_hash = block[-35:-3].decode("ascii")

    def _next_segment(self) -> None:
        """Begin the next file with the line that chains it; the one before is on the disk by then."""
        files.sync(self._descriptor)
        number = self._number + 1
        head = _head(number, self._lines, self._last_hash)
        descriptor = _open_new(segment_path(self._path, number))
        try:
            _put(descriptor, head, 0)
        except OSError:
            os.close(descriptor)
            raise
        os.close(self._descriptor)
        self._descriptor, self._number, self._size = descriptor, number, len(head)
        files.sync_folder(self._path.parent)

    def _put(self, data: bytes) -> None:
        _put(self._descriptor, data, self._size)


def _put(descriptor: int, data: bytes, end: int) -> None:
    """One write at the end of a file of ``end`` bytes; OSError if not all of it fits, and nothing stays."""
    try:
        written = os.write(descriptor, data)
        if written != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, end)
            os.lseek(descriptor, end, os.SEEK_SET)
        raise


def _open_new(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)


def _head(number: int, lines: int, follows: str) -> bytes:
    """The line that chains a segment to the one before; it has its own hash, and is no line of the run."""
    text = json.dumps(
        {"azar": SEGMENT, "follows": follows, "lines": lines, "number": number},
        sort_keys=True, separators=(",", ":"),
    )  # fmt: skip
    return f'{text[:-1]},"h":"{chain(follows, text)}"}}\n'.encode()


def segment_path(path: Path, number: int) -> Path:
    """Where a segment of the journal at ``path`` lies; the first is the journal itself."""
    return path if number == 1 else path.with_suffix(f".{number}{path.suffix}")


def segments(path: Path) -> list[Path]:
    """The files of a journal, as far as they follow one another."""
    found = [path]
    while (later := segment_path(path, len(found) + 1)).is_file():
        found.append(later)
    return found


def forget_segments(path: Path) -> None:
    """Remove what a journal that is written anew has left behind its first file, and nothing else."""
    for later in segments(path)[1:]:
        with later.open("rb") as stream:
            if stream.read(len(_BEGINNING)) == _BEGINNING:
                later.unlink()


def joined(path: Path) -> bytes:
    """
    The bytes of a journal, its segments put together; of a file that is no journal its own.

    Raises:
        JournalError: the file is a later segment, or does not follow the one before it.
        OSError: a file cannot be read.
    """
    data = path.read_bytes()
    if data.startswith(_BEGINNING):
        first = path.with_name(_NUMBERED.sub(".jsonl", path.name))
        raise JournalError(f"{path}: is a later segment of a journal: name its first one, {first}")
    parts = [data]
    for number, later in enumerate(segments(path)[1:], 2):
        part = later.read_bytes()
        if not part.startswith(_BEGINNING):
            break  # a journal of its own that is called like this one
        parts.append(_following(later, part, number, parts))
    _require_all(path, len(parts))
    return b"".join(parts)


def _following(path: Path, data: bytes, number: int, before: list[bytes]) -> bytes:
    """A segment without its first line; AlteredError where that does not chain it to those before."""
    line, _, rest = data.partition(b"\n")
    follows, lines = before[-1][-35:-3].decode("ascii", "replace"), sum(part.count(b"\n") for part in before)
    wanted = _head(number, lines, follows)
    if line + b"\n" != wanted:
        told = unhashed(wanted.decode().rstrip("\n"))
        raise AlteredError(f"{path}: line 1 is altered or of another journal: it must be {told}")
    return rest


def _require_all(path: Path, count: int) -> None:
    """Raise AlteredError where a segment is missing before another one."""
    for later in path.parent.glob(f"{path.stem}.*{path.suffix}"):
        numbered = _NUMBERED.search(later.name)
        if numbered and later == segment_path(path, int(numbered[1])) and int(numbered[1]) > count + 1:
            with later.open("rb") as stream:
                if stream.read(len(_BEGINNING)) == _BEGINNING:
                    missing = segment_path(path, count + 1)
                    raise AlteredError(f"{missing}: this segment is missing, and {later.name} is there")
