# SPDX-License-Identifier: MIT
"""Purse, chips on a table and the float of its bank are one sum, whatever write is the last."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hall_killed import BEFORE, BEHIND, WITHIN, Killed, Writes
from hall_sitting import FIRST_CENTS, require_every_cent, table_file, visit
from soon import soon

from emulator.hall.audit import audit
from emulator.hall.hall import Hall
from emulator.hall.ledger import own_ledger
from emulator.hall.money import HallError, Money
from emulator.hall.sitting import FLOAT_CENTS, SEAT, Sitting
from emulator.hall.sitting_books import read_books
from emulator.records.chain import chain
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.sitting_journal import replay_sitting
from emulator.tables.table_game import TableGame
from machines.support.plain import read_json
from machines.tables.game import INSPECTOR, Event, Move, chips, seated, stakes
from machines.tables.registry import GAMES
from machines.tables.table import Table

KEY = bytes(range(32))
# So many kill points of a visit are tried in every run, spread over all of it; every one behind ``long``.
FEW = 8
VISITS = 10


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own, and balls that repeat."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(os, "urandom", lambda count: KEY[:count])
    return tmp_path


def writes_of(game: str) -> int:
    """How many writes a visit has."""
    count = Writes()
    with count.watched():
        visit(game)
    return count.count


@pytest.mark.parametrize("game", soon([*GAMES], "craps", "pai-gow"))
def test_a_visit_ends_with_every_cent_somewhere(game: str) -> None:
    visit(game)
    require_every_cent(game)
    visit(game)
    require_every_cent(game)


@pytest.mark.parametrize(
    ("game", "few"),
    soon(
        [(game, 0) for game in GAMES] + [(game, FEW) for game in ("boule", "pai-gow")],
        ("boule", FEW),
    ),
)
def test_whatever_write_is_the_last_the_sum_stays(
    game: str, few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every few visits in a hall of their own: a table's journal is done again at each, and would grow."""
    last = writes_of(game)
    require_every_cent(game)
    every = [(number, where) for number in range(1, last + 1) for where in (BEFORE, WITHIN, BEHIND)]
    for visits, (number, where) in enumerate(every[:: len(every) // few if few else 1]):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / f"hall {visits // VISITS}"))
        with contextlib.suppress(Killed), Writes(number, where).watched():
            visit(game)
        require_every_cent(game)


def test_a_bet_is_taken_back_until_no_more_are_taken_and_played_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, seen = Writes(), {}

    def heard(move: Move, events: list[Event]) -> None:
        seen.setdefault(move.kind, count.count)

    with count.watched():
        visit("boule", 1, heard)
    gains = {}
    for kind in ("bet", "no_more_bets", "spin", "settle"):
        for where in (BEFORE, BEHIND):
            monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / kind / where))
            with contextlib.suppress(Killed), Writes(seen[kind], where).watched():
                visit("boule", 1)
            gains[kind, where] = require_every_cent("boule") - FIRST_CENTS
    played = gains["settle", BEHIND]
    assert played != 0
    assert [gains[kind, BEHIND] for kind in ("bet", "no_more_bets", "spin")] == [0, played, played]
    assert [gains[kind, BEFORE] for kind in ("bet", "no_more_bets", "spin", "settle")] == [
        0,
        0,
        played,
        played,
    ]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows kills in another way")
@pytest.mark.parametrize("number", soon(range(3, 60, 4), 31))
def test_kill_9_leaves_every_cent_where_it_was(number: int) -> None:
    command = [sys.executable, "-m", "hall_sitting", "boule", str(number), BEHIND]
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False)
    assert ended.returncode in (-signal.SIGKILL, 0)
    require_every_cent("boule")


def test_who_was_killed_at_a_table_is_known_to_have_sat_there() -> None:
    with contextlib.suppress(Killed), Writes(40, BEHIND).watched():
        visit("boule")
    with Hall.open(["boule", "cierzo"]) as hall:
        assert hall.was_at is hall.stands[0] and hall.here is None


def test_a_table_is_found_as_it_was_left_and_its_bank_has_what_was_lost() -> None:
    visit("french-roulette")
    with Hall.open(["french_roulette"]) as hall:
        sitting = hall.sit_at(hall.stands[0])
        assert sitting.table.state["round"] >= 2
        everybody = sum(c for name, c in sitting.table.state["money"].items() if name.startswith("seat "))
        assert sitting.table.total_cents() - everybody != FLOAT_CENTS


def owned(table: Table) -> dict[int, int]:
    """What everybody has, in hand and on the cloth."""
    found = {seat: chips(table.state, seat) for seat in seated(table.state)}
    for seat, _, cents in stakes(table.state):
        found[seat] += cents
    return found


def test_a_journal_begins_anew_and_no_cent_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    visit("french-roulette")
    path = table_file("french-roulette")
    with Hall.open(["french_roulette"]) as hall:
        dealer = EngineDealer.of(hall.sit_at(hall.stands[0]).table)
        TableGame(dealer, [SEAT], seed="00", cash=True).run(ms=3_000)
        dealer.buy(1, 700)
        assert stakes(dealer.table.state)
    before, whole = replay_sitting(path).table, path.read_bytes()
    monkeypatch.setattr("emulator.hall.sitting.MOVES_MOST", 10)
    with Sitting(path, "french-roulette", bytes(32)) as sitting:
        assert len(sitting.table.moves) < 10
        assert owned(sitting.table) == owned(before) and not stakes(sitting.table.state)
        assert sitting.table.total_cents() == before.total_cents() == sitting.books.total_cents
    assert len(path.read_bytes()) < len(whole)
    require_every_cent("french-roulette")


def test_a_table_of_another_version_of_its_game_is_opened_anew_and_its_books_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visit("punto-y-banca", 3)
    path = table_file("punto-y-banca")
    with Hall.open(["punto_y_banca"]) as hall:  # a commission of five per cent leaves half a coin
        sitting = hall.sit_at(hall.stands[0])
        sitting.table.act(Move("adjudge", INSPECTOR, f"seat {SEAT}", 5, "half a coin"))
    before = read_books(path)
    assert before.left_cents % 10 == 5 and not before.here
    with monkeypatch.context() as patch:
        patch.setattr("machines.tables.games.punto_y_banca.game.PuntoYBanca.version", 99)
        with Sitting(path, "punto-y-banca", KEY) as sitting:
            assert sitting.books.halls == before.halls
            assert chips(sitting.table.state, SEAT) == before.left_cents
            assert sitting.table.total_cents() == sitting.books.total_cents
            sitting.bring("aa:1", Money(notes={500: 1}))
    with pytest.raises(HallError, match="somebody sits at a table of version 99"):
        Sitting(path, "punto-y-banca", KEY)


def test_a_transfer_is_made_once_and_a_zero_has_its_number(tmp_path: Path) -> None:
    path = tmp_path / "boule.jsonl"
    with Sitting(path, "boule", KEY) as sitting:
        sitting.bring("aa:1", Money(notes={500: 1}))
        with pytest.raises(HallError, match="after aa:1"):
            sitting.bring("aa:1", Money(notes={500: 1}))
        with pytest.raises(HallError, match="in use"):
            Sitting(path, "boule", KEY)
        sitting.carry("aa:2", sitting.money())
        sitting.bring("aa:3", Money())
    with Sitting(path, "boule", KEY) as sitting:
        assert sitting.books.halls["aa"] == {
            "number": 3,
            "brought_cents": 500,
            "carried_cents": 500,
            "here": 1,
        }


def test_whoever_has_left_lays_no_bet_to_go_on(tmp_path: Path) -> None:
    with Sitting(tmp_path / "craps.jsonl", "craps", KEY) as sitting:
        sitting.bring("aa:1", Money(notes={5000: 2}))
        for seat in (1, 2, 3):
            sitting.table.act(Move("pass_dice", seat))
        for spot, faces in (("win", (2, 4)), ("come", (2, 3)), ("", (1, 5))):  # the point is made, come waits
            if spot:
                sitting.table.act(Move("bet", SEAT, spot, 500))
            for move in (Move("no_more_bets"), Move("throw", values=faces), Move("settle")):
                sitting.table.act(move)
        assert sitting.table.next_move() == Move("bet", SEAT, "win", 500)
        before = len(sitting.table.moves)
        sitting.rise()
        made = sitting.table.moves[before:]
        assert Move("pass_dice", SEAT) in made and not sitting.staked_cents
        assert not [move for move in made if (move.kind, move.seat) == ("bet", SEAT)]


def test_an_audit_finds_a_move_that_is_another() -> None:
    visit("boule")
    path = table_file("boule")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"rojo"', b'"negro"', 1))
    assert "altered" in audit(own_ledger()).problems[0]
    path.write_bytes(whole)
    assert audit(own_ledger()).sound


def test_an_audit_finds_a_cent_that_is_not_there() -> None:
    visit("boule")
    path, hash_, lines = table_file("boule"), "", []
    for number, line in enumerate(path.read_bytes().splitlines()):
        row = {name: value for name, value in read_json(line).items() if name != "h"}
        if number == 0:
            row["float_cents"] += 1
        text = json.dumps(row, sort_keys=True, separators=(",", ":"))
        hash_ = chain(hash_, text)
        lines.append(f'{text[:-1]},"h":"{hash_}"}}\n')
    path.write_text("".join(lines))
    assert "must add up to" in audit(own_ledger()).problems[0]
