# SPDX-License-Identifier: MIT
"""A rule profile as plain data and back: what a ROM carries of the law that its model was checked against."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from machines.rules import Profile, ProfileError, Rule
from machines.support.plain import Json, JsonView, read_json

# Where the emulator enforces a row is no part of the law, and changes with every renamed test.
LEFT_OUT: JsonView = {"enforced_by": (), "planned": None, "not_applicable": None}

_Row = TypeVar("_Row")


def profile_data(profile: Profile) -> Json:
    """A profile with every inherited row as plain JSON values, in the order of its rows."""
    rules = [
        {name: _plain(getattr(rule, name)) for name in Rule.__slots__ if name not in LEFT_OUT}
        for rule in profile.rules.values()
    ]
    head = {name: getattr(profile, name) for name in Profile.__slots__ if name not in ("rules", "free")}
    return {**head, **({"free": True} if profile.free else {}), "rules": rules}


def read_profile(text: bytes) -> Profile:
    """
    A profile from the JSON text of its data.

    Raises:
        ProfileError: it is not what ``profile_data`` makes.
    """
    try:
        data = read_json(text)
        rows = [_reader(Rule).validate_python({**row, **LEFT_OUT}) for row in data.pop("rules")]
        profile: Profile = _reader(Profile).validate_python({**data, "rules": {row.id: row for row in rows}})
    except (ValueError, KeyError, TypeError, AttributeError, ValidationError) as error:
        reason = " ".join(str(error).split())
        raise ProfileError([f"profile must be the data of a profile (got {reason})"]) from error
    return profile


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value


@cache
def _reader(kind: type[_Row]) -> TypeAdapter[_Row]:
    """Whoever builds a ROM reads none."""
    return TypeAdapter(kind)
