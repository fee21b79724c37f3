# SPDX-License-Identifier: MIT
"""
The shape of a model file: which keys a manufacturer writes, and of which kind.

Only kinds and ranges that need no law and no other key are here; what a value must be beside the
others or before the law is in ``checks``. Money is integer cents, durations are milliseconds.
The JSON Schema for editors, ``models/model.schema.json``, is made from these classes by
``python -m machines.schema``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

SCHEMA_PATH = Path(__file__).parent / "models" / "model.schema.json"
ANY_SYMBOL = "*"
REQUIRED_TEXTS = ("rules", "minimum_payout", "minors", "addiction")

Positive = Annotated[StrictInt, Field(ge=1, le=1_000_000_000)]
NotNegative = Annotated[StrictInt, Field(ge=0, le=1_000_000_000)]
Word = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=32)]
SymbolOrAny = Annotated[StrictStr, Field(pattern=r"^(\*|[a-z][a-z0-9_]*)$", max_length=32)]
Line = Annotated[StrictStr, Field(min_length=1, max_length=2_000)]
Colour = Annotated[StrictStr, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
# A key of a TOML table is always text, so an amount used as a key is written in digits.
CentsKey = Annotated[StrictStr, Field(pattern=r"^[1-9][0-9]{0,8}$")]


class Shape(BaseModel):
    """Base of every table of a model file: no key that is not named here, nothing converted."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(Shape):
    """A text for the player: Spanish always (K-21), English where the maker has one."""

    es: Line = Field(description="Spanish text")
    en: Line | None = Field(
        default=None, description="English text; the Spanish one is shown where it is missing"
    )


class Symbol(Shape):
    """One symbol of the strips."""

    name: Text
    drawing: Word = Field(description="name of the drawing that the panel uses")
    colour: Colour = Field(description="main colour, #RRGGBB")


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
    strata: Annotated[list[Stratum], Field(min_length=1, max_length=1_000)]


class Money(Shape):
    """What the machine accepts and keeps for the player."""

    coins_cents: Annotated[list[Positive], Field(min_length=1, max_length=16)] = Field(
        description="coins accepted, in cents, ascending"
    )
    credits_max_cents: Positive | None = Field(
        default=None, description="maximum of the credit counter in cents; left out: what the law allows"
    )
    reserve_max_cents: NotNegative = Field(
        default=0, description="maximum of the reserve counter in cents; 0: the machine has none"
    )


class Hopper(Shape):
    """One hopper: the coin that it pays and how many it holds."""

    cents: Positive = Field(description="value of its coin in cents")
    capacity_coins: Annotated[StrictInt, Field(ge=1, le=10_000)]
    fill_coins: Annotated[StrictInt, Field(ge=0, le=10_000)] = Field(
        description="coins in it when the machine is put into service"
    )


class PrizeMeter(Shape):
    """The counter that gathers prizes until they are collected (B-14)."""

    max_cents: Positive = Field(description="reaching it is paid at once")
    max_double_cents: Positive | None = Field(
        default=None, description="the same once a double play contributed; left out: max_cents"
    )


class Durations(Shape):
    """Times of a play, none shorter than the law's."""

    play_min_ms: Positive | None = Field(
        default=None, description="from one start to the next; left out: the law's"
    )
    auto_start_ms: Positive | None = Field(
        default=None, description="unpressed so long, the machine plays by itself; left out: the law's"
    )


class Counters(Shape):
    """The permanent counters (K-01)."""

    unit_cents: Positive = Field(default=10, description="cents that one pulse of a money counter stands for")
    digits: Annotated[StrictInt, Field(ge=6, le=10)] = Field(default=7, description="digits that they show")


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


class Art(Shape):
    """What the panel draws the machine with."""

    style: Word = Field(description="family of drawings")
    colours: dict[Word, Colour] = Field(description="colours by name, #RRGGBB")


class ModelFile(Shape):
    """A whole model file."""

    name: Word = Field(description="short name; the file is called name.toml")
    title: Line = Field(description="name on the crown")
    type: Literal["B"] = Field(description="B: recreational with programmed prize")
    profile: Annotated[StrictStr, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")] = Field(
        description="rule profile, a file of machines/rules"
    )
    price_cents: Positive | None = Field(
        default=None, description="price of a play in cents; never written where the profile fixes it"
    )
    simultaneous_max: Annotated[StrictInt, Field(ge=1, le=16)] = Field(
        default=1, description="most plays made at once with one press"
    )
    hold: StrictBool = Field(default=False, description="whether reels of a losing play may be held")
    rows: Annotated[StrictInt, Field(ge=1, le=5)] = Field(description="stops visible on each reel")
    paylines: Annotated[list[list[NotNegative]], Field(min_length=1, max_length=32)] = Field(
        description="for each line the row it reads on each reel, 0 the uppermost"
    )
    symbols: Annotated[dict[Word, Symbol], Field(min_length=2, max_length=64)]
    reels: Annotated[list[Reel], Field(min_length=1, max_length=6)]
    paytable: Annotated[list[Pay], Field(min_length=1, max_length=64)]
    cycle: Cycle
    money: Money
    hoppers: Annotated[list[Hopper], Field(min_length=1, max_length=8)]
    prize_meter: PrizeMeter | None = Field(default=None, description="left out: every prize is paid at once")
    durations: Durations = Durations()
    counters: Counters = Counters()
    texts: Texts
    art: Art


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a model file, as editors read it."""
    shape = ModelFile.model_json_schema()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "azar-model.schema.json",
        "title": "azar model file",
        "description": "A machine as its manufacturer describes it; money in cents, durations in ms.",
    }
    return {**shape, **head}


def write_schema(path: Path = SCHEMA_PATH) -> None:
    """Write the JSON Schema; run after a change of these classes (a test compares the file)."""
    path.write_text(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_schema()
