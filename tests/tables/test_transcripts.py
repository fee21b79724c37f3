# SPDX-License-Identifier: MIT
"""A table's transcript is the one that was written by hand from the text: transcripts/*.txt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from truth_rig import bet, choice, given, play_round

from emulator import cli
from machines.tables.game import INSPECTOR, Move
from machines.tables.refusal import TableError
from machines.tables.registry import GAMES
from machines.tables.table import Table
from machines.tables.transcript import Transcript, euros, open_transcript

FOLDER = Path(__file__).parent / "transcripts"
SITTINGS: dict[str, tuple[dict[str, int | str], int, list[object]]] = {
    "french-roulette": (
        {"minimum_cents": 500}, 3,
        ["1 17 5", "1 columna 2 20", "2 caballo 17-20 10", "2 rojo 20", "3 negro 50", "3 docena 3 10", 17],
    ),
    "american-roulette": ({"minimum_cents": 500}, 2, ["1 0 5", "1 par 20", "2 pasa 40", "2 docena 1 10", 0]),
    "boule": (
        {"minimum_cents": 200}, 2, ["1 5 10", "1 rojo 20", "2 impar 20", "late 2 3 2", 5],
    ),
    "wheel-of-fortune": (
        {"minimum_cents": 100}, 3, ["1 1 10", "2 5 4", "3 40 1", "late 3 20 1", 5],
    ),
    "craps": (
        {"minimum_cents": 500}, 2,
        [
            "1 win 10", "2 dont-win 10", [2, 2], "1 win-odds 10", "2 come 10", "error off_the_table", [5, 1],
            "2 hardway 6 5", [3, 3], [3, 1],
        ],
    ),
    "punto-y-banca": (
        {"minimum_cents": 500}, 3,
        ["burn 3", "1 banca 100", "2 punto 60", "3 tie 5", ["KP", "4C", "2D", "QT", "6P", "5D"]],
    ),
    "treinta-y-cuarenta": (
        {"minimum_cents": 500}, 3,
        [
            "shuffle", "1 negro 100", "2 rojo 60", "2 seguro rojo 0.60", "3 inverso 40",
            ["KC", "9P", "5T", "8D", "7P", "AC", "QD", "TT", "7C"], "1 color 50", "2 rojo 60",
            "2 seguro rojo 0.60", "3 negro 40", ["JT", "TP", "6D", "5C", "KP", "QC", "JD", "AP"],
            "choose 1 color half", "choose 3 negro prison", ["4T", "3D", "KT", "red"],
            ["2P", "9C", "TD", "QT", "KD", "JC", "6P", "4C", "TP"],
        ],
    ),
}  # fmt: skip


def told(game: str) -> Transcript:
    """The sitting of a game, as its file has it."""
    rules, seats, steps = SITTINGS[game]
    table = Table(game, bytes(32), dict.fromkeys(range(1, seats + 1), 1_000_00), rules=rules)
    transcript = open_transcript(table)
    for step in steps:
        play(table, transcript, step, steps)
    transcript.summary()
    return transcript


def play(table: Table, transcript: Transcript, step: object, steps: list[object]) -> None:
    """A bet, a bet that comes late, a null throw, a shoe, a decision, or what chance gave."""
    text = step if isinstance(step, str) else ""
    if text.startswith("burn"):
        shoe = list(range(312))
        card = int(text.split()[1]) - 2  # of clubs, first deck
        shoe[0], shoe[4 * card] = shoe[4 * card], shoe[0]
        table.act(Move("shuffle", values=tuple(shoe)))
        table.act(Move("burn"))
    elif text.startswith("late"):
        table.act(Move("no_more_bets"))
        move = bet(f"{text.removeprefix('late ')}.00")
        with pytest.raises(TableError) as error:
            table.act(move)
        assert error.value.rule == "no_more_bets"
        transcript.refused(move)
    elif text.startswith("error"):
        table.act(Move("no_more_bets"))
        table.act(Move("error", INSPECTOR, word=text.split()[1]))
    elif text == "shuffle":
        table.act(table.next_move())
    elif text.startswith("choose"):
        table.act(choice(text.removeprefix("choose ")))
    elif text:
        table.act(bet(text if "." in text else f"{text}.00"))
    else:
        if table.state["phase"] == "bets":
            table.act(Move("no_more_bets"))
        table.act(Move(table.next_move().kind, values=given(step)))
        table.act(table.next_move())


def told_three_cards() -> Transcript:
    """One wins with a straight and Pareja Plus, one retires, one has the bank's own cards."""
    table = Table("poquer-tres-cartas", bytes(32), dict.fromkeys((1, 2, 3), 1_000_00))
    transcript = open_transcript(table)
    play_round(
        table,
        {
            "bets": ["1 ante 10.00", "1 pareja-plus 5.00", "2 ante 20.00", "3 ante 10.00"],
            "given": ["9P", "JD", "QP", "QC", "8D", "8C", "5T", "5D", "7T", "4T", "2C", "2T"],
            "choices": ["1 ante ir", "2 ante retirarse", "3 ante ir"],
        },
    )
    transcript.summary()
    return transcript


def told_black_jack() -> Transcript:
    """A rider follows a double, a pair of eights is parted, a black jack, an insurance that is lost."""
    table = Table("black-jack", bytes(32), dict.fromkeys((1, 2, 3), 1_000_00))
    while table.state["phase"] != "bets":
        table.act(table.next_move())
    transcript = open_transcript(table)
    play_round(
        table,
        {
            "bets": ["1 mano 1 20.00", "3 mano 1 10.00", "2 mano 2 10.00", "3 mano 3 30.00"],
            "given": [
                "6C",
                "8P",
                "AT",
                "AD",
                "5T",
                "8D",
                "KC",
                "TP",
                "3C",
                "8T",
                "KD",
                "9T",
                "5C",
                "QT",
                "4D",
            ],
            "choices": [
                "1 seguro 1 pasar",
                "3 seguro 1 pasar",
                "2 seguro 2 asegurar",
                "3 seguro 3 a-la-par",
                "1 mano 1 doblar",
                "3 mano 1 seguir",
                "2 mano 2 separar",
                "2 mano 2 doblar",
                "2 mano 2b pedir",
            ],
        },
    )
    transcript.summary()
    return transcript


def told_sin_descarte() -> Transcript:
    """One wins the tenth of the carrousel, another stands behind him, one retires, one has the bank's own."""
    table = Table("poquer-sin-descarte", bytes(32), dict.fromkeys((1, 2, 3, 4), 1_000_00))
    transcript = open_transcript(table)
    hands = ["4T 5T 6T 7T 8T", "9C 7D 5P 4P 3D", "AC KD JP 8D 4D", "AD KP JD 8P 4C"]
    play_round(
        table,
        {
            "bets": [
                "1 ante 10.00", "1 carrousel 1.00", "2 ante 20.00", "3 ante 10.00", "3 carrousel 1.00",
                "4 ante 1 5.00",
            ],
            "given": [card for dealt in zip(*map(str.split, hands), strict=True) for card in dealt],
            "choices": ["1 ante ir", "2 ante retirarse", "3 ante ir"],
        },
    )  # fmt: skip
    transcript.summary()
    return transcript


def told_pai_gow() -> Transcript:
    """A deal of the croupier's bank, of three players of whom one wins, one has a null and one loses."""
    table = Table("pai-gow", bytes(32), dict.fromkeys((1, 2, 3), 1_000_00))
    transcript = open_transcript(table)
    play_round(
        table,
        {
            "bets": ["1 stake 100.00", "2 stake 50.00", "3 stake 20.00"],
            "dice": [2, 3, 5],
            "packets": {
                "0": "KC QD JP 9T 5C 4D 2P", "1": "AP KP 8D 8T 6P 3C 2D", "2": "AC TT 9D 7C 6T 4C 2T",
                "3": "TP 9P 7P 6C 5T 4T 3P",
            },
            "set": {"1": "AP KP", "2": "TT 9D", "3": "9P 6C"},
        },
    )  # fmt: skip
    transcript.summary()
    return transcript


OWN = {
    "poquer-tres-cartas": told_three_cards, "poquer-sin-descarte": told_sin_descarte,
    "black-jack": told_black_jack, "pai-gow": told_pai_gow,
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_is_the_one_that_was_written_from_the_text(game: str) -> None:
    wanted = (FOLDER / f"{GAMES[game]}.txt").read_text(encoding="utf-8")
    found = OWN[game]() if game in OWN else told(game)
    assert found.text.splitlines() == wanted.splitlines()


def test_amounts_are_written_as_people_do() -> None:
    assert [euros(cents) for cents in (100, 250, 500, 5)] == ["1 euro", "2,50 euros", "5 euros", "0,05 euros"]


def test_prison_is_told() -> None:
    table = Table("french-roulette", bytes(32), {1: 1_000_00}, rules={"minimum_cents": 500})
    transcript = open_transcript(table)
    for move in (
        Move("bet", 1, "rojo", 20_00), Move("no_more_bets"), Move("spin", values=(0,)), Move("settle"),
        Move("choose", 1, "rojo", word="prison"), Move("no_more_bets"), Move("spin", values=(1,)),
        Move("settle"),
    ):  # fmt: skip
        table.act(move)
    transcript.summary()
    lines = transcript.text.splitlines()
    assert "A prisión: rojo, jugador 1, 20 euros" in lines
    assert "Recupera su libertad: rojo, jugador 1, 20 euros" in lines
    assert lines[-1] == "Jugador 1: ni gana ni pierde."


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["table", "deal", "boule", "--bet", "5 10.00", "--given", "5", "--transcript"]
    assert cli.run(line) == 0
    said = capsys.readouterr().out
    assert "Se añade la ganancia: número 5, jugador 1, 70 euros (7 veces 10)" in said
    assert cli.run([*line, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["transcript"][0].startswith("BOLA O BOULE")
