# SPDX-License-Identifier: MIT
"""
What may look at a firmware while CPython runs it: a debugger, or what counts its lines.

    runtime = CPythonRuntime(sources, watch=watch, paths={"coins": "/home/me/firmware/coins.py"})

Who looks changes nothing: the run is the same to the last operation, and virtual time stands meanwhile.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Protocol

from emulator.vm.foreign import Guest


class LeftError(KeyboardInterrupt):
    """The person at the debugger ended the run; not for a firmware's ``except Exception``."""


class Watch(Protocol):
    """
    Looks at the programs of one or several machines, one call of a firmware after another.

    Attributes:
        codes: what a runtime has compiled for it, by source, path and how its turns are counted.
    """

    codes: dict[tuple[str, str, bool], CodeType]

    def meet(self, paths: Mapping[str, str], sources: Mapping[str, str]) -> None:
        """
        A machine is about to run a program.

        Args:
            paths: module name -> file; of a ROM a name in which no file lies.
            sources: module name -> source.
        """

    def tree(self, source: str, path: str) -> ast.Module:
        """A module as it is to be compiled; every node keeps its own line."""

    def names(self) -> dict[str, object]:
        """What the program finds beside the builtins of MicroPython."""

    def call(self, work: Callable[..., Guest], *arguments: int) -> Guest:
        """Call into the program; LeftError ends the run."""
