# SPDX-License-Identifier: MIT
"""
Where machines are kept: one file for each (model, serial number), locked while in use.

    with open_machine("cierzo") as machine:
        cabinet = Cabinet(
            "cierzo", nvram=machine.nvram, chip_key=machine.chip_key, physical=machine.physical,
            serial=machine.serial,
        )
        ...
        machine.save(cabinet.nvram, cabinet.physical())
        ...
        machine.step(cabinet.nvram, cabinet.physical())     # whenever coins or books have moved

machine_file.py has the bytes of a file, docs/nvram.md their description. The key of the machine's chip lies
beside it, in a file of its own (chip_key.py): with the NVRAM alone one can read, and forge nothing.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from emulator.cabinet.errors import CabinetError
from emulator.cabinet.physical import require_physical
from emulator.records import chip_key
from emulator.records.machine_file import (
    FILE_MOST,
    Kept,
    NotAMachineError,
    OtherVersionError,
    Snapshot,
    pack_snapshot,
    unpack,
)
from emulator.records.standing import Told, contradiction
from emulator.records.step_log import StepLog
from emulator.support import files
from emulator.support.closing import Closing
from emulator.support.errors import HintedError
from emulator.support.seed import chip_key_of, seed_key
from machines.support.plain import Json, JsonView
from machines.support.private import require_private

# The random streams of machines from 2^39 on are those of mechanical variation (emulator/cabinet/chance.py).
SERIAL_MAX = (1 << 39) - 1
_SUFFIX = ".nvram"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


class StorageError(HintedError):
    """
    A machine cannot be opened or kept; ``hint`` is what to do next.

    StorageError
        LockedError     another process has it
        ReadOnlyError   its folder or file cannot be written
        DamagedError    its file is not as it was written
        OtherMachineError   its file is another model's, or TEST where a real machine was asked for
        ExistsError     a new machine would take the place of one that is there
    """


class LockedError(StorageError):
    """Another process has this machine."""


class ReadOnlyError(StorageError):
    """The folder or file of this machine cannot be written."""


class DamagedError(StorageError):
    """The file is not as it was written. It is left as it is: nothing is ever zeroed."""


class OtherMachineError(StorageError):
    """The file is of another machine than the named one."""


class ExistsError(StorageError):
    """A new machine would take the place of one that is there."""


def machines_folder() -> Path:
    """The folder of this user's machines."""
    return platformdirs.user_data_path("azar") / "machines"


class Machine(Closing):
    """
    One open machine: its saved state, and the place to save it.

    ``nvram`` and ``physical`` are None for a machine that is to be commissioned. A machine without ``path``
    lives in memory only and keeps nothing.

    Attributes:
        torn_bytes: of a step whose write was cut off as the file was left; that step was never made.
    """

    def __init__(self, model: str, serial: int, *, seed: str | None = None, path: Path | None = None) -> None:
        self.model = model
        self.serial = serial
        self.seed = seed
        self.path = path
        self.nvram: bytes | None = None
        self.physical: Json | None = None
        # The key in its chip; None until a machine of record has been opened.
        self.chip_key = None if seed is None else chip_key_of(seed)
        self.torn_bytes = 0
        self._lock: files.Lock | None = None
        self._log: StepLog | None = None

    @property
    def test(self) -> bool:
        """Whether this is a TEST machine, whose chance repeats."""
        return self.seed is not None

    @property
    def fresh(self) -> bool:
        """Whether it has yet to be commissioned."""
        return self.nvram is None

    def save(self, nvram: bytes, physical: JsonView) -> None:
        """
        Keep the machine as it is now, books and coins together, all or nothing; wait until it is on the disk.

        Args:
            nvram: the image.
            physical: what of the cabinet lasts without current, as plain JSON values.

        Raises:
            ReadOnlyError: it cannot be written; what was kept before still is.
        """
        self.nvram = bytes(nvram)
        self.physical = dict(physical)
        if self.path is None:
            return
        self._close_log()
        with _written(self.path):
            files.replace(self.path, pack_snapshot(self._snapshot()))
            self._log = StepLog(self.path, self._snapshot())

    def step(self, nvram: bytes, physical: JsonView) -> None:
        """
        Save the changes since the last step in one write, which outlasts this process.

        After ``sync`` it outlasts the power of this computer as well.

        Args:
            nvram, physical: as for ``save``.

        Raises:
            ReadOnlyError: it cannot be written; what was kept before still is, and the next step tries again.
        """
        if self.path is None:
            return
        if self._log is None or self._log.full:
            self.save(nvram, physical)
            return
        with _written(self.path):
            self._log.append(nvram, physical)

    def sync(self) -> None:
        """Wait until every step so far is on the disk, from any thread; OSError if that fails."""
        log = self._log
        if log is not None:
            log.sync()

    def _snapshot(self) -> Snapshot:
        return Snapshot(self.model, self.serial, self.seed, self.physical or {}, self.nvram or b"")

    def _close_log(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None

    def lock(self) -> None:
        """
        Take the machine for this process.

        Raises:
            LockedError: another process has it.
            ReadOnlyError: its folder cannot be written.
        """
        if self.path is None or self._lock is not None:
            return
        with _written(self.path):
            files.make_folder(self.path.parent)
            lock = files.Lock(self.path)
        if not lock.held:
            hint = "close it there, or commission another machine with --fresh"
            raise LockedError(f"{self.path}: {self.model} is in use by process {lock.holder}", hint)
        self._lock = lock

    def close(self) -> None:
        """Give the machine free for other processes; a second call does nothing."""
        self._close_log()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def open_machine(
    model: str,
    *,
    seed: str | None = None,
    nvram: str | Path | None = None,
    fresh: bool = False,
    serial: int | None = None,
) -> Machine:
    """
    Open a machine and lock it.

    Without ``nvram`` it is the user's own machine of that model with that serial number, or the newest; the
    first one is commissioned by being opened. A seed makes a TEST machine, in memory unless ``nvram`` names a
    file for it.

    Args:
        model: the model's name.
        seed: hex digits of a TEST machine's key.
        nvram: a file to keep the machine in, instead of the user's data folder.
        fresh: commission a new machine: the next serial number, or ``nvram``, which must not be there yet.
        serial: which of the user's machines, 1 or more.

    Raises:
        StorageError: see there.
        CabinetError: the seed is not an even number of hex digits, at most 64.
        ExposedError: others may read the file of a machine of record, which holds the key of plays to come.
    """
    if not _NAME.fullmatch(model):
        raise StorageError(f"model must be a name of lower-case letters, digits, - and _ (got {model!r})")
    if serial is not None and not 1 <= serial <= SERIAL_MAX:
        raise StorageError(f"serial must be 1 to {SERIAL_MAX} (got {serial})")
    if seed is not None:
        seed_key(seed)
    if nvram is not None:
        return _opened(Machine(model, serial or 1, seed=seed, path=Path(nvram)), fresh)
    if seed is not None:
        return Machine(model, serial or 1, seed=seed)
    if serial is not None or not fresh:
        serial = serial or _newest(model) or 1
        return _opened(Machine(model, serial, path=own_path(model, serial)), fresh)
    for number in itertools.count(_newest(model) + 1):
        # Another process may be commissioning the next number at this moment; then take the one after it.
        with contextlib.suppress(LockedError, ExistsError):
            return _opened(Machine(model, number, path=own_path(model, number)), fresh)
    raise AssertionError("numbers never run out")


def machines() -> list[tuple[str, int]]:
    """This user's machines as (model, serial number), in order."""
    files_there = machines_folder().glob(f"*/*{_SUFFIX}")
    return sorted((path.parent.name, int(path.stem)) for path in files_there if path.stem.isdecimal())


def read_file(path: str | Path) -> Machine:
    """
    Read a machine's file without locking it, as ``azar inspect`` does.

    Raises:
        DamagedError: it is not as it was written, or no machine's.
    """
    path = Path(path)
    kept = read_kept(path)
    if kept.damaged:
        raise DamagedError(f"{path}: damaged, {kept.problem}", _mend_hint(path))
    header = kept.header
    try:
        require_physical(kept.physical or {})
    except CabinetError as error:
        raise DamagedError(f"{path}: line 1 is altered: {error}", _keep_hint()) from None
    _require_standing(path, header, kept.physical, kept.nvram)
    machine = Machine(header["model"], header["serial"], seed=header["seed"], path=path)
    machine.nvram, machine.physical, machine.torn_bytes = kept.nvram, kept.physical, kept.torn_bytes
    return machine


def read_kept(path: Path) -> Kept:
    """
    The contents of a machine's file, whole or not.

    Raises:
        StorageError: it cannot be read, is too large, or is of another version.
        DamagedError: it does not begin as a machine's file.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(FILE_MOST + 1)
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror or error}") from error
    if len(data) > FILE_MOST:
        raise StorageError(f"{path}: must have at most {FILE_MOST:,} bytes, as much as a machine's file can")
    try:
        return unpack(data)
    except OtherVersionError as error:
        hint = "play it with the release that made it, or commission another machine with --fresh"
        raise StorageError(f"{path}: {error}", hint) from None
    except NotAMachineError as error:
        raise DamagedError(f"{path}: {error}", _keep_hint()) from None


def _require_standing(path: Path, header: JsonView, physical: object, image: bytes) -> None:
    """A file of a TEST machine never passes for a real one, nor that of one seed for another's."""
    seed = header["seed"]
    device_key = physical.get("device_key") if isinstance(physical, dict) else None
    denied = contradiction(Told(seed, seed is not None, device_key), image)
    if denied is not None:
        raise DamagedError(f"{path}: line 1 is altered: {denied}", _keep_hint())


def _opened(machine: Machine, fresh: bool) -> Machine:
    machine.lock()
    try:
        assert machine.path is not None
        # Found out before the first coin, not after the last.
        with _written(machine.path):
            files.require_writable(machine.path)
        if machine.path.exists():
            _take_over(machine, machine.path, fresh)
            if not machine.test:
                machine.chip_key = chip_key.read(chip_key.key_file(machine.path))
        elif not machine.test:
            with _written(machine.path):
                machine.chip_key = chip_key.create(chip_key.key_file(machine.path))
    except BaseException:
        machine.close()
        raise
    return machine


def _take_over(machine: Machine, path: Path, fresh: bool) -> None:
    """Fill a machine from its file, if the file is of that machine."""
    if fresh:
        raise ExistsError(f"{path} must not be there for a new machine", "name a file that is not there yet")
    kept = read_file(path)
    if kept.seed is None:
        require_private(path)
    if kept.model != machine.model:
        hint = f"azar play {kept.model} --nvram {path}"
        raise OtherMachineError(f"{path}: model must be {machine.model} (got {kept.model})", hint)
    if machine.seed is not None and kept.seed is None:
        hint = "name another file for the TEST machine"
        raise OtherMachineError(f"{path}: must be a TEST machine for a seed (got a real one)", hint)
    if machine.seed is not None and seed_key(machine.seed) != seed_key(kept.seed or ""):
        raise OtherMachineError(f"{path}: seed must be {kept.seed} (got {machine.seed})", "leave --seed out")
    machine.serial = kept.serial
    machine.seed = kept.seed
    machine.chip_key = kept.chip_key
    machine.nvram, machine.physical, machine.torn_bytes = kept.nvram, kept.physical, kept.torn_bytes


def _mend_hint(path: Path) -> str:
    return f"azar service {path} says what is whole, and mends what can be; {_keep_hint()}"


def _keep_hint() -> str:
    return "keep the file for the laboratory and commission another machine with --fresh"


def own_path(model: str, serial: int) -> Path:
    """Where this user's machine of that model and number is kept."""
    return machines_folder() / model / f"{serial:06d}{_SUFFIX}"


def newest_path(model: str) -> Path:
    """Where the machine of a model is kept that is opened when no number is named."""
    return own_path(model, _newest(model) or 1)


def _newest(model: str) -> int:
    """The highest serial number of this model, 0 if there is none."""
    return max((serial for name, serial in machines() if name == model), default=0)


@contextlib.contextmanager
def _written(path: Path) -> Iterator[None]:
    """Turn the system's refusals into one clear line."""
    try:
        yield
    except OSError as error:
        hint = "--nvram FILE keeps the machine elsewhere, --seed HEX plays a TEST machine in memory"
        raise ReadOnlyError(f"{path} cannot be written: {error.strerror or error}", hint) from error
