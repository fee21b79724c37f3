# SPDX-License-Identifier: MIT
"""
The croupier at an electronic wheel: launches, waits until the ball lies, and puts right what a hand can.

    table.device = WheelChance(ElectronicWheel("french-roulette", seed="00"))

The wheel has a clock of its own, which goes on only while it is asked, or told how far the table has come:
``launch`` as the ball is thrown, ``close`` as no more bets are taken. What it shows then is ``seen``.
"""

from __future__ import annotations

from collections.abc import Callable

from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.told import DeviceSeen
from machines.firmware.chance_device.device_record import PHASE_DRAWN
from machines.tables.game import Ask
from machines.tables.refusal import TableError

LOOK_MS = 100
THROW_MS = 30_000
WAIT_MS = 180_000
"""How long the croupier tries before the table waits for somebody with tools."""
KEY_MS = 10_000
"""Or, while the key is turned and the tilt does not end: its cause is nothing that a hand can put right."""


class WheelChance:
    """
    What a table asks for a pocket.

    Args:
        wheel: of the same game.
        taken: so many of its draws the table has had; None: all that were shown, which count for no table.
        hands_over: called with the number of a draw before the table has it.
    """

    def __init__(
        self,
        wheel: ElectronicWheel,
        taken: int | None = None,
        hands_over: Callable[[int], None] = lambda number: None,
    ) -> None:
        self.wheel, self._hands_over = wheel, hands_over
        record = wheel.record
        self._taken = record["draws"] - (record["phase"] == PHASE_DRAWN) if taken is None else taken
        self._closed: DeviceSeen | None = None
        self._shown: tuple[int, DeviceSeen] | None = None
        wheel.run(ms=LOOK_MS)  # until it has started

    def launch(self) -> None:
        """The ball is thrown: the wheel runs until it says that bets may be laid."""
        self._until(lambda: self.wheel.running)

    def close(self) -> None:
        """No more bets: the wheel runs until it says so."""
        self._until(lambda: self.wheel.closed)
        self._closed = self._now()

    def _until(self, reached: Callable[[], bool]) -> None:
        """Let the wheel go on until a throw has come so far, or it is plain that it does not."""
        until_us = self.wheel.now_us + THROW_MS * 1000
        while not reached() and not self.wheel.record["tilt"] and self.wheel.now_us < until_us:
            self._attend()
            self.wheel.run(ms=LOOK_MS)

    def seen(self, falling: bool = False) -> DeviceSeen:
        """What the wheel shows now; while a table's ball is falling still, what it showed as bets closed."""
        return self._closed if falling and self._closed is not None else self._now()

    def _now(self) -> DeviceSeen:
        wheel = self.wheel
        if self._shown is None or self._shown[0] != wheel.now_us:  # its memory is read once a moment
            past = tuple(str(row["number"]) for row in wheel.draws)
            seen = DeviceSeen(wheel.message, wheel.ready, wheel.closed, wheel.sounding, past)
            self._shown = wheel.now_us, seen
        return self._shown[1]

    def answer(self, ask: Ask) -> tuple[int, ...] | None:
        """The pocket of a new draw, or of one that nobody has seen yet; None: it is no pocket of ours."""
        wheel = self.wheel
        if ask.name != "pocket" or ask.size != len(wheel.wheel.pockets):
            return None
        wanted, until_us, stuck_ms = self._taken + 1, wheel.now_us + WAIT_MS * 1000, 0
        while wheel.now_us < until_us and stuck_ms < KEY_MS:
            record = wheel.record
            stuck_ms = stuck_ms + LOOK_MS if record["tilt"] and wheel.key_turned else 0
            if record["draws"] == wanted and record["phase"] != PHASE_DRAWN:  # lit, or was before a cut
                self._hands_over(wanted)
                self._taken = wanted
                return (wheel.draws[0]["pocket"],)
            self._attend()
            wheel.run(ms=LOOK_MS)
        stopped = wheel.record["tilt"] or wheel.message
        raise TableError(f"the wheel must be in order (got {stopped})", "device")

    def _attend(self) -> None:
        """One thing that the croupier does now."""
        wheel = self.wheel
        if not wheel.board.powered:
            wheel.power_on()
        elif wheel.lid_open:
            wheel.cover()
        elif wheel.body_open:
            wheel.close_body()
        elif wheel.pushed:
            wheel.push(on=False)
        elif wheel.record["tilt"] and "ball_lost" in wheel.faults:
            wheel.mend("ball_lost")
        elif bool(wheel.record["tilt"]) != wheel.key_turned:
            wheel.turn_key(on=not wheel.key_turned)
        elif wheel.ready:
            wheel.launch()
