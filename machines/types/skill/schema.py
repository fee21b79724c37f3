# SPDX-License-Identifier: MIT
"""The shape of a model file of type A: games of skill, and what skill may earn."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictInt

from machines.check.schema_parts import (
    Colours,
    CommonFile,
    Day,
    Hopper,
    Line,
    NotNegative,
    Positive,
    Shape,
    Text,
)

REQUIRED_TEXTS = ("rules", "price")
# The lights of the ring, those of the board's glass.
LIGHTS = 32

STOPPER, MEMORY = "stopper", "memory"
# The pads of a memory game, and the lights of its glass that count notes.
PADS = 4
NOTES_MAX = 12
PLAY, REFUND, TICKETS = "play", "refund", "tickets"

Milliseconds = Annotated[StrictInt, Field(ge=1, le=60_000)]
Points = Annotated[StrictInt, Field(ge=1, le=9_999)]


class Zone(Shape):
    """How near a press must be, and what it is worth."""

    within_ms: Annotated[StrictInt, Field(ge=0, le=10_000)] = Field(
        description="at most so far from the instant at which the light stands on the mark, in ms"
    )
    points: Points = Field(description="points of such a press")


class Stopper(Shape):
    """The light stopper: a light runs round a ring of 32, and a press stops it; nothing is drawn."""

    laps_ms: Annotated[list[Milliseconds], Field(min_length=1, max_length=12)] = Field(
        description="for each round of a play the time in which the light goes round once, in ms"
    )
    laps: Annotated[StrictInt, Field(ge=1, le=20)] = Field(
        default=3, description="laps until a round without a press is over"
    )
    pause_ms: Milliseconds = Field(default=1_500, description="between two rounds of a play")
    zones: Annotated[list[Zone], Field(min_length=1, max_length=8)] = Field(
        description="from the nearest to the widest"
    )


Note = Annotated[StrictInt, Field(ge=1, le=PADS)]
ShortMilliseconds = Annotated[StrictInt, Field(ge=150, le=5_000)]
ClockMilliseconds = Annotated[StrictInt, Field(ge=1_000, le=600_000)]


class Memory(Shape):
    """The memory game: four pads show a tune, the player repeats it against the clock; nothing is drawn."""

    notes: Annotated[list[Note], Field(min_length=16, max_length=256)] = Field(
        description="the printed table that all tunes are read from, round its end: pads from 1 to 4"
    )
    stride: Annotated[StrictInt, Field(ge=1, le=256)] = Field(
        description="places of the table from the start of a tune to that of the next play's"
    )
    lengths: Annotated[list[Annotated[StrictInt, Field(ge=1, le=NOTES_MAX)]], Field(min_length=1)] = Field(
        description="notes of the tune in each round of a play; each begins as the one before it"
    )
    note_ms: Annotated[list[ShortMilliseconds], Field(min_length=1)] = Field(
        description="for each round the time of one note that is shown, in ms"
    )
    pause_ms: Milliseconds = Field(default=1_500, description="between two rounds of a play")
    time_ms: ClockMilliseconds = Field(
        description="time that the price buys, in ms; it runs while the player repeats"
    )
    time_max_ms: ClockMilliseconds = Field(description="most that the clock ever holds, in ms")
    bonus_ms: Annotated[StrictInt, Field(ge=0, le=60_000)] = Field(
        default=0, description="time that a tune repeated to its end gives, in ms"
    )
    miss_ms: Annotated[StrictInt, Field(ge=500, le=60_000)] = Field(
        default=3_000, description="time that a wrong note costs, in ms; the tune is shown again"
    )
    points: Points = Field(description="points of each note of a tune repeated to its end")


class Award(Shape):
    """What so many points of a play earn; the highest row that is reached counts, alone."""

    points: Points = Field(description="points of the whole play, at least")
    gives: Literal["play", "refund", "tickets"] = Field(
        description="play: one more (A-02, A-03); refund: the price back (A-03); tickets (A-03)"
    )
    count: Annotated[StrictInt, Field(ge=1, le=100)] = Field(
        default=1, description="how many tickets; 1 for the others"
    )


class Tickets(Shape):
    """Tickets that can be gathered and exchanged for objects, from the dispenser."""

    value_cents: Positive = Field(description="value of what one ticket is exchanged for, in cents")
    fill: Annotated[StrictInt, Field(ge=0, le=3_000)] = Field(
        default=2_000, description="tickets in the dispenser when the machine is put into service"
    )


class SkillTexts(Shape):
    """The texts of the front; a missing one is left to the checks."""

    model_config = ConfigDict(json_schema_extra={"required": list(REQUIRED_TEXTS)})

    rules: Text | None = Field(default=None, description="how to play and what skill earns")
    price: Text | None = Field(
        default=None, description="where the price is shown, and that no cash can be won"
    )


class Playing(Shape):
    """A game, and what its points earn."""

    game: Literal["stopper", "memory"] = Field(
        default="stopper", description="stopper: a light that a press stops; memory: a tune to repeat"
    )
    stopper: Stopper | None = Field(default=None, description="numbers of the light stopper")
    memory: Memory | None = Field(default=None, description="numbers of the memory game")
    awards: Annotated[list[Award], Field(max_length=8)] = Field(
        default=[], description="what points earn, fewest first; none: the play is all there is"
    )
    extra_plays_max: NotNegative = Field(
        default=0, description="most plays that one price can be extended by"
    )


class FurtherGame(Playing):
    """Another game that the model may be changed to, with the front that goes with it (A-06)."""

    title: Line = Field(description="name on the crown while this game is in the machine")
    notified: Day = Field(description="day on which the authority was notified of it, as 2002-05-31")
    rules: Text = Field(description="how to play and what skill earns, on its glass")
    colours: Colours = Field(description="its colours by name, #RRGGBB; left out: those of art.colours")


class SkillFile(CommonFile, Playing):
    """A whole model file of type A."""

    type: Literal["A"] = Field(description="A: amusement, where skill alone decides")
    prices_cents: Annotated[list[Positive], Field(max_length=8)] = Field(
        default=[],
        description="prices that the operator may choose from, ascending; left out: the price is fixed",
    )
    model_number: Annotated[Line, Field(max_length=16)] | None = Field(
        default=None, description="number under which the model is registered; needed with [[games]]"
    )
    games: Annotated[list[FurtherGame], Field(max_length=7)] = Field(
        default=[], description="games that the operator may change to, each one notified (A-06)"
    )
    tickets: Tickets | None = Field(default=None, description="left out: it has no ticket dispenser")
    hoppers: Annotated[list[Hopper], Field(min_length=1, max_length=8)] = Field(
        description="what gives money back that was not played"
    )
    texts: SkillTexts
