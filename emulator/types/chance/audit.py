# SPDX-License-Identifier: MIT
"""The audit of a power cut of a machine of type C: plays of many steps, each committed with its money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cext
from emulator.cabinet import Cabinet
from emulator.chapters.player import ENTROPY, answer
from emulator.types.chance.laws import ChanceLaws, outcome_of
from emulator.types.common.audit import Auditor, Scene
from emulator.types.common.laws import Record, standing
from emulator.types.common.witness import Step, Witness
from machines.firmware.chance import steps as step_rows
from machines.memory.record import recent

# How a row of the log of steps names an action.
_KINDS = ("play", "pick", "free", "gamble", "collect")


class ChanceAuditor(Auditor):
    """Knows the steps of the plays, too."""

    laws_of = ChanceLaws
    _laws: ChanceLaws

    def go_on(self, cabinet: Cabinet, record: Record) -> None:
        """A play that asks waits as long as it takes."""
        if record["phase"]:
            answer(cabinet)

    def _committed(self, record: Record, decided: Sequence[Any]) -> int:
        """How many of the decided steps the state in the books has behind it; -1: it is the state of none."""
        for number in range(len(decided), -1, -1):
            after = decided[number - 1].after if number else self._base["state"]
            if record["state"] == after:
                return number
            over = not number or outcome_of(decided[number - 1].outcome).settled
            if over and record["state"] == cext.absorb(after, ENTROPY):
                return number
        return -1

    def _forget(self, record: Record, witness: Witness) -> None:
        """A step that was not committed is decided again, as it was: one at most."""
        committed = self._committed(record, witness.plays)
        if committed == len(witness.plays) - 1:
            del witness.plays[committed:]

    def _plays(self, record: Record, plays: Sequence[Step]) -> list[str]:
        """Counters, state and last outcome all speak of the steps that were decided, of each once."""
        committed = self._committed(record, plays)
        if committed != len(plays):
            return [f"the state of the plays is that of step {committed}, {len(plays)} were decided"]
        starts = sum(step.action == "play" for step in plays)
        return self._laws.counted(record, plays, starts * self._price_cents)

    def _rows(self, record: Record, scene: Scene) -> list[str]:
        """The last plays can be recalled with all their steps."""
        numbered: dict[int, list[Step]] = {}
        number = self._base["starts"]
        for step in scene.seen["plays"]:
            number += step.action == "play"
            numbered.setdefault(number, []).append(step)
        rows = {row["number"]: row for row in recent(scene.nvram)}
        kept = {play["number"]: play["steps"] for play in step_rows.read(scene.nvram, dict(record))}
        for number in range(max(self._base["starts"] + 1, record["starts"] - 9), record["starts"] + 1):
            made = numbered[number]
            if number not in rows:
                return [f"play {number} cannot be recalled"]
            last = outcome_of(made[-1].outcome)
            pots_cents = sum(sum(outcome_of(step.outcome).pot_cents) for step in made)
            if rows[number]["prizes_cents"] != (last.won_cents, pots_cents):
                return [f"play {number} is recalled with another prize"]
            told = [(_KINDS[row["kind"]], row["won_cents"]) for row in kept.get(number, [])]
            wanted = [(step.action, outcome_of(step.outcome).won_cents) for step in made]
            if told != wanted[-step_rows.STEPS :]:
                return [f"play {number} is recalled with the steps {told}, it had {wanted}"]
        return []

    def _given(self, before: Record, record: Record, scene: Scene) -> list[str]:
        """Nothing is owed any more; the books say that it went to credits, coins or staff."""
        found = ["something is still owed at rest"] if record["pending_cents"] or record["queue"] else []
        return found + standing(record, scene.stands)
