# SPDX-License-Identifier: MIT
"""The audit of a power cut of a machine of type B: plays of the prize cycle, counters, prize meter."""

from __future__ import annotations

from collections.abc import Sequence

import cext
from emulator.cabinet import Cabinet
from emulator.lab.powercut_audit import Auditor, Record, Scene
from emulator.lab.powercut_witness import Play
from machines.firmware import nvram as record_format
from machines.model import CycleModel

# Where an outcome of type B says that it is one of an answer.
ANSWER_AT = 3


class CycleAuditor(Auditor):
    """
    Knows the prize cycle, too.

    Args:
        model: the machine.
        cabinet: at the beginning of the run, powered or not.
    """

    def __init__(self, model: CycleModel, cabinet: Cabinet) -> None:
        super().__init__(model, cabinet)
        self._tables = model.tables
        self._entries = cext.view_state(self._tables, self._base["state"]).play

    def _plays(self, record: Record, plays: Sequence[Play]) -> list[str]:
        """Counters, state and last outcome all speak of the same number of the plays that were decided."""
        base = self._base
        starts = record["starts"] - base["starts"]
        if not 0 <= starts <= len(plays):
            return [f"{starts} plays are booked, {len(plays)} were decided"]
        made = plays[:starts]
        entries = sum(play.simultaneous for play in made)
        try:
            view = cext.view_state(self._tables, record["state"])
        except cext.CoreError as error:
            return [f"the state of the plays is no state: {error}"]
        # What can still be gambled is not won yet, and some answers may not have been committed.
        won = made[:-1] if view.phase else made
        prizes = [cents for play in won for cents in _won_cents(play)]
        awards = record["link_award"] - base["link_award"]
        awards_cents = record["link_won_cents"] - base["link_won_cents"]
        wanted = {
            "plays": (record["plays"] - base["plays"], entries),
            "staked_cents": (record["staked_cents"] - base["staked_cents"], entries * self._price_cents),
            "won_cents": (record["won_cents"] - base["won_cents"], sum(prizes) + awards_cents),
            "prizes": (record["prizes"] - base["prizes"], len(prizes) + awards),
            "entries taken by the state": (view.play - self._entries, entries),
        }
        found = [
            f"{name} is {got} after {starts} plays, must be {must}"
            for name, (got, must) in wanted.items()
            if got != must
        ]
        outcome = _shown(made[-1], view.gambles if view.phase else None) if made else base["outcome"]
        if record["outcome"] != outcome:
            found.append(f"the outcome of play {record['starts']} is not the one that was decided")
        elif made and tuple(record["stops"][: len(made[-1].stops[-1])]) != made[-1].stops[-1]:
            found.append(f"the stops of play {record['starts']} are not the ones that were decided")
        return found

    def _rows(self, record: Record, scene: Scene) -> list[str]:
        """The last plays can be recalled, each with the result that it had."""
        made = record["starts"] - self._base["starts"]
        rows = {row["number"]: row for row in record_format.recent(scene.nvram)}
        for number in range(max(0, made - 10), made):
            play = scene.seen["plays"][number]
            row = rows.get(self._base["starts"] + number + 1)
            if row is None:
                return [f"play {self._base['starts'] + number + 1} cannot be recalled"]
            if tuple(row["prizes_cents"][: play.simultaneous]) != play.prizes_cents:
                return [f"play {row['number']} is recalled with other prizes"]
            # The row of the last play is written with each answer, before that is committed.
            if number < made - 1 and row["gamble"] != _recalled(play):
                return [f"play {row['number']} is recalled with other gambles"]
        return []

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
        owed += cext.view_state(self._tables, before["state"]).at_stake_cents
        owed += record["link_won_cents"] - before["link_won_cents"]
        given = record["prize_meter_cents"] + record["coin_out_cents"] - before["coin_out_cents"]
        given += record["hand_paid_cents"] - before["hand_paid_cents"]
        if owed != given:
            found.append(f"{owed} cents of prizes and payments were owed, {given} were given")
        if record["pending_cents"] or record["queue"]:
            found.append("something is still owed at rest")
        stands = scene.stands
        if stands != tuple(record["stops"][: len(stands)]):
            found.append(f"the reels stand on {stands}, the play has {tuple(record['stops'][: len(stands)])}")
        return found


def _dares(play: Play) -> list[int]:
    """What the prize came to with each gamble that was dared."""
    answers = [cext.unpack_outcome(raw) for raw in play.answers]
    return [made.won_cents for made in answers if made.answer == cext.GAMBLE_DARE]


def _won_cents(play: Play) -> list[int]:
    """The prizes of a play that is over: one of each entry, or what gambles made of them."""
    dares = _dares(play)
    return [cents for cents in dares[-1:] or play.prizes_cents if cents]


def _shown(play: Play, won: int | None) -> bytes:
    """The outcome that the books keep of a play: the last dare's, of so many that were committed."""
    dared = [raw for raw in play.answers[:won] if raw[ANSWER_AT] == cext.GAMBLE_DARE]
    return dared[-1] if dared else play.outcome


def _recalled(play: Play) -> int:
    """What the row of a play says of its gambles."""
    dares = _dares(play)
    if cext.unpack_outcome(play.outcome).returned_cents:
        return record_format.RETURNED
    return sum(cents > 0 for cents in dares) + (record_format.LOST if 0 in dares else 0)
