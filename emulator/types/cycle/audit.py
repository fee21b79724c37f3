# SPDX-License-Identifier: MIT
"""The audit of a power cut of a machine of type B: plays of the prize cycle, counters, prize meter."""

from __future__ import annotations

from collections.abc import Sequence

import cext
from emulator.types.common.audit import Auditor, Scene
from emulator.types.common.laws import Record, standing
from emulator.types.common.witness import Play
from emulator.types.cycle.laws import CycleLaws
from machines.memory.record import recent


class CycleAuditor(Auditor):
    """Knows the prize cycle, too."""

    laws_of = CycleLaws
    _laws: CycleLaws

    def _plays(self, record: Record, plays: Sequence[Play]) -> list[str]:
        """Counters, state and last outcome all speak of the same number of the plays that were decided."""
        starts = self._laws.since(record, "starts")
        if not 0 <= starts <= len(plays):
            return [f"{starts} plays are booked, {len(plays)} were decided"]
        return self._laws.counted(record, plays[:starts])

    def _rows(self, record: Record, scene: Scene) -> list[str]:
        """The last plays can be recalled, each with the result that it had."""
        made = scene.seen["plays"][: self._laws.since(record, "starts")]
        return self._laws.recalled(recent(scene.nvram), record, made)

    def _given(self, before: Record, record: Record, scene: Scene) -> list[str]:
        found = []
        came_in = self._came_in(before, record)
        for name in ("credits_cents", "reserve_cents"):
            if record[name] != before[name] and not came_in:
                found.append(f"{name} is {record[name]} at rest, was {before[name]} at the cut")
        held, was = (row["credits_cents"] + row["reserve_cents"] for row in (record, before))
        if held != was + came_in:
            found.append(f"{held} cents of money at rest, {was} at the cut and {came_in} since")
        owed = before["prize_meter_cents"] + before["pending_cents"]
        owed += sum(cents for _, cents in before["queue"])
        owed += cext.view_state(self._laws.tables, before["state"]).at_stake_cents
        owed += record["link_won_cents"] - before["link_won_cents"]
        given = record["prize_meter_cents"] + record["coin_out_cents"] - before["coin_out_cents"]
        given += record["hand_paid_cents"] - before["hand_paid_cents"]
        if owed != given:
            found.append(f"{owed} cents of prizes and payments were owed, {given} were given")
        if record["pending_cents"] or record["queue"]:
            found.append("something is still owed at rest")
        return found + standing(record, scene.stands)
