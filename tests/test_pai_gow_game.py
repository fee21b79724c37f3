# SPDX-License-Identifier: MIT
"""A table that goes on by itself: with nobody, with people, with a journal that replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulator.pai_gow_game import PaiGowGame
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from machines.pai_gow.rules import TableError


def until(game: PaiGowGame, phase: str, limit_ms: int = 90_000) -> None:
    for _ in range(limit_ms // 100):
        if game.table.state.phase == phase:
            return
        game.run(ms=100)
    raise AssertionError(f"no {phase}, but {game.table.state.phase}")


def test_a_table_of_the_house_plays_on():
    game = PaiGowGame(seed="00")
    total = game.table.total_cents()
    seen: list[tuple[int, ...]] = []
    game.listen(lambda kind, t_us, fields: seen.append(tuple(fields["faces"])) if kind == "dice" else None)
    game.run(ms=70_000)
    assert game.table.state.deal >= 2
    assert game.table.total_cents() == total
    # The table takes what the cup shows, and nothing else.
    assert [row["faces"] for row in reversed(game.cup.throws)][: len(seen)] == seen


def test_the_cup_is_told_where_the_bank_sits():
    game = PaiGowGame(seed="00", players=3, people=[2])
    until(game, "bank")
    while game.table.state.offered != 2:
        game.run(ms=100)
    game.take_bank(2)
    until(game, "bets")
    game.no_more_bets()
    until(game, "deal")
    assert game.cup.record["bank"] == 2
    assert game.cup.message.endswith(f"PRIMERA MANO: {(sum(game.table.state.dice) + 1) % 7}")


def a_deal(game: PaiGowGame, shaken: bool) -> None:
    while game.table.state.phase != "cut":
        if game.table.state.offered == 1 and game.waits_for():
            game.take_bank(1, take=False)
        game.run(ms=100)
    game.cut(1, 20)
    until(game, "bets")
    game.bet(1, 2_000)
    game.no_more_bets()
    until(game, "throw")
    if shaken:
        game.run(ms=900)
        game.shake(ms=1_700)
        game.run(ms=2_700)
        game.lift()
    until(game, "set")
    while game.waits_for() != [1]:
        game.run(ms=100)
    game.set_hand(1, game.table.seat(1).cards[:2])
    until(game, "clear")
    until(game, "bank")


def test_somebody_plays_a_deal_with_the_cup():
    game = PaiGowGame(seed="00", players=4, people=[1])
    total = game.table.total_cents()
    a_deal(game, shaken=True)
    assert game.table.state.deal == 1
    assert game.cup.meters["throws"] == 1
    assert game.table.total_cents() == total


def test_a_shake_that_was_spoilt_is_made_again():
    game = PaiGowGame(seed="00", players=1, people=[1])
    until(game, "bank")
    game.take_bank(1, take=False)
    until(game, "bets")
    game.bet(1, 500)
    game.no_more_bets()
    game.run(ms=1_000)
    game.shake(1_700)
    game.run(ms=900)
    game.lift()  # too soon: nobody may see dice that move
    game.run(ms=100)
    assert (game.cup.faces, game.cup.meters["voids"]) == ((), 1)
    game.run(ms=5_000)
    assert (game.cup.record["tilt"], game.cup.key_turned, game.cup.lid_open) == ("", False, False)
    game.shake(1_700)
    game.run(ms=2_700)
    game.lift()
    until(game, "set")
    assert game.cup.meters["throws"] == 1


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_journal_replays_byte_for_byte(runtime, tmp_path: Path):
    path = tmp_path / "table.jsonl"
    game = PaiGowGame(players=2, people=[1], entropy=lambda: bytes(range(32)))
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(game, stream)
        a_deal(game, shaken=True)
        recorder.close()

    def build(origin, **options):
        return PaiGowGame.from_origin(origin, runtime=runtime, **options)

    report = replay(path, build=build)
    assert report.same, str(report)


def test_nothing_is_told_of_a_move_that_is_refused():
    game = PaiGowGame(seed="00", people=[1])
    told: list[str] = []
    game.listen_inputs(lambda name, t_us, arguments: told.append(name))
    for act in (
        lambda: game.bet(1, 500),
        lambda: game.bet(2, 500),
        lambda: game.set_hand(1, [1, 2]),
        lambda: game.shake(ms=1_000),
        game.lift,
        game.no_more_bets,
    ):
        with pytest.raises(TableError):
            act()
    assert told == []
    with pytest.raises(TableError, match="1 to 6"):
        PaiGowGame(players=7)


def test_the_table_waits_for_people_and_for_nobody_else():
    game = PaiGowGame(seed="00", players=3, people=[2])
    game.run(ms=30_000)
    assert (game.table.state.phase, game.waits_for()) == ("bank", [2])
    game.take_bank(2, take=False)
    game.run(ms=30_000)
    assert (game.table.state.phase, game.waits_for()) == ("bets", [2])
    game.bet(2, 500)
    game.no_more_bets()
    game.run(ms=40_000)  # nobody shakes: the croupier does
    assert (game.table.state.phase, game.waits_for()) == ("set", [2])
