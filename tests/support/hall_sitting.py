# SPDX-License-Identifier: MIT
"""
A visit to a table of the hall, which can be killed at one of its writes, and where its money is afterwards.

    count = Writes()
    with count.watched():
        visit("boule")
    require_every_cent("boule")

``python -m hall_sitting GAME NUMBER WHERE [WHEEL]`` visits in a process that ends itself with SIGKILL there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hall_killed import Writes

from emulator.hall import desk
from emulator.hall.audit import audit
from emulator.hall.hall import Hall
from emulator.hall.ledger import own_ledger
from emulator.hall.sitting import SEAT, Sitting
from emulator.hall.sitting_books import books_of
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.sitting_journal import replay_sitting
from emulator.tables.table_game import TableGame
from emulator.tables.wheel_chance import WheelChance
from machines.tables.game import Event, Move, chips, stakes
from machines.tables.games.pai_gow.hands import house_setting
from machines.tables.games.pai_gow.way import load_way
from machines.tables.registry import GAMES, OWN_TABLE

FIRST_CENTS, POOR_CENTS = 13_500, 3_000
STEP_MS, STEPS_MOST = 100, 900
PACE_MS = 300


def visit(
    game: str,
    rounds: int = 2,
    heard: Callable[[Move, list[Event]], None] | None = None,
    wheels: Sequence[str] = (),
) -> None:
    """Down, the least stake on the first spot in every round, and up again while the last one is open."""
    with Hall.open([GAMES[game]], wheels=wheels) as hall:
        if hall.pocket.cents < POOR_CENTS:
            hall.new_purse()
        sitting = hall.sit_at(hall.stands[0])
        if heard is not None:
            sitting.table.listen(heard)
        (_play_pai_gow if game in OWN_TABLE else _play)(sitting, rounds)
        hall.come_back()


def _play(sitting: Sitting, rounds: int) -> None:
    """At a cloth."""
    dealer = EngineDealer.of(sitting.table)
    played = TableGame(dealer, [sitting.seat], seed="00", cash=True)
    for _ in range(STEPS_MOST):
        played.run(ms=STEP_MS)
        over = played.number >= rounds and not played.betting and played.phase != "settled"
        if over or (played.betting and played.broke(sitting.seat)):
            break
        free = dealer.spots(sitting.seat)
        if played.betting and free and not sitting.staked_cents:
            bounds = dealer.bounds(sitting.seat, free[0])
            if bounds is not None and played.lay(sitting.seat, free[0], bounds.least):
                played.press(sitting.seat, "ready")


def _play_pai_gow(sitting: Sitting, rounds: int) -> None:
    """At the Pai Gow table, with its cup; the croupier shakes it for whoever is slow."""
    played = pai_gow(sitting)
    first = played.table.state.deal
    for _ in range(STEPS_MOST):
        played.run(ms=STEP_MS)
        state = played.table.state
        if state.phase == "set" and state.deal - first >= rounds - 1:
            break
        do_at_pai_gow(played, sitting.seat)


def pai_gow(sitting: Sitting, seed: str | None = "00") -> PaiGowGame:
    """The game at a sitting's table, with its cup; where it has none, throws of one come from a seed."""
    cup = None if sitting.device is None else sitting.device.croupier
    assert not isinstance(cup, WheelChance)
    return PaiGowGame(seed=seed, people=[sitting.seat], table=sitting.table, pace_ms=PACE_MS, cup=cup)


def do_at_pai_gow(played: PaiGowGame, place: int, *, bank: bool = False) -> None:
    """What a visitor does who is asked: bank or not, the least stake, a hand as the house sets it."""
    state = played.table.state
    if state.phase == "bets":
        if not state.seats[place].stake_cents and place in played.waits_for():
            played.bet(place, played.rules.least_cents)
            played.ready(place)
    elif place not in played.waits_for():
        return
    elif state.phase == "bank":
        played.take_bank(place, bank)
    elif state.phase == "cut":
        played.cut(place, 20)
    elif state.phase == "set":
        low = house_setting(state.seats[place].cards, load_way(played.rules.way)).low
        played.set_hand(place, low)


def table_file(game: str) -> Path:
    """Where the hall keeps a table."""
    return own_ledger().parent / "tables" / f"{GAMES[game]}.jsonl"


def require_every_cent(game: str, wheels: Sequence[str] = ()) -> int:
    """
    Purse, chips on the table and the bank's float add up to what the desk gave and the house put there.

    The hall is opened again for it; the pocket is returned.
    """
    with Hall.open([GAMES[game]], wheels=wheels) as hall:
        books = hall.ledger.books
        assert books.at is None and books.pending is None
    together = books.pocket.cents + at_table(table_file(game))
    assert together == books.given_cents - books.returned_cents
    found = audit(own_ledger())
    assert found.sound, found.problems
    return books.pocket.cents


def at_table(path: Path) -> int:
    """What a table has come to beyond what the house has put there; nothing of it is a visitor's stake."""
    if not path.is_file():
        return 0
    report = replay_sitting(path)
    assert chips(report.table.state, SEAT) < desk.COINS[0]
    assert not [one for one in stakes(report.table.state) if one[0] == SEAT]
    books = books_of(report.header, report.table)
    return report.table.total_cents() - books.float_cents - books.guests_cents


def main() -> None:
    """Visit, and be killed."""
    writes = Writes(int(sys.argv[2]), sys.argv[3], lambda: os.kill(os.getpid(), signal.SIGKILL))
    with writes.watched():
        visit(sys.argv[1], wheels=sys.argv[4:])


if __name__ == "__main__":
    main()
