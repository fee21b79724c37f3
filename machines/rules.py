# SPDX-License-Identifier: MIT
"""
Reads rule profiles: the law as data, one rule a row.

A profile is a TOML file in ``machines/rules/``; ``docs/rules.md`` explains every key. A profile
may inherit another one and then states only what differs.

    profile = load_profile("es-ar-2002")
    profile.value("B-12")            # 400
    profile.limit("B-02")            # 20; None where the row is not in force
    profile.rules["B-10"].values["max_plays"]
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from machines import MachinesError
from machines.support.paths import file_path
from machines.support.plain import read_toml
from machines.support.rule_rows import KINDS, ROW_KEYS, RULE_ID, Table, check_multiples, check_row, shown

FOLDER = Path(__file__).parent / "rules"
SCHEMA = 1


class ProfileError(MachinesError):
    """A profile that cannot be read: ``problems`` holds one line a mistake, the text is all of them."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One row of a profile.

    ``value`` is in ``unit``; further figures are in ``values``, each key ending in its own unit.
    ``multiple`` says that ``value`` is that many times the value of row ``of``. ``enforced_by``
    names code or tests; ``options`` names what the row admits of article 7; ``planned`` names the
    capability that will enforce what is still open; ``not_applicable`` says why no machine can be
    held to the row, and then neither of those two is given.
    ``profile`` is the profile whose file last changed the row.
    """

    id: str
    topic: str
    type: str
    value: int | tuple[int, ...] | None
    unit: str | None
    multiple: int | None
    of: str | None
    values: Mapping[str, int]
    article: str
    source: str
    status: str
    options: tuple[str, ...]
    in_force: bool
    enforced_by: tuple[str, ...]
    planned: str | None
    not_applicable: str | None
    text: str
    texts: Mapping[str, str]
    profile: str


@dataclass(frozen=True, slots=True)
class Profile:
    """
    A whole body of rules, inherited rows included, in the order of the oldest file.

    A ``free`` one is no law: what its rows hold that are not in force binds nobody, and a model that leaves a
    key out gets it all the same.
    """

    id: str
    title: str
    jurisdiction: str
    inherits: str | None
    rules: Mapping[str, Rule]
    free: bool = False

    def rule(self, rule_id: str) -> Rule:
        """Return one row; ProfileError if this profile has none of that id."""
        try:
            return self.rules[rule_id]
        except KeyError:
            raise ProfileError([f"{self.id}: rule must be a row of the profile (got {rule_id})"]) from None

    def value(self, rule_id: str) -> int:
        """Return the whole number of a row, in the row's unit, in force or not."""
        value = self.rule(rule_id).value
        if not isinstance(value, int):
            raise ProfileError([f"{self.id}: {rule_id} must hold a whole number (got {value})"])
        return value

    def limit(self, rule_id: str) -> int | None:
        """Return the whole number of a row, None while the row is not in force."""
        return self.value(rule_id) if self.rule(rule_id).in_force else None


def profiles() -> list[str]:
    """Return the ids of the profiles that ship, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load_profile(name: str | Path) -> Profile:
    """
    Read a profile that ships, by id, or any other by the path of its file.

    Args:
        name: an id such as ``es-ar-2002``, or a path that ends in ``.toml``. What a file inherits
            is looked for beside it first, then among those that ship.

    Raises:
        ProfileError: every mistake at once, each with file, row, key, what is allowed and what came.
    """
    if isinstance(name, str) and not name.endswith(".toml"):
        return _shipped(name)
    return _load(_locate(name, None))


@functools.cache
def _shipped(name: str) -> Profile:
    """A profile that ships: its file does not change while we run, and every model asks for one."""
    return _load(_locate(name, None))


def _load(path: Path) -> Profile:
    chain = list(_chain(path))
    problems: list[str] = []
    head: Table = {}
    sources: Table = {}
    rows: dict[str, Table] = {}
    for path, table in reversed(chain):
        found = _merge(path, table, sources, rows, first=not head)
        problems += found
        head = table
    if problems:
        raise ProfileError(problems)
    mistakes = {rule_id: check_row(rule_id, row, sources) for rule_id, row in rows.items()}
    problems = [line for lines in mistakes.values() for line in lines]
    problems += check_multiples(rows, {rule_id for rule_id, lines in mistakes.items() if lines})
    if problems:
        raise ProfileError(problems)
    rules = {rule_id: _rule(rule_id, row, sources) for rule_id, row in rows.items()}
    return Profile(
        id=head["id"],
        title=head["title"],
        jurisdiction=head["jurisdiction"],
        inherits=head.get("inherits"),
        rules=MappingProxyType(rules),
        free=head.get("free", False),
    )


# --- files and inheritance ------------------------------------------------------------------------


def _locate(name: str | Path, beside: Path | None) -> Path:
    if isinstance(name, Path) or name.endswith(".toml"):
        try:
            return file_path(name)
        except OSError as error:
            raise ProfileError([f"{error.filename}: {error.strerror}"]) from None
    shipped = FOLDER / f"{name}.toml"
    if beside is not None and (beside / f"{name}.toml").is_file():
        return beside / f"{name}.toml"
    if not shipped.is_file():
        raise ProfileError([f"profile must be one of {', '.join(profiles())} (got {name})"])
    return shipped


def _chain(path: Path) -> Iterator[tuple[Path, Table]]:
    """Yield a file and then each one it inherits, oldest last."""
    seen: list[Path] = []
    while True:
        if path.resolve() in seen:
            raise ProfileError([f"{path.name}: inherits must not lead back to itself (got {path.stem})"])
        seen.append(path.resolve())
        table = _read(path)
        yield path, table
        parent = table.get("inherits")
        if parent is None:
            return
        if not isinstance(parent, str):
            raise ProfileError([f"{path.name}: inherits must be the id of a profile (got {parent!r})"])
        try:
            path = _locate(parent, path.parent)
        except ProfileError as error:
            raise ProfileError([f"{path.name}: inherits: {error}"]) from None


def _read(path: Path) -> Table:
    try:
        return read_toml(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ProfileError([f"{path.name}: profile must be a readable file ({error.strerror})"]) from None
    except ValueError as error:  # a number past Python's limits, too
        raise ProfileError([f"{path.name}: profile must be valid TOML ({error})"]) from None


_HEAD = {
    "schema": int,
    "id": str,
    "title": str,
    "jurisdiction": str,
    "inherits": str,
    "free": bool,
    "sources": dict,
    "rules": dict,
}


def _merge(path: Path, table: Table, sources: Table, rows: dict[str, Table], *, first: bool) -> list[str]:
    """Lay one file over what is known so far; return its mistakes."""
    name = path.name
    problems = [
        f"{name}: {key} must be one of {', '.join(_HEAD)} (got {key})" for key in table if key not in _HEAD
    ]
    for key, kind in _HEAD.items():
        needed = key in ("schema", "id", "title", "jurisdiction") or (first and key == "rules")
        if key not in table and needed:
            problems.append(f"{name}: {key} must be present (got nothing)")
        elif key in table and not isinstance(table[key], kind):
            problems.append(f"{name}: {key} must be {KINDS[kind]} (got {shown(table[key])})")
    if problems:
        return problems
    if table["schema"] != SCHEMA:
        problems.append(f"{name}: schema must be {SCHEMA} (got {table['schema']})")
    if table["id"] != path.stem:
        problems.append(f"{name}: id must be {path.stem}, the name of the file (got {table['id']})")
    for code, source in table.get("sources", {}).items():
        if not isinstance(source, dict) or not all(isinstance(source.get(k), str) for k in ("title", "url")):
            problems.append(f"{name}: sources.{code} must hold title and url as texts (got {shown(source)})")
        sources[code] = source
    for rule_id, row in table.get("rules", {}).items():
        problems += _merge_row(name, table["id"], rule_id, row, rows)
    return problems


def _merge_row(name: str, profile: str, rule_id: str, row: object, rows: dict[str, Table]) -> list[str]:
    where = f"{name}: rules.{rule_id}"
    if not RULE_ID.fullmatch(rule_id):
        return [f"{where} must be a letter, a dash and two digits (got {rule_id})"]
    if not isinstance(row, dict):
        return [f"{where} must be a table (got {shown(row)})"]
    problems = [
        f"{where}.{key} must be one of {', '.join(ROW_KEYS)} (got {key})"
        for key in row
        if key not in ROW_KEYS
    ]
    merged = rows.setdefault(rule_id, {})
    for key, item in row.items():
        if isinstance(item, dict) and isinstance(merged.get(key), dict):
            merged[key] = merged[key] | item
        else:
            merged[key] = item
    merged["_file"] = name
    merged["_profile"] = profile
    return problems


def _rule(rule_id: str, row: Table, sources: Table) -> Rule:
    value = row.get("value")
    return Rule(
        id=rule_id,
        topic=row["topic"],
        type=row["type"],
        value=tuple(value) if isinstance(value, list) else value,
        unit=row.get("unit"),
        multiple=row.get("multiple"),
        of=row.get("of"),
        values=MappingProxyType(dict(row.get("values", {}))),
        article=row["article"],
        source="; ".join(f"{sources[code]['title']}, {sources[code]['url']}" for code in row["source"]),
        status=row["status"],
        options=tuple(row.get("options", ())),
        in_force=row.get("in_force", True),
        enforced_by=tuple(row.get("enforced_by", ())),
        planned=row.get("planned") or None,
        not_applicable=row.get("not_applicable") or None,
        text=row["text"],
        texts=MappingProxyType(dict(row.get("texts", {}))),
        profile=row["_profile"],
    )
