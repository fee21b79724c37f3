# SPDX-License-Identifier: MIT
"""Which rows a change touches: ``changes.toml`` read once, joined with the ``enforced_by`` of the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import NamedTuple

from emulator.lab.exam.finding import Words
from machines.rules import Profile
from machines.support.plain import read_toml

_FIRMWARE = "machines.firmware."
# Rooms of the firmware that only machines of one type have.
_ROOMS = {"skill": "A", "cycle": "B", "chance": "C"}


class Raw(NamedTuple):
    """A change before it is known which of its rows bind the machine."""

    kind: str
    where: str
    before: str
    after: str
    rows: frozenset[str]
    substantial: bool


class Kind(NamedTuple):
    """A kind of change."""

    id: str
    name: Words
    paths: tuple[re.Pattern[str], ...]
    memory: bool
    substantial: bool
    rows: frozenset[str]


class Module(NamedTuple):
    """What is known of a module of the firmware."""

    substantial: bool
    rows: frozenset[str]


@dataclass(frozen=True)
class Kinds:
    """The data of ``changes.toml``."""

    kinds: Mapping[str, Kind]
    modules: Mapping[str, Module]
    pins: Mapping[str, frozenset[str]]

    def of(self, kind: str) -> Kind:
        """A kind by its name."""
        return self.kinds[kind]

    def of_path(self, path: str) -> Kind | None:
        """The kind of a key of a model file; None for one that nobody wrote down."""
        return next(
            (kind for kind in self.kinds.values() if any(one.fullmatch(path) for one in kind.paths)), None
        )

    def of_line(self, name: str) -> frozenset[str]:
        """The rows of a line of the pin table."""
        return self.pins.get(name.partition("_")[0], frozenset({"*"}))

    def raw(
        self, kind: str, where: str, before: object, after: object, rows: frozenset[str] = frozenset()
    ) -> Raw:
        """A change of a kind, with rows of its own besides those of the kind."""
        found = self.kinds[kind]
        return Raw(kind, where, str(before), str(after), found.rows | rows, found.substantial)


@cache
def kinds(name: str = "changes.toml") -> Kinds:
    """The data of a file beside this one, read once."""
    raw = read_toml(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))
    found = {
        name: Kind(
            name,
            Words(**row["name"]),
            tuple(map(_pattern, row.get("paths", ()))),
            row["memory"],
            row["substantial"],
            frozenset(row["rows"]),
        )
        for name, row in raw["kinds"].items()
    }
    modules = {
        name: Module(row["substantial"], frozenset(row["rows"]))
        for row in raw["modules"]
        for name in row["names"]
    }
    return Kinds(found, modules, {name: frozenset(rows) for name, rows in raw["pins"].items()})


def _pattern(path: str) -> re.Pattern[str]:
    """Keys that a path means: "*" is anything, dots between."""
    return re.compile(re.escape(path).replace(r"\*", ".*"))


def enforced(law: Profile, kind: str, module: str) -> frozenset[str]:
    """The rows that a module of the firmware of a machine of this type enforces, as the profile says."""
    found = set()
    for rule in law.rules.values():
        for target in rule.enforced_by:
            if target.startswith(_FIRMWARE):
                *rooms, name = target.removeprefix(_FIRMWARE).split(".")
                if name == module and all(_ROOMS.get(room, kind) == kind for room in rooms):
                    found.add(rule.id)
    return frozenset(found)
