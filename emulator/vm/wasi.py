# SPDX-License-Identifier: MIT
"""
What MicroPython's unix port may ask of its system, answered without one.

A few files in memory, read only; the arguments; the board's clock; output to whoever listens. No host
file, no randomness, no wall clock. Source: WASI preview 1, whose names and numbers these are.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from emulator.vm.memory import Memory

_OK, _EBADF, _EINVAL, _ENOENT, _ENOSYS, _EROFS = 0, 8, 28, 44, 52, 69
_CHARACTER_DEVICE, _DIRECTORY, _REGULAR_FILE = 2, 3, 4
STDOUT, STDERR = 1, 2
_ROOT = 3
_OPEN_CREATE, _OPEN_TRUNCATE = 1, 8
_ALL_RIGHTS = 0x1FFFFFFF
_TIMER_EVENT, _ABSOLUTE = 0, 1
# A guest names its buffers in lists; no program of ours needs long ones.
_MOST_ITEMS = 1024

# Name -> parameters: i a 32-bit number, I a 64-bit one. Each returns an error number but proc_exit.
IMPORTS: Mapping[str, str] = {
    "args_get": "ii",
    "args_sizes_get": "ii",
    "environ_get": "ii",
    "environ_sizes_get": "ii",
    "clock_time_get": "iIi",
    "fd_close": "i",
    "fd_fdstat_get": "ii",
    "fd_prestat_get": "ii",
    "fd_prestat_dir_name": "iii",
    "fd_read": "iiii",
    "fd_readdir": "iiiIi",
    "fd_seek": "iIii",
    "fd_sync": "i",
    "fd_write": "iiii",
    "path_create_directory": "iii",
    "path_filestat_get": "iiiii",
    "path_open": "iiiiiIIii",
    "path_readlink": "iiiiii",
    "path_remove_directory": "iii",
    "path_rename": "iiiiii",
    "path_unlink_file": "iii",
    "poll_oneoff": "iiii",
    "proc_exit": "i",
    "sched_yield": "",
}


class GuestExitError(Exception):
    """The program ended by itself."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the program ended with code {code}")
        self.code = code


@dataclass
class OpenFile:
    """A file that the guest has open."""

    name: str
    offset: int


class System:
    """
    The system of one guest.

    Args:
        arguments: the command line.
        files: name -> content, all in the one folder that there is.

    Attributes:
        memory: the guest's memory; set before the guest runs.
        now_ns: its clock.
        output: called with (1 or 2, bytes) for what it prints to standard output or error.
        open_files: descriptor -> file, part of a saved state.
    """

    def __init__(self, arguments: list[str], files: Mapping[str, bytes]) -> None:
        self.memory: Memory
        self.now_ns = 0
        self.output: Callable[[int, bytes], None] = _discard
        self.files: dict[str, bytes] = dict(files)
        self.open_files: dict[int, OpenFile] = {}
        self._arguments = [text.encode() + b"\0" for text in arguments]

    def function(self, name: str) -> Callable[..., int]:
        """What answers an import; those that would change a file system answer that it is read only."""
        return getattr(self, name, _read_only if name.startswith("path_") else _unknown)

    # Arguments and clock.

    def args_get(self, pointers: int, text: int) -> int:
        for argument in self._arguments:
            self.memory.put_u32(pointers, text)
            self.memory.write(text, argument)
            pointers, text = pointers + 4, text + len(argument)
        return _OK

    def args_sizes_get(self, count: int, size: int) -> int:
        self.memory.put_u32(count, len(self._arguments))
        self.memory.put_u32(size, sum(len(argument) for argument in self._arguments))
        return _OK

    def environ_get(self, pointers: int, text: int) -> int:
        return _OK

    def environ_sizes_get(self, count: int, size: int) -> int:
        self.memory.put_u32(count, 0)
        self.memory.put_u32(size, 0)
        return _OK

    def clock_time_get(self, clock: int, precision: int, at: int) -> int:
        self.memory.write(at, struct.pack("<Q", self.now_ns))
        return _OK

    def poll_oneoff(self, subscriptions: int, events: int, count: int, count_at: int) -> int:
        """Sleep, which moves the clock and takes no time."""
        if not 0 <= count <= _MOST_ITEMS:
            return _EINVAL
        for index in range(count):
            row = self.memory.read(subscriptions + 48 * index, 48)
            user, kind = struct.unpack_from("<QB", row)
            if kind == _TIMER_EVENT:
                timeout_ns, flags = struct.unpack_from("<Q8xH", row, 24)
                self.now_ns = max(self.now_ns, timeout_ns + (0 if flags & _ABSOLUTE else self.now_ns))
            self.memory.write(events + 32 * index, struct.pack("<QHB21x", user, 0, kind))
        self.memory.put_u32(count_at, count)
        return _OK

    def sched_yield(self) -> int:
        return _OK

    def proc_exit(self, code: int) -> int:
        raise GuestExitError(code)

    # Files.

    def fd_write(self, descriptor: int, buffers: int, count: int, written_at: int) -> int:
        if descriptor not in (STDOUT, STDERR):
            return _EBADF
        written = 0
        for at, size in self._buffers(buffers, count):
            self.output(descriptor, self.memory.read(at, size))
            written += size
        self.memory.put_u32(written_at, written)
        return _OK

    def fd_read(self, descriptor: int, buffers: int, count: int, read_at: int) -> int:
        file = self.open_files.get(descriptor)
        if file is None and descriptor != 0:
            return _EBADF
        total = 0
        # Standard input is at its end.
        for at, size in () if file is None else self._buffers(buffers, count):
            assert file is not None
            data = self.files.get(file.name, b"")[file.offset : file.offset + size]
            self.memory.write(at, data)
            file.offset += len(data)
            total += len(data)
        self.memory.put_u32(read_at, total)
        return _OK

    def fd_seek(self, descriptor: int, offset: int, whence: int, at: int) -> int:
        file = self.open_files.get(descriptor)
        if file is None or not 0 <= whence <= 2:
            return _EBADF if file is None else _EINVAL
        place = offset + (0, file.offset, len(self.files.get(file.name, b"")))[whence]
        if place < 0:
            return _EINVAL
        file.offset = place
        self.memory.write(at, struct.pack("<Q", place))
        return _OK

    def fd_close(self, descriptor: int) -> int:
        return _EBADF if self.open_files.pop(descriptor, None) is None else _OK

    def fd_sync(self, descriptor: int) -> int:
        return _OK

    def fd_fdstat_get(self, descriptor: int, at: int) -> int:
        if descriptor > _ROOT and descriptor not in self.open_files:
            return _EBADF
        kind = _CHARACTER_DEVICE if descriptor < _ROOT else _DIRECTORY
        if descriptor > _ROOT:
            kind = _REGULAR_FILE
        self.memory.write(at, struct.pack("<BxHxxxxQQ", kind, 0, _ALL_RIGHTS, _ALL_RIGHTS))
        return _OK

    def fd_prestat_get(self, descriptor: int, at: int) -> int:
        if descriptor != _ROOT:
            return _EBADF
        self.memory.write(at, struct.pack("<II", 0, 1))
        return _OK

    def fd_prestat_dir_name(self, descriptor: int, at: int, size: int) -> int:
        self.memory.write(at, b"/")
        return _OK

    def path_filestat_get(self, folder: int, flags: int, at: int, size: int, result: int) -> int:
        name = self._name(at, size)
        if name and name not in self.files:
            return _ENOENT
        kind, length = (_REGULAR_FILE, len(self.files[name])) if name else (_DIRECTORY, 0)
        self.memory.write(result, struct.pack("<QQB7xQQQQQ", 0, 0, kind, 1, length, 0, 0, 0))
        return _OK

    def path_open(
        self, folder: int, lookup: int, at: int, size: int, flags: int, rights: int, inherited: int,
        options: int, descriptor_at: int,
    ) -> int:  # fmt: skip
        if flags & (_OPEN_CREATE | _OPEN_TRUNCATE):
            return _EROFS
        name = self._name(at, size)
        if name not in self.files:
            return _ENOENT
        descriptor = max([_ROOT, *self.open_files]) + 1
        self.open_files[descriptor] = OpenFile(name, 0)
        self.memory.put_u32(descriptor_at, descriptor)
        return _OK

    def _name(self, at: int, size: int) -> str:
        text = self.memory.read(at, size).decode(errors="replace")
        return "/".join(part for part in text.split("/") if part not in ("", "."))

    def _buffers(self, at: int, count: int) -> list[tuple[int, int]]:
        count = min(count & 0xFFFFFFFF, _MOST_ITEMS)
        words = struct.unpack(f"<{2 * count}I", self.memory.read(at, 8 * count))
        return list(zip(words[::2], words[1::2], strict=True))


def _read_only(*_: int) -> int:
    return _EROFS


def _unknown(*_: int) -> int:
    return _ENOSYS


def _discard(descriptor: int, data: bytes) -> None:
    """Nobody listens."""
