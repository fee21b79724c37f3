# SPDX-License-Identifier: MIT
"""
What holds in every machine at every moment, whatever happens to it: scenarios and storms are held to it.

    always = always_of(cabinet)
    cabinet.run(ms=5000)
    always.broken()              # [] or one line for everything that did not hold since the last call

The two balances are the cabinet's own and raise; this is what a person beside the machine would notice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from emulator.board.device import NEVER
from emulator.cabinet import Cabinet
from emulator.cabinet.faults import faults
from emulator.support.errors import EmulatorError
from emulator.types.common.drums import Drums
from emulator.types.common.laws import Laws, Record
from machines.firmware import nvram as record_format
from machines.memory.record import decode
from machines.support.plain import JsonView

# A machine that has just got power may still be showing nothing.
SHOWN_US = 1_000_000
# From a hand at a door or key until the firmware has surely left its service menu.
SERVED_US = 500_000
# Device of the faults that take rows of what can be recalled.
MEMORY = "FRAM"
# A recount takes as long as some hundred events.
RECOUNT_MOVES = 20


class Always(ABC):
    """
    Watches one cabinet from now on.

    Args:
        cabinet: a machine whose books can be read.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cab = cabinet
        self._drums = Drums(cabinet)
        self.begin()
        cabinet.listen(self._hear)
        cabinet.listen_inputs(self._hear_input)

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        cab = self._cab
        self._found: list[str] = []
        self._since_us = cab.now_us
        self._handled_us = -SERVED_US
        self._starts_us: list[int] = []
        self._floor: Record | None = None
        self._meters: dict[str, int] = {}
        self._recalled = {"play": 0, "event": 0}
        self._audited = 0
        self._torn = False
        # The books as they were in the memory when a fault last came over it, which the program still has.
        self._held: Record | None = None
        self._drums.begin()
        record = decode(cab.nvram)
        # None as long as no books can be read.
        self._laws: Laws | None = None if record is None else self._laws_from(record)

    @property
    @abstractmethod
    def laws_of(self) -> type[Laws]:
        """The laws of its type; an attribute of the class."""

    def _laws_from(self, base: Record) -> Laws:
        """The laws of its type, from these books on."""
        return self.laws_of(self._cab.model, base)

    def broken(self) -> list[str]:
        """What has not held since the last call, a sentence each; the machine is looked at now."""
        found, self._found = self._found, []
        cab = self._cab
        found += self._recounted()
        if cab.flags:
            found.append(f"the board must flag nothing (got {', '.join(sorted(set(cab.flags)))})")
        record = decode(cab.nvram)
        if record is None:
            return found
        laws = self._laws = self._laws or self._laws_from(record)
        found += self._fallen(record)
        found += laws.within(record) + laws.told(record, linked=bool(cab.link))
        found += self._miscounted(record)
        found += self._misremembered(record)
        shown = cab.board.alive and cab.now_us - self._since_us >= SHOWN_US
        if shown and not self._in_service():
            found += self._misshown(record)
        found += self._drums.broken(record, shown and self._closed(record))
        return found

    # -- what happens -------------------------------------------------------------------------------

    def _hear_input(self, name: str, t_us: int, arguments: JsonView) -> None:
        if name == "rewind":
            self._since_us = NEVER
        elif name in ("open_door", "close_door", "turn_key"):
            self._handled_us = t_us
        elif name == "damage" and faults()[arguments["id"]].device == MEMORY:
            self._torn = True
            self._held = decode(self._cab.nvram) or self._held

    def _hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        if kind == "step":
            self._play(t_us, fields)
        elif kind == "power":
            self._since_us, self._held = t_us, None
        elif kind == "watchdog":
            self._since_us, self._held = t_us, None
            self._found.append("the watchdog must never bite")
        elif kind == "fault":
            self._found.append(f"the program must never stop (got {fields['text']})")
        elif kind == "coin_accepted":
            self._coin(fields["cents"])

    def _books(self) -> Record | None:
        """
        The books by which something is decided: what was committed last.

        A machine that runs goes by them although a fault has taken them from its memory since: its next
        commit writes them anew, unless a self test comes first and locks it. One that starts has no others.
        """
        return decode(self._cab.nvram) or self._held

    @abstractmethod
    def _play(self, t_us: int, fields: JsonView) -> None:
        """A play, or a step of one, is decided: may it be?"""

    def _may_run(self, record: Record, what: str) -> None:
        """No play with an open door or a tilt."""
        open_doors = [name for name in ("main", "logic") if self._cab.doors[name]]
        if open_doors:
            self._found.append(f"no {what} with an open door (got {', '.join(open_doors)})")
        if record["tilt"]:
            self._found.append(f"no {what} while the machine is stopped (got tilt {record['tilt']})")

    def _may_begin(self, t_us: int, record: Record, stake_cents: int, least_ms: int) -> None:
        """B-10, C-02, C-09: nothing under way, with its price in the credits, and not too soon."""
        if record["queue"] or record["pending_cents"] or record["phase"] != record_format.PHASE_IDLE:
            self._found.append(f"no play before the last one is over and paid (got queue {record['queue']})")
        if record["credits_cents"] < stake_cents:
            self._found.append(f"a play of {stake_cents} cents on {record['credits_cents']} cents of credit")
        before = self._starts_us
        if before and t_us - before[-1] < least_ms * 1000:
            self._found.append(f"plays must be {least_ms} ms apart (got {t_us - before[-1]} us)")
        before.append(t_us)

    def _coin(self, cents: int) -> None:
        """A coin that the model does not take goes back."""
        if cents not in self._cab.model.coins_cents:
            self._found.append(f"a coin of {cents} cents must be returned")

    # -- what can be seen ---------------------------------------------------------------------------

    def _fallen(self, record: Record) -> list[str]:
        found = [] if self._floor is None or self._laws is None else self._laws.fallen(record, self._floor)
        for name, meter in self._cab.machine.meters.items():
            if meter.count < self._meters.get(name, 0):
                found.append(f"meter {name} must never fall below {self._meters[name]} (got {meter.count})")
            self._meters[name] = meter.count
        self._floor = record
        return found

    @abstractmethod
    def _miscounted(self, record: Record) -> list[str]:
        """Counters against the plays that were made: each counts once, with its own prize."""

    def _misremembered(self, record: Record) -> list[str]:
        """The plays and events that can be recalled are the last ones, without a gap."""
        found: list[str] = []
        cab = self._cab
        if self._torn:
            return found  # a row that a fault of the memory took stays lost
        # The row of the oldest may be torn by a cut that prevented a newer one. Each is seen once.
        for what, newest, rows, every, read in (
            ("play", record["starts"], 10, 1, lambda: reversed(cab.last_plays)),
            ("event", record["events"], 127, 32, lambda: cab.log),
        ):
            if newest - self._recalled[what] < every:
                continue
            self._recalled[what] = newest
            numbers = [row["number"] for row in read()]
            wanted = list(range(max(1, newest - rows + 1), newest + 1))
            if numbers[-len(wanted) :] != wanted:
                found.append(f"the last {what}s must be {wanted[0]} to {newest} (got {numbers})")
        return found

    def _recounted(self) -> list[str]:
        """All coins one by one, now and then; the ledger adds up its places after every event."""
        ledger = self._cab.ledger
        if ledger.moves - self._audited < RECOUNT_MOVES:
            return []
        self._audited = ledger.moves
        try:
            ledger.audit()
        except EmulatorError as error:
            return [str(error)]
        return []

    def _in_service(self) -> bool:
        """With the service key turned the counters may be those of a test, and START a key of the menu."""
        return self._cab.machine.keys["service"].turned or self._cab.now_us - self._handled_us < SERVED_US

    def _closed(self, record: Record) -> bool:
        """Doors and logic area are shut for the program, too, no test goes on, and the mains are sound."""
        shut = not record["logic"] and not self._cab.doors["main"] and not self._cab.doors["logic"]
        return shut and not self._in_service() and self._cab.board.line("supply").asserted

    def _misshown(self, record: Record) -> list[str]:
        """What is lit against what is booked."""
        if not self._cab.display.credits.strip("- ."):
            return []  # books that cannot be trusted are not shown
        found = [
            f"{name} must show the {cents} cents that are booked (got {text.strip()})"
            for name, (text, cents) in self._counters(record).items()
            if text.strip() != self._cab.model.currency.shown(cents)
        ]
        if self._cab.lamps["start"] and self._dark(record):
            found.append(f"START must be dark (got tilt {record['tilt'] or 'none'}, {record['queue']})")
        return found

    def _counters(self, record: Record) -> dict[str, tuple[str, int]]:
        """Each counter of money: what it shows, and the cents that it must."""
        return {"credits": (self._cab.display.credits, record["credits_cents"])}

    def _dark(self, record: Record) -> bool:
        """Whether START may not be lit."""
        return bool(record["tilt"] or record["queue"])
