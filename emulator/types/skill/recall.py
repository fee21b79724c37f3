# SPDX-License-Identifier: MIT
"""A row of the ring in NVRAM of type A as a play: points, rounds and the award."""

from __future__ import annotations

from emulator.support.errors import ImageError
from emulator.types.common.recall import Play
from machines.model import SkillModel
from machines.support.plain import JsonView
from machines.types.skill.games import Game
from machines.types.skill.schema import LIGHTS, STOPPER


def play_of_row(row: JsonView, model: SkillModel, t_us: int | None) -> Play:
    """Type A writes points, award, light, game and rounds where other types have their stops."""
    high, low, award, light, game, rounds, *lights = row["stops"][:10]
    if game >= len(model.games):
        raise ImageError(f"games must be some of {model.name} (got number {game})", "name the right model")
    return Play(
        number=row["number"],
        t_us=t_us,
        auto=False,
        held=(),
        stake_cents=row["stake_cents"],
        prizes_cents=tuple(row["prizes_cents"][:1]),
        credits_before_cents=row["credits_before_cents"],
        credits_after_cents=row["credits_after_cents"],
        stops=((),),
        windows=(),
        points=high << 8 | low,
        rounds=rounds,
        game=model.games[game].title,
        award=award,
        # A row of an older firmware has the light of a light stopper only.
        lights=int.from_bytes(bytes(lights), "little") or _light(model.games[game], light),
        game_number=game,
    )


def _light(game: Game, light: int) -> int:
    return 1 << light if game.kind == STOPPER and light < LIGHTS else 0
