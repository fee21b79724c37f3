# SPDX-License-Identifier: MIT
"""
The kinds of file that a stranger can hand to azar, and how each of them is opened: one row a kind.

To add a kind, write how its seeds are made, what is done to them, and the calls that open one:

    KINDS["link frame"] = Kind(link_frames, (flips, truncated, spliced), open_frame)

``open_*`` gets the path of a file that was altered. It must end, refuse what it refuses with an EmulatorError
or MachinesError (a command line: without "internal error"), and stay within fuzz_runner.py's limits.
"""

from __future__ import annotations

import contextlib
import functools
import io
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fuzz_mutations import (
    CHIP_KEY,
    Mutation,
    flips,
    key_in,
    lines,
    numbers,
    rechained,
    repacked_image,
    repacked_rom,
    repacked_state,
    resummed_checkpoint,
    resummed_machine,
    resummed_records,
    spliced,
    stretched,
    truncated,
)

from emulator import EmulatorError, cli
from emulator.cabinet import Cabinet
from emulator.records.chip_key import key_file
from emulator.records.journal import Recorder
from emulator.records.session import Wanted, open_session
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.pai_gow_game import PaiGowGame
from machines import MachinesError
from machines.rom.build import build_file
from machines.support import private

BYTES: tuple[Mutation, ...] = (flips, flips, truncated, spliced, stretched)
TEXT: tuple[Mutation, ...] = (numbers, numbers, lines, lines)


@dataclass(frozen=True)
class Kind:
    """
    One kind of file.

    Attributes:
        seeds: makes whole files in a folder, as bytes.
        mutations: what is done to one of them, each as likely as the others.
        open: does with an altered file what a person would.
        suffix: of its name.
    """

    seeds: Callable[[Path], list[bytes]]
    mutations: tuple[Mutation, ...]
    open: Callable[[Path], None]
    suffix: str = ""


class InternalError(AssertionError):
    """A command line answered with a traceback instead of a reason."""


def azar(*arguments: object) -> int:
    """Do one command line; InternalError if it says that it has failed itself."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.run([str(word) for word in arguments])
    said = out.getvalue() + err.getvalue()
    if "internal error" in said or status not in (0, 1, 2):
        raise InternalError(f"azar {' '.join(map(str, arguments))}: status {status}: {said[-2000:]}")
    return status


def refused(call: Callable[[], object]) -> None:
    """Do something that may be refused by name, and in no other way."""
    with contextlib.suppress(EmulatorError, MachinesError):
        call()


# -- seeds -------------------------------------------------------------------------------------------


def visit(cabinet: Cabinet) -> None:
    """Half a minute of play with a coin that comes back, a cut and a payment."""
    cabinet.run(ms=4_000)
    for cents in (200, 100, 500):
        with contextlib.suppress(EmulatorError):
            cabinet.insert(cents)
        cabinet.run(ms=700)
    for _ in range(3):
        cabinet.press("start")
        cabinet.run(ms=6_000)
    cabinet.power_off()
    cabinet.run(ms=500)
    cabinet.power_on()
    cabinet.run(ms=4_000)
    cabinet.press("collect")
    cabinet.run(ms=2_000)


@functools.cache
def played(model: str, seed: str | None) -> tuple[Cabinet, bytes]:
    """A cabinet after a visit, and the journal of it."""
    stream = io.StringIO()
    cabinet = Cabinet(model, seed=seed, chip_key=CHIP_KEY if seed is None else None)
    recorder = Recorder(cabinet, stream)
    visit(cabinet)
    recorder.close()
    return cabinet, stream.getvalue().encode("ascii")


def journals(folder: Path) -> list[bytes]:
    """Of all types, of record and TEST, of the devices of a table, and of a table with one."""
    found = [
        played(model, seed)[1]
        for model, seed in (("cierzo", "00"), ("cierzo", None), ("aneto", "5a"), ("cometa", "00"))
    ]
    for other in (DiceCup(seed="00"), ElectronicWheel(seed="00"), PaiGowGame(seed="00", players=2)):
        stream = io.StringIO()
        recorder = Recorder(other, stream)
        other.run(ms=2_000)
        recorder.close()
        found.append(stream.getvalue().encode("ascii"))
    return found


def memories(folder: Path) -> list[bytes]:
    """NVRAM images of all types."""
    return [
        played(model, seed)[0].nvram
        for model, seed in (("cierzo", "00"), ("cierzo", None), ("aneto", "5a"), ("cometa", "00"))
    ]


def keep_key(path: Path, key: bytes) -> None:
    """Write the file of a chip's key, as its owner has it."""
    path.unlink(missing_ok=True)
    private.create(path, key.hex().encode() + b"\n")


def machine_files(folder: Path) -> list[bytes]:
    """A machine that was closed, and one whose process was killed."""
    found = []
    for name, killed in (("closed", False), ("killed", True)):
        path = folder / name
        keep_key(key_file(path), CHIP_KEY)
        with open_session(Wanted(nvram=path, journal=folder / f"{name}.jsonl")) as session:
            visit(session.cabinet)
            if killed:
                found.append(path.read_bytes())
        if not killed:
            found.append(path.read_bytes())
    return found


def checkpoints(folder: Path) -> list[bytes]:
    """Campaigns of types B and C under way."""
    found = []
    for model in ("cierzo", "aneto"):
        path = folder / f"{model}.json"
        azar("simulate", model, "--plays", 2_000, "--seed", "00", "--jobs", 1, "--checkpoint", path)
        found.append(path.read_bytes())
    return found


def saved_cabinets(folder: Path) -> list[bytes]:
    """Saved states of all types."""
    return [played(model, "00")[0].save() for model in ("cierzo", "cometa")] + [
        played("aneto", "5a")[0].save()
    ]


def roms(folder: Path) -> list[bytes]:
    """ROMs of two types."""
    return [build_file(model) for model in ("cierzo", "cometa")]


def models(folder: Path) -> list[bytes]:
    """Model files of every kind."""
    from machines.model import model_names

    place = Path(cli.__file__).parents[1] / "machines" / "models"
    return [(place / f"{name}.toml").read_bytes() for name in model_names()]


# -- opened ------------------------------------------------------------------------------------------


def open_journal(path: Path) -> None:
    """Replayed, recalled, inspected and judged."""
    azar("replay", path)
    azar("recall", path, "--plays", 3)
    azar("inspect", path)
    azar("service", path)


_CIERZO = ("--model", "cierzo")


def open_memory(path: Path) -> None:
    """Inspected, recalled, put on a board, mended and sealed anew, with the key of its chip and without."""
    azar("inspect", path, "cierzo")
    azar("recall", path, "--model", "cierzo")
    data = path.read_bytes()
    key = key_in(data)
    for model in ("cierzo", "aneto", "cometa"):
        refused(lambda model=model: Cabinet(model, seed="00", nvram=data, chip_key=key).run(ms=3_000))
    azar("service", path)
    keep_key(key_file(path), key)
    for command in ("inspect", "recall", "service"):
        azar(command, path, "--chip-key", key_file(path), *(() if command == "inspect" else _CIERZO))
    azar("service", path, "--mend", *_CIERZO, "--chip-key", key_file(path))
    azar("service", path, "--reseal", "--chip-key", key_file(path))


def open_machine_file(path: Path) -> None:
    """Inspected, judged, played, mended and sealed anew, by the owner, who has the key of its chip."""
    path.chmod(0o600)
    azar("inspect", path)
    azar("recall", path)
    azar("counter", "read", path)
    azar("service", path, "--json")
    copy = path.with_name("copy.nvram")
    shutil.copy(path, copy)
    for one in (path, copy):
        keep_key(key_file(one), CHIP_KEY)
    azar("inspect", path)
    azar("service", path)

    def play() -> None:
        with open_session(Wanted(nvram=copy, journal=path.with_name("j.jsonl"))) as session:
            session.cabinet.run(ms=3_000)

    refused(play)
    azar("service", path, "--mend")
    azar("service", path, "--reseal")


def open_checkpoint(path: Path) -> None:
    """Gone on with."""
    path.chmod(0o600)
    for model in ("cierzo", "aneto"):
        copy = path.with_name(f"{model}.json")
        shutil.copy(path, copy)
        azar(
            "simulate", model, "--plays", 2_000, "--seed", "00", "--jobs", 1, "--checkpoint", copy, "--resume"
        )


def open_saved(path: Path) -> None:
    """Restored and run."""
    data = path.read_bytes()
    refused(lambda: Cabinet.restore(data).run(ms=2_000))


def open_rom(path: Path) -> None:
    """Looked into, verified, checked and booted."""
    azar("rom", "info", path)
    if azar("rom", "verify", path) == 0:

        def boot() -> None:
            Cabinet("x", rom=path, seed="00").run(ms=3_000)

        refused(boot)


def open_model(path: Path) -> None:
    """Checked; a sound one also built and booted."""
    if azar("check", path) == 0:
        refused(lambda: Cabinet(path, seed="00").run(ms=3_000))


KINDS: dict[str, Kind] = {
    "journal": Kind(
        journals, (*BYTES, *TEXT, rechained, rechained, rechained, repacked_image), open_journal, ".jsonl"
    ),
    "nvram": Kind(
        memories, (*BYTES, resummed_records, resummed_records, resummed_records), open_memory, ".bin"
    ),
    "machine": Kind(machine_files, (*BYTES, numbers, *[resummed_machine] * 4), open_machine_file, ".nvram"),
    "checkpoint": Kind(checkpoints, (*BYTES, *TEXT, *[resummed_checkpoint] * 4), open_checkpoint, ".json"),
    "saved": Kind(saved_cabinets, (*BYTES, *[repacked_state] * 3), open_saved, ".state"),
    "rom": Kind(roms, (*BYTES, *[repacked_rom] * 4), open_rom, ".rom"),
    "model": Kind(models, (flips, truncated, spliced, stretched, *TEXT, *TEXT), open_model, ".toml"),
}
