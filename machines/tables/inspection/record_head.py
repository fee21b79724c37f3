# SPDX-License-Identifier: MIT
"""The head of a record: which game, what the house declares, which readings, who sits."""

from __future__ import annotations

from typing import NamedTuple

from machines.support.plain import Json, JsonView
from machines.tables.game import Game
from machines.tables.inspection.hands import GAME
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.record import FACTS, HELP
from machines.tables.registry import GAMES

SEATS_MOST = 1_000
HEAD = ("game", "rules", "readings", "seats", *FACTS)


def require_cloth(game: Game, where: str) -> None:
    """InspectionError unless bets of a game lie on named spots, or its hands are known to a record."""
    if not hasattr(game, "cloth") and game.rules.game != GAME:
        name = game.rules.game
        raise InspectionError(
            where, f"a record must be of a game with a cloth (got {name})", "azar table list"
        )


class Head(NamedTuple):
    """What a record says before its rounds."""

    game: str
    declared: dict[str, int | str]
    readings: dict[str, str]
    seats: int
    facts: dict[str, str]


def read_head(data: JsonView, where: str, game: str | None = None) -> Head:
    """
    The head of a file.

    Args:
        data: its keys.
        where: what an error names.
        game: what the command says; the file may say it instead.

    Raises:
        InspectionError: a key or value is none.
    """
    if unknown := [name for name in data if name not in HEAD]:
        raise InspectionError(where, f"a head has {', '.join(HEAD)} (got {unknown[0]})", HELP)
    named = data.get("game", game)
    if named not in GAMES:
        raise InspectionError(
            where,
            f"game must be one of {', '.join(GAMES)} (got {named or 'none'})",
            'game = "french-roulette"',
        )
    if game is not None and named != game:
        raise InspectionError(where, f"game must be {game}, as --game says (got {named})", "leave --game out")
    seats = data.get("seats", 1)
    if type(seats) is not int or not 1 <= seats <= SEATS_MOST:
        raise InspectionError(where, f"seats must be 1 to {SEATS_MOST} (got {seats!r})", "seats = 2")
    facts = {name: str(data[name]) for name in FACTS if name in data}
    return Head(named, *_declared(data, where), seats, facts)


def _declared(data: JsonView, where: str) -> tuple[dict[str, int | str], dict[str, str]]:
    """Rules and readings; a reading may stand among the rules as ``readings.prison``."""
    for name in ("rules", "readings"):
        if not isinstance(data.get(name, {}), dict):
            raise InspectionError(where, f"{name} must be a table (got {data[name]!r})", f"{name} = {{ }}")
    declared: Json = dict(data.get("rules", {}))
    readings = {name: str(value) for name, value in data.get("readings", {}).items()}
    return declared, readings
