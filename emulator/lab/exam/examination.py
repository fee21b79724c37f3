# SPDX-License-Identifier: MIT
"""
What a check gets: the machine, the law, cabinets to drive, and a folder for what it saw.

    def examine(exam: Examination) -> Findings:
        cabinet = exam.cabinet()
        ...
        exam.keep("starts.json", {"starts_us": starts})
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulator.cabinet import Cabinet
from emulator.lab.exam.sample import Sample
from emulator.records.journal import Recorder
from machines.model import Model
from machines.rules import Profile
from machines.support.plain import Json

Told = Callable[[int, int], None]


def _nobody(done: int, total: int) -> None:
    pass


@dataclass
class Examination:
    """
    One check at work.

    Args:
        sample: the machine.
        mode: "quick", "standard" or "full".
        seed: hex digits of this check's own chance, which follow from that of the whole examination.
        folder: where its evidence goes.
        alpha: the share of false alarms that each of its hypothesis tests may have.
        runtime: what runs the firmware, None: as ``Cabinet`` chooses.
        told: told (done, total) of what takes long.
    """

    sample: Sample
    mode: str
    seed: str
    folder: Path
    alpha: float = 0.01
    runtime: str | None = None
    told: Told = _nobody
    files: list[str] = field(default_factory=list)

    @property
    def model(self) -> Model:
        """The model of the sample."""
        return self.sample.model

    @property
    def law(self) -> Profile:
        """The profile that it is examined against."""
        return self.sample.law

    def pick(self, quick: Any, standard: Any, full: Any) -> Any:
        """One of three, by the mode."""
        return {"quick": quick, "standard": standard, "full": full}[self.mode]

    def cabinet(self, **options: Any) -> Cabinet:
        """
        A TEST machine with the sample's ROM; options are a cabinet's, with the check's seed by default.

        A cabinet holds the program's books against its coins and stops where they differ. Nobody can read
        another's books, nor is it for the cabinet to judge them: those it leaves alone.
        """
        options.setdefault("seed", self.seed)
        options.setdefault("serial", self.sample.serial)
        options.setdefault("runtime", self.runtime)
        cabinet = Cabinet(self.model.name, rom=self.sample.rom, **options)
        if not self.sample.ours:
            cabinet.board.after_event = None
        return cabinet

    @contextlib.contextmanager
    def recorded(self, name: str, **options: Any) -> Iterator[Cabinet]:
        """A cabinet whose whole run is kept as the journal ``name``.jsonl."""
        cabinet = self.cabinet(**options)
        path = self._path(f"{name}.jsonl")
        with path.open("w", encoding="ascii", newline="\n") as stream:
            recorder = Recorder(cabinet, stream)
            try:
                yield cabinet
            finally:
                recorder.close()

    def keep(self, name: str, value: Json | list[Any] | bytes | str) -> str:
        """Keep a file of evidence: bytes, text, or plain values as JSON, the same wherever it runs."""
        path = self._path(name)
        if isinstance(value, bytes):
            path.write_bytes(value)
        elif isinstance(value, str):
            path.write_text(value, encoding="utf-8", newline="\n")
        else:
            text = json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True)
            path.write_text(f"{text}\n", encoding="utf-8", newline="\n")
        return name

    def stream(self, name: str) -> str:
        """Hex digits of a seed of its own for each part of a check."""
        return derived(self.seed, name)

    def _path(self, name: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name not in self.files:
            self.files.append(name)
        return path


def derived(seed: str, name: str) -> str:
    """A seed that follows from another and a name, 32 hex digits."""
    return hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()[:32]
