# SPDX-License-Identifier: MIT
"""
One run of a kept machine: storage, cabinet and journal opened together, and kept whatever ends the run.

    with open_session(Wanted(model="cierzo", seed="00")) as session:
        session.cabinet.insert(200)
        session.cabinet.run(ms=1000)
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from emulator import EmulatorError
from emulator.cabinet import DEFAULT_PURSE, Cabinet
from emulator.journal import Recorder
from emulator.storage import Machine, machines_folder, open_machine
from machines.model import load_model, model_names

JOURNALS_KEPT = 20


class SessionError(EmulatorError):
    """A run cannot begin; ``hint`` says what to do next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Wanted:
    """Which machine to run, as the command line asks for it."""

    model: str = "cierzo"
    profile: str | None = None
    seed: str | None = None
    nvram: Path | None = None
    fresh: bool = False
    serial: int | None = None
    language: str = "es"
    journal: Path | None = None


@dataclass(frozen=True)
class Session:
    """A machine that runs, its keeper, and where its journal goes (None if nowhere)."""

    cabinet: Cabinet
    machine: Machine
    journal: Path | None
    warnings: tuple[str, ...]


@contextlib.contextmanager
def open_session(wanted: Wanted) -> Iterator[Session]:
    """
    Open a machine and its journal; keep both when the block ends, also by an exception.

    A visitor with a full purse comes to a machine that stands as the last one left it.

    Raises:
        MachinesError: the model, its profile or its ROM cannot be made.
        EmulatorError: the machine or its journal cannot be opened or kept.
    """
    model = load_model(wanted.model, wanted.profile)
    machine = open_machine(
        model.name, seed=wanted.seed, nvram=wanted.nvram, fresh=wanted.fresh, serial=wanted.serial
    )
    with machine:
        cabinet = Cabinet(
            model if wanted.model in model_names() else str(Path(wanted.model).resolve()),
            seed=machine.seed,
            nvram=machine.nvram,
            serial=machine.serial,
            profile=wanted.profile,
            language=wanted.language,
            physical=_with_new_visitor(machine.physical),
        )
        with contextlib.ExitStack() as kept:
            path, warnings = wanted.journal, []
            try:
                stream, path = _journal(wanted.journal, machine)
                kept.enter_context(stream)
            except OSError as error:
                if wanted.journal is not None:
                    reason = error.strerror or error
                    raise SessionError(f"{wanted.journal}: journal cannot be written: {reason}") from None
                path = None
                warnings.append(f"no journal is written: {error.filename}: {error.strerror}")
            else:
                kept.callback(Recorder(cabinet, stream).close)
            # Entered last and so done first: the machine matters more than its journal.
            kept.callback(_keep, machine, cabinet)
            yield Session(cabinet, machine, path, tuple(warnings))


def _keep(machine: Machine, cabinet: Cabinet) -> None:
    machine.save(cabinet.nvram, cabinet.physical())


def _with_new_visitor(physical: dict[str, Any] | None) -> dict[str, Any] | None:
    if physical is None:
        return None
    return {**physical, "purse": {str(cents): count for cents, count in sorted(DEFAULT_PURSE.items())}}


def _journal(path: Path | None, machine: Machine) -> tuple[Any, Path]:
    """Open the journal asked for, or one of its own among the newest that are kept."""
    if path is None:
        folder = machines_folder().parent / "journals"
        folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(folder.glob("*.jsonl"))[: -JOURNALS_KEPT + 1]:
            old.unlink(missing_ok=True)
        began = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
        kind = "test" if machine.test else f"{machine.serial:06d}"
        path = folder / f"{began}-{machine.model}-{kind}.jsonl"
    return path.open("w", encoding="ascii", newline="\n"), path
