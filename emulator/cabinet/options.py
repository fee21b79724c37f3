# SPDX-License-Identifier: MIT
"""The keyword arguments of ``Cabinet``, whose docstring explains each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypedDict

from emulator.cabinet.console import Sink, Stream
from machines.rom.read import SealedRom
from machines.support.plain import JsonView


class Running(TypedDict, total=False):
    """Runtime of the firmware, entropy of the board, and the sink of its prints."""

    entropy: Callable[[], bytes | None] | None
    runtime: str | None
    console: Stream | Sink | None


class RunOptions(Running, total=False):
    """Options that the origin of a run does not hold."""

    firmware: Path | Mapping[str, str] | None
    trust_firmware: bool


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
