# SPDX-License-Identifier: MIT
"""The games, one row each: the name of a command and the folder in which it is."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from machines.support.plain import JsonView
from machines.support.shipped import read_table
from machines.tables.game import Game
from machines.tables.refusal import TableError

FOLDER = Path(__file__).parent / "games"
PARTS = ("rules", "readings")
GAMES = {
    "french-roulette": "french_roulette",
    "american-roulette": "american_roulette",
    "boule": "boule",
    "wheel-of-fortune": "wheel_of_fortune",
    "craps": "craps",
    "punto-y-banca": "punto_y_banca",
    "treinta-y-cuarenta": "treinta_y_cuarenta",
    "poquer-tres-cartas": "poquer_tres_cartas",
    "poquer-sin-descarte": "poquer_sin_descarte",
    "black-jack": "black_jack",
    "pai-gow": "pai_gow",
}
OWN_TABLE = ("pai-gow",)
"""Games whose table on the screen is their own, without a cloth of spots (``azar pai-gow``)."""
SKILLED = ("poquer-tres-cartas", "poquer-sin-descarte", "black-jack", "pai-gow")
"""Games in which a player decides more than where to bet."""
CLOTHS = tuple(name for name in GAMES if name not in OWN_TABLE)


def open_game(name: str, rules: Mapping[str, int | str], readings: Mapping[str, str]) -> Game:
    """The game of a name, under what a house declares."""
    module = import_module(f"machines.tables.games.{GAMES[require_game(name)]}.game")
    made: Game = module.open_game(rules, readings)
    return made


def require_game(name: str) -> str:
    """The name of a game; TableError: there is none of it."""
    if name not in GAMES:
        raise TableError(f"game must be one of {', '.join(GAMES)} (got {name})", "game")
    return name


def game_in(folder: str) -> str:
    """The name of the game that a folder of ``games`` holds."""
    return next(name for name, its in GAMES.items() if its == folder)


def rules_digest(name: str) -> str:
    """SHA-256 of a game's rules.toml and readings.toml, one after the other, as far as it has them."""
    folder = FOLDER / GAMES[name]
    there = [path for path in (folder / f"{part}.toml" for part in PARTS) if path.is_file()]
    return hashlib.sha256(b"".join(path.read_bytes() for path in there)).hexdigest()


@lru_cache(maxsize=1)
def texts() -> dict[str, JsonView]:
    """What each game's rules.toml says, whatever a house declares."""
    return {
        name: read_table((FOLDER / folder / "rules.toml").read_text(encoding="utf-8"), folder, TableError)
        for name, folder in GAMES.items()
    }


def titles() -> dict[str, tuple[str, str]]:
    """Title and source of each game."""
    return {name: (data["title"], data["source"]) for name, data in texts().items()}


def least_cents(name: str) -> int:
    """The least stake of a table at which nothing is declared otherwise."""
    table = texts()[name]["table"]
    return int(table.get("minimum_cents", table.get("least_cents"))["value"])
