# SPDX-License-Identifier: MIT
"""A module of ours with one thing wrong, for tests that must notice it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType


@contextmanager
def lax(module: ModuleType, old: str, new: str) -> Iterator[None]:
    """
    The module with one change in its source, while the block runs.

    ``old`` must stand exactly once in it. Whoever imported the module sees the change; whoever imported a
    name out of it before does not.
    """
    path = Path(str(module.__file__))
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1, f"old must stand once in {path.name}: mend it (got {source.count(old)})"
    kept = dict(vars(module))
    exec(compile(source.replace(old, new), str(path), "exec"), vars(module))
    try:
        yield
    finally:
        vars(module).clear()
        vars(module).update(kept)
