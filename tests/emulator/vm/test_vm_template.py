# SPDX-License-Identifier: MIT
"""Our firmware with its modules laid instead of executed: the same run, and no machine knows of another."""

from __future__ import annotations

import gc
from contextlib import suppress
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from cabinet_visits import Trace, overhear
from soon import soon
from vm_helpers import program

from emulator import Cabinet
from emulator.board.board import Board
from emulator.cabinet import CabinetError
from emulator.vm import cpython
from emulator.vm.cpython import CPythonRuntime
from machines.firmware import pins
from machines.model import Model, model_names, model_text, read_model
from machines.support.plain import read_toml

DOINGS: tuple[tuple[Any, ...], ...] = (
    ("insert", 100),
    ("insert", 200),
    ("insert_note", 1000),
    ("insert_card",),
    ("press", "start"),
    ("press", "hold_1"),
    ("press", "start"),
    ("press", "double"),
    ("open_door",),
    ("close_door",),
    ("jam_reel", 1),
    ("press", "collect"),
)
# Objects that machines of one process may have in common.
CONSTANT = (str, bytes, int, float, type(None), CodeType, BuiltinFunctionType)

Machine = tuple[Cabinet, CPythonRuntime]


def wired(name: str, mechanisms: str) -> Model:
    """A shipped model with lines of its own for coins, or with ccTalk."""
    return read_model({**read_toml(model_text(name)[1].decode()), "mechanisms": mechanisms}, source=name)


def machine(model: Model) -> Machine:
    cab = Cabinet(model, seed="00", purse={100: 20, 200: 20}, wallet={1000: 3})
    runtime = cab.board.chip._runtime
    assert isinstance(runtime, CPythonRuntime)
    return cab, runtime


def visit(cab: Cabinet) -> Trace:
    """Everything that is told in a visit with cuts, boots, resets and states that are put back."""
    trace = overhear(cab)
    for number, (name, *arguments) in enumerate(DOINGS * 2):
        with suppress(CabinetError):
            getattr(cab, name)(*arguments)
        cab.run(ms=900)
        before = cab.snapshot()
        cab.board.cut_at_op(number * 11, cab.board.ticks + 2)
        cab.run(ms=400)
        if not cab.powered:
            cab.power_on()
            cab.run(ms=1_200)
        if number % 3 == 0:
            cab.put_back(before)
        cab.run(ms=200)
    return trace


# Each type, and one with both kinds of mechanisms; the rest behind ``long``, whose visits with laid modules
# test_visit_prints.py holds to what happened when they were equal.
WIRED = [(name, wiring) for name in model_names() for wiring in ("parallel", "cctalk")]
SOON = (("cierzo", "parallel"), ("cierzo", "cctalk"), ("mudejar", "parallel"), ("cometa", "parallel"))


@pytest.mark.parametrize(("name", "mechanisms"), soon(WIRED, *SOON))
def test_laid_modules_run_as_executed_ones(
    name: str, mechanisms: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is told at the same microsecond, and the same states come of it."""
    model = wired(name, mechanisms)
    machine(model)
    laid, runtime = machine(model)
    told = visit(laid)
    assert runtime._copy is not None and changed(runtime) == []
    load = CPythonRuntime.load

    def load_after_boot(runtime: CPythonRuntime, saved: dict[str, Any]) -> None:
        runtime._thorough = True
        load(runtime, saved)
        runtime._thorough = False

    monkeypatch.setattr(CPythonRuntime, "_lay", CPythonRuntime._execute)
    monkeypatch.setattr(CPythonRuntime, "load", load_after_boot)
    executed, runtime = machine(model)
    assert visit(executed) == told
    assert runtime._copy is None
    assert executed.snapshot() == laid.snapshot()


def changed(runtime: CPythonRuntime) -> list[object]:
    """What a run has changed beside ``main.state``: nothing, so that to load it no boot is needed."""
    assert runtime._copy is not None
    contents = {id(thing): (thing, values) for _, thing, _, values in runtime._copy._contents}
    state = [vars(runtime._modules["main"].state)]
    while state:
        state += contents.pop(id(state.pop()), (None, ()))[1]
    now: dict[type, Any] = {dict: dict.values, list: list}
    return [
        thing
        for thing, values in contents.values()
        if type(thing) in now
        and [id(value) for value in now[type(thing)](thing)] != [id(value) for value in values]
    ]


def reachable(runtime: CPythonRuntime) -> dict[int, object]:
    """Everything that a program can come to from its modules, but for what its host gives it."""
    stops = {id(vars(module)) for module in runtime._host.values()} | {id(runtime._builtins)}
    found: dict[int, object] = {}
    waiting: list[Any] = [module for name, module in runtime._modules.items() if name not in runtime._host]
    while waiting:
        thing = waiting.pop()
        python = isinstance(thing, type) and thing.__module__ not in runtime._sources
        python |= (
            isinstance(thing, FunctionType) and thing.__globals__.get("__name__") not in runtime._sources
        )
        python |= isinstance(thing, ModuleType) and vars(thing) in map(vars, runtime._host.values())
        if id(thing) in found or id(thing) in stops or python or isinstance(thing, CONSTANT):
            continue
        found[id(thing)] = thing
        waiting += gc.get_referents(thing)
    return found


@pytest.mark.parametrize("name", ["cierzo", "moncayo", "cometa"])
def test_two_machines_of_a_process_have_nothing_in_common(name: str) -> None:
    model = wired(name, "parallel")
    runtimes = [machine(model)[1] for _ in range(3)]
    assert [runtime._copy is None for runtime in runtimes[1:]] == [False, False]
    first, second, third = map(reachable, runtimes)
    for one, other in ((first, second), (second, third)):
        shared = [one[thing] for thing in one.keys() & other.keys()]
        assert [thing for thing in shared if not constant(thing)] == []


def constant(thing: object) -> bool:
    """Whether nobody can write to it."""
    return isinstance(thing, CONSTANT) or (isinstance(thing, tuple) and all(constant(item) for item in thing))


SCRIBBLE = """
import json
import other
import twice
numbers, table, some, raw = [1, 2], {"a": 1}, {1, 2}, bytearray(3)
class Part:
    speed = 1
    def __init__(self):
        self.at = 0
        self.parts = [0]
    def go(self):
        return self.speed
    @staticmethod
    def stop(at=[0]):
        return at
def counter():
    count = 0
    def next():
        nonlocal count
        count += 1
        return count
    return next
part, count = Part(), counter()
class Bare:
    none = None
class Empty:
    pass
ways = (part.go, [part])
def seen():
    return (numbers, table, sorted(some), bytes(raw), Part.speed, hasattr(Part, "late"), part.at, part.parts,
        hasattr(part, "late"), count(), Part.stop(), hasattr(json, "late"), other.rows, other.name, gone,
        hasattr(Bare, "none"), hasattr(Bare, "late"), hasattr(Empty, "late"),
        ways[0](), ways[1][0] is part, twice.rows is twice.same)
gone = 7
"""

CHANGING = """
global numbers, gone, ways
ways = ways[1].clear()
twice.rows = []
numbers.append(3)
numbers = [9]
table["b"] = table.pop("a")
some.add(3)
raw[0] = 1
Part.speed, Part.late, part.at, part.late = 5, 1, 4, 1
part.parts.append(count())
Part.stop().append(1)
Bare.late = Empty.late = 1
if hasattr(Bare, "none"): del Bare.none
json.late = 1
other.rows.append(1)
other.name = "x"
del gone
return 100
"""


def test_a_boot_finds_nothing_of_what_the_program_did_before() -> None:
    """Globals, attributes of classes, objects, modules; contents of lists, dicts, sets, bytes, closures."""
    said: list[str] = []
    sources = {
        "main": program(boot="print(seen())", tick=CHANGING, top=SCRIBBLE),
        "other": "rows = []\nname = 'other'\n",
        "twice": "rows = []\nsame = rows\n",
    }
    board = Board(pins.PINS, bytes(256), CPythonRuntime(sources, console=said.append, thorough=False))
    for _ in range(4):
        board.power_on()
        board.advance(board.now_us + 50_000)
        assert board.fault is None
        board.power_off()
    assert len(said) == 4 and len(set(said)) == 1, said


HOLDING = """
class Part:
    none = None
    def at(self, *, place=1):
        return place
class Rack:
    first = Part()
    parts = [Part(), Part()]
    kind = Part
    rows = {"a": [1]}
    @staticmethod
    def of(*, kind=Part):
        return kind
    def both(self):
        return [part.at() for part in self.parts]
class Tall(Rack):
    first = Rack()
"""


def test_a_class_that_holds_objects_of_classes_is_laid_too() -> None:
    said: list[str] = []
    seen = (
        "print([type(one).__name__ for one in (Rack.first, *Rack.parts, Tall.first, Tall.of()())],"
        " Rack.kind is Part, Tall().both(), Tall.parts is Rack.parts,"
        " isinstance(Tall.first, Rack), Part.none, Rack.rows)"
    )
    change = "Rack.parts.append(1); Rack.rows['a'].append(2); Tall.first = 0; Part.none = 1; return 100"
    sources = {"main": program(boot=seen, tick=change, top=HOLDING)}
    runtimes = []
    for _ in range(3):
        runtime = CPythonRuntime(sources, console=said.append, thorough=False)
        board = Board(pins.PINS, bytes(256), runtime)
        for _ in range(2):
            board.power_on()
            board.advance(board.now_us + 50_000)
            assert board.fault is None
            board.power_off()
        runtimes.append(runtime)
    assert [runtime._copy is None for runtime in runtimes] == [False] * 3
    assert len(said) == 6 and len(set(said)) == 1, said


ASKING = (
    "import machine\nlevel = machine.Pin(3, machine.Pin.IN).value()",
    "print('imported')",
    "import time\nat = time.time()",
)


@pytest.mark.parametrize("top", ASKING)
def test_a_program_that_asks_or_prints_while_it_is_imported_is_imported_each_time(top: str) -> None:
    said: list[str] = []
    runtime = CPythonRuntime({"main": program(top=top)}, console=said.append, thorough=False)
    board = Board(pins.PINS, bytes(256), runtime)
    for _ in range(3):
        board.power_on()
        board.power_off()
    assert runtime._copy is None and len(said) in (0, 3)


def test_what_cannot_be_copied_is_executed_each_time() -> None:
    """A function of the host that the program keeps belongs to one machine."""
    tops = ("import time\nticks = time.ticks_ms", "turn = print", "rows = iter([1, 2])", "add = [1].append")
    for top in tops:
        runtime = CPythonRuntime({"main": program(top=top)}, thorough=False)
        board = Board(pins.PINS, bytes(256), runtime)
        board.power_on()
        board.power_off()
        board.power_on()
        assert runtime._copy is None, top


def test_what_an_import_told_the_board_is_told_at_each_boot() -> None:
    top = (
        "import machine\npin = machine.Pin(3, machine.Pin.OUT, value=1)\nwatchdog = machine.WDT(timeout=500)"
    )
    runtime = CPythonRuntime({"main": program(top=top)}, thorough=False)
    board = Board(pins.PINS, bytes(256), runtime)
    seen = []
    for _ in range(3):
        board.power_on()
        seen.append((board.ops, board.chip.pins.save(), board.chip.watchdog.due_us - board.now_us))
        board.power_off()
    assert runtime._copy is not None
    assert seen[0] == seen[1] == seen[2] and seen[0][0] > 0


def test_only_our_firmware_is_laid() -> None:
    """Another's may keep its state wherever it will, and is loaded by a boot."""
    sources = {"main": program()}
    for _ in range(2):
        runtime = CPythonRuntime(sources)
        board = Board(pins.PINS, bytes(256), runtime)
        board.power_on()
        assert runtime._copy is None
    assert not any(source in key for key in cpython._imported for source in sources.items())
