# SPDX-License-Identifier: MIT
"""
The way of the next tick through the firmware: where its instructions are, looked at in passing.

The tick is done again and again from the state of this instant, each time until a few more instructions are
done; then the virtual machine's memory tells the place, as after a hang. At the end everything is as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulator.board.device import NEVER
from emulator.prompt.row import Row
from emulator.prompt.words import PromptError

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

PLACES, PLACES_MOST = 24, 500


def walk(cabinet: Cabinet, places: int = PLACES) -> list[Row]:
    """
    Where the firmware is in its next tick, at so many places of its instructions, evenly apart.

    Args:
        cabinet: on genuine MicroPython; nothing of it is changed, and nobody hears of it.
        places: how many, 1 to PLACES_MOST; equal ones that follow each other are told once.

    Raises:
        PromptError: no tick comes, or the runtime counts no instructions.
    """
    board = cabinet.board
    if not board.chip.counts_fuel:
        raise PromptError("instructions are counted on genuine MicroPython alone", "--runtime micropython")
    if not 1 <= places <= PLACES_MOST:
        raise PromptError(f"places must be 1 to {PLACES_MOST} (got {places})")
    before, found = cabinet.snapshot(), list[tuple[int, str]]()
    with cabinet.again(lambda: None):
        try:
            _tick(cabinet)
            total = board.fuel
            for number in range(1, places + 1):
                cabinet.put_back(before)
                fuel = total * number // (places + 1)
                board.cut_at_fuel(fuel)
                _tick(cabinet)
                found.append((fuel, board.chip.place() or "in machine.py or between two functions"))
        finally:
            board.forget_cut()
            cabinet.put_back(before)
    told = [row for at, row in enumerate(found) if not at or row[1] != found[at - 1][1]]
    rows = [
        Row("walk", f"{fuel:>11,}  {100 * fuel // total:>3}%  {place}", {"fuel": fuel, "place": place})
        for fuel, place in told
    ]
    return [*rows, Row("walk", f"{total:>11,}  100%  the end of the tick", {"fuel": total, "place": ""})]


def _tick(cabinet: Cabinet) -> None:
    """Let the next tick come, or as much of it as the plan for a cut leaves."""
    board = cabinet.board
    ticks = board.ticks
    while board.ticks == ticks:
        due_us = board.next_us()
        if due_us >= NEVER or not board.powered:
            raise PromptError("a tick must come (got a machine without power)", ".power on")
        board.advance(due_us)
