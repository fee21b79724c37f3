# SPDX-License-Identifier: MIT
"""Joins a ccTalk note reader's electronics to its mechanism."""

from __future__ import annotations

from collections.abc import Callable

from emulator.devices.cctalk.bill_validator import FULL, RETURNED, BillValidator
from emulator.devices.note_acceptor import NoteAcceptor
from machines.support.plain import Json, JsonView


class CcTalkNoteHead:
    """
    The electronics as the mechanism sees them.

    Args:
        validator: on the bus, which saves and restores it.
        now_us: the time.
    """

    def __init__(self, validator: BillValidator, now_us: Callable[[], int]) -> None:
        self.validator = validator
        self._now_us = now_us
        # Where the mechanism asks and tells what the electronics want to know as it is.
        self.accepts = validator.judge
        self.ready = validator.ready
        self.held, self.stacked = validator.held, validator.stacked
        self.untold_cents = validator.untold_cents

    def attach(self, mechanism: NoteAcceptor) -> None:
        """The mechanism that stacks and gives back."""
        self.validator.route = lambda stack: mechanism.stack() if stack else mechanism.give_back()
        self.validator.told = mechanism.acknowledged

    def plug(self, plugged: bool) -> None:
        """Off the bus, or back on it."""
        self.validator.unplugged = not plugged

    def open_for(self, cents: int) -> bool:
        """Whether any type is open."""
        return self.validator.enabled(self._now_us())

    def gone_back(self, cents: int) -> None:
        """An event."""
        if self.validator.powered:
            self.validator.events.add(0, RETURNED)

    def full(self) -> None:
        """An event."""
        self.validator.events.add(0, FULL)

    def dark(self) -> None:
        """The bus tells the electronics."""

    def kept(self, landing_cents: int) -> Json:
        """Its memory; a note that is behind the gate counts."""
        kept = self.validator.kept()
        if landing_cents:
            kept["accepted"][self.validator.type_of(landing_cents) - 1] += 1
        return kept

    def save(self) -> Json:
        """The bus saves it."""
        return {}

    def load(self, saved: JsonView) -> None:
        """The bus restores it."""
