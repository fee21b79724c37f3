# SPDX-License-Identifier: MIT
"""The parts of a model file that every type of machine shares: texts, symbols, money, hoppers, art."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from fractions import Fraction
from typing import Annotated, Literal, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from machines.support.currency import EURO, Currency
from machines.support.languages import DEFAULT_LANGUAGE, TAG, may_be_language
from machines.support.plain import Json

ANY_SYMBOL = "*"

Positive = Annotated[StrictInt, Field(ge=1, le=1_000_000_000)]
NotNegative = Annotated[StrictInt, Field(ge=0, le=1_000_000_000)]
Word = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=32)]
SymbolOrAny = Annotated[StrictStr, Field(pattern=r"^(\*|[a-z][a-z0-9_]*)$", max_length=32)]
PictureName = Annotated[
    StrictStr, Field(pattern=r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(svg|png)$", max_length=64)
]
SoundFile = Annotated[
    StrictStr,
    Field(pattern=r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(wav|ogg|flac)$", max_length=64),
]
SceneName = Annotated[
    StrictStr, Field(pattern=r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(svg|png|jpg)$", max_length=64)
]
FontName = Annotated[
    StrictStr, Field(pattern=r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(ttf|otf)$", max_length=64)
]
Line = Annotated[StrictStr, Field(min_length=1, max_length=2_000)]
Engraved = Annotated[StrictStr, Field(pattern=r"^[^\x00-\x1f]*[^\x00-\x20][^\x00-\x1f]*$", max_length=40)]
Colour = Annotated[StrictStr, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
# A key of a TOML table is always text, so an amount used as a key is written in digits.
CentsKey = Annotated[StrictStr, Field(pattern=r"^[1-9][0-9]{0,8}$")]
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ODDS = re.compile(r"([0-9]{1,18})/([1-9][0-9]{0,17})")


def _odds(value: object) -> Fraction:
    """A share or odds as a text "p/q"."""
    found = _ODDS.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise PydanticCustomError("odds", 'a fraction in quotes such as "1/200"')
    return Fraction(int(found[1]), int(found[2]))


Odds = Annotated[
    Fraction,
    PlainValidator(_odds),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]{1,18}/[1-9][0-9]{0,17}$"}),
]


def _day(value: object) -> str:
    """A day of the calendar as ISO 8601 writes it."""
    if isinstance(value, str) and _DAY.fullmatch(value):
        with suppress(ValueError):
            return date.fromisoformat(value).isoformat()
    raise PydanticCustomError("day", 'a day in quotes such as "2002-05-31"')


Day = Annotated[
    str, PlainValidator(_day), WithJsonSchema({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"})
]


# How long a machine waits after one reel before it tells the next one to stop, where a model does not say.
DRUM_PAUSE_MS, SCREEN_PAUSE_MS = 300, 250
StopPause = Annotated[StrictInt, Field(ge=20, le=1_000)]


class Shape(BaseModel):
    """
    Base of every table of a model file: no key that is not named here, nothing converted.

    Its validator is made at the first use, so that a type waits for its own tables only.
    """

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)


def from_law(description: str) -> int:
    """A key that a model may leave out: its rule profile fills it in (``machines.check.inherit``)."""
    told = f"{description}; left out: the law's"
    return cast("int", Field(default=None, description=told, json_schema_extra=_no_default))


def _no_default(schema: Json) -> None:
    del schema["default"]


def _by_language(schema: Json) -> None:
    schema["patternProperties"] = {TAG: schema["additionalProperties"]}
    schema["additionalProperties"] = False


class Text(Shape):
    """A text for the player, by language: Spanish always (K-21), others where the maker has them."""

    model_config = ConfigDict(extra="allow", json_schema_extra=_by_language)
    __pydantic_extra__: dict[str, Line]
    default: Line = Field(
        validation_alias=DEFAULT_LANGUAGE, description="Spanish text, shown where another is missing"
    )

    @model_validator(mode="before")
    @classmethod
    def _require_languages(cls, given: object) -> object:
        """Each key that cannot be a language is an unknown key, as in any other table."""
        keys = given if isinstance(given, dict) else {}
        wrong = [
            InitErrorDetails(type="extra_forbidden", loc=(key,), input=words)
            for key, words in keys.items()
            if isinstance(key, str) and not may_be_language(key)
        ]
        if wrong:
            raise ValidationError.from_exception_data(cls.__name__, wrong)
        return given

    @property
    def words(self) -> dict[str, str]:
        """The text by language, the default one first."""
        return {DEFAULT_LANGUAGE: self.default, **self.__pydantic_extra__}

    def said(self, language: str) -> str:
        """The text in a language, in the default one where it has none."""
        return self.words.get(language, self.default)


class Symbol(Shape):
    """One symbol of the strips."""

    name: Text
    drawing: Word | None = Field(
        default=None, description="one of azar's drawings; left out where a picture is named"
    )
    picture: PictureName | None = Field(
        default=None, description="file of the maker's own in the folder art beside the model, .svg or .png"
    )
    colour: Colour = Field(
        description="main colour, #RRGGBB: of azar's drawings the main surface has it, of an SVG picture "
        "what it paints with currentColor; a PNG picture has its own"
    )

    @property
    def look(self) -> str:
        """What the panel knows its picture by: the name of a drawing, or of a file, which has a dot."""
        return self.picture or self.drawing or ""


class CurrencyShape(Shape):
    """Another money than the euro."""

    code: Annotated[StrictStr, Field(pattern="^[A-Z]{3}$")] = Field(description='by ISO 4217, as "GBP"')
    symbol: Annotated[StrictStr, Field(min_length=1, max_length=4)] = Field(description='as "£"')
    digits: Literal[0, 1, 2, 3] = Field(
        default=2, description="its decimals: keys in _cents count its minor unit"
    )
    position: Literal["before", "after"] = Field(description="where the symbol stands")

    @property
    def currency(self) -> Currency:
        """The money itself."""
        return Currency(self.code, self.symbol, self.digits, self.position == "before")


class Money(Shape):
    """What the machine accepts and keeps for the player."""

    currency: CurrencyShape | None = Field(
        default=None, description="of another market, under the profile libre alone; left out: the euro"
    )

    coins_cents: Annotated[list[Positive], Field(min_length=1, max_length=16)] = Field(
        description="coins accepted, in cents, ascending"
    )
    note_cents: Positive | None = Field(
        default=None, description="note accepted, in cents; left out: the machine has no note acceptor"
    )
    credits_max_cents: Positive | None = Field(
        default=None, description="maximum of the credit counter in cents; left out: what the law allows"
    )
    reserve_max_cents: NotNegative = Field(
        default=0, description="maximum of the reserve counter in cents; 0: the machine has none"
    )

    @property
    def decimals(self) -> int:
        """Decimals of an amount of its money."""
        return EURO.digits if self.currency is None else self.currency.digits


class Hopper(Shape):
    """One hopper: the coin that it pays and how many it holds."""

    cents: Positive = Field(description="value of its coin in cents")
    capacity_coins: Annotated[StrictInt, Field(ge=1, le=10_000)]
    fill_coins: Annotated[StrictInt, Field(ge=0, le=10_000)] = Field(
        description="coins in it when the machine is put into service"
    )


class Counters(Shape):
    """The permanent counters (K-01)."""

    unit_cents: Positive = Field(
        default=10, description="cents that one pulse of the meters of money in and out stands for"
    )
    prize_unit_cents: Positive | None = Field(
        default=None,
        description="cents that one pulse of the meter of prizes stands for; left out: unit_cents",
    )
    digits: Annotated[StrictInt, Field(ge=6, le=10)] = Field(default=7, description="digits that they show")
    sealed: StrictBool | None = Field(
        default=None,
        description="whether the sealed counter of the metrology order is fitted: types B and C always have "
        "it, type A where this is true",
    )

    @property
    def of_prizes_cents(self) -> int:
        """What one pulse of the meter of prizes stands for."""
        return self.prize_unit_cents or self.unit_cents


class Link(Shape):
    """What a machine says that shares pots with others (B-26, C-17 to C-20)."""

    kind: Literal["carrusel", "superjackpot"] = Field(
        description="carrusel: of type B, in a salon; superjackpot: of type C, in a casino"
    )
    name: Text = Field(description="what the display of the pots is called")
    text: Text = Field(description="on the front: that the machine belongs to the link")
    award_max_cents: Positive = Field(description="largest award of the link that it is made for, in cents")
    prizes: Annotated[list[Annotated[list[SymbolOrAny], Field(max_length=6)]], Field(max_length=4)] = Field(
        default=[], description='combinations of the first payline that win a prize of the link, "*" for any'
    )


class Colours(Shape):
    """What the cabinet is painted with; what is left out has the colours of azar's own."""

    deep: Colour | None = Field(
        default=None, description="glass of crown, prize table and flanks, and the pillars' lacquer"
    )
    bright: Colour | None = Field(
        default=None, description="letters of the name, amounts, and lamps behind the glass"
    )
    accent: Colour | None = Field(
        default=None, description="lit rows of the prize table, START, the ends of the payline"
    )
    ground: Colour | None = Field(default=None, description="lacquer of the cabinet between its parts")
    metal: Colour | None = Field(
        default=None, description="frames, pillars, rails, coin slot and tray where they shine"
    )
    wood: Colour | None = Field(default=None, description="the deck that the buttons stand on")
    paper: Colour | None = Field(default=None, description="what the symbols of the reels are printed on")
    display: Colour | None = Field(default=None, description="dots of the message line")
    night: Colour | None = Field(default=None, description="an older name of deep")
    lemon: Colour | None = Field(default=None, description="an older name of bright")
    vermilion: Colour | None = Field(default=None, description="an older name of accent")

    @property
    def given(self) -> dict[str, str]:
        """The colours that the file names, by their names of today."""
        found = {name: value for name, value in self if value is not None and name not in OLDER_COLOURS}
        for older, name in OLDER_COLOURS.items():
            value = getattr(self, older)
            if value is not None:
                found.setdefault(name, value)
        return found


OLDER_COLOURS = {"night": "deep", "lemon": "bright", "vermilion": "accent"}


class Fonts(Shape):
    """Type faces of the maker's own; azar's stand in for what is left out."""

    title: FontName | None = Field(default=None, description="of the name on the crown")
    label: FontName | None = Field(default=None, description="of amounts, buttons and titles: condensed")
    text: FontName | None = Field(default=None, description="of the small print of the glass")
    strong: FontName | None = Field(default=None, description="of small print that stands out")


class Art(Shape):
    """What the panel draws the machine with: pictures, fonts and sounds are files of the folder art."""

    style: Word = Field(description="family of azar's drawings, for what is not given here")
    cabinet: Word | None = Field(
        default=None, description="which of azar's cabinets it is built into; that of its type if left out"
    )
    emblem: PictureName | None = Field(
        default=None, description="beside the name, and in the middle of a ring of lights; .svg or .png"
    )
    title: PictureName | None = Field(
        default=None, description="the name as a drawing, in the place of letters; .svg or .png"
    )
    crown: SceneName | None = Field(default=None, description="behind the name; .svg, .png or .jpg")
    glass: SceneName | None = Field(default=None, description="behind the prize table; .svg, .png or .jpg")
    flanks: Annotated[list[SceneName], Field(min_length=2, max_length=2)] | None = Field(
        default=None, description="left and right of the reels; .svg, .png or .jpg"
    )
    room: SceneName | None = Field(
        default=None, description="beside the cabinet on a wide screen; .svg, .png or .jpg"
    )
    colours: Colours = Colours()
    fonts: Fonts = Fonts()
    sounds: dict[StrictStr, SoundFile] = Field(
        default={},
        description="sounds of the maker's own by name: files in the folder art, .wav, .ogg or .flac",
    )


# What stands on a plate that nobody has had engraved.
MAKER, REGISTRY, SERIES = "AZAR", "0001", "A"


class Plate(Shape):
    """The plate of the maker (K-19, RD 2110/1998 art. 22); what is left out is azar's."""

    maker: Engraved | None = Field(default=None, description="who made the machine")
    registry: Engraved | None = Field(
        default=None, description="number of the maker in the registry of firms"
    )
    model: Engraved | None = Field(
        default=None, description="name or number under which the model is registered; left out: its title"
    )
    series: Engraved | None = Field(default=None, description="series that this machine is of")

    @property
    def given(self) -> dict[str, str]:
        """The lines that the file gives, by name."""
        return {name: line for name, line in self if line is not None}

    @property
    def made_by(self) -> str:
        """Maker and number in the registry: the file's; azar's where it names neither."""
        if self.maker is None and self.registry is None:
            return f"{MAKER} {REGISTRY}"
        return " ".join(line for line in (self.maker, self.registry) if line)

    @property
    def of_series(self) -> str:
        """The series: the file's, or azar's."""
        return self.series or SERIES


class CommonFile(Shape):
    """What a model file of any type says."""

    name: Word = Field(description="short name; the file is called name.toml")
    title: Line = Field(description="name on the crown")
    version: Line | None = Field(default=None, description="version of the game, for its PAR sheet")
    author: Line | None = Field(default=None, description="whose game it is, for its PAR sheet")
    profile: Annotated[StrictStr, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")] = Field(
        description="rule profile, a file of machines/rules"
    )
    price_cents: Positive | None = Field(
        default=None, description="price of a play in cents; never written where the profile fixes it"
    )
    mechanisms: Literal["parallel", "cctalk"] = Field(
        default="parallel",
        description="how acceptor and hoppers are wired: lines of their own, or a ccTalk bus",
    )
    money: Money
    counters: Counters = Counters()
    art: Art
    plate: Plate = Plate()


class ReelsFile(CommonFile):
    """What a model file of a type with reels says besides."""

    rows: Annotated[StrictInt, Field(ge=1, le=5)] = Field(description="stops visible on each reel")
    link: Link | None = Field(default=None, description="pots that it shares; left out: it stands alone")
