# SPDX-License-Identifier: MIT
"""The transcript of craps: throw by throw, with the point, the dice, and bets that travel."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.game import Event, Move, seated
from machines.tables.games.craps.outcome import odds_pay
from machines.tables.table import Table
from machines.tables.transcript import Transcript


class CrapsTranscript(Transcript):
    """Throws count from 1; a null one has no number."""

    def __init__(self, table: Table) -> None:
        self._throws = 0
        self._point = int(table.state["point"])
        super().__init__(table)
        self.say("dice", seat=self._shooter())

    def _shooter(self) -> int:
        places = seated(self.table.state)
        after = [seat for seat in places if seat >= self.table.state["shooter"]]
        return (after or places or [0])[0]

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move; what a throw makes of the point stands in its line."""
        if move.kind == "throw":
            return
        if move.kind == "error":
            if fall := self._words["falls"].get(move.word):
                self.lines.append(str(fall))
            self.said(events)
        elif move.kind == "unbet":
            self.say("unbet", seat=move.seat, spot=self.name(move.spot))
        elif move.kind == "settle":
            self._thrown(events)
            self._point = int(self.table.state["point"])
        else:
            super().moved(move, events)

    def _thrown(self, events: Sequence[Event]) -> None:
        first, second = self.table.state["dice"]
        self._throws += 1
        self.say("throw", number=self._throws, first=first, second=second, total=first + second)
        made = any(one.kind == "puck" and one.spot == "off" for one in events)
        for one in events:
            if one.kind == "puck":
                self._more("made" if made else "point", point=one.spot)
            elif one.kind == "moved":
                self._more("travels", seat=one.seat, spot=self.name(one.spot), point=one.values[0])
            elif one.kind == "seven_out":
                self._more("seven_out", seat=one.seat)
        self.settled([one for one in events if one.kind in ("lost", "paid")])
        if made:
            self.say("keeps", seat=self._shooter())

    def _more(self, key: str, **values: object) -> None:
        """Go on in the last line."""
        line = self.lines.pop()
        self.say(key, **values)
        self.lines[-1] = f"{line} {self.lines[-1]}"

    def ratio(self, event: Event) -> str:
        """Odds are paid by their point, and named as the text does: two by one."""
        name, _, number = event.spot.partition(" ")
        if not name.endswith("-odds"):
            first = event.spot.split(" ")[0]
            return super().ratio(
                event if event.spot in self.table.game.rules.spots else event._replace(spot=first)
            )
        rules = self.table.game.rules
        won, staked = odds_pay(rules, name, int(number or self._point), at_number=bool(number))
        return f"{won} por {staked}"


def open_transcript(table: Table) -> CrapsTranscript:
    """The transcript of a table of craps."""
    return CrapsTranscript(table)
