# SPDX-License-Identifier: MIT
"""
The croupier at a dice cup: shakes it, lifts the lid, and puts right what a hand can.

    table.device = CupChance(DiceCup(seed="00"))

Where people shake and lift, as at a Pai Gow table that is played at, the table asks once the dice are seen,
and the answer takes no time.
"""

from __future__ import annotations

from collections.abc import Callable

from emulator.tables.dice_cup import DiceCup
from machines.firmware.chance_device.device_record import PHASE_DRAWN, PHASE_REST
from machines.support.plain import JsonView
from machines.tables.game import Ask
from machines.tables.refusal import TableError

LOOK_MS = 100
WAIT_MS = 60_000
"""How long the croupier tries before the table waits for somebody with tools."""


class CupChance:
    """
    What a table asks for dice.

    Args:
        cup: with as many dice as the game throws.
        taken: so many of its throws the table has had; None: all that were seen, which count for no table.
        hands_over: called with the number of a throw before the table has it.
    """

    def __init__(
        self, cup: DiceCup, taken: int | None = None, hands_over: Callable[[int], None] = lambda number: None
    ) -> None:
        self.cup = cup
        record = cup.record
        self._taken = record["throws"] - (record["phase"] == PHASE_DRAWN) if taken is None else taken
        self._hands_over = hands_over

    def answer(self, ask: Ask) -> tuple[int, ...] | None:
        """The faces of a throw that no table has had; None: it is no throw of ours."""
        cup = self.cup
        if ask.name != "dice" or ask.size != cup.cup.dice:
            return None
        until_us = cup.now_us + WAIT_MS * 1000
        while cup.now_us < until_us:
            record = cup.record
            if record["throws"] > self._taken and (faces := self._seen(record)):
                self._hands_over(record["throws"])
                self._taken = record["throws"]
                return faces
            if cup.lid_open and (record["phase"] == PHASE_REST or record["throws"] == self._taken):
                cup.cover()
            else:
                self.tend()
            cup.run(ms=LOOK_MS)
        raise TableError(f"the cup must be in order (got {cup.record['tilt'] or cup.message})", "device")

    def _seen(self, record: JsonView) -> tuple[int, ...]:
        """The faces of the last throw, as they lie open, or as they did before the mains failed."""
        if self.cup.faces or record["phase"] == PHASE_DRAWN:
            return self.cup.faces
        newest = next(iter(self.cup.throws), None)
        return newest["faces"] if newest is not None and newest["number"] == record["throws"] else ()

    def tend(self, hands: bool = True) -> None:
        """Do one thing that is due at the cup; without ``hands`` people shake it and lift its lid."""
        cup, record = self.cup, self.cup.record
        if not cup.board.powered:
            cup.power_on()
        elif cup.body_open:
            cup.close_body()
        elif record["tilt"]:
            if cup.lid_open:
                cup.cover()
            elif not cup.key_turned:
                cup.turn_key(on=True)
        elif cup.key_turned:
            cup.turn_key(on=False)
        elif not hands or cup.lid_open:
            return
        elif record["phase"] == PHASE_DRAWN:
            cup.lift()
        elif record["phase"] == PHASE_REST and not cup.moving:
            cup.press("shake")
