# SPDX-License-Identifier: MIT
"""
The journal of a ccTalk line: every byte with its time, as JSON Lines in the hash chain of docs/journal.md.

    with open("line.jsonl", "w", encoding="ascii", newline="\\n") as stream:
        recorder = LineRecorder(desk, stream)
        ...
        recorder.close()
    replay_line("line.jsonl")              # does all inputs again; LineError if a byte differs
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

from emulator.cctalk.desk import Desk
from emulator.cctalk.setup import LineSetup, SetupError
from emulator.records.chain import JournalError, chain, verify_chain
from machines.support.plain import Json, JsonView, read_json

FORMAT = "cctalk"
# 2: the header holds every setting of every device.
VERSION = 2
# What is done to the desk; all else is what it does.
INPUTS = (
    "host", "insert", "note", "refill", "empty", "jam", "damage", "mend", "power", "line_fault", "line_sound",
)  # fmt: skip


class LineError(JournalError):
    """A journal of a line that is damaged, or whose run came out otherwise."""


def _text(row: JsonView) -> str:
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


class LineRecorder:
    """Write what happens on a desk's line; attach it before anything does."""

    def __init__(self, desk: Desk, stream: TextIO) -> None:
        self._desk = desk
        self._stream = stream
        self._hash = ""
        self._line({"azar": FORMAT, "version": VERSION, "setup": desk.setup.plain()})
        desk.heard = self._heard

    def _heard(self, name: str, t_us: int, fields: JsonView) -> None:
        side = "in" if name in INPUTS else "out"
        self._line({"t": t_us, side: name, **fields})

    def _line(self, row: JsonView) -> None:
        text = _text(row)
        self._hash = chain(self._hash, text)
        self._stream.write(f'{text[:-1]},"h":"{self._hash}"}}\n')
        self._stream.flush()

    def close(self) -> None:
        """Write the end line; the stream stays open."""
        self._desk.heard = None
        self._line({"t": self._desk.now_us, "end": True})


def is_line(path: Path) -> bool:
    """Whether a file begins as the journal of a line."""
    with path.open("rb") as stream:
        return f'"azar":"{FORMAT}"'.encode() in stream.readline(4096)


def replay_line(path: Path) -> int:
    """
    Do every input of a line's journal again, on devices as new.

    Returns:
        Bytes that the host heard, all of them the same.

    Raises:
        LineError: the chain is broken, the version unknown, or the run came out otherwise; names the line.
    """
    data = path.read_bytes()
    altered = verify_chain(data)
    if altered is not None:
        raise LineError(f"{path}: line {altered} is altered, moved, missing or cut: its hash does not follow")
    rows = [read_json(line) for line in data.splitlines()]
    header = rows[0]
    if header.get("azar") != FORMAT or header.get("version") != VERSION:
        raise LineError(
            f"{path}: line 1 must be the header of a ccTalk line, version {VERSION} (got version "
            f"{header.get('version')}, which the release of azar that wrote it replays)"
        )
    desk = Desk(_setup(path, header))
    made: list[Json] = []
    desk.heard = lambda name, t_us, fields: made.append(
        {"t": t_us, "in" if name in INPUTS else "out": name, **fields}
    )
    heard = 0
    for number, row in enumerate(rows[1:], 2):
        wanted = {key: value for key, value in row.items() if key != "h"}
        if "in" in wanted or "end" in wanted:
            desk.advance(wanted["t"])
            _do(desk, wanted)
        else:
            heard += len(wanted["hex"]) // 2
        if "end" not in wanted:
            if "out" in wanted and not made:
                desk.advance(wanted["t"])
            came = made.pop(0) if made else None
            if came != wanted:
                raise LineError(f"{path}: line {number} came out otherwise (got {came})")
    if made:
        raise LineError(f"{path}: after its last line the devices still said {made[0]}")
    return heard


def _setup(path: Path, header: JsonView) -> LineSetup:
    try:
        return LineSetup.of(header["setup"])
    except (KeyError, TypeError, ValueError, SetupError) as error:
        raise LineError(f"{path}: line 1: setup must be that of a ccTalk line (got {error})") from None


def _do(desk: Desk, row: JsonView) -> None:
    name = row.get("in")
    if name == "host":
        desk.host(bytes.fromhex(row["hex"]))
    elif name is not None:
        getattr(desk, name)(**{key: value for key, value in row.items() if key not in ("t", "in")})
