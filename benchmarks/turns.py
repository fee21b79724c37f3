# SPDX-License-Identifier: MIT
"""How scripts beside this one measure: in turns, the thread's CPU time, medians of the turns' ratios."""

from __future__ import annotations

import importlib
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from cffi import FFI

Call = Callable[[], object]


def installed(name: str) -> ModuleType:
    """A package that azar is compared with; ends the script in one line where it is missing."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise SystemExit(f"{error.name} is missing\n\nhint: pip install 'azar[bench]'") from None


def spent(call: Call) -> float:
    """Return the thread's CPU seconds of one call."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


class Times(NamedTuple):
    """Seconds of each contender, one a turn."""

    seconds: dict[str, list[float]]

    def rate(self, name: str, pieces: int) -> float:
        """Return pieces a second, the median."""
        return pieces / statistics.median(self.seconds[name])

    def ratio(self, name: str, other: str) -> float:
        """Return how many times quicker ``name`` is than ``other``: the median of the turns' ratios."""
        pairs = zip(self.seconds[name], self.seconds[other], strict=True)
        return round(statistics.median(theirs / own for own, theirs in pairs), 3)


def in_turns(contenders: dict[str, Call], turns: int) -> Times:
    """Time every contender once in each turn; a first turn does not count."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(turns + 1):
        for name, call in contenders.items():
            took = spent(call)
            if turn:
                seconds[name].append(took)
    return Times(seconds)


def build(folder: Path, name: str, declarations: str, source: str) -> Any:
    """Compile C with the core's own flags and return the module; needs a compiler."""
    ffi = FFI()
    ffi.cdef(declarations)
    ffi.set_source(name, source, extra_compile_args=["-O3", "-std=c99"])
    ffi.compile(tmpdir=str(folder))
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return importlib.import_module(name)
