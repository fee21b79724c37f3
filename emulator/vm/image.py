# SPDX-License-Identifier: MIT
"""Pictures of a guest: with the board's modules laid and everything else hidden, and what changed since."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from emulator.vm.calls import Shared
from emulator.vm.errors import VMError
from emulator.vm.memory import Memory
from emulator.vm.process import Snapshot
from emulator.vm.scheduler import Scheduler

# Changes are kept in pieces of so many bytes: four blocks of the guest's heap.
_PIECE_BYTES = 64
_PIECE_WORDS = _PIECE_BYTES // 8
# An object's tag for an interned string (py/obj.h), and the key of an empty slot in a map.
_QSTR_MASK, _QSTR, _EMPTY_SLOT = 7, 2, 0
# A map in a module's constant data: all keys interned, fixed, ordered; then how many (py/obj.h, mp_map_t).
_CONSTANT_MAP = 7
_MOST_MODULES = 64


class Layout(NamedTuple):
    """What the boot code told when it parked: addresses in the guest."""

    shared: Shared
    load: int
    boot: int
    tick: int
    dispatch: int
    run: int
    evaluate: int
    pump: int
    scheduler: Scheduler | None = None
    """Only of a guest whose program has a loop of its own."""


class Image(NamedTuple):
    """A parked guest that others begin from."""

    snapshot: Snapshot
    layout: Layout
    digest: str


def make_image(snapshot: Snapshot, layout: Layout) -> Image:
    """An image with its digest."""
    digest = hashlib.sha256(snapshot.memory)
    digest.update(repr(snapshot[1:]).encode())
    return Image(snapshot, layout, digest.hexdigest())


def lay_out(memory: Memory, message: bytes) -> Layout:
    """Read the message of the boot code, and hide from the guest every module that it does not list."""
    numbers = [int(word) for word in message.split()]
    shared, (system, host), entries, allowed = numbers[:3], numbers[3:5], numbers[5:12], numbers[12:]
    data = memory.read(0, memory.size)
    # Two tables: modules that a file may stand in for, and those that it may not; each holds one of these.
    for known in {_map_of(data, host), *(_map_of(data, module) for module in allowed)}:
        _hide(memory, known, set(allowed))
    # ``usys`` is answered without any table, so the module that it answers is made empty.
    head = memory.u32(system + 4) + 4
    _hide(memory, (memory.u32(head + 8), memory.u32(head + 4)), set())
    load, boot, tick, dispatch, run, evaluate, pump = entries
    return Layout(Shared(*shared), load, boot, tick, dispatch, run, evaluate, pump)


def _map_of(data: bytes, module: int) -> tuple[int, int]:
    """(table, count) of the map of built-in modules that holds a module."""
    wanted = struct.pack("<I", module)
    entry = data.find(wanted)
    while entry >= 0:
        if entry % 4 == 0 and data[entry - 4] & _QSTR_MASK == _QSTR:
            for table, count in _constant_maps(data):
                if table <= entry < table + 8 * count and _is_table_of_modules(data, table, count, module):
                    return table, count
        entry = data.find(wanted, entry + 4)
    raise VMError(f"the module at {module:#x} must be in a table of built-in modules")


def _constant_maps(data: bytes) -> Iterator[tuple[int, int]]:
    """(table, count) of whatever looks like a constant map of few entries."""
    for count in range(1, _MOST_MODULES):
        head = struct.pack("<II", count << 3 | _CONSTANT_MAP, count)
        at = data.find(head)
        while at >= 0:
            yield int.from_bytes(data[at + 8 : at + 12], "little"), count
            at = data.find(head, at + 4)


def _is_table_of_modules(data: bytes, table: int, count: int, module: int) -> bool:
    """Whether every entry is an object of the type of ``module``; a module's own table is not like that."""
    kind = data[module : module + 4]
    values = [int.from_bytes(data[at : at + 4], "little") for at in range(table + 4, table + 8 * count, 8)]
    return all(data[value : value + 4] == kind for value in values)


def _hide(memory: Memory, table: tuple[int, int], allowed: set[int]) -> None:
    start, count = table
    for at in range(start, start + 8 * count, 8):
        if memory.u32(at + 4) not in allowed:
            memory.put_u32(at, _EMPTY_SLOT)


def difference(base: Snapshot, now: Snapshot) -> bytes:
    """What changed in memory: number of pieces u32, their places u16 each, then the pieces."""
    before, after = _pieces(base.memory, len(now.memory)), _pieces(now.memory, len(now.memory))
    changed = np.flatnonzero((before != after).any(axis=1))
    return b"".join((
        struct.pack("<II", len(now.memory), len(changed)),
        changed.astype("<u2").tobytes(),
        after[changed].tobytes(),
    ))  # fmt: skip


def changed_memory(base: Snapshot, changes: bytes) -> bytes:
    """
    The memory that ``difference`` described.

    Raises:
        VMError: the bytes are not what it returned.
    """
    try:
        size, count = struct.unpack_from("<II", changes)
        places = np.frombuffer(changes, "<u2", count, 8)
        pieces = np.frombuffer(changes, "<u8", count * _PIECE_WORDS, 8 + 2 * count)
        if size % _PIECE_BYTES or not len(base.memory) <= size <= _PIECE_BYTES << 16:
            raise ValueError(f"a memory of {size} bytes")
        memory = _pieces(base.memory, size).copy()
        memory[places] = pieces.reshape(count, _PIECE_WORDS)
    except (struct.error, ValueError, IndexError) as error:
        raise VMError(f"saved program must be what save() returned ({error})") from error
    return memory.tobytes()


def _pieces(memory: bytes, size: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    flat = np.frombuffer(memory.ljust(size, b"\0"), "<u8")
    return flat.reshape(-1, _PIECE_WORDS)
