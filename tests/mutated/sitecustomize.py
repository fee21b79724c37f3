# SPDX-License-Identifier: MIT
"""
Lets one module of ours be read with one thing wrong in it, in a whole process and in those that it starts.

A process whose PYTHONPATH has this folder first imports this module by itself. AZAR_MUTANT then holds JSON:
``{"module": "emulator.support.files", "old": "...", "new": "..."}``; without it nothing changes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any


class MutantLoader(SourceFileLoader):
    """Reads a module's file, with one change, and leaves the compiled one alone."""

    def get_code(self, fullname: str) -> CodeType:
        """The changed module; AssertionError if what is to change does not stand there just once."""
        source = self.get_data(self.path).decode("utf-8")
        old, new = MUTANT["old"], MUTANT["new"]
        assert source.count(old) == 1, f"old must stand once in {self.path} (got {source.count(old)})"
        return compile(source.replace(old, new), self.path, "exec")


class MutantFinder(MetaPathFinder):
    """Finds that one module as everybody else does, and has it loaded in its own way."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module to change; None of all others."""
        if fullname != MUTANT["module"]:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None and spec.origin is not None:
                spec.loader = MutantLoader(fullname, spec.origin)
                return spec
        return None


MUTANT: dict[str, Any] = json.loads(os.environ.get("AZAR_MUTANT", "{}"))
if MUTANT:
    sys.meta_path.insert(0, MutantFinder())
