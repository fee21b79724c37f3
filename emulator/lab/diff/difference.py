# SPDX-License-Identifier: MIT
"""
What changed between two versions of a machine or of a table's device, and what must be examined again.

    found = compare("cierzo", "cierzo_2.rom")     # models, ROMs, or folders that hold one
    found.memory                                  # the game memory changed: new homologation (art. 17.2)
    found.rows["B-07"]                            # the changes that touch the row

Which rows a change touches is data: ``changes.toml``, and the ``enforced_by`` entries of the rule profile.
What azar proposes of art. 15.7 an engineer decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from emulator.lab.diff.device import CHANGES, DeviceVersion, device_changes, draws_changed
from emulator.lab.diff.examined import RowChange, examined
from emulator.lab.diff.firmware import firmware_changes
from emulator.lab.diff.model import model_changes, pin_changes, settings_changes
from emulator.lab.diff.rules import Kinds, Raw, enforced, kinds
from emulator.lab.diff.version import DiffError, Version, rom_in
from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Words
from machines.rom.build import BUILDER, PINS, PROFILE, TABLES
from machines.rom.read import sources_of
from machines.support.plain import Json, read_json

EVERY_ROW = "*"


class Proposal(StrEnum):
    """What azar proposes; an engineer decides."""

    NOTHING = "nothing"
    HOMOLOGATION = "new homologation"
    SUBSTANTIAL = "substantial"
    NOT_SUBSTANTIAL = "not substantial"
    WHOLE = "whole examination"
    ROWS = "rows"
    """Of a device of a table, which is in no homologation of RD 2110/1998."""


SAID: Mapping[Proposal, Words] = {
    Proposal.NOTHING: Words("Sin cambios", "Nothing changed"),
    Proposal.HOMOLOGATION: Words(
        "Cambia la memoria de juego: nueva homologación (art. 17.2)",
        "The game memory changed: new homologation (art. 17.2)",
    ),
    Proposal.SUBSTANTIAL: Words(
        "Se propone modificación sustancial (art. 15.7); decide el técnico",
        "Proposed: a substantial change (art. 15.7); the engineer decides",
    ),
    Proposal.NOT_SUBSTANTIAL: Words(
        "Se propone modificación no sustancial (art. 15.7); decide el técnico",
        "Proposed: not a substantial change (art. 15.7); the engineer decides",
    ),
    Proposal.WHOLE: Words(
        "Cambia lo que se sortea: se propone examinarlo entero; decide el laboratorio",
        "What is drawn changed: proposed to examine all of it again; the laboratory decides",
    ),
    Proposal.ROWS: Words(
        "Se propone examinar de nuevo las filas que se nombran; decide el laboratorio",
        "Proposed to examine the rows again that are named; the laboratory decides",
    ),
}


class Change(NamedTuple):
    """One change."""

    kind: str
    where: str
    """Key of the model, function of the firmware, line of the pin table, part of the ROM."""
    before: str
    after: str
    rows: tuple[str, ...]
    """Rows to be examined again that bind one of the two machines."""
    substantial: bool

    def as_dict(self) -> Json:
        """Plain values."""
        return {**self._asdict(), "rows": [*self.rows]}


@dataclass(frozen=True)
class Difference:
    """Everything that differs between two machines, or two devices of a table."""

    first: Version | DeviceVersion
    second: Version | DeviceVersion
    changes: tuple[Change, ...]
    parts: tuple[tuple[str, str, str], ...]
    """Parts of the ROM that differ: name, SHA-256 before and after, empty where there is none."""
    memory: bool
    """The game memory changed: the tables, what they were made from, or the core."""
    examined: tuple[RowChange, ...] | None = None
    """What their examinations found otherwise, where both are folders of one."""

    @property
    def proposal(self) -> Proposal:
        """What azar proposes of all changes together."""
        device = isinstance(self.second, DeviceVersion)
        if self.memory:
            return Proposal.WHOLE if device else Proposal.HOMOLOGATION
        if not self.changes:
            return Proposal.NOTHING
        if device:
            return Proposal.ROWS
        most = any(change.substantial for change in self.changes)
        return Proposal.SUBSTANTIAL if most else Proposal.NOT_SUBSTANTIAL

    @cached_property
    def rows(self) -> dict[str, tuple[str, ...]]:
        """Rows to be examined again, each with where the changes are that touch it."""
        found: dict[str, list[str]] = {}
        for change in self.changes:
            for row in change.rows:
                found.setdefault(row, []).append(change.where)
        return {row: tuple(dict.fromkeys(found[row])) for row in sorted(found)}

    @cached_property
    def topics(self) -> dict[str, Words]:
        """What each row that binds one of the machines is about."""
        return self.second.topics | self.first.topics

    @cached_property
    def checks(self) -> tuple[str, ...]:
        """Checks that ship and answer one of the rows."""
        return tuple(
            check.id
            for check in shipped()
            if self.second.type in check.types and set(check.rows) & set(self.rows)
        )

    def as_dict(self) -> Json:
        """Plain values, as ``azar lab diff --json`` prints them."""
        return {
            "first": self.first.identity(),
            "second": self.second.identity(),
            "proposal": self.proposal,
            "said": SAID[self.proposal]._asdict(),
            "game_memory_changed": self.memory,
            "changes": [change.as_dict() for change in self.changes],
            "parts": [{"name": name, "before": before, "after": after} for name, before, after in self.parts],
            "rows": [
                {"row": row, "topic": self.topics[row]._asdict(), "where": [*where]}
                for row, where in self.rows.items()
            ],
            "checks": [*self.checks],
            "examined": None if self.examined is None else [row.as_dict() for row in self.examined],
        }


def compare(first: str | Path, second: str | Path) -> Difference:
    """
    Compare two versions of a machine, or of a device of a table.

    Args:
        first: the one that is homologated: a model or device that ships, a model or ROM file, or a folder
            that holds one ROM, such as that of an examination or a dossier.
        second: the one that is to take its place.

    Raises:
        DiffError: a folder without a ROM, or with several; things of two kinds.
        MachinesError: a model has mistakes, or a ROM is not as it was built.
    """
    one, other = (_version(name) for name in (first, second))
    if isinstance(one, Version) and isinstance(other, Version):
        found = difference(one, other)
    elif isinstance(one, DeviceVersion) and isinstance(other, DeviceVersion) and one.type == other.type:
        found = device_difference(one, other)
    else:
        said = " and ".join(f"{made.name}, {made.type}" for made in (one, other))
        raise DiffError(f"two machines, two wheels or two cups must be compared (got {said})")
    return replace(found, examined=examined(one.folder, other.folder))


def _version(name: str | Path) -> Version | DeviceVersion:
    within = rom_in(name)
    device = DeviceVersion.of(within or name, None if within is None else Path(name))
    return device or Version.of(name)


def device_difference(first: DeviceVersion, second: DeviceVersion) -> Difference:
    """What ``compare`` found, of two devices."""
    raw = device_changes(first, second, kinds(CHANGES))
    return _found(first, second, raw, draws_changed(first, second))


def difference(first: Version, second: Version) -> Difference:
    """What ``compare`` found, of two versions of a machine."""
    table, model = kinds(), second.model
    raw = [
        *model_changes(first, second, table),
        *_rest(first, second, table),
        *settings_changes(first, second),
        *pin_changes(first.box.parts[PINS], second.box.parts[PINS], table),
        *firmware_changes(
            sources_of(first.box.parts), sources_of(second.box.parts), table,
            lambda module: enforced(model.profile, model.type, module),
        ),
    ]  # fmt: skip
    return _found(first, second, raw, _memory_changed(first, second))


def _found(
    first: Version | DeviceVersion, second: Version | DeviceVersion, raw: Iterable[Raw], memory: bool
) -> Difference:
    """Changes with the rows that bind one of the two."""
    binding = list(dict.fromkeys([*first.topics, *second.topics]))
    changes = []
    for kind, where, before, after, rows, substantial in raw:
        wanted = binding if EVERY_ROW in rows else [row for row in binding if row in rows]
        changes.append(Change(kind, where, before, after, tuple(wanted), substantial))
    return Difference(first, second, tuple(changes), tuple(_parts(first, second)), memory)


def _memory_changed(first: Version, second: Version) -> bool:
    """Whether what decides plays changed: the packed tables, the core, or the plays that they make."""
    one, other = first.box, second.box
    if one.parts[TABLES] != other.parts[TABLES]:
        return True
    core, *_ = BUILDER
    return any(one.manifest[key] != other.manifest[key] for key in (core, "known_answer"))


def _rest(first: Version, second: Version, table: Kinds) -> Iterator[Raw]:
    """Core, tables, law, language, compiler and signature."""
    one, other = first.box, second.box
    core, *compiler = BUILDER
    told = [("core", core), ("language", "language"), *(("compiler", key) for key in compiler)]
    for kind, key in told:
        if one.manifest[key] != other.manifest[key]:
            yield table.raw(kind, key, one.manifest[key], other.manifest[key])
    if one.parts[TABLES] != other.parts[TABLES]:
        yield table.raw("tables", TABLES, first.model.tables.digest, second.model.tables.digest)
    for row, (before, after) in _limits(one.parts[PROFILE], other.parts[PROFILE]).items():
        yield table.raw("law", f"profile.{row}", before, after, frozenset({row}))
    if first.signer != second.signer:
        yield table.raw("signature", "signature", first.signer or "-", second.signer or "-")


def _limits(before: bytes, after: bytes) -> dict[str, tuple[str, str]]:
    """Rows of the profile that say something else."""
    one, other = (_rules(read_json(text)) for text in (before, after))
    return {
        row: (_short(one.get(row)), _short(other.get(row)))
        for row in sorted({*one, *other})
        if one.get(row) != other.get(row)
    }


def _rules(profile: Json) -> dict[str, object]:
    rules = profile.get("rules", {})
    if isinstance(rules, list):
        return {row["id"]: row for row in rules}
    return dict(rules)


def _short(rule: object) -> str:
    if not isinstance(rule, dict):
        return "-"
    return f"{rule.get('value')} {rule.get('unit') or ''}".strip()


def _parts(first: Version | DeviceVersion, second: Version | DeviceVersion) -> Iterator[tuple[str, str, str]]:
    """Parts of the ROM that are not the same bytes."""
    one, other = first.box.parts, second.box.parts
    for name in sorted({*one, *other}):
        if one.get(name) != other.get(name):
            before, after = (
                hashlib.sha256(parts[name]).hexdigest() if name in parts else "" for parts in (one, other)
            )
            yield name, before, after
