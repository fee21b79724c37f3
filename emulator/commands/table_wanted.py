# SPDX-License-Identifier: MIT
"""Which table to play at, and how, as the command line of azar table play says it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Wanted:
    """What the command line says."""

    game: str
    seats: int
    people: tuple[int, ...]
    rounds: int
    headless: bool
    script: Path | None
    journal: Path | None
    seed: str | None
    kiosk: bool
    language: str
    size: tuple[int, int] | None
    screenshot: Path | None
    at_ms: int
    rules: dict[str, int | str]
    readings: dict[str, str]
    resumed: bool
    wheel: bool
    link: str | None = None
    link_key: Path | None = None
    link_cert: Path | None = None
    serial: int | None = None

    @property
    def patient(self) -> bool:
        """Whether no screen is asked for."""
        return self.headless or self.script is not None or self.screenshot is not None
