# SPDX-License-Identifier: MIT
"""The shape of a model file of type B: reels that show what a prize cycle has decided."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictBool, StrictInt

from machines.check.schema_parts import (
    DRUM_PAUSE_MS,
    CentsKey,
    Hopper,
    NotNegative,
    Odds,
    Positive,
    ReelsFile,
    Shape,
    StopPause,
    Symbol,
    SymbolOrAny,
    Text,
    Word,
    from_law,
)

REQUIRED_TEXTS = ("rules", "minimum_payout", "minors", "addiction")


class Reel(Shape):
    """One mechanical reel: its strip in the order in which symbols pass the payline."""

    motor_steps: Annotated[StrictInt, Field(ge=20, le=4_096)] = Field(
        description="steps of the motor in one turn; a whole multiple of the number of stops"
    )
    strip: Annotated[list[Word], Field(min_length=20, max_length=32)] = Field(
        description="symbol of each stop, 20 to 32 stops"
    )


class Pay(Shape):
    """One row of the paytable: what a line shows, reel by reel, and what it pays."""

    symbols: Annotated[list[SymbolOrAny], Field(min_length=1, max_length=6)] = Field(
        description='a symbol for each reel, "*" for any'
    )
    cents: Positive = Field(description="prize in cents")


class Stratum(Shape):
    """One block of the cycle, or several alike: so many of each prize, in an order left to chance."""

    repeat: Annotated[StrictInt, Field(ge=1, le=1_000)] = Field(
        default=1, description="how many strata of this composition follow each other"
    )
    plays: Annotated[StrictInt, Field(ge=1, le=65_535)] = Field(description="plays of one such stratum")
    prizes: dict[CentsKey, NotNegative] = Field(
        description="how many of each prize in cents; the rest of the plays lose"
    )


class Cycle(Shape):
    """The prize plan (B-09): what a whole cycle pays, stratum after stratum."""

    plays: Positive = Field(description="plays of the whole cycle")
    watcher_max_cents: NotNegative | None = Field(
        default=None,
        description="most that a watcher who remembers every play may gain in a cycle on average",
    )
    strata: Annotated[list[Stratum], Field(min_length=1, max_length=1_000)]


class CycleGamble(Shape):
    """Double or nothing with what a play won, by an even draw (B-22)."""

    rounds: Annotated[StrictInt, Field(ge=1, le=20)] = Field(description="most gambles of one prize")
    max_cents: Positive | None = Field(
        default=None, description="largest sum that may be gambled; left out: half of the maximum prize"
    )
    return_max_cents: Positive = Field(
        description="most that the return account may hold: what gambles lost and later plays give back"
    )
    return_one_in: Annotated[StrictInt, Field(ge=1, le=65_535)] = Field(
        description="a play without a prize gives back a smallest prize with a chance of 1 in this at most"
    )
    return_spare_plays: Annotated[StrictInt, Field(ge=0, le=65_535)] = Field(
        description="plays without a prize, the last of a cycle, that the return account is not spread over"
    )
    advance_max_cents: Annotated[StrictInt, Field(ge=0, le=1_000_000_000)] = Field(
        description="most of what won gambles gave that is set against lost ones of its cycle; 0: nothing"
    )


class RaiseRow(Shape):
    """A prize of the plan that may become a larger one: the device that raises the percentage (B-24)."""

    name: Text = Field(description="what the player is told when it happens")
    cents: Positive = Field(description="prize that may be raised")
    to_cents: Positive = Field(description="larger prize that it becomes")
    odds: Odds = Field(description='how often it happens, as "1/10"')


class PrizeMeter(Shape):
    """The counter that gathers prizes until they are collected (B-14)."""

    max_cents: Positive = from_law("reaching it is paid at once")
    max_double_cents: Positive | None = Field(
        default=None, description="the same after a double play; left out: max_cents, or the law's like it"
    )


class Durations(Shape):
    """Times of a play, none shorter than the law's."""

    play_min_ms: Positive = from_law("from one start to the next")
    auto_start_ms: Positive = from_law("unpressed so long, the machine plays by itself")
    stop_pause_ms: StopPause = Field(
        default=DRUM_PAUSE_MS,
        description="from the rest of a reel until the next one is told to stop; to its rest 310 ms more",
    )


class Texts(Shape):
    """
    The texts that the front must carry (B-29).

    A missing one is left to the checks, which know the article, and is no mistake of shape.
    """

    model_config = ConfigDict(json_schema_extra={"required": list(REQUIRED_TEXTS)})

    rules: Text | None = Field(default=None, description="how to play and what wins")
    minimum_payout: Text | None = Field(
        default=None, description="least share of the stakes that a cycle returns, in percent"
    )
    minors: Text | None = Field(default=None, description="that minors may not use the machine, with the age")
    addiction: Text | None = Field(default=None, description="that its use may cause gambling addiction")
    special: Text | None = Field(
        default=None, description="of a special machine, in the words of the norm: where it may stand"
    )


class CycleFile(ReelsFile):
    """A whole model file of type B."""

    type: Literal["B"] = Field(description="B: recreational with programmed prize")
    special: StrictBool = Field(
        default=False,
        description="whether it is a special machine, for gaming halls, bingo halls and casinos",
    )
    simultaneous_max: Annotated[StrictInt, Field(ge=1, le=16)] = Field(
        default=1, description="most plays made at once with one press"
    )
    hold: StrictBool = Field(default=False, description="whether reels of a losing play may be held")
    paylines: Annotated[list[list[NotNegative]], Field(min_length=1, max_length=32)] = Field(
        description="for each line the row it reads on each reel, 0 the uppermost"
    )
    symbols: Annotated[dict[Word, Symbol], Field(min_length=2, max_length=64)]
    reels: Annotated[list[Reel], Field(min_length=1, max_length=6)]
    paytable: Annotated[list[Pay], Field(min_length=1, max_length=64)]
    cycle: Cycle
    gamble: CycleGamble | None = Field(default=None, description="left out: no gamble")
    raises: Annotated[list[RaiseRow], Field(max_length=30)] = Field(
        default=[], description="prizes that may be raised, ascending"
    )
    hoppers: Annotated[list[Hopper], Field(min_length=1, max_length=8)]
    prize_meter: PrizeMeter | None = Field(default=None, description="left out: every prize is paid at once")
    durations: Durations = Durations()
    texts: Texts
