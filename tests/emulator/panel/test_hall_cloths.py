# SPDX-License-Identifier: MIT
"""A table with a cloth in the hall: a stake is money of the purse until it is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hall_sitting import do_at_pai_gow, pai_gow

from emulator.hall.catalogue import opening_bets
from emulator.hall.hall import Hall
from emulator.hall.sitting import SEAT, Sitting
from emulator.hall.stand import TABLE, stands, with_wheels
from emulator.panel.hall import table_words
from emulator.panel.hall.cloth_inner import ClothInner
from emulator.panel.hall.inner import PaiGowInner, table_inner
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.wanted import Wanted
from emulator.panel.machine.coach import Coach
from emulator.panel.tables.pai_gow.window import draw_table
from machines.support.languages import SOURCE_LANGUAGE, languages
from machines.tables.odds import figures, prices
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


def test_every_game_stands_in_the_hall_with_its_text_and_its_figures() -> None:
    tables = [stand for stand in stands() if stand.kind == TABLE]
    assert [stand.game for stand in tables] == list(GAMES)
    for stand in tables:
        assert 100 <= stand.price_cents < stand.most_cents
        assert "número" in stand.profile or "epígrafe" in stand.profile
        alone = {one.spot for one in opening_bets(stand.game)}
        rows = (*figures(stand.game), *prices(stand.game))
        edges = [row.edge for row in rows if row.spot in alone]
        assert [bet.edge for bet in stand.bets] == [min(edges), max(edges)]
        assert "odds" not in stand.bets[0].name and "seguro" not in stand.bets[0].name


def test_every_game_says_in_words_of_its_own_how_it_is_played() -> None:
    """No two games say the same, and no language but English leaves it in English."""
    tables = [stand for stand in stands() if stand.kind == TABLE]
    english = [table_words.how_played(HallKit(SIZE, SOURCE_LANGUAGE, 40), stand) for stand in tables]
    plain = "Chips lie on the spots of the cloth"
    assert len(set(english)) == len(GAMES) and not any(said.startswith(plain) for said in english)
    for language in set(languages()) - {SOURCE_LANGUAGE}:
        kit = HallKit(SIZE, language, 40)
        said = [table_words.how_played(kit, stand) for stand in tables]
        assert len(set(said)) == len(GAMES) and not set(said) & set(english), language


def test_a_table_with_a_wheel_says_so() -> None:
    """On its sheet, in every language; and the wheel's case stands on the cloth."""
    plain, wheel = (one for games in ([], ["boule"]) for one in with_wheels(stands(["boule"]), games))
    told = set()
    for language in languages():
        kit = HallKit(SIZE, language, 40)
        before, now = (table_words.how_played(kit, stand) for stand in (plain, wheel))
        assert now.startswith(before) and len(now) > len(before) + 20
        told.add(now[len(before) :])
    assert len(told) == len(languages())
    with Hall.open(["boule"], wheels=["boule"]) as hall:
        screen = pygame.Surface(SIZE)
        inner = ClothInner(Wanted(hall, hall.stands[0], "es", False, lambda: screen, Coach()))
        shown = inner._game.device
        assert shown is not None and shown.message and not shown.past
        inner.close()


def test_pai_gow_keeps_its_own_table() -> None:
    with Hall.open(["pai_gow"]) as hall:
        screen = pygame.Surface(SIZE)
        inner = table_inner(Wanted(hall, hall.stands[0], "es", False, lambda: screen, Coach()))
        assert isinstance(inner, PaiGowInner)
        inner.close()


def test_who_leaves_a_deal_of_pai_gow_has_played_it() -> None:
    with Hall.open(["pai_gow"]) as hall:
        hall.seed = "02"  # the same cards every time; the money is the user's own
        screen = pygame.Surface(SIZE)
        inner = table_inner(Wanted(hall, hall.stands[0], "es", False, lambda: screen, Coach()))
        assert isinstance(inner, PaiGowInner) and hall.sitting is not None
        game, sitting = inner._game, hall.sitting
        before = sitting.mine_cents
        for _ in range(600):
            do_at_pai_gow(game, SEAT)
            if game.table.state.phase == "set":
                break
            game.run(ms=100)
        assert sitting.staked_cents == 500 and not inner.resting
        inner.close()
        assert inner.resting and not game.table.state.seats[SEAT].stake_cents
        assert sitting.mine_cents - before in (-500, 475)
        hall.seed = None


def test_a_table_of_pai_gow_is_drawn_and_goes_on_wherever_it_was_left(tmp_path: Path) -> None:
    with Sitting(tmp_path / "pai_gow.jsonl", "pai-gow", bytes(32)) as sitting:
        for phase in ("bank", "cut", "bets", "throw", "deal", "set", "show", "settle", "clear"):
            while sitting.table.state["phase"] != phase:
                sitting.table.act(sitting.table.next_move())
            game = pai_gow(sitting)
            draw_table(game, SIZE, place=SEAT)
            deal = game.table.state.deal
            for _ in range(400):
                do_at_pai_gow(game, SEAT)
                game.run(ms=100)
                if game.table.state.deal > deal:
                    break
            assert game.table.state.deal == deal + 1, phase
            sitting.table.device = None


@pytest.mark.parametrize("game", CLOTHS)
def test_a_stake_is_of_the_purse_until_it_is_lost(game: str) -> None:
    with Hall.open([GAMES[game]]) as hall:
        inner = sat(hall)
        sitting = hall.sitting
        assert sitting is not None
        for _ in range(60):
            inner._game.run(ms=100)
            if inner._game.betting and (free := inner._dealer.spots(SEAT)):
                spot = free[0]
                bounds = inner._dealer.bounds(SEAT, spot)
                assert bounds is not None
                inner._game.lay(SEAT, spot, bounds.least)
                break
        assert sitting.staked_cents > 0 and not inner.resting
        assert sitting.mine_cents == PURSE_CENTS - hall.pocket.cents > 0
        assert inner.money().cents == sitting.mine_cents - sitting.staked_cents
        inner.close()
        hall.come_back()
        assert hall.pocket.cents == PURSE_CENTS
        assert hall.ledger.books.given_cents == PURSE_CENTS


def test_who_has_lost_all_of_it_goes_back_and_buys_nothing() -> None:
    with Hall.open(["boule"]) as hall:
        inner = sat(hall)
        table = inner._dealer.table
        table.state["money"][f"seat {SEAT}"] = 0
        assert inner._game.betting and inner._game.offered(SEAT) == ["ready"]
        assert inner.leaving
        inner.close()
