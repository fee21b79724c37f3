# SPDX-License-Identifier: MIT
"""Records of draws: the same of every kind of file, each mistake with its place, and the examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from draws_rig import fair_dice, fair_shoes, fair_wheel

import cext
import machines.tables.inspection as room
from machines.tables.chance import card_name
from machines.tables.inspection.audit import audit, judged
from machines.tables.inspection.dice_trials import DiceDraws
from machines.tables.inspection.draws import DrawsRecord, read_draws
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.shoe_trials import ShoeDraws
from machines.tables.inspection.wheel_trials import WheelDraws

EXAMPLES = Path(room.__file__).parent / "examples"
PAST = [17, 0, 32, 5, 36, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
THROWS = [(3, 4), (6, 1), *[(2, 5)] * 18]
ROUNDS = "".join(f"{number},{pocket},1,17,1\n" for number, pocket in enumerate(PAST))
CARDS = ["9h", "Ks", "2d", "7c", *["Th"] * 16]
WHEEL, DICE, SHOE = ('game = "french-roulette"', 'game = "craps"', 'game = "punto-y-banca"')
THIRTY = 'game = "treinta-y-cuarenta"'


def read(folder: Path, text: str, name: str, game: str | None = None) -> DrawsRecord:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_draws(path, game)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("spins.txt", f"# {WHEEL}\n{' '.join(map(str, PAST[:7]))}\n{', '.join(map(str, PAST[7:]))}\n"),
        ("spins.csv", f"# {WHEEL}\nspin;pocket\n" + "".join(f"{n};{p}\n" for n, p in enumerate(PAST))),
        ("spins.toml", f"{WHEEL}\npockets = {PAST}\n"),
        ("rounds.toml", WHEEL + "".join(f"\n[[round]]\ngiven = {pocket}" for pocket in PAST)),
        ("rounds.csv", f"# {WHEEL}\nround,given,seat,spot,stake\n{ROUNDS}"),
    ],
)  # fmt: skip
def test_a_wheel_is_read_from_every_kind_of_file(name: str, text: str, tmp_path: Path) -> None:
    found = read(tmp_path, text, name)
    assert isinstance(found.draws, WheelDraws)
    assert (list(found.draws.numbers), found.kind, found.size) == (PAST, "wheel", 20)
    assert [pair[0] for pair in found.draws.pairs] == ["rojo", "par", "falta"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("throws.txt", f"# {DICE}\n" + "".join(f"{a} {b}\n" for a, b in THROWS)),
        ("together.txt", f"# {DICE}\n" + "".join(f"{a}{b}\n" for a, b in THROWS)),
        ("throws.csv", f"# {DICE}\ndie1,die2\n" + "".join(f"{a},{b}\n" for a, b in THROWS)),
        ("throws.toml", f"{DICE}\ndice = {[list(throw) for throw in THROWS]}\n"),
    ],
)
def test_dice_are_read_from_every_kind_of_file(name: str, text: str, tmp_path: Path) -> None:
    found = read(tmp_path, text, name)
    assert found.draws == DiceDraws(tuple(THROWS)) and not found.sorted


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shoes.txt", f"# {SHOE}\n{' '.join(CARDS[:12])}\n{' '.join(CARDS[12:])}\n\n{' '.join(CARDS)}\n"),
        ("shoes.csv", f"# {SHOE}\nshoe,card\n" + "".join(f"{s},{card}\n" for s in "ab" for card in CARDS)),
        ("shoes.toml", f'{SHOE}\nshoes = ["{" ".join(CARDS)}", {CARDS}]\n'),
    ],
)
def test_shoes_are_read_from_every_kind_of_file(name: str, text: str, tmp_path: Path) -> None:
    found = read(tmp_path, text, name)
    assert isinstance(found.draws, ShoeDraws)
    assert [[card_name(card) for card in shoe] for shoe in found.draws.shoes] == [CARDS, CARDS]
    assert (found.draws.decks, found.draws.whole, found.size) == (6, False, 40)


def test_pockets_may_be_counted_instead_of_named(tmp_path: Path) -> None:
    head, cells = '# game = "wheel-of-fortune"\n', " ".join(str(1 + at % 64) for at in range(128))
    with pytest.raises(InspectionError, match=r"must be 1, 2, 5, 10, 20, 40 \[11, II.1\] \(got 3\)"):
        read(tmp_path, head + cells, "cells.txt")
    draws = read(tmp_path, f"{head}# positions = true\n{cells}", "cells.txt").draws
    assert isinstance(draws, WheelDraws) and draws.distinct and draws.order == tuple(range(1, 65))
    assert {"sector", "tilt"} <= {one.trial.name for one in judged(draws)}


def test_a_red_card_ends_the_shoe_of_a_record_of_bets(tmp_path: Path) -> None:
    coup = '[[round]]\ngiven = "9h 2c Th Kc"\n'
    text = f"{SHOE}\n{coup}{coup}red_card = true\n{coup * 3}"
    made = read(tmp_path, text, "rounds.toml").draws
    lines = "1,9h 2c Th Kc,,,,\n2,9h 2c Th Kc,,,,red_card\n2,9h 2c Th Kc,1,punto,5,\n"
    more = "".join(f"{number},9h 2c Th Kc,,,,\n" for number in (3, 4, 5))
    other = read(tmp_path, f"# {SHOE}\nround,given,seat,spot,stake,event\n{lines}{more}", "rounds.csv").draws
    assert isinstance(made, ShoeDraws) and [len(shoe) for shoe in made.shoes] == [8, 12]
    assert other == made


def test_a_red_card_among_the_cards_ends_their_shoe_and_is_none_of_them(tmp_path: Path) -> None:
    coup = "Kh 9s 5c 8d 7s Ah Qd 10c 7h"
    rounds = "".join(f'[[round]]\ngiven = "{cards}"\n' for cards in (coup, "4c 3d Red", coup, f"{coup} roja"))
    lines = f"round,given,seat,spot,stake\n1,{coup},,,\n2,4c 3d red,,,\n3,{coup},,,\n4,{coup} ROJA,,,\n"
    for name, text in (("a.toml", f"{THIRTY}\n{rounds}"), ("a.csv", f"# {THIRTY}\n{lines}")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        found = read_draws(tmp_path / name)
        assert isinstance(found.draws, ShoeDraws)
        assert [len(shoe) for shoe in found.draws.shoes] == [11, 18]
        assert found.size == 29


def test_a_game_may_be_named_by_the_command(tmp_path: Path) -> None:
    text = " ".join(map(str, PAST))
    assert read(tmp_path, text, "spins.txt", "american-roulette").game == "american-roulette"
    with pytest.raises(InspectionError, match="game must be craps, as --game says"):
        read(tmp_path, f"# {WHEEL}\n{text}", "spins.txt", "craps")


def test_dice_with_the_smaller_face_first_are_noticed(tmp_path: Path) -> None:
    rows = "".join(f"{min(throw)} {max(throw)}\n" for throw in fair_dice(1, 30).throws)
    found = read(tmp_path, f"# {DICE}\n{rows}", "throws.txt")
    assert found.sorted and found.draws.ordered is False
    said = read(tmp_path, f"# {DICE}\n# ordered = true\n{rows}", "throws.txt")
    assert not said.sorted and said.draws.ordered is True


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.txt", "1 2 3", "game must be one of"),
        ("a.txt", f"# {WHEEL}\n1 2 3", "must have 20 draws or more .got 3."),
        ("a.txt", f"# {WHEEL}\n1 2\n37", r"line 3: a pocket must be 0 to 36 \[1, II.1\] \(got 37\)"),
        ("a.txt", f"# {WHEEL}\n# colour = 1\n1 2", "a head has .*got colour"),
        ("a.csv", f"# {WHEEL}\nspin,number\n1,2", "line 2: columns must have pocket .got spin, number."),
        ("a.toml", f"{WHEEL}\npockets = 3", "pockets must be a list"),
        ("a.toml", f"{WHEEL}\npockets = [1, 2, 37]", "pockets, number 3: a pocket must be"),
        ("a.toml", "game = ", "a.toml: Invalid"),
        ("a.txt", f"# {DICE}\n3 4\n3 7", r"line 3: a throw must be two faces, 1 to 6 \[9, II\] \(got 3 7\)"),
        ("a.txt", f"# {SHOE}\n9h 1x", "line 2: given: card must be"),
        ("a.txt", f"# {SHOE}\n# decks = 0\n9h", "decks must be 1 to 12"),
        ("a.txt", f"# {SHOE}\n" + "9h " * 365, r"line 2: a shoe must be 312 cards or fewer \(got 365\)"),
        ("a.txt", f"# {WHEEL}\n²", "a pocket must be 0 to 36"),
        ("a.xls", "", "must be .toml, .csv, .txt"),
    ],
)  # fmt: skip
def test_a_record_that_is_none_is_refused_with_its_place(
    name: str, text: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(InspectionError, match=says) as error:
        read(tmp_path, text, name)
    assert error.value.hint


def test_examples_are_what_the_core_drew_and_nothing_is_odd_in_them() -> None:
    found = {path.name: read_draws(path) for path in (EXAMPLES / "audit").iterdir()}
    assert found["wheel.csv"].draws == fair_wheel(1, 740)
    assert found["dice.txt"].draws == fair_dice(1, 360)
    assert found["shoe.toml"].draws == ShoeDraws(fair_shoes(1, 2).shoes, 6, whole=True)
    assert not any(audit(record).odd for record in found.values())


def test_rounds_of_a_record_of_bets_are_draws_too() -> None:
    with pytest.raises(InspectionError, match="must have 20 draws or more"):
        read_draws(EXAMPLES / "french_roulette.toml")


def test_decks_of_single_deals_are_audited_and_a_card_that_never_comes_is_named(tmp_path: Path) -> None:
    path = tmp_path / "decks.txt"
    decks = [[card_name(card) for card in cext.deal(bytes(32), number, 52, 40)] for number in range(200)]
    head = '# game = "poquer-sin-descarte"'
    for gone, odd in ((None, False), ("As", True)):
        rows = [" ".join(card for card in deck if card != gone) for deck in decks]
        path.write_text(head + "\n" + "\n\n".join(rows) + "\n", encoding="utf-8")
        found = audit(read_draws(path))
        assert found.odd == odd
        named = [row.label for one in found.trials if one.trial.name == "card" for row in one.named]
        assert named == ([(gone,)] if gone else [])


def test_three_dice_are_audited_and_a_loaded_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "throws.txt"
    throws = [cext.throw(bytes(32), number) for number in range(600)]
    text = "\n".join(" ".join(map(str, faces)) for faces in throws)
    path.write_text(f'# game = "pai-gow"\n{text}\n', encoding="utf-8")
    assert not audit(read_draws(path)).odd
    loaded = "\n".join(
        f"{one} {6 if number % 5 == 0 else two} {three}" for number, (one, two, three) in enumerate(throws)
    )
    path.write_text(f'# game = "pai-gow"\n{loaded}\n', encoding="utf-8")
    found = audit(read_draws(path))
    assert [one.named[0].label for one in found.trials if one.trial.name == "face"] == [("2", "6")]
    path.write_text('# game = "pai-gow"\n1 2\n', encoding="utf-8")
    with pytest.raises(InspectionError, match=r"must be three faces, 1 to 6 .* \(got 1 2\)"):
        read_draws(path)
