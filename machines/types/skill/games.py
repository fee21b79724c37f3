# SPDX-License-Identifier: MIT
"""The games of a type A model as its file says them: that of its registration, then those notified (A-06)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from machines.check.schema_parts import Text
from machines.types.skill.draft import SkillDraft
from machines.types.skill.schema import Award, Memory, Stopper


@dataclass(frozen=True)
class Game:
    """One game of a model; None for what could not be read."""

    path: str
    """What stands in the file before each of its keys: nothing, or "games[0].", "games[1]." and so on."""
    title: str
    kind: str
    """"stopper" or "memory"."""
    stopper: Stopper | None
    memory: Memory | None
    awards: tuple[Award, ...] | None
    extra_plays_max: int | None
    rules: Text | None
    colours: Mapping[str, str]
    """By name; a further game has those of the cabinet that it does not name."""

    @property
    def least_ms(self) -> int | None:
        """No play is over sooner: its pauses, and of a tune the first one shown; None without its numbers."""
        if self.kind == "memory":
            memory = self.memory
            return None if memory is None else memory.pause_ms + memory.lengths[0] * memory.note_ms[0]
        return None if self.stopper is None else len(self.stopper.laps_ms) * self.stopper.pause_ms

    @property
    def most_points(self) -> int | None:
        """Points of a play without a mistake; None where its numbers are missing."""
        if self.kind == "memory":
            return None if self.memory is None else sum(self.memory.lengths) * self.memory.points
        if self.stopper is None:
            return None
        return len(self.stopper.laps_ms) * max(zone.points for zone in self.stopper.zones)


def games_of(draft: SkillDraft) -> tuple[Game, ...]:
    """Every game that could be read, the one of the registration first."""
    cabinet = draft.art.colours.given if draft.art else {}
    first = Game(
        path="",
        title=draft.title or "",
        kind=draft.game or "",
        stopper=draft.stopper,
        memory=draft.memory,
        awards=None if draft.awards is None else tuple(draft.awards),
        extra_plays_max=draft.extra_plays_max,
        rules=draft.texts.rules if draft.texts else None,
        colours=cabinet,
    )
    further = [
        Game(
            path=f"games[{number}].",
            title=row.title,
            kind=row.game,
            stopper=row.stopper,
            memory=row.memory,
            awards=tuple(row.awards),
            extra_plays_max=row.extra_plays_max,
            rules=row.rules,
            colours={**cabinet, **row.colours.given},
        )
        for number, row in enumerate(draft.games or ())
    ]
    return (first, *further)
