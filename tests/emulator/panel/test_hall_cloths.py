# SPDX-License-Identifier: MIT
"""A table with a cloth in the hall: chips and stakes are money of the purse, whatever write is the last."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hall_killed import BEFORE, BEHIND, WITHIN, Killed, Writes
from soon import soon

from emulator.hall.audit import audit
from emulator.hall.hall import Hall
from emulator.hall.ledger import own_ledger
from emulator.hall.stand import TABLE, stands
from emulator.panel.hall.cloth_inner import SEAT, ClothInner
from emulator.panel.hall.inner import PaiGowInner, table_inner
from emulator.panel.hall.wanted import Wanted
from emulator.panel.machine.coach import Coach
from machines.tables.game import chips, stakes
from machines.tables.odds import figures
from machines.tables.registry import CLOTHS, GAMES

SIZE = (800, 480)
PURSE_CENTS = 13_500


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of this test's own, and a display for as long as it lasts."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    pygame.display.init()
    pygame.font.init()
    yield tmp_path
    pygame.display.quit()


def sat(hall: Hall) -> ClothInner:
    screen = pygame.Surface(SIZE)
    inner = table_inner(Wanted(hall, hall.stands[0], "es", False, lambda: screen, Coach()))
    assert isinstance(inner, ClothInner)
    return inner


def owned(inner: ClothInner) -> int:
    """What the visitor has at the table itself."""
    state = inner._dealer.table.state
    return chips(state, SEAT) + sum(cents for seat, _, cents in stakes(state) if seat == SEAT)


def test_every_game_stands_in_the_hall_with_its_text_and_its_figures() -> None:
    tables = [stand for stand in stands() if stand.kind == TABLE]
    assert [stand.game for stand in tables] == list(GAMES)
    for stand in tables:
        assert stand.price_cents >= 100
        assert "número" in stand.profile or "epígrafe" in stand.profile
        rows = figures(stand.game)
        assert [bet.edge for bet in stand.bets] == [
            min(row.edge for row in rows),
            max(row.edge for row in rows),
        ]


def test_pai_gow_keeps_its_own_table() -> None:
    with Hall.open(["pai_gow"]) as hall:
        screen = pygame.Surface(SIZE)
        inner = table_inner(Wanted(hall, hall.stands[0], "es", False, lambda: screen, Coach()))
        assert isinstance(inner, PaiGowInner)
        inner.close()


@pytest.mark.parametrize("game", CLOTHS)
def test_a_stake_is_of_the_purse_until_it_is_lost(game: str) -> None:
    with Hall.open([GAMES[game]]) as hall:
        inner = sat(hall)
        assert hall.table is not None
        for _ in range(60):
            inner._game.run(ms=100)
            if inner._game.betting and (free := inner._dealer.spots(SEAT)):
                spot = free[0]
                bounds = inner._dealer.bounds(SEAT, spot)
                assert bounds is not None
                inner._game.lay(SEAT, spot, bounds.least)
                break
        assert inner._staked() > 0 and not inner.resting
        assert hall.table.chips_cents == owned(inner)
        inner.close()
        hall.come_back()
        assert hall.pocket.cents == PURSE_CENTS
        assert hall.ledger.books.given_cents == PURSE_CENTS


def plays() -> int:
    """Some rounds of boule, and up again; what they brought."""
    with Hall.open(["boule"], language="es") as hall:
        hall.seed = "00"  # the same balls every time; the money is the user's own
        inner = sat(hall)
        before = owned(inner)
        for _ in range(400):
            inner._game.run(ms=100)
            if inner._game.betting and not inner._staked():
                inner._game.lay(SEAT, "rojo", 400)
                inner._game.press(SEAT, "ready")
            if inner._game.number >= 2:
                break
        won = owned(inner) - before
        inner.close()
        hall.seed = None
        return won


def everything() -> int:
    with Hall.open(["boule"]) as hall:
        table = hall.sit_down(hall.stands[0], 200, 200)
        return hall.pocket.cents + table.chips_cents


@pytest.mark.parametrize("where", soon([BEFORE, WITHIN, BEHIND], BEHIND))
def test_a_cloth_is_killed_and_no_chip_is_lost(where: str) -> None:
    count = Writes()
    with count.watched():
        assert plays() != 0
    for number in range(1, count.count + 1, 1 if where == BEHIND else 3):
        before = everything()
        with contextlib.suppress(Killed), Writes(number, where).watched():
            plays()
        assert (everything() - before) % 400 == 0 and abs(everything() - before) <= 800, number
        assert audit(own_ledger()).sound


def test_who_has_lost_all_of_it_goes_back_and_buys_nothing() -> None:
    with Hall.open(["boule"]) as hall:
        inner = sat(hall)
        hall.seed = None
        table = inner._dealer.table
        table.state["money"][f"seat {SEAT}"] = 0
        assert inner._game.betting and inner._game.offered(SEAT) == ["ready"]
        assert inner.leaving
        inner.close()
