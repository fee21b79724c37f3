# SPDX-License-Identifier: MIT
"""
A room full of linked machines with guests, in virtual time in one process: for the demonstration.

    with House(hurried("carrusel", 50), seed="00") as house:
        for _ in range(1_200):
            house.step()                        # STEP_MS of every machine
        house.quiet()
        assert house.audit().sound and not house.differences()
"""

from __future__ import annotations

import hashlib
import re
from fractions import Fraction
from random import Random

from emulator.cabinet import Cabinet
from emulator.hall.guests import PURSE, STEP_MS, Guest
from emulator.link import wire
from emulator.link.audit import Findings
from emulator.link.display import DisplayClient
from emulator.link.room import Room
from emulator.link.rules import Definition, load_definition, read_definition
from emulator.support.closing import Closing
from machines.memory.record import decode

_QUIET_MS = 300_000  # until every award is in the books of its machine
_PART = re.compile(r"""^((share|mystery)\s*=\s*)["'](\d+/\d+)["']""", re.MULTILINE)


def hurried(link: str, times: int) -> Definition:
    """
    A link whose pots fill and whose mysteries hit so many times as fast, so that an evening is over soon.

    All pots together take half of a stake at most, and a mystery hits every tenth play at most.

    Args:
        link: one that ships, or the path of a definition.
        times: 1 leaves it as it is.
    """
    definition = load_definition(link)
    if times == 1:
        return definition

    def faster(found: re.Match[str]) -> str:
        most = Fraction(1, 2 * len(definition.pots)) if found[2] == "share" else Fraction(1, 10)
        part = Fraction(found[3])
        part = max(part, min(part * times, most))
        return f'{found[1]}"{part.numerator}/{part.denominator}"'

    return read_definition(_PART.sub(faster, definition.text), source=link)


class House(Closing):
    """
    Cabinets of a link's models, joined to a controller in this process, each with its guests.

    Args:
        definition: whose models are linked ones.
        seed: hex digits; the same seed is the same evening.

    Attributes:
        room: the controller.
        cabinets: in the order of the definition.
        now_ms: virtual time that has passed.
    """

    def __init__(self, definition: Definition, seed: str) -> None:
        key = hashlib.sha256(b"azar link demo" + bytes.fromhex(seed)).digest()
        self.now_ms = 0
        self.cabinets = [
            Cabinet(definition.models[one.model], seed=seed, serial=one.number, purse=PURSE)
            for one in definition.machines
        ]
        self.room = Room.open(definition, key)
        for cabinet in self.cabinets:
            cabinet.join(self.room)
        self._guests = [Guest(cabinet, Random(f"{seed}:{cabinet.serial}")) for cabinet in self.cabinets]

    def close(self) -> None:
        """Everybody goes home: every cabinet and the room are closed."""
        for cabinet in self.cabinets:
            cabinet.close()
        self.room.close()

    @property
    def guests(self) -> int:
        """How many have been here."""
        return sum(guest.guests for guest in self._guests)

    def step(self, *, playing: bool = True) -> None:
        """Let STEP_MS pass in every machine, and each guest do something."""
        self.now_ms += STEP_MS
        for cabinet, guest in zip(self.cabinets, self._guests, strict=True):
            cabinet.run(ms=STEP_MS)
            if playing or cabinet.tilt or guest.busy:
                guest.turn()

    def quiet(self) -> bool:
        """Nobody begins a play any more until all is told and paid; False if that takes too long."""
        for _ in range(_QUIET_MS // STEP_MS):
            self.step(playing=False)
            if not self.differences() and not any(self.room.controller.state.open.values()):
                return True
        return False

    def audit(self) -> Findings:
        """The controller's books, folded again from their log."""
        return self.room.audit()

    def differences(self) -> list[str]:
        """What a machine's own memory says that the controller's books do not; empty if nothing does."""
        found = []
        for cabinet in self.cabinets:
            books = self.room.controller.state.machines[cabinet.serial]
            record = decode(cabinet.nvram)
            if record is None:
                found.append(f"machine {cabinet.serial}: its memory cannot be read")
                continue
            due = {
                "link_seq": books.seq, "link_staked_mc": books.staked_mc, "link_award": books.settled_award,
                "link_won_cents": books.settled_cents, "starts": books.seq,
                "staked_cents": books.staked_mc // 1000,
            }  # fmt: skip
            found += [
                f"machine {cabinet.serial}: {name} is {record[name]}, the controller's {value}"
                for name, value in due.items() if record[name] != value
            ]  # fmt: skip
        return found

    def display(self, number: int = 1) -> tuple[DisplayClient, RoomScreen]:
        """A display of this room, and what brings its bytes."""
        client = DisplayClient(number, wire.display_key(self.room.link_key, number))
        return client, RoomScreen(client, self.room)


class RoomScreen:
    """Carries a display's bytes to a room in this process."""

    def __init__(self, client: DisplayClient, room: Room) -> None:
        self._client, self._room = client, room
        self._number = 0

    def poll(self, now_ms: int) -> None:
        """Connect where there is no connection; tell and hear."""
        if not self._number:
            self._number = self._room.connect()
            if not self._number:
                return
            self._client.connected(now_ms)
        self._room.show()
        for _ in range(3):  # WATCH, CHALLENGE, LOOK
            if data := self._client.outgoing():
                self._room.send(self._number, data, now_ms)
            answer, is_open = self._room.receive(self._number)
            self._client.received(answer, now_ms)
            if not is_open or self._client.closed:
                self.close()
                return

    def close(self) -> None:
        """Hang up."""
        self._room.disconnect(self._number)
        self._number = 0
        self._client.disconnected()
