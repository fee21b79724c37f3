# SPDX-License-Identifier: MIT
"""Every text of every table is translated into every language; what is missing is told by game and key."""

from __future__ import annotations

import ast
import io
import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages import pofile
from places import ROOT

from emulator.panel.tables.kit.plan import has_plan, read_plan
from emulator.panel.tables.kit.seen import DOMAIN, Seen, spot_name
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame
from machines.support.languages import FOLDER, SOURCE_LANGUAGE, languages
from machines.tables.game import Move
from machines.tables.registry import GAMES, open_game

FELTS = {name: game for name, game in GAMES.items() if has_plan(game)}
TRANSLATED = tuple(language for language in languages() if language != SOURCE_LANGUAGE)
KIT = ROOT / "emulator" / "panel" / "tables" / "kit"
WORD = re.compile(r"[^\W\d_]{2}")
ROUNDS = 200
"""Rounds in which a game shows what it asks for: 31 and 31, the rarest, comes in one of 46 coups."""
DECIDED = {
    "french-roulette": {"HALF", "PRISON"}, "treinta-y-cuarenta": {"HALF", "PRISON"},
    "poquer-tres-cartas": {"PLAY ON", "FOLD"},
}  # fmt: skip


@cache
def translated(language: str) -> frozenset[str]:
    """Messages that a language's own catalogue of tables translates."""
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not path.is_file():
        return frozenset()
    found = pofile.read_po(io.BytesIO(path.read_bytes()))
    return frozenset(str(one.id) for one in found if one.id and one.string)


def marked(text: str) -> str:
    """A message that one finds again in what is said."""
    return f"<<{text}>>"


def messages(said: str) -> list[str]:
    """The messages in what is said."""
    return re.findall(r"<<(.*?)>>", said)


def decisions(name: str) -> Iterator[tuple[str, str]]:
    """What a game asks players for, found by playing, and the words of its buttons."""
    dealer = EngineDealer(name, bytes(32), dict.fromkeys((1, 2, 3), 100_000_00))
    seen, choose, table = Seen(TableGame(dealer, people=[])), random.Random(3), dealer.table
    seen._say = marked
    known: set[str] = set()
    while table.state["round"] < ROUNDS:
        if table.state["phase"] == "bets":
            for seat in (1, 2, 3):
                bets = [one for one in table.legal(seat) if one.kind == "bet"]
                chances = [one for one in bets if not re.search(r"\d|seguro", one.spot)]
                if bets:
                    one = choose.choice(chances or bets)
                    table.act(Move("bet", seat, one.spot, min(one.most, 10 * one.least)))
        for seat, among in dealer.choices().items():
            for act in among:
                if (word := act.partition(" ")[0]) not in known:
                    known.add(word)
                    yield f"choose {word}", messages(seen._button(seat, act).words)[0]
        table.act(table.next_move())


@cache
def texts_of(name: str) -> dict[str, str]:
    """Every text of a game that a catalogue has to have, by its key."""
    game = FELTS[name]
    found = {"title": game.replace("_", " ").capitalize()}
    rows = open_game(name, {}, {}).rules.rows
    for reading in ({}, *({row.name: value} for row in rows.values() for value in row.others)):
        rules = open_game(name, {}, reading).rules
        for tall in (True, False):
            plan = read_plan(game, tall, frozenset(rules.readings.items()))
            found |= {f"print {spot}": text for spot, text in plan.printed.items()}
            found |= {f"cards {hand}": hand.upper() for hand in plan.hands if hand not in plan.printed}
            for spot in (*rules.spots, *plan.spots):
                called = messages(spot_name(plan.printed, marked, spot))
                found |= {f"spot {spot}": text for text in called}
    odds = import_module(f"machines.tables.games.{game}.odds")
    assert hasattr(odds, "prices") == hasattr(odds, "PLAYS")
    found |= {f"play {choice}": choice for choice in getattr(odds, "PLAYS", ())}
    return {key: text for key, text in [*found.items(), *decisions(name)] if WORD.search(text)}


def texts_of_kit(folder: Path = KIT) -> dict[str, str]:
    """Every text that the kit of tables itself says."""
    found = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
                "say",
                "_say",
            ):
                for one in node.args:
                    if isinstance(one, ast.Constant) and WORD.search(str(one.value)):
                        found[f"{path.name}:{one.lineno}:{one.col_offset}"] = str(one.value)
    return found


def missing(name: str, texts: dict[str, str]) -> list[str]:
    """What has no translation, as one reads it."""
    return [
        f"{name}: {key}: {text!r} has no {language}"
        for language in TRANSLATED for key, text in texts.items() if text not in translated(language)
    ]  # fmt: skip


@pytest.mark.parametrize("name", FELTS)
def test_every_text_of_a_game_has_its_translation(name: str) -> None:
    texts = texts_of(name)
    assert "title" in texts
    assert DECIDED.get(name, set()) <= set(texts.values())
    assert missing(name, texts) == []


def test_every_text_of_the_kit_has_its_translation() -> None:
    texts = texts_of_kit()
    assert {"TAKE BACK", "YOUR CHIPS", "STAKES FROM {}"} <= set(texts.values())
    assert missing("kit", texts) == []


def test_a_missing_translation_is_told_by_game_and_key() -> None:
    told = missing("a-game", {"print tie": "No such text"})
    assert told == [f"a-game: print tie: 'No such text' has no {language}" for language in TRANSLATED]
    assert len(told) == len(languages()) - 1 >= 4


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_of_a_text_that_no_table_says(language: str) -> None:
    known = {*texts_of_kit().values(), *(text for name in FELTS for text in texts_of(name).values())}
    assert translated(language) - known == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_places_for_amounts_are_as_many_in_every_language(language: str) -> None:
    found = pofile.read_po(io.BytesIO((FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").read_bytes()))
    rows = [one for one in found if one.id]
    assert len(rows) > 60
    for one in rows:
        assert str(one.id).count("{}") == str(one.string).count("{}"), one.id
