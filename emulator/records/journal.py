# SPDX-License-Identifier: MIT
"""
The journal: a run written as JSON Lines with a hash chain, and read back.

    with open("run.jsonl", "w", encoding="ascii", newline="\\n") as stream:
        recorder = Recorder(cabinet, stream)   # before the cabinet runs for the first time
        cabinet.insert(200); cabinet.press("start"); cabinet.run(ms=6000)
        recorder.close()

docs/journal.md describes the format for somebody who has nothing of ours; replay.py runs it again.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json.encoder import (  # type: ignore[attr-defined]  # the stubs leave the first one out
    c_make_encoder,
    encode_basestring_ascii,
)
from pathlib import Path
from typing import Protocol

from emulator.board.fram import BYTES_MOST
from emulator.cabinet.inflate import inflate
from emulator.records.chain import AlteredError, ChainError, JournalError, chain, verify_chain
from emulator.records.segments import Written, joined
from emulator.records.standing import Told, contradiction, sealed_by_another
from emulator.support.seed import chip_key_of
from machines.memory.chip import KEY_BYTES
from machines.support.plain import Json, JsonView, read_json

FORMAT = "journal"
# 2: the key of the machine's chip, under which its records are sealed.
VERSION = 2
# Members of the first line, and the kinds of their values.
HEADER_KINDS: Mapping[str, tuple[type, ...]] = {
    "model": (str,),
    "profile": (str,),
    "serial": (int,),
    "language": (str,),
    "seed": (str, type(None)),
    "test": (bool,),
    "chip_key": (str, type(None)),
    "powered": (bool,),
    "digests": (dict,),
    "physical": (dict,),
    "nvram": (dict,),
}
# Lines kept before they are written where nothing is committed meanwhile.
_BUFFER_LINES = 256
# The output that ends a turn which wrote into the NVRAM, and the input in the middle of one.
COMMIT, ENTROPY = "commit", "entropy"
# The digits of the memory's SHA-256 in that line.
_COMMIT_DIGITS = 16
_COMMITTED = '"out":"commit"'
_MENDED = '"in":"mend"'
_REWIND = '"in":"rewind"'
_MESSAGE = '"out":"message"'
# What our firmware writes in front of every message of a TEST machine (machines/firmware/texts.py).
_TEST_SHOWN = '"text":"TEST '
RESERVED = frozenset(("t", "in", "out", "end", "h"))

Fields = JsonView
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
# What ``encode`` makes anew for each line, which takes longer than the line; None on a Python without it.
_chunks = c_make_encoder and c_make_encoder(
    None, _encoder.default, encode_basestring_ascii, None, ":", ",", True, False, False
)
_sha256 = hashlib.sha256


class Recordable(Protocol):
    """The part of a cabinet that a recorder uses; ``emulator.cabinet.Cabinet`` has it."""

    @property
    def now_us(self) -> int:
        """Virtual time in whole microseconds."""

    @property
    def nvram(self) -> bytes:
        """The NVRAM image as it is now."""

    @property
    def meters(self) -> JsonView:
        """Mechanical meters and books, by name."""

    def origin(self) -> JsonView:
        """
        How this run began, as plain JSON values but for ``nvram`` (bytes).

        Keys: model, profile, serial, language, seed (hex or None), test, chip_key (hex; None of a TEST
        machine, whose key follows from its seed), powered, digests (part -> hex SHA-256: firmware, settings,
        tables, pins), physical (coins, hoppers, reel angles, meters), nvram.
        ``Cabinet.from_origin(origin, firmware=..., entropy=...)`` starts the same run again.
        """

    def listen(self, heard: Callable[[str, int, Fields], None]) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""

    def listen_inputs(self, heard: Callable[[str, int, Fields], None]) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds pass; how a stretch of time is divided into calls changes nothing."""

    def remember(self, at: Iterable[int] | None = None) -> object:
        """Keep what is needed to rewind to these times; called only for journals that rewind."""


class Recorder:
    """
    Write a cabinet's run to a text stream, line by line.

    Attach it before the cabinet runs for the first time. Lines go out in whole blocks: with every commit,
    before every input, every 256 lines, and when ``flush()`` is called, but never of a turn that has yet to
    be committed. So a process that is killed leaves a journal that is a valid beginning, tells nothing that
    its machine does not know, and lacks at most the turn that was under way. A failed write never disturbs
    the machine; the next ``flush()`` reports it.
    """

    def __init__(self, cabinet: Recordable, stream: Written) -> None:
        self._cabinet = cabinet
        self._stream = stream
        self._buffer: list[str] = []
        self._last_us = 0
        self._last_hash = ""
        self._failure: OSError | None = None
        self.lines = 0
        self.closed = False
        if cabinet.now_us != 0:
            raise JournalError(f"a journal must begin at 0 us (got a cabinet at {cabinet.now_us} us)")
        self._line(header_of(self.origin(cabinet)))
        self._drain()
        cabinet.listen(self.output)
        cabinet.listen_inputs(self.input)

    def origin(self, cabinet: Recordable) -> JsonView:
        """The cabinet's beginning, for the header."""
        return cabinet.origin()

    def output(self, kind: str, t_us: int, fields: Fields) -> None:
        """Record something that the machine did."""
        if not self.closed:
            # Lines of an earlier time are of turns that have ended.
            if len(self._buffer) >= _BUFFER_LINES and t_us > self._last_us:
                self._drain()
            self._event({"t": t_us, "out": kind}, fields)
            if kind == COMMIT:
                self._drain()

    def input(self, name: str, t_us: int, arguments: Fields) -> None:
        """Record something that was done to the machine."""
        if not self.closed:
            self._event({"t": t_us, "in": name}, arguments)
            # Entropy comes in the middle of a turn.
            if name != ENTROPY:
                self._drain()

    def flush(self) -> None:
        """Write out waiting lines; JournalError if this or an earlier write failed."""
        self._drain()
        if self._failure is not None:
            raise JournalError(f"the journal cannot be written: {self._failure.strerror or self._failure}")

    def close(self) -> None:
        """Write the end line with the final digests. The stream stays open; a second call does nothing."""
        if self.closed:
            return
        cabinet = self._cabinet
        end = {"t": cabinet.now_us, "end": True, "nvram": _sha256(cabinet.nvram).hexdigest()}
        self._line({**end, "meters": dict(cabinet.meters), "lines": self.lines + 1})
        self.closed = True
        self.flush()

    def _event(self, line: Json, fields: Fields) -> None:
        if not RESERVED.isdisjoint(fields):
            raise JournalError(
                f"fields must not be named {', '.join(sorted(RESERVED))} (got {sorted(fields)})"
            )
        line.update(fields)
        self._last_us = line["t"]
        self._line(line)

    def _line(self, line: Fields) -> None:
        text = "".join(_chunks(line, 0)) if _chunks else _encoder.encode(line)
        self._last_hash = chain(self._last_hash, text)
        self.lines += 1
        self.take(f'{text[:-1]},"h":"{self._last_hash}"}}')

    def take(self, line: str) -> None:
        """Keep one finished line for the next block."""
        self._buffer.append(line)

    def _drain(self) -> None:
        if not self._buffer or self._failure is not None:
            return
        # Joined first: one write is one block of whole lines, and lines end in a line feed on every system.
        block = "\n".join(self._buffer) + "\n"
        self._buffer.clear()
        try:
            self._stream.write(block)
            self._stream.flush()
        except OSError as error:
            self._failure = error


def header_of(origin: JsonView) -> Json:
    """Return the first line of a journal, without its hash, from ``Cabinet.origin()``."""
    header = {"azar": FORMAT, "version": VERSION, **origin}
    header["nvram"] = {
        "sha256": _sha256(origin["nvram"]).hexdigest(),
        "size": len(origin["nvram"]),
        "zlib": base64.b64encode(zlib.compress(origin["nvram"], 9)).decode(),
    }
    return header


@dataclass(frozen=True)
class Journal:
    """A journal that was read: its header, its whole lines, and whether it came to its end."""

    path: str
    header: Json
    lines: list[str]
    complete: bool  # the last line is the end line
    cut: bool  # the file stops in the middle of a line

    @property
    def nvram(self) -> bytes:
        """The first NVRAM image; JournalError if it is not the one whose digest the header gives."""
        kept = self.header["nvram"]
        try:
            if type(kept["size"]) is not int or not 0 <= kept["size"] <= BYTES_MOST:
                raise ValueError(f"size must be 0 to {BYTES_MOST} bytes (got {kept['size']!r})")
            image = inflate(base64.b64decode(kept["zlib"]), kept["size"])
        except (binascii.Error, ValueError, TypeError, KeyError) as error:
            raise JournalError(f"{self.path}: line 1 holds no readable NVRAM image: {error}") from error
        if _sha256(image).hexdigest() != kept["sha256"]:
            raise AlteredError(f"{self.path}: the NVRAM image in line 1 does not match its sha256")
        return image

    @property
    def duration_us(self) -> int:
        """Virtual time of the last line."""
        return int(self.event(len(self.lines))["t"]) if len(self.lines) > 1 else 0

    @property
    def standing(self) -> Sequence[int]:
        """Numbers of the lines after the header that no rewind has undone, rewinds themselves left out."""
        numbers = range(2, len(self.lines) + 1)
        if not any(_REWIND in line for line in self.lines):
            return numbers
        kept: list[tuple[int, int, bool]] = []
        for number in numbers:
            event = self.event(number)
            if event.get("in") == "rewind":
                # What was done at the very time comes after it; what the machine did then came before.
                to_us = event["to_us"]
                later = (
                    index
                    for index, (_, t_us, is_input) in enumerate(kept)
                    if t_us > to_us or (is_input and t_us == to_us)
                )
                del kept[next(later, len(kept)) :]
            else:
                kept.append((number, event["t"], event.get("in", "entropy") != "entropy"))
        return [number for number, _, _ in kept]

    def event(self, number: int) -> Json:
        """A line after the header as an object with a time; JournalError if it is none."""
        event = _object(self.lines[number - 1])
        if event is None or type(event.get("t")) is not int:
            raise JournalError(f"{self.path}: line {number} must be an object with a whole t in us")
        return event

    def told(self, *kinds: str) -> Iterator[Json]:
        """The events of these kinds that no rewind undid, and those that name one of them."""
        marks = tuple(f'"out":"{kind}"' for kind in kinds)
        return (
            self.event(line) for line in self.standing if any(mark in self.lines[line - 1] for mark in marks)
        )


def read(path: str | Path) -> Journal:
    """
    Read a journal with all its segments and verify its chain.

    A file that stops in the middle of a line is read up to its last whole line and marked ``cut``.

    Raises:
        JournalError: the file cannot be read or is no journal of a known version, or its first line says of
            its machine what its memory denies.
        AlteredError: a segment is missing, or of another journal.
        ChainError: a line is altered, moved or missing.
    """
    name = str(path)
    try:
        data = joined(Path(path))
    except OSError as error:
        raise JournalError(f"{name}: {error.strerror or error}") from error
    whole, feed, rest = data.rpartition(b"\n")
    header = _first_line(name, whole)
    altered = verify_chain(whole + feed)
    if altered is not None:
        raise ChainError(name, altered)
    if header.get("version") != VERSION:
        raise JournalError(f"{name}: version must be {VERSION} (got {header.get('version')!r})")
    _require_members(name, header)
    try:
        lines = whole.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        line = whole[: error.start].count(b"\n") + 1
        raise JournalError(f"{name}: line {line} must be ASCII") from error
    last = _object(lines[-1]) or {}
    journal = Journal(name, header, lines, complete=last.get("end") is True, cut=bool(rest))
    _require_standing(journal)
    return journal


def _require_members(name: str, header: JsonView) -> None:
    """Raise JournalError unless the first line has all its members, each of its kind."""
    missing = [key for key in HEADER_KINDS if key not in header]
    if missing:
        raise JournalError(f"{name}: line 1 must have {', '.join(missing)}")
    for key, kinds in HEADER_KINDS.items():
        if type(header[key]) not in kinds:
            kind = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
            raise JournalError(f"{name}: {key} in line 1 must be of kind {kind} (got {header[key]!r:.60})")


def _require_standing(journal: Journal) -> None:
    """Raise JournalError where the header has other keys than its own NVRAM, or denies a TEST machine."""
    header, physical = journal.header, journal.header["physical"]
    device_key = physical.get("device_key", physical.get("key"))
    denied = contradiction(Told(header["seed"], header["test"], device_key), journal.nvram)
    if denied is not None:
        raise AlteredError(f"{journal.path}: line 1 is altered: {denied}")
    _require_chip(journal)
    if header["seed"] is not None:
        return
    for number, line in enumerate(journal.lines, 1):
        if _TEST_SHOWN in line and _MESSAGE in line:
            raise AlteredError(
                f"{journal.path}: line 1 is altered: test must be true, as line {number} shows (got false)"
            )


def _require_chip(journal: Journal) -> None:
    """
    Raise JournalError where the header has no key of a chip, or not the one under which its NVRAM is sealed.

    A machine whose memory another has written may have a journal: it locked up, and wrote nothing before it
    was given whole records again.
    """
    header, path = journal.header, journal.path
    named, seed = header["chip_key"], header["seed"]
    if (named is None) is (seed is None):
        wanted = "the key of the machine's chip" if seed is None else "null with a seed"
        raise AlteredError(f"{path}: line 1 is altered: chip_key must be {wanted} (got {named and 'a key'})")
    try:
        key = chip_key_of(seed) if named is None else bytes.fromhex(named)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES or not any(key):
        raise JournalError(
            f"{path}: chip_key must be {2 * KEY_BYTES} hex digits, not all zero (got another text)"
        )
    if not sealed_by_another(journal.nvram, key):
        return
    first = f'"nvram":"{header["nvram"]["sha256"][:_COMMIT_DIGITS]}"'
    for number, line in enumerate(journal.lines, 1):
        if _MENDED in line:
            return
        if _COMMITTED in line and first not in line:
            raise AlteredError(
                f"{path}: line 1 is altered: chip_key must be the key under which its NVRAM is sealed, since "
                f"the machine took it and wrote line {number} (got another one)"
            )


def _first_line(name: str, data: bytes) -> Json:
    header = _object(data.split(b"\n", 1)[0])
    if header is None or header.get("azar") != FORMAT:
        raise JournalError(f"{name}: line 1 must be the header of a journal")
    return header


def _object(line: str | bytes) -> Json | None:
    try:
        value = read_json(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
