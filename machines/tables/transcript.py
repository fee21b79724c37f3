# SPDX-License-Identifier: MIT
"""
What happens at a table, in the words of its text, line by line: something that a croupier would sign.

    table = Table("boule", bytes(32), {1: 100_00})
    told = open_transcript(table)
    ...                                     # moves
    told.summary()
    print(told.text)

Names of bets, sentences and who speaks are in transcript.toml of the game, all in the text's Spanish.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from machines.support.plain import Json
from machines.support.shipped import read_table
from machines.tables.game import Event, Move, chips, seated, stakes
from machines.tables.refusal import TableError
from machines.tables.registry import FOLDER, GAMES
from machines.tables.table import Table


class Transcript:
    """
    A table's transcript, from now on.

    Args:
        table: whose seats are taken already.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[str] = []
        path = FOLDER / GAMES[table.name] / "transcript.toml"
        self._words: Json = read_table(path.read_text(encoding="utf-8"), "transcript.toml", TableError)
        self._had = {seat: self._owned(seat) for seat in seated(table.state)}
        self._lay = self._stakes()
        least, most = self.limits()
        self.say("title", minimum=euros(least), maximum=euros(most))
        self.say("round")
        self.say("open")
        table.listen(self._heard)

    def limits(self) -> tuple[int, int]:
        """The smallest and the largest stake of the table's first bet, in cents."""
        rules = self.table.game.rules
        least = rules.minimum_cents(self.table.state)
        first = next(iter(rules.spots.values()))
        times = int(rules.declared.get("most_times", first.times[0] if first.times else 0))
        return least, times * least

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines) + "\n"

    def say(self, key: str, **values: object) -> None:
        """Add the line of a key, if the game has one."""
        if key in self._words:
            self.lines.append(str(self._words[key]).format(**values))

    def refused(self, move: Move) -> None:
        """A bet came after the bets were closed, and goes back."""
        self.say("late", seat=move.seat, spot=self.name(move.spot), amount=euros(move.cents))

    def summary(self) -> None:
        """What each seat has won or lost since the transcript began; stakes that lie count as their own."""
        said = []
        for seat, had in self._had.items():
            change = self._owned(seat) - had
            word = "gana" if change > 0 else "pierde"
            rest = f"{word} {euros(abs(change))}" if change else "ni gana ni pierde"
            said.append(f"Jugador {seat}: {rest}.")
        self.lines.append(" ".join(said))

    # -- what is said of a move -----------------------------------------------------------------------

    def _heard(self, move: Move, events: Sequence[Event]) -> None:
        self.moved(move, events)
        self._lay = self._stakes()

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move and what it brought."""
        if move.kind == "bet":
            self.say("bet", seat=move.seat, spot=self.name(move.spot), amount=euros(move.cents))
        elif move.kind == "no_more_bets":
            self.say("closing")
            for event in events:
                self.say(event.kind)
        elif move.kind == "spin":
            self.say("rests")
            self.say("drawn", result=self.table.words(events[0]))
        elif move.kind == "settle" or move.kind == "choose":
            self.settled(events)
            if any(event.kind == "paid" for event in events):
                self.say("kept")
            self._got_back(events)
        else:
            self.said(events)

    def said(self, events: Sequence[Event]) -> None:
        """Whatever the croupier says at events that have no line of their own."""
        for event in events:
            if words := self.table.words(event):
                self.lines.append(f"{self._words['who']}: {words}.")

    def settled(self, events: Sequence[Event]) -> None:
        """Stakes that are taken and paid, in their order; half of a stake in one line."""
        back = {
            (one.seat, one.spot): one.cents for one in events if one.kind == "back" and one.says == "half"
        }
        for event in events:
            amount, where = euros(event.cents), (event.seat, event.spot)
            if event.kind == "lost" and where in back:
                self._row("half", event, amount, back=euros(back[where]))
            elif event.kind == "lost":
                self._row("lost", event, amount)
            elif event.kind == "paid":
                self._row("paid", event, amount, ratio=self.ratio(event))
            elif event.kind in ("prison", "released", "fee", "moved"):
                self._row(event.kind, event, amount)

    def _row(self, key: str, event: Event, amount: str, **more: object) -> None:
        self.say(key, seat=event.seat, spot=self.name(event.spot), amount=amount, **more)

    def _got_back(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind == "paid" and "recovers" in self._words:
                self.say(
                    "recovers", seat=event.seat, amount=euros(self._lay.get((event.seat, event.spot), 0))
                )

    def ratio(self, event: Event) -> str:
        """How a payment follows from its stake."""
        spot = self.table.game.rules.spots[event.spot]
        won, staked = spot.pays
        stake = self._lay.get((event.seat, event.spot), 0)
        if won == staked:
            return str(self._words["even"]).format(stake=plain(stake))
        return f"{won} veces {plain(stake)}" if staked == 1 else f"{won} por {staked}"

    def name(self, spot: str) -> str:
        """A bet as people call it."""
        names: Json = self._words.get("names", {})
        if spot in names:
            return str(names[spot])
        first, _, rest = spot.partition(" ")
        if first == "prison":
            return self.name(rest.rpartition(" ")[0])
        if first in names and rest:
            return f"{names[first]} {rest}"
        return f"{self._words['number']} {spot}" if spot.isdigit() and "number" in self._words else spot

    # -- money ----------------------------------------------------------------------------------------

    def _owned(self, seat: int) -> int:
        return chips(self.table.state, seat) + sum(
            cents for who, _, cents in stakes(self.table.state) if who == seat
        )

    def _stakes(self) -> dict[tuple[int, str], int]:
        return {(seat, spot): cents for seat, spot, cents in stakes(self.table.state)}


def plain(cents: int) -> str:
    """Cents as a number of euros, as 2,50."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100},{cents % 100:02d}"


def euros(cents: int) -> str:
    """Cents as an amount."""
    return f"{plain(cents)} {'euro' if cents == 100 else 'euros'}"


def open_transcript(table: Table) -> Transcript:
    """The transcript of a table of any game, from now on."""
    room = f"machines.tables.games.{GAMES[table.name]}.transcript"
    if find_spec(room) is None:
        return Transcript(table)
    made: Transcript = import_module(room).open_transcript(table)
    return made
