# SPDX-License-Identifier: MIT
"""The shape of a model file of type C: reels that decide, features, pots."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, PlainValidator, StrictBool, StrictInt, StrictStr, WithJsonSchema
from pydantic_core import PydanticCustomError

from machines.check.schema_parts import (
    ANY_SYMBOL,
    Hopper,
    Money,
    NotNegative,
    Odds,
    Positive,
    ReelsFile,
    Shape,
    StopPause,
    Symbol,
    Text,
    Word,
    from_law,
)

REQUIRED_TEXTS = ("rules", "bets", "minors")

_WORD = re.compile(r"[a-z][a-z0-9_]{0,31}")


def _place(value: object) -> str | tuple[str, ...]:
    """One place of a combination: a symbol, "*", or a list of symbols any of which will do."""
    if isinstance(value, str) and (value == ANY_SYMBOL or _WORD.fullmatch(value)):
        return value
    if isinstance(value, list) and value and all(isinstance(s, str) and _WORD.fullmatch(s) for s in value):
        return tuple(value)
    raise PydanticCustomError("place", 'the name of a symbol, a list of such names, or "*"')


_WORD_SCHEMA = {"type": "string", "pattern": "^[a-z][a-z0-9_]*$", "maxLength": 32}
Place = Annotated[
    str | tuple[str, ...],
    PlainValidator(_place),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": r"^(\*|[a-z][a-z0-9_]*)$", "maxLength": 32},
                {"type": "array", "items": _WORD_SCHEMA, "minItems": 1},
            ]
        }
    ),
]
# How many symbols: a key of a TOML table is always text.
CountKey = Annotated[StrictStr, Field(pattern=r"^[1-9][0-9]?$")]
Multiplier = Annotated[StrictInt, Field(ge=1, le=100)]
FreePlayCount = Annotated[StrictInt, Field(ge=1, le=1_000)]


def _pot_of(value: object) -> str | dict[str, str]:
    """The pot of a row, or of some counts of a symbol."""
    if isinstance(value, str) and _WORD.fullmatch(value):
        return value
    if isinstance(value, dict) and value:
        keyed = all(isinstance(k, str) and re.fullmatch("[1-9][0-9]?", k) for k in value)
        if keyed and all(isinstance(name, str) and _WORD.fullmatch(name) for name in value.values()):
            return dict(value)
    raise PydanticCustomError("pot", "the name of a pot, or one for a count as in { 5 = ... }")


PotOf = Annotated[
    str | dict[str, str],
    PlainValidator(_pot_of),
    WithJsonSchema(
        {"anyOf": [_WORD_SCHEMA, {"type": "object", "patternProperties": {"^[1-9][0-9]?$": _WORD_SCHEMA}}]}
    ),
]


class Wild(Shape):
    """What a wild stands for."""

    instead_of: list[Word] | None = Field(
        default=None,
        alias="for",
        description="symbols that it stands for; left out: all but scatters and wilds",
    )
    multiplier: Multiplier = Field(
        default=1, description="what a prize that it helps to win is multiplied by"
    )


class ChanceSymbol(Symbol):
    """One symbol of the strips."""

    scatter: StrictBool = Field(default=False, description="whether it counts anywhere in the window")
    wild: Wild | None = Field(default=None, description="what it stands for; left out: nothing but itself")


class ChanceReel(Shape):
    """One reel: its strip in the order in which symbols pass the middle row."""

    strip: Annotated[list[Word], Field(min_length=3, max_length=256)] = Field(
        description="symbol of each stop, 3 to 256 stops"
    )
    weights: Annotated[list[Annotated[StrictInt, Field(ge=1, le=4_096)]], Field(min_length=3)] | None = Field(
        default=None, description="how often each stop comes (virtual reel); left out: all alike"
    )
    motor_steps: Annotated[StrictInt, Field(ge=20, le=4_096)] | None = Field(
        default=None, description="steps of its motor in one turn; left out: shown on a screen"
    )


class ChancePay(Shape):
    """A row of the paytable: a combination with its prize, or a symbol with a prize for each count."""

    symbols: Annotated[list[Place], Field(min_length=1, max_length=6)] | None = Field(
        default=None, description='what each reel shows: a symbol, a list of which any will do, or "*"'
    )
    cents: Positive | None = Field(default=None, description="prize of the combination in cents")
    symbol: Word | None = Field(default=None, description="symbol that is counted from the left")
    counts: dict[CountKey, Positive] | None = Field(
        default=None, description="prize in cents for each count of the symbol"
    )
    pot: PotOf | None = Field(default=None, description="pot that it hits too; with counts, { count = pot }")


class ScatterPay(Shape):
    """What a number of a symbol anywhere in the window gives."""

    symbol: Word = Field(description="symbol that is counted, one with scatter = true")
    pays: dict[CountKey, Positive] = Field(default={}, description="prize in cents for each count")
    free_plays: dict[CountKey, FreePlayCount] = Field(default={}, description="free plays for each count")
    retrigger: dict[CountKey, FreePlayCount] = Field(
        default={}, description="free plays that each count adds in a free play"
    )
    picks: dict[CountKey, Annotated[StrictInt, Field(ge=1, le=255)]] = Field(
        default={}, description="picks of the bonus for each count"
    )
    pot: dict[CountKey, Word] = Field(default={}, description="pot that a count hits")


class FreePlays(Shape):
    """How free plays are played."""

    multiplier: Multiplier = Field(default=1, description="what their prizes are multiplied by")
    max: FreePlayCount = Field(description="most free plays that one play can give, retriggers included")


class PickRow(Shape):
    """One thing that a pick may find."""

    cents: NotNegative = Field(description="prize in cents, 0 for nothing")
    weight: Annotated[StrictInt, Field(ge=1, le=1_000_000)] = Field(description="how often it is found")
    ends: StrictBool = Field(default=False, description="whether it ends the bonus")


class Gamble(Shape):
    """Double or nothing with the win of a play."""

    odds: Odds = Field(description='chance to double, as "1/2"')
    rounds: Annotated[StrictInt, Field(ge=1, le=255)] = Field(description="most rounds after one play")
    max_cents: Positive = Field(description="largest win that may still be gambled, in cents")


class PotShape(Shape):
    """A jackpot that grows with every play (C-05)."""

    name: Word = Field(description="short name, by which the paytable names it")
    title: Text = Field(description="name for the player")
    seed_cents: NotNegative = Field(description="what it holds when it is new, in cents")
    limit_cents: Positive = Field(description="what it can hold at most, in cents")
    share: Odds = Field(description='share of each stake that it takes, as "1/100"')
    reserve: Odds = Field(
        default=Fraction(0),
        description='share of each stake kept unseen for the next pot, as "1/400"',
        json_schema_extra={"default": "0/1"},
    )
    hit: Literal["combination", "mystery", "must_hit"] = Field(
        description="by a row of the paytable, by a draw in each play, or before it reaches its limit"
    )
    odds: Odds | None = Field(
        default=None,
        description='mystery: chance in each play, as "1/20000"; at the first bet, and it grows with the bet',
    )


class HouseCard(Shape):
    """The house's own card, whose balance the house keeps (C-10, C-11)."""

    name: Text = Field(
        description="what the house calls its card; the front says it and where it is redeemed"
    )
    step_cents: Positive | None = Field(
        default=None,
        description="money that one press moves from the card to the credits, in cents; left out: the price",
    )


class HouseTokens(Shape):
    """
    The house's own tokens, sold at its cash desk instead of coins (C-10, C-11).

    ``money.coins_cents`` and the hoppers then count tokens of those values: the acceptor is set to them, and
    takes coins of legal tender for what they are, foreign discs.
    """

    name: Text = Field(
        description="what the house calls its tokens; the front says it and where they are redeemed"
    )
    colour: Annotated[str, Field(pattern="^#[0-9A-Fa-f]{6}$")] = Field(
        description='of the tokens\' rim, as "#1B6E8C"; their inlay is ivory'
    )


class ChanceMoney(Money):
    """What the machine accepts and keeps for the player."""

    coins_cents: Annotated[list[Positive], Field(max_length=16)] = Field(
        default=[], description="coins accepted, in cents, ascending; left out: only what else is named here"
    )
    card: HouseCard | None = Field(default=None, description="left out: the machine has no card reader")
    tokens: HouseTokens | None = Field(
        default=None, description="what it takes are tokens of the house; left out: coins of legal tender"
    )


class ChanceDurations(Shape):
    """Times of a play, none shorter than the law's."""

    play_min_ms: Positive = from_law("from one start to the next")
    stop_pause_ms: StopPause | None = Field(
        default=None,
        description="from one stop to the next on a screen (left out: 250); with drums as in type B (300)",
    )


class ChanceTexts(Shape):
    """
    The texts that the front must carry (C-21, C-22).

    A missing one is left to the checks, which know the article, and is no mistake of shape.
    """

    model_config = ConfigDict(json_schema_extra={"required": list(REQUIRED_TEXTS)})

    rules: Text | None = Field(default=None, description="how to play and what wins")
    bets: Text | None = Field(
        default=None, description="possible bets and the least one, with the price, and the money accepted"
    )
    minors: Text | None = Field(default=None, description="that minors may not play, with the age")
    minimum_payout: Text | None = Field(
        default=None, description="least share of the stakes that is returned, in percent"
    )
    addiction: Text | None = Field(default=None, description="that its use may cause gambling addiction")


class ChanceFile(ReelsFile):
    """A whole model file of type C."""

    type: Literal["C"] = Field(description="C: of chance, for casinos")
    bets_cents: Annotated[list[Positive], Field(min_length=2, max_length=5)] | None = Field(
        default=None,
        description="what a play may be staked at: ascending multiples of the first, for which all amounts "
        "are written; only where the profile has a maximum price; left out: the price alone",
    )
    evaluation: Literal["lines", "ways"] = Field(description="whether lines pay, or all ways from the left")
    paylines: Annotated[list[list[NotNegative]], Field(min_length=1, max_length=100)] | None = Field(
        default=None,
        description="for each line the row it reads on each reel, 0 the uppermost; not with ways",
    )
    symbols: Annotated[dict[Word, ChanceSymbol], Field(min_length=2, max_length=32)]
    reels: Annotated[list[ChanceReel], Field(min_length=3, max_length=6)]
    free_reels: Annotated[list[ChanceReel], Field(min_length=3, max_length=6)] | None = Field(
        default=None, description="reels of free plays; left out: the same"
    )
    paytable: Annotated[list[ChancePay], Field(min_length=1, max_length=255)]
    scatters: Annotated[list[ScatterPay], Field(max_length=32)] = Field(
        default=[], description="what symbols give wherever they stand"
    )
    free_plays: FreePlays | None = Field(default=None, description="left out: it gives none")
    picks: Annotated[list[PickRow], Field(max_length=32)] = Field(
        default=[], description="what a pick of the bonus may find"
    )
    gamble: Gamble | None = Field(default=None, description="left out: no win can be gambled")
    pots: Annotated[list[PotShape], Field(max_length=4)] = Field(
        default=[], description="jackpots, smallest level first"
    )
    hoppers: Annotated[list[Hopper], Field(max_length=8)] = Field(
        default=[], description="containers that pay prizes (C-13); none where only cards are taken"
    )
    money: ChanceMoney
    durations: ChanceDurations = ChanceDurations()
    texts: ChanceTexts
