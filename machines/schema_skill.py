# SPDX-License-Identifier: MIT
"""The shape of a model file of type A: a game of skill, and what skill may earn."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictInt

from machines.schema_parts import CommonFile, Hopper, NotNegative, Positive, Shape, Text

REQUIRED_TEXTS = ("rules", "price")
# The lights of the ring, those of the board's glass.
LIGHTS = 32

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


class SkillFile(CommonFile):
    """A whole model file of type A."""

    type: Literal["A"] = Field(description="A: amusement, where skill alone decides")
    prices_cents: Annotated[list[Positive], Field(max_length=8)] = Field(
        default=[],
        description="prices that the operator may choose from, ascending; left out: the price is fixed",
    )
    stopper: Stopper = Field(description="the game: a light that a press stops")
    awards: Annotated[list[Award], Field(max_length=8)] = Field(
        default=[], description="what points earn, fewest first; none: the play is all there is"
    )
    extra_plays_max: NotNegative = Field(
        default=0, description="most plays that one price can be extended by"
    )
    tickets: Tickets | None = Field(default=None, description="left out: it has no ticket dispenser")
    hoppers: Annotated[list[Hopper], Field(min_length=1, max_length=8)] = Field(
        description="what gives money back that was not played"
    )
    texts: SkillTexts
