# SPDX-License-Identifier: MIT
"""
The rounds of a game of skill, played by hand: the very presses that a campaign draws for the same visitor.

The light of a stopper is watched to the millisecond: a round begins when its message comes, and the press
falls as much later as the draw says. Points and tickets are then those of ``azar simulate``, play by play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emulator.cabinet import Cabinet
from emulator.lab.campaign_cycle import FIRST_MACHINE
from emulator.lab.campaign_pieces import Recipe
from emulator.lab.campaign_skill import SkillWork
from emulator.support.seed import seed_key
from machines.firmware import nvram as record_format
from machines.firmware.skill import memory, rows
from machines.support.plain import JsonView
from machines.types.skill.expected import pressed_ms
from machines.types.skill.schema import MEMORY
from machines.types.skill.visitor import Kind, Visitors, note_times, press_times

_LOOK_MS = 5
_PRESS_MS = 60
_PADS = ("hold_1", "hold_2", "hold_3", "double")


class SkillHand:
    """
    Plays rounds on one cabinet.

    Args:
        cabinet: of a model of type A that plays the game that it is registered with.
        visitors: who plays.
        seed: hex digits of the key that says who comes and when he presses.
    """

    def __init__(self, cabinet: Cabinet, visitors: Visitors, seed: str) -> None:
        tables = cabinet.model.tables
        self._work = SkillWork(Recipe(tables.blob, seed_key(seed), 1, 1 << 30, visitors=visitors.blob))
        self._messages: list[int] = []
        self._paid = -1
        cabinet.listen(self._hear)

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, object]) -> None:
        if kind == "message":
            self._messages.append(t_us)

    def play(self, cab: Cabinet) -> None:
        """Play the rounds of the play that has just begun."""
        turn = rows.get(_record(cab)["state"], "extra_given")
        self._paid += turn == 0
        kind, turns = self._work.visit(FIRST_MACHINE, self._paid)
        (self._repeat if self._work.rules.kind == MEMORY else self._stop)(cab, kind, turns[turn])

    def owed(self, cab: Cabinet) -> bool:
        """Whether a play is owed that prolongs the last one."""
        return rows.get(_record(cab)["state"], "extra_owed") > 0

    def _stop(self, cab: Cabinet, kind: Kind, draws: Sequence[int]) -> None:
        laps_ms, laps, _ = self._work.rules.rules
        for lap_ms, draw in zip(laps_ms, draws, strict=True):
            began_us = self._next_message(cab) // 1000 * 1000
            at_ms = pressed_ms(press_times(kind)[draw], kind, lap_ms, laps)
            if at_ms is not None:
                cab.run_us(max(0, began_us + at_ms * 1000 - cab.now_us))
                cab.press("start", ms=_PRESS_MS)
            self._next_message(cab)

    def _next_message(self, cab: Cabinet) -> int:
        """Wait for the line to say something else; return when it did."""
        self._messages.clear()
        while not self._messages and not cab.tilt:
            cab.run(ms=_LOOK_MS)
        return self._messages[0] if self._messages else cab.now_us

    def _repeat(self, cab: Cabinet, kind: Kind, draws: Sequence[int]) -> None:
        notes, stride, lengths, *_ = self._work.rules.rules
        for first in range(0, len(draws), max(lengths)):
            while not all(cab.lamps[pad] for pad in _PADS):
                if cab.tilt or _record(cab)["phase"] == record_format.PHASE_IDLE:
                    return
                cab.run(ms=_LOOK_MS)
            record = _record(cab)
            tune = memory.tune(notes, stride, record["starts"], lengths[rows.get(record["state"], "round")])
            for place, pad in enumerate(tune):
                took_ms = note_times(kind, place >= kind.span_notes)[draws[first + place]]
                cab.run(ms=abs(took_ms))
                cab.press(_PADS[pad if took_ms > 0 else (pad + 1) % len(_PADS)], ms=_PRESS_MS)
                if took_ms < 0:
                    break
            cab.run(ms=2 * _PRESS_MS)


def _record(cab: Cabinet) -> JsonView:
    return cab.machine.record() or {}
