# SPDX-License-Identifier: MIT
"""The shape of a kiosk's TOML file: every key with its unit, its limits and what it is unless written."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator
from pydantic_core import PydanticCustomError

from machines.support.languages import DEFAULT_LANGUAGE, languages

# What a hidden PIN looks like (pin.py makes it).
HIDDEN_PIN = r"^scrypt:[0-9]{1,2}:[0-9a-f]{32}:[0-9a-f]{64}$"
_CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
_ADDRESS = re.compile(r"^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):([0-9]{1,5})$")
_HEX = r"^([0-9A-Fa-f]{2}){1,32}$"

Coins = dict[
    Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,5}$")], Annotated[int, Field(ge=0, le=500)]
]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class MachineKept(_Shape):
    """One machine of the kiosk."""

    model: Annotated[str, StringConstraints(min_length=1)]
    """A model that ships, or the path of a model or ROM file."""
    serial: Annotated[int, Field(ge=1, le=(1 << 39) - 1)] = 1
    file: str | None = None
    """Where it is kept, from the kiosk's folder on; machines/MODEL-SERIAL.nvram unless written."""
    seed: Annotated[str, StringConstraints(pattern=_HEX)] | None = None
    """A TEST machine, whose chance repeats."""


class Visit(_Shape):
    """Who stands in front of it."""

    idle_s: Annotated[int, Field(ge=5, le=600)] = 15
    leave_s: Annotated[int, Field(ge=10, le=3600)] = 60
    purse: Coins | None = None
    """Coins of every visitor, cents to count; what the model's visitors have unless written."""
    wallet: Coins | None = None
    """Notes, as the coins."""

    @model_validator(mode="after")
    def _in_order(self) -> Visit:
        if self.leave_s <= self.idle_s:
            raise PydanticCustomError(
                "order", "leave_s must be longer than idle_s, {idle} s", {"idle": self.idle_s}
            )
        return self


class Hours(_Shape):
    """Another volume between two times of the day."""

    begin: Annotated[str, StringConstraints(pattern=_CLOCK)]
    end: Annotated[str, StringConstraints(pattern=_CLOCK)]
    volume: Annotated[int, Field(ge=0, le=100)]


class Sound(_Shape):
    """How loud it is, in hundredths of full volume."""

    volume: Annotated[int, Field(ge=0, le=100)] = 60
    hours: list[Hours] = Field(default_factory=list)


class Languages(_Shape):
    """In which language it begins, and which a visitor may choose."""

    first: str = DEFAULT_LANGUAGE
    offered: list[str] = Field(default_factory=lambda: list(languages()), min_length=1)

    @field_validator("first", "offered")
    @classmethod
    def _known(cls, value: str | list[str]) -> str | list[str]:
        for name in [value] if isinstance(value, str) else value:
            if name not in languages():
                raise PydanticCustomError(
                    "choice", "must be one of {names}", {"names": ", ".join(languages())}
                )
        return value


class Access(_Shape):
    """The help that each visitor finds, as of ``azar play --access``, ``--scan`` and ``--speak``."""

    large: bool = False
    contrast: bool = False
    still: bool = False
    captions: bool = False
    scan_ms: Annotated[int, Field(ge=300, le=10_000)] | None = None
    speak: list[Annotated[str, StringConstraints(min_length=1)]] = Field(default_factory=list)


class Attendant(_Shape):
    """Who may end it."""

    pin: Annotated[str, StringConstraints(pattern=HIDDEN_PIN)] | None = None
    tries: Annotated[int, Field(ge=1, le=10)] = 3
    wait_s: Annotated[int, Field(ge=1, le=3600)] = 30
    serve_s: Annotated[int, Field(ge=0, le=3600)] = 20


class Screen(_Shape):
    """What it is shown on."""

    size: (
        Annotated[list[Annotated[int, Field(ge=240, le=16384)]], Field(min_length=2, max_length=2)] | None
    ) = None
    rotation: Literal[0, 90, 180, 270] = 0
    display: Annotated[int, Field(ge=0, le=15)] = 0
    millimetres: (
        Annotated[list[Annotated[int, Field(ge=20, le=5000)]], Field(min_length=2, max_length=2)] | None
    ) = None
    touch_mm: Annotated[int, Field(ge=9, le=40)] = 9
    idle_frames: Annotated[int, Field(ge=5, le=60)] = 20


class Warnings(_Shape):
    """What it tells whoever plays."""

    pause_minutes: Annotated[int, Field(ge=0, le=240)] = 30
    toy_money: bool = True


class StatusPage(_Shape):
    """The page that a browser reads."""

    page: str = ""
    hosts: list[str] = Field(default_factory=list)

    @field_validator("page")
    @classmethod
    def _address(cls, value: str) -> str:
        found = _ADDRESS.match(value)
        if value and (found is None or not 1 <= int(found[2]) <= 65535):
            raise PydanticCustomError(
                "address", "must be HOST:PORT such as 127.0.0.1:7780, or empty for none", {}
            )
        return value


class Journal(_Shape):
    """What is written down of every play, and how much of it is kept."""

    segment_mb: Annotated[int, Field(ge=1, le=1024)] = 16
    run_hours: Annotated[int, Field(ge=1, le=744)] = 12
    keep_mb: Annotated[int, Field(ge=2, le=1 << 20)] = 2048
    least_free_mb: Annotated[int, Field(ge=1, le=1 << 20)] = 64

    @model_validator(mode="after")
    def _room(self) -> Journal:
        if self.keep_mb < 2 * self.segment_mb:
            raise PydanticCustomError(
                "order", "keep_mb must be at least two segments, {least} MB", {"least": 2 * self.segment_mb}
            )
        return self


class Watch(_Shape):
    """When the panel counts as lost, and when nothing more is tried."""

    hang_s: Annotated[float, Field(ge=0.5, le=60, strict=False)] = 1.5
    start_s: Annotated[float, Field(ge=2, le=300, strict=False)] = 30
    give_up_after: Annotated[int, Field(ge=1, le=1000)] = 8
    within_s: Annotated[int, Field(ge=10, le=86400)] = 120


class Settings(_Shape):
    """A kiosk."""

    folder: Annotated[str, StringConstraints(min_length=1)] = ""
    """Where all is written; the user's data folder unless written."""
    machines: Annotated[list[MachineKept], Field(min_length=1)] = Field(
        default_factory=lambda: [MachineKept(model="cierzo")]
    )
    tables: list[str] = Field(default_factory=list)
    """Table games that stand in the hall, by the names of "azar table list"."""
    wheels: list[str] = Field(default_factory=list)
    """Those of them for which an electronic wheel draws."""
    visit: Visit = Visit()
    sound: Sound = Sound()
    languages: Languages = Field(default_factory=Languages)
    access: Access = Field(default_factory=Access)
    attendant: Attendant = Attendant()
    screen: Screen = Screen()
    warnings: Warnings = Warnings()
    status: StatusPage = StatusPage()
    journal: Journal = Journal()
    watch: Watch = Watch()

    @field_validator("tables")
    @classmethod
    def _known(cls, value: list[str]) -> list[str]:
        from machines.tables.registry import GAMES

        for number, name in enumerate(value):
            if name not in GAMES or name in value[:number]:
                raise PydanticCustomError(
                    "table", "must be different ones of {known} (got {name})",
                    {"known": ", ".join(GAMES), "name": name},
                )  # fmt: skip
        return value

    @model_validator(mode="after")
    def _wheels_stand_there(self) -> Settings:
        from machines.tables.wheel import wheel_names

        able = [name for name in wheel_names() if name in self.tables]
        for number, name in enumerate(self.wheels):
            if name not in able or name in self.wheels[:number]:
                raise PydanticCustomError(
                    "wheel", "wheels must be different ones of tables that have one, {able} (got {name})",
                    {"able": ", ".join(able) or "none", "name": name},
                )  # fmt: skip
        return self

    @field_validator("machines")
    @classmethod
    def _apart(cls, value: list[MachineKept]) -> list[MachineKept]:
        names = [one.model for one in value]
        for name in names:
            if names.count(name) > 1:
                raise PydanticCustomError(
                    "twice", "must be of different models: {name} stands there twice", {"name": name}
                )
        return value
