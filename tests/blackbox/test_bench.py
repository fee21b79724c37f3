# SPDX-License-Identifier: MIT
"""The bench of the black box knows the cabinet and nothing of ours behind it."""

from __future__ import annotations

import ast

from places import ROOT, TESTS

# What a cabinet has inside: no instrument reaches it.
INNER = {"board", "books", "ledger", "rom", "tilt", "_parts", "fram", "snapshot"}


# What the bench that ships is made of, and all that its tests may take of ours.
BENCH = ROOT / "emulator" / "lab" / "bench"
SHIPPED = {"emulator.lab.bench.bench", "emulator.lab.bench.reading"}
ALLOWED = {("emulator", "Cabinet"), ("emulator.cabinet", "Cabinet")} | {
    ("emulator.chapters.link", name) for name in ("QUIET", "join")
}


def test_the_bench_knows_nothing_of_ours_but_the_cabinet() -> None:
    """Black box means: no import of machines, cext or a part of emulator, and no look into a cabinet."""
    ours = {"cext", "machines", "emulator"}
    bench = [BENCH / f"{name.rpartition('.')[2]}.py" for name in sorted(SHIPPED)]
    tests = (TESTS / "blackbox").glob("test_blackbox_*.py")
    for path in (TESTS / "support" / "blackbox.py", *bench, *sorted(tests)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not ours & {name.name.partition(".")[0] for name in node.names}, path.name
            elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ours:
                for name in node.names:
                    known = node.module in SHIPPED or (node.module, name.name) in ALLOWED
                    assert known, f"{path.name}:{node.lineno} imports {name.name} of {node.module}"
            elif isinstance(node, ast.Attribute) and node.attr in INNER:
                raise AssertionError(f"{path.name}:{node.lineno} looks at {node.attr}")
