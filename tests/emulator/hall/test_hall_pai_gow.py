# SPDX-License-Identifier: MIT
"""Pai Gow in the hall: dice are kept before they are seen, and nobody walks away from a deal or a bank."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hall_killed import BEHIND, Killed, Writes
from hall_sitting import FIRST_CENTS, do_at_pai_gow, pai_gow, require_every_cent, table_file, visit

from emulator.hall.audit import audit
from emulator.hall.books import Place
from emulator.hall.hall import Hall
from emulator.hall.ledger import own_ledger
from emulator.hall.money import HallError
from emulator.hall.seats import Seats
from emulator.hall.sitting import SEAT, Sitting
from emulator.hall.tables import KIND, Tables
from emulator.support import files
from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.sitting_journal import replay_sitting
from machines.support.plain import Json, read_json
from machines.tables.game import Ask, Event, Move, chips, stakes
from machines.tables.refusal import TableError
from machines.tables.table import Table

GAME = "pai-gow"
# The first deal is lost under this key, with the cup's throw and with the table's own.
KEY = bytes(range(12, 44))
LEAST_CENTS = 500


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own, and cards that repeat."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(os, "urandom", lambda count: KEY[:count])
    return tmp_path


def goes_on(played: PaiGowGame, until: Callable[[PaiGowGame], bool], *, bank: bool = False) -> None:
    """Let the visitor play until something is so."""
    for _ in range(900):
        if until(played):
            return
        do_at_pai_gow(played, SEAT, bank=bank)
        played.run(ms=100)
    raise AssertionError(played.table.state.phase)


def written() -> list[Json]:
    """The moves in the journal."""
    if not table_file(GAME).is_file():
        return []
    rows = [read_json(line) for line in table_file(GAME).read_bytes().splitlines()]
    return [row["move"] for row in rows if "move" in row]


def test_a_stake_that_is_lost_is_lost_wherever_the_deal_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit(GAME, 1)  # what is remembered of the models is written once
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "counted"))
    count, seen = Writes(), {}

    def heard(move: Move, events: list[Event]) -> None:
        if move.kind not in ("bet", "set") or move.seat == SEAT:
            seen.setdefault(move.kind, count.count)

    with count.watched():
        visit(GAME, 1, heard)
    assert require_every_cent(GAME) - FIRST_CENTS == -LEAST_CENTS
    for kind in ("bet", "no_more_bets", "throw", "deal", "set", "show", "settle"):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / kind))
        with contextlib.suppress(Killed), Writes(seen[kind], BEHIND).watched():
            visit(GAME, 1)
        before = written()
        assert before[-1][0] == kind
        assert require_every_cent(GAME) - FIRST_CENTS == -LEAST_CENTS, kind
        assert written()[: len(before)] == before


def test_dice_are_a_move_on_the_disk_before_a_picture_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    sync = files.sync
    monkeypatch.setattr(files, "sync", lambda descriptor: (synced.append(len(written())), sync(descriptor)))
    throws = 0
    with Hall.open(["pai_gow"]) as hall:
        sitting = hall.sit_at(hall.stands[0])
        played = pai_gow(sitting)
        for _ in range(2_000):
            do_at_pai_gow(played, SEAT)
            played.run(ms=20)
            if len(played.cup.faces) == 3:
                state, moves = played.table.state, written()
                assert state.phase != "throw" and tuple(state.dice) == played.cup.faces
                (at,) = [n for n, move in enumerate(moves, 1) if move[0] == "throw"]
                assert moves[at - 1][5] == state.dice and max(synced) >= at
                throws += 1
            if state_of(played) == "set":
                break
        assert throws > 20


def state_of(played: PaiGowGame) -> str:
    """The phase."""
    return played.table.state.phase


def test_what_the_visitor_has_set_is_on_the_disk_before_hands_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    synced: list[Json] = []
    sync = files.sync
    monkeypatch.setattr(files, "sync", lambda descriptor: (synced.extend(written()[-1:]), sync(descriptor)))
    with Hall.open(["pai_gow"]) as hall:
        played = pai_gow(hall.sit_at(hall.stands[0]))
        goes_on(played, lambda one: state_of(one) == "set" and bool(one.table.seat(SEAT).low))
    assert [move for move in synced if move[:2] == ["set", SEAT]]


def test_a_bank_that_was_taken_is_held_to_the_end_of_its_deal() -> None:
    with contextlib.suppress(Killed), Hall.open(["pai_gow"]) as hall:
        sitting = hall.sit_at(hall.stands[0])
        played = pai_gow(sitting)
        goes_on(played, lambda one: one.table.state.bank == SEAT and state_of(one) == "set", bank=True)
        assert not sitting.staked_cents and sitting.covers_cents and sitting.bound
        assert sitting.money().cents <= chips(sitting.table.state, SEAT) - sitting.covers_cents
        monkey = pytest.MonkeyPatch()
        monkey.setattr(Sitting, "rise", killed)  # as a process that ends there
        try:
            hall.close()
        finally:
            monkey.undo()
    require_every_cent(GAME)
    moves = replay_sitting(table_file(GAME)).table.moves
    ends = [number for number, move in enumerate(moves) if move.word.startswith("carry")]
    settled = [number for number, move in enumerate(moves) if move.kind == "settle"]
    assert len(settled) == 6 and settled[-1] < ends[0]


def killed(sitting: Sitting) -> None:
    """Nothing happens any more."""
    raise Killed


def test_a_journal_does_not_begin_anew_under_a_bank(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "pai_gow.jsonl"
    with Sitting(path, GAME, KEY) as sitting:
        for seat in (1, 2, 3):
            sitting.table.act(Move("pass", seat))
        sitting.table.act(Move("buy", SEAT, cents=10_000))
        sitting.table.act(Move("accept", SEAT))
        many = len(sitting.table.moves)
    monkeypatch.setattr("emulator.hall.sitting.MOVES_MOST", 3)
    with Sitting(path, GAME, KEY) as sitting:
        assert len(sitting.table.moves) == many
        sitting.rise()
        assert not sitting.bound
    with Sitting(path, GAME, KEY) as sitting:
        assert len(sitting.table.moves) < many
        assert sitting.table.total_cents() == sitting.books.total_cents


def test_what_the_croupier_staked_against_a_bank_is_the_houses_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "pai_gow.jsonl"
    with Sitting(path, GAME, KEY) as sitting:
        sitting.table.act(Move("accept", 1))
        assert (0, "stake", LEAST_CENTS) in stakes(sitting.table.state)
        before = {name: cents for name, cents in sitting.table.state["money"].items() if "seat" in name}
    monkeypatch.setattr("emulator.hall.sitting.MOVES_MOST", 3)
    with Sitting(path, GAME, KEY) as sitting:
        money = sitting.table.state["money"]
        assert {name: cents for name, cents in money.items() if "seat" in name} == before
        assert sitting.table.total_cents() == sitting.books.total_cents and not stakes(sitting.table.state)


def test_players_of_the_house_who_are_broke_buy_and_the_books_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emulator.hall.sitting.GUEST_CENTS", LEAST_CENTS - 100)
    with Hall.open(["pai_gow"]) as hall:
        sitting = hall.sit_at(hall.stands[0])
        goes_on(pai_gow(sitting), lambda one: state_of(one) == "bets")
        assert sitting.books.guests_cents == 5 * 100_000
        assert not [move for move in sitting.table.moves if move.kind == "buy" and move.seat == SEAT][1:]
    require_every_cent(GAME)


def test_a_cup_out_of_order_keeps_nobody_who_leaves() -> None:
    class Broken:
        def answer(self, ask: Ask) -> None:
            raise TableError("the cup must be in order", "device")

    with Hall.open(["pai_gow"]) as hall:
        sitting = hall.sit_at(hall.stands[0])
        goes_on(pai_gow(sitting), lambda one: state_of(one) == "throw" and sitting.bound)
        sitting.table.device = Broken()
        hall.come_back()
    assert require_every_cent(GAME) != FIRST_CENTS


def test_an_audit_does_every_deal_again() -> None:
    visit(GAME)
    path = table_file(GAME)
    whole = path.read_bytes()
    assert audit(own_ledger()).sound
    (line,) = [one for one in whole.splitlines() if b'"throw"' in one][:1]
    faces = read_json(line)["move"][5]
    other = [1 + face % 6 for face in faces]
    path.write_bytes(
        whole.replace(str(faces).replace(" ", "").encode(), str(other).replace(" ", "").encode())
    )
    assert "altered" in audit(own_ledger()).problems[0]


def older(folder: Path) -> Place:
    """What an earlier release kept of somebody who sat there when the process ended."""
    path = folder / "pai_gow.json"
    hall = {"number": 7, "brought_cents": 5_000, "carried_cents": 3_000, "here": 1}
    said = {"azar": "table", "version": 1, "game": "pai_gow", "chips_cents": 1_234, "halls": {"aa": hall}}
    path.write_text(json.dumps(said))
    return Place(KIND, "pai_gow", 1, str(path))


def test_chips_that_an_earlier_release_kept_are_still_there(tmp_path: Path) -> None:
    place, kind = older(tmp_path), Tables()
    assert kind.book(place, "aa") == {"number": 7, "brought_cents": 5_000, "carried_cents": 3_000, "here": 1}
    assert kind.problem(place) == ""
    with Seats().rising(place) as sitting:
        assert sitting.table.total_cents() == sitting.books.total_cents
        assert sitting.money().cents == 1_230
        sitting.carry("aa:8", sitting.money())
    assert kind.book(place, "aa") == {"number": 8, "brought_cents": 5_000, "carried_cents": 4_230, "here": 0}
    assert kind.problem(place) == ""
    with Sitting(tmp_path / "pai_gow.jsonl", GAME, KEY) as sitting:  # the older file is read once
        assert chips(sitting.table.state, SEAT) == 4


def test_an_older_file_that_is_none_is_named(tmp_path: Path) -> None:
    place = older(tmp_path)
    Path(place.path).write_text("{}")
    with pytest.raises(HallError, match="must be the file of a table"), Seats().rising(place):
        pass


def test_a_game_at_a_table_that_stood_has_no_journal_of_its_own(tmp_path: Path) -> None:
    with Sitting(tmp_path / "pai_gow.jsonl", GAME, KEY) as sitting, pytest.raises(Exception, match="its own"):
        pai_gow(sitting).origin()
    with pytest.raises(TableError, match=r"pai-gow \(got boule\)"):
        PaiGowGame(seed="00", table=Table("boule", KEY))
