# SPDX-License-Identifier: MIT
"""
Every number of every rules.toml is held by a case of its truth file, or by the tables of the text below.

A payment, a maximum, a number that a spot covers, a cell of the third-card table: each is altered by itself,
and then something must fail. What a house declares within limits has its limits altered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from truth_rig import check_case

import machines.tables.rules as rules_module
from machines.support.plain import Json, JsonView, read_toml
from machines.tables.refusal import TableError
from machines.tables.registry import FOLDER, GAMES, open_game
from machines.tables.rules import Rules
from machines.tables.spots import Spot

TRUTH = Path(__file__).parent / "truth"
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
NUMBERS = range(1, 37)


# -- what the text says once for many spots --------------------------------------------------------------


def roulette_covers(name: str) -> set[int] | None:
    """The numbers of a bet of more than six, by its name (epígrafe 1, IV.1)."""
    kind, _, which = name.partition(" ")
    places = [int(part) for part in which.split("-") if part.isdigit()]
    if kind in ("columna", "doble-columna"):
        return {n for n in NUMBERS if (n - 1) % 3 + 1 in places}
    if kind in ("docena", "doble-docena"):
        return {n for n in NUMBERS if (n - 1) // 12 + 1 in places}
    if kind == "seisena":
        return set(range(places[0], places[1] + 1))
    simple = {
        "rojo": RED, "negro": set(NUMBERS) - RED, "par": {n for n in NUMBERS if n % 2 == 0},
        "impar": {n for n in NUMBERS if n % 2}, "falta": set(range(1, 19)), "pasa": set(range(19, 37)),
    }  # fmt: skip
    return simple.get(kind)


# Maxima in times the minimum, by tier: 1, IV.2.A; 2, III.2.B; 1979, 01.4.2.
FRENCH_TIMES = {
    "pleno": (10, 20, 30), "caballo": (20, 40, 60), "transversal": (30, 60, 90), "cuadro": (40, 80, 120),
    "seisena": (60, 120, 180), "columna": (120, 240, 360), "docena": (120, 240, 360),
    "doble-columna": (240, 480, 720), "doble-docena": (240, 480, 720),
}  # fmt: skip
SIMPLE_TIMES = (180, 360, 540)
BOULE_TIMES = {"numero": (40, 100)}
BOULE_SIMPLE = (200, 500)


# 1, II.1; 3, II.1; 11, II.1: eight sectors of eight cells, the same value opposite.
WHEEL = [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
]  # fmt: skip
FORTUNE = {1: 32, 2: 16, 5: 8, 10: 4, 20: 2, 40: 2}

# 9, IV.1.B to D and IV.2: what a bet pays, and maxima in per cent.
CRAPS_PAYS = {
    "hardway-4-10": 7, "hardway-6-8": 9, "seven": 4, "eleven": 15, "any-craps": 7, "craps-2": 30,
    "craps-3": 15, "craps-12": 30, "horn": 4,
}  # fmt: skip
CRAPS_MOST = {
    "dont_odds_most": {4: 200, 5: 150, 6: 120, 8: 120, 9: 150, 10: 200},
    "right_most": {4: 100, 5: 100, 6: 120, 8: 120, 9: 100, 10: 100},
    "wrong_most": {4: 220, 5: 160, 6: 125, 8: 125, 9: 160, 10: 220},
}
FIELD = {2, 3, 9, 10, 11, 12}
THIRTY = {"most_times": (1000, 1000), "insurance_bp": (100, 100), "insurance_least_cents": (601, 601)}


def text_holds(game: str, readings: dict[str, str], rule_set: str) -> bool:
    """Whether a game has what the text says once for many spots."""
    declared: dict[str, int | str] = {"rule_set": rule_set} if rule_set else {}
    held = open_game(game, declared, readings).rules
    return game_holds(game, held) and all(spot_holds(game, spot, rule_set) for spot in held.spots.values())


def game_holds(game: str, held: Rules) -> bool:
    """Whether wheel, dice or shoe are those of the text."""
    data = held.data
    if "roulette" in game:
        return list(data["pockets"]) == WHEEL
    if game == "boule":
        return list(data["pockets"]) == [*range(1, 10)] * 2
    if game == "wheel-of-fortune":
        cells = list(data["pockets"])
        return {n: cells.count(n) for n in cells} == FORTUNE and cells[:32] == cells[32:]
    if game == "pai-gow":
        return pai_gow_holds(data)
    if game == "poquer-tres-cartas":
        return three_cards_hold(held)
    if game == "poquer-sin-descarte":
        return sin_descarte_holds(held)
    if game == "black-jack":
        return black_jack_holds(held)
    if game == "punto-y-banca":
        share = data["table"]["commission_bp"]
        return (data["decks"], data["below_red"], share["least"], share["most"]) == (6, 7, 500, 500)
    if game == "treinta-y-cuarenta":
        return thirty_holds(held)
    return craps_holds(held)


# 10.A, V.1: what the second bet is paid.
SIN_DESCARTE = {
    "high": 1, "pair": 1, "two_pairs": 2, "three": 3, "straight": 4, "flush": 5, "full": 7, "four": 20,
    "straight_flush": 25, "royal": 100,
}  # fmt: skip


def sin_descarte_holds(held: Rules) -> bool:
    """Ace and king for the bank, seven places, 25 minima, payments, a tenth of the carrousel (10.A)."""
    data, table = held.data, held.data["table"]
    seats, times = table["seats"], table["most_times"]
    fixed = (data["decks"], data["bank_needs"], seats["least"], seats["most"], times["one_of"])
    pot = data["carrousel"] == {"royal": 100, "straight_flush": 10}
    coin = (table["coin_cents"]["least"], table["coin_cents"]["most"]) == (1, 100_000)
    par = all(
        spot.pays == (int(name.startswith("ante")), 1) and (spot.kind != "de-pie" or spot.covers[0] < 8)
        for name, spot in held.spots.items()
    )
    return fixed == (1, [12, 11], 1, 7, [25]) and data["pays"] == SIN_DESCARTE and pot and coin and par


def black_jack_holds(held: Rules) -> bool:
    """Six decks, five burnt, 17 for the bank, nine to eleven doubled, three on a box, 50 to 200 least (5)."""
    data, table = held.data, held.data["table"]
    seats, reserve = table["seats"], table["reserve_cards"]
    fixed = (data["decks"], data["burnt"], data["stands_at"], data["players_of_a_box"], data["hands_least"])
    bounds = (seats["least"], seats["most"], reserve["least"], reserve["most"])
    pays = {(spot.kind, spot.pays) for spot in held.spots.values()}
    paid = (data["black_jack_pays"], data["sevens_pay"], data["doubles"], table["most_times"]["one_of"])
    return (
        fixed == (6, 5, 17, 3, 2)
        and bounds == (1, 7, 52, 156)
        and pays == {("mano", (1, 1)), ("seguro", (2, 1))}
        and paid == ("3 to 2", "2 to 1", [9, 10, 11], [50, 100, 200])
    )


# 16, IV to VII: places, packets, dice, the bank's counts, the share and the table of cases.
PAI_GOW = {"places": 7, "packet": 7, "low_cards": 2, "dice": 3, "bank_is": [1, 8, 15]}
PAI_GOW_BOUNDS = {"commission_bp": (0, 500), "bets_ms": (1_000, 600_000)}


def three_cards_hold(held: Rules) -> bool:
    """A queen for the bank, seven places, ten minima for Pareja Plus, three riders, else at par (17)."""
    data, table = held.data, held.data["table"]
    fixed = (data["bank_needs"], data["plus_most"], table["seats"]["least"], table["seats"]["most"])
    pays = {(name.partition(" ")[0], spot.pays) for name, spot in held.spots.items()}
    par = pays == {("ante", (1, 1)), ("segunda", (1, 1)), ("pareja-plus", (0, 1))}
    return (*fixed, data["riders"]) == (10, 10, 1, 7, 3) and par


def pai_gow_holds(data: JsonView) -> bool:
    """Whether places, packets, dice and what a house may declare are those of the text."""
    table = {name: (row.get("least"), row.get("most")) for name, row in data["table"].items()}
    known = {name: data[name] for name in PAI_GOW} == PAI_GOW and data["bets"]["stake"]["pays"] == "1 to 1"
    least = all(table[name][0] == 1 for name in ("least_cents", "most_cents", "step_cents"))
    return known and least and {name: table[name] for name in PAI_GOW_BOUNDS} == PAI_GOW_BOUNDS


def thirty_holds(held: Rules) -> bool:
    """Six decks, five cards behind the red one, 31 points, 1000 minima, 1 % of 1000 pesetas (4, V)."""
    data, table = held.data, held.data["table"]
    fixed = {name: (table[name]["least"], table[name]["most"]) for name in THIRTY}
    saved = all(
        spot.pays == ((50, 1) if name.startswith("seguro") else (1, 1)) for name, spot in held.spots.items()
    )
    return (data["decks"], data["below_red"], data["ends_at"]) == (6, 5, 31) and fixed == THIRTY and saved


def craps_holds(held: Rules) -> bool:
    """Payments of multiple bets as read, maxima, and the numbers of field."""
    for_one = held.readings["n_times"] == "for_one"
    pays = all(
        held.spots[name].pays == (CRAPS_PAYS[spot.kind] - for_one, 1)
        for name, spot in held.spots.items()
        if spot.kind in CRAPS_PAYS
    )
    most = all(
        {int(n): percent for n, percent in held.data[key].items()} == row for key, row in CRAPS_MOST.items()
    )
    field = FIELD | ({4} if held.readings["field_four"] == "yes" else set())
    return pays and most and set(held.spots["field"].covers) == field


def spot_holds(game: str, spot: Spot, rule_set: str) -> bool:
    """Whether a spot covers and allows what the text says of its kind."""
    if game in ("french-roulette", "american-roulette"):
        covers = roulette_covers(spot.name)
        times = FRENCH_TIMES.get(spot.kind, SIMPLE_TIMES)
        if rule_set == "1979":
            times = times[-1:]
        return (covers is None or covers == set(spot.covers)) and spot.times == times
    if game == "boule":
        return spot.times == BOULE_TIMES.get(spot.kind, BOULE_SIMPLE)
    return True


# -- one number altered ------------------------------------------------------------------------------------


def altered(data: Json) -> Iterator[tuple[str, str, Json]]:
    """Name, what it is about, and rules of which one number is another."""
    for path, value in numbers(data, ()):
        made = deepcopy(data)
        place: Any = made
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        yield " ".join(map(str, path)), str(path[1]) if path[0] == "bets" else str(path[0]), made


def numbers(data: Json, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], object]]:
    """Every place that holds a number, with another in it."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        here = (*path, key)
        if here[0] in ("articles", "words", "errors", "payment_order", "simple", "contracts", "seats_of"):
            continue
        if here[0] == "table" and ((len(here) == 3 and key not in ("least", "most")) or len(here) > 3):
            continue
        if here[0] == "table" and len(here) > 1 and here[1] in NOT_OF_THE_TEXT:
            continue
        if isinstance(value, (dict, list)) and key != "spots":
            yield from numbers(value, here)
        elif type(value) is int:
            yield here, value + 1
        elif str(value).startswith("0 to "):
            continue  # paid by the point: its table has the numbers
        elif key == "pays" or (path and path[0] in ("odds", "dont_odds")):
            won, _, staked = str(value).partition(" to ")
            yield here, f"{int(won) + 1} to {staked}"
            yield here, f"{won} to {int(staked) + 1}"
        elif path and path[0] == "bank_draws":
            for at, cell in enumerate(str(value)):
                yield here, value[:at] + ("P" if cell == "T" else "T") + value[at + 1 :]


NOT_OF_THE_TEXT = {"minimum_cents", "step_cents", "seats", "tier"}
"""What the text leaves to the house; least and most are those of a program."""


READINGS: dict[str, tuple[dict[str, str], ...]] = {
    "french-roulette": ({}, {"doubles": "any", "first_four": "yes"}),
    "american-roulette": ({}, {"doubles": "any", "first_four": "yes"}),
    "craps": ({}, {"n_times": "for_one", "field_four": "no"}),
    "poquer-tres-cartas": ({}, {"riders": "three_more"}),
}


def cases_of(game: str) -> list[Json]:
    return read_toml((TRUTH / f"{GAMES[game]}.toml").read_text(encoding="utf-8"))["case"]


def survives(game: str, about: str, cases: list[Json]) -> bool:
    """Whether nothing fails; cases that name what was altered are played first."""
    for readings in READINGS.get(game, ({},)):
        for rule_set in ("", "1979") if game == "french-roulette" else ("",):
            if not held(lambda r=readings, s=rule_set: text_holds(game, r, s)):
                return False
    ordered = sorted(cases, key=lambda case: about.split("-")[0] not in str(case))
    return all(held(lambda case=case: check_case(game, case) is None) for case in ordered)


def held(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (AssertionError, TableError, KeyError, ValueError, IndexError, pytest.fail.Exception):
        return False


def read_altered(made: Json, read: Callable[..., Json], text: str, file: str, error: type[Exception]) -> Json:
    """What a folder reads while its rules are altered."""
    return deepcopy(made) if file == "rules.toml" else read(text, file, error)


@pytest.mark.parametrize("game", GAMES)
def test_spots_cover_and_allow_what_the_text_says_of_their_kind(game: str) -> None:
    for readings in READINGS.get(game, ({},)):
        assert text_holds(game, readings, "")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_number_of_the_rules_can_be_another(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = FOLDER / GAMES[game] / "rules.toml"
    data, cases, alive, tried = read_toml(path.read_text(encoding="utf-8")), cases_of(game), [], 0
    read = rules_module.read_table
    for name, about, made in altered(data):
        tried += 1
        with monkeypatch.context() as patched:
            patched.setattr(rules_module, "read_table", partial(read_altered, made, read))
            if survives(game, about, cases):
                alive.append(name)
    assert tried > 10
    assert alive == []
