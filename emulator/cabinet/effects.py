# SPDX-License-Identifier: MIT
"""What each event of board and devices changes in the cabinet before listeners receive it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from emulator.cabinet.balances import Balances
from emulator.cabinet.console import Console
from emulator.cabinet.keeper import Keeper
from emulator.cabinet.listeners import Listeners
from emulator.cabinet.machine import Machine
from emulator.cabinet.view import View
from emulator.vm.trace import alike
from machines.support.plain import Json

# The arguments of a step: type B, type C, and the answer to a gamble of type B.
ARGUMENTS = ("simultaneous", "held", "action", "choice", "answer")

Fields = Json
# Returns the fields that listeners get.
Effect = Callable[[Fields], Fields]


class Effects:
    """
    The table of events: to each kind what it does, in this order; a kind without a row is passed on.

    Args:
        console: takes what the firmware prints; None: nothing does.
        listeners: told of every event, without the keys of the random stream.
    """

    def __init__(
        self,
        machine: Machine,
        view: View,
        balances: Balances,
        keeper: Keeper,
        console: Console | None,
        listeners: Listeners,
    ) -> None:
        self._machine, self._view, self._balances, self._keeper = machine, view, balances, keeper
        self._console, self._listeners = console, listeners
        self._rows: Mapping[str, tuple[Effect, ...]] = {
            "step": (_hide_keys,),
            "trial_step": (_hide_keys,),
            "answer": (_hide_keys,),
            "absorb": (_hide_all,),
            "display": (self._read_counters,),
            "meter": (self._count_turn,),
            "coin_returned": (self._say_why,),
            "note_refused": (self._say_why_of_note,),
            "note_returned": (self._say_why_of_note,),
            "hopper_silent": (self._open_out,),
            "fault_doubt": (self._doubt_coin,),
            "fault_moved": (self._name_coin,),
            "fault_ticket": (self._name_ticket,),
            "fault": (_shorten, self._end_line, self._end_program, self._open_unbooked),
            "watchdog": (self._end_line, self._end_program),
            "memory_given_back": (self._open_unbooked,),
            "power": (self._end_line, self._lose_power),
        }

    def hear(self, kind: str, **fields: object) -> None:
        """Take one event of the board or a device."""
        for effect in self._rows.get(kind, ()):
            fields = effect(fields)
        self._listeners.pass_on(kind, fields)

    def _read_counters(self, fields: Fields) -> Fields:
        if fields["name"] != "counters" or not self._listeners.heard:
            return fields
        shown = self._view.display()
        return fields | {"credits": shown.credits, "reserve": shown.reserve, "prizes": shown.prizes}

    def _count_turn(self, fields: Fields) -> Fields:
        self._keeper.turned += 1
        return fields

    def _say_why(self, fields: Fields) -> Fields:
        return fields if fields["why"] else fields | {"why": self._view.why_returned(fields["cents"])}

    def _say_why_of_note(self, fields: Fields) -> Fields:
        why = fields["why"] or self._view.why_returned(fields["cents"], note=True)
        return fields | {"why": why}

    def _open_out(self, fields: Fields) -> Fields:
        self._balances.open_out()
        return fields

    def _doubt_coin(self, fields: Fields) -> Fields:
        self._balances.doubt(fields["id"], fields["cents"])
        return fields

    def _name_coin(self, fields: Fields) -> Fields:
        now_us = self._machine.board.now_us
        self._balances.books.fault(fields["id"], fields["way"], fields["cents"], now_us)
        return fields

    def _name_ticket(self, fields: Fields) -> Fields:
        if self._balances.tickets is not None:
            self._balances.tickets.fault(fields["id"])
        return fields

    def _end_line(self, fields: Fields) -> Fields:
        if self._console is not None:
            self._console.end_line()
        return fields

    def _end_program(self, fields: Fields) -> Fields:
        self._machine.mechanisms.program_died()
        return fields

    def _open_unbooked(self, fields: Fields) -> Fields:
        self._balances.open_unbooked()
        return fields

    def _lose_power(self, fields: Fields) -> Fields:
        return fields if fields["on"] else self._open_unbooked(fields)


def _hide_keys(fields: Fields) -> Fields:
    """A step without the keys of the random stream: its arguments, what came, and a digest of the state."""
    return {
        **{name: value for name, value in fields.items() if name in ARGUMENTS},
        "outcome": fields["outcome"].hex(),
        "state": hashlib.sha256(fields["after"]).hexdigest()[:16],
    }


def _hide_all(fields: Fields) -> Fields:
    """Entropy and the key that is made of it."""
    return {}


def _shorten(fields: Fields) -> Fields:
    """A journal is the same whatever runs the firmware; ``Cabinet.fault`` has the whole text."""
    return fields | {"text": alike(fields["text"])}
