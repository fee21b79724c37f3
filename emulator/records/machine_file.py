# SPDX-License-Identifier: MIT
"""
The file of a kept machine: a snapshot, then every step since, each in one write.

    data = pack_snapshot(Snapshot("cierzo", 1, None, physical, image))
    chain = beginning(data)
    data += pack_step(1, chain, {"tray": {"100": 1}}, difference(image, later))[0]
    unpack(data).nvram, unpack(data).physical        # as of the last whole step

docs/nvram.md describes the bytes. Books and coins lie in one file because they must agree: whenever a process
dies, the two are of the same moment.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from emulator.board.fram import BYTES_MOST
from emulator.cabinet.saved import changed
from machines.support.plain import Json, JsonView, read_json

FORMAT = "nvram"
# 3: steps behind a snapshot, and records that carry a seal (machines/firmware/nvram.py, version 5).
VERSION = 3
# Steps are folded into a new snapshot before they come to so many bytes, some 10,000 of them.
STEPS_MOST = 1 << 22
# A snapshot has some 40,000 bytes; what is larger than all that can be is no machine's.
FILE_MOST = STEPS_MOST + (1 << 20)
STEP_MOST = 1 << 18
# A line of JSON that is longer is no header of ours.
HEAD_MOST = 1 << 16
# Each of these stands in every header; damage that is not meant leaves one of them.
_MARKS = (b'{"azar":"nvram",', b',"physical":{', b',"version":')
_MAGIC = b"\nAZ\x01"
# Magic, number from 1, bytes of the body, CRC-32 of what follows it, chain.
_HEAD = struct.Struct("<4sIII16s")
_CHAIN_BYTES = 16
# Behind a step that is not whole another whole one is looked for at so many places.
_LOOKS = 1_000
# What can be damaged, as ``Kept.damaged`` names it.
HEADER, IMAGE, STEPS = "header", "image", "steps"


@dataclass(frozen=True)
class Snapshot:
    """A machine as a whole."""

    model: str
    serial: int
    seed: str | None
    physical: JsonView
    nvram: bytes


class NotAMachineError(ValueError):
    """The bytes are no machine's file at all."""


class OtherVersionError(NotAMachineError):
    """The bytes are a machine's file of another version."""


@dataclass
class Kept:
    """The contents of a file, whole or not."""

    header: Json
    nvram: bytes
    physical: Any
    steps: int = 0
    """How many steps were made since the snapshot, none behind a damaged one."""
    torn_bytes: int = 0
    """What lies behind the last whole step: the beginning of one whose write was cut off."""
    damaged: str = ""
    """What is not as it was written: HEADER, IMAGE or STEPS; empty: all is whole."""
    problem: str = ""
    """The same as a phrase."""
    lost_steps: list[int] = field(default_factory=list)
    """Numbers of steps that are there and whole behind one that is damaged, and so cannot be made."""


# -- written -----------------------------------------------------------------------------------------


def pack_snapshot(snapshot: Snapshot) -> bytes:
    """The bytes of a new file."""
    header = {
        "azar": FORMAT,
        "version": VERSION,
        "model": snapshot.model,
        "serial": snapshot.serial,
        "seed": snapshot.seed,
        "physical": snapshot.physical,
        "nvram": {"size": len(snapshot.nvram), "sha256": hashlib.sha256(snapshot.nvram).hexdigest()},
    }
    return _line({**header, "sha256": _digest(header)}) + snapshot.nvram


def beginning(data: bytes) -> bytes:
    """The chain that the first step behind a snapshot follows."""
    return hashlib.sha256(data[: data.index(b"\n") + 1]).digest()[:_CHAIN_BYTES]


def pack_step(number: int, chain: bytes, changes: JsonView, memory: bytes) -> tuple[bytes, bytes]:
    """
    The bytes of a step, and the chain that the next one follows.

    Args:
        number: from 1.
        chain: of the step before, or the snapshot's beginning.
        changes: keys of ``physical`` whose values changed, null for one that is gone.
        memory: what changed in the NVRAM, as ``saved.difference`` gives it.
    """
    text = _line(changes)
    body = struct.pack("<I", len(text)) + text + memory
    chain = hashlib.sha256(chain + body).digest()[:_CHAIN_BYTES]
    return _HEAD.pack(_MAGIC, number, len(body), zlib.crc32(chain + body), chain) + body, chain


# -- read --------------------------------------------------------------------------------------------


def unpack(data: bytes) -> Kept:
    """
    Read a file, and make every whole step.

    Raises:
        NotAMachineError: it does not begin with the header of a machine.
        OtherVersionError: it is of another version.
    """
    head, feed, rest = data.partition(b"\n")
    try:
        header = read_json(head)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("azar") != FORMAT:
        if not looks_like_one(data):
            raise NotAMachineError("line 1 must be the header of a machine")
        return Kept({}, rest, None, damaged=HEADER, problem="line 1 must be the header of a machine")
    version = header.get("version")
    if version != VERSION:
        raise OtherVersionError(
            f"version must be {VERSION} (got {version!r}): one of another release is not taken over, since "
            "records without a seal cannot be told from forged ones"
        )
    stated = header.pop("sha256", None)
    kept = Kept(header, rest, header.get("physical"))
    if stated != _digest(header) or not _sound(header):
        kept.damaged, kept.problem = HEADER, f"line 1: sha256 must be {stated} (got {_digest(header)})"
    if kept.damaged:
        return kept
    size = header["nvram"]["size"]
    kept.nvram = rest[:size]
    present = hashlib.sha256(kept.nvram).hexdigest()
    if present != header["nvram"]["sha256"]:
        kept.damaged = IMAGE
        kept.problem = f"NVRAM: sha256 must be {header['nvram']['sha256']} (got {present})"
    _make_steps(kept, rest[size:], beginning(head + feed))
    return kept


def looks_like_one(data: bytes) -> bool:
    """Whether bytes begin as a machine's file does, but perhaps for a few that were altered."""
    head, _, rest = data[:HEAD_MOST].partition(b"\n")
    # A journal goes on with lines of JSON.
    return any(mark in head for mark in _MARKS) and not rest.startswith(b'{"')


def _sound(header: JsonView) -> bool:
    """Whether a header has all members, each of its type."""
    nvram, physical = header.get("nvram"), header.get("physical")
    return (
        isinstance(nvram, dict)
        and type(nvram.get("size")) is int
        and 0 <= nvram["size"] <= BYTES_MOST
        and isinstance(physical, dict | None)
        and isinstance(header.get("model"), str)
        and type(header.get("serial")) is int
        and isinstance(header.get("seed"), str | None)
    )


class _Step(NamedTuple):
    number: int
    chain: bytes
    changes: Json
    memory: bytes
    size: int


def _make_steps(kept: Kept, data: bytes, chain: bytes) -> None:
    """Apply the steps that follow one another; return what is wrong with the first that does not."""
    at = 0
    while at < len(data):
        step = _read_step(data, at)
        follows = step is not None and step.number == kept.steps + 1
        if step is None or not follows or _next_chain(chain, step, data, at) != step.chain:
            break
        try:
            kept.nvram = changed(kept.nvram, step.memory)
        except ValueError:
            break
        physical = {**(kept.physical or {}), **step.changes}
        kept.physical = {name: value for name, value in physical.items() if value is not None}
        kept.steps, chain, at = step.number, step.chain, at + step.size
    if at == len(data):
        return
    kept.lost_steps = _later(data, at, kept.steps)
    if kept.lost_steps and not kept.damaged:
        last = kept.lost_steps[-1]
        kept.damaged = STEPS
        kept.problem = f"step {kept.steps + 1} of {last} is altered or missing: its hash does not follow"
    kept.torn_bytes = 0 if kept.lost_steps else len(data) - at


def _read_step(data: bytes, at: int) -> _Step | None:
    """The step at a place, whole by itself; None if there is none."""
    if at + _HEAD.size > len(data):
        return None
    magic, number, size, crc, chain = _HEAD.unpack_from(data, at)
    body = data[at + _HEAD.size : at + _HEAD.size + min(size, STEP_MOST + 1)]
    if magic != _MAGIC or size < 4 or len(body) != size or zlib.crc32(chain + body) != crc:
        return None
    (length,) = struct.unpack_from("<I", body)
    try:
        changes = read_json(body[4 : 4 + length])
    except ValueError:
        return None
    if not isinstance(changes, dict):
        return None
    return _Step(number, chain, changes, body[4 + length :], _HEAD.size + size)


def _next_chain(chain: bytes, step: _Step, data: bytes, at: int) -> bytes:
    body = data[at + _HEAD.size : at + step.size]
    return hashlib.sha256(chain + body).digest()[:_CHAIN_BYTES]


def _later(data: bytes, at: int, done: int) -> list[int]:
    """Numbers of whole steps behind one that is not: then it is damaged, and no torn end."""
    found = []
    for _ in range(_LOOKS):
        at = data.find(_MAGIC, at + 1)
        if at < 0:
            break
        step = _read_step(data, at)
        if step is not None and step.number > done:
            found.append(step.number)
    return found


def _digest(header: JsonView) -> str:
    return hashlib.sha256(_line(header)).hexdigest()


def _line(value: JsonView) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"
