# SPDX-License-Identifier: MIT
"""
Where machines are kept: one file for each (model, serial number), locked while in use.

    with open_machine("cierzo") as machine:
        cabinet = Cabinet("cierzo", nvram=machine.nvram, physical=machine.physical, serial=machine.serial)
        ...
        machine.save(cabinet.nvram, cabinet.physical())

A file is one line of JSON (model, serial number, SHA-256, and what of the cabinet lasts without current:
coins, reel angles, mechanical meters) and then the bytes of the NVRAM. Books and coins lie in one file
because they must agree: whatever moment a process dies at, the two are of the same moment.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import platformdirs

from emulator import EmulatorError
from emulator.records import files
from emulator.records.standing import Told, contradiction
from emulator.seed import seed_key
from machines.plain import read_json
from machines.private import require_private

FORMAT = "nvram"
VERSION = 1
# The random streams of machines from 2^39 on are those of mechanical variation (cabinet.py).
SERIAL_MAX = (1 << 39) - 1
_SUFFIX = ".nvram"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


class StorageError(EmulatorError):
    """
    A machine cannot be opened or kept; ``hint`` is what to do next.

    StorageError
        LockedError     another process has it
        ReadOnlyError   its folder or file cannot be written
        DamagedError    its file is not as it was written
        OtherMachineError   its file is another model's, or TEST where a real machine was asked for
        ExistsError     a new machine would take the place of one that is there
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class LockedError(StorageError):
    """Another process has this machine."""


class ReadOnlyError(StorageError):
    """The folder or file of this machine cannot be written."""


class DamagedError(StorageError):
    """The file is not as it was written. It is left as it is: nothing is ever zeroed."""


class OtherMachineError(StorageError):
    """The file is a machine, and not the one that was asked for."""


class ExistsError(StorageError):
    """A new machine would take the place of one that is there."""


def machines_folder() -> Path:
    """The folder of this user's machines."""
    return platformdirs.user_data_path("azar") / "machines"


class Machine:
    """
    One machine, open: what was kept of it, and where to keep it.

    ``nvram`` and ``physical`` are None for a machine that is to be commissioned. A machine without ``path``
    lives in memory only and keeps nothing.
    """

    def __init__(self, model: str, serial: int, *, seed: str | None = None, path: Path | None = None) -> None:
        self.model = model
        self.serial = serial
        self.seed = seed
        self.path = path
        self.nvram: bytes | None = None
        self.physical: dict[str, Any] | None = None
        self._lock: files.Lock | None = None

    @property
    def test(self) -> bool:
        """Whether this is a TEST machine, whose chance repeats."""
        return self.seed is not None

    @property
    def fresh(self) -> bool:
        """Whether it has yet to be commissioned."""
        return self.nvram is None

    def save(self, nvram: bytes, physical: Mapping[str, Any], *, durable: bool = True) -> None:
        """
        Keep the machine as it is now, books and coins together, all or nothing.

        Args:
            nvram: the image.
            physical: what of the cabinet lasts without current, as plain JSON values.
            durable: wait until it is on the disk, so that it outlasts this computer's power too. False does
                not wait and outlasts this process only, enough for a save while playing.

        Raises:
            ReadOnlyError: it cannot be written; what was kept before still is.
        """
        self.nvram = bytes(nvram)
        self.physical = dict(physical)
        if self.path is not None:
            with _written(self.path):
                files.replace(self.path, _pack(self), durable=durable)

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
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = files.Lock(self.path)
        if not lock.held:
            hint = "close it there, or commission another machine with --fresh"
            raise LockedError(f"{self.path}: {self.model} is in use by process {lock.holder}", hint)
        self._lock = lock

    def close(self) -> None:
        """Give the machine free for other processes; a second call does nothing."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Machine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


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
    """Read a machine's file without locking it, as ``azar inspect`` does; DamagedError if it is not whole."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror or error}") from error
    head, _, image = data.partition(b"\n")
    try:
        header = read_json(head)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("azar") != FORMAT:
        raise DamagedError(f"{path}: line 1 must be the header of a machine", _keep_hint())
    if header.get("version") != VERSION:
        raise StorageError(f"{path}: version must be {VERSION} (got {header.get('version')!r})")
    recorded = header.pop("sha256", None)
    present = _digest(header, image)
    if present != recorded:
        raise DamagedError(f"{path}: damaged, sha256 must be {recorded} (got {present})", _keep_hint())
    _require_standing(path, header, image)
    machine = Machine(header["model"], header["serial"], seed=header["seed"], path=path)
    machine.nvram = image
    machine.physical = header["physical"]
    return machine


def _require_standing(path: Path, header: Mapping[str, Any], image: bytes) -> None:
    """A file of a TEST machine never passes for a real one, nor that of one seed for another's."""
    seed, physical = header.get("seed"), header.get("physical")
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
    except BaseException:
        machine.close()
        raise
    return machine


def _take_over(machine: Machine, path: Path, fresh: bool) -> None:
    """Fill a machine with what its file holds, if it is that machine."""
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
    machine.nvram = kept.nvram
    machine.physical = kept.physical


def _keep_hint() -> str:
    return "keep the file for the laboratory and commission another machine with --fresh"


def own_path(model: str, serial: int) -> Path:
    """Where this user's machine of that model and number is kept."""
    return machines_folder() / model / f"{serial:06d}{_SUFFIX}"


def _newest(model: str) -> int:
    """The highest serial number of this model, 0 if there is none."""
    return max((serial for name, serial in machines() if name == model), default=0)


def _digest(header: Mapping[str, Any], image: bytes) -> str:
    return hashlib.sha256(_line(header) + image).hexdigest()


def _line(header: Mapping[str, Any]) -> bytes:
    return json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _pack(machine: Machine) -> bytes:
    image = machine.nvram or b""
    header = {
        "azar": FORMAT,
        "version": VERSION,
        "model": machine.model,
        "serial": machine.serial,
        "seed": machine.seed,
        "physical": machine.physical,
    }
    return _line({**header, "sha256": _digest(header, image)}) + image


@contextlib.contextmanager
def _written(path: Path) -> Iterator[None]:
    """Turn the system's refusals into one clear line."""
    try:
        yield
    except OSError as error:
        hint = "--nvram FILE keeps the machine elsewhere, --seed HEX plays a TEST machine in memory"
        raise ReadOnlyError(f"{path} cannot be written: {error.strerror or error}", hint) from error
