# SPDX-License-Identifier: MIT
"""A firmware that does not come back: both runtimes notice it, and their journals say the same of it."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Mapping
from typing import Any

import pytest
from board_helpers import Recorder, run_ms
from vm_helpers import BOTH, program, vm_board

import emulator.vm.turns
from emulator.board.board import Board
from emulator.vm.cpython import CPythonRuntime
from emulator.vm.errors import HANG, HANG_MS
from emulator.vm.guest_runtime import FUEL_PER_US
from emulator.vm.postmortem import Postmortem
from emulator.vm.trace import alike
from emulator.vm.turns import TURNS_MAX, counted
from machines.firmware import pins
from machines.rom.program import firmware_sources
from machines.tables import cup, wheel

HANGS = program(
    top="from machine import Pin, WDT\nimport time\nlamp = Pin(30, Pin.OUT, value=0)\ndog = WDT(timeout=700)",
    boot="state.ticks = 0",
    tick="dog.feed()\nstate.ticks += 1\nlamp.value(1)\nwhile state.ticks == 3:\n    pass\nreturn 100",
)


@pytest.mark.parametrize("kind", BOTH)
def test_a_hang_meets_the_watchdog_with_its_outputs_as_they_were(kind: str) -> None:
    board = vm_board(HANGS, kind=kind)
    recorder = Recorder(board)
    board.power_on()
    run_ms(board, 200)
    assert board.fault is not None and board.fault.endswith("main did not come back within 2,000 ms")
    assert board.line("lamp_start").asserted
    run_ms(board, 698)
    assert board.line("lamp_start").asserted
    run_ms(board, 2)
    assert recorder.events[-1] == (900_000, "watchdog", {})
    assert not board.line("lamp_start").asserted
    run_ms(board, 2)
    assert board.alive
    assert board.fault is None
    assert board.last_fault is not None and board.last_fault.endswith(HANG)


@pytest.mark.parametrize("kind", BOTH)
def test_a_hang_without_a_watchdog_stays_until_the_power_goes(kind: str) -> None:
    board = vm_board(program(tick="while True: pass"), kind=kind)
    board.power_on()
    run_ms(board, 1)
    fault = board.fault
    run_ms(board, 600_000)
    assert fault is not None and board.fault == fault and alike(fault) == HANG
    board.power_off()
    assert board.fault is None


@pytest.mark.parametrize("kind", BOTH)
def test_a_hang_that_feeds_the_watchdog_is_found_all_the_same(kind: str) -> None:
    source = program(
        top="from machine import WDT",
        boot="state.dog = WDT(timeout=500)",
        tick="while True:\n    state.dog.feed()",
    )
    board = vm_board(source, kind=kind)
    recorder = Recorder(board)
    board.power_on()
    run_ms(board, 500)
    assert recorder.kinds() == ["power", "fault", "watchdog"]


ENDLESS = (
    "class Endless:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1"
)
# What goes round for ever, in every way that a program has: name -> (body of the program, its place).
ROUNDS: Mapping[str, tuple[dict[str, str], str]] = {
    "while": ({"tick": "while True:\n    pass"}, "main.py:8 in tick"),
    "for": ({"tick": "for _ in range(10**9):\n    pass\nreturn 5"}, "main.py:8 in tick"),
    "a boot": ({"boot": "while True: pass"}, "main.py:6 in boot"),
    "an import": ({"top": "while True: pass"}, "main.py:1 in <module>"),
    "two calls of oneself": (
        {"top": "def f(n):\n    return f(n - 1) + f(n - 1) if n else 1", "tick": "return f(40)"},
        "main.py:1 in f",
    ),
    "a lambda": (
        {"top": "f = lambda n: f(n - 1) + f(n - 1) if n else 1", "tick": "return f(40)"},
        "main.py:1 in <lambda>",
    ),
    "a comprehension": (
        {"tick": "x = [0 for a in range(10**5) for b in range(10**5) if 0]"},
        "main.py:8 in tick",
    ),
    "a comprehension without elements": (
        {"tick": "x = [0 for a in range(10**8) for b in ()]"},
        "main.py:8 in tick",
    ),
    "a generator": (
        {"top": "def g():\n    while 1:\n        yield 1", "tick": "return sum(g())"},
        "main.py:2 in g",
    ),
    "an iterator": ({"top": ENDLESS, "tick": "return sum(Endless())"}, "main.py:4 in __next__"),
    "a bare except inside": (
        {"tick": "while True:\n    try:\n        x = 1\n    except:\n        pass"},
        "main.py:8 in tick",
    ),
    "a bare except around": (
        {"tick": "try:\n    while True:\n        pass\nexcept:\n    pass\nreturn 5"},
        "main.py:9 in tick",
    ),
    "another error on the way out": (
        {"tick": "try:\n    while True:\n        pass\nfinally:\n    raise ValueError('gone')"},
        "main.py:9 in tick",
    ),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_whatever_goes_round_for_ever_is_named_with_its_place(name: str) -> None:
    source, place = program(**ROUNDS[name][0]), ROUNDS[name][1]
    faults = {}
    for kind in BOTH:
        board = vm_board(source, kind=kind)
        recorder = Recorder(board)
        board.power_on()
        run_ms(board, 1)
        assert recorder.kinds() == ["power", "fault"]
        faults[kind] = board.fault or ""
    assert {alike(fault) for fault in faults.values()} == {HANG}
    assert faults["cpython"].startswith(place)
    assert faults["cpython"].endswith(f": {HANG}")
    assert re.match(r"main\.py:\d+ in (tick|boot|f|g|__next__|<module>): main did not", faults["micropython"])


INNER = """
def inner(a):
    x = [1]
    for b in range(10**9):
        x[0] = b
    return x
def outer():
    return inner(2)
"""
METHOD = """
class C:
    n = 0
    def spin(self):
        while self.go():
            self.n += 1
    def go(self):
        return True
"""
FAR = "\ndef far(s):\n" + "    s += 1\n" * 300 + "    while s:\n        s += 1\n    return s\n"
WIDE = """
def wide(a, b=1, *c, d=2, e, **f):
    while a:
        a = a + b
    return d
"""
# Top of the program, the call that hangs, the function and lines in which it does.
IN_PLACES: Mapping[str, tuple[str, str, tuple[str, int, int]]] = {
    "a loop in a function that was called": (INNER, "outer()", ("inner", 4, 5)),
    "a method": (METHOD, "C().spin()", ("spin", 5, 6)),
    "a long function": (FAR, "far(1)", ("far", 303, 304)),
    "many arguments": (WIDE, "wide(1, e=3)", ("wide", 3, 4)),
}


@pytest.mark.parametrize("name", IN_PLACES)
def test_micropython_names_the_innermost_function_and_a_line_of_its_loop(name: str) -> None:
    top, tick, (function, first, last) = IN_PLACES[name]
    board = vm_board(program(top=top, tick=tick))
    board.power_on()
    run_ms(board, 1)
    found = re.fullmatch(rf"main\.py:(\d+)(-\d+)? in (\w+): {HANG}", board.fault or "")
    assert found is not None, board.fault
    if function == "spin" and found[3] == "go":
        return  # it may be found in what the loop calls
    assert found[3] == function and first <= int(found[1]) <= last


def test_a_memory_that_holds_anything_has_no_place_and_no_error() -> None:
    """A hostile program writes what it likes before it hangs; the host reads it all the same."""
    chance = random.Random(14)
    files = {"main.mpy": bytes(range(256)) * 4}
    for size in (0, 3, 64, 4_096, 20_000):
        for _ in range(20):
            data = bytes(chance.choice((0, 4, 8, 16, 64, 128, 200, 255)) for _ in range(size))
            found = Postmortem(data, files, {"main": ""}).place(range(size))
            assert found == "" or found.startswith("main.py:")
    looping = (4).to_bytes(4, "little") * 5_000
    assert Postmortem(looping, files, {}).place(range(20_000)) == ""
    assert Postmortem(b"\xff" * 20_000, files, {}).place(range(20_000)) == ""


def turning(kind: str, turns: int) -> Board:
    board = vm_board(
        program(top=f"n = {turns}", tick="i = n\nwhile i:\n    i -= 1\nreturn 100"), kind=kind, heap_kb=64
    )
    board.power_on()
    run_ms(board, 1)
    return board


def test_what_is_a_hang_on_cpython_is_one_on_micropython_too() -> None:
    """The cheapest loop that ends takes so many instructions a turn; TURNS_MAX of it are beyond the limit."""
    spent = [turning("micropython", turns).fuel for turns in (1_000, 5_000)]
    a_turn = (spent[1] - spent[0]) / 4_000
    assert a_turn > 300
    assert TURNS_MAX * 300 >= FUEL_PER_US * HANG_MS * 1_000
    assert turning("cpython", TURNS_MAX - 2).fault is None
    for kind in BOTH:
        assert alike(turning(kind, TURNS_MAX + 1).fault or "") == HANG


def test_every_call_has_its_turns_for_itself() -> None:
    board = vm_board(program(tick="for _ in range(300_000):\n    pass\nreturn 1"), kind="cpython")
    board.power_on()
    run_ms(board, 20)
    assert board.alive


def test_our_firmware_is_counted_in_while_alone() -> None:
    """It is known byte for byte: its ``for`` and its calls have an end. So counting costs it nothing."""
    for body, hangs in (("while True: pass", True), ("for _ in range(1_200_000): pass\nreturn 5", False)):
        board = Board(pins.PINS, bytes(256), CPythonRuntime({"main": program(tick=body)}, thorough=False))
        board.power_on()
        run_ms(board, 1)
        assert (board.fault is not None) == hangs


@pytest.mark.parametrize("sources", [
    *(firmware_sources(type_=kind) for kind in "ABC"),
    firmware_sources(linked=True, mechanisms="cctalk", screen=True),
    cup.PROGRAM.sources(),
    wheel.PROGRAM.sources(),
])  # fmt: skip
def test_every_while_of_our_firmware_is_counted(sources: dict[str, str]) -> None:
    """They are found by their look, which saves reading each module twice at every start."""
    for name, source in sources.items():
        loops = sum(isinstance(node, ast.While) for node in ast.walk(ast.parse(source)))
        made = counted(source, f"{name}.py", thorough=False)
        turns = (
            0
            if isinstance(made, str)
            else sum(isinstance(node, ast.Name) and node.id == ".turns" for node in ast.walk(made))
        )
        assert turns == loops, name


def test_a_power_cut_that_a_program_swallows_and_then_hangs_is_a_power_cut() -> None:
    source = program(
        top="from machine import Pin\nlamp = Pin(30, Pin.OUT, value=0)",
        tick="try:\n    lamp.toggle()\nexcept:\n    pass\nwhile True:\n    pass",
    )
    board = vm_board(source, kind="cpython")
    board.power_on()
    recorder = Recorder(board)
    board.cut_at_op(0)
    run_ms(board, 1)
    assert recorder.kinds() == ["power"]
    assert board.fault is None


def test_counting_changes_no_value_no_name_and_no_line() -> None:
    """A docstring, a lambda's value, a filtered comprehension and the else of loops are what they were."""
    source = program(
        top=(
            "said = []\ndef f(a, *b, c=2):\n    'doc'\n    said.append((a, b, c))\n    return a\n"
            "def g():\n    'only a doc'\nhalf = lambda a: a // 2\nzero = lambda: 0\n"
            "class C:\n    n = [i for i in range(3)]\n"
            "    def m(self):\n        return [self.n[i] for i in (0, 1)]"
        ),
        boot=(
            "for i in range(3):\n    if i == 2: break\nelse:\n    said.append('no')\n"
            "while i:\n    i -= 1\n    continue\nelse:\n    said.append('else')\n"
            "print(f(1, 5), g(), half(9), zero(), C().m(), {a: b for a, b in [(1, 2)]}, said)\n"
            "print([a * b for a in range(3) if a for b in range(3) if b > 1])\n"
            "print(sorted([3, 1], key=lambda a: -a))"
        ),
    )
    told: dict[str, list[str]] = {}
    for kind in BOTH:
        told[kind] = []
        board = vm_board(source, kind=kind, console=told[kind].append)
        board.power_on()
        assert board.fault is None, board.fault
    assert "".join(told["cpython"]) == "".join(told["micropython"])


def mutant_turns(monkeypatch: pytest.MonkeyPatch, name: str, value: Any) -> str | None:
    monkeypatch.setattr(emulator.vm.turns, name, value)
    monkeypatch.setattr("emulator.vm.cpython._code_cache", {})
    board = vm_board(program(tick="for _ in range(1_300_000):\n    pass\nreturn 5"), kind="cpython")
    board.power_on()
    run_ms(board, 1)
    return board.fault


def test_a_mutant_that_does_not_count_a_loop_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mutant_turns(monkeypatch, "_Thorough", emulator.vm.turns._Thorough) is not None
    assert mutant_turns(monkeypatch, "_Thorough", emulator.vm.turns._Whiles) is None
