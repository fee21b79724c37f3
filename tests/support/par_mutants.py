# SPDX-License-Identifier: MIT
"""The exact mathematics with one thing wrong, for tests that must notice it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

import machines

TYPES = "machines.types"
ROOMS = ("chance", "cycle")


def spoiled(patch: pytest.MonkeyPatch, wanted: str, module: str, old: str, new: str) -> ModuleType:
    """
    A module of ``machines.types`` made anew with one change in another, or itself, until the patch is undone.

    Both are named from there on, as "chance.rows"; ``old`` must stand exactly once in the module's source.
    """
    for name in [
        name for name in sys.modules if name.startswith(tuple(f"{TYPES}.{room}." for room in ROOMS))
    ]:
        folder, _, leaf = name.rpartition(".")
        patch.delitem(sys.modules, name)
        patch.delattr(sys.modules[folder], leaf, raising=False)
    whole = f"{TYPES}.{module}"
    path = (Path(machines.__file__).parent / "types" / module.replace(".", "/")).with_suffix(".py")
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1, f"old must stand once in {module}: mend it"
    made = ModuleType(whole)
    patch.setitem(sys.modules, whole, made)
    exec(compile(source.replace(old, new), str(path), "exec"), made.__dict__)
    return importlib.import_module(f"{TYPES}.{wanted}")
