# SPDX-License-Identifier: MIT
"""
Recalls the last plays from an NVRAM image, or from a journal, which it runs again.

    recalled = recall("run.jsonl", plays=10)
    for play in recalled.plays:                   # newest first
        print(play.number, play.prize_cents, play.windows)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from emulator.cabinet import Cabinet
from emulator.cabinet.bootrom import model_of
from emulator.cabinet.options import FirmwareOptions, RunOptions
from emulator.cabinet.trust import UntrustedFirmwareError
from emulator.records import journal
from emulator.records.images import Image, read_image
from emulator.records.replay import DigestError, Progress, replay
from emulator.support.errors import EmulatorError, ImageError
from emulator.types.common.recall import Play, Step
from emulator.types.registry import TYPES
from machines import MachinesError
from machines.firmware import nvram
from machines.memory.chip import Seals
from machines.memory.record import decode, recent
from machines.model import Model
from machines.support.plain import Json, JsonView

# How many plays an NVRAM holds; a journal has all of its own.
KEPT = nvram.RING_ROWS

__all__ = ["KEPT", "Play", "Recalled", "recall", "recent_plays"]


@dataclass(frozen=True)
class Recalled:
    """The last plays of a machine, newest first, and how they were found."""

    source: str
    how: str
    """"nvram", "replay" (run again, byte for byte the same) or "steps" (read off the journal's lines)."""
    model: Model
    serial: int | None
    test: bool
    plays: tuple[Play, ...]
    warnings: tuple[str, ...] = ()


def recall(
    path: str | Path,
    plays: int = 10,
    *,
    model: str | None = None,
    key: str | Path | None = None,
    progress: Progress | None = None,
    firmware: Path | None = None,
    trust_firmware: bool = False,
) -> Recalled:
    """
    Recall the last plays.

    A journal is run again, and its plays are the ones that the machine itself wrote down. Where that is not
    possible (another firmware, an altered machine) its steps still tell stakes and outcomes.

    Args:
        path: a journal, a machine's file or a dump of its NVRAM.
        plays: how many at most; an NVRAM holds KEPT.
        model: name of a model, or path of a model or ROM file, where the file does not name one at hand.
        key: file with the key of the machine's chip, where it does not lie beside the machine's own.
        progress, firmware, trust_firmware: as for ``replay``.

    Raises:
        ImageError: the file is none of these, or its NVRAM cannot be read, or its model is unknown.
        JournalError: the journal is altered.
    """
    if plays < 1:
        raise EmulatorError(f"plays must be 1 or more (got {plays})")
    image = read_image(path, key)
    known = _model(image, model)
    if image.kind == "journal":
        asked: FirmwareOptions = {"firmware": firmware, "trust_firmware": trust_firmware}
        return _of_journal(image, known, plays, model, progress, asked)
    if decode(image.nvram, image.seals) is None:
        which = "whole" if decode(image.nvram) is None else "sealed by the machine's own chip"
        raise ImageError(f"{path}: no main record is {which}", f"azar inspect {path}")
    found = recent_plays(image.nvram, image.seals, known)[:plays]
    unchecked = [f"seals are not checked: {image.unchecked}"] if image.unchecked else []
    warnings = (*image.warnings, *unchecked)
    return Recalled(image.source, "nvram", known, image.serial, image.test, found, warnings)


def recent_plays(memory: bytes, seals: Seals, model: Model) -> tuple[Play, ...]:
    """All plays that a memory still knows, newest first."""
    of_row = TYPES[model.type].recall.play
    found = tuple(of_row(row, model, None) for row in recent(memory, seals))
    return _with_steps(found, model, memory, seals)


def _with_steps(plays: tuple[Play, ...], model: Model, image: bytes, seals: Seals) -> tuple[Play, ...]:
    """Plays of chance as their steps tell of them: the window of the paid turn, the prize of all."""
    steps = TYPES[model.type].recall.steps
    if steps is None:
        return plays
    known = steps(image, model, seals)
    return tuple(_told(play, known.get(play.number, ())) for play in plays)


def _told(play: Play, steps: tuple[Step, ...]) -> Play:
    if not steps or steps[0].kind != "play":
        return replace(play, steps=steps)
    won_cents = steps[-1].won_cents + sum(step.pots_cents for step in steps)
    first = steps[0]
    return replace(
        play, prizes_cents=(won_cents,), stops=(first.stops,), windows=(first.window,), steps=steps
    )


def _model(image: Image, name: str | None) -> Model:
    wanted = name or image.model
    hint = "name it with --model: a model that ships, a model file or a ROM file"
    if wanted is None:
        raise ImageError(f"{image.source} does not say what model it is of", hint)
    try:
        return model_of(wanted)
    except MachinesError as error:
        raise ImageError(f"{image.source}: its model {wanted} cannot be read: {error}", hint) from error


# -- journals ----------------------------------------------------------------------------------------


class _Collector:
    """Listens to a cabinet and takes each row of the ring when the main record makes it count."""

    def __init__(self, cabinet: Cabinet) -> None:
        self.rows: list[tuple[Json, int]] = []
        self._cabinet = cabinet
        self.choice = cabinet.choice
        self._stepped_us: int | None = None
        self._rewound = self._answered = False
        self._seen = self._newest()
        cabinet.listen(self._heard)
        cabinet.listen_inputs(self._done)

    @property
    def nvram(self) -> bytes:
        """Of the machine as it is now."""
        return self._cabinet.nvram

    @property
    def seals(self) -> Seals:
        """The seals that check it."""
        return self._cabinet.seals

    def drop_undone(self) -> None:
        """Leave out the plays that a rewind has undone: the machine does not know them any more."""
        if not self._rewound:
            return
        self._rewound, self._stepped_us = False, None
        self._seen = self._newest()
        self.rows = [row for row in self.rows if row[0]["number"] <= self._seen]

    def _newest(self) -> int:
        return max((row["number"] for row in recent(self._cabinet.nvram, self._cabinet.seals)), default=0)

    def _done(self, name: str, t_us: int, _: JsonView) -> None:
        self._rewound |= name == "rewind"

    def _heard(self, kind: str, t_us: int, _: JsonView) -> None:
        self.drop_undone()
        if kind == "step":
            self._stepped_us = t_us
        elif kind == "answer":
            self._answered = True
        elif kind == "commit" and self._stepped_us is not None:
            newest = next(iter(recent(self._cabinet.nvram, self._cabinet.seals)), None)
            if newest is not None and newest["number"] > self._seen:
                self._seen = newest["number"]
                self.rows.append((newest, self._stepped_us))
                self._stepped_us = None
        elif kind == "commit" and self._answered:
            # A gamble is counted in the row of its play.
            self._answered = False
            newest = next(iter(recent(self._cabinet.nvram, self._cabinet.seals)), None)
            if newest is not None and self.rows and newest["number"] == self.rows[-1][0]["number"]:
                self.rows[-1] = (newest, self.rows[-1][1])


def _of_journal(
    image: Image,
    model: Model,
    plays: int,
    name: str | None,
    progress: Progress | None,
    asked: FirmwareOptions,
) -> Recalled:
    collectors: list[_Collector] = []

    def build(origin: JsonView, **options: Unpack[RunOptions]) -> Cabinet:
        cabinet = Cabinet.from_origin(origin, **options)
        collectors.append(_Collector(cabinet))
        return cabinet

    type_ = TYPES[model.type].recall
    try:
        report = replay(
            image.source,
            progress,
            model=name,
            firmware=asked["firmware"],
            build=build,
            trust_firmware=asked["trust_firmware"],
        )
    except DigestError as error:
        return _by_steps(image, model, plays, str(error))
    except UntrustedFirmwareError as error:
        if type_.off_journal is None:
            raise
        return _by_steps(image, model, plays, str(error))
    if report.difference is not None:
        return _by_steps(image, model, plays, f"line {report.difference.line} was not reproduced")
    collectors[0].drop_undone()
    whose = (note,) if (note := collectors[0].choice.note) else ()
    if type_.off_journal is None:
        return _of_nvram_at_the_end(image, model, plays, collectors[0], whose)
    newest = collectors[0].rows[::-1][:plays]
    found = [type_.play(row, model, t_us) for row, t_us in newest]
    earlier = recent(image.nvram, image.seals)[: plays - len(found)]
    found += [type_.play(row, model, None) for row in earlier]
    if not found and report.compared and '"out":"step"' in Path(image.source).read_text("ascii"):
        # A firmware with records of its own: what the board saw is all there is.
        return _by_steps(image, model, plays, "its firmware keeps no plays that can be read")
    return Recalled(image.source, "replay", model, image.serial, image.test, tuple(found), whose)


def _of_nvram_at_the_end(
    image: Image, model: Model, plays: int, collector: _Collector, whose: tuple[str, ...]
) -> Recalled:
    """A play of chance or skill takes many commits: its rows are read once the journal has run to its end."""
    times = {row["number"]: t_us for row, t_us in collector.rows}
    rows = recent(collector.nvram, collector.seals)[:plays]
    of_row = TYPES[model.type].recall.play
    found = tuple(of_row(row, model, times.get(row["number"])) for row in rows)
    found = _with_steps(found, model, collector.nvram, collector.seals)
    return Recalled(image.source, "replay", model, image.serial, image.test, found, whose)


def _by_steps(image: Image, model: Model, plays: int, reason: str) -> Recalled:
    read = journal.read(image.source)
    off_journal = TYPES[model.type].recall.off_journal
    if off_journal is None:
        hint = "run it again with the firmware that it was recorded with"
        raise ImageError(f"{image.source}: {reason}, and steps of type {model.type} cannot be read off", hint)
    recorded = read.header["digests"]["tables"]
    present = _tables_digest(model)
    if recorded != present:
        raise ImageError(
            f"{image.source}: tables digest must be {recorded} as recorded (got {present} of {model.name})",
            "name the model or ROM that was played with --model",
        )
    found = tuple(off_journal(read.nvram, read.told, model))[::-1][:plays]
    warning = f"cannot be run again ({reason}): read off its steps, credits as they were displayed"
    return Recalled(image.source, "steps", model, image.serial, image.test, found, (warning,))


def _tables_digest(model: Model) -> str:
    import hashlib

    return hashlib.sha256(model.tables.blob).hexdigest()
