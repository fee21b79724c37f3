# SPDX-License-Identifier: MIT
"""Every game of the engine that has a cloth can be sat down at: by its own rules, and in its own words."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from emulator.panel.tables.kit.cards import Cards
from emulator.panel.tables.kit.plan import GAMES as FOLDER
from emulator.panel.tables.kit.plan import has_plan, read_plan
from emulator.panel.tables.kit.seen import Seen
from emulator.panel.tables.kit.window import draw_table
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame
from emulator.tables.told import OPEN, OPEN_MS, settled_ms
from emulator.tables.told_odds import Returned, ToldOdds, counted, told_odds
from machines.support.languages import euros
from machines.tables import odds
from machines.tables.chance import RED_CARD
from machines.tables.figure import ONE, Figure, Price
from machines.tables.game import Advised, Move
from machines.tables.games.treinta_y_cuarenta.coup import points as points_of
from machines.tables.registry import CLOTHS, GAMES
from machines.tables.table import Table

PLAYED = tuple(name for name, folder in GAMES.items() if has_plan(folder))
CHIPS = dict.fromkeys(range(1, 7), 100_000)


def opened(name: str, people: tuple[int, ...] = (), **options: Any) -> tuple[TableGame, EngineDealer]:
    dealer = EngineDealer(name, bytes(32), CHIPS, **options)
    return TableGame(dealer, people, seed="00"), dealer


def test_every_game_of_the_engine_has_a_cloth() -> None:
    assert {
        folder
        for name, folder in GAMES.items()
        if name in CLOTHS and not (FOLDER / folder / "felt.toml").is_file()
    } == set()


@pytest.mark.parametrize("name", PLAYED)
def test_a_cloth_has_the_spots_and_the_wheel_of_its_rules(name: str) -> None:
    rows = opened(name)[1].table.game.rules.rows.values()
    each = [{}, *({row.name: other} for row in rows for other in row.others)]
    for tall, readings in product((True, False), each):
        _, dealer = opened(name, readings=readings)
        rules = dealer.table.game.rules
        plan = read_plan(GAMES[name], tall, frozenset(rules.readings.items()))
        assert set(rules.spots) <= set(plan.spots)
        assert not [spot for spot in plan.spots if spot not in rules.spots and name.endswith("roulette")]
        pockets = rules.data.get("pockets")
        assert pockets is None or [int(pocket.name) for pocket in plan.pockets] == list(pockets)


@pytest.mark.parametrize("name", PLAYED)
def test_a_table_of_the_house_plays_and_no_cent_is_lost(name: str) -> None:
    game, dealer = opened(name)
    total = dealer.table.total_cents()
    for _ in range(1_200):
        game.run(ms=100)
        assert dealer.table.total_cents() == total
    assert game.number >= 3
    assert len(game.past) >= 3
    assert game.words
    assert Table.replay(json.loads(json.dumps(dealer.journal()))).state == dealer.table.state


@pytest.mark.parametrize("name", PLAYED)
def test_people_lay_and_take_back_by_the_rules_of_the_game(name: str) -> None:
    game, dealer = opened(name, (4,))
    while not game.betting:
        game.run(ms=20)
    spot = dealer.spots(4)[0]
    bounds = game.bounds(4, spot)
    assert bounds is not None
    assert game.lay(4, spot, bounds.least)
    assert [(one.spot, one.cents) for one in dealer.stakes() if one.seat == 4] == [(spot, bounds.least)]
    assert dealer.chips()[4] == 100_000 - bounds.least
    assert game.take(4, spot) == bounds.least
    assert dealer.chips()[4] == 100_000


def test_a_zero_asks_for_half_or_prison_and_the_prisoner_lies_on_its_line() -> None:
    game, dealer = opened("french-roulette", (4,))
    game.lay(4, "rojo", 2_000)
    game.people = frozenset({4})
    dealer.table.act(Move("no_more_bets"))
    dealer.table.act(Move("spin", values=(0,)))
    dealer.table.act(Move("settle"))
    assert dealer.phase == "choices"
    assert game.offered(4) == ["half rojo", "prison rojo"]
    assert [one.words for one in Seen(game, "es").buttons(4) if one.act != "odds"] == [
        "LA MITAD · ROJO", "PRISIÓN · ROJO",
    ]  # fmt: skip
    game.press(4, "prison rojo")
    assert [(one.spot, one.held) for one in dealer.stakes() if one.seat == 4] == [("rojo", True)]


def test_an_amount_that_the_rules_fix_is_laid_whatever_the_chip() -> None:
    game, dealer = opened("treinta-y-cuarenta", (4,))
    while not game.betting:
        game.run(ms=20)
    assert dealer.bounds(4, "seguro rojo") is None
    assert game.lay(4, "rojo", 2_000)
    assert dealer.bounds(4, "seguro rojo") == (20, 20, 1)
    assert game.lay(4, "seguro rojo", 10_000)
    assert [one.cents for one in dealer.stakes() if one.seat == 4] == [2_000, 20]
    assert game.take(4, "rojo") == 2_000  # and its deposit with it
    assert dealer.chips()[4] == 100_000


def test_open_cards_come_quickly_and_a_complete_row_has_its_points() -> None:
    game, dealer = opened("treinta-y-cuarenta")
    while not any(one.kind == "row" for one in game.told):
        game.run(ms=100)
    cards = [one for one in game.told if one.kind == "card"]
    assert {one.to for one in cards} == {OPEN}
    assert {two.t_ms - one.t_ms for one, two in pairwise(cards) if one.spot == two.spot} == {OPEN_MS}
    rows = [(one.spot, one.faces) for one in game.told if one.kind == "row"]
    assert [points for _, (points,) in rows] == [points_of(dealer.table.state[name]) for name, _ in rows]
    while game.number == 0:
        game.run(ms=100)
    assert game.past[0] in (("N", "black"), ("R", "red"), ("=", "plain"), ("31", "green"))


def test_the_red_card_lies_where_the_next_one_would_have() -> None:
    _, dealer = opened("treinta-y-cuarenta")
    for kind in ("shuffle", "no_more_bets"):
        dealer.table.act(Move(kind))
    told = dealer._act(Move("deal", values=(47, 43, 39, RED_CARD)))
    assert [(one.spot, one.faces) for one in told if one.kind == "card"][-2:] == [
        ("negra", (39,)), ("negra", (RED_CARD,)),
    ]  # fmt: skip
    assert next(one.to for one in told if one.kind == "said") == "Carta roja"
    assert dealer.result() == ("", "plain")
    assert (
        Cards().picture(RED_CARD, 40).get_at((20, 30))[:3] != Cards().picture(None, 40).get_at((20, 30))[:3]
    )


def test_the_croupier_says_the_number_and_its_chances_in_the_words_of_the_text() -> None:
    _, dealer = opened("french-roulette")
    dealer.table.act(Move("no_more_bets"))
    told = dealer._act(Move("spin", values=(17,)))
    assert [one.to for one in told if one.kind == "said"] == ["17, negro, impar, falta"]
    assert [one.spot for one in told if one.kind == "won"] == ["17", "negro", "impar", "falta"]
    assert dealer.result() == ("17", "black")


@pytest.mark.parametrize("name", ["poquer-tres-cartas", "poquer-sin-descarte", "punto-y-banca", "craps"])
def test_a_box_of_a_seat_lights_for_its_seat_alone_and_another_once(name: str) -> None:
    (game, _), seen, own = opened(name), 0, name != "craps"
    while seen < 3:
        game.run(ms=50)
        won = [(one.seat, one.spot) for one in game.told if one.kind == "won" and (one.seat or not own)]
        paid = {(one.seat if own else 0, one.spot) for one in game.told if one.kind == "paid"}
        if game.phase != "settled" or not paid:
            continue
        assert set(won) == paid and len(won) == len(paid)
        seen += 1
        while game.phase == "settled":
            game.run(ms=50)


@pytest.mark.parametrize("name", PLAYED)
def test_no_round_begins_before_the_last_one_is_raked_paid_and_taken_up(name: str) -> None:
    game, _ = opened(name)
    told, rounds = list(game.told), 0
    while rounds < 3:
        game.run(ms=50)
        if len(game.told) >= len(told):
            told = list(game.told)
            continue
        ends = [one for one in told if one.kind in ("lost", "paid", "back")]
        last_ms = max((one.t_ms for one in ends), default=0)
        kinds = [one.kind for one in ends if one.t_ms == last_ms]
        counts = [kinds.count(kind) for kind in ("lost", "paid", "back")]
        assert not ends or game.now_ms >= last_ms + settled_ms(*counts), rounds
        told, rounds = list(game.told), rounds + 1


def asked(name: str, **options: Any) -> EngineDealer:
    """A dealer whose odds are counted."""
    _, dealer = opened(name, **options)
    told_odds(dealer.table.game.rules).wait()
    return dealer


def test_odds_of_every_bet_are_told_by_its_point_and_with_half_at_zero() -> None:
    boule = asked("boule")
    assert boule.returns("3") == [("", Fraction(1, 9), Fraction(8, 9))]
    assert boule.returns("rojo") == [("", Fraction(4, 9), Fraction(8, 9))]
    french = asked("french-roulette")
    assert french.returns("doble-docena 1-2") == [("", Fraction(24, 37), Fraction(36, 37))]
    assert french.returns("rojo") == [("half", Fraction(18, 37), Fraction(73, 74))]
    craps = asked("craps")
    assert craps.returns("win") == [("", Fraction(244, 495), Fraction(488, 495))]
    assert craps.returns("win-odds") == []  # there is no point yet
    craps.table.state["point"] = 4
    assert craps.returns("win-odds") == [("point 4", Fraction(1, 3), Fraction(1))]


@pytest.mark.long
def test_odds_of_boxes_are_those_of_the_command_by_every_play_that_has_a_price() -> None:
    """Pairs and all, under the table's own readings: docs/black_jack.md has both figures and the price."""
    dealer = asked("black-jack", readings={"resplit_aces": "once"})
    found = dealer.returns("mano 3")
    assert found is not None and [one.choice for one in found] == ["best play", "declared strategy"]
    kept = [float(1 - one.back) * 100 for one in found]
    assert kept == pytest.approx([0.52211 + 0.0655, 0.52569 + 0.0655], abs=6e-5)
    assert dealer.returns("seguro 3") == [("", Fraction(96, 311), 1 - Fraction(23, 311))]


def test_a_spot_that_has_prices_is_told_by_them_alone_and_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game, dealer = opened("black-jack")
    spots = [dealer.table.game.rules.spots[name] for name in ("mano 3", "seguro 3")]
    ends = [(Fraction(1), Fraction(1, 4)), (Fraction(-1), Fraction(3, 4))]
    rows = [Figure.of(spot, ends, choice="without pairs") for spot in spots]
    priced = [
        Price("mano 3", "mano", "", "", choice, Fraction(mean, 1000), Fraction(0), lambda: (ONE, ONE))
        for choice, mean in (("best play", -5), ("declared strategy", -6))
    ]
    monkeypatch.setattr(odds, "figures_of", lambda _: rows)
    monkeypatch.setattr(odds, "prices_of", lambda _: priced)
    said = counted(dealer.table.game.rules)
    assert said == [
        ("mano 3", "best play", "", "199/200"), ("mano 3", "declared strategy", "", "497/500"),
        ("seguro 3", "without pairs", "1/4", "1/2"),
    ]  # fmt: skip
    told = [Returned(choice, Fraction(win) if win else None, Fraction(back)) for _, choice, win, back in said]
    monkeypatch.setattr(ToldOdds, "of", lambda self, spot: told[:2] if spot == "mano 3" else told[2:])
    assert Seen(game, "es").odds("mano 3") == [
        "mejor juego: de 100 apostados vuelven 99,50", "estrategia declarada: de 100 apostados vuelven 99,40",
    ]  # fmt: skip
    assert Seen(game, "en").odds("seguro 3") == ["wins once in 4.00; of 100 staked 50.00 come back"]


def test_whoever_asks_is_answered_at_once_while_odds_are_counted() -> None:
    """A seat that asks and waits would hear figures; whoever counts them is not this process."""
    _, dealer = opened("punto-y-banca", rules={"minimum_cents": 700})
    assert Seen(TableGame(dealer), "es").odds("punto") == ["se está contando"]
    told_odds(dealer.table.game.rules).wait()
    assert dealer.returns("punto")


def test_nobody_is_told_odds_that_cannot_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ToldOdds(["chess", "{}", "{}"]).of("e4") in (None, [])
    failed = ToldOdds(["chess", "{}", "{}"])
    failed.wait()
    assert failed.of("e4") == []
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    assert ToldOdds(["boule", "{}", "{}"]).of("3") == []


@pytest.mark.parametrize("name", PLAYED)
def test_a_table_is_drawn_while_it_plays(name: str) -> None:
    game, _ = opened(name, (4,))
    game.run(ms=7_000)
    seen = Seen(game, "en")
    assert draw_table(seen, (800, 480), seat=4).get_size() == (800, 480)
    assert seen.values[0] == game.dealer.least_cents
    assert len(seen.values) >= 3


@pytest.fixture
def quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_plays_by_a_script_draws_and_keeps_a_journal(azar: Any, quietly: Path) -> None:
    (quietly / "s.toml").write_text(
        '[[step]]\nwait = "bets"\ndo = "lay"\nseat = 4\nspot = "rojo"\ncents = 1000\n'
        '[[step]]\ndo = "press"\nseat = 4\nact = "ready"\n[[step]]\nwait = "settled"\n',
        encoding="utf-8",
    )
    command = (
        "table play french-roulette --seed 00 --script s.toml --journal j.json --screenshot p.png --json"
    )
    done = azar(command)
    assert done.status == 0
    found = json.loads(done.out)
    assert found["phase"] == "settled"
    assert (quietly / "p.png").stat().st_size > 20_000
    lines = (quietly / "j.json").read_text(encoding="utf-8").splitlines()
    moves = [json.loads(line)["move"] for line in lines[1:-1]]
    assert ["bet", 4, "rojo", 1_000, "", []] in moves


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--people 9", "--people must be seats from 1 to 6"),
        ("--size big --headless", "--size must be width x height in pixels"),
    ],
)
def test_a_wrong_option_is_said(options: str, says: str, azar: Any, quietly: Path) -> None:
    done = azar(f"table play french-roulette {options}")
    assert done.status == 2
    assert says in done.err


def test_cards_of_others_lie_face_down() -> None:
    game, dealer = opened("poquer-tres-cartas", people=(4,))
    while not any(one.kind == "card" for one in game.told):
        game.run(ms=100)
        if game.betting and not any(one.seat == 4 for one in dealer.stakes()):
            game.lay(4, "ante", 500)
            game.press(4, "ready")
    cards = [one for one in game.told if one.kind == "card"]
    assert {one.seat for one in cards if one.faces} == {4}
    assert all(one.to == ("open" if one.seat == 4 else "down") for one in cards)
    assert {one.seat for one in cards} == {0, *range(1, 7)}


def test_the_house_plays_well_and_decides_for_who_does_not() -> None:
    game, dealer = opened("poquer-tres-cartas", people=(4,))
    for _ in range(1_500):
        game.run(ms=100)
        if game.betting and not any(one.seat == 4 for one in dealer.stakes()):
            game.lay(4, "ante", 500)
            game.press(4, "ready")
    asked = [move for move in dealer.table.moves if move.kind == "choose"]
    again = Table("poquer-tres-cartas", bytes(32), CHIPS)
    told = 0
    for move in dealer.table.moves[len(CHIPS) :]:
        if move.kind == "choose":
            assert isinstance(again.game, Advised)
            assert move.word == again.game.advised(again.state, move.seat)
            told += 1
        again.act(move)
    assert told == len(asked) > 20


def test_a_pot_of_the_tables_own_is_told_and_no_other() -> None:
    """Coins laid into the carrousel are in it once the deal is settled, and the cloth shows them."""
    game, dealer = opened("poquer-sin-descarte")
    assert dealer.pot_cents == 0
    while dealer.round < 4:
        game.run(ms=500)
        account = dealer.table.state["money"].get("link", 0)  # carried by the engine; the pot is the core's
        assert dealer.phase not in ("bets", "deal", "choices") or dealer.pot_cents == account
    assert dealer.pot_cents
    assert Seen(game).pot == euros(dealer.pot_cents, "es") and Seen(game, "en").pot != Seen(game).pot
    linked = EngineDealer("poquer-sin-descarte", bytes(32), CHIPS, rules={"carrousel": "linked"})
    assert linked.pot_cents is None and EngineDealer("boule", bytes(32), CHIPS).pot_cents is None


def test_a_player_says_by_a_button_whether_others_may_bet_on_the_own_hand() -> None:
    """Until a stake of theirs lies there, from round to round, and never over a decision of a deal."""
    dealer = EngineDealer("poquer-tres-cartas", bytes(32), CHIPS, readings={"riders": "three_more"})
    game = TableGame(dealer, people=[3, 4], seed="00")
    refuses, consents = "no consiente mano 4", "consiente mano 4"
    assert game.offered(4) == [refuses, "ready"]
    words = {
        language: Seen(game, language)._button(4, refuses).words for language in ("es", "ca", "gl", "eu")
    }
    assert words["es"] == "NO ADMITIR APUESTAS EN MI MANO" and len(set(words.values())) == 4
    assert game.lay(4, "ante", 1_000) and dealer.bounds(3, "ante 4") is not None
    game.press(4, refuses)
    assert game.offered(4) == ["clear", consents, "ready"] and dealer.bounds(3, "ante 4") is None
    assert Seen(game, "en")._button(4, consents).words == "LET OTHERS BET ON MY HAND"
    for seat in (3, 4):
        game.press(seat, "ready")
    while game.number == 0:
        assert not {refuses, consents} & set(game.offered(4)) or game.betting
        game.run(ms=100)
    assert consents in game.offered(4)
    game.press(4, consents)
    assert game.lay(4, "ante", 1_000) and game.lay(3, "ante 4", 1_000)
    assert not {refuses, consents} & set(game.offered(4))


def test_where_consent_is_asked_for_the_houses_players_give_it() -> None:
    readings = {"riders": "three_more", "consent": "asked"}
    dealer = EngineDealer("poquer-tres-cartas", bytes(32), CHIPS, readings=readings)
    game = TableGame(dealer, people=[4], seed="00")
    game.run(ms=9_000)
    played = next(stake.seat for stake in dealer.stakes() if stake.spot == "ante")
    assert dealer.table.state["consents"] == {str(seat): True for seat in CHIPS if seat != 4}
    assert game.lay(4, f"ante {played}", 500)
