# SPDX-License-Identifier: MIT
"""The laws of a machine of type C: steps of plays count once, credits stay below their limit (C-12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cext
from cext.chance_play import ChanceOutcome
from emulator.types.common.laws import Laws, Record
from emulator.types.common.witness import Step
from machines.firmware import nvram as record_format
from machines.model import ChanceModel

outcome_of = lru_cache(maxsize=4096)(cext.unpack_chance_outcome)


class ChanceLaws(Laws):
    """
    What holds of its books.

    Args:
        model: the machine.
        base: its books when the watch began.
    """

    def __init__(self, model: ChanceModel, base: Record) -> None:
        super().__init__(model, base)
        self._most_cents = {"credits_cents": (int(str(model.settings()["CREDITS_MAX_CENTS"])), "C-12")}

    def counted(self, record: Record, steps: Sequence[Step], staked_cents: int) -> list[str]:
        """
        Counters, last outcome and stops all speak of the same steps, of each once.

        Args:
            record: the books.
            steps: those that they have committed in this watch, as they were decided.
            staked_cents: the stakes of their plays.
        """
        made = [outcome_of(step.outcome) for step in steps]
        gained = [_gained(step) for step in made]
        starts = sum(step.action == "play" for step in steps)
        wanted = {
            "starts": starts,
            "plays": starts,
            "staked_cents": staked_cents,
            "won_cents": sum(gained) + self.since(record, "link_won_cents"),
            "prizes": _shown_prizes(self.base, record, steps, gained) + self.since(record, "link_award"),
        }
        found = self.risen(record, wanted, starts)
        if self.cleared(record):
            return found
        if steps and record["outcome"] != steps[-1].outcome:
            found.append(f"the outcome of step {len(steps)} is not the one that was decided")
        elif made and tuple(record["stops"][: len(made[-1].stops)]) != made[-1].stops:
            found.append(f"the stops of step {len(steps)} are not the ones that were decided")
        return found


def _gained(made: ChanceOutcome) -> int:
    """What a step gave: the pots that it hit and, if it settled the play, what that has won."""
    return sum(made.pot_cents) + (made.won_cents if made.settled else 0)


def _shown_prizes(base: Record, record: Record, steps: Sequence[Step], gained: Sequence[int]) -> int:
    """Plays that won something and have shown it; one of the base may have been showing."""
    won = [_gained(outcome_of(base["outcome"]))] if base["phase"] == record_format.PHASE_ROLLING else []
    for step, cents in zip(steps, gained, strict=True):
        if step.action == "play":
            won.append(0)
        if won:
            won[-1] += cents
    if record["phase"] == record_format.PHASE_ROLLING:
        won = won[:-1]
    return sum(cents > 0 for cents in won)
