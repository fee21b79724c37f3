# SPDX-License-Identifier: MIT
"""
Twenty journals of Pai Gow sittings, packed, and the sittings of which they were recorded.

    PYTHONPATH=tests/support python tests/support/pai_gow_journals.py tests/vectors/pai_gow_journals

They were recorded at version 2 of a table's journal, before the game moved onto the engine of the table
games, and are never recorded again: what replays them is held to their bytes.
"""

from __future__ import annotations

import io
import lzma
import random
import sys
from pathlib import Path

from emulator.records.journal import Recorder
from emulator.tables.pai_gow_game import GameOptions, PaiGowGame
from machines.tables.games.pai_gow.hands import house_setting
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.way import load_way

FOLDER = Path(__file__).parents[1] / "vectors" / "pai_gow_journals"
MANY, DEALS, STEP_MS, MOST_MS = 20, 2, 300, 240_000


def options(number: int) -> GameOptions:
    """How a sitting begins: who sits there, chips, limits, commission, pace, language, play of the house."""
    players = number % 6 + 1
    people = [place for place in range(1, players + 1) if (number >> (place % 4)) & 1]
    rules = TableRules(
        least_cents=(500, 1_000)[number % 2],
        most_cents=(50_000, 4_000, 20_000)[number % 3],
        commission_bp=(500, 250, 0, 333)[number % 4],
        bets_ms=(30_000, 4_000)[number % 2],
    )
    made: GameOptions = {
        "seed": f"{number:02x}",
        "players": players,
        "people": people,
        "chips_cents": (100_000, 20_500, 7_000)[number % 3],
        "rules": rules,
        "language": ("es", "en")[number % 2],
        "pace_ms": (700, 250)[number // 2 % 2],
        "play": "best" if number == 11 else "house",
    }
    return made


class Visitors:
    """People who do by chance whatever a table lets them do, and now and then what it does not."""

    def __init__(self, game: PaiGowGame, number: int) -> None:
        self.game, self.pick = game, random.Random(number)

    def act(self) -> None:
        """Perhaps do something."""
        game, pick = self.game, self.pick
        people = sorted(game.people)
        if not people:
            return
        place, phase = pick.choice(people), game.table.state.phase
        try:
            getattr(self, f"_{phase}", self._other)(place)
        except TableError:
            return
        if pick.random() < 0.004:
            game.away(place)
            game.run(ms=2_000)
            game.back(place)

    def _bank(self, place: int) -> None:
        self.game.take_bank(place, take=self.pick.random() < 0.6)

    def _cut(self, place: int) -> None:
        self.game.cut(place, self.pick.choice([0, 1, 20, 51, 52]))

    def _bets(self, place: int) -> None:
        game, roll = self.game, self.pick.random()
        if roll < 0.3:
            game.bet(place, self.pick.choice([500, 1_000, 1_500, 2_000, 3_500, 700]))
        elif roll < 0.4:
            game.ready(place)
        elif roll < 0.42:
            game.no_more_bets()
        elif roll < 0.5:
            game.buy(place, self.pick.choice([500, 10_000, 1]))

    def _throw(self, place: int) -> None:
        game, roll = self.game, self.pick.random()
        if roll < 0.2:
            game.shake(ms=self.pick.choice([1_700, 2_500, 300]))
        elif roll < 0.3:
            game.lift()
        elif roll < 0.33:
            game.cover()

    def _set(self, place: int) -> None:
        game = self.game
        cards = game.table.seat(place).cards
        if not cards or self.pick.random() < 0.7:
            return
        roll = self.pick.random()
        if roll < 0.6:
            game.set_hand(place, house_setting(cards, load_way(game.rules.way)).low)
        elif roll < 0.9:
            game.set_hand(place, self.pick.sample(cards, 2))
        else:
            game.set_hand(place, [0, 0])

    def _other(self, place: int) -> None:
        if self.pick.random() < 0.05:
            self.game.buy(place, 1_000)


def record(number: int) -> bytes:
    """The journal of a sitting."""
    game = PaiGowGame(**options(number))
    stream = io.StringIO()
    recorder = Recorder(game, stream)
    visitors = Visitors(game, number)
    while game.table.state.deal < DEALS and game.now_us < MOST_MS * 1_000:
        game.run(ms=STEP_MS)
        visitors.act()
    if number % 5:  # the others are left as if the process had been killed
        recorder.close()
    else:
        recorder.flush()
    return stream.getvalue().encode("ascii")


def packed(number: int) -> Path:
    """Where a journal is."""
    return FOLDER / f"{number:02d}.jsonl.xz"


def journal(number: int) -> bytes:
    """A journal as it was recorded."""
    return lzma.decompress(packed(number).read_bytes())


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(MANY):
        data = record(number)
        path = folder / packed(number).name
        path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
        print(path.name, len(data), path.stat().st_size, data.count(b'"in":'))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
