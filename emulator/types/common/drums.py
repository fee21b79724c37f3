# SPDX-License-Identifier: MIT
"""
What always holds of reels that are drums: prizes are awarded on the window that was decided, and it stays.

    drums = Drums(cabinet)
    cabinet.run(ms=5000)
    drums.broken(record, True)   # [] or one line for everything that did not hold since it was asked last
"""

from __future__ import annotations

from emulator.cabinet import Cabinet
from emulator.cabinet.faults import faults
from machines.firmware import nvram as record_format
from machines.memory.record import decode
from machines.support.plain import JsonView

# From a hand at a drum until the firmware has surely looked at it.
LOOKED_US = 1_000_000
SLIP = "reel_slip"


class Drums:
    """
    Watches the drums of one cabinet from now on; of reels on a screen it says nothing.

    A drum shows a stop while it is off by half a stop at most (GLI-11).
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cab = cabinet
        self._drums = cabinet.machine.drums
        self.begin()
        if self._drums:
            cabinet.listen(self._hear)
            cabinet.listen_inputs(self._hear_input)

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        self._found: list[str] = []
        self._moved_us = -LOOKED_US
        # Drums that were turned while their encoder counted nothing: nobody knows until they turn again.
        self._unseen: set[int] = set()
        self._torn = False
        self._before = decode(self._cab.nvram)

    def broken(self, record: JsonView | None, at_rest: bool) -> list[str]:
        """
        Return what has not held since this was asked last, a sentence each.

        Args:
            record: the books as they are now.
            at_rest: the machine has power, doors and logic area are shut, nobody has just been in there.
        """
        found, self._found = self._found, []
        if record is None or self._torn or not at_rest or not self._drums:
            return found
        idle = record["phase"] == record_format.PHASE_IDLE and not self._cab.tilt
        looked = self._cab.now_us - self._moved_us >= LOOKED_US
        if idle and looked and not any(drum.moving(self._cab.now_us) for drum in self._drums):
            found += self._astray(record, "a machine at rest must show")
        return found

    def _hear_input(self, name: str, t_us: int, arguments: JsonView) -> None:
        if name != "damage":
            return
        if arguments["id"] == SLIP:
            self._moved_us = t_us
            number = arguments["number"]
            if self._drums[number - 1].encoder.dead:
                self._unseen.add(number)
        # A row or copy that a fault of the memory took tells of another play.
        self._torn = self._torn or faults()[arguments["id"]].device == "FRAM"

    def _hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        if kind == "reel_start":
            self._unseen.discard(fields["reel"])
        elif kind == "commit":
            record = decode(self._cab.nvram)
            before, self._before = self._before, record
            if before is not None and record is not None and not self._torn and _awarded(before, record):
                self._found += self._astray(record, "a play must be awarded on")

    def _astray(self, record: JsonView, what: str) -> list[str]:
        """Drums that do not show the stop that the books have."""
        now_us, found = self._cab.now_us, []
        for drum, stop in zip(self._drums, record["stops"], strict=False):
            width = drum.motor_steps // drum.stops
            off = abs(drum.step(now_us) - stop * width)
            off = min(off, drum.motor_steps - off)
            if drum.number not in self._unseen and (drum.moving(now_us) or off * 2 > width):
                found.append(f"{what} stop {stop} of reel {drum.number} (got a drum {off} steps away)")
        return found


def _awarded(before: JsonView, record: JsonView) -> bool:
    """Tell whether a play that was being shown is over, and nobody cleared it away."""
    shown = record_format.PHASE_ROLLING
    cleared = record["ram_clears"] != before["ram_clears"]
    return before["phase"] == shown and record["phase"] != shown and not cleared
