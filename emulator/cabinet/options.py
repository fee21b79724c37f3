# SPDX-License-Identifier: MIT
"""The keywords that a cabinet is made with; ``Cabinet`` says what each of them is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypedDict

from emulator.cabinet.console import Sink, Stream
from emulator.vm.watch import Watch
from machines.rom.read import SealedRom
from machines.support.plain import JsonView


class Surroundings(TypedDict, total=False):
    """Entropy of the board, the sink of the firmware's prints, an observer from before the first start."""

    entropy: Callable[[], bytes | None] | None
    console: Stream | Sink | None
    probe: Callable[[Any], None] | None


class Running(Surroundings, total=False):
    """The surroundings and the runtime of the firmware."""

    runtime: str | None


class FirmwareOptions(TypedDict, total=False):
    """The firmware and its runtime."""

    firmware: Path | Mapping[str, str] | None
    runtime: str | None
    trust_firmware: bool
    watch: Watch | None


class RunOptions(Surroundings, FirmwareOptions, total=False):
    """Options that the origin of a run does not hold."""


class CabinetOptions(RunOptions, total=False):
    """All keywords of a cabinet."""

    seed: str | None
    nvram: bytes | None
    chip_key: bytes | None
    serial: int
    profile: str | None
    purse: Mapping[int, int] | None
    wallet: Mapping[int, int] | None
    hoppers: Mapping[int, int] | None
    language: str | None
    physical: JsonView | None
    rom: str | Path | SealedRom | None
    key: bytes | None
