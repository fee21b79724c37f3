# SPDX-License-Identifier: MIT
"""What somebody types while the line is open: one command a line, read without waiting."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Mapping
from typing import Any

from emulator.cctalk.desk import Desk, DeskError
from emulator.cctalk.desk_faults import ACTS, DeskFaultError

HELP = """\
insert CENTS   drop a coin, such as insert 200
note CENTS     offer a note, such as note 500
refill COINS   put coins into the hopper
empty          take all coins out of the hopper
jam, free      wedge the hopper's disc, free it
damage FAULT   let a fault of docs/faults.md begin, such as damage coin_lost 3
mend FAULT     end it; "faults" names them all
off, on        pull the plug of the devices, put it back
status         what there is
quit           end"""


class Hands:
    """
    Reads commands from a descriptor and does them.

    Args:
        desk: what the hands are at.
        descriptor: of a terminal or pipe; None for no hands at all.
        say: takes every answer.

    Attributes:
        descriptor: None once its other end was closed; the line goes on without hands.
        quit: whether the end was asked for.
    """

    def __init__(self, desk: Desk, descriptor: int | None, say: Callable[[str], None]) -> None:
        self.descriptor = descriptor
        self.quit = False
        self._desk = desk
        self._say = say
        self._typed = b""
        self._verbs: Mapping[str, tuple[int, Callable[..., object]]] = {
            "insert": (1, desk.insert),
            "note": (1, desk.note),
            "refill": (1, desk.refill),
            "empty": (0, desk.empty),
            "jam": (0, lambda: desk.jam(True)),
            "free": (0, lambda: desk.jam(False)),
            "off": (0, lambda: desk.power(False)),
            "on": (0, lambda: desk.power(True)),
            "faults": (0, lambda: say("\n".join(ACTS))),
            "status": (0, self._tell),
            "help": (0, lambda: say(HELP)),
            "quit": (0, self._end),
        }

    def turn(self) -> None:
        """Do every whole line that has been typed."""
        while self.descriptor is not None and select.select([self.descriptor], [], [], 0)[0]:
            data = os.read(self.descriptor, 4096)
            if not data:
                self.descriptor = None
            self._typed += data
        *lines, self._typed = self._typed.split(b"\n")
        for line in lines:
            self.act(line.decode("utf-8", "replace"))

    def act(self, line: str) -> None:
        """Do what one line says, or say why not."""
        words = line.split()
        if not words:
            return
        if words[0] in ("damage", "mend"):
            self._fault(*words)
            return
        takes, verb = self._verbs.get(words[0], (-1, None))
        if verb is None or len(words) != takes + 1:
            self._say(f"not understood: {line.strip()} (type help)")
            return
        try:
            verb(*(int(word) for word in words[1:]))
        except ValueError:
            self._say(f"{words[0]} takes a whole number (got {words[1]})")
        except DeskError as error:
            self._say(str(error))

    def _fault(self, verb: str, name: str = "", *values: str) -> None:
        try:
            if verb == "mend" and not values:
                self._desk.mend(name)
            elif verb == "damage" and len(values) < 2:
                self._desk.damage(name, *values)
            else:
                self._say(f"{verb} takes a fault{' and a value' if verb == 'damage' else ''} (type help)")
        except (DeskError, DeskFaultError) as error:
            self._say(str(error))

    def _tell(self) -> None:
        self._say("\n".join(f"{name}: {value}" for name, value in status(self._desk).items()))

    def _end(self) -> None:
        self.quit = True


def status(desk: Desk) -> dict[str, Any]:
    """What there is, as plain values."""
    found: dict[str, Any] = {"powered": desk.powered}
    if desk.acceptor is not None:
        found["credits"] = desk.acceptor.accepted
        found["events"] = desk.acceptor.events.counter
    if desk.hopper is not None:
        found["hopper_coins"] = desk.hopper.level()
    if desk.bill is not None:
        found["notes"] = sum(desk.bill.accepted)
        found["note_events"] = desk.bill.events.counter
        found["note_box"] = {str(cents): count for cents, count in sorted(desk.coins("note_box").items())}
    for place in ("tray", "cash_box"):
        found[place] = {str(cents): count for cents, count in sorted(desk.coins(place).items())}
    return found
