# SPDX-License-Identifier: MIT
"""
The ledger of a hall: JSON lines with a hash chain, each on the disk before anything follows from it.

    with HallLedger.open(own_ledger()) as ledger:
        ledger.write({"do": "give", "money": {"coins": {"200": 5}}})
        ledger.books.pocket.cents

One process has it at a time. What a cut left of a line that was being written is taken away: nothing has
followed from it. Every other line that does not follow from the one before it is refused.
"""

from __future__ import annotations

import contextlib
import copy
import errno
import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import platformdirs

from emulator.hall.books import Books
from emulator.hall.money import BooksError, HallError
from emulator.records.chain import chain, verify_chain
from emulator.support import files
from emulator.support.closing import Closing
from machines.support.plain import Json, read_json

FORMAT, VERSION = "hall", 1
# Past this a ledger begins anew, with how its books stand; the one before it is kept beside it.
LINES_MOST = 20_000
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode
_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


def own_ledger() -> Path:
    """Where this user's hall keeps its ledger."""
    return platformdirs.user_data_path("azar") / "hall" / "hall.jsonl"


class HallLedger(Closing):
    """
    One open ledger and its books.

    Attributes:
        hall: 16 hex digits that name it; transfers carry them.
        books: what its lines come to.
        torn_bytes: of a line that a cut left unfinished.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.hall = ""
        self.books = Books()
        self.torn_bytes = 0
        self._lines = 0
        self._hash = ""
        self._end = 0
        self._descriptor = -1
        self._lock: files.Lock | None = None

    @classmethod
    def open(cls, path: Path, *, test: bool = False) -> HallLedger:
        """
        Open a ledger, or begin one, and lock it.

        Raises:
            HallError: another process has it, or it cannot be read or written.
            BooksError: it is not as it was written.
        """
        ledger = cls(path)
        try:
            with _told(path):
                ledger._begin(test)
        except BaseException:
            ledger.close()
            raise
        return ledger

    def _begin(self, test: bool) -> None:
        files.make_folder(self.path.parent)
        lock = files.Lock(self.path)
        if not lock.held:
            raise HallError(f"{self.path}: the hall is open in process {lock.holder}", "close it there")
        self._lock = lock
        if not self.path.exists():
            header = {"azar": FORMAT, "version": VERSION, "hall": secrets.token_hex(8), "test": test}
            files.replace(self.path, self._chained(header, "")[0])
        self._read()
        if self._lines > LINES_MOST and self.books.pending is None:
            self._anew()

    def _read(self) -> None:
        """Take every whole line, and open the file behind the last one."""
        found = _whole(self.path)
        self.hall, self.books, self.torn_bytes = found.hall, found.books, found.torn_bytes
        self._lines, self._hash, self._end = found.lines, found.last_hash, found.size
        self._descriptor = os.open(self.path, _FLAGS)
        if self.torn_bytes:
            os.ftruncate(self._descriptor, self._end)
            files.sync(self._descriptor)

    def _anew(self) -> None:
        """Begin the file anew with one line that says how the books stand, and keep the one before it."""
        os.close(self._descriptor)
        header = {"azar": FORMAT, "version": VERSION, "hall": self.hall, "before": self._hash}
        first, hash_ = self._chained(header, "")
        second, _ = self._chained(self.books.stands(), hash_)
        files.replace(self.path.with_suffix(".old.jsonl"), self.path.read_bytes())
        files.replace(self.path, first + second)
        self._read()

    def write(self, line: Json) -> None:
        """
        Write one line and wait until it is on the disk; then it is in the books.

        Raises:
            BooksError: it cannot follow; nothing is written.
            HallError: it cannot be written; the file is as it was before.
        """
        books = copy.deepcopy(self.books)
        books.take(line)
        books.require_sound()
        data, hash_ = self._chained(line, self._hash)
        with _told(self.path):
            try:
                if os.write(self._descriptor, data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                files.sync(self._descriptor)
            except OSError:
                with contextlib.suppress(OSError):  # what is torn here would hide every later line
                    os.ftruncate(self._descriptor, self._end)
                raise
        self._end += len(data)
        self._lines, self._hash, self.books = self._lines + 1, hash_, books

    @staticmethod
    def _chained(line: Json, before: str) -> tuple[bytes, str]:
        text = _encode(line)
        hash_ = chain(before, text)
        return f'{text[:-1]},"h":"{hash_}"}}\n'.encode("ascii"), hash_

    def close(self) -> None:
        """Give the ledger free; a second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        if self._lock is not None:
            self._lock.release()
            self._lock = None


class _Found(NamedTuple):
    """A ledger that was read."""

    hall: str
    books: Books
    lines: int
    last_hash: str
    size: int
    """Of the whole lines."""
    torn_bytes: int


def read_ledger(path: Path) -> tuple[str, Books]:
    """
    The name of a hall and its books, without locking them.

    Raises:
        BooksError: the ledger is not as it was written.
        HallError: it cannot be read.
    """
    try:
        found = _whole(path)
    except OSError as error:
        raise HallError(f"{path}: {error.strerror or error}", "azar hall opens one") from error
    return found.hall, found.books


def _whole(path: Path) -> _Found:
    """Every whole line of a ledger, taken by its books."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    altered = verify_chain(whole) if whole else 1
    if altered is not None:
        raise BooksError(
            f"{path}: line {altered} is altered, moved or missing", "keep the file: it is evidence"
        )
    lines = whole.decode("ascii").splitlines()
    header, books = read_json(lines[0]), Books()
    if header.get("azar") != FORMAT or header.get("version") != VERSION:
        raise BooksError(f"{path}: line 1 must be the header of a hall's ledger, version {VERSION}")
    for number, line in enumerate(lines[1:], 2):
        try:
            books.take(read_json(line))
        except BooksError as error:
            raise BooksError(f"{path}: line {number}: {error}") from error
    hash_ = str(read_json(lines[-1])["h"])
    return _Found(str(header["hall"]), books, len(lines), hash_, len(whole), len(data) - len(whole))


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn the system's refusals into one clear line."""
    try:
        yield
    except OSError as error:
        raise HallError(f"{path} cannot be written: {error.strerror or error}") from error
