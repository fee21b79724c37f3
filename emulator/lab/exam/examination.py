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
from typing import Any, Generic, TypeVar, Unpack

from emulator.cabinet import Cabinet
from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.sample import Sample
from emulator.records.journal import Recordable, Recorder
from emulator.tables.hands import Hand, Shown, hand_of
from emulator.tables.table_device import DeviceOptions
from machines.model import Model
from machines.rules import Profile
from machines.support.plain import Json

Told = Callable[[int, int], None]


def _nobody(done: int, total: int) -> None:
    pass


_S = TypeVar("_S", bound=Examinee)


@dataclass
class Work(Generic[_S]):
    """
    One check at work on any sample.

    Args:
        sample: what is examined.
        mode: "quick", "standard" or "full".
        seed: hex digits of this check's own chance, which follow from that of the whole examination.
        folder: where its evidence goes.
        alpha: the share of false alarms that each of its hypothesis tests may have.
        runtime: what runs the firmware, None: as ``Cabinet`` chooses.
        told: told (done, total) of what takes long.
    """

    sample: _S
    mode: str
    seed: str
    folder: Path
    alpha: float = 0.01
    runtime: str | None = None
    told: Told = _nobody
    files: list[str] = field(default_factory=list)

    def pick(self, quick: Any, standard: Any, full: Any) -> Any:
        """One of three, by the mode."""
        return {"quick": quick, "standard": standard, "full": full}[self.mode]

    @contextlib.contextmanager
    def journal(self, name: str, machine: Recordable) -> Iterator[None]:
        """Keep the whole run of a machine that has just been made as the journal ``name``.jsonl."""
        path = self._path(f"{name}.jsonl")
        with path.open("w", encoding="ascii", newline="\n") as stream:
            recorder = Recorder(machine, stream)
            try:
                yield
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


class Examination(Work[Sample]):
    """A check of a coin machine at work."""

    @property
    def model(self) -> Model:
        """The model of the sample."""
        return self.sample.model

    @property
    def law(self) -> Profile:
        """The profile that it is examined against."""
        return self.sample.law

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
        with self.journal(name, cabinet):
            yield cabinet


class DeviceExamination(Work[DeviceSample]):
    """A check of a device of a table at work."""

    def hand(self, **options: Unpack[DeviceOptions]) -> Hand:
        """A hand at a TEST device with the sample's program and the check's seed; options are a device's."""
        own: DeviceOptions = {
            "seed": self.seed,
            "serial": self.sample.serial,
            "runtime": self.runtime,
            **options,
        }
        return hand_of(self.sample.device(**own))

    def undisturbed(self, throws: int) -> list[Shown | None]:
        """What this program shows in its first throws, undisturbed; whether rightly is D-05's matter."""
        hand = self.hand()
        hand.device.run(ms=100)
        return [hand.throw() for _ in range(throws)]


AtWork = Examination | DeviceExamination


def at_work(
    sample: Examinee, mode: str, seed: str, folder: Path, alpha: float, runtime: str | None, told: Told
) -> AtWork:
    """A check of this sample at work; arguments are those of ``Work``."""
    if isinstance(sample, DeviceSample):
        return DeviceExamination(sample, mode, seed, folder, alpha, runtime, told)
    assert isinstance(sample, Sample)
    return Examination(sample, mode, seed, folder, alpha, runtime, told)


def derived(seed: str, name: str) -> str:
    """A seed that follows from another and a name, 32 hex digits."""
    return hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()[:32]
