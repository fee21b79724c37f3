# SPDX-License-Identifier: MIT
"""
pdb in a firmware: it stops in the program's own files alone, and virtual time stands while one looks.

    prompt = Prompt(["coins.py:42"])          # no place: it stops where boot() begins
    cab = Cabinet("cierzo", seed="00", watch=prompt)
"""

from __future__ import annotations

import ast
import bdb
import linecache
import pdb
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType, FunctionType, TracebackType

from emulator.debug.statements import PlaceError, parsed, statement_lines
from emulator.vm.foreign import Guest
from emulator.vm.turns import TurnsSpentError
from emulator.vm.watch import LeftError

# What ``bdb.Bdb.stoplineno`` is after ``continue``.
_NEVER = -1


class Prompt(pdb.Pdb):
    """
    pdb, called around each call of a firmware and no longer.

    Args:
        breaks: where it stops, each ``FILE:LINE``; none: where ``boot()`` begins.
    """

    def __init__(self, breaks: Iterable[str] = ()) -> None:
        bdb.Breakpoint.clearBreakpoints()  # those of an earlier one, which all of a process share
        super().__init__(nosigint=True, readrc=False)
        self.prompt = "(pdb) "
        self._wanted = [parsed(place) for place in breaks]
        self._at_boot = not self._wanted
        self.codes: dict[tuple[str, str, bool], CodeType] = {}
        self._files: set[str] = set()
        self.reset()
        self.botframe = sys._getframe()
        self._go_on()

    # -- what a runtime asks -----------------------------------------------------------------------

    def meet(self, paths: Mapping[str, str], sources: Mapping[str, str]) -> None:
        """Know the files of a program, and set the breakpoints in them; PlaceError if one is not there."""
        for module, path in paths.items():
            self._files.add(path)
            if not Path(path).is_file():
                text = sources[module].splitlines(keepends=True)
                linecache.cache[self.canonic(path)] = (len(sources[module]), None, text, path)
        for file, line in self._wanted:
            name = next((name for name, path in paths.items() if _ends(path, file)), None)
            if name is None:
                raise PlaceError(f"break must be in a module of the firmware (got {file})", "such as main.py")
            lines = statement_lines(sources[name])
            if line not in lines:
                following = lines[min(bisect_left(lines, line), len(lines) - 1)] if lines else 1
                raise PlaceError(
                    f"break must be the first line of a statement (got {file}:{line})",
                    f"the next one is {file}:{following}",
                )
            self.set_break(paths[name], line)

    def tree(self, source: str, path: str) -> ast.Module:
        """The module as it is."""
        return ast.parse(source, path)

    def names(self) -> dict[str, object]:
        """``breakpoint()`` stops here, which MicroPython does not have."""
        return {"breakpoint": self._breakpoint}

    def call(self, work: Callable[..., Guest], *arguments: int) -> Guest:
        """Call into the program under the eyes of pdb; where it fails one may look, too."""
        before = sys.gettrace()
        if self._at_boot and isinstance(work, FunctionType):
            self._at_boot = False
            self.set_step()
        self.botframe = sys._getframe()
        if self.breaks or self.stopframe is None or self.stoplineno != _NEVER:
            sys.settrace(self.trace_dispatch)
        try:
            return work(*arguments)
        except (TurnsSpentError, Exception) as error:
            sys.settrace(None)
            self._look_at(error)
            raise
        finally:
            sys.settrace(before)
            if self.quitting:
                raise LeftError

    # -- what of bdb and pdb is narrowed to the firmware ---------------------------------------------

    def trace_dispatch(self, frame: FrameType, event: str, arg: Guest) -> Guest:
        """Follow the firmware into its own files; into the first of them from its first line on."""
        if not self._own(frame):
            return None
        if event == "call" and not self._inside(frame.f_back):
            return self.trace_dispatch
        try:
            return super().trace_dispatch(frame, event, arg)
        except bdb.BdbQuit:
            raise LeftError from None

    def get_stack(self, f: FrameType | None, t: TracebackType | None) -> tuple[list[Guest], int]:
        """The frames of the firmware, without those that led into it."""
        stack, _ = super().get_stack(f, t)
        own = [row for row in stack if self._own(row[0])]
        return own or stack, max(0, len(own or stack) - 1)

    def lookupmodule(self, filename: str) -> str | None:
        """``break coins.py:42`` means the firmware's."""
        own = next((path for path in sorted(self._files) if _ends(path, filename)), None)
        found: str | None = own or super().lookupmodule(filename)
        return found

    # ------------------------------------------------------------------------------------------------

    def _own(self, frame: FrameType) -> bool:
        """Whether a frame is the firmware's: the host has modules in our files, under longer names."""
        named = str(frame.f_globals.get("__name__"))
        return frame.f_code.co_filename in self._files and "." not in named

    def _inside(self, frame: FrameType | None) -> bool:
        """Whether firmware stands somewhere below."""
        while frame is not None and frame is not self.botframe:
            if self._own(frame):
                return True
            frame = frame.f_back
        return False

    def _go_on(self) -> None:
        """Stop at breakpoints only."""
        before = sys.gettrace()
        self.set_continue()
        sys.settrace(before)

    def _breakpoint(self) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame is not self.botframe:
            if self._own(frame):
                frame.f_trace = self.trace_dispatch
            frame = frame.f_back
        self.set_step()
        sys.settrace(self.trace_dispatch)

    def _look_at(self, error: BaseException) -> None:
        """Stop where the program failed, if that was in the program."""
        if not any(self._own(frame) for frame, _ in walk_tb(error.__traceback__)):
            return
        self.message(f"the firmware fails: {type(error).__name__}: {error}")
        self.interaction(None, error.__traceback__)
        if not self.quitting:
            self._go_on()


def _ends(path: str, file: str) -> bool:
    """Whether a path is named by its last parts."""
    parts, wanted = Path(path).parts, Path(file).parts
    return parts[len(parts) - len(wanted) :] == wanted if wanted else False
