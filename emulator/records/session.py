# SPDX-License-Identifier: MIT
"""
One run of a kept machine: storage, cabinet and journal opened together, and saved however the run ends.

    with open_session(Wanted(model="cierzo", seed="00")) as session:
        session.cabinet.insert(200)
        session.cabinet.run(ms=1000)
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

import cext
from emulator.board.cores import check_state
from emulator.cabinet import Cabinet
from emulator.cabinet.commission import coins_by_text, first_physical, first_purse, first_wallet
from emulator.cabinet.console import Sink, Stream
from emulator.cabinet.options import CabinetOptions
from emulator.records.chip_key import key_file
from emulator.records.flusher import Flusher
from emulator.records.journal import Recorder
from emulator.records.journal_file import open_journal, require_apart
from emulator.records.segments import SegmentedJournal
from emulator.records.storage import Machine, machines_folder, open_machine
from emulator.support import files
from emulator.support.errors import EmulatorError, HintedError
from emulator.vm.watch import Watch
from machines.memory.record import decode
from machines.model import Model, load_model, model_names
from machines.rom.read import SealedRom, is_rom, read_rom
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json

JOURNALS_KEPT = 20
JournalFile = TextIO | SegmentedJournal


class SessionError(HintedError):
    """A run cannot begin; ``hint`` says what to do next."""


@dataclass(frozen=True)
class Wanted:
    """Which machine to run, as the command line asks for it."""

    model: str = "cierzo"
    profile: str | None = None
    seed: str | None = None
    nvram: Path | None = None
    fresh: bool = False
    serial: int | None = None
    language: str = DEFAULT_LANGUAGE
    journal: Path | None = None
    key: Path | None = None
    runtime: str | None = None
    link: str | None = None
    link_key: Path | None = None
    link_cert: Path | None = None
    patient: bool = False
    trust_firmware: bool = False
    console: Stream | Sink | None = None
    firmware: Path | None = None
    watch: Watch | None = None
    segment_bytes: int | None = None
    """How large a file of the journal may become; None: it is one file."""
    unwritten: bool = False
    """No journal is written unless one is named."""
    same_visitor: bool = False
    """Whoever stood there when it was left still does, with what was in the purse."""
    purse: Mapping[int, int] | None = None
    """Coins of a visitor who comes now; None: what the model's visitors have."""
    wallet: Mapping[int, int] | None = None
    hall: bool = False
    """A visitor of a hall comes, with nothing but what is brought; or is still here."""


@dataclass(frozen=True)
class Session:
    """A machine that runs, where its journal goes (None if nowhere), and how it is kept."""

    cabinet: Cabinet
    machine: Machine
    journal: Path | None
    warnings: tuple[str, ...]
    keeper: Kept


class Kept(Protocol):
    """How a running machine is kept, for whoever must not let it go on where nothing can be written."""

    @property
    def failure(self) -> str:
        """Why machine or journal could not be written last, a phrase; empty where all is written."""

    def retry(self) -> None:
        """Write what waits."""


@contextlib.contextmanager
def open_session(wanted: Wanted) -> Iterator[Session]:
    """
    Open a machine and its journal; keep both when the block ends, also by an exception.

    A visitor with a full purse comes to a machine that stands as the last one left it.

    Raises:
        MachinesError: the model, its profile or its ROM cannot be made.
        EmulatorError: the machine or its journal cannot be opened or kept.
    """
    if wanted.journal is not None:
        require_apart(wanted.journal, _files(wanted))
    rom = _rom(wanted)
    model = _model(wanted) if rom is None else rom.model
    machine = open_machine(
        model.name, seed=wanted.seed, nvram=wanted.nvram, fresh=wanted.fresh, serial=wanted.serial
    )
    with machine:
        if wanted.journal is not None and machine.path is not None:
            own = {"the machine's own": machine.path, "the key of its chip": key_file(machine.path)}
            require_apart(wanted.journal, own)
        _require_fitting(model, machine)
        cabinet = _cabinet(wanted, machine, model, rom)
        with contextlib.ExitStack() as kept:
            path, warnings = wanted.journal, [cabinet.choice.note] if cabinet.choice.note else []
            stream: JournalFile | None = None
            try:
                if wanted.journal is not None or not wanted.unwritten:
                    stream, path = _journal(wanted, machine)
                    kept.callback(stream.close)
            except OSError as error:
                if wanted.journal is not None:
                    reason = error.strerror or error
                    raise SessionError(f"{wanted.journal}: journal cannot be written: {reason}") from None
                path = None
                warnings.append(f"no journal is written: {error.filename}: {error.strerror}")
            if stream is not None and path is not None:
                kept.callback(_to_disk, stream, path)
                recorder = Recorder(cabinet, stream)
                kept.callback(recorder.close)
            keeper = _Keeper(machine, cabinet, stream)
            # Entered last and so done first: the machine matters more than its journal.
            kept.callback(keeper.close)
            kept.callback(cabinet.close)
            _join(cabinet, wanted, keeper.tell)
            yield Session(cabinet, machine, path, tuple(warnings), keeper)


def _cabinet(wanted: Wanted, machine: Machine, model: Model, rom: SealedRom | None) -> Cabinet:
    """The machine as it was left, with whoever stands in front of it."""
    return Cabinet(
        model if wanted.model in model_names() else str(Path(wanted.model).resolve()),
        rom=rom,
        seed=machine.seed,
        nvram=machine.nvram,
        chip_key=machine.chip_key,
        serial=machine.serial,
        profile=wanted.profile,
        language=wanted.language if rom is None else None,
        physical=_with_visitor(machine, model, wanted),
        purse=wanted.purse,
        wallet=wanted.wallet,
        runtime=wanted.runtime,
        trust_firmware=wanted.trust_firmware,
        console=wanted.console,
        firmware=wanted.firmware,
        watch=wanted.watch,
    )


def _files(wanted: Wanted) -> dict[str, Path]:
    """The files that a run reads or keeps, by the option that names each."""
    named = {
        "--nvram": wanted.nvram,
        "the key of its chip": wanted.nvram and key_file(wanted.nvram),
        "--key": wanted.key,
        "--link-key": wanted.link_key,
        "--link-cert": wanted.link_cert,
        "the model": None if wanted.model in model_names() else Path(wanted.model),
    }
    return {name: path for name, path in named.items() if path is not None}


def _model(wanted: Wanted) -> Model:
    return load_model(wanted.model, wanted.profile)


def _require_fitting(model: Model, machine: Machine) -> None:
    """Stop before a program of other tables boots on a kept machine: it would tilt it for good."""
    record = None if machine.nvram is None else decode(machine.nvram)
    if record is None:
        return
    try:
        check_state(model.tables, record["state"])
    except cext.CoreError as error:
        where = machine.path or "this machine"
        hint = "--fresh commissions another machine, --nvram F keeps one elsewhere"
        raise SessionError(
            f"{where}: made for other tables than those of {model.name}: {error}", hint
        ) from None


def _rom(wanted: Wanted) -> SealedRom | None:
    """The ROM file that was named, verified, or None if a model was."""
    if not is_rom(wanted.model):
        if wanted.key is not None:
            raise SessionError("key must come with a ROM file", f"azar build {wanted.model} -o F --sign KEY")
        return None
    key = None
    if wanted.key is not None:
        from machines.rom.seal import read_public

        key = read_public(wanted.key)
    return read_rom(Path(wanted.model).resolve(), key=key)


HERE = "here"
# How long a machine without a panel waits for the controller's answers.
_PATIENCE_MS = 1_000


def _join(cabinet: Cabinet, wanted: Wanted, keep: Callable[[], None]) -> None:
    """Connect the chosen line to a controller."""
    if wanted.link is None:
        return
    if wanted.link == HERE:
        if wanted.link_cert is not None:
            raise SessionError("--link-cert must be left out with --link here: nothing leaves this process")
        if not cabinet.test:
            hint = "azar link serve keeps one, --seed 00 makes a TEST machine"
            raise SessionError("a link that is forgotten at the end is for TEST machines", hint)
        from emulator.link.room import Room

        cabinet.join(Room.beside(cabinet.model.name), own=True)
        return
    if wanted.link_key is None:
        hint = f"azar link key --key F --machine {cabinet.serial} --out machine.key"
        raise SessionError("--link needs --link-key, the file of the machine's own key", hint)
    from emulator.link.own_key import read_own_key, trust  # no machine that stands alone waits for them

    key, tls = read_own_key(wanted.link_key), trust(wanted.link_cert)
    cabinet.join(wanted.link, key, tls, wait_ms=_PATIENCE_MS if wanted.patient else 0, keep=keep)


class _Keeper:
    """
    Saves a machine while it runs, so that a killed process leaves what a power cut would leave.

    Every step is written behind the machine's file before anything of it is shown, told or journalled, and is
    on the disk within a second, with the journal. What cannot be written is tried again with the next
    step, and reported at the end.
    """

    def __init__(self, machine: Machine, cabinet: Cabinet, journal: JournalFile | None) -> None:
        self._unkept = ""
        self._machine = machine
        self._cabinet = cabinet
        self._journal = journal
        self.keep()
        self._flusher: Flusher | None = None
        if machine.path is not None:
            self._flusher = Flusher(self._sync)
            cabinet.keep_with(self._step)

    def keep(self) -> None:
        """Keep the machine as a whole, on the disk; EmulatorError if it cannot be written."""
        self._machine.save(self._cabinet.nvram, self._cabinet.physical())

    def tell(self) -> None:
        """Sync to the disk what a controller is about to receive; EmulatorError if that fails."""
        self._machine.step(self._cabinet.nvram, self._cabinet.physical())
        try:
            self._machine.sync()
        except OSError as error:
            raise SessionError(f"{self._machine.path} cannot be written: {error.strerror or error}") from None

    @property
    def failure(self) -> str:
        """Why the last step or line could not be written, a phrase; empty where all is written."""
        return self._unkept or (self._journal.failure if isinstance(self._journal, SegmentedJournal) else "")

    def retry(self) -> None:
        """Write what waits, of the machine and of a journal in segments."""
        self._step()
        if isinstance(self._journal, SegmentedJournal):
            self._journal.retry()

    def close(self) -> None:
        """End the thread that writes to the disk; keep everything."""
        if self._flusher is not None:
            self._flusher.close()
        self.keep()

    def _step(self) -> None:
        try:
            self._machine.step(self._cabinet.nvram, self._cabinet.physical())
        except EmulatorError as error:
            self._unkept = str(error)
        else:
            self._unkept = ""
        if self._flusher is not None:
            self._flusher.touch()

    def _sync(self) -> None:
        """In the flusher's thread."""
        self._machine.sync()
        if self._journal is not None:
            files.sync(self._journal.fileno())


def _to_disk(stream: JournalFile, path: Path) -> None:
    """Wait until a journal that is finished is on the disk; one that goes nowhere cannot be."""
    with contextlib.suppress(OSError):
        files.sync(stream.fileno())
        files.sync_folder(path.parent)


def _with_visitor(machine: Machine, model: Model, wanted: Wanted) -> Json | None:
    """The machine as it stood, with a visitor's full purse, or with the pockets of one of a hall."""
    physical = machine.physical
    if physical is None:
        pockets: CabinetOptions = {"purse": {}, "wallet": {}, "seed": machine.seed}
        return first_physical(model, pockets) if wanted.hall else None
    visiting = any(book["here"] for book in physical.get("halls", {}).values())
    if wanted.hall:
        return physical if visiting else {**physical, "purse": {}, "wallet": {}}
    if visiting:
        hint = "azar hall audit carries it back"
        raise SessionError(f"{machine.path}: the money of a visitor of the hall lies in its purse", hint)
    if wanted.same_visitor:
        return physical
    return _with_new_visitor(physical, model, wanted.purse, wanted.wallet)


def _with_new_visitor(
    physical: Json | None,
    model: Model,
    purse: Mapping[int, int] | None = None,
    wallet: Mapping[int, int] | None = None,
) -> Json | None:
    if physical is None:
        return None
    return {
        **physical,
        "purse": coins_by_text(first_purse(model) if purse is None else purse),
        "wallet": coins_by_text(first_wallet(model) if wallet is None else wallet),
        "note_box": physical.get("note_box", {}),
    }


def _journal(wanted: Wanted, machine: Machine) -> tuple[JournalFile, Path]:
    """Open the named journal, or a new one among the newest that are kept."""
    path = wanted.journal
    if path is None:
        folder = machines_folder().parent / "journals"
        folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(folder.glob("*.jsonl"))[: -JOURNALS_KEPT + 1]:
            old.unlink(missing_ok=True)
        began = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
        kind = "test" if machine.test else f"{machine.serial:06d}"
        path = folder / f"{began}-{machine.model}-{kind}.jsonl"
    stream = open_journal(path)
    if wanted.segment_bytes is None:
        return stream, path
    stream.close()
    return SegmentedJournal(path, wanted.segment_bytes), path
