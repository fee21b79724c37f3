# SPDX-License-Identifier: MIT
"""Which kernel plays a machine of chance quickest here: made ready, tried, remembered and mended."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import cext._core as _core
from cext._core import ffi, lib
from cext.chance import ChanceTables
from cext.errors import CoreError, check
from cext.rng import widest_tier

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# By number, as src/fast.h has them.
NAMES = (
    "plain", "masks", "masks-avx2", "masks-avx512", "automaton", "automaton-avx2", "automaton-avx512",
    "staged-avx2", "staged-avx512",
)  # fmt: skip
# The first of the kernels that read the same, as core_fast_suits tells; from the one that is made soonest.
_KINDS = ("masks", "automaton-avx2", "automaton")
_KERNEL_BYTES = 1 << 24
_SCRATCH_BYTES = 1 << 28
# From this many plays on a campaign is worth a trial of the kernels, and from AUTOMATON_FROM on an automaton,
# which takes 1 to 20 ms to be made; fewer take masks, made in no time.
TRIAL_FROM, AUTOMATON_FROM = 1 << 18, 1 << 16
# Each kernel makes some plays, which warms its tables; what is half as quick as another then drops out.
_WARMING_PLAYS, _TRIAL_PLAYS = 1 << 14, 1 << 17
_TURNS = 3
# Trials take a hundredth of the time, or a tenth while the chosen kernel is so much slower than another was.
_TRIALS_SHARE, _LEAST_SHARE, _MISCHOSEN = 100, 10, 1.5

Timed = Callable[[str, int], float]
"""Nanoseconds a play of so many plays by a kernel."""


def build(tables: ChanceTables, number: int) -> NDArray[np.uint8] | None:
    """Memory with a kernel made ready; None if the processor or the tables do not suit it."""
    import numpy as np

    memory = np.empty(_KERNEL_BYTES, np.uint8)
    room = ffi.from_buffer("uint8_t[]", memory)
    scratch = ffi.from_buffer("uint8_t[]", np.empty(_SCRATCH_BYTES, np.uint8))
    used = ffi.new("size_t *")
    code = lib.core_fast_build(tables._tables, number, room, len(room), scratch, len(scratch), used)
    if code in (lib.CORE_E_ARGUMENT, lib.CORE_E_EXHAUSTED):
        return None
    check(code)
    return memory


def _suiting(memory: NDArray[np.uint8]) -> list[str]:
    """Names of the kernels that can run here on what was made ready."""
    made = ffi.from_buffer("uint8_t[]", memory)
    return [name for number, name in enumerate(NAMES) if lib.core_fast_suits(made, number)]


def memory_file(tables: ChanceTables) -> Path:
    """Where it is remembered how quick the kernels are with these tables, on processors by name."""
    import platformdirs  # nobody whose prizes come from a cycle waits for it

    return platformdirs.user_cache_path("azar") / "kernels" / f"{tables.digest[:32]}.json"


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return f"{line.partition(':')[2].strip()}, tier {widest_tier()}"
    return f"{platform.processor() or platform.machine()}, tier {widest_tier()}"


def _built() -> int:
    """When the core was built: another one may have quicker kernels."""
    return Path(_core.__file__).stat().st_mtime_ns


class Kernels:
    """The kernels of some tables, each made ready once; threads may share them."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._made: dict[str, dict[str, NDArray[np.uint8]]] = {}
        self._times: dict[str, float] = {}
        self._trial_ns = self._since_ns = 0.0
        self._remembered = False

    def of_kinds(self, tables: ChanceTables, kinds: Iterable[str] = _KINDS) -> dict[str, NDArray[np.uint8]]:
        """Every kernel of some kinds that can play the tables here, with what it reads."""
        with self.lock:
            for kind in kinds:
                if kind not in self._made:
                    memory = build(tables, NAMES.index(kind))
                    self._made[kind] = {} if memory is None else dict.fromkeys(_suiting(memory), memory)
            found = {name: memory for kind in kinds for name, memory in self._made[kind].items()}
            return {name: found[name] for name in NAMES if name in found}

    def get(self, tables: ChanceTables, kernel: str) -> NDArray[np.uint8] | None:
        """What a kernel reads; None for the plain one. CoreError if there is none such here."""
        if kernel == "plain":
            return None
        for kind in _KINDS:
            if kernel in (found := self.of_kinds(tables, [kind])):
                return found[kernel]
        names = ", ".join(["plain", *self.of_kinds(tables)])
        raise CoreError(f"kernel must be auto or one of {names} (got {kernel!r})")

    def _worth_trying(self, tables: ChanceTables) -> dict[str, NDArray[np.uint8]]:
        """Where an automaton's digits are tickets none is slower than where they are columns."""
        found = self.of_kinds(tables, _KINDS[:2])
        return found if any(not name.startswith("masks") for name in found) else self.of_kinds(tables)

    def choose(self, tables: ChanceTables, plays: int, timed: Timed) -> str:
        """Name of the kernel for so many plays; ``timed`` tries one."""
        with self.lock:
            if plays < TRIAL_FROM and not self._times:
                return self._untried(tables, plays)
            self._recall(tables)
            if not self._times or self._since_ns > _TRIALS_SHARE * self._trial_ns > 0:
                self._try(tables, timed)
            return min(self._times, key=self._times.__getitem__, default="plain")

    def _untried(self, tables: ChanceTables, plays: int) -> str:
        """What a trial chooses as a rule: the widest automaton, and for few plays the widest masks."""
        if plays >= AUTOMATON_FROM:
            found = [name for name in self._worth_trying(tables) if name.startswith("automaton")]
            if found:
                return found[-1]
        return next(reversed(self.of_kinds(tables, _KINDS[:1])), "plain")

    def told(self, kernel: str, plays: int, play_ns: float) -> None:
        """What a kernel took; if it is the chosen one and that was wrong, the next call tries anew."""
        with self.lock:
            if kernel != min(self._times, key=self._times.__getitem__, default=None):
                return
            self._since_ns += play_ns * plays
            others = [one for name, one in self._times.items() if name != kernel]
            late = plays >= TRIAL_FROM and self._since_ns > _LEAST_SHARE * self._trial_ns
            if late and others and play_ns > _MISCHOSEN * min(others):
                self._times = {}

    def _try(self, tables: ChanceTables, timed: Timed) -> None:
        spent = 0.0

        def turn(name: str, plays: int) -> float:
            nonlocal spent
            took = timed(name, plays)
            spent += took * plays
            return took

        warm = {
            name: min(turn(name, _WARMING_PLAYS) for _ in range(2)) for name in self._worth_trying(tables)
        }
        quick = [name for name, took in warm.items() if took < 2 * min(warm.values())]
        turns = [{name: turn(name, _TRIAL_PLAYS) for name in quick} for _ in range(_TURNS)]
        self._times = {name: min(one[name] for one in turns) for name in quick}
        self._trial_ns, self._since_ns = spent, 0.0
        self._remember(tables)

    def _recall(self, tables: ChanceTables) -> None:
        if self._remembered:
            return
        self._remembered = True
        suit = self._worth_trying(tables)
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            known = json.loads(memory_file(tables).read_text(encoding="utf-8"))[_processor()]
            if known["built"] == _built():
                self._times = {name: float(took) for name, took in known["play_ns"].items() if name in suit}
                self._trial_ns = float(known["trial_ns"])

    def _remember(self, tables: ChanceTables) -> None:
        """For the next process; whole or not at all, and where nothing can be written not."""
        path, known = memory_file(tables), {}
        with contextlib.suppress(OSError, ValueError, TypeError):
            known = dict(json.loads(path.read_text(encoding="utf-8")))
        times = {"play_ns": self._times, "trial_ns": self._trial_ns}
        known[_processor()] = {"built": _built(), **times}
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
            part.write_text(json.dumps(known), encoding="utf-8")
            part.replace(path)


_KERNELS: WeakKeyDictionary[ChanceTables, Kernels] = WeakKeyDictionary()


def kernels_of(tables: ChanceTables) -> Kernels:
    """The kernels of some tables."""
    return _KERNELS.setdefault(tables, Kernels())
