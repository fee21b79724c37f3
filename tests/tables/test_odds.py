# SPDX-License-Identifier: MIT
"""Exact figures: those worked out by hand, and those of the games themselves over all chances."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from places import ROOT

from emulator import cli
from machines.support.plain import Json, read_toml
from machines.tables.figure import Figure, exact
from machines.tables.game import Event, Move
from machines.tables.games.craps.odds import NUMBERS, WAYS, given_back
from machines.tables.games.craps.outcome import outcome
from machines.tables.games.punto_y_banca.coup import play_coup
from machines.tables.games.punto_y_banca.odds import counted
from machines.tables.odds import differing, figures
from machines.tables.refusal import TableError
from machines.tables.registry import GAMES, open_game
from machines.tables.table import Table

TRUTH = Path(__file__).parent / "truth"
STAKE = 10_00
RULES: dict[str, int | str] = {"minimum_cents": STAKE // 2}
TOLERANCE = 1e-12


def stated() -> list[object]:
    """Every figure of every truth file."""
    return [
        pytest.param(name, row, id=f"{name}-{number}")
        for name, folder in GAMES.items()
        for number, row in enumerate(
            read_toml((TRUTH / f"{folder}.toml").read_text(encoding="utf-8"))["figure"]
        )
    ]


def only(rows: list[Figure], spot: str, choice: str = "") -> Figure:
    (found,) = [row for row in rows if (row.spot, row.choice) == (spot, choice)]
    return found


@pytest.mark.parametrize(("game", "row"), stated())
def test_figures_are_those_worked_out_by_hand(game: str, row: Json) -> None:
    rows = figures(game, readings=row.get("readings", {}))
    named = [one for one in rows if one.spot == row["spot"] and row.get("choice", one.choice) == one.choice]
    found = named[0]
    assert abs(found.mean - Fraction(row["mean"])) <= Fraction(row.get("within", 0))
    for name, value in (("win", found.win), ("loss", found.loss), ("null", found.null), ("half", found.part)):
        assert Fraction(row.get(name, value)) == value, name


@pytest.mark.parametrize("game", GAMES)
def test_the_chances_of_a_bet_add_up_and_every_bet_has_its_figures(game: str) -> None:
    held = open_game(game, {}, {}).rules
    rows = figures(game)
    assert {row.spot for row in rows} == {*held.spots}
    for row in rows:
        assert row.win + row.loss + row.part + row.null == 1, row.spot
        assert row.rounds >= 1
        assert row.variance > 0
        assert row.article


SPUN = ("french-roulette", "american-roulette", "boule", "wheel-of-fortune")


def settled(table: Table, pocket: int) -> list[Event]:
    """What a pocket makes of a table, which stays as it is; whoever may take half takes it."""
    game, events = table.game, []
    state = game.apply(table.state, Move("spin", values=(pocket, 0))).state
    moves = [Move("settle")]
    while moves:
        step = game.apply(state, moves.pop())
        state, events = step.state, [*events, *step.events]
        moves = [Move("choose", 1, state["asked"][0][1], word="half")] if state["phase"] == "choices" else []
    return events


@pytest.mark.parametrize("game", SPUN)
@pytest.mark.parametrize("readings", [{}, {"doubles": "any", "first_four": "yes"}, {"zero_splits": "no"}])
def test_a_game_pays_over_all_its_pockets_what_its_figures_say(game: str, readings: dict[str, str]) -> None:
    if readings and game not in SPUN[:2]:
        return
    table = Table(game, bytes(32), {1: 100_000_00}, rules=RULES, readings=readings)
    gained: dict[str, int] = dict.fromkeys(table.game.rules.spots, 0)
    for spot in gained:
        table.act(Move("bet", 1, spot, STAKE))
    table.act(Move("no_more_bets"))
    pockets: list[int] = list(table.game.rules.data["pockets"])
    for pocket in pockets:
        for event in settled(table, pocket):
            gained[event.spot] += {"paid": 1, "lost": -1}.get(event.kind, 0) * event.cents
    rows = figures(game, RULES, readings)
    for row in rows:
        if row.choice in ("", "half"):
            assert Fraction(gained[row.spot], STAKE * len(pockets)) == row.mean, row.spot


@pytest.mark.parametrize(("reading", "value"), [("a", Fraction(36, 73)), ("b", Fraction(18, 73))])
def test_prison_is_what_its_chain_says_zero_after_zero(reading: str, value: Fraction) -> None:
    """A prisoner followed through sixty zeros, each as the text has it."""
    back = back_square = 0.0
    held, chance = (1.0 if reading == "a" else 0.5), 1.0
    for _ in range(60):
        back += chance * 18 / 37 * held
        back_square += chance * 18 / 37 * held**2
        chance, held = chance / 37, held / 2
    assert back == pytest.approx(float(value), abs=TOLERANCE)
    row = only(figures("french-roulette", readings={"prison": reading}), "rojo", "prison")
    assert float(row.mean) == pytest.approx(-(1 - back) / 37, abs=TOLERANCE)
    square = 36 / 37 + (1 - 2 * back + back_square) / 37
    assert float(row.square) == pytest.approx(square, abs=TOLERANCE)


THROWN = [
    (spot, choice)
    for spot, choice in dict.fromkeys((row.spot, row.choice) for row in figures("craps"))
    if "come-odds" not in spot
]


N_TIMES = ("hardway", "seven", "eleven", "any-craps", "craps", "horn", "field")


@pytest.mark.parametrize(
    ("spot", "choice", "readings"),
    [(*row, {}) for row in THROWN]
    + [(*row, {"n_times": "for_one", "field_four": "no"}) for row in THROWN if row[0].startswith(N_TIMES)],
)
def test_a_bet_of_craps_comes_to_what_throw_after_throw_makes_of_it(
    spot: str, choice: str, readings: dict[str, str]
) -> None:
    """The settlement of the game itself, iterated over all throws until next to nothing is left."""
    rules = open_game("craps", {}, readings).rules
    row = only(figures("craps", readings=readings), spot, choice)
    point = int(choice.removeprefix("point ")) if choice else 4 if "come" in spot else 0
    left, mean, win = {(spot, point): 1.0}, 0.0, 0.0
    for _ in range(110):
        after: dict[tuple[str, int], float] = {}
        for (lies, on), chance in left.items():
            for faces in product(range(1, 7), repeat=2):
                fate, total = outcome(lies, faces, on, rules), sum(faces)
                here = chance / 36
                puck = 0 if on and total in (7, on) else total if not on and total in NUMBERS else on
                fresh = lies == "dont-come" or (lies == "dont-win" and not on)
                null = fresh and total == 12
                if fate.fate == "win":
                    win, mean = win + here, mean + here * fate.pays[0] / fate.pays[1]
                elif fate.fate == "lose":
                    mean -= here
                elif fate.fate in ("lie", "move") and not null:
                    moved = f"{lies} {total}" if fate.fate == "move" and "come" in lies else lies
                    after[moved, puck] = after.get((moved, puck), 0.0) + here
        left = after
    assert sum(left.values()) < TOLERANCE
    assert mean == pytest.approx(float(row.mean), abs=1e-10)
    assert win == pytest.approx(float(row.win), abs=1e-10)


@pytest.mark.parametrize("number", NUMBERS)
def test_odds_on_come_go_back_as_often_as_first_throws_make_them(number: int) -> None:
    rules = open_game("craps", {}, {}).rules
    left = {(point if point != number else 0): WAYS[point] / 24 for point in NUMBERS}
    back = 0.0
    for _ in range(130):
        after: dict[int, float] = {}
        for point, chance in left.items():
            for faces in product(range(1, 7), repeat=2):
                total, fate = sum(faces), outcome(f"come-odds {number}", faces, point, rules).fate
                puck = 0 if point and total == point else total if not point and total in NUMBERS else point
                if fate == "back":
                    back += chance / 36
                elif fate == "lie":
                    after[puck] = after.get(puck, 0.0) + chance / 36
        left = after
    assert back == pytest.approx(float(given_back(number)), abs=1e-10)


def test_baccarat_is_that_of_the_published_tables() -> None:
    """Wizard of Odds gives punto, banca and tie for six and eight decks to six places."""
    data = open_game("punto-y-banca", {}, {}).rules.data
    for decks, wanted in (
        (6, (0.446279, 0.458653, 0.095069)),
        (8, (0.446247, 0.458597, 0.095156)),
    ):
        counts = counted(decks, tuple(data["bank_draws"]), data["punto_draws_to"])
        total = sum(counts.values())
        found = [counts[name] / total for name in ("punto", "banca", "tie")]
        assert found == pytest.approx(wanted, abs=1e-6)


@pytest.mark.long
def test_baccarat_is_that_of_every_six_cards_dealt_one_by_one() -> None:
    data = open_game("punto-y-banca", {}, {}).rules.data
    counts = {"punto": 0, "banca": 0, "tie": 0}
    of_value = [32, 48, *range(0, 32, 4)]  # a ten, an ace, then twos to nines
    for cards in product(range(10), repeat=6):
        left, ways = [96, *[24] * 9], 1
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        counts[play_coup([of_value[card] for card in cards], data).winner] += ways
    assert counts == counted(6, tuple(data["bank_draws"]), data["punto_draws_to"])


def test_a_reading_changes_what_it_names_and_nothing_else() -> None:
    changed = differing("craps")
    assert [row.spot for row in changed["field_four", "no"]] == ["field"]
    assert {row.kind for row in changed["n_times", "for_one"]} == {
        "hardway-4-10", "hardway-6-8", "seven", "eleven", "any-craps", "craps-2", "craps-3", "craps-12",
        "horn",
    }  # fmt: skip
    assert {row.choice for row in differing("french-roulette")["prison", "b"]} == {"prison"}


def test_a_fraction_of_many_digits_is_told_with_the_bound_of_its_error() -> None:
    assert exact(Fraction(-1, 37)) == "-1/37"
    long = [Fraction(10**49 + 1, 3**104), Fraction(-(7**40), 11**90), Fraction(1, 3**300)]
    assert [sum(map(str.isdigit, f"{one.numerator}{one.denominator}")) for one in long] == [100, 128, 145]
    assert exact(long[0]) == f"{long[0].numerator}/{long[0].denominator}"
    for one in long[1:]:
        told, _, bound = exact(one).partition(" ± ")
        assert abs(Fraction(told) - one) <= Fraction(bound) < abs(one) / 10**14
        assert len(told.partition("E")[0].strip("-0.").replace(".", "")) == 15


def test_chances_that_do_not_add_up_are_refused() -> None:
    spot = open_game("boule", {}, {}).rules.spots["rojo"]
    with pytest.raises(TableError, match="add up to 1"):
        Figure.of(spot, [(Fraction(1), Fraction(4, 9))])


def test_the_command_prints_them_for_one_game_and_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["table", "odds", "craps", "--bet", "field", "--all-readings", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"]["craps"][0]["mean"] == "-1/18"
    assert (
        next(row for row in found["readings"] if row["reading"] == "field_four")["bets"][0]["mean"] == "-2/9"
    )
    assert cli.run(["table", "odds", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["games"]
    assert {*rows} == {*GAMES}
    assert rows["wheel-of-fortune"][0]["mean"] == "9/32"
    assert cli.run(["table", "odds", "craps", "--all-readings"]) == 0
    assert "+5.5556" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["boule", "--bet", "77"], "--bet must be a spot of boule (got 77)"),
        (["boule", "--sort", "luck"], "--sort must be one of text, edge (got luck)"),
        (["--rule", "minimum_cents=5"], "must be of one game"),
        (["poker"], "game must be one of"),
    ],
)
def test_the_command_says_what_is_wrong(
    line: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["table", "odds", *line]) != 0
    assert says in capsys.readouterr().err


@pytest.mark.long
def test_the_page_shows_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    page = (ROOT / "docs" / "table_odds.md").read_text(encoding="utf-8")
    blocks = [block.partition("\n```")[0] for block in page.split("```console\n")[1:]]
    assert [block.splitlines()[0] for block in blocks] == [
        f"$ azar table odds {game} --all-readings" for game in GAMES
    ]
    for game, block in zip(GAMES, blocks, strict=True):
        assert cli.run(["table", "odds", game, "--all-readings"]) == 0
        lines = [line.rstrip() for line in capsys.readouterr().out.strip().splitlines()]
        assert [*filter(None, block.splitlines()[1:])] == [*filter(None, lines)]


def test_the_page_of_all_bets_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["table", "odds", "--markdown"]) == 0
    printed = capsys.readouterr().out
    page = (ROOT / "docs" / "table_bets.md").read_text(encoding="utf-8")
    assert page == printed, "azar table odds --markdown > docs/table_bets.md"
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")][1:]
    edges = [float(row[0]) for row in rows]
    assert edges == sorted(edges)
    assert {row[2].strip("`") for row in rows} == set(GAMES)
    for row in rows:
        if "/" in row[1]:
            assert f"{float(Fraction(row[1])) * 100:+.4f}" == row[0]


def test_every_bet_of_every_game_is_on_the_page() -> None:
    lines = (ROOT / "docs" / "table_bets.md").read_text(encoding="utf-8").splitlines()
    for game in GAMES:
        rows = [line.strip("| ").split(" | ") for line in lines if f"| `{game}` |" in line]
        shown = {(row[0], row[4], row[6], row[8]) for row in rows}
        for row in figures(game):
            edge = f"{float(row.edge) * 100:+.4f}" if row.edge else "0"
            variance = f"{float(row.square - row.mean * row.mean):.3f}"
            assert (edge, row.choice or "none", f"{float(row.win) * 100:.3f}", variance) in shown
