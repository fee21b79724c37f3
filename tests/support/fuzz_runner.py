# SPDX-License-Identifier: MIT
"""
Opens altered files, each in a process of its own with limits, and tells which were not survived.

    python tests/support/fuzz_runner.py journal 17         # that very file again, with its traceback; kept
    python tests/support/fuzz_runner.py journal,rom -500   # the first 500 of each of these kinds

The file of a kind and number is always the same. A process that opens one may use ten seconds of a processor
and 300 MB, may refuse it by name, and may do nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fuzz_kinds import KINDS

CPU_S = 10
# A computer that does other things meanwhile takes longer by the clock on the wall.
WALL_S = 120
MEMORY_BYTES = 300 << 20
# Addresses are cheap; this ends a process before it takes the computer with it.
ADDRESSES_BYTES = 2 << 30


class Outcome(NamedTuple):
    """
    What became of one file.

    Attributes:
        problem: why it was not survived; empty: it was.
        cpu_s, memory_bytes: what it took at most.
    """

    kind: str
    number: int
    mutation: str
    problem: str
    cpu_s: float
    memory_bytes: int

    def __str__(self) -> str:
        return (
            f"python tests/support/fuzz_runner.py {self.kind} {self.number} ({self.mutation}): {self.problem}"
        )


def altered(kind: str, number: int, seeds: list[bytes]) -> tuple[str, bytes]:
    """The file of this number, and the name of what was done to it."""
    rng = random.Random(f"{kind}:{number}")
    mutation = rng.choice(KINDS[kind].mutations)
    return mutation.__name__, mutation(rng, rng.choice(seeds), seeds)


class Opener:
    """The process that has read all modules and made all seeds; it forks one for each file."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="azar-fuzz-"))
        os.environ["XDG_DATA_HOME"] = str(self._folder)
        self._seeds: dict[str, list[bytes]] = {}
        # Machines of record, too, have the same keys whenever this runs.
        drawn = random.Random(1)
        os.urandom, system = drawn.randbytes, os.urandom
        try:
            for kind in kinds:
                self.add(kind)
        finally:
            os.urandom = system

    def add(self, kind: str) -> None:
        """Make the seeds of one more kind."""
        room = self._folder / kind
        room.mkdir()
        self._seeds[kind] = KINDS[kind].seeds(room)

    def outcome(self, kind: str, number: int) -> Outcome:
        """Open one file and wait for the end of it."""
        told, say = os.pipe()
        name, data = altered(kind, number, self._seeds[kind])
        pid = os.fork()
        if pid == 0:
            os.close(told)
            self._open(kind, number, data, say)
        os.close(say)
        problem = b""
        until_s = time.monotonic() + WALL_S
        while ready := select.select([told], [], [], max(0.0, until_s - time.monotonic()))[0]:
            part = os.read(ready[0], 65_536)
            if not part:
                break
            problem += part
        else:
            os.kill(pid, signal.SIGKILL)
            problem = b"was still at it after %d s" % WALL_S
        os.close(told)
        _, status, used = os.wait4(pid, 0)
        memory_bytes = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        text = problem.decode("utf-8", "replace") or _ended(status, memory_bytes)
        return Outcome(kind, number, name, text, used.ru_utime + used.ru_stime, memory_bytes)

    def _open(self, kind: str, number: int, data: bytes, say: int) -> None:
        """In the process of one file: never returns."""
        problem = ""
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES_BYTES, ADDRESSES_BYTES))
            room = Path(tempfile.mkdtemp(dir=self._folder))
            path = room / f"altered{KINDS[kind].suffix}"
            path.write_bytes(data)
            KINDS[kind].open(path)
        except BaseException:
            problem = traceback.format_exc()
        with contextlib.suppress(OSError):
            os.write(say, problem.encode()[-8_000:])
        os._exit(0)


def _ended(status: int, memory_bytes: int) -> str:
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        return f"took more than {CPU_S} s of the processor" if name == "SIGXCPU" else f"ended by {name}"
    if memory_bytes > MEMORY_BYTES:
        return f"took {memory_bytes >> 20} MB, more than {MEMORY_BYTES >> 20}"
    return ""


def run(kinds: Iterable[str], numbers: Iterable[int]) -> Iterator[Outcome]:
    """Open the files of these numbers of each kind, in a process beside this one."""
    wanted = [(kind, number) for kind in kinds for number in numbers]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, __file__, "--serve"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(wanted) + "\n")
        process.stdin.close()
        for line in process.stdout:
            yield Outcome(*json.loads(line))
    if process.returncode:
        raise RuntimeError(f"the opener ended with status {process.returncode}")


def _serve() -> None:
    wanted = json.loads(sys.stdin.readline())
    # What a command prints must not stand between the outcomes.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    opener = Opener(dict.fromkeys(kind for kind, _ in wanted))
    for kind, number in wanted:
        print(json.dumps(opener.outcome(kind, number)), file=out, flush=True)


def _again(kind: str, number: int) -> None:
    """One file in this process, for a person who looks for the reason."""
    opener = Opener([kind])
    name, data = altered(kind, number, opener._seeds[kind])
    room = Path(tempfile.mkdtemp(prefix="azar-fuzz-"))
    path = room / f"altered{KINDS[kind].suffix}"
    path.write_bytes(data)
    (room / "as-it-was").write_bytes(data)
    print(f"{name}: {room / 'as-it-was'}")
    os.environ["AZAR_TRACEBACK"] = "1"
    began_s = time.process_time()
    KINDS[kind].open(path)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"survived in {time.process_time() - began_s:.2f} s, {used.ru_maxrss >> 10} MB")


def main() -> Any:
    """See the head of this file."""
    if sys.argv[1:] == ["--serve"]:
        return _serve()
    if len(sys.argv) == 3 and sys.argv[2].isdecimal():
        return _again(sys.argv[1], int(sys.argv[2]))
    kinds, count = sys.argv[1].split(","), int(sys.argv[2].removeprefix("-"))
    bad, most = 0, {}
    for outcome in run(kinds, range(count)):
        at = most.get(outcome.kind, (0.0, 0))
        most[outcome.kind] = (max(at[0], outcome.cpu_s), max(at[1], outcome.memory_bytes >> 20))
        if outcome.problem:
            bad += 1
            print(outcome)
    print(f"{bad} not survived; at most (s, MB): {most}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
