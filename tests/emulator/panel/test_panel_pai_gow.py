# SPDX-License-Identifier: MIT
"""The Pai Gow table on the screen: what is drawn fits, what is touched does what it says, dice never jump."""

from __future__ import annotations

import gettext
import itertools
import re
from pathlib import Path

import numpy as np
import pygame
import pytest
from pai_gow_panel import PLACE, at_phase, now

import emulator.panel.tables.pai_gow.stage as stage_module
from emulator.panel.sound.mixer import CEILING
from emulator.panel.tables.kit import dice
from emulator.panel.tables.kit.chips import parts
from emulator.panel.tables.pai_gow import sounds
from emulator.panel.tables.pai_gow.hand import HandOnRail
from emulator.panel.tables.pai_gow.stage import Stage, Visitor
from emulator.panel.tables.pai_gow.window import TableWindow, draw_table
from emulator.panel.tables.pai_gow.words import spoken
from emulator.records.replay import replay
from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.pai_gow_session import (
    Options,
    SittingError,
    found,
    read_script,
    recorded,
    run_script,
    wait_for,
)
from machines.support.languages import FOLDER, euros, translator
from machines.tables.games.pai_gow.hands import Setting
from machines.tables.games.pai_gow.moves import Event
from machines.tables.games.pai_gow.way import load_way

pytestmark = pytest.mark.usefixtures("quiet")


def picture(game: PaiGowGame, place: int) -> bytes:
    return pygame.image.tobytes(draw_table(game, (1024, 600), place=place), "RGB")


def exchange(game: PaiGowGame, place: int) -> None:
    """Packets of others go round by one place; what was set is the same places of the new one."""
    seats = game.table.engine.state["cloth"]["seats"]
    others = [other for other in seats if int(other) != place or not place]
    packets = [seats[other]["cards"] for other in others]
    for other, cards in zip(others, [*packets[1:], packets[0]], strict=True):
        seat = seats[other]
        places = [seat["cards"].index(card) for card in seat["low"]]
        seats[other] = {**seat, "cards": cards, "low": [cards[at] for at in places]}
    game.table.look_again()


@pytest.mark.parametrize("place", [PLACE, 0])
def test_a_picture_is_the_same_whatever_cards_it_must_not_show(place):
    """Packets of others are exchanged once they are dealt, and again once some are set."""
    game = at_phase("set")
    for _ in range(2):
        before = picture(game, place)
        exchange(game, place)
        assert picture(game, place) == before
        game.run(ms=1_200)


def test_who_looks_on_does_not_see_the_croupiers_cards_before_they_are_shown(monkeypatch):
    game = at_phase("set")
    shown: list[int] = []
    real = stage_module.Cards.picture
    monkeypatch.setattr(
        stage_module.Cards,
        "picture",
        lambda self, card, width: (shown.append(card), real(self, card, width))[1],
    )
    draw_table(game, place=0)
    assert set(shown) == {None}


def said_at(game: PaiGowGame, language: str = "es") -> set[str]:
    """All texts on the screen, as the visitor sees them."""
    stage, screen = Stage(game, (1280, 800), language), pygame.Surface((1280, 800))
    stage.draw(screen, Visitor(PLACE, 500), 0, animate=False)
    return {one.text for one in stage.text.placed} | {button.words for _, button in stage.shown}


def test_nobody_is_asked_to_shake_while_the_dice_roll():
    game = at_phase("throw")
    assert "No va más. Agite el cubilete" in said_at(game)
    game.shake(1_700)
    game.run(600)
    assert "Se agita el cubilete" in said_at(game)
    game.run(2_600)
    assert "Levante la tapa" in said_at(game)
    game.lift()
    for _ in range(10):
        texts = said_at(game)
        assert not any("gite" in text.lower() or "AGITAR" in text for text in texts), texts
        game.run(30)
        if game.table.state.phase != "throw":
            return
    assert "Ruedan los dados" in texts


def test_a_visitor_who_banks_sees_what_the_bank_won():
    window, screen = window_at("bank")
    press(window, "take")
    game = window.game
    until_set = 0
    while game.table.state.phase != "clear":
        if PLACE in game.waits_for() and game.table.state.phase == "set":
            game.set_hand(PLACE, window.visitor.hand.cards[:2])
        game.run(ms=200)
        window.frame(screen, [], 0, until_set)
        until_set += 200
    result = next(event.values for event in game.happened if event.kind == "bank_result")
    gain = result["won_cents"] - result["commission_cents"]
    texts = said_at(game)
    assert f"{'+' if gain > 0 else '−'} {euros(abs(gain), 'es')}" in texts
    verb = "gana" if gain >= 0 else "pierde"
    assert f"Su Banca {verb} {euros(abs(gain), 'es')}" in texts


def test_a_commission_is_named_only_where_one_is_taken():
    game = PaiGowGame(seed="00", people=[1])
    for commission, words in ((0, "se paga a la par: 10"), (25, "a la par, menos la comisión: 9,75")):
        values = {
            "result": "win",
            "case": "1",
            "paid_cents": 1_000 - commission,
            "commission_cents": commission,
        }
        line = spoken(Event("compared", 1, values), game, translator("es", "pai_gow"), "es")
        assert words in line
        assert ("comisi" in line) is bool(commission)


def test_the_croupier_speaks_to_a_player_in_the_second_person() -> None:
    game = PaiGowGame(seed="00", people=[1])
    shows = [spoken(Event("shows", place, {}), game, str, "en") for place in (1, 2)]
    assert shows == ["You show your cards", "Player 2 shows"]


def test_a_visitor_without_chips_is_offered_chips_and_no_bet():
    game = PaiGowGame(seed="07", people=[PLACE], chips_cents=500)
    money = game.table.engine.state["money"]
    money["cage"] += money[f"seat {PLACE}"]
    money[f"seat {PLACE}"] = 0
    game.table.look_again()
    wait_for(game, "bank")
    game.take_bank(PLACE, take=False)
    wait_for(game, "bets")
    window, screen = TableWindow(game, PLACE, "es"), pygame.Surface((1280, 800))
    window.frame(screen, [], 0, 0)
    assert [button.act for _, button in window.stage.shown] == ["buy"]
    assert "No le quedan fichas: compre y siga jugando" in said_at(game)
    press(window, "buy")
    window.frame(screen, [], 0, 0)
    assert window.stage.shown == []
    assert "No le quedan fichas: compre y siga jugando" not in said_at(window.game)
    while game.buying(PLACE):
        game.run(ms=200)
    assert game.table.seat(PLACE).chips_cents == 500
    assert game.table.state.deal == 1  # the others played on


def test_the_cards_of_others_lie_face_down_until_they_are_compared(monkeypatch):
    """What the picture shows is asked of the cards: no face of another place before its turn (VIII.2)."""
    game = at_phase("set")
    shown: list[int] = []
    real = stage_module.Cards.picture
    monkeypatch.setattr(
        stage_module.Cards,
        "picture",
        lambda self, card, width: (shown.append(card), real(self, card, width))[1],
    )
    draw_table(game, place=PLACE)
    own = set(game.table.seat(PLACE).cards)
    assert {card for card in shown if card is not None} == own


def test_vii_a_white_circle_marks_the_bank_and_nobody_else():
    window, screen = window_at("bank")
    press(window, "take")
    window.frame(screen, [], 0, 0)
    layout = window.stage.layout

    def white(place: int) -> bool:
        box = layout.spots[place].low
        pixel = screen.get_at((box.x - layout.px(24), box.y + layout.px(20) - layout.px(12)))
        return min(pixel[:3]) > 230

    assert [place for place in layout.spots if white(place)] == [PLACE]


def press(window: TableWindow, act: str) -> None:
    rect = next(rect for rect, button in window.stage.shown if button.act == act)
    events = [
        pygame.event.Event(kind, button=1, pos=rect.center)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    ]
    window.frame(pygame.Surface((1280, 800)), now(*events), 0, 0)


def window_at(phase: str) -> tuple[TableWindow, pygame.Surface]:
    window, screen = TableWindow(at_phase(phase), PLACE, "es"), pygame.Surface((1280, 800))
    window.frame(screen, [], 0, 0)
    return window, screen


def test_buttons_do_what_they_say():
    window, _ = window_at("bank")
    press(window, "take")
    assert window.game.table.state.bank == PLACE
    window, _ = window_at("bets")
    for _ in range(3):
        press(window, "more")
    press(window, "less")
    press(window, "ready")
    assert window.game.table.seat(PLACE).stake_cents == 1_500
    assert window.game.table.state.phase == "bets"  # it is the croupier who closes
    window.game.run(ms=3_000)
    assert window.game.table.state.phase == "throw"
    window, _ = window_at("set")
    press(window, "house")
    assert window.visitor.hand.setting is not None
    press(window, "set")
    assert window.game.waits_for() == []
    assert not window.game.table.seat(PLACE).setting.foul


def test_what_is_not_offered_cannot_be_pressed():
    window, _ = window_at("bank")
    for act in ("ready", "set", "lift", "shake", "house"):
        window._act(act)
    assert window.game.table.state.phase == "bank"


def moved(window: TableWindow, screen: pygame.Surface, reach: int) -> None:
    """Move the cup to and fro for two seconds, so far each way, ten times a second."""
    centre = window.stage.layout.cup.center
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=centre)
    window.frame(screen, now(down), 0, 0)
    for i in range(40):
        at = (centre[0] + (reach if i % 2 else -reach), centre[1])
        motion = pygame.event.Event(pygame.MOUSEMOTION, pos=at)
        window.frame(screen, now(motion), 50_000, 50 * (i + 1))
    up = pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=centre)
    window.frame(screen, now(up), 0, 2_050)
    window.game.run(ms=700)


def test_a_cup_that_is_shaken_with_the_hand_throws():
    window, screen = window_at("throw")
    moved(window, screen, 70)
    assert window.game.cup.meters["throws"] == 1
    window.frame(screen, [], 0, 3_000)
    press(window, "lift")
    window.game.run(ms=100)
    assert len(window.game.cup.faces) == 3


def test_a_cup_that_is_only_carried_about_does_not():
    window, screen = window_at("throw")
    moved(window, screen, 4)
    assert window.game.cup.meters["throws"] == 0


def test_keys_shake_with_some_effort():
    window, screen = window_at("throw")
    for i in range(14):
        key = pygame.K_LEFT if i % 2 else pygame.K_RIGHT
        window.frame(screen, now(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0)), 150_000, 150 * i)
    window.game.run(ms=1_000)
    assert window.game.cup.meters["throws"] == 1


def test_cards_change_places_by_touch_and_by_drag():
    window, screen = window_at("set")
    before, cards = list(window.visitor.hand.cards), window.stage.layout.cards
    for pair in (((0, 0), (3, 3)), ((1, 5),)):
        for begin, end in pair:
            window.frame(screen, now(
                pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=cards[begin].center),
                pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=cards[end].center),
            ), 0, 0)  # fmt: skip
    expected = list(before)
    for one, other in ((0, 3), (1, 5)):
        expected[one], expected[other] = expected[other], expected[one]
    assert window.visitor.hand.cards == expected


def test_the_rail_shows_the_hands_as_they_were_set_by_whomever():
    """The house plays for who is away, and a script sets what it likes: the rail and the cloth agree."""
    for away in (True, False):
        window, screen = window_at("set")
        game, laid = window.game, list(window.visitor.hand.cards)
        low = next(
            pair
            for pair in itertools.combinations(sorted(laid), 2)
            if set(pair) != set(laid[:2])
            and not Setting.of(pair, [card for card in laid if card not in pair]).foul
        )
        if away:
            game.away(PLACE)
            game.run(ms=3_000)
            low = game.table.seat(PLACE).low
        else:
            game.set_hand(PLACE, low)
        window.frame(screen, [], 0, 0)
        assert set(window.visitor.hand.cards[:2]) == set(low)
        assert sorted(window.visitor.hand.cards) == sorted(laid)


def test_who_looks_on_is_told_what_the_house_declares():
    game = PaiGowGame(seed="07", players=3)
    stage, screen = Stage(game, (1280, 800), "en"), pygame.Surface((1280, 800))
    stage.draw(screen, Visitor(0, 500), 0, animate=False)
    assert any("commission" in one.text for one in stage.text.placed)
    assert stage.shown == []


def test_a_foul_hand_is_told_before_it_is_set():
    window, screen = window_at("set")
    hand: HandOnRail = window.visitor.hand
    assert not hand.setting.foul  # as they are laid down
    hand.cards = next(
        [*low, *high]
        for low in itertools.combinations(hand.cards, 2)
        if Setting.of(low, high := [card for card in hand.cards if card not in low]).foul
    )
    assert hand.setting.foul
    window.frame(screen, [], 0, 0)
    assert any("MANO INCORRECTA" in button.words for _, button in window.stage.shown)
    assert any(one.text.startswith("La mano alta debe valer más") for one in window.stage.text.placed)


def test_in_public_the_house_plays_for_who_has_gone_until_somebody_touches():
    window, screen = window_at("bank")
    window._in_public = True
    window.frame(screen, [], 0, 41_000)
    assert window.game.people == frozenset()
    window.frame(screen, now(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5))), 0, 42_000)
    assert window.game.people == {PLACE}
    window.frame(screen, now(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)), 0, 42_500)
    assert not window.leaving


# --- dice -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_rests_with_its_face_up(face):
    for spin in (0.0, 0.4, -1.1):
        matrix = dice.resting(face, spin)
        up = max(dice._SIDES, key=lambda side: float((matrix @ np.array(side[1], dtype=float))[2]))
        assert up[0] == face
        assert np.allclose(matrix @ matrix.T, np.eye(3))


def test_a_tumble_ends_at_rest_without_a_jump():
    for face, number, which in ((5, 3, 0), (1, 9, 1), (6, 40, 2)):
        before = dice.tumbling(face, number, which, 0)[0]
        last, away, height = dice.tumbling(face, number, which, dice.TUMBLE_MS)
        assert (away, height) == ((0.0, 0.0), 0.0)
        assert max(dice._SIDES, key=lambda side: float((last @ np.array(side[1], dtype=float))[2]))[0] == face
        assert not np.allclose(before, last)
        turned = []
        for age in range(0, dice.TUMBLE_MS + 17, 16):
            now = dice.tumbling(face, number, which, age)[0]
            turned.append(float(np.arccos(np.clip((np.trace(now @ before.T) - 1) / 2, -1, 1))))
            before = now
        assert max(turned[-12:]) < 0.12  # radians a frame: it comes to rest slowly


# --- sounds -----------------------------------------------------------------------------------------


def test_every_sound_of_the_table_keeps_to_its_voice():
    for name, wave in sounds.samples().items():
        assert float(np.abs(wave).max()) <= sounds.VOICES[name.partition("_")[0]].peak + 1e-6
        assert abs(float(wave[-1])) < 0.02, f"{name} ends with a click"


def test_all_of_the_table_at_once_stays_below_the_ceiling():
    speaker = sounds.TableSpeaker(PLACE)
    speaker.prepare()
    for _ in range(4):
        for name in sounds.samples():
            speaker.mixer.begin(name)
    heard = speaker.mixer.rendered(32_000)
    assert 0.49 < float(np.abs(heard).max()) <= CEILING + 1e-6


def test_what_happens_is_heard():
    window, screen = window_at("throw")
    began: list[str] = []
    real = window.speaker.update
    window.speaker.update = lambda moving, now_ms: began.extend(real(moving, now_ms)) or []
    moved(window, screen, 70)
    assert sum(name.startswith("rattle") for name in began) > 8
    window.game.lift()
    window.game.run(ms=100)
    window.frame(screen, [], 0, 3_000)
    assert {"lid", "dice"} <= set(began)


# --- chips, words, files ------------------------------------------------------------------------------


@pytest.mark.parametrize("cents", [5, 25, 975, 4_500, 123_456, 1])
def test_a_stack_is_worth_its_amount(cents):
    assert sum(parts(cents)) == cents
    assert parts(cents) == sorted(parts(cents), reverse=True)


def test_every_word_of_the_table_is_there_in_spanish():
    folder = Path(stage_module.__file__).parent
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    words = set(re.findall(r'say\(\s*["\']((?:[^"\'\\]|\\.)+)["\']', text))
    table = (folder / "words.py").read_text(encoding="utf-8")
    words |= set(re.findall(r'Kind\.\w+: "([^"]+)"', table)) | set(
        re.findall(r'"(?:win|push|loss)": "([^"]+)"', table)
    )
    spanish = gettext.translation("pai_gow", FOLDER, ["es"])._catalog
    assert words <= set(spanish), sorted(words - set(spanish))
    assert {word for word in spanish if word} <= words


SCRIPT = """
[[step]]
wait = "bank"
do = "take_bank"
place = 1
take = false

[[step]]
wait = "bets"
do = "bet"
place = 1
cents = 1000

[[step]]
do = "no_more_bets"

[[step]]
wait = "set"
do = "set_hand"
place = 1
low = "house"

[[step]]
wait = "clear"
expect = { phase = "clear", throws = 1 }
"""


def test_a_script_plays_a_deal_and_its_journal_replays(tmp_path):
    path = tmp_path / "deal.toml"
    path.write_text(SCRIPT, encoding="utf-8")
    options = Options(players=2, place=1, seed="00", script=path, journal=tmp_path / "deal.jsonl")
    game = options.game()
    with recorded(game, options.journal):
        run_script(game, read_script(path))
    told = found(game)
    assert sum(told["chips"].values()) + told["house_cents"] + told["commission_cents"] == 200_000
    assert replay(options.journal, build=PaiGowGame.from_origin).same


def test_mistakes_of_a_script_are_told_with_their_step(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(
        '[[step]]\ndo = "bid"\n\n[[step]]\ndo = "bet"\nplace = 1\n\n[[step]]\ncents = 3\n\n'
        "[[step]]\nafter_ms = 1.5\n\n[[step]]\nafter_ms = -1\n",
        encoding="utf-8",
    )
    with pytest.raises(SittingError) as error:
        read_script(path)
    assert [line.split(": ")[1] for line in str(error.value).splitlines()] == [
        f"step {number}" for number in range(1, 6)
    ]
    path.write_text('[[step]]\nwait = "bets"\ndo = "bet"\nplace = 1\ncents = 7\n', encoding="utf-8")
    game = Options(players=2, place=1, seed="00", script=path).game()
    game.take_bank(1, take=False)
    with pytest.raises(SittingError, match="step 1: bet must be 500 to"):
        run_script(game, read_script(path))


def test_what_hands_are_compared_by_is_there_before_the_first_deal() -> None:
    """Building it within the first deal held the picture for a tenth of a second."""
    load_way.cache_clear()
    Stage(PaiGowGame(seed="07", people=[PLACE]), (800, 480), "es")
    assert "game" in vars(load_way("casa"))
