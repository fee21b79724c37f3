# SPDX-License-Identifier: MIT
"""The audit of a power cut of a machine of type C: plays of many steps, each committed with its money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cext
from emulator.cabinet import Cabinet
from emulator.lab.powercut_audit import Auditor, Record, Scene
from emulator.lab.powercut_script import ENTROPY
from emulator.lab.powercut_witness import Step, Witness
from machines.firmware import nvram as record_format
from machines.firmware.chance import steps as step_rows
from machines.model import ChanceModel

# How a row of the log of steps names an action.
_KINDS = ("play", "pick", "free", "gamble", "collect")


class ChanceAuditor(Auditor):
    """
    Knows the steps of the plays, too.

    Args:
        model: the machine.
        cabinet: at the beginning of the run, powered or not.
    """

    def __init__(self, model: ChanceModel, cabinet: Cabinet) -> None:
        super().__init__(model, cabinet)
        self._begun: bytes = self._base["state"]

    def _committed(self, record: Record, decided: Sequence[Any]) -> int:
        """How many of the decided steps the state in the books has behind it; -1: it is the state of none."""
        for number in range(len(decided), -1, -1):
            after = decided[number - 1].after if number else self._begun
            if record["state"] == after:
                return number
            over = not number or cext.unpack_chance_outcome(decided[number - 1].outcome).settled
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
        base = self._base
        made = [cext.unpack_chance_outcome(step.outcome) for step in plays]
        starts = sum(step.action == "play" for step in plays)
        gained = [sum(step.pot_cents) + (step.won_cents if step.settled else 0) for step in made]
        wanted = {
            "starts": starts,
            "plays": starts,
            "staked_cents": starts * self._price_cents,
            "won_cents": sum(gained) + record["link_won_cents"] - base["link_won_cents"],
            "prizes": self._shown_prizes(record, plays, gained) + record["link_award"] - base["link_award"],
        }
        found = [
            f"{name} is {record[name] - base[name]} after {len(plays)} steps, must be {must}"
            for name, must in wanted.items()
            if record[name] - base[name] != must
        ]
        if plays and record["outcome"] != plays[-1].outcome:
            found.append(f"the outcome of step {len(plays)} is not the one that was decided")
        elif made and tuple(record["stops"][: len(made[-1].stops)]) != made[-1].stops:
            found.append(f"the stops of step {len(plays)} are not the ones that were decided")
        return found

    def _shown_prizes(self, record: Record, plays: Sequence[Step], gained: Sequence[int]) -> int:
        """Plays that won something and have shown it."""
        won: list[int] = []
        for step, cents in zip(plays, gained, strict=True):
            if step.action == "play":
                won.append(0)
            if won:
                won[-1] += cents
        if record["phase"] == record_format.PHASE_ROLLING:
            won = won[:-1]
        return sum(cents > 0 for cents in won)

    def _rows(self, record: Record, scene: Scene) -> list[str]:
        """The last plays can be recalled with all their steps."""
        numbered: dict[int, list[Step]] = {}
        number = self._base["starts"]
        for step in scene.seen["plays"]:
            number += step.action == "play"
            numbered.setdefault(number, []).append(step)
        rows = {row["number"]: row for row in record_format.recent(scene.nvram)}
        kept = {play["number"]: play["steps"] for play in step_rows.read(scene.nvram, dict(record))}
        for number in range(max(self._base["starts"] + 1, record["starts"] - 9), record["starts"] + 1):
            made = numbered[number]
            if number not in rows:
                return [f"play {number} cannot be recalled"]
            last = cext.unpack_chance_outcome(made[-1].outcome)
            pots_cents = sum(sum(cext.unpack_chance_outcome(step.outcome).pot_cents) for step in made)
            if rows[number]["prizes_cents"] != (last.won_cents, pots_cents):
                return [f"play {number} is recalled with another prize"]
            told = [(_KINDS[row["kind"]], row["won_cents"]) for row in kept.get(number, [])]
            wanted = [(step.action, cext.unpack_chance_outcome(step.outcome).won_cents) for step in made]
            if told != wanted[-step_rows.STEPS :]:
                return [f"play {number} is recalled with the steps {told}, it had {wanted}"]
        return []

    def _given(self, before: Record, record: Record, scene: Scene) -> list[str]:
        """Nothing is owed any more; the books say that it went to credits, coins or staff."""
        found = []
        if record["pending_cents"] or record["queue"]:
            found.append("something is still owed at rest")
        stands = scene.stands
        if stands != tuple(record["stops"][: len(stands)]):
            found.append(f"the reels stand on {stands}, the play has {tuple(record['stops'][: len(stands)])}")
        return found
