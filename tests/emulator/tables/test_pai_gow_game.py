# SPDX-License-Identifier: MIT
"""A table that goes on by itself: with nobody, with people, with a journal that replays."""

from __future__ import annotations

from pathlib import Path

import pytest

import cext
from emulator.cabinet.errors import CabinetError
from emulator.records.journal import Recorder
from emulator.records.replay import DigestError, replay
from emulator.tables.pai_gow_game import PaiGowGame
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.way import load_way


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
    until(game, "deal")
    assert game.cup.record["bank"] == 2
    assert game.cup.message.endswith(f"CUENTA HASTA {(sum(game.table.state.dice) + 1) % 7}")


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
    game.ready(1)
    until(game, "throw")
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


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": 2.0}, r"players must be whole \(got 2\.0\)"),
        ({"people": [1.0]}, r"people must be whole \(got 1\.0\)"),
        ({"chips_cents": 100_000.0}, r"chips_cents must be whole \(got 100000\.0\)"),
        ({"pace_ms": 1.5}, r"pace_ms must be whole \(got 1\.5\)"),
        # Without time between two moves no stretch of time would ever pass.
        ({"pace_ms": 0}, r"pace_ms must be 1 millisecond or more \(got 0\)"),
    ],
)
def test_numbers_of_a_table_are_whole(wrong, said):
    with pytest.raises(TableError, match=said):
        PaiGowGame(seed="00", **wrong)


def test_time_is_whole():
    game = PaiGowGame(seed="00")
    for owner in (game, game.cup):
        with pytest.raises(CabinetError, match=r"us must be whole, 0 or more \(got 1500\.0\)"):
            owner.run(ms=1.5)


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
        lambda: game.ready(1),
        lambda: game.buy(1, 250),
        lambda: game.buy(1, 500.0),
        lambda: game.buy(2, 500),
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
    game.run(ms=20_000)
    assert (game.table.state.phase, game.waits_for()) == ("bets", [2])
    game.bet(2, 500)
    game.ready(2)
    game.run(ms=40_000)  # nobody shakes: the croupier does
    assert (game.table.state.phase, game.waits_for()) == ("set", [2])


# --- the bets are a window -----------------------------------------------------------------------------


def at_bets(people: list[int], players: int = 6, **rules: int) -> PaiGowGame:
    game = PaiGowGame(seed="00", players=players, people=people, rules=TableRules(**rules))
    while game.table.state.phase != "bets":
        for place in game.waits_for():
            if game.table.state.phase == "bank":
                game.take_bank(place, take=False)
        game.run(ms=100)
    return game


def staked(game: PaiGowGame) -> dict[int, int]:
    return {place: game.table.seat(place).stake_cents for place in game.table.state.players()}


@pytest.mark.parametrize("verb", ["ready", "no_more_bets"])
def test_a_quick_visitor_shuts_nobody_out(verb):
    """Ready at once: all the house's players still stake before the croupier closes."""
    game = at_bets([4])
    game.bet(4, 2_000)
    if verb == "ready":
        game.ready(4)
    else:
        game.no_more_bets()
    assert game.table.state.phase == "bets"
    until(game, "throw")
    assert staked(game) == {1: 500, 2: 500, 3: 500, 4: 2_000, 5: 500, 6: 500}


def test_several_people_stake_and_the_croupier_closes_when_all_are_ready():
    game = at_bets([2, 5])
    game.bet(2, 1_000)
    game.ready(2)
    game.run(ms=15_000)
    assert (game.table.state.phase, game.waits_for()) == ("bets", [5])
    game.bet(5, 3_000)
    game.bet(2, 1_500)  # also who is ready may change the stake until the croupier closes
    game.run(ms=5_000)
    assert game.table.state.phase == "bets"
    game.ready(5)
    game.run(ms=1_000)
    assert game.table.state.phase == "throw"
    assert (staked(game)[2], staked(game)[5]) == (1_500, 3_000)


@pytest.mark.parametrize("bets_ms", [5_000, 20_000])
def test_the_croupier_closes_after_the_declared_time(bets_ms):
    """Who has not staked by then sits the deal out, and nobody stakes for them."""
    game = at_bets([2, 5], bets_ms=bets_ms)
    game.bet(2, 1_000)
    game.run(ms=bets_ms - 500)
    assert game.table.state.phase == "bets"
    until(game, "throw", limit_ms=2_000)
    assert (staked(game)[2], staked(game)[5]) == (1_000, 0)
    assert 5 not in game.table.state.playing()


def test_one_who_plays_alone_has_time_to_stake():
    game = at_bets([1], players=1)
    game.run(ms=20_000)
    assert game.table.state.phase == "bets"
    game.bet(1, 500)
    game.ready(1)
    until(game, "throw", limit_ms=2_000)


def test_the_declared_time_has_limits():
    for wrong in (999, 600_001, 5_000.0):
        with pytest.raises(TableError, match="bets_ms must be"):
            TableRules(bets_ms=wrong)


def test_who_has_no_chips_left_buys_some_as_soon_as_the_deal_is_over():
    game = PaiGowGame(seed="00", players=2, people=[1], chips_cents=500)
    total = game.table.total_cents()
    until(game, "bank")
    game.take_bank(1, take=False)
    until(game, "bets")
    game.buy(1, 10_000)
    assert game.buying(1)
    assert game.table.seat(1).chips_cents == 500
    game.ready(1)
    while game.table.state.deal == 0:
        game.run(ms=100)
    game.run(ms=2_000)
    assert not game.buying(1)
    assert (game.table.seat(1).chips_cents, game.table.total_cents()) == (10_500, total + 10_000)


def test_a_journal_of_an_earlier_table_is_refused_by_name(tmp_path: Path):
    game = PaiGowGame(seed="00")
    origin = game.origin()
    assert len(origin["digests"]["way"]) == 64
    del origin["physical"]["table"]
    with pytest.raises(
        CabinetError, match=r"journal must be of version 2 or 3 \(got 1\): replay it with the release"
    ):
        PaiGowGame.from_origin(origin)


@pytest.mark.long
def test_a_journal_that_was_set_another_way_is_refused_by_name(tmp_path: Path):
    way = tmp_path / "mine.toml"
    text = load_way("casa").text
    way.write_text(text, encoding="utf-8")
    path = tmp_path / "table.jsonl"
    game = PaiGowGame(seed="00", players=1, rules=TableRules(way=str(way)))
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(game, stream)
        game.run(ms=2_000)
        recorder.close()
    way.write_text(text.replace('least_low = "K 2"', 'least_low = "A 2"'), encoding="utf-8")
    load_way.cache_clear()
    with pytest.raises(DigestError, match="way digest must be"):
        replay(path, build=PaiGowGame.from_origin)


def test_the_table_takes_what_its_cup_shows_and_not_what_its_own_key_would_throw():
    """The cup absorbs entropy after each throw, so from the second on its dice are not those of the key."""
    told: list[tuple[int, ...]] = []
    game = PaiGowGame(seed="00", players=2, pace_ms=200, entropy=lambda: bytes(range(32)))
    game.listen(lambda kind, t_us, fields: told.append(tuple(fields["faces"])) if kind == "dice" else None)
    while len(told) < 3:
        game.run(ms=1_000)
    shown = [row["faces"] for row in reversed(game.cup.throws)]
    assert told == shown[:3]
    assert told[1:] != [cext.throw(bytes(32), number, machine=1) for number in (1, 2)]
