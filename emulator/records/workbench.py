# SPDX-License-Identifier: MIT
"""
A machine's file on the technician's workbench: which parts are whole, and what to write the others from.

    piece = lay_out(path)
    piece.problem                       # empty: the file is whole
    parts = piece.parts(backup)         # what a new file is made of, and what was taken from where
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from emulator.cabinet.errors import CabinetError
from emulator.cabinet.physical import require_physical
from emulator.cabinet.service import ServiceError
from emulator.records.machine_file import HEADER, IMAGE, STEPS, Kept
from emulator.records.standing import Told, contradiction
from emulator.records.storage import Machine, read_kept
from machines.firmware import nvram
from machines.memory.record import decode
from machines.support.plain import JsonView

# All is as it was written, and the first line says of the machine what its memory denies.
ALTERED = "altered"


@dataclass(frozen=True)
class Parts:
    """The parts of a machine's file."""

    model: str
    serial: int
    seed: str | None
    physical: JsonView
    nvram: bytes
    notes: tuple[str, ...]
    """What was taken from where, for the log book."""


@dataclass(frozen=True)
class Piece:
    """A file and its contents."""

    path: Path
    kept: Kept

    @property
    def damaged(self) -> str:
        """Which part is not as it was written, as ``Kept`` names it, or ALTERED; empty: none."""
        return self.kept.damaged or (ALTERED if self._denied else "")

    @property
    def _denied(self) -> str:
        """A word of the first line that the memory contradicts."""
        kept, seed = self.kept, self.kept.header.get("seed")
        device_key = kept.physical.get("device_key") if isinstance(kept.physical, dict) else None
        denied = contradiction(Told(seed, seed is not None, device_key), kept.nvram)
        return "" if denied is None else f"line 1: {denied}"

    @property
    def problem(self) -> str:
        """What is wrong with the file, apart from the records in it; empty: nothing."""
        return self.kept.problem or self._denied

    @property
    def cure(self) -> str:
        """What to do about it."""
        mend = f"azar service {self.path} --mend"
        if self.damaged == ALTERED:
            return "keep it for the laboratory, and commission another machine with --fresh"
        if self.damaged == IMAGE:
            return f"{mend} writes the file anew with what is whole in it"
        if self.damaged == STEPS:
            return f"{mend} goes back to step {self.kept.steps}, as a power cut then would have"
        return f"{mend} --backup EARLIER takes coins, reels and meters from an earlier file of this machine"

    def parts(self, backup: Machine | None) -> Parts:
        """
        The parts of a new file.

        Args:
            backup: an earlier file of the same machine; needed where the line of coins and meters is damaged.

        Raises:
            ServiceError: there is nothing to take coins and meters from, the backup is another machine's, or
                the memory is a TEST machine's and the file says otherwise.
        """
        kept, header = self.kept, self.kept.header
        if kept.damaged in ("", IMAGE, STEPS):
            parts = Parts(
                header["model"],
                header["serial"],
                header["seed"],
                kept.physical or {},
                kept.nvram,
                self._notes(),
            )
        else:
            parts = self._with_backup(backup)
        try:
            require_physical(parts.physical)
        except CabinetError as error:
            raise ServiceError(
                f"{self.path}: line 1 is altered: {error}", "keep it for the laboratory"
            ) from None
        told = Told(parts.seed, parts.seed is not None, parts.physical.get("device_key"))
        denied = contradiction(told, parts.nvram)
        if denied is not None:
            raise ServiceError(f"{self.path}: line 1 is altered: {denied}", "keep it for the laboratory")
        return parts

    def _notes(self) -> tuple[str, ...]:
        if self.damaged == IMAGE:
            return ("NVRAM: bytes were altered; no record counts that is not whole",)
        if self.damaged == STEPS:
            lost = self.kept.lost_steps[-1] - self.kept.steps
            return (
                f"steps: back to step {self.kept.steps}; {lost} later ones are lost with what they moved",
            )
        return ()

    def _with_backup(self, backup: Machine | None) -> Parts:
        if backup is None or backup.nvram is None or backup.physical is None:
            raise ServiceError(
                f"{self.path}: {self.problem}, so nobody can tell whether its coins and meters are right",
                f"{self.cure}; or keep it for the laboratory and commission another machine",
            )
        image = self.kept.nvram[: nvram.SIZE]
        books, earlier = decode(image), decode(backup.nvram)
        for which, record in (("the memory", books), ("the backup", earlier)):
            if record is not None and record["serial"] != backup.serial:
                raise ServiceError(
                    f"{which} must be of serial number {backup.serial} (got {record['serial']})",
                    "coins of another machine would be forged coins",
                )
        notes = ["coins, reels and meters: from the backup, as they were then"]
        if self.damaged == HEADER and len(self.kept.nvram) > nvram.SIZE:
            notes.append("steps: those since the last orderly end are lost")
        return Parts(backup.model, backup.serial, backup.seed, backup.physical, image, tuple(notes))


def lay_out(path: Path) -> Piece:
    """
    Read a machine's file, whole or not.

    Raises:
        StorageError: it cannot be read or is no machine's.
    """
    return Piece(path, read_kept(path))
