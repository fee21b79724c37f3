# SPDX-License-Identifier: MIT
"""
The journal of a sitting at a table: every move as it is made, in the hash chain of docs/journal.md.

    recorder = SittingRecorder.begin(table, Path("sitting.jsonl"))   # every move is written before the next
    ...
    recorder.close()
    replay_sitting(Path("sitting.jsonl"))            # does every move again; an error names the line
    table, recorder = resume(Path("sitting.jsonl"))  # where it stopped, also after a kill, and goes on

A process that is killed leaves a file that ends with its last move, or in the middle of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from emulator.records.chain import JournalError, chain, verify_chain
from emulator.support import files
from machines.support.plain import Json, JsonView, read_json
from machines.support.private import for_its_owner
from machines.tables.game import Event, Move
from machines.tables.refusal import TableError
from machines.tables.table import SAVE_VERSION, Heard, Table

FORMAT, VERSION = "sitting", 1
_BEGINNING = f'{{"azar":"{FORMAT}"'.encode()
# The digits of the state's SHA-256 in every line.
_STATE_DIGITS = 16

Progress = Callable[[int, int], None]


class SittingJournalError(JournalError):
    """The journal of a sitting is damaged, or its table came out otherwise."""


def _text(row: JsonView) -> str:
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def state_digest(table: Table) -> str:
    """The first 16 digits of the SHA-256 of what a table is."""
    return hashlib.sha256(_text(table.state).encode()).hexdigest()[:_STATE_DIGITS]


class Lines(Protocol):
    """What lines are written to: a file, or what waits for the disk besides."""

    def write(self, text: str, /) -> int:
        """A line."""

    def flush(self) -> None:
        """It is the system's when this returns."""

    def fileno(self) -> int:
        """Of the file, which can be waited for."""

    def close(self) -> None:
        """The last one was written."""


class SittingRecorder:
    """
    Write a table's moves to a stream, each before the next is made.

    Args:
        beside: what else the line of the move says that has just been made.
    """

    def __init__(
        self, table: Table, stream: Lines, last_hash: str = "", beside: Callable[[], JsonView] = dict
    ) -> None:
        self._table, self._stream, self._hash, self._beside = table, stream, last_hash, beside
        self._failure: OSError | None = None
        table.listen(self._move)

    @classmethod
    def begin(cls, table: Table, path: Path, link: int = 0) -> SittingRecorder:
        """
        Write a table's beginning and its moves until now into a new file, or over an older journal.

        Args:
            link: number of the table in a link; such a sitting goes on, and is never written over.

        Raises:
            SittingJournalError: the file holds something else, or what a link was told.
            ExposedError: others may read it: it holds the key of every chance to come.
        """
        if path.is_file() and path.stat().st_size and not is_sitting(path):
            raise SittingJournalError(
                f"{path}: must be the journal of a sitting, or not be there yet, to write one into it"
            )
        if number := link_of(path):
            raise SittingJournalError(
                f"{path}: holds what table {number} has told its link: --resume goes on with it"
            )
        stream = open(path, "w", encoding="ascii", newline="\n", opener=for_its_owner)  # noqa: SIM115 (the recorder's)
        return cls.written(table, stream, {"link": link} if link else None)

    @classmethod
    def written(cls, table: Table, stream: Lines, more: JsonView | None = None) -> SittingRecorder:
        """
        Write the beginning and the moves until now to a stream, and from now on every move.

        Args:
            more: what else the first line says.
        """
        recorder = cls(table, stream)
        again = Table(
            table.name, table.key, rules=table.rules, readings=table.readings, machine=table.machine
        )
        origin = {name: value for name, value in again.journal().items() if name not in ("moves", "version")}
        recorder._line({"azar": FORMAT, "version": VERSION, **origin, **(more or {})})
        for move in table.moves:
            again.act(move)
            recorder._line({"move": move.to_list(), "state": state_digest(again)})
        return recorder

    @property
    def failure(self) -> OSError | None:
        """Why a line could not be written; none was written after it."""
        return self._failure

    def _move(self, move: Move, events: Sequence[Event]) -> None:
        self._line({"move": move.to_list(), "state": state_digest(self._table), **self._beside()})

    def _line(self, row: JsonView) -> None:
        if self._failure is not None:
            return
        text = _text(row)
        self._hash = chain(self._hash, text)
        try:
            self._stream.write(f'{text[:-1]},"h":"{self._hash}"}}\n')
            self._stream.flush()
        except OSError as error:  # a full disk never disturbs the table; it is told at the end
            self._failure = error

    def sync(self) -> None:
        """Wait for the disk; SittingJournalError if not every move is there."""
        try:
            if self._failure is None:
                files.sync(self._stream.fileno())
        except OSError as error:
            self._failure = error
        self._require_written()

    def close(self) -> None:
        """Write the end line; SittingJournalError if a line could not be written."""
        self._table.leave_off(self._move)
        self._line({"end": True, "rounds": self._table.state["round"], "cents": self._table.total_cents()})
        try:
            self._stream.close()
        except OSError as error:
            self._failure = error
        self._require_written()

    def _require_written(self) -> None:
        if self._failure is not None:
            why = self._failure.strerror or self._failure
            raise SittingJournalError(f"the journal of the sitting cannot be written: {why}")


def is_sitting(path: Path) -> bool:
    """Whether a file begins as the journal of a sitting."""
    with path.open("rb") as stream:
        return stream.read(len(_BEGINNING)) == _BEGINNING


def link_of(path: Path) -> int:
    """The number of a sitting's table in a link; 0: it has none, or no such file is there."""
    try:
        with path.open("rb") as stream:
            return int(read_json(stream.readline()).get("link", 0))
    except (OSError, ValueError):
        return 0


@dataclass(frozen=True)
class SittingReport:
    """What a replay came to."""

    path: str
    header: Json
    table: Table
    moves: int
    complete: bool  # its last line is an end line: it was not killed
    cut: bool  # the file stops in the middle of a line, which was left out
    last_hash: str
    whole_bytes: int

    def __str__(self) -> str:
        rounds = self.table.state["round"]
        text = f"{self.path}: {self.table.name}, {self.moves} moves, {rounds} rounds, every state the same"
        return text if self.complete else f"{text}; it ends with its last move, the sitting was not closed"


def replay_sitting(
    path: Path, at: Progress = lambda done, of: None, heard: Heard = lambda move, events: None
) -> SittingReport:
    """
    Do every move of a sitting again; each must make the same table.

    Args:
        path: the journal.
        at: called with lines done, of how many.
        heard: called with every move and what it brought.

    Raises:
        SittingJournalError: unreadable, altered, of another version, or a move came out otherwise.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SittingJournalError(f"{path}: {error.strerror or error}") from error
    whole, feed, rest = data.rpartition(b"\n")
    if (altered := verify_chain(whole + feed)) is not None:
        raise SittingJournalError(
            f"{path}: line {altered} is altered, moved or missing: its hash does not follow"
        )
    rows = [read_json(line) for line in whole.decode("ascii").split("\n")]
    table = _begun(path, rows[0])
    table.listen(heard)
    for number, row in enumerate(rows[1:], 2):
        if "move" in row:
            _again(path, table, number, row)
        elif row.get("cents") != table.total_cents():
            raise SittingJournalError(
                f"{path}: line {number}: cents must be {row.get('cents')} (got {table.total_cents()})"
            )
        at(number, len(rows))
    table.leave_off(heard)
    ended = "end" in rows[-1]
    return SittingReport(
        str(path), rows[0], table, len(table.moves), ended, bool(rest), str(rows[-1]["h"]), len(whole) + 1
    )


def _begun(path: Path, header: Json) -> Table:
    """The table as it began."""
    if header.get("azar") != FORMAT or header.get("version") != VERSION:
        raise SittingJournalError(
            f"{path}: line 1 must be the header of a sitting, version {VERSION} (got version "
            f"{header.get('version')}: replay it with the release that wrote it)"
        )
    try:
        return Table.replay({**header, "version": SAVE_VERSION, "moves": []})
    except (TableError, TypeError, ValueError) as error:
        raise SittingJournalError(f"{path}: line 1: {error}") from error


def _again(path: Path, table: Table, number: int, row: Json) -> None:
    """Do a recorded move."""
    try:
        table.act(Move.from_list(row["move"]))
    except (TableError, TypeError) as error:
        raise SittingJournalError(f"{path}: line {number}: {error}") from error
    if (found := state_digest(table)) != row.get("state"):
        raise SittingJournalError(
            f"{path}: line {number}: state must be {row.get('state')} after {row['move'][0]} (got {found})"
        )


def resume(
    path: Path, game: str | None = None, heard: Heard = lambda move, events: None
) -> tuple[Table, SittingRecorder]:
    """
    The table of a sitting as it was left, and the recorder that writes on behind its last whole move.

    Args:
        game: that it must be of.
        heard: called with every move that was made, and what it brought.

    Raises:
        SittingJournalError: as ``replay_sitting``, or it is of another game than the one named.
        ExposedError: others may read the file.
    """
    report = replay_sitting(path, heard=heard)
    if game is not None and report.table.name != game:
        raise SittingJournalError(f"{path} must be a sitting of {game} (got {report.table.name})")
    stream = open(path, "r+", encoding="ascii", newline="\n", opener=for_its_owner)  # noqa: SIM115 (the recorder's)
    stream.truncate(report.whole_bytes)
    stream.seek(0, 2)
    return report.table, SittingRecorder(report.table, stream, report.last_hash)
