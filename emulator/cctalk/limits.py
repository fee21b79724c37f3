# SPDX-License-Identifier: MIT
"""
What a setting of a device may be: checked as a value of a TOML file, or read from a text of the command line.

    Whole(2, 255).taken(300)       # ValueError: 2 to 255
    Cents((10, 20), 16).typed("10,20")     # (10, 20)
"""

from __future__ import annotations

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

_Default = TypeVar("_Default")
_ON_OFF = {"on": True, "off": False}


class Limit(ABC):
    """What is allowed; both methods raise ValueError with it in words."""

    @abstractmethod
    def taken(self, value: object) -> object:
        """A value of a file or of Python."""

    def typed(self, text: str) -> object:
        """A text of the command line: the value as it is, or written."""
        return self.taken(text)


@dataclass(frozen=True)
class Whole(Limit):
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    def taken(self, value: object) -> int:
        """The number."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise ValueError(f"{self.least} to {self.most}")
        return value

    def typed(self, text: str) -> int:
        """From its digits."""
        return self.taken(int(text) if re.fullmatch(r"\d{1,9}", text) else text)


class _Number(Limit):
    def typed(self, text: str) -> object:
        """From its digits."""
        return self.taken(int(text) if text.isdecimal() else text)


@dataclass(frozen=True)
class Choice(_Number):
    """One of some numbers."""

    values: tuple[int, ...]

    def taken(self, value: object) -> int:
        """The number."""
        if type(value) is not int or value not in self.values:
            raise ValueError(", ".join(str(one) for one in self.values))
        return value


@dataclass(frozen=True)
class Poll(_Number):
    """Milliseconds that header 249 can say in one byte: units of 1 ms, or of 10 ms."""

    def taken(self, value: object) -> int:
        """The number."""
        if type(value) is not int or not (1 <= value <= 255 or (value <= 2_550 and value % 10 == 0 < value)):
            raise ValueError("1 to 255, or tens up to 2550")
        return value


@dataclass(frozen=True)
class Flag(Limit):
    """True or false; on or off where it is typed."""

    def taken(self, value: object) -> bool:
        """The flag."""
        if type(value) is not bool:
            raise ValueError("true or false")
        return value

    def typed(self, text: str) -> bool:
        """From on or off."""
        if text not in _ON_OFF:
            raise ValueError("on or off")
        return _ON_OFF[text]


@dataclass(frozen=True)
class Text(Limit):
    """Printable ASCII characters, as the wire carries them."""

    least: int
    most: int

    def taken(self, value: object) -> str:
        """The text."""
        if type(value) is not str or not re.fullmatch(rf"[ -~]{{{self.least},{self.most}}}", value):
            raise ValueError(f"{self.least} to {self.most} ASCII characters")
        return value


@dataclass(frozen=True)
class Word(Limit):
    """One of some words."""

    words: tuple[str, ...]

    def taken(self, value: object) -> str:
        """The word."""
        if value not in self.words:
            raise ValueError(", ".join(self.words))
        return str(value)


@dataclass(frozen=True)
class Revision(Limit):
    """Three numbers with dots between, as header 4 tells them: release, issue, revision of the issue."""

    def taken(self, value: object) -> str:
        """The text."""
        parts = value.split(".") if type(value) is str else []
        if len(parts) != 3 or not all(re.fullmatch(r"\d{1,3}", part) and int(part) < 256 for part in parts):
            raise ValueError("three numbers of 0 to 255 with dots between, such as 1.4.7")
        return str(value)


@dataclass(frozen=True)
class Cents(Limit):
    """Different values of coins or notes in order, 1 to ``most``; 0 leaves a position empty."""

    values: tuple[int, ...]
    most: int

    def taken(self, value: object) -> tuple[int, ...]:
        """The values."""
        allowed = f"1 to {self.most} of {', '.join(str(cents) for cents in self.values)}, each once, or 0"
        given = tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else ()
        filled = [cents for cents in given if cents]
        sound = all(type(cents) is int and cents in (0, *self.values) for cents in given)
        if not filled or not sound or len(given) > self.most or len(set(filled)) < len(filled):
            raise ValueError(allowed)
        return given

    def typed(self, text: str) -> tuple[int, ...]:
        """From numbers with commas between."""
        parts = [part.strip() for part in text.split(",")]
        return self.taken([int(part) if part.isdecimal() else part for part in parts])


@dataclass(frozen=True)
class Headers(Limit):
    """Numbers of headers."""

    def taken(self, value: object) -> tuple[int, ...]:
        """The numbers."""
        given = tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else (None,)
        if not all(type(header) is int and 1 <= header <= 255 for header in given):
            raise ValueError("headers from 1 to 255")
        return given

    def typed(self, text: str) -> tuple[int, ...]:
        """From numbers with commas between."""
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return self.taken([int(part) if part.isdecimal() else part for part in parts])


def setting(default: _Default, limit: Limit, says: str) -> _Default:
    """A field of a settings class, with its limit and what docs/cctalk.md says of it."""
    return dataclasses.field(default=default, metadata={"limit": limit, "says": says})


def limits(kind: type) -> dict[str, Limit]:
    """The limit of each setting of a class."""
    return {field.name: field.metadata["limit"] for field in dataclasses.fields(kind)}
