# SPDX-License-Identifier: MIT
"""What the visitor's hand does just now, as far as a picture shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from emulator.panel.machine.parts.back import Back
from emulator.panel.machine.parts.kiosk import Idea
from emulator.panel.machine.parts.notice import Notice
from emulator.panel.machine.parts.refused import Refusal
from emulator.panel.machine.pull import Pull


@dataclass
class Hand:
    """What the visitor's hand does just now, as far as a picture shows it."""

    point: tuple[int, int] = (-1, -1)
    held: set[str] = field(default_factory=set)
    lifted_cents: int | None = None
    lifted_note: int | None = None
    show_keys: bool = False
    show_service: bool = False
    idea: Idea | None = None
    back: Back | None = None
    note: str | None = None
    prizes: int | None = None
    """Which page of the whole prize table is looked at; None for none."""
    refused: Refusal | None = None
    """Why a coin has come back, one of ``emulator.cabinet.refusals.REASONS``."""
    pull: Pull = field(default_factory=Pull)
    """The arm of a bandit, as far as a hand has pulled it."""
    notice: Notice | None = None
    """What is wrong with the files of a machine that is being built."""
