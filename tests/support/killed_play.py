# SPDX-License-Identifier: MIT
"""
A player that is killed: it plays at random, says after each act how many steps it has kept, and never ends.

    players = Players()
    pid, told = players.start(Job(...))      # a process of its own, forked from one that has read all modules
    os.kill(pid, signal.SIGKILL)

``states(job, None)`` plays the same again in the caller's process and yields every state that is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, TextIO

from emulator.cabinet import Cabinet
from emulator.cabinet.errors import CabinetError
from emulator.records.session import Wanted, _with_new_visitor, open_session
from emulator.records.storage import Machine
from machines.model import Model, read_model

# Where a write of a step can be cut: before its first byte, in the middle, behind its last.
BEFORE, WITHIN, BEHIND = "before", "within", "behind"


@dataclass(frozen=True)
class Job:
    """
    One run.

    Attributes:
        seed: of the machine, which is a TEST machine and so does the same again.
        visitor: what the visitor's acts are drawn from.
        own_kill: the number of the step at whose write the process kills itself, and where; none: it waits.
        link: controller and key file of a linked machine; its mains never fail, or it waits for its line.
    """

    model: str
    wiring: str
    seed: str
    visitor: int
    nvram: str
    journal: str | None = None
    own_kill: tuple[int, str] | None = None
    link: tuple[str, str] | None = None

    @property
    def wanted(self) -> Wanted:
        """As the command line would ask for it; the model of another wiring lies beside the machine."""
        journal = None if self.journal is None else Path(self.journal)
        link, key = self.link or (None, None)
        return Wanted(
            self.model_file, seed=self.seed, nvram=Path(self.nvram), journal=journal, link=link,
            link_key=None if key is None else Path(key), patient=self.link is not None,
        )  # fmt: skip

    @property
    def model_file(self) -> str:
        """The model's name, or its file with other mechanisms."""
        if self.wiring == "parallel":
            return self.model
        path = Path(self.nvram).parent / f"{self.model}_{self.wiring}" / f"{self.model}.toml"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_text(f'mechanisms = "{self.wiring}"\n{_text(self.model)}')
        return str(path)

    def made(self) -> Model:
        """The model itself."""
        return _made(self.model, self.wiring)


def _text(name: str) -> str:
    return (resources.files("machines") / "models" / f"{name}.toml").read_text("utf-8")


@lru_cache
def _made(name: str, wiring: str) -> Model:
    raw = tomllib.loads(_text(name))
    return read_model({**raw, **({"mechanisms": wiring} if wiring == "cctalk" else {})}, source=name)


def play(cabinet: Cabinet, visitor: int, mains_fail: bool = True) -> Iterator[str]:
    """Coins, notes, cards, plays, payments, trays, and now and then a failing mains, for ever."""
    rng = random.Random(visitor)
    buttons = ["start"] * 6 + ["collect"] * 2 + sorted(cabinet.machine.buttons)
    cabinet.run(ms=4_000)
    while True:
        done = rng.choice(["insert"] * 4 + ["press"] * 8 + ["note", "tray", "card", "power"])
        with contextlib.suppress(CabinetError):
            if done == "insert" and cabinet.purse:
                cabinet.insert(rng.choice(sorted(cabinet.purse)))
            elif done == "insert":
                cabinet.take_tray()
            elif done == "press":
                cabinet.press(rng.choice(buttons))
            elif done == "note" and cabinet.wallet:
                cabinet.insert_note(rng.choice(sorted(cabinet.wallet)))
            elif done == "tray":
                cabinet.take_tray()
            elif done == "card":
                cabinet.insert_card(5_000)
            elif done == "power" and rng.random() < 0.2 and mains_fail:
                cabinet.power_off()
                cabinet.run(ms=rng.choice((1, 200, 2_000)))
                cabinet.power_on()
        cabinet.run_us(rng.choice((1_000, 50_000, 320_000, 700_000, 3_000_000)) + rng.randint(0, 30_000))
        yield done


@dataclass(frozen=True)
class State:
    """What was kept at once: books and coins, and the digest of the books alone as a journal has it."""

    whole: str
    nvram: str

    @classmethod
    def of(cls, nvram: bytes, physical: Any) -> State:
        """The state that these are."""
        text = json.dumps(physical, sort_keys=True).encode()
        return cls(hashlib.sha256(nvram + text).hexdigest(), hashlib.sha256(nvram).hexdigest()[:16])


def cabinet_of(job: Job, kept: Machine | None) -> Cabinet:
    """The cabinet of a job's session: as it was left, with a new visitor, or a new one."""
    if kept is None:
        return Cabinet(job.made(), seed=job.seed)
    physical = _with_new_visitor(kept.physical, job.made())
    return Cabinet(job.made(), seed=job.seed, nvram=kept.nvram, chip_key=kept.chip_key, physical=physical)


def states(job: Job, kept: Machine | None) -> Iterator[State]:
    """All that a run of this job keeps, in order, from its beginning on."""
    cabinet = cabinet_of(job, kept)

    def now() -> State:
        return State.of(cabinet.nvram, cabinet.physical())

    found = [now()]
    cabinet.keep_with(lambda: found.append(now()))
    acts = play(cabinet, job.visitor)
    while True:
        yield from found
        found.clear()
        next(acts)


def run(job: Job, say: Any) -> None:
    """Play until killed; ``say`` a line after each act: how many states were kept by then."""
    with open_session(job.wanted) as session:
        cabinet, machine = session.cabinet, session.machine
        steps = 0
        keep = cabinet.keeper._keep
        assert keep is not None and machine._log is not None

        def counted() -> None:
            nonlocal steps
            steps += 1
            if job.own_kill is not None and steps == job.own_kill[0]:
                _kill_at(machine._log, job.own_kill[1])
            keep()

        cabinet.keep_with(counted)
        say("0")
        for _ in play(cabinet, job.visitor, job.link is None):
            say(str(steps))


def _kill_at(log: Any, where: str) -> None:
    """Let the next write of a step end this process."""
    whole = log._write

    def write(step: bytes) -> None:
        if where == WITHIN:
            os.write(log._descriptor, step[: len(step) // 2])
        elif where == BEHIND:
            whole(step)
        os.kill(os.getpid(), 9)

    log._write = write


class Players:
    """A process that has read all modules, and forks a player for each job."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, job: Job) -> tuple[int, Any]:
        """Begin a run; its process and the lines that it says."""
        path = Path(job.nvram).with_suffix(".told")
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([asdict(job), str(path)]) + "\n")
        self._process.stdin.flush()
        lines = path.open(encoding="ascii")
        return int(self._process.stdout.readline()), lines

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _play_until_killed(job: Job, stream: TextIO) -> None:
    try:
        run(job, lambda text: print(text, file=stream, flush=True))
    except Exception as error:
        print(f"{type(error).__name__}: {error}".replace("\n", " "), file=stream, flush=True)


def main() -> None:
    """Fork a player for each line, and take what is left of it."""
    for line in sys.stdin:
        fields, path = json.loads(line)
        pid = os.fork()
        if pid == 0:
            pairs = {name: fields[name] and tuple(fields[name]) for name in ("own_kill", "link")}
            with Path(path).open("w", encoding="ascii") as stream:
                _play_until_killed(Job(**{**fields, **pairs}), stream)
            os._exit(0)
        print(pid, flush=True)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
