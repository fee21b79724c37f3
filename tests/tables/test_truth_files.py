# SPDX-License-Identifier: MIT
"""Truth files are whole: they parse, name articles, spell their spots as agreed, and count whole cents."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from pai_gow_rig import KEYS as PAI_GOW_KEYS
from truth_rig import slug

TRUTH = Path(__file__).parent / "truth"
FILES = sorted(TRUTH.glob("*.toml"))
LEAST_CASES = 40
EUROS = re.compile(r"[+-]?\d+\.\d\d")
CARD = re.compile(r"[2-9TJQKA][CDPT]")
RED_CARD = "red"
WHEEL = (
    r"\d+|caballo \d+-\d+|transversal \d+-\d+-\d+|cuadro \d+-\d+-\d+-\d+|seisena \d+-\d+"
    r"|columna [123]|docena [123]|doble-columna [123]-[123]"
    r"|doble-docena [123]-[123]|rojo|negro|par|impar|falta|pasa"
)
SPOTS = {
    "french-roulette": WHEEL,
    "american-roulette": WHEEL,
    "boule": WHEEL,
    "wheel-of-fortune": r"\d+|rojo",
    "craps": r"(dont-)?win(-odds)?|(dont-)?come( \d+)?|(dont-)?come-odds \d+|field|big-\d|(under|over)-7"
    r"|hardway \d+|seven|eleven|any-craps|craps-(2|3|12)|horn|(right|wrong) \d+",
    "punto-y-banca": "punto|banca|tie",
    "poquer-tres-cartas": r"(ante|pareja-plus)( [1-7])?",
    "poquer-sin-descarte": "ante( [1-7])?|carrousel",
    "black-jack": r"mano [1-7]",
    "pai-gow": "stake",
    "treinta-y-cuarenta": r"(seguro )?(rojo|negro|color|inverso)",
}
POKER = {"poquer-tres-cartas": 3, "poquer-sin-descarte": 5}
"""Cards of a hand."""
KEYS = {"name", "article", "rules", "seats", "round", "invalid"}
ROUND_KEYS = (
    {"bets", "refused", "late", "limits", "limits_refused", "last", "before", "given", "choices"}
    | {
        "won",
        "lies",
        "order",
        "commission",
        "says",
    }
    | PAI_GOW_KEYS
)


def load(path: Path) -> dict:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def spot_of(text: str) -> str:
    """The spot of "1 caballo 17-20 5.00"."""
    seat, rest = text.split(" ", 1)
    assert seat.isdigit(), text
    spot, amount = rest.rsplit(" ", 1)
    assert amount == "-" or EUROS.fullmatch(amount), f"{text}: no whole cents"
    return spot


def rounds(data: dict) -> list[tuple[str, dict]]:
    return [(case["name"], one) for case in data["case"] for one in case["round"]]


def test_there_is_a_file_for_every_game() -> None:
    found = {load(path)["game"] for path in FILES}
    assert found >= set(SPOTS) - {"boule"}
    assert found <= set(SPOTS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_enough_cases_with_names_and_articles_of_their_own(path: Path) -> None:
    data = load(path)
    names = [case["name"] for case in data["case"]]
    assert len(names) >= LEAST_CASES
    assert len({slug(name) for name in names}) == len(names)
    assert data["game"].replace("-", "_") == path.stem
    assert data["source"].startswith(("Decreto 159/2002", "Orden de 30 de diciembre de 2005"))
    for case in data["case"]:
        assert set(case) <= KEYS, case["name"]
        assert re.search(r"\d|Anexo", case["article"]), f"{case['name']}: no article"
        assert bool(case["round"]) != ("invalid" in case), (
            f"{case['name']}: a round, or what forbids the table"
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_spots_amounts_and_chance_are_spelled_as_agreed(path: Path) -> None:
    data = load(path)
    spots = re.compile(SPOTS[data["game"]])
    for name, one in rounds(data):
        assert set(one) <= ROUND_KEYS, name
        refused = [*one.get("refused", []), *one.get("late", [])]
        assert all(row["rule"] for row in [*refused, *one.get("limits_refused", [])]), name
        for text in one.get("bets", []):
            assert spots.fullmatch(spot_of(text)), f"{name}: {text}"
        for row in refused:
            spot_of(row["bet"])
        for amount in [
            *one.get("won", {}).values(),
            *(m for at in one.get("lies", {}).values() for m in at.values()),
        ]:
            assert EUROS.fullmatch(amount), f"{name}: {amount}"
        assert "given" in one or "bets" in one or refused or one.get("limits_refused"), (
            f"{name}: nothing happens"
        )
        check_given(data["game"], name, one.get("given"))


def check_given(game: str, name: str, given: object) -> None:
    """A pocket of the wheel, two faces, or cards of a shoe of six decks, the red one among them."""
    if given is None:
        return
    if game == "craps":
        assert isinstance(given, list) and len(given) == 2 and all(1 <= face <= 6 for face in given), name
    elif game in POKER:
        of = POKER[game]
        assert isinstance(given, list) and len(given) % of == 0 and len(given) >= 2 * of, name
        assert all(CARD.fullmatch(one) for one in given), name
    elif game == "punto-y-banca":
        assert isinstance(given, list) and 4 <= len(given) <= 6, name
        assert all(CARD.fullmatch(one) for one in given), name
    elif game == "black-jack":
        assert isinstance(given, list) and len(given) >= 3, name
        assert all(CARD.fullmatch(one) for one in given), name
    elif game == "treinta-y-cuarenta":
        assert isinstance(given, list) and (len(given) >= 8 or given[-1] == RED_CARD), name
        assert all(one == RED_CARD or CARD.fullmatch(one) for one in given), name
    else:
        pockets = {"boule": range(1, 10), "wheel-of-fortune": (1, 2, 5, 10, 20, 40)}.get(game, range(37))
        assert given in pockets, name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_figures_are_exact_and_their_chances_add_up(path: Path) -> None:
    figures = load(path)["figure"]
    assert figures
    for row in figures:
        Fraction(row["mean"])
        if "win" in row:
            assert sum(Fraction(row.get(key, "0")) for key in ("win", "loss", "null", "half")) == 1, row[
                "spot"
            ]
