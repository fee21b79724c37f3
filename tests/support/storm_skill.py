# SPDX-License-Identifier: MIT
"""Storms over machines of type A: a player who can, tickets, packs of them, and strips that are pulled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import storm
from hypothesis import strategies as st
from hypothesis.stateful import rule

from machines.firmware.skill import memory, rows
from machines.memory.record import decode
from machines.model import SkillModel
from machines.types.skill.games import Game

PADS = ("hold_1", "hold_2", "hold_3", "double")
# Half a lap before the mark, where a round of a stopper begins.
OPPOSITE = 16
# How long a player waits for a round, and how often he looks.
PATIENCE_MS = 9_000
LOOK_MS = 10
PACK = 400


class SkillStorm(storm.Storm):
    """A machine of type A in the weather: nobody has to answer, and tickets are owed like money."""

    def weather(self, rules: type) -> type:
        """As any machine's, with a player who hits and hands in the dispenser."""

        class SkillWeather(rules):  # type: ignore[misc]
            """What only type A has."""

            @rule(off_ms=st.lists(st.integers(-90, 90) | st.integers(-4, 4), min_size=1, max_size=8))
            def skilled(self, off_ms: list[int]) -> None:
                """A play, and so many rounds of it with presses so far off the mark."""
                self.act(100, ("press", {"name": "start", "ms": 80}))
                for ms in off_ms:
                    with self.watched():
                        if not self.storm.round(ms):
                            return

            @rule(tickets=st.sampled_from((0, 1, 3, 60, PACK)), open_ms=st.integers(100, 900))
            def pack(self, tickets: int, open_ms: int) -> None:
                """Another pack behind the open door."""
                self.act(open_ms, ("open_door", {"name": "main"}))
                self.act(200, ("fill_tickets", {"tickets": tickets}))
                self.act(200, ("close_door", {"name": "main"}))

            @rule(tickets=st.integers(1, 2), wait_ms=storm.WAITS)
            def pull(self, tickets: int, wait_ms: int) -> None:
                """Somebody draws tickets out by force."""
                self.act(wait_ms, ("pull_tickets", {"tickets": tickets}))

        return SkillWeather

    # -- a player -----------------------------------------------------------------------------------

    def _game(self) -> Game:
        model = self.cab.model
        assert isinstance(model, SkillModel)
        record = decode(self.cab.nvram)
        return model.games[0 if record is None else rows.get(record["state"], "game")]

    def _wait(self, seen: Any) -> bool:
        for _ in range(PATIENCE_MS // LOOK_MS):
            if seen():
                return True
            if not self.cab.powered or self.cab.tilt:
                return False
            self.run(LOOK_MS)
        return False

    def round(self, off_ms: int) -> bool:
        """Play a round, so far off; False: there is none, or not any more."""
        game = self._game()
        record = decode(self.cab.nvram)
        if record is None or not record["phase"]:
            return False
        if game.stopper is not None:
            return self._stop(game, rows.get(record["state"], "round"), off_ms)
        return self._repeat(game, record, abs(off_ms) > 20)

    def _stop(self, game: Game, number: int, off_ms: int) -> bool:
        assert game.stopper is not None
        if number >= len(game.stopper.laps_ms) or not self._wait(lambda: OPPOSITE in self.cab.glass):
            return False
        self.run(max(1, game.stopper.laps_ms[number] // 2 + off_ms - LOOK_MS // 2))
        self.do("press", name="start", ms=50)
        self.run(100)
        self.look()
        return True

    def _repeat(self, game: Game, record: Mapping[str, Any], wrong: bool) -> bool:
        assert game.memory is not None
        number = rows.get(record["state"], "round")
        if number >= len(game.memory.lengths):
            return False
        if not self._wait(lambda: all(self.cab.lamps[name] for name in PADS)):
            return False
        notes = tuple(note - 1 for note in game.memory.notes)
        tune = memory.tune(notes, game.memory.stride, record["starts"], game.memory.lengths[number])
        for pad in tune:
            self.do("press", name=PADS[(pad + wrong) % len(PADS)], ms=80)
            self.run(200)
        self.look()
        return True

    # -- the end --------------------------------------------------------------------------------------

    def visit(self) -> None:
        """The door is opened, a pack put in, and shut again."""
        if self.cab.model.settings()["TICKETS"]:
            self.do("open_door", name="main")
            self.run(600)
            self.do("fill_tickets", tickets=PACK)
        super().visit()

    def owes(self) -> bool:
        """A play under way, and tickets that were won."""
        record = decode(self.cab.nvram)
        return record is None or bool(record["phase"] or rows.tickets_owed(record["state"]))


def skill_storms(name: str = "cometa", firmware: Mapping[str, str] | None = None) -> storm.Making:
    """Storms over a machine of type A with credits for five plays, put back each time."""
    return storm.typed_storms(SkillStorm, name, firmware)
