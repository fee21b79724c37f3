# SPDX-License-Identifier: MIT
"""The exact mathematics with one thing wrong, for tests that must notice it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

import machines


def spoiled(patch: pytest.MonkeyPatch, wanted: str, module: str, old: str, new: str) -> ModuleType:
    """
    ``machines.<wanted>`` made anew with one change in ``machines.<module>``, until the patch is undone.

    ``old`` must stand exactly once in the module's source.
    """
    for name in [name for name in sys.modules if name.startswith(("machines.chance_", "machines.par_"))]:
        patch.delitem(sys.modules, name)
        patch.delattr(machines, name.removeprefix("machines."), raising=False)
    path = Path(machines.__file__).parent / f"{module}.py"
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1, f"old must stand once in {module}: mend it"
    made = ModuleType(f"machines.{module}")
    patch.setitem(sys.modules, made.__name__, made)
    exec(compile(source.replace(old, new), str(path), "exec"), made.__dict__)
    return importlib.import_module(f"machines.{wanted}")
