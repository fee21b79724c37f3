# SPDX-License-Identifier: MIT
"""
Ways of playing a filed game of skill that just reach an award, and that just miss it.

    for total, skill in boundaries(game):
        play = player.play(skill)              # ends with so many points
"""

from __future__ import annotations

from itertools import accumulate, combinations_with_replacement

from emulator.lab.bench.player import Skill
from machines.types.skill.games import Game
from machines.types.skill.schema import Award


def reachable(game: Game) -> dict[int, Skill]:
    """A way of playing for each total of points that a play can end with."""
    if game.memory is not None:
        notes = [0, *accumulate(game.memory.lengths)]
        return {known * game.memory.points: Skill(f"{known}_notes", notes=known) for known in notes}
    assert game.stopper is not None
    # A press at the far end of its zone, late: one millisecond more is the next zone's.
    ways: list[tuple[int, int | None]] = [(0, None)]
    ways += [(zone.points, zone.within_ms) for zone in game.stopper.zones]
    found: dict[int, Skill] = {}
    for rounds in combinations_with_replacement(ways, len(game.stopper.laps_ms)):
        total = sum(points for points, _ in rounds)
        found.setdefault(total, Skill(f"{total}_points", tuple(off for _, off in rounds)))
    return found


def boundaries(game: Game) -> list[tuple[int, Skill]]:
    """For each award the least total that earns it, and the largest that does not; ascending."""
    totals = reachable(game)
    wanted = set()
    for award in game.awards or ():
        wanted |= {min((one for one in totals if one >= award.points), default=0)}
        wanted |= {max((one for one in totals if one < award.points), default=0)}
    return [(total, totals[total]) for total in sorted(wanted)]


def earned(game: Game, points: int) -> Award | None:
    """The award that the maker filed for so many points: the highest that they reach."""
    reached = [award for award in game.awards or () if award.points <= points]
    return max(reached, key=lambda award: award.points, default=None)


def zone_edges(game: Game) -> list[tuple[int, int]]:
    """How far off the mark a press still counts for each zone, and no longer, each with its points."""
    if game.stopper is None:
        return []
    zones = [*game.stopper.zones]
    worth = [*(zone.points for zone in zones), 0]
    return [(zone.within_ms + step, worth[at + step]) for at, zone in enumerate(zones) for step in (0, 1)]
