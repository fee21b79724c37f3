# SPDX-License-Identifier: MIT
"""
One MicroPython process that is left in the middle of its program and gone on with later.

wasmtime runs it on a stack of its own: when the slice of instructions is used up, or a host call asks to
wait, it comes back to the host as it stands.
"""

from __future__ import annotations

import ctypes
import weakref

import wasmtime

from emulator.vm.errors import VMError
from emulator.vm.foreign import Wasm
from emulator.vm.process import (
    HOST_CALL,
    HOST_CALL_KINDS,
    HOST_MODULE,
    NO_FINALIZER,
    HostCall,
    Process,
    buffer,
    ffi,
)


class Suspended(BaseException):
    """A host call raises this to leave the guest where it is; it goes on with the call's answer 0."""


class Fiber(Process):
    """A process for one call of one function that may take for ever."""

    _future: Wasm = None
    _ready = True

    def begin(self, function: int, slice_fuel: int) -> None:
        """
        Prepare the call of a guest's function without arguments; nothing runs yet.

        Args:
            function: address of the function object.
            slice_fuel: instructions after which it comes back.
        """
        error = ffi.wasmtime_context_fuel_async_yield_interval(self._context, slice_fuel)
        if error:
            raise VMError(str(wasmtime.WasmtimeError._from_ptr(error)))
        self._error = ctypes.POINTER(ffi.wasmtime_error_t)()
        self._arguments = (ffi.wasmtime_val_t * 4)()
        for value, number in zip(self._arguments, (function, 0, 0, 0), strict=True):
            value.kind = ffi.WASMTIME_I32
            value.of.i32 = number
        self._result = (ffi.wasmtime_val_t * 1)()
        self._future = ffi.wasmtime_func_call_async(
            self._context, ctypes.byref(self._entry(function)), self._arguments, 4, self._result, 1,
            ctypes.byref(self._trap), ctypes.byref(self._error),
        )  # fmt: skip
        # Before the store, on whose stack it lives.
        self._delete = weakref.finalize(self, ffi.wasmtime_call_future_delete, self._future)

    def resume(self) -> bool:
        """
        Go on until a slice is used up or a host call suspends; True if the function came to its end.

        Raises:
            As ``Process.call``.
        """
        if not ffi.wasmtime_call_future_poll(self._future):
            return False
        self._delete()
        if self._error or self._trap:
            self._fail(self._error)
        return True

    def close(self) -> None:
        """Give everything back; nothing may be called any more, and nothing of it may be running."""
        if self._future is not None:
            self._delete()
        self._store.close()

    def _define_host_call(self, linker: Wasm, host_call: HostCall) -> None:
        types = [wasmtime.ValType.i32() for _ in HOST_CALL_KINDS]
        signature = wasmtime.FuncType(types, [wasmtime.ValType.i32()])
        self._go_on = ffi.wasmtime_func_async_continuation_callback_t(self._is_ready)

        def called(
            _environment: Wasm,
            _caller: Wasm,
            values: Wasm,
            count: int,
            results: Wasm,
            _results: int,
            trap: Wasm,
            then: Wasm,
        ) -> None:
            answer = 0
            try:
                answer = host_call(*[values[index].of.i32 for index in range(count)])
            except Suspended:
                self._ready = False
            except BaseException as error:
                self._raised.append(error)
                trap[0] = ffi.wasmtime_trap_new(b"host", 4)
            results[0].kind = ffi.WASMTIME_I32
            results[0].of.i32 = answer
            then[0].callback, then[0].env, then[0].finalizer = self._go_on, None, NO_FINALIZER

        callback = ffi.wasmtime_func_async_callback_t(called)
        self._callbacks.append(callback)
        error = ffi.wasmtime_linker_define_async_func(
            linker.ptr(), buffer(HOST_MODULE), len(HOST_MODULE), buffer(HOST_CALL), len(HOST_CALL),
            signature.ptr(), callback, None, NO_FINALIZER,
        )  # fmt: skip
        if error:
            raise VMError(str(wasmtime.WasmtimeError._from_ptr(error)))

    def _instantiate(self, linker: Wasm, module: wasmtime.Module) -> wasmtime.Instance:
        raw = ffi.wasmtime_instance_t()
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        error = ctypes.POINTER(ffi.wasmtime_error_t)()
        future = ffi.wasmtime_linker_instantiate_async(
            linker.ptr(),
            self._context,
            module.ptr(),
            ctypes.byref(raw),
            ctypes.byref(trap),
            ctypes.byref(error),
        )
        while not ffi.wasmtime_call_future_poll(future):
            pass
        ffi.wasmtime_call_future_delete(future)
        if error:
            raise VMError(str(wasmtime.WasmtimeError._from_ptr(error)))
        return wasmtime.Instance._from_raw(raw)

    def _is_ready(self, _environment: Wasm) -> bool:
        """Asked once for each host call that does not suspend, twice for one that does."""
        ready, self._ready = self._ready, True
        return ready
