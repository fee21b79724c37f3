# SPDX-License-Identifier: MIT
"""The laws of a machine of type B: entries of the prize cycle, gambles, credits, reserve and prize meter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cext
from emulator.types.common.laws import Laws, Record
from emulator.types.common.witness import Play
from machines.firmware import nvram as record_format
from machines.model import CycleModel
from machines.support.plain import JsonView

# Where an outcome of type B says that it is one of an answer.
_ANSWER_AT = 3


class CycleLaws(Laws):
    """
    What holds of its books.

    Args:
        model: the machine.
        base: its books when the watch began.
    """

    def __init__(self, model: CycleModel, base: Record) -> None:
        super().__init__(model, base)
        self.tables = model.tables
        self._entries = cext.view_state(self.tables, base["state"]).play
        settings = model.settings()
        # Below which the prize meter remains after a single and after a double play; 0 without one.
        self._meter_max_cents = tuple(
            int(str(settings[name])) for name in ("PRIZE_METER_MAX_CENTS", "PRIZE_METER_MAX_DOUBLE_CENTS")
        )
        self.reserve_max_cents = int(str(settings["RESERVE_MAX_CENTS"]))
        self._most_cents = {
            "credits_cents": (model.limits.credits_max_cents(self.price_cents), "B-12"),
            "reserve_cents": (self.reserve_max_cents, "B-13"),
            "prize_meter_cents": (self._meter_max_cents[1], "B-14"),
        }

    def within(self, record: Record) -> list[str]:
        """After a play less remains in the prize meter than that play's maximum, which is paid (B-14)."""
        found = super().within(record)
        double, cents = record["simultaneous"] > 1, record["prize_meter_cents"]
        most_cents = self._meter_max_cents[double]
        if record["phase"] != record_format.PHASE_ROLLING and cents >= max(1, most_cents):
            kind = "double" if double else "single"
            must = f"below {most_cents} after a {kind} play"
            found.append(f"prize_meter_cents must be {must} (B-14, got {cents})")
        return found

    def counted(self, record: Record, made: Sequence[Play]) -> list[str]:
        """
        Counters, state and last outcome all speak of the same plays.

        Args:
            record: the books.
            made: the plays that they have counted in this watch, as they were decided.
        """
        try:
            view = cext.view_state(self.tables, record["state"])
        except cext.CoreError as error:
            return [f"the state of the plays is no state: {error}"]
        entries = sum(play.simultaneous for play in made)
        # What can still be gambled is not won yet, and some answers may not have been committed.
        prizes = [cents for play in (made[:-1] if view.phase else made) for cents in won_cents(play)]
        wanted = {
            "plays": entries,
            "staked_cents": entries * self.price_cents,
            "won_cents": sum(prizes) + self.since(record, "link_won_cents"),
            "prizes": len(prizes) + self.since(record, "link_award"),
        }
        found = self.risen(record, wanted)
        taken = view.play - self._entries
        if taken != entries:
            found.append(f"entries taken by the state must be {entries} (got {taken})")
        last = made[-1] if made else None
        if self.cleared(record):
            return found
        if record["outcome"] != (
            _shown(last, view.gambles if view.phase else None) if last else self.base["outcome"]
        ):
            found.append(f"the outcome of play {record['starts']} is not the one that was decided")
        elif last and tuple(record["stops"][: len(last.stops[-1])]) != last.stops[-1]:
            found.append(f"the stops of play {record['starts']} are not the ones that were decided")
        return found

    def recalled(self, rows: Iterable[JsonView], record: Record, made: Sequence[Play]) -> list[str]:
        """The last plays can be recalled, each with the result that it had."""
        told = {row["number"]: row for row in rows}
        first = self.base["starts"] + 1
        for number, play in list(enumerate(made, first))[-10:]:
            row = told.get(number)
            if row is None:
                return [f"play {number} cannot be recalled"]
            if tuple(row["prizes_cents"][: play.simultaneous]) != play.prizes_cents:
                return [f"play {number} is recalled with other prizes"]
            # The row of the last play is written with each answer, before that is committed.
            if number < record["starts"] and row["gamble"] != _gambles(play):
                return [f"play {number} is recalled with other gambles"]
        return []


def won_cents(play: Play) -> list[int]:
    """The prizes of a play that is over: one of each entry, or what gambles made of them."""
    return [cents for cents in _dares(play)[-1:] or play.prizes_cents if cents]


def _dares(play: Play) -> list[int]:
    """What the prize came to with each gamble that was dared."""
    answers = [cext.unpack_outcome(raw) for raw in play.answers]
    return [made.won_cents for made in answers if made.answer == cext.GAMBLE_DARE]


def _shown(play: Play, won: int | None) -> bytes:
    """The outcome that the books keep of a play: the last dare's, of so many that were committed."""
    dared = [raw for raw in play.answers[:won] if raw[_ANSWER_AT] == cext.GAMBLE_DARE]
    return dared[-1] if dared else play.outcome


def _gambles(play: Play) -> int:
    """What the row of a play says of its gambles."""
    dares = _dares(play)
    if cext.unpack_outcome(play.outcome).returned_cents:
        return record_format.RETURNED
    return sum(cents > 0 for cents in dares) + (record_format.LOST if 0 in dares else 0)
