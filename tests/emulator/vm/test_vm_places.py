# SPDX-License-Identifier: MIT
"""Where an error stands: file, line and function are right, and the same on both runtimes."""

from __future__ import annotations

import pytest
from board_helpers import run_ms
from vm_helpers import BOTH, program, vm_board

import emulator.vm.places
from emulator.vm.places import place
from emulator.vm.trace import alike

TOP = """
x = [1, 2]
d = {}
def f(*a, **k):
    return a[9]
def g(*a, **k):
    return 0
def deco(h):
    return h
class Leaving:
    def __enter__(self):
        return self
    def __exit__(self, a, b, c):
        return x[9]
""".lstrip()
# Bodies of a tick that fails, each in another way: statements of several lines, scopes, re-raised errors.
BODIES = {
    "multi-arg": "g(\n    1,\n    x[7],\n    3,\n)",
    "multi-call": "y = f(\n    1,\n    2,\n    3,\n)",
    "index": "y = (\n    x[0]\n    + x[1]\n    + x[5]\n)",
    "dict": "y = {\n    'a': 1,\n    'b': d['q'],\n}",
    "if": "if (\n    x[0]\n    and x[8]\n):\n    pass",
    "while": "while (\n    x[0]\n    and x[8]\n):\n    pass",
    "for": "for i in (\n    1,\n    x[9],\n):\n    pass",
    "elif": "if not x:\n    pass\nelif x[\n    8\n]:\n    pass",
    "listcomp": "y = [\n    x[i]\n    for i in range(5)\n]",
    "genexpr": "y = sum(\n    x[i]\n    for i in range(5)\n)",
    "dictcomp": "y = {\n    i: x[i]\n    for i in range(5)\n}",
    "lambda": "y = (lambda i:\n    x[i])(7)",
    "raise": "raise ValueError(\n    'a'\n    'b',\n    x[0],\n)",
    "assert": "assert x[0] == 2, (\n    'no'\n)",
    "return": "return x[\n    0\n] + x[\n    7\n]",
    "bare reraise": "try:\n    x[9]\nexcept IndexError:\n    y = 1\n    raise",
    "reraise obj": "try:\n    x[9]\nexcept IndexError as e:\n    y = 1\n    raise e",
    "raise from": "try:\n    x[9]\nexcept IndexError as e:\n    raise KeyError(\n        'x') from e",
    "finally": "try:\n    x[9]\nfinally:\n    y = 1\n    z = 2",
    "with": "with Leaving() as c:\n    y = 1",
    "with body": "with Leaving() as c:\n    y = x[5]\n    z = 1",
    "class": "class C:\n    a = 1\n    b = x[9]",
    "method": "class C:\n    def m(self,\n          a=1,\n          b=2):\n        return x[9]\nC().m()",
    "default": "def h(a=1,\n      b=x[9]):\n    pass",
    "augassign": "y = 1\ny += (1 +\n      x[9])",
    "unpack": "a, b, c = (\n    x\n)",
    "fstring": "y = f'''{x[0]}\n{x[9]}'''",
    "backslash": "y = 1 + \\\n    x[9]",
    "generator": "def h():\n    yield 1\n    yield x[\n        9]\nfor q in h():\n    pass",
    "yield from": "def h():\n    yield 1\n    x[9]\ndef k():\n    yield from h()\nlist(k())",
    "sort key": "sorted(\n    x,\n    key=lambda a: x[9],\n)",
    "nested": "def h():\n    def k():\n        return x[9]\n    return k()\nh()",
    "one line": "if x: y = x[9]",
    "del": "del d[\n    'q'\n]",
    "semicolon": "y = 1; z = x[9]",
    "stopiter": "next(iter([]))",
    "attr": "x.nothing\\\n.more",
    "name": "y = (nothing\n     + 1)",
    "unbound": "if not x:\n    zz = 1\ny = zz",
    "div": "y = 1 // (x[0] -\n          1)",
    "machine": "from machine import Pin\nPin(\n    99)",
    "type": "int(\n    'q')",
    "json": "import json\njson.loads(\n    '{')",
    "struct": "import struct\nstruct.unpack('<I',\n   b'a')",
    "recursion": "def r():\n    return r()\nr()",
    "custom": "class My(Exception):\n    pass\nraise My('x')",
    "try else": "try:\n    y = 1\nexcept x[5]:\n    pass\nelse:\n    z = x[9]",
    "except expr": "try:\n    x[9]\nexcept d['k']:\n    pass",
    "chained": "y = (\n    x\n    .append\n    (1, 2)\n)",
    "subscript chain": "y = x[\n    g(\n        1\n    )\n][\n    5\n]",
    "kwargs": "g(\n    a=1,\n    b=x[9],\n    **d\n)",
    "star": "g(\n    *x,\n    *x[9],\n)",
    "global stmt": "global G\nG = x[9]",
    "nested fn multi": "y = g(\n  g(1,\n    f(\n     2)\n  )\n)",
    "ternary": "y = (x[0]\n     if x[9]\n     else 1)",
    "compare": "y = (0\n  < x[0]\n  < 'a')",
    "import err": "import nothing_here",
    "walrus": "if (q := x[0]) and (\n    r := x[9]):\n    pass",
    "while condition": "i = 0\nwhile x[i] < 5:\n    i += 1\n    y = (2,\n      i)",
    "while, the last statement of it": "i = 0\nwhile i < 5:\n    i += 1\n    y = x[7]",
    "while in a while": "i = 0\nwhile x[i] < 5:\n    i += 1\n    while x[i] < 7:\n        i += 1",
    "while, in the middle": "i = 0\nwhile i < 5:\n    i += 1\n    y = x[7]\n    z = 1",
    "while True": "while True:\n    y = 1\n    y = x[7]",
    "while ends in an if": "i = 0\nwhile x[i] < 5:\n    i += 1\n    if i > 1:\n        y = 2",
}

FIRST = program(top=TOP, tick="FAILS").splitlines().index("    FAILS") + 1


def faults(body: str) -> dict[str, str]:
    """What each runtime says of a tick with this body."""
    found = {}
    for kind in BOTH:
        board = vm_board(program(top=TOP, tick=body + "\nreturn 5"), kind=kind, heap_kb=64)
        board.power_on()
        run_ms(board, 1)
        found[kind] = alike(board.fault or "")
    return found


@pytest.mark.parametrize("name", BODIES)
def test_both_runtimes_name_the_same_place_and_type(name: str) -> None:
    found = faults(BODIES[name])
    assert found["cpython"] == found["micropython"] != ""


@pytest.mark.parametrize(
    ("body", "line", "function", "kind"),
    [
        ("y = 1\ny = (\n    x[0]\n    + x[5]\n)", 1, "tick", "IndexError"),
        ("y = [\n    x[i]\n    for i in range(5)\n]", 0, "tick", "IndexError"),
        ("if (\n    x[0]\n    and d['k']\n):\n    pass", 0, "tick", "KeyError"),
        ("if x:\n    y = g(\n        1,\n        x[5],\n    )", 1, "tick", "IndexError"),
        ("try:\n    x[9]\nexcept IndexError:\n    y = 1\n    raise", 1, "tick", "IndexError"),
        ("def h():\n    y = 1\n    return x[9]\nh()", 2, "h", "IndexError"),
        ("class C:\n    def m(self):\n        raise ValueError('x')\nC().m()", 2, "m", "ValueError"),
        ("i = 0\nwhile i < 5:\n    i += 1\n    y = x[7]\n    z = 1", 3, "tick", "IndexError"),
    ],
)
def test_the_line_is_that_of_the_statement(body: str, line: int, function: str, kind: str) -> None:
    assert set(faults(body).values()) == {f"main.py:{FIRST + line} in {function}: {kind}"}


@pytest.mark.parametrize("body", [BODIES["while condition"], BODIES["while, the last statement of it"]])
def test_two_lines_are_named_where_bytecode_cannot_tell_which(body: str) -> None:
    """The condition of a ``while`` is compiled behind its body, whose last line it keeps on MicroPython."""
    head = FIRST + 1
    tail = FIRST + 3
    assert set(faults(body).values()) == {f"main.py:{head}-{tail} in tick: IndexError"}


def test_a_source_that_cannot_be_read_keeps_the_line_of_the_frame() -> None:
    assert place("def (", "coins.py", 37, "count") == "coins.py:37 in count"
    assert place("", "coins.py", 37, "<listcomp>") == "coins.py:37 in <module>"
    assert place("(" * 5_000 + ")" * 5_000, "coins.py", 2, "count") == "coins.py:2 in count"


def test_a_mutant_that_leaves_lines_as_they_are_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emulator.vm.places, "_lines", lambda source: {})
    differ = [name for name, body in BODIES.items() if len(set(faults(body).values())) > 1]
    assert len(differ) >= 5
